//! Commits on a file system in memory that can crash, fail and be shared at every single action.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a helper that finds something unexpected ends the test"
)]

mod agents;
mod conformance;
mod crash;
mod dates;
mod dice;
mod editors;
mod failure;
mod foreign;
mod journal;
mod lock;
mod observed;
mod project;
mod rules;
mod shell;
mod simulation;
