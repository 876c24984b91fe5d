//! Reads and extends activity logs without reading what is known already.
//!
//! Invariant: lines are in a log once, however often the edits that append them are carried out.

use std::collections::{BTreeMap, BTreeSet};

use handoff_format::is_peer_log;
use handoff_protocol::FileState;

use crate::change::commit::io::{Done, Io, IoResult};
use crate::change::commit::journal::JournalEdit;
use crate::ground::edit::next_lines;
use crate::ground::tree::{Tree, is_activity_log, join, length, name, parent};
use crate::model::activity_log::file_number;

/// Maximum number of attempts to append to a log to which other programs append without a lock.
const MAX_SHARED_ATTEMPTS: usize = 50;

/// Returns the edit that appends lines to a log.
pub(super) fn append_edit(tree: &Tree, path: &str, lines: &str) -> JournalEdit {
    JournalEdit::Append { path: path.to_owned(), size: tree.size(path), lines: next_lines(tree, path, lines) }
}

/// Appends lines to a log that has this size. Returns `No` if another program has appended to it, unless
/// several programs do so.
pub(super) async fn append(io: &Io, path: &str, size: Option<u64>, lines: &str, flush: bool) -> IoResult<Done> {
    if is_peer_log(path) {
        return append_to_shared(io, path, size, lines, flush).await;
    }
    let size = size.unwrap_or(0);
    if io.append(path, size, lines.as_bytes(), flush).await? == Done::Yes {
        return Ok(Done::Yes);
    }
    // An attempt that was reported as failed or was interrupted may have appended all or a part.
    let Some((_, end)) = io.read_from(path, size).await? else { return Ok(Done::No) };
    match lines.as_bytes().strip_prefix(end.as_slice()) {
        Some([]) => Ok(Done::Yes),
        Some(rest) if !end.is_empty() => io.append(path, size.saturating_add(length(&end)), rest, flush).await,
        _ => Ok(Done::No),
    }
}

/// Appends the lines that a log does not contain to its end, whatever other programs have appended since
/// it had this size.
async fn append_to_shared(io: &Io, path: &str, size: Option<u64>, lines: &str, flush: bool) -> IoResult<Done> {
    let mut start = size.unwrap_or(0).saturating_sub(1);
    for _ in 0..MAX_SHARED_ATTEMPTS {
        let (actual, end) = io.read_from(path, start).await?.unwrap_or_default();
        if start > actual {
            // Another program has replaced it.
            start = actual.saturating_sub(1);
            continue;
        }
        let mut missing = missing_lines(&end, lines);
        if missing.is_empty() {
            return Ok(Done::Yes);
        }
        if end.last().is_some_and(|last| *last != b'\n') {
            missing.insert(0, '\n');
        }
        if io.append(path, actual, missing.as_bytes(), flush).await? == Done::Yes {
            return Ok(Done::Yes);
        }
    }
    Ok(Done::No)
}

/// Returns the lines that a content does not have.
fn missing_lines(content: &[u8], lines: &str) -> String {
    let present: BTreeSet<&[u8]> = content.split(|byte| *byte == b'\n').collect();
    let missing = lines.lines().filter(|line| !line.is_empty() && !present.contains(line.as_bytes()));
    missing.flat_map(|line| [line, "\n"]).collect()
}

/// Appends the lines that a log does not contain, whatever else it contains.
pub(super) async fn append_missing(io: &Io, path: &str, size: Option<u64>, lines: &str) -> IoResult<Done> {
    if append(io, path, size, lines, true).await? == Done::Yes {
        return Ok(Done::Yes);
    }
    let content = io.read(path).await?.unwrap_or_default();
    let mut missing = missing_lines(&content, lines);
    if missing.is_empty() {
        return Ok(Done::Yes);
    }
    if content.last().is_some_and(|last| *last != b'\n') {
        missing.insert(0, '\n');
    }
    io.append(path, length(&content), missing.as_bytes(), true).await
}

/// Removes lines, or the first part of them, from the end of a log that had this size before.
/// Returns `No` if another program has appended to it since.
pub(super) async fn cut(io: &Io, temp: &str, path: &str, size: Option<u64>, lines: &str) -> IoResult<Done> {
    let Some(content) = io.read(path).await? else { return Ok(Done::Yes) };
    let kept = usize::try_from(size.unwrap_or(0)).unwrap_or(usize::MAX);
    let Some((head, end)) = content.split_at_checked(kept) else { return Ok(Done::Yes) };
    if !lines.as_bytes().starts_with(end) {
        // If nothing was appended, there is nothing to remove.
        let others: BTreeSet<&[u8]> = end.split(|byte| *byte == b'\n').collect();
        let is_present = lines.lines().any(|line| !line.is_empty() && others.contains(line.as_bytes()));
        return Ok(if is_present { Done::No } else { Done::Yes });
    }
    match size {
        None => io.remove(path).await.map(|_| Done::Yes),
        Some(_) if end.is_empty() => Ok(Done::Yes),
        Some(_) => io.exchange(temp, path, Some(&content), head, true).await,
    }
}

/// Returns whether an edit is not an append, or has appended everything.
pub(super) async fn is_appended(io: &Io, edit: &JournalEdit) -> IoResult<bool> {
    let JournalEdit::Append { path, size, lines } = edit else { return Ok(true) };
    let end = io.read_from(path, size.unwrap_or(0)).await?;
    let is_whole =
        |end: &[u8]| if is_peer_log(path) { missing_lines(end, lines).is_empty() } else { end == lines.as_bytes() };
    Ok(end.is_some_and(|(_, end)| is_whole(&end)))
}

/// Returns what a log has more than the host's tree, `None` if it does not exist.
pub(super) async fn read_log(io: &Io, path: &str) -> IoResult<Option<FileState>> {
    let log = path.to_owned();
    let (size, last) = io.host(move |host| (host.tree().size(&log).unwrap_or(0), host.tree().last_byte(&log))).await;
    // An unknown last byte is read too, since the next line must begin on a new line.
    let offset = if last.is_none() { size.saturating_sub(1) } else { size };
    let path = path.to_owned();
    Ok(match io.read_from(&path, offset).await? {
        None => None,
        Some((actual, bytes)) if actual >= size => Some(FileState::LogEnd { path, offset, bytes }),
        // Another program has replaced it.
        Some(_) => io.read(&path).await?.map(|bytes| FileState::File { path, bytes }),
    })
}

/// Returns the logs in the folder of a log of which the host's tree does not have the end, and
/// whether another Handoff process has appended something.
pub(super) async fn rescan_logs(io: &Io, log: &str) -> IoResult<(Vec<FileState>, bool)> {
    let folder = parent(log);
    let known = last_numbers(io, folder).await;
    let (mut states, mut is_news) = (Vec::new(), false);
    // A missing folder has no logs.
    for entry in io.list(folder).await?.unwrap_or_default() {
        // Only the last file of a writer grows.
        let grows = |(writer, number): (&str, u32)| known.get(writer).is_none_or(|known| number >= *known);
        let path = join(folder, &entry);
        if !is_activity_log(&path) || !file_number(&entry).is_some_and(grows) {
            continue;
        }
        let Some(state) = read_log(io, &path).await? else { continue };
        let (before, new) = (path.clone(), state.clone());
        let (is_known, size) = io.host(move |host| (host.tree().has_state(&new), host.tree().size(&before))).await;
        if !is_known {
            is_news |= end_of(&state) != size;
            states.push(state);
        }
    }
    Ok((states, is_news))
}

/// Returns the number of the last known file of each writer in a folder.
async fn last_numbers(io: &Io, folder: &str) -> BTreeMap<String, u32> {
    let folder = folder.to_owned();
    io.host(move |host| {
        let mut last = BTreeMap::new();
        for (writer, number) in host.tree().children(&folder).filter_map(|(entry, _)| file_number(name(entry))) {
            let known = last.entry(writer.to_owned()).or_insert(number);
            *known = number.max(*known);
        }
        last
    })
    .await
}

/// Returns the size of the log that a state describes.
fn end_of(state: &FileState) -> Option<u64> {
    match state {
        FileState::File { bytes, .. } => Some(length(bytes)),
        FileState::LogEnd { offset, bytes, .. } => Some(offset.saturating_add(length(bytes))),
        _ => None,
    }
}
