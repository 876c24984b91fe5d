//! Reads the disk again where it differs from the host's tree.
//!
//! Invariant: states are reported to the host as they were read. A file that vanished gets time to
//! come back first, since other programs remove a task's file before they write it anew.

use std::collections::{BTreeMap, BTreeSet};

use handoff_protocol::{Edit, FileState};

use crate::change::commit::io::{Io, IoResult};
use crate::change::commit::journal_progress::{DiskState, ExpectedState, ExpectedStates};
use crate::change::commit::logs;
use crate::ground::edit::paths;
use crate::ground::tree::{Entry, is_log, join, name, parent, within};

/// Delays in milliseconds while a vanished file may come back, a little over a second in all.
const COMEBACK_DELAYS_MS: [u32; 6] = [20, 40, 80, 160, 320, 640];
/// The maximum depth of folders; bounds the walk if a file system reports an endless tree.
const MAX_DEPTH: usize = 64;

/// The difference between a folder on disk and in the host's tree.
#[derive(Default)]
struct Difference {
    states: Vec<FileState>,
    /// A file of the tree is missing on disk.
    lost_file: bool,
    /// A folder of the tree is missing on disk.
    lost_folder: bool,
    /// The disk has an entry that is not in the tree.
    gained: bool,
}

/// Returns what differs around the paths whose expectations do not hold.
pub(super) async fn rescan_contradicted(
    io: &Io,
    expected: &ExpectedStates<'_>,
    disk: &DiskState,
) -> IoResult<Vec<FileState>> {
    let mut states = Vec::new();
    let mut scanned_folders = BTreeSet::default();
    for path in expected.contradicted_paths(disk) {
        if scanned_folders.insert(parent(path)) {
            states.extend(rescan_path(io, path).await?);
        }
    }
    Ok(states)
}

/// Returns what differs at a path and in the folder that holds it.
pub(super) async fn rescan_path(io: &Io, path: &str) -> IoResult<Vec<FileState>> {
    let mut topmost_change = path;
    while !parent(topmost_change).is_empty() && io.list(parent(topmost_change)).await?.is_none() {
        topmost_change = parent(topmost_change);
    }
    let mut delays = COMEBACK_DELAYS_MS.into_iter();
    let difference = loop {
        let difference = compare_folder(io, parent(topmost_change), Some(path)).await?;
        if !difference.lost_file || difference.gained {
            break difference;
        }
        match delays.next() {
            Some(ms) => io.wait(ms).await,
            None => break difference,
        }
    };
    if difference.lost_folder && !difference.gained {
        // It may have moved to another folder.
        let top = path.split_once('/').map_or(path, |(top, _)| top);
        return rescan_subtree(io, top).await;
    }
    Ok(difference.states)
}

/// Returns what differs in a folder, or below the topmost one if the folder itself is gone.
pub(super) async fn rescan_folder(io: &Io, path: &str) -> IoResult<Vec<FileState>> {
    if io.list(path).await?.is_some() {
        return Ok(compare_folder(io, path, None).await?.states);
    }
    rescan_subtree(io, path.split_once('/').map_or(path, |(top, _)| top)).await
}

/// Returns what differs in a folder whose names were just listed.
///
/// Reports nothing if files are missing and no entry is new: they may come back.
pub(super) async fn rescan_names(io: &Io, path: &str, listed: &BTreeSet<String>) -> IoResult<Vec<FileState>> {
    let listed: Vec<String> = listed.iter().cloned().collect();
    if content_paths(path, &listed).eq(tree_entries(io, path).await.into_keys()) {
        return Ok(Vec::new());
    }
    let difference = compare_folder(io, path, None).await?;
    Ok(if difference.lost_file && !difference.gained { Vec::new() } else { difference.states })
}

/// Returns which names differ in a whole subtree.
pub(super) async fn rescan_subtree(io: &Io, top: &str) -> IoResult<Vec<FileState>> {
    let (mut states, mut pending_folders) = (Vec::new(), vec![top.to_owned()]);
    while let Some(path) = pending_folders.pop() {
        let difference = compare_folder(io, &path, None).await?;
        let is_gone = |entry: &str| {
            difference.states.iter().any(|state| matches!(state, FileState::Gone { path } if path == entry))
        };
        for (entry, is_folder) in tree_entries(io, &path).await {
            if is_folder && !is_gone(&entry) {
                pending_folders.push(entry);
            }
        }
        states.extend(difference.states);
    }
    Ok(states)
}

/// Returns the entries of a folder in the host's tree by path, and whether each is a folder.
async fn tree_entries(io: &Io, path: &str) -> BTreeMap<String, bool> {
    let folder = path.to_owned();
    io.host(move |host| {
        let entries = host.tree().children(&folder);
        entries.map(|(name, entry)| (join(&folder, name), matches!(entry, Entry::Folder(_)))).collect()
    })
    .await
}

/// Compares the names in a folder. Reads the entries that are new, and `file` if the tree has it.
async fn compare_folder(io: &Io, path: &str, file: Option<&str>) -> IoResult<Difference> {
    let mut difference = Difference::default();
    let in_tree = tree_entries(io, path).await;
    let on_disk: BTreeSet<String> = match io.list(path).await? {
        Some(names) => {
            names.iter().map(|name| join(path, name)).filter(|path| handoff_format::is_content(path)).collect()
        }
        None => BTreeSet::default(),
    };
    for path in &on_disk {
        if !in_tree.contains_key(path) {
            let states = read_subtree(io, path).await?;
            difference.gained |= !states.is_empty();
            difference.states.extend(states);
        } else if file == Some(path.as_str()) && in_tree.get(path) == Some(&false) {
            difference.states.extend(read_file(io, path).await);
        }
    }
    for (path, is_folder) in in_tree {
        if !on_disk.contains(&path) && handoff_format::is_content(&path) {
            if is_folder {
                difference.lost_folder = true;
            } else {
                difference.lost_file = true;
            }
            difference.states.push(FileState::Gone { path });
        }
    }
    Ok(difference)
}

/// Reads everything at and below a path that is not in the host's tree.
async fn read_subtree(io: &Io, path: &str) -> IoResult<Vec<FileState>> {
    let (mut states, mut pending_paths) = (Vec::new(), vec![path.to_owned()]);
    while let Some(path) = pending_paths.pop() {
        match io.list(&path).await {
            Ok(Some(names)) => {
                if path.split('/').count() < MAX_DEPTH {
                    pending_paths.extend(content_paths(&path, &names));
                }
                states.push(FileState::Folder { path });
            }
            Ok(None) => states.extend(read_file(io, &path).await),
            Err(fail) => states.push(FileState::Unreadable { path, reason: fail.reason, is_folder: true }),
        }
    }
    Ok(states)
}

/// Returns the paths in a folder that belong to the project.
fn content_paths(folder: &str, names: &[String]) -> impl Iterator<Item = String> {
    let names = names.iter().filter(|name| !name.contains('/'));
    names.map(|name| join(folder, name)).filter(|path| handoff_format::is_content(path))
}

/// Returns a file's state, or `None` if it is gone again. Of a log only the end is read.
pub(super) async fn read_file(io: &Io, path: &str) -> Option<FileState> {
    let read = if is_log(path) {
        logs::read_log(io, path).await
    } else {
        let content = io.read(path).await;
        content.map(|bytes| bytes.map(|bytes| FileState::File { path: path.to_owned(), bytes }))
    };
    match read {
        Ok(state) => state,
        Err(fail) => Some(FileState::Unreadable { path: path.to_owned(), reason: fail.reason, is_folder: false }),
    }
}

/// Returns the folders that edits need.
pub(super) fn folders_of_targets(edits: &[Edit]) -> BTreeSet<String> {
    let mut folders = BTreeSet::default();
    for path in edits.iter().flat_map(paths) {
        let mut folder = parent(path);
        while !folder.is_empty() && folders.insert(folder.to_owned()) {
            folder = parent(folder);
        }
    }
    folders
}

/// Returns the first of some paths at which the disk has something that is not a folder. The host
/// does not know it if the path is not scanned, such as the trash.
pub(super) async fn find_blocked_folder(io: &Io, folders: &BTreeSet<String>) -> IoResult<Option<String>> {
    for folder in folders {
        let is_listed =
            io.list(parent(folder)).await?.is_some_and(|names| names.iter().any(|entry| entry == name(folder)));
        if is_listed && io.list(folder).await?.is_none() {
            return Ok(Some(folder.clone()));
        }
    }
    Ok(None)
}

/// Reads the states of the paths that a completed journal changed, for a host that does not have
/// them yet.
pub(super) async fn read_changed(io: &Io, expected: &ExpectedStates<'_>) -> IoResult<Vec<FileState>> {
    let mut states: Vec<FileState> = Vec::new();
    let mut last_subtree: Option<&String> = None;
    for (path, expectation) in expected.iter().filter(|(path, _)| handoff_format::is_content(path)) {
        let is_read = last_subtree.is_some_and(|folder| within(path, folder));
        // The host may have what was there only between two moves.
        if is_read && !matches!(expectation, ExpectedState::Absent) {
            continue;
        }
        let siblings = io.list(parent(path)).await?;
        let exists = siblings.is_some_and(|names| names.iter().any(|sibling| sibling == name(path)));
        if !exists {
            states.push(FileState::Gone { path: path.clone() });
        } else if !is_read {
            states.extend(read_subtree(io, path).await?);
        }
        if !is_read {
            last_subtree = Some(path);
        }
    }
    Ok(states)
}
