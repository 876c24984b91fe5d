//! The tests of the public interface, as one binary.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "a test may fail loudly"
)]

mod golden;
mod handover;
mod merge;
mod project;
mod sessions;
mod support;
mod tasks;
mod tools;
