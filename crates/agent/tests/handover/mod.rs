//! Handovers: the run with its checkpoint, declarations, and what is said about them.

mod declaration;
mod laws;
mod score;
mod status;
mod texts;
mod world;
