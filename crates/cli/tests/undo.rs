//! What one command did, another one takes back.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test ends where something is not as it should be")]

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use support::Folder;

const NOTHING: &str = "Nothing to undo: you have not changed this project from the command line.";

/// The file of the only task.
fn task_file(folder: &Folder) -> PathBuf {
    let entries =
        |folder: &Path| -> Vec<PathBuf> { fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect() };
    let task = entries(&folder.0.join(".handoff/tasks")).into_iter().find(|path| path.is_dir()).unwrap();
    entries(&task).into_iter().find(|path| path.is_file()).unwrap()
}

#[test]
fn steps_are_taken_back_one_after_the_other() {
    for layout in ["toml", "json"] {
        let folder = Folder::new();
        folder.said(&["init", "Harbour", "--layout", layout]);
        folder.said(&["task", "create", "One", "--id", "t1"]);
        folder.said(&["task", "update", "t1", "--status", "blocked", "--label", "io"]);
        folder.said(&["task", "list"]);
        folder.said(&["session", "save", "Saved"]);
        folder.said(&["task", "delete", "t1"]);

        let told = folder.said(&["undo", "--dry-run"]);
        assert!(told.contains("move"), "{told}");
        assert_eq!(folder.value(&["task", "list"])["task_summary"]["total"], 0, "a rehearsal takes nothing back");
        assert!(folder.said(&["undo"]).starts_with("Undone: "));
        assert_eq!(folder.value(&["task", "get", "t1"])["status"], "blocked");
        folder.said(&["undo"]);
        assert_eq!(folder.value(&["session", "list"])["sessions"].as_array().unwrap().len(), 0);
        folder.said(&["undo"]);
        let task = folder.value(&["task", "get", "t1"]);
        assert_eq!((task["status"].as_str(), task["labels"].as_array().map(Vec::len)), (Some("todo"), Some(0)));
        folder.said(&["undo"]);
        assert_eq!(folder.value(&["task", "list"])["task_summary"]["total"], 0);
        folder.said(&["undo"]);
        assert_eq!(folder.failed(&["undo"]).0, 1, "the project itself is taken back");
        folder.said(&["init", "Harbour", "--layout", layout]);
        folder.said(&["undo"]);
    }
}

#[test]
fn what_another_program_changed_since_stays_as_it_is() {
    for layout in ["toml", "json"] {
        let folder = Folder::new();
        folder.said(&["init", "Harbour", "--layout", layout]);
        folder.said(&["task", "create", "One", "--id", "t1"]);
        folder.said(&["task", "update", "t1", "--title", "Uno"]);
        let file = task_file(&folder);
        let text = fs::read_to_string(&file).unwrap();
        fs::write(&file, text.replace("Uno", "Another")).unwrap();
        let (code, said) = folder.failed(&["undo"]);
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        assert_eq!(code, 4, "{said}");
        assert!(said.contains(&name) && said.contains("has since been changed by another program"), "{said}");
        assert!(fs::read_to_string(&file).unwrap().contains("Another"));
        assert_eq!(folder.failed(&["undo", "--dry-run"]).0, 4);
        // Another field may be changed by anybody.
        fs::write(&file, text).unwrap();
        folder.said(&["task", "update", "t1", "--priority", "high", "--project", "."]);
        folder.said(&["undo"]);
        folder.said(&["undo"]);
        assert_eq!(folder.value(&["task", "get", "t1"])["title"], "One");
    }
}

#[test]
fn each_project_has_a_past_of_its_own_and_a_torn_one_is_none() {
    let folder = Folder::new();
    for name in ["a", "b"] {
        fs::create_dir(folder.0.join(name)).unwrap();
        folder.said(&["init", name, "--project", name]);
    }
    folder.said(&["task", "create", "One", "--id", "t1", "--project", "a"]);
    folder.said(&["undo", "--project", "b"]);
    assert_eq!(folder.value(&["task", "list", "--project", "a"])["task_summary"]["total"], 1);
    fs::create_dir(folder.0.join("c")).unwrap();
    folder.said(&["init", "c", "--project", "c"]);
    for number in 0..25 {
        folder.said(&["task", "log", "t1", "1", "--project", "a", "--json"]);
        assert!(number < 25);
    }
    let mut kept = Vec::new();
    let mut pasts: Vec<PathBuf> =
        fs::read_dir(folder.0.join("state/handoff/history")).unwrap().map(|entry| entry.unwrap().path()).collect();
    pasts.sort();
    for past in pasts {
        let steps: Vec<PathBuf> = fs::read_dir(&past).unwrap().map(|entry| entry.unwrap().path()).collect();
        kept.push(steps.len());
        if steps.len() == 1 {
            fs::write(&steps[0], "{torn").unwrap();
        }
    }
    kept.sort_unstable();
    assert_eq!(kept, [0, 1, 20]);
    assert_eq!(folder.failed(&["undo", "--project", "c"]), (1, NOTHING.to_owned()));
}

#[cfg(unix)]
#[test]
fn nobody_else_may_read_what_can_be_taken_back() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = Folder::new();
    let history = folder.0.join("state/handoff/history");
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    folder.said(&["init", "Harbour"]);
    let past = fs::read_dir(&history).unwrap().next().unwrap().unwrap().path();
    // As an older version left it.
    fs::set_permissions(&past, fs::Permissions::from_mode(0o755)).unwrap();
    folder.said(&["task", "create", "One"]);
    assert_eq!((mode(&history), mode(&past)), (0o700, 0o700));
    let steps: Vec<u32> = fs::read_dir(&past).unwrap().map(|step| mode(&step.unwrap().path())).collect();
    assert_eq!(steps, [0o600, 0o600]);
}
