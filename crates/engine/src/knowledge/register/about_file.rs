//! What the register says about a file.

use std::cmp::Reverse;

use crate::ground::words::paths::{mentions_file, normal_path};
use crate::knowledge::register::{EntryKind, Register, RegisterEntry};

/// The kinds of entries that matter to somebody who is about to change a file, in this order.
const KINDS: [EntryKind; 5] =
    [EntryKind::Caution, EntryKind::Decision, EntryKind::Blocker, EntryKind::Pointer, EntryKind::ContextNote];
impl Register {
    /// Returns the standing entries about a file: cautions, decisions, blockers, pointers and notes that
    /// name it, or a pointer to its folder; the newest of each kind first. `path` is relative to the
    /// project.
    pub fn about_file(&self, path: &str) -> Vec<&RegisterEntry> {
        let path = normal_path(path);
        let is_mentioned = |entry: &RegisterEntry| entry.texts().any(|text| mentions_file(text, &path));
        let is_about = |entry: &&RegisterEntry| {
            if entry.kind == EntryKind::Pointer {
                entry.text("path").is_some_and(|pointed| points_to(pointed, &path))
            } else {
                is_mentioned(entry)
            }
        };
        let order = |kind: EntryKind| KINDS.iter().position(|other| *other == kind);
        let standing = self.entries().iter().filter(|entry| entry.is_standing() && order(entry.kind).is_some());
        let mut entries: Vec<&RegisterEntry> = standing.filter(is_about).collect();
        entries.sort_by_key(|entry| (order(entry.kind), Reverse(entry.age)));
        entries
    }
}

/// Returns whether the path of a pointer is that of a file, or of a folder above it.
fn points_to(pointed: &str, path: &str) -> bool {
    let pointed = normal_path(pointed.split('#').next().unwrap_or(pointed));
    let rest = path.strip_prefix(pointed.as_str()).filter(|_| !pointed.is_empty());
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
