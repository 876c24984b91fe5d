//! The functional core of Handoff: tree to model to plan and view, and the commit state machine.
//!
//! Invariant: no I/O, no clock, no random number, no call back.

pub mod edit;
pub mod tree;
