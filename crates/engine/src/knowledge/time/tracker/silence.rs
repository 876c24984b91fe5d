//! Times in which the program that leads cannot renew its heartbeat, so that it only seems to be gone.

use handoff_format::Authority;

use crate::knowledge::time::clock::{ClockEvent, Moment};
use crate::knowledge::time::tracker::absence::MAX_AWAY_MS;
use crate::knowledge::time::{is_alive, milliseconds};

/// The time in which the program that leads writes again after a silence.
const GRACE_MS: u64 = 45_000;

/// A pause of writing, a sleep of the computer, or a clock that was set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Silence {
    /// The time of day of its beginning; `None` if it began before this program.
    since: Option<i64>,
    /// When the program that leads must have written again, in monotonic milliseconds.
    until: u64,
}

impl Silence {
    /// Notes what silences a program at a call. `last` is the monotonic time of the call before.
    pub(super) fn note(
        silence: &mut Option<Silence>,
        (last, now): (Option<u64>, Moment),
        event: Option<ClockEvent>,
        is_paused: bool,
    ) {
        let since = match event {
            Some(ClockEvent::Slept { wall } | ClockEvent::Set { before: wall }) => Some(wall),
            None if !is_paused => return,
            None if last.is_none() => None,
            None => Some(now.wall),
        };
        let until = now.monotonic.saturating_add(GRACE_MS);
        match silence {
            // A pause goes on while the computer sleeps.
            Some(known) if last <= Some(known.until) => known.until = until,
            _ => *silence = Some(Silence { since, until }),
        }
    }

    /// Returns whether the program of a stale record may write again. One that has released the lead,
    /// or was gone when the silence began, does not.
    pub(super) fn may_return(self, record: &Authority, now: Moment) -> bool {
        let Some(heartbeat) = milliseconds(&record.heartbeat_at).filter(|heartbeat| *heartbeat > 0) else {
            return false;
        };
        let was_alive = match self.since {
            // It may have written between a sleep and a pause that are one silence here.
            Some(since) => heartbeat >= since || is_alive(record, since),
            None => now.wall.saturating_sub(heartbeat) <= MAX_AWAY_MS,
        };
        was_alive && now.monotonic <= self.until
    }
}
