//! Nothing is on the disk in another order than the command has changed it, so a loss of power leaves
//! what a killed command leaves, and `interruptions.rs` shows that this is everything or nothing.
//!
//! The test plays the recorded calls on a model of a disk that keeps only what was flushed: a change of
//! a name when the folder is flushed, the content of a file when the file is. At each change of a name
//! that a later one could overtake, the disk must have kept all earlier ones. A journal that is not flushed
//! is ignored after a loss of power, so there may be only one other change of a name while it is there.

use std::collections::BTreeMap;

use crate::commands::{LAYOUTS, commands, project};
use crate::support::Folder;
use crate::support::tracing::{can_trace, record};

/// A disk that forgets what was not flushed.
#[derive(Default)]
struct Disk {
    /// Changes of names that were not flushed, with the folders that have to be.
    names: Vec<(String, Vec<String>)>,
    /// Files with content that was not flushed.
    contents: BTreeMap<String, String>,
    /// The number of changes of names since a journal without a flush, while it is there.
    since_journal: Option<usize>,
}

impl Disk {
    /// Plays a recorded call. Returns what could be overtaken by it.
    fn play(&mut self, line: &str) -> Option<String> {
        let call = line.split('(').next().unwrap_or_default();
        if line.contains(" = -1 ") || call.is_empty() {
            return None;
        }
        let paths: Vec<String> = quoted(line);
        match call {
            "openat" => {
                if line.contains("O_CREAT") && line.contains("O_TRUNC") {
                    self.contents.insert(paths.first()?.clone(), "created".to_owned());
                }
                None
            }
            "write" | "pwrite64" => {
                self.contents.insert(described(line)?, "written".to_owned());
                None
            }
            "fsync" | "fdatasync" => {
                let path = described(line)?;
                self.contents.remove(&path);
                for (_, folders) in &mut self.names {
                    folders.retain(|folder| *folder != path);
                }
                self.names.retain(|(_, folders)| !folders.is_empty());
                None
            }
            "rename" | "renameat" | "renameat2" | "unlink" | "unlinkat" | "mkdir" | "mkdirat" | "rmdir" => {
                if let Some(journal) = paths.last().filter(|path| is_journal(path)) {
                    let is_unflushed = paths.first().is_some_and(|source| self.contents.contains_key(source));
                    let is_removed = call.starts_with("unlink") && self.since_journal.is_some();
                    if is_unflushed || is_removed {
                        self.since_journal = is_unflushed.then_some(0);
                        self.contents.remove(journal);
                        return None;
                    }
                }
                let source = paths.first().filter(|path| !is_free(path));
                let lost =
                    source.and_then(|source| self.contents.get(source).map(|what| format!("{source} is only {what}")));
                let overtaken = self.names.first().map(|(earlier, _)| earlier.clone());
                if !paths.iter().any(|path| is_free(path)) {
                    // A temporary file that is still there is removed by the next recovery.
                    let lasting = paths.iter().filter(|path| paths.len() == 1 || !path.contains(".tmp."));
                    let mut folders: Vec<String> = lasting.map(|path| parent(path)).collect();
                    folders.dedup();
                    self.names.push((line.to_owned(), folders));
                    if let Some(changes) = &mut self.since_journal {
                        *changes += 1;
                        if *changes > 1 {
                            return Some("its journal".to_owned());
                        }
                    }
                }
                lost.filter(|_| call.starts_with("rename")).or(overtaken)
            }
            _ => None,
        }
    }
}

/// Returns whether a path may be lost or stay: a lock ends with its process, and the history of undo
/// is no part of the project.
fn is_free(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    name.starts_with(".lock") || path.contains("/local/") || path.contains("/state/")
}

fn is_journal(path: &str) -> bool {
    path.rsplit('/').next().is_some_and(|name| name.starts_with(".journal-") && name.strip_suffix(".json").is_some())
}

/// Returns the texts in quotes.
fn quoted(line: &str) -> Vec<String> {
    line.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Returns the path of the descriptor that is the first argument.
fn described(line: &str) -> Option<String> {
    let (_, rest) = line.split_once('<')?;
    rest.split_once('>').map(|(path, _)| path.to_owned())
}

fn parent(path: &str) -> String {
    path.rsplit_once('/').map_or_else(String::new, |(folder, _)| folder.to_owned())
}

#[test]
fn changes_of_files_are_on_the_disk_in_their_order() {
    if !can_trace() {
        return;
    }
    for layout in LAYOUTS {
        let template = project(layout);
        for words in commands(&template) {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let folder = Folder::copy_of(&template);
            let calls = record(&folder, &words);
            let mut disk = Disk::default();
            let mut changes = 0;
            for line in calls.lines().filter(|line| line.contains("/.handoff")) {
                let overtaken = disk.play(line);
                changes += usize::from(line.starts_with("rename"));
                assert_eq!(overtaken, None, "{layout}, {words:?}, at {line}");
            }
            let left: Vec<&String> = disk.names.iter().map(|(line, _)| line).collect();
            assert!(left.is_empty(), "{layout}, {words:?}: {left:?}");
            assert!(changes > 1, "{words:?} changes files: {calls}");
        }
    }
}
