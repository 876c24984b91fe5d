//! The recorded cases of every shell (`tests/conformance/shell.json`), on this disk.

use std::fs;
use std::path::Path;
use std::process::Command;

use handoff_engine::tree::{Tree, join, state_path};
use handoff_protocol::{Action, Answer, FileState};
use serde::Deserialize;

use crate::ground::disk::Disk;
use crate::ground::disk::roots::Roots;
use crate::ground::disk::temp_dir::TempDir;

#[derive(Deserialize)]
struct Case {
    name: String,
    setup: Vec<FileState>,
    steps: Vec<Step>,
    after: Vec<FileState>,
}

#[derive(Deserialize)]
struct Step {
    action: Action,
    answer: Answer,
}

/// Removes the reason of a failure, which differs between shells.
fn comparable(answer: Answer) -> Answer {
    match answer {
        Answer::Failed { fault, .. } => Answer::Failed { fault, reason: String::new() },
        answer => answer,
    }
}

/// Returns whether this system can have all files of a case. Windows has no named pipes among its files, allows
/// links only to administrators, and ends no name with a dot.
fn is_possible(case: &Case) -> bool {
    let is_plain = |state: &FileState| matches!(state, FileState::File { .. } | FileState::Folder { .. });
    let ends_with_dot = |state: &FileState| state_path(state).split('/').any(|name| name.ends_with('.'));
    cfg!(unix) || (case.setup.iter().all(is_plain) && !case.after.iter().any(ends_with_dot))
}

/// Creates a file, a folder, a link to a folder outside, or a named pipe.
fn make(home: &Path, outside: &Path, state: &FileState) {
    let place = home.join(state_path(state));
    fs::create_dir_all(place.parent().unwrap()).unwrap();
    match state {
        FileState::File { bytes, .. } => fs::write(place, bytes).unwrap(),
        FileState::Folder { .. } => fs::create_dir_all(place).unwrap(),
        #[cfg(unix)]
        FileState::Link { .. } => std::os::unix::fs::symlink(outside, place).unwrap(),
        FileState::Unreadable { .. } => assert!(Command::new("mkfifo").arg(place).status().unwrap().success()),
        state => panic!("{state:?} outside of {}", outside.display()),
    }
}

/// Returns all that is below a folder, hidden files too.
fn found(folder: &Path, path: &str) -> Vec<FileState> {
    let Ok(entries) = fs::read_dir(folder.join(path)) else { return Vec::new() };
    let mut states = Vec::new();
    for entry in entries.map(Result::unwrap) {
        let path = join(path, entry.file_name().to_str().unwrap());
        let kind = entry.file_type().unwrap();
        if kind.is_dir() {
            states.push(FileState::Folder { path: path.clone() });
            states.extend(found(folder, &path));
        } else if kind.is_file() {
            states.push(FileState::File { bytes: fs::read(entry.path()).unwrap(), path });
        } else if kind.is_symlink() {
            states.push(FileState::Link { path });
        } else {
            let reason = "it is not a regular file".to_owned();
            states.push(FileState::Unreadable { path, reason, is_folder: false });
        }
    }
    states
}

fn tree_of(states: Vec<FileState>) -> Tree {
    let mut tree = Tree::default();
    for state in states {
        tree.apply(state);
    }
    tree
}

#[test]
fn disk_conforms() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/conformance/shell.json");
    let cases: Vec<Case> = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    for (number, case) in cases.into_iter().filter(is_possible).enumerate() {
        let scratch = TempDir::new(&format!("case-{number}"));
        fs::write(scratch.0.join("secret"), "secret").unwrap();
        let home = scratch.0.join("project/.handoff");
        for state in &case.setup {
            make(&home, &scratch.0, state);
        }
        let disk = Disk::new(Roots::new(home.clone(), None), false);
        for Step { action, answer } in case.steps {
            assert_eq!(comparable(disk.perform(&action)), answer, "{}: {action:?}", case.name);
        }
        let tree = tree_of(found(&home, ""));
        assert!(tree == tree_of(case.after), "{}: {tree:#?}", case.name);
    }
}
