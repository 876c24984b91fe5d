//! Two clocks: the time of day, which may be set, and a monotonic one, which measures durations.
//!
//! Invariant: a duration is measured by the monotonic clock. So no time is gained or lost when the
//! time of day is set.

/// The maximum time between two calls. A longer one means that the computer slept.
pub(super) const MAX_GAP_MS: u64 = 60_000;
/// Differences between the clocks below this are not a clock that was set.
const TOLERANCE_MS: u64 = 1000;

/// A time by both clocks, in milliseconds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    /// Since 1970-01-01 UTC.
    pub(super) wall: i64,
    pub(super) monotonic: u64,
}

impl Moment {
    /// Returns the monotonic time of an earlier time of day.
    pub(super) fn monotonic_at(self, wall: i64) -> u64 {
        self.monotonic.saturating_sub(self.wall.saturating_sub(wall).max(0).unsigned_abs())
    }

    /// Returns the time of day minus the monotonic time.
    fn offset(self) -> i64 {
        self.wall.saturating_sub_unsigned(self.monotonic)
    }
}

/// The change of the clocks since the last call.
#[derive(Clone, Copy, Debug)]
pub(super) enum ClockEvent {
    /// The time of day was set.
    Set {
        /// The present time by the clock before.
        before: i64,
    },
    /// The computer has slept.
    Slept {
        /// The time of day when it fell asleep.
        wall: i64,
    },
}

/// Follows the two clocks from call to call.
#[derive(Debug, Default)]
pub(super) struct Clock {
    last: Option<Moment>,
    /// The time of day minus the monotonic time.
    offset: i64,
}

impl Clock {
    /// Notes the time of a call.
    ///
    /// Some monotonic clocks stand still while the computer sleeps, so that sleep looks like a clock
    /// that was set forward.
    pub(super) fn advance(&mut self, now: Moment) -> Option<ClockEvent> {
        let last = self.last.replace(now);
        let offset = std::mem::replace(&mut self.offset, now.offset());
        let last = last?;
        let before = offset.saturating_add_unsigned(now.monotonic);
        if now.monotonic.saturating_sub(last.monotonic) > MAX_GAP_MS {
            let wall = offset.saturating_add_unsigned(last.monotonic);
            return Some(ClockEvent::Slept { wall });
        }
        if now.wall.saturating_sub_unsigned(MAX_GAP_MS) > before {
            return Some(ClockEvent::Slept { wall: before });
        }
        if before.abs_diff(now.wall) >= TOLERANCE_MS {
            return Some(ClockEvent::Set { before });
        }
        self.offset = offset;
        None
    }

    /// Returns the monotonic time of the last call.
    pub(super) fn last_monotonic(&self) -> Option<u64> {
        self.last.map(|last| last.monotonic)
    }

    /// Returns the time of day at a monotonic time, by the clock as it is set now.
    pub(super) fn wall_at(&self, monotonic: u64) -> i64 {
        self.offset.saturating_add_unsigned(monotonic)
    }
}
