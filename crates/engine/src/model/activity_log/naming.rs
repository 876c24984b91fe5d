//! The names of log files: `activity/<YYYY-MM>/<writer>.jsonl`, continued in `<writer>.2.jsonl` and
//! so on.
//!
//! Invariant: a file is only appended to until it has reached its maximum size, so reading or
//! replacing the last file of a writer has a bounded cost.

use handoff_protocol::{Context, Edit, Event};

use crate::ground::tree::{Entry, Tree, join};
use crate::model::activity_log::FOLDER;

/// The size from which on a log is continued in another file.
const MAX_BYTES: u64 = 512 * 1024;
/// The first line of a log, with the version of the format.
const HEADER: &str = "{\"log\":1}\n";

/// Returns the edit that appends events to the writer's last file of this month, `None` without
/// events. Avoids the files that `edits` write.
pub(crate) fn append_events(tree: &Tree, edits: &[Edit], events: &[Event], context: &Context) -> Option<Edit> {
    if events.is_empty() {
        return None;
    }
    let month: String = handoff_format::timestamp(context.now).chars().take(7).collect();
    let is_written = |path: &str| edits.iter().any(|edit| matches!(edit, Edit::Write { path: own, .. } if own == path));
    let path = free_file(tree, &join(FOLDER, &month), &context.writer, is_written);
    let lines = events.iter().map(|event| handoff_protocol::to_json(event) + "\n");
    let header = if tree.size(&path).unwrap_or(0) == 0 { HEADER } else { "" };
    Some(Edit::Append { path, lines: header.to_owned() + &lines.collect::<String>() })
}

/// Returns the writer's last file in a folder, or a new one if that is full or cannot be written.
fn free_file(tree: &Tree, folder: &str, writer: &str, is_written: impl Fn(&str) -> bool) -> String {
    let numbers = tree.children(folder).filter_map(|(name, _)| file_number(name));
    let last = numbers.filter(|(name, _)| *name == writer).map(|(_, number)| number).max();
    let mut number = last.unwrap_or(1);
    loop {
        let name = if number == 1 { format!("{writer}.jsonl") } else { format!("{writer}.{number}.jsonl") };
        let path = join(folder, &name);
        match tree.get(&path) {
            Some(Entry::File(_) | Entry::Log { .. }) if tree.size(&path) >= Some(MAX_BYTES) || is_written(&path) => {}
            None | Some(Entry::File(_) | Entry::Log { .. }) => return path,
            Some(Entry::Folder(_) | Entry::Link | Entry::Unreadable { .. }) => {}
        }
        number += 1;
    }
}

/// Returns the writer of a log file and its number, the first of which is 1.
pub(crate) fn file_number(name: &str) -> Option<(&str, u32)> {
    let stem = name.strip_suffix(".jsonl")?;
    let numbered = stem.rsplit_once('.').and_then(|(writer, number)| Some((writer, number.parse().ok()?)));
    Some(numbered.unwrap_or((stem, 1)))
}
