//! The clocks of this machine, and its local time.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

use chrono::DateTime;

#[cfg(target_os = "wasi")]
pub use crate::ground::node::time_zone;
#[cfg(not(target_os = "wasi"))]
pub use crate::ground::system_zone::time_zone;

/// Returns the time in milliseconds since 1970-01-01 UTC. A clock that is set before 1970 counts as
/// 1970.
#[allow(clippy::disallowed_methods, reason = "a shell has the clock that the engine lacks")]
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// Returns the time of the monotonic clock, which measures durations.
#[allow(clippy::disallowed_methods, reason = "a shell has the clock that the engine lacks")]
pub fn instant() -> Instant {
    Instant::now()
}

/// Returns the local day, in days since 1970-01-01.
pub fn today() -> i32 {
    let now = now();
    time_zone(now).day_of(now)
}

/// Formats a time, in milliseconds since 1970-01-01 UTC, as local time to the minute.
pub fn format_local(at: i64) -> String {
    let local = DateTime::from_timestamp_millis(time_zone(now()).local(at)).unwrap_or_default();
    local.format("%Y-%m-%d %H:%M").to_string()
}
