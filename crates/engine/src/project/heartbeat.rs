//! Heartbeats of the program that runs the timers. No view shows them, so they are no change of the
//! project.

use handoff_format::{Container, Document, read_authority};

/// The file that names the program which runs the timers.
pub(crate) const AUTHORITY: &str = "timer/authority.json";

/// Returns whether bytes only renew a heartbeat, which no view shows.
pub(super) fn is_heartbeat(path: &str, before: &[u8], bytes: &[u8]) -> bool {
    let is_valid = |bytes: &[u8]| {
        let document = Document::parse(Container::Json, bytes);
        document.is_ok_and(|document| read_authority(&document).1.is_empty())
    };
    path == AUTHORITY && is_valid(before) && is_valid(bytes)
}
