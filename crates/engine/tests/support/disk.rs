//! An in-memory shell: a disk and its answers to the actions of a commit.

use std::collections::{BTreeMap, BTreeSet};

use handoff_engine::Engine;
use handoff_engine::tree::{Entry, Tree, join, parent};
use handoff_protocol::{Action, Answer, Capabilities, Fault, FileState};

/// What a crash leaves of a file that was being written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Torn {
    /// No file.
    Unwritten,
    /// An empty file.
    Empty,
    /// The first half of the content.
    Half,
    /// The whole content: the program ended before it got the answer.
    Whole,
}

pub const TORN: [Torn; 4] = [Torn::Unwritten, Torn::Empty, Torn::Half, Torn::Whole];

#[derive(Clone, Debug, Default)]
pub struct Disk {
    pub tree: Tree,
    /// A replacement removes its target before it renames the source, as `vscode.workspace.fs`
    /// does.
    pub replaces_in_two: bool,
    /// The changed paths, for watchers.
    pub changed: Vec<String>,
    /// The start time of each running process, by process ID. `None` if the shell cannot look up
    /// processes.
    pub running: Option<BTreeMap<u32, String>>,
    /// The files that another program has locked.
    pub locked: BTreeSet<String>,
}

impl Disk {
    pub fn new(tree: &Tree) -> Disk {
        Disk { tree: tree.clone(), ..Disk::default() }
    }

    /// Returns a disk that fits the capabilities: a shell that cannot lock cannot replace
    /// atomically either.
    pub fn of(tree: &Tree, capabilities: &Capabilities) -> Disk {
        Disk { replaces_in_two: !capabilities.atomic_replace, ..Disk::new(tree) }
    }

    pub fn perform(&mut self, action: &Action) -> Answer {
        if let Some(refusal) = self.refusal(action) {
            return refusal;
        }
        match action {
            Action::Create { path, .. } if self.tree.get(path).is_some() => Answer::Exists {},
            Action::Write { path, .. } | Action::Replace { to: path, .. } if self.is_no_file(path) => not_a_file(),
            Action::Create { path, bytes } | Action::Write { path, bytes, .. } => self.put(path, bytes),
            Action::Read { path } => match self.tree.get(path) {
                Some(Entry::File(bytes)) => Answer::Bytes { bytes: bytes.clone() },
                Some(_) => not_a_file(),
                None => Answer::Missing {},
            },
            Action::ReadFrom { path, offset } => match self.tree.get(path) {
                Some(Entry::File(bytes)) => {
                    let end = bytes.get(usize::try_from(*offset).expect("a size")..).unwrap_or_default();
                    Answer::Part { size: bytes.len() as u64, bytes: end.to_vec() }
                }
                Some(_) => not_a_file(),
                None => Answer::Missing {},
            },
            Action::Append { path, .. } if self.is_no_file(path) => not_a_file(),
            Action::Append { path, size, bytes, .. } => {
                let content = self.tree.file(path).unwrap_or_default();
                if content.len() as u64 != *size {
                    return Answer::Differs {};
                }
                let content = [content, bytes].concat();
                self.put(path, &content)
            }
            Action::List { path } => {
                if !self.tree.is_folder(path) || self.tree == Tree::default() {
                    return Answer::Missing {};
                }
                Answer::Names { names: self.tree.children(path).map(|(name, _)| name.to_owned()).collect() }
            }
            Action::Replace { from, to, expected, .. } => {
                if self.tree.get(to).is_some() != expected.is_some() || self.tree.file(to) != expected.as_deref() {
                    return Answer::Differs {};
                }
                match self.tree.file(from).map(<[u8]>::to_vec) {
                    None => Answer::Missing {},
                    Some(bytes) => {
                        self.tree.remove(from);
                        self.put(to, &bytes)
                    }
                }
            }
            Action::Move { from, to } => {
                if self.tree.get(from).is_none() {
                    return Answer::Missing {};
                }
                let is_folder = |folder: &str| self.tree.get(folder).is_none_or(|_| self.tree.is_folder(folder));
                let mut folders = std::iter::successors(Some(parent(to)), |folder| Some(parent(folder)));
                if self.tree.get(to).is_some() || !folders.by_ref().take_while(|path| !path.is_empty()).all(is_folder) {
                    return Answer::Exists {};
                }
                self.tree.rename(from, to);
                self.record_change(from);
                self.record_change(to);
                Answer::Ok {}
            }
            Action::Remove { path, .. } => match self.tree.get(path) {
                None => Answer::Missing {},
                Some(Entry::Folder(_)) => other_failure("it is a folder"),
                Some(_) => {
                    self.tree.remove(path);
                    self.record_change(path);
                    Answer::Ok {}
                }
            },
            Action::MakeFolder { path } => {
                self.tree.apply(FileState::Folder { path: path.clone() });
                self.record_change(path);
                Answer::Ok {}
            }
            Action::RemoveFolder { path } => {
                if self.tree.get(path).is_none() {
                    return Answer::Missing {};
                }
                if self.tree.children(path).next().is_some() {
                    return Answer::Exists {};
                }
                self.tree.remove(path);
                self.record_change(path);
                Answer::Ok {}
            }
            Action::LockFile { path } if self.locked.contains(path) => Answer::Exists {},
            Action::LockFile { path } if !self.tree.is_folder(parent(path)) => Answer::Missing {},
            Action::LockFile { path } => self.put(path, b""),
            Action::CheckProcess { pid, started } => match &self.running {
                None => Answer::Unknown {},
                Some(running) if running.get(pid) == started.as_ref() && started.is_some() => Answer::Ok {},
                Some(_) => Answer::Missing {},
            },
            Action::FindChanges {} => Answer::Unknown {},
            Action::UnlockFile { .. } | Action::SettleEditors { .. } | Action::Wait { .. } => Answer::Ok {},
            Action::End { .. } => panic!("a commit that has ended asks nothing"),
        }
    }

    /// Performs an action that a crash interrupts.
    pub fn perform_torn(&mut self, action: &Action, torn: Torn) {
        if let (Action::Replace { from, to, expected: Some(expected), .. }, Torn::Empty | Torn::Half) = (action, torn) {
            if self.replaces_in_two && self.tree.file(to) == Some(expected) && self.tree.file(from).is_some() {
                self.tree.remove(to);
            }
            return;
        }
        let (Action::Create { path, bytes } | Action::Write { path, bytes, .. } | Action::Append { path, bytes, .. }) =
            action
        else {
            if torn == Torn::Whole && !matches!(action, Action::End { .. }) {
                self.perform(action);
            }
            return;
        };
        let lines = match torn {
            Torn::Unwritten => return,
            Torn::Empty => &bytes[..0],
            Torn::Half => &bytes[..bytes.len() / 2],
            Torn::Whole => bytes,
        };
        let bytes = lines.to_vec();
        let path = path.clone();
        self.perform(&match action {
            Action::Create { .. } => Action::Create { path, bytes },
            Action::Append { size, .. } => Action::Append { path, size: *size, bytes, flush: true },
            _ => Action::Write { path, bytes, flush: true },
        });
    }

    /// Returns what a shell feeds when it opens a project.
    pub fn scan(&self) -> Vec<FileState> {
        let content = self.tree.walk("").filter(|(path, _)| Engine::is_content(path));
        content.map(|(path, entry)| entry.state(path)).collect()
    }

    /// Returns what a watcher feeds for a changed path.
    pub fn changed_states(&self, path: &str) -> Vec<FileState> {
        let Some(entry) = self.tree.get(path) else { return vec![FileState::Gone { path: path.to_owned() }] };
        let below = self.tree.walk(path).map(|(path, entry)| entry.state(path));
        std::iter::once(entry.state(path.to_owned())).chain(below).collect()
    }

    /// Returns whether there is an entry other than a regular file.
    fn is_no_file(&self, path: &str) -> bool {
        self.tree.get(path).is_some_and(|entry| !matches!(entry, Entry::File(_)))
    }

    fn put(&mut self, path: &str, bytes: &[u8]) -> Answer {
        self.tree.insert(path, Entry::File(bytes.to_vec()));
        self.record_change(path);
        Answer::Ok {}
    }

    fn record_change(&mut self, path: &str) {
        if Engine::is_content(path) {
            self.changed.push(path.to_owned());
        }
    }

    fn refusal(&self, action: &Action) -> Option<Answer> {
        let paths = match action {
            Action::List { path } | Action::MakeFolder { path } if path.is_empty() => Vec::new(),
            Action::Create { path, .. }
            | Action::Read { path }
            | Action::ReadFrom { path, .. }
            | Action::Append { path, .. }
            | Action::List { path }
            | Action::Write { path, .. }
            | Action::Remove { path, .. }
            | Action::MakeFolder { path }
            | Action::RemoveFolder { path }
            | Action::LockFile { path }
            | Action::UnlockFile { path } => vec![path],
            Action::Replace { from, to, .. } | Action::Move { from, to } => vec![from, to],
            Action::CheckProcess { .. }
            | Action::FindChanges {}
            | Action::SettleEditors { .. }
            | Action::Wait { .. }
            | Action::End { .. } => Vec::new(),
        };
        for path in paths {
            let is_drive = |part: &str| part.chars().nth(1) == Some(':');
            let is_bad = |part: &str| matches!(part, "" | "." | "..") || part.contains(['\\', '\0']) || is_drive(part);
            let leaves = path.split('/').any(is_bad);
            if leaves {
                return Some(denied("the path leaves the folder"));
            }
            let mut step = path.as_str();
            while !step.is_empty() {
                if self.tree.get(step) == Some(&Entry::Link) {
                    return Some(denied("a symbolic link"));
                }
                step = parent(step);
            }
        }
        None
    }
}

fn not_a_file() -> Answer {
    Answer::Failed { fault: Fault::NotAFile, reason: "it is not a regular file".to_owned() }
}

fn other_failure(reason: &str) -> Answer {
    Answer::Failed { fault: Fault::Other, reason: reason.to_owned() }
}

fn denied(reason: &str) -> Answer {
    Answer::Failed { fault: Fault::Denied, reason: reason.to_owned() }
}

/// Returns hidden and temporary entries, except the trash and the traces of broken locks.
pub fn leftovers(tree: &Tree) -> Vec<String> {
    // The archived notes of handovers have a hidden folder.
    let is_content = |path: &str| path == ".gitignore" || path.starts_with("handover/layer1/.archived");
    hidden_entries(tree).into_iter().filter(|path| !is_trace(path) && !is_content(path)).collect()
}

/// Removes the traces of broken locks from a tree.
pub fn without_traces(tree: &Tree) -> Tree {
    let mut tree = tree.clone();
    for path in hidden_entries(&tree).iter().filter(|path| is_trace(path)) {
        tree.remove(path);
    }
    tree
}

pub fn hidden_entries(tree: &Tree) -> Vec<String> {
    tree.walk("")
        .map(|(path, _)| path)
        .filter(|path| path.split('/').any(|part| part.starts_with('.') || part.contains(".tmp.")))
        .collect()
}

fn is_trace(path: &str) -> bool {
    path.starts_with(".lock.broken-")
}

/// Builds a tree from paths and texts; a path that ends in `/` is a folder.
pub fn tree(files: &[(&str, &str)]) -> Tree {
    let mut tree = Tree::default();
    for (path, text) in files {
        match path.strip_suffix('/') {
            Some(folder) => tree.apply(FileState::Folder { path: folder.to_owned() }),
            None => tree.apply(FileState::File { path: (*path).to_owned(), bytes: text.as_bytes().to_vec() }),
        };
    }
    tree
}

/// Formats the differences of two trees.
pub fn difference(remaining: &Tree, right: &Tree) -> String {
    let lines = |from: &Tree, other: &Tree, sign: char| -> Vec<String> {
        from.walk("")
            .filter(|(path, entry)| match entry {
                Entry::Folder(_) => !other.is_folder(path),
                entry => other.get(path) != Some(*entry),
            })
            .map(|(path, entry)| match entry {
                Entry::File(bytes) => format!("{sign} {path}: {}", String::from_utf8_lossy(bytes)),
                _ => format!("{sign} {path}"),
            })
            .collect()
    };
    [lines(remaining, right, '-'), lines(right, remaining, '+')].concat().join("\n")
}

/// Returns the files directly in a folder whose names match.
pub fn files_in(tree: &Tree, folder: &str, passes: impl Fn(&str) -> bool) -> Vec<String> {
    let files = tree.children(folder).filter(|(name, entry)| matches!(entry, Entry::File(_)) && passes(name));
    files.map(|(name, _)| join(folder, name)).collect()
}
