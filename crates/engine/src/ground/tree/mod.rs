//! The files of a project: the entry at each path below `.handoff/`.
//!
//! Invariant: an entry with entries below it is a folder, so removing or moving a folder includes
//! its subtree.

use std::collections::BTreeMap;

use handoff_protocol::FileState;

/// The folder of deleted files.
pub(crate) const TRASH: &str = "trash";

/// The entry at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A file with its content.
    File(Vec<u8>),
    /// A folder with its entries by name.
    Folder(Entries),
    /// A log whose beginning was not read.
    Log {
        /// Its size in bytes.
        size: u64,
        /// Its last byte, if that was read.
        last: Option<u8>,
    },
    /// A symbolic link, never followed.
    Link,
    /// A file or folder that could not be read.
    Unreadable {
        /// The file system's error message.
        reason: String,
        /// Whether it is a folder.
        is_folder: bool,
    },
}

impl Entry {
    /// Returns the state that a shell would report for this entry, without the entries of a folder.
    pub fn state(&self, path: String) -> FileState {
        match self {
            Entry::File(bytes) => FileState::File { path, bytes: bytes.clone() },
            Entry::Folder(_) => FileState::Folder { path },
            Entry::Log { size, .. } => FileState::LogEnd { path, offset: *size, bytes: Vec::new() },
            Entry::Link => FileState::Link { path },
            Entry::Unreadable { reason, is_folder } => {
                FileState::Unreadable { path, reason: reason.clone(), is_folder: *is_folder }
            }
        }
    }
}

/// Entries by name.
pub type Entries = BTreeMap<String, Entry>;

/// All entries of a project. Paths are relative to `.handoff/`, parts separated by `/`; the empty
/// path is the root.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    top: Entries,
}

impl Tree {
    /// Returns the entry at a path. The root is not an entry.
    pub fn get(&self, path: &str) -> Option<&Entry> {
        let mut parts = parts(path);
        let mut entry = self.top.get(parts.next()?)?;
        for part in parts {
            let Entry::Folder(entries) = entry else { return None };
            entry = entries.get(part)?;
        }
        Some(entry)
    }

    /// Returns the content of a file, `None` for any other entry.
    pub fn file(&self, path: &str) -> Option<&[u8]> {
        match self.get(path)? {
            Entry::File(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// Returns the size of a file, read or not.
    pub fn size(&self, path: &str) -> Option<u64> {
        match self.get(path)? {
            Entry::File(bytes) => Some(length(bytes)),
            Entry::Log { size, .. } => Some(*size),
            _ => None,
        }
    }

    /// Returns the last byte of a file, as far as it was read.
    pub fn last_byte(&self, path: &str) -> Option<u8> {
        match self.get(path)? {
            Entry::File(bytes) => bytes.last().copied(),
            Entry::Log { last, .. } => *last,
            _ => None,
        }
    }

    /// Returns whether there is a folder at a path. The root is one.
    pub fn is_folder(&self, path: &str) -> bool {
        self.folder(path).is_some()
    }

    /// Returns the direct entries of a folder, by name in byte order. Empty if there is no folder.
    pub fn children(&self, path: &str) -> impl Iterator<Item = (&str, &Entry)> {
        self.folder(path).into_iter().flatten().map(|(name, entry)| (name.as_str(), entry))
    }

    /// Returns everything below a folder with full paths, each folder directly before its entries.
    pub fn walk(&self, path: &str) -> Walk<'_> {
        let start = parts(path).collect::<Vec<_>>().join("/");
        Walk { levels: self.folder(path).map(|entries| (start, entries.iter())).into_iter().collect() }
    }

    /// Returns the paths at or below `root` that have an entry here but no longer on disk, only the
    /// topmost of each subtree.
    ///
    /// `is_on_disk` returns whether the shell has just found an entry at a path. Paths that shells
    /// do not scan are left out, except for the trash and the packages if `root` is in them.
    pub fn find_vanished(&self, root: &str, is_on_disk: impl Fn(&str) -> bool) -> Vec<String> {
        let is_on_demand = |path: &str| root == TRASH && within(path, TRASH) || handoff_format::is_in_packages(root);
        let is_compared = |path: &str| is_scanned(path) || is_on_demand(path);
        let mut vanished = Vec::new();
        let mut pending_paths = vec![root.to_owned()];
        while let Some(path) = pending_paths.pop() {
            if is_root(&path) || is_on_disk(&path) {
                pending_paths.extend(self.children(&path).map(|(name, _)| join(&path, name)));
            } else if self.get(&path).is_some() && is_compared(&path) {
                vanished.push(path);
            }
        }
        vanished
    }

    /// Inserts or replaces an entry. Creates missing parent folders; a parent that is not a folder
    /// becomes one.
    pub fn insert(&mut self, path: &str, entry: Entry) {
        let Some((parents, name)) = split(path) else { return };
        let mut entries = &mut self.top;
        for part in parents {
            if !matches!(entries.get(part), Some(Entry::Folder(_))) {
                entries.insert(part.to_owned(), Entry::Folder(BTreeMap::new()));
            }
            let Some(Entry::Folder(inner)) = entries.get_mut(part) else { return };
            entries = inner;
        }
        entries.insert(name.to_owned(), entry);
    }

    /// Removes and returns the entry at a path, with everything below it.
    pub fn remove(&mut self, path: &str) -> Option<Entry> {
        let (parents, name) = split(path)?;
        let mut entries = &mut self.top;
        for part in parents {
            let Some(Entry::Folder(inner)) = entries.get_mut(part) else { return None };
            entries = inner;
        }
        entries.remove(name)
    }

    /// Moves an entry with everything below it. Returns whether there was one.
    pub fn rename(&mut self, from: &str, to: &str) -> bool {
        let Some(entry) = self.remove(from) else { return false };
        self.insert(to, entry);
        true
    }

    /// Applies a state from a shell. Returns whether it changed anything.
    pub fn apply(&mut self, state: FileState) -> bool {
        let is_change = !self.has_state(&state);
        if is_change {
            self.put(state);
        }
        is_change
    }

    /// Returns whether a state from a shell equals the entry at its path.
    pub fn has_state(&self, state: &FileState) -> bool {
        self.equals_state(state, self.get(state_path(state)))
    }

    /// Returns whether a state from a shell equals `entry`, the entry at its path.
    pub(crate) fn equals_state(&self, state: &FileState, entry: Option<&Entry>) -> bool {
        match (state, entry) {
            (FileState::File { bytes, .. }, Some(Entry::File(entry_bytes))) => bytes == entry_bytes,
            (FileState::LogEnd { offset, bytes, .. }, Some(Entry::File(content))) => {
                split_at(content, *offset).is_some_and(|(_, end)| end == bytes.as_slice())
            }
            (FileState::LogEnd { offset, bytes, .. }, Some(Entry::Log { size, last })) => {
                *size == offset.saturating_add(length(bytes)) && (bytes.is_empty() || bytes.last() == last.as_ref())
            }
            (
                FileState::Unreadable { reason, is_folder, .. },
                Some(Entry::Unreadable { reason: entry_reason, is_folder: was_folder }),
            ) => reason == entry_reason && is_folder == was_folder,
            (FileState::Link { .. }, Some(Entry::Link)) | (FileState::Folder { .. }, Some(Entry::Folder(_))) => true,
            (FileState::Folder { path }, None) => is_root(path),
            (FileState::Gone { path }, None) => self.top.is_empty() || !is_root(path),
            _ => false,
        }
    }

    /// Applies a state from a shell without comparing it first.
    pub fn put(&mut self, state: FileState) {
        match state {
            FileState::File { path, bytes } => self.insert(&path, Entry::File(bytes)),
            FileState::LogEnd { path, offset, bytes } => {
                let entry = log_with_end(self.remove(&path), offset, bytes);
                self.insert(&path, entry);
            }
            FileState::Folder { path } => self.insert(&path, Entry::Folder(BTreeMap::new())),
            FileState::Link { path } | FileState::Unreadable { path, .. } if is_root(&path) => self.top.clear(),
            FileState::Link { path } => self.insert(&path, Entry::Link),
            FileState::Unreadable { path, reason, is_folder } => {
                self.insert(&path, Entry::Unreadable { reason, is_folder });
            }
            FileState::Gone { path } if is_root(&path) => self.top.clear(),
            FileState::Gone { path } => {
                self.remove(&path);
            }
        }
    }

    fn folder(&self, path: &str) -> Option<&Entries> {
        if is_root(path) {
            return Some(&self.top);
        }
        match self.get(path)? {
            Entry::Folder(entries) => Some(entries),
            _ => None,
        }
    }
}

/// An iterator over a subtree in path order.
pub struct Walk<'a> {
    levels: Vec<(String, std::collections::btree_map::Iter<'a, String, Entry>)>,
}

impl<'a> Iterator for Walk<'a> {
    type Item = (String, &'a Entry);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (folder, entries) = self.levels.last_mut()?;
            let Some((name, entry)) = entries.next() else {
                self.levels.pop();
                continue;
            };
            let path = join(folder, name);
            if let Entry::Folder(inner) = entry {
                self.levels.push((path.clone(), inner.iter()));
            }
            return Some((path, entry));
        }
    }
}

/// Returns the path of a state.
pub fn state_path(state: &FileState) -> &str {
    match state {
        FileState::File { path, .. }
        | FileState::LogEnd { path, .. }
        | FileState::Folder { path }
        | FileState::Link { path }
        | FileState::Unreadable { path, .. }
        | FileState::Gone { path } => path,
    }
}

/// Returns the path of a name in a folder.
pub fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// Returns the folder of a path, empty for the root.
pub fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Returns the last part of a path.
pub fn name(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

/// Returns whether a path is a folder's path or below it. Every path is below the root.
pub fn within(path: &str, folder: &str) -> bool {
    folder.is_empty() || path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The folder of the files that matter on this machine only.
pub(crate) const LOCAL: &str = "local";

/// Returns whether a shell reads the file at a path when it opens a project. The other content, the packages,
/// is fed on demand.
pub(crate) fn is_scanned(path: &str) -> bool {
    handoff_format::is_content(path) && !handoff_format::is_in_packages(path)
}

/// Returns whether a path is that of an activity log or of a log of `handoff-mcp`. Logs only grow, so a
/// shell may read only their end.
pub(crate) fn is_log(path: &str) -> bool {
    is_activity_log(path) || handoff_format::is_peer_log(path)
}

/// Returns whether a path is that of an activity log.
pub(crate) fn is_activity_log(path: &str) -> bool {
    matches!(handoff_format::classify(path), handoff_format::PathKind::Activity)
}

/// Returns a log after its end was read. Content that was read before is kept.
fn log_with_end(before: Option<Entry>, offset: u64, bytes: Vec<u8>) -> Entry {
    let last_before = match before {
        Some(Entry::File(mut content)) if split_at(&content, offset).is_some() => {
            // `split_at` has found that the offset is inside the content.
            content.truncate(usize::try_from(offset).unwrap_or(usize::MAX));
            content.extend(bytes);
            return Entry::File(content);
        }
        _ if offset == 0 => return Entry::File(bytes),
        Some(Entry::Log { size, last }) if size == offset => last,
        _ => None,
    };
    Entry::Log { size: offset.saturating_add(length(&bytes)), last: bytes.last().copied().or(last_before) }
}

/// Returns the parts of a content before and from an offset on, `None` if it is shorter.
fn split_at(content: &[u8], offset: u64) -> Option<(&[u8], &[u8])> {
    content.split_at_checked(usize::try_from(offset).ok()?)
}

/// Returns the length of a content as the size of a file.
pub(crate) fn length(bytes: &[u8]) -> u64 {
    u64::try_from(bytes.len()).unwrap_or(u64::MAX)
}

fn is_root(path: &str) -> bool {
    parts(path).next().is_none()
}

fn parts(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|part| !part.is_empty())
}

fn split(path: &str) -> Option<(impl Iterator<Item = &str>, &str)> {
    let path = path.trim_matches('/');
    (!path.is_empty()).then(|| (parts(parent(path)), name(path)))
}

#[cfg(test)]
mod tests;
