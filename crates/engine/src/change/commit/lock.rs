//! The advisory lock between Handoff processes: a file that names its holder.
//!
//! Invariant: if several processes find an abandoned lock, only one gets it. A process removes only
//! its own lock file.
//!
//! A holder replaces its lock file every few seconds and compares it first. So it notices within
//! that time that another process took the lock. The first rule that applies decides whether a lock
//! is abandoned:
//!
//! 1. The holder ran on this host, and its process has ended or the host was booted since:
//!    abandoned.
//! 2. The lock was not renewed for [`LOCK_ABANDONED_AFTER_MS`](crate::LOCK_ABANDONED_AFTER_MS): abandoned. This also ends the lock of a
//!    suspended process.
//! 3. The holder's process is running on this host: held, whatever the timestamp says. The clock
//!    may have been set back.
//! 4. The timestamp is not in the future, apart from `CLOCK_TOLERANCE_MS`: held.
//! 5. The timestamp is in the future, so the age is unknown. A lock that names no process is
//!    abandoned. A lock whose process cannot be checked, such as one on another host with another
//!    clock, is abandoned if its content stays the same while it is watched: nearly every change is
//!    saved sooner than that.
//!
//! A lock file that cannot be parsed was left by a crash or is being written; it is watched as
//! well.

use handoff_protocol::{Capabilities, Refusal, RefusalCode, Text};

use crate::change::commit::identity::Identity;
use crate::change::commit::io::{Done, Fail, Io, IoResult};
use crate::change::commit::task_locks::TaskLocks;
use crate::ground::holder_process::HolderProcess;
use crate::ground::lock_holder::{
    LOCK_RENEW_AFTER_MS, LockHolder, LockState, LockWatch, broken_lock_names, lock_retry_delays, parse_lock,
};
use crate::ground::texts;

/// The path of the lock file.
pub(super) const LOCK: &str = ".lock";
/// The prefix of the names that abandoned locks are renamed to. A nonce follows.
pub(super) const BROKEN_PREFIX: &str = ".lock.broken-";
/// The number of delays between attempts. With the attempts themselves they take about five seconds.
const MAX_DELAYS: usize = 420;

/// The reaction while another process holds the lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Patience {
    /// Wait a few seconds for it to be released.
    Wait,
    /// Return a refusal. Only an uncertain lock is watched, for less than a second.
    GiveUp,
}

/// A lock of this commit. Holds no file if the shell cannot lock.
pub(super) struct Lock {
    /// The content of the lock file, while it is held.
    held: Option<Vec<u8>>,
    renewed_at: i64,
    is_lost: bool,
    me: Identity,
    /// The locks that other programs respect.
    pub tasks: TaskLocks,
}

/// Why a lock could not be taken.
pub(super) enum NoLock {
    /// Another process holds it.
    Refused(Refusal),
    /// The file system refused.
    Failed(Fail),
}

impl From<Fail> for NoLock {
    fn from(fail: Fail) -> NoLock {
        NoLock::Failed(fail)
    }
}

impl Lock {
    /// Takes the lock. Breaks an abandoned one first.
    pub(super) async fn acquire(
        io: &Io,
        me: &Identity,
        capabilities: &Capabilities,
        patience: Patience,
    ) -> Result<Lock, NoLock> {
        let tasks = TaskLocks::new(capabilities.file_locks);
        let mut lock = Lock { held: None, renewed_at: io.now(), is_lost: false, me: me.clone(), tasks };
        if !capabilities.exclusive_create {
            return Ok(lock);
        }
        let mut delays = lock_retry_delays(MAX_DELAYS);
        let mut watch = LockWatch::default();
        loop {
            let mine = lock.content(io.now());
            if io.create(LOCK, &mine).await? == Done::Yes {
                lock.held = Some(mine);
                return Ok(lock);
            }
            let Some(content) = io.read(LOCK).await? else {
                match delays.next() {
                    Some(_) => continue,
                    None => return Err(NoLock::Refused(refusal(None, io.now()))),
                }
            };
            if content == mine {
                lock.held = Some(mine);
                return Ok(lock);
            }
            let holder = parse_lock(&content);
            let state = watch.observe(&content, lock_state(io, holder.as_ref(), me).await);
            match (state, delays.next()) {
                (LockState::Abandoned, Some(_)) => break_lock(io, &content, holder.as_ref()).await?,
                (LockState::Held, Some(ms)) if patience == Patience::Wait => io.wait(ms).await,
                (LockState::Uncertain, Some(ms)) => io.wait(ms).await,
                (LockState::Held, Some(_)) | (_, None) => {
                    return Err(NoLock::Refused(refusal(holder.as_ref(), io.now())));
                }
            }
        }
    }

    /// Returns whether there is a lock file, which other processes respect.
    pub(super) fn is_held(&self) -> bool {
        self.held.is_some()
    }

    /// Renews the lock file if it is old. Returns `No` if another process has taken the lock.
    pub(super) async fn renew_if_old(&mut self, io: &Io) -> IoResult<Done> {
        if self.is_lost {
            return Ok(Done::No);
        }
        let Some(held) = self.held.as_ref().filter(|_| (io.now() - self.renewed_at).abs() > LOCK_RENEW_AFTER_MS) else {
            return Ok(Done::Yes);
        };
        let renewed_at = io.now();
        let content = self.content(renewed_at);
        let temp = format!("{LOCK}.tmp.{}-{}", self.me.writer, self.me.nonce);
        let done = io.exchange(&temp, LOCK, Some(held), &content, false).await?;
        if done == Done::Yes {
            (self.held, self.renewed_at) = (Some(content), renewed_at);
        } else {
            (self.held, self.is_lost) = (None, true);
        }
        Ok(done)
    }

    /// Removes the lock file, and releases the locks of tasks.
    pub(super) async fn release(mut self, io: &Io) {
        self.tasks.release_all(io).await;
        if let Some(held) = self.held
            && io.read(LOCK).await.is_ok_and(|content| content.as_ref() == Some(&held))
        {
            // A lock that cannot be removed counts as abandoned after a while.
            let _ = io.remove_with(LOCK, false).await;
        }
    }

    fn content(&self, now: i64) -> Vec<u8> {
        let Identity { writer, nonce, process, .. } = self.me.clone();
        let holder = LockHolder { writer, since: now, nonce, process };
        handoff_protocol::to_json(&holder).into_bytes()
    }
}

/// Returns whether a crash left a lock file with this content, as far as that can be known without
/// watching it.
pub(super) async fn is_left_behind(io: &Io, content: &[u8], me: &Identity) -> bool {
    let holder = parse_lock(content);
    holder.is_none() || lock_state(io, holder.as_ref(), me).await == LockState::Abandoned
}

/// Applies the rules at the top of this file.
async fn lock_state(io: &Io, holder: Option<&LockHolder>, me: &Identity) -> LockState {
    let Some(holder) = holder else { return LockState::Uncertain };
    let is_running = match holder.process_seen_from(me.process.as_ref()) {
        HolderProcess::Ended => Some(false),
        HolderProcess::Local(process) => io.is_running(process).await,
        HolderProcess::Unknown => None,
    };
    holder.state(io.now(), is_running)
}

/// Renames an abandoned lock. Only one of several processes succeeds.
async fn break_lock(io: &Io, content: &[u8], holder: Option<&LockHolder>) -> IoResult<()> {
    // A holder that has ended may have released its lock before, and another process may have taken it.
    if io.read(LOCK).await?.as_deref() != Some(content) {
        return Ok(());
    }
    for name in broken_lock_names(holder, io.now()) {
        let broken = format!("{BROKEN_PREFIX}{name}");
        if io.rename(LOCK, &broken).await? == Done::Yes {
            // Another process has taken the lock since it was read: put its file back.
            if io.read(&broken).await?.is_some_and(|renamed| renamed != content) {
                io.rename(&broken, LOCK).await?;
            }
            return Ok(());
        }
        // Usually another process has broken it just now.
        if io.read(LOCK).await?.is_none_or(|current| current != content) {
            return Ok(());
        }
    }
    Ok(())
}

fn refusal(holder: Option<&LockHolder>, now: i64) -> Refusal {
    let text = match holder {
        Some(holder) => {
            let seconds = (now.saturating_sub(holder.since) / 1000).max(0).to_string();
            Text::with(texts::LOCKED_BY, [("writer", holder.writer.clone()), ("seconds", seconds)])
        }
        None => Text::plain(texts::LOCKED),
    };
    Refusal { code: RefusalCode::Locked, text, task: None, field: None, by: None }
}
