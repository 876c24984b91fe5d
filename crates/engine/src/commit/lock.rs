//! The advisory lock between our own programs: a file that says who writes and since when.
//!
//! Invariant: of several programs that find an abandoned lock, one gets it. Only the holder's own lock file is ever removed.

use handoff_format::wire;
use handoff_protocol::wire::{Read, Write};
use handoff_protocol::{Capabilities, Refusal, RefusalCode, Text};

use super::io::{Done, Fail, Io, Tried};
use super::save::Identity;
use crate::texts;

/// Where the lock lies.
pub(super) const LOCK: &str = ".lock";
/// What abandoned locks are renamed to, with their nonce behind it.
pub(super) const BROKEN: &str = ".lock.broken-";
/// A lock that nobody renewed for so many milliseconds is abandoned.
const ABANDONED_AFTER: i64 = 10_000;
/// A lock from further in the future than this comes from a wrong clock and counts as abandoned.
const ABSURD_FUTURE: i64 = 24 * 60 * 60 * 1000;
/// A holder renews its lock when it is older than this.
const RENEW_AFTER: i64 = 3_000;
/// Traces of abandoned locks are kept so long, against a program that still looks at the old one.
const TRACE_KEPT: i64 = 10 * 60 * 1000;
/// Pauses between attempts, about five seconds in all. Even ones, so that of many who wait nobody sleeps while the lock is free.
const PAUSES: [u32; 98] = [50; 98];

/// The content of a lock file.
#[derive(Clone, Debug, PartialEq, Eq, Write, Read)]
struct Holder {
    writer: String,
    since: i64,
    nonce: String,
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
    /// Takes the lock, waiting a little for another holder.
    pub(super) async fn take(io: &Io, me: &Identity, capabilities: Capabilities) -> Result<Lock, NoLock> {
        let mut lock = Lock { held: None, renewed: io.now(), is_lost: false, me: me.clone() };
        if !capabilities.exclusive_create {
            return Ok(lock);
        }
        let mut pauses = PAUSES.into_iter();
        // The same unreadable content through all the waiting is what a crash left, not what somebody is writing.
        let mut torn: Option<Vec<u8>> = None;
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
            let holder: Option<Holder> = wire::read_line(&found);
            let pause = pauses.next();
            let abandoned = match &holder {
                Some(holder) => is_abandoned(holder, io.now()),
                None => pauses.len() == 0 && torn.as_ref().is_none_or(|torn| *torn == found),
            };
            if abandoned {
                break_lock(io, &found, holder.as_ref()).await?;
            }
            if holder.is_none() && torn.is_none() {
                torn = Some(found);
            }
            match pause {
                Some(_) if abandoned => {}
                Some(ms) => io.wait(ms).await,
                None => return Err(NoLock::Refused(refusal(holder.as_ref(), io.now()))),
            }
        }
    }

    /// Whether the lock is a file that others respect.
    pub(super) fn is_held(&self) -> bool {
        self.held.is_some()
    }

    /// Renews the stamp when it gets old; `No` when another program took the lock meanwhile.
    pub(super) async fn keep(&mut self, io: &Io) -> Tried<Done> {
        if self.is_lost {
            return Ok(Done::No);
        }
        let Some(held) = self.held.as_ref().filter(|_| io.now() - self.renewed > RENEW_AFTER) else {
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
        let holder = Holder { writer: self.me.writer.clone(), since: now, nonce: self.me.nonce.clone() };
        wire::line(&holder).into_bytes()
    }
}

/// Whether a lock file's content is from somebody who may still be at work.
pub(super) fn is_live(content: &[u8], now: i64) -> bool {
    wire::read_line(content).is_some_and(|holder: Holder| !is_abandoned(&holder, now))
}

/// Whether the trace of an abandoned lock can go.
pub(super) fn is_old_trace(content: &[u8], now: i64) -> bool {
    wire::read_line(content).is_none_or(|holder: Holder| (now - holder.since).abs() >= TRACE_KEPT)
}

fn is_abandoned(holder: &Holder, now: i64) -> bool {
    let age = now.saturating_sub(holder.since);
    !(-ABSURD_FUTURE..=ABANDONED_AFTER).contains(&age)
}

/// Renames an abandoned lock to a name that belongs to this one lock, so that of several programs that found it only one succeeds.
async fn break_lock(io: &Io, found: &[u8], holder: Option<&Holder>) -> Tried<()> {
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
