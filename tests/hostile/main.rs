//! Attacks on the command: processes that are killed, disks that fail, and power that is lost.
//!
//! `npm test` runs their short form; see `tests/form.rs`.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "a test may fail loudly"
)]

#[cfg(target_os = "linux")]
mod commands;
#[cfg(target_os = "linux")]
mod damage;
#[cfg(target_os = "linux")]
mod interruptions;
mod merges;
#[cfg(target_os = "linux")]
mod peer;
#[cfg(target_os = "linux")]
mod power_loss;
#[cfg(target_os = "linux")]
mod undo;
#[cfg(target_os = "linux")]
mod writers;

#[path = "../../crates/cli/tests/support/mod.rs"]
#[allow(dead_code, reason = "shared with the tests of the command, which need more of it")]
mod support;

use support::random::Random;

/// Returns a generator. Those of consecutive seeds begin with different numbers.
fn random(seed: u64) -> Random {
    let mixed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    Random((mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9))
}
