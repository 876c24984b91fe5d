//! The tests of the public interface, as one binary.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "a test may fail loudly"
)]

// The tests of publications use a module of the command, which uses this one.
#[path = "../src/ground/child/mod.rs"]
#[allow(dead_code, unused_imports, reason = "its own tests are those of the command")]
mod child;
mod commands;
// Answers have paths, whose separators are those of the system.
#[cfg(unix)]
mod golden;
mod ground {
    pub(crate) use crate::child;
}
mod handover;
mod mcp;
mod publish;
#[allow(dead_code, reason = "shared with `tests/hostile`, which needs more of it")]
mod support;
