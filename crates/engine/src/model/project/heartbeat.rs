//! Heartbeats of the program that runs the timers, which come every few seconds.

use handoff_format::{Container, DataFile, PathKind, classify, read_authority};

/// Returns whether new content of a file only renews a heartbeat, which no view shows.
pub(super) fn is_heartbeat(path: &str, before: &[u8], bytes: &[u8]) -> bool {
    let is_valid = |bytes: &[u8]| {
        let data = DataFile::parse(Container::Json, bytes);
        data.is_ok_and(|data| read_authority(&data).1.is_empty())
    };
    classify(path) == PathKind::TimerAuthority && is_valid(before) && is_valid(bytes)
}
