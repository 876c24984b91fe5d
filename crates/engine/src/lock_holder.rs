//! The holder of a lock file, and the rules that decide whether it still holds the lock.
//! `commit/lock.rs` describes them.

use handoff_protocol::Process;
use serde::{Deserialize, Serialize};

/// A lock that was not renewed for this time is abandoned.
pub const LOCK_ABANDONED_AFTER_MS: i64 = 10_000;
/// A holder renews its lock when it is older than this.
pub const LOCK_RENEW_AFTER_MS: i64 = 3_000;
/// The maximum difference between the clocks of two hosts that does no harm.
const CLOCK_TOLERANCE_MS: i64 = 6_000;

/// The content of a lock file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LockHolder {
    /// The name of the holder's log file.
    pub writer: String,
    /// When the lock was taken or renewed, in milliseconds since 1970-01-01 UTC.
    pub since: i64,
    /// Different for each lock.
    pub nonce: String,
    /// `None` in locks of shells without a process and of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub process: Option<Process>,
}

/// Whether a lock is in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockState {
    /// It is in use.
    Held,
    /// It can be taken.
    Abandoned,
    /// Only watching the lock file can decide.
    Uncertain,
}

/// What is known about the process of a holder without asking the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HolderProcess<'a> {
    /// It has ended.
    Ended,
    /// The system knows whether it is running.
    Local(&'a Process),
    /// It cannot be known.
    Unknown,
}

impl LockHolder {
    /// Returns what is known about the holder's process on the host of `mine`.
    pub fn process_seen_from(&self, mine: Option<&Process>) -> HolderProcess<'_> {
        match (&self.process, mine) {
            (Some(process), Some(mine)) if process.host == mine.host => match (&process.boot, &mine.boot) {
                (Some(boot), Some(my_boot)) if boot != my_boot => HolderProcess::Ended,
                _ => HolderProcess::Local(process),
            },
            _ => HolderProcess::Unknown,
        }
    }

    /// Returns whether the lock is in use. `is_running` is `None` if that is unknown.
    pub fn state(&self, now: i64, is_running: Option<bool>) -> LockState {
        let age = now.saturating_sub(self.since);
        match is_running {
            Some(false) => LockState::Abandoned,
            _ if age > LOCK_ABANDONED_AFTER_MS => LockState::Abandoned,
            Some(true) => LockState::Held,
            None if age >= -CLOCK_TOLERANCE_MS => LockState::Held,
            None if self.process.is_none() => LockState::Abandoned,
            None => LockState::Uncertain,
        }
    }
}
