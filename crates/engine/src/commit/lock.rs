//! The advisory lock between our own programs: a file that names its holder.
//!
//! Invariant: of several programs that find an abandoned lock, one gets it. Only the holder's own lock file is ever removed.
//!
//! A holder replaces its lock every few seconds, comparing it first, so it notices within that time that another program took the lock.
//! The following rules decide whether a lock is abandoned, the first that applies:
//!
//! 1. The holder ran on this host, and its process has ended or the host was booted since: abandoned.
//! 2. The lock was not replaced for [`ABANDONED_AFTER`]: abandoned. This also ends the lock of a process that is suspended.
//! 3. The holder's process is running on this host: held, whatever the stamp says. The clock may have been set back.
//! 4. The stamp is not from the future, apart from [`CLOCK_TOLERANCE`]: held.
//! 5. The stamp is from the future, so it says nothing about the age. A lock that names no process is abandoned. One that names a process
//!    which cannot be looked up, such as one on another host with another clock, is abandoned if it stays the same while it is watched: nearly
//!    every change is saved sooner than that.
//!
//! A lock file that cannot be parsed was left by a crash, or is just being written; it is watched as well.

use handoff_protocol::{Capabilities, Process, Refusal, RefusalCode, Text};
use serde::{Deserialize, Serialize};

use crate::commit::identity::Identity;
use crate::commit::io::{Done, Fail, Io, IoResult};
use crate::texts;

/// Where the lock lies.
pub(super) const LOCK: &str = ".lock";
/// What abandoned locks are renamed to, with their nonce behind it.
pub(super) const BROKEN: &str = ".lock.broken-";
/// A lock that nobody renewed for so many milliseconds is abandoned.
const ABANDONED_AFTER: i64 = 10_000;
/// By how many milliseconds the clocks of two hosts may differ without any harm.
const CLOCK_TOLERANCE: i64 = 6_000;
/// A holder renews its lock when it is older than this.
const RENEW_AFTER: i64 = 3_000;
/// Traces of abandoned locks are kept so long, against a program that still looks at the old one.
const TRACE_KEPT: i64 = 10 * 60 * 1000;
/// A trace with a stamp further in the future than this is not kept at all: its time might never come.
const ABSURD_FUTURE: i64 = 24 * 60 * 60 * 1000;
/// Pauses between attempts, about five seconds in all. Even ones, so that of many who wait nobody sleeps while the lock is free.
const PAUSES: [u32; 98] = [50; 98];
/// For how many pauses a lock of uncertain standing must stay the same to count as abandoned, less than a second in all.
const WATCHED_PAUSES: usize = 16;

/// The content of a lock file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Holder {
    writer: String,
    since: i64,
    nonce: String,
    /// None in locks of shells that have no process, and of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    process: Option<Process>,
}

/// Whether a lock's holder is at work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LockState {
    Held,
    Abandoned,
    /// Nothing but watching the lock can tell.
    Uncertain,
}

/// What to do while another program holds the lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Patience {
    /// Wait a few seconds for its holder.
    Wait,
    /// Give up. Only a lock of uncertain standing is watched for a moment.
    GiveUp,
}

/// A held lock, or none where a shell cannot lock.
pub(super) struct Lock {
    held: Option<Vec<u8>>,
    renewed: i64,
    is_lost: bool,
    me: Identity,
}

/// Why there is no lock.
pub(super) enum NoLock {
    /// Somebody holds it.
    Refused(Refusal),
    /// The system refused.
    Failed(Fail),
}

impl From<Fail> for NoLock {
    fn from(fail: Fail) -> NoLock {
        NoLock::Failed(fail)
    }
}

impl Lock {
    /// Takes the lock, breaking an abandoned one.
    pub(super) async fn take(
        io: &Io,
        me: &Identity,
        capabilities: &Capabilities,
        patience: Patience,
    ) -> Result<Lock, NoLock> {
        let mut lock = Lock { held: None, renewed: io.now(), is_lost: false, me: me.clone() };
        if !capabilities.exclusive_create {
            return Ok(lock);
        }
        let mut pauses = PAUSES.into_iter();
        // A lock of uncertain standing, and for how many pauses it has stayed the same.
        let mut watched: Option<(Vec<u8>, usize)> = None;
        loop {
            let mine = lock.content(io.now());
            if io.create(LOCK, &mine).await? == Done::Yes {
                lock.held = Some(mine);
                return Ok(lock);
            }
            let Some(found) = io.read(LOCK).await? else {
                match pauses.next() {
                    Some(_) => continue,
                    None => return Err(NoLock::Refused(refusal(None, io.now()))),
                }
            };
            if found == mine {
                lock.held = Some(mine);
                return Ok(lock);
            }
            let holder: Option<Holder> = serde_json::from_slice(&found).ok();
            let mut standing = standing(io, holder.as_ref(), me).await;
            if standing == LockState::Uncertain {
                let times = match watched.take() {
                    Some((content, times)) if content == found => times + 1,
                    _ => 0,
                };
                if times >= WATCHED_PAUSES {
                    standing = LockState::Abandoned;
                } else {
                    watched = Some((found.clone(), times));
                }
            }
            let pause = pauses.next();
            match (standing, pause) {
                (LockState::Abandoned, Some(_)) => break_lock(io, &found, holder.as_ref()).await?,
                (LockState::Held, Some(ms)) if patience == Patience::Wait => io.wait(ms).await,
                (LockState::Uncertain, Some(ms)) => io.wait(ms).await,
                (LockState::Held, Some(_)) | (_, None) => {
                    return Err(NoLock::Refused(refusal(holder.as_ref(), io.now())));
                }
            }
        }
    }

    /// Whether the lock is a file that others respect.
    pub(super) fn is_held(&self) -> bool {
        self.held.is_some()
    }

    /// Renews the stamp when it gets old; `No` when another program took the lock meanwhile.
    pub(super) async fn keep(&mut self, io: &Io) -> IoResult<Done> {
        if self.is_lost {
            return Ok(Done::No);
        }
        let Some(held) = self.held.as_ref().filter(|_| (io.now() - self.renewed).abs() > RENEW_AFTER) else {
            return Ok(Done::Yes);
        };
        let renewed = io.now();
        let fresh = self.content(renewed);
        let temp = format!("{LOCK}.tmp.{}-{}", self.me.writer, self.me.nonce);
        let done = io.exchange(&temp, LOCK, Some(held), &fresh).await?;
        if done == Done::Yes {
            (self.held, self.renewed) = (Some(fresh), renewed);
        } else {
            (self.held, self.is_lost) = (None, true);
        }
        Ok(done)
    }

    /// Gives the lock back. A failure leaves it to grow old.
    pub(super) async fn release(self, io: &Io) {
        if let Some(held) = self.held
            && io.read(LOCK).await.is_ok_and(|found| found.as_ref() == Some(&held))
        {
            let _ = io.remove(LOCK).await;
        }
    }

    fn content(&self, now: i64) -> Vec<u8> {
        let Identity { writer, nonce, process } = self.me.clone();
        let holder = Holder { writer, since: now, nonce, process };
        handoff_protocol::to_json(&holder).into_bytes()
    }
}

/// Whether a lock file with this content is what a crash left, as far as that can be said without watching it.
pub(super) async fn is_left_behind(io: &Io, content: &[u8], me: &Identity) -> bool {
    let holder: Option<Holder> = serde_json::from_slice(content).ok();
    holder.is_none() || standing(io, holder.as_ref(), me).await == LockState::Abandoned
}

/// Whether the trace of an abandoned lock can go.
pub(super) fn is_old_trace(content: &[u8], now: i64) -> bool {
    serde_json::from_slice(content).ok().is_none_or(|holder: Holder| {
        let age = now.saturating_sub(holder.since);
        !(-ABSURD_FUTURE..TRACE_KEPT).contains(&age)
    })
}

async fn standing(io: &Io, holder: Option<&Holder>, me: &Identity) -> LockState {
    let Some(holder) = holder else { return LockState::Uncertain };
    let is_running = match (&holder.process, &me.process) {
        (Some(process), Some(mine)) if process.host == mine.host => match (&process.boot, &mine.boot) {
            (Some(boot), Some(this)) if boot != this => Some(false),
            _ => io.is_running(process).await,
        },
        _ => None,
    };
    let age = io.now().saturating_sub(holder.since);
    match is_running {
        Some(false) => LockState::Abandoned,
        _ if age > ABANDONED_AFTER => LockState::Abandoned,
        Some(true) => LockState::Held,
        None if age >= -CLOCK_TOLERANCE => LockState::Held,
        None if holder.process.is_none() => LockState::Abandoned,
        None => LockState::Uncertain,
    }
}

/// Renames an abandoned lock to a name that belongs to this one lock, so that of several programs that found it only one succeeds.
async fn break_lock(io: &Io, found: &[u8], holder: Option<&Holder>) -> IoResult<()> {
    let nonce: String = match holder {
        Some(holder) => {
            let safe = |char: &char| char.is_ascii_alphanumeric() || *char == '-';
            format!("{}-{}", holder.nonce.chars().filter(safe).take(64).collect::<String>(), holder.since)
        }
        None => format!("torn-{}", io.now() / ABANDONED_AFTER),
    };
    let trace = format!("{BROKEN}{nonce}");
    if io.rename(LOCK, &trace).await? == Done::Yes {
        // A fresh lock that came in between goes back to its holder.
        if io.read(&trace).await?.is_some_and(|moved| moved != found) {
            io.rename(&trace, LOCK).await?;
        }
    } else if io.read(&trace).await?.is_some_and(|trace| is_old_trace(&trace, io.now())) {
        // The lock was broken long ago and has come back, as from a copy of the folder.
        io.remove(&trace).await?;
    }
    Ok(())
}

fn refusal(holder: Option<&Holder>, now: i64) -> Refusal {
    let text = match holder {
        Some(holder) => {
            let seconds = (now.saturating_sub(holder.since) / 1000).max(0).to_string();
            Text::with(texts::LOCKED_BY, [("writer", holder.writer.clone()), ("seconds", seconds)])
        }
        None => Text::plain(texts::LOCKED),
    };
    Refusal { code: RefusalCode::Locked, text, task: None, field: None }
}
