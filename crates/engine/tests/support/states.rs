//! File states of trees and folders. The tests of the agent crate include this file as well.

use std::fs::{self, DirEntry};
use std::path::Path;

use handoff_engine::tree::Tree;
use handoff_protocol::FileState;

/// 2026-12-01T08:00:00Z.
pub const NOW: i64 = 1_796_112_000_000;

/// Returns the differences between two trees as a shell feeds them, removals first.
pub fn delta(before: &Tree, after: &Tree) -> Vec<FileState> {
    let gone = before.walk("").filter(|(path, _)| after.get(path).is_none());
    let new = after.walk("").filter(|(path, entry)| before.get(path) != Some(entry));
    gone.map(|(path, _)| FileState::Gone { path }).chain(new.map(|(path, entry)| entry.state(path))).collect()
}

/// Reads the `.handoff` folder of a test project.
pub fn test_project(name: &str) -> Vec<FileState> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/projects").join(name).join(".handoff");
    let mut files = Vec::new();
    read_folder(&root, "", &mut files);
    assert!(!files.is_empty(), "the test project is missing");
    files
}

fn read_folder(folder: &Path, prefix: &str, files: &mut Vec<FileState>) {
    let mut entries: Vec<_> = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry")).collect();
    entries.sort_by_key(DirEntry::file_name);
    for entry in entries {
        let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            files.push(FileState::Folder { path: path.clone() });
            read_folder(&entry.path(), &format!("{path}/"), files);
        } else {
            files.push(FileState::File { path, bytes: fs::read(entry.path()).expect("a file") });
        }
    }
}
