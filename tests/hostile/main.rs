//! Attacks on the command: processes that are killed, disks that fail, and power that is lost.
//!
//! The tests are short by default. `npm run hostile` sets `HANDOFF_HOSTILE=long` and disturbs every
//! command at every call.
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

/// Returns the seed of a random attack: that of `HANDOFF_SEED`, so that a failure can be repeated, or a
/// fixed one.
fn seed(default: u64) -> u64 {
    std::env::var("HANDOFF_SEED").map_or(default, |text| text.parse().expect("a number"))
}

/// Returns a generator. Those of consecutive seeds begin with different numbers.
fn random(seed: u64) -> Random {
    let mixed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    Random((mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9))
}

/// Returns whether every attack is made, and not a sample.
fn is_long() -> bool {
    std::env::var("HANDOFF_HOSTILE").is_ok_and(|value| value == "long")
}
