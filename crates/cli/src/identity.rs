//! Who and where we are, as far as the engine must know.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};

use chrono::{Local, Offset as _, TimeZone as _};

/// A random number.
pub fn seed() -> u32 {
    let random = RandomState::new().build_hasher().finish();
    u32::try_from(random & u64::from(u32::MAX)).unwrap_or_default()
}

/// The name of this program's log file, of which no other program on any machine has the same: programs that start at the same time must
/// not write to one file.
pub fn writer() -> String {
    format!("handoff-{:08x}{:08x}", seed(), seed())
}

/// Minutes to add to UTC for the civil time here, at a time in milliseconds since 1970-01-01 UTC.
pub fn utc_offset_minutes(now: i64) -> i32 {
    let offset = Local.timestamp_millis_opt(now).single().map(|time| time.offset().fix().local_minus_utc());
    offset.unwrap_or_default() / 60
}
