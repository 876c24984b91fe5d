//! The scheduler.

mod laws;
mod moves;
mod placement;
mod reference;
