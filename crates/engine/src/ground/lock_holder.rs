//! The holder of a lock file, and the rules that decide whether it still holds the lock.
//! `commit/lock.rs` describes them.

use handoff_protocol::Process;
use serde::{Deserialize, Serialize};

use crate::ground::holder_process::HolderProcess;

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

/// The number of delays for which an uncertain lock must stay the same to count as abandoned, less
/// than a second in all.
const WATCHED_DELAYS: usize = 90;
/// The delay between two attempts to take a lock. It is short, because a process that arrives while the
/// lock is free takes it before those that wait. It is constant, because with exponential back-off a
/// waiting process would oversleep a free lock.
const LOCK_RETRY_DELAY_MS: u32 = 10;
/// The first delays are shorter, because most locks are held for a few milliseconds.
const FIRST_RETRY_DELAYS_MS: [u32; 3] = [2, 4, 8];
/// The file of a broken lock is deleted after this time. Until then it stops a process that still sees
/// the old lock from breaking the new one.
const KEEP_BROKEN_MS: i64 = 10 * 60 * 1000;
/// The maximum number of times for which one lock is broken until its files are deleted.
const MAX_RESTORED: usize = 100;
/// A broken lock with a timestamp further in the future is deleted at once: otherwise it might stay
/// for ever.
const MAX_FUTURE_MS: i64 = 24 * 60 * 60 * 1000;

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

impl LockHolder {
    /// Returns what is known about the holder's process on the host of `mine`.
    pub fn process_seen_from(&self, mine: Option<&Process>) -> HolderProcess<'_> {
        HolderProcess::seen_from(self.process.as_ref(), mine)
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

/// Returns the delays in milliseconds between this many attempts to take a lock.
pub fn lock_retry_delays(attempts: usize) -> impl Iterator<Item = u32> {
    FIRST_RETRY_DELAYS_MS.into_iter().chain(std::iter::repeat(LOCK_RETRY_DELAY_MS)).take(attempts)
}

/// Parses the content of a lock file. Returns `None` if a crash has torn it, or it is being written.
pub fn parse_lock(content: &[u8]) -> Option<LockHolder> {
    serde_json::from_slice(content).ok()
}

/// Watches a lock whose state only its file can show.
#[derive(Debug, Default)]
pub struct LockWatch {
    /// The content, and the number of delays for which it has stayed the same.
    unchanged: Option<(Vec<u8>, usize)>,
}

impl LockWatch {
    /// Returns the state of a lock whose file has this content after another delay. An uncertain lock
    /// that has stayed the same for long enough is abandoned.
    pub fn observe(&mut self, content: &[u8], state: LockState) -> LockState {
        if state != LockState::Uncertain {
            return state;
        }
        let delays = match self.unchanged.take() {
            Some((last, count)) if last == content => count + 1,
            _ => 0,
        };
        if delays >= WATCHED_DELAYS {
            return LockState::Abandoned;
        }
        self.unchanged = Some((content.to_vec(), delays));
        state
    }
}

/// Returns the ends of the names that an abandoned lock is renamed to. They are made of the lock's own
/// nonce and timestamp, so only one of several processes can rename a lock. If the first name exists and
/// the lock is there with the same content, it was restored, for example with a copy of the folder: it
/// is renamed to the next name.
pub fn broken_lock_names(holder: Option<&LockHolder>, now: i64) -> impl Iterator<Item = String> + use<> {
    let name = match holder {
        Some(holder) => {
            let is_safe = |char: &char| char.is_ascii_alphanumeric() || *char == '-';
            format!("{}-{}", holder.nonce.chars().filter(is_safe).take(64).collect::<String>(), holder.since)
        }
        None => format!("torn-{}", now / LOCK_ABANDONED_AFTER_MS),
    };
    (1..=MAX_RESTORED).map(move |number| if number == 1 { name.clone() } else { format!("{name}-{number}") })
}

/// Returns whether the file of a broken lock can be deleted.
pub fn is_old_broken_lock(content: &[u8], now: i64) -> bool {
    parse_lock(content).is_none_or(|holder| {
        let age = now.saturating_sub(holder.since);
        !(-MAX_FUTURE_MS..KEEP_BROKEN_MS).contains(&age)
    })
}
