//! The scheduler.

mod generators;
mod laws;
mod moves;
mod placement;
mod reference;
mod started;
