//! The tests of the public interface, as one binary.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "a test may fail loudly"
)]

mod activity;
mod claims;
mod commands;
mod commit;
mod documents;
mod exports;
mod files;
mod golden;
mod handover;
mod metrics;
mod reverts;
mod schedule;
mod support;
mod time;
mod views;
