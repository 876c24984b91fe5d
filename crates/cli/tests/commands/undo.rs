//! Undo of a command by a later process.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::Folder;

const NOTHING: &str = "Nothing to undo: you have not changed this project from the command line.";

/// Returns the file of the only task.
fn task_file(folder: &Folder) -> PathBuf {
    let entries =
        |folder: &Path| -> Vec<PathBuf> { fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect() };
    let task = entries(&folder.0.join(".handoff/tasks")).into_iter().find(|path| path.is_dir()).unwrap();
    entries(&task).into_iter().find(|path| path.is_file()).unwrap()
}

#[test]
fn undo_reverts_commands_in_reverse_order() {
    for layout in ["toml", "json"] {
        let folder = Folder::new();
        folder.stdout(&["init", "Harbour", "--layout", layout]);
        folder.stdout(&["task", "create", "One", "--id", "t1"]);
        folder.stdout(&["task", "update", "t1", "--status", "blocked", "--label", "io"]);
        folder.stdout(&["task", "list"]);
        folder.stdout(&["session", "save", "Saved"]);
        folder.stdout(&["task", "delete", "t1"]);

        let text = folder.stdout(&["undo", "--dry-run"]);
        assert!(text.contains("move"), "{text}");
        assert_eq!(folder.value(&["task", "list"])["task_summary"]["total"], 0, "a dry run changes nothing");
        assert!(folder.stdout(&["undo"]).starts_with("Undone: "));
        assert_eq!(folder.value(&["task", "get", "t1"])["status"], "blocked");
        folder.stdout(&["undo"]);
        assert_eq!(folder.value(&["session", "list"])["sessions"].as_array().unwrap().len(), 0);
        folder.stdout(&["undo"]);
        let task = folder.value(&["task", "get", "t1"]);
        assert_eq!((task["status"].as_str(), task["labels"].as_array().map(Vec::len)), (Some("todo"), Some(0)));
        folder.stdout(&["undo"]);
        assert_eq!(folder.value(&["task", "list"])["task_summary"]["total"], 0);
        folder.stdout(&["undo"]);
        assert_eq!(folder.failure(&["undo"]).0, 1, "init was undone");
        folder.stdout(&["init", "Harbour", "--layout", layout]);
        folder.stdout(&["undo"]);
    }
}

#[test]
fn undo_is_refused_after_a_foreign_change_of_the_same_field() {
    for layout in ["toml", "json"] {
        let folder = Folder::new();
        folder.stdout(&["init", "Harbour", "--layout", layout]);
        folder.stdout(&["task", "create", "One", "--id", "t1"]);
        folder.stdout(&["task", "update", "t1", "--title", "Uno"]);
        let file = task_file(&folder);
        let text = fs::read_to_string(&file).unwrap();
        fs::write(&file, text.replace("Uno", "Another")).unwrap();
        let (code, message) = folder.failure(&["undo"]);
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        assert_eq!(code, 4, "{message}");
        assert!(message.contains(&name) && message.contains("has since been changed by another program"), "{message}");
        assert!(fs::read_to_string(&file).unwrap().contains("Another"));
        assert_eq!(folder.failure(&["undo", "--dry-run"]).0, 4);
        // Another field can be changed in between.
        fs::write(&file, text).unwrap();
        folder.stdout(&["task", "update", "t1", "--priority", "high", "--project", "."]);
        folder.stdout(&["undo"]);
        folder.stdout(&["undo"]);
        assert_eq!(folder.value(&["task", "get", "t1"])["title"], "One");
    }
}

#[test]
fn history_is_per_project_limited_and_skips_torn_entries() {
    let folder = Folder::new();
    for name in ["a", "b"] {
        fs::create_dir(folder.0.join(name)).unwrap();
        folder.stdout(&["init", name, "--project", name]);
    }
    folder.stdout(&["task", "create", "One", "--id", "t1", "--project", "a"]);
    folder.stdout(&["undo", "--project", "b"]);
    assert_eq!(folder.value(&["task", "list", "--project", "a"])["task_summary"]["total"], 1);
    fs::create_dir(folder.0.join("c")).unwrap();
    folder.stdout(&["init", "c", "--project", "c"]);
    for _ in 0..25 {
        folder.stdout(&["task", "log", "t1", "1", "--project", "a", "--json"]);
    }
    let mut counts = Vec::new();
    let mut pasts: Vec<PathBuf> =
        fs::read_dir(folder.0.join("state/handoff/history")).unwrap().map(|entry| entry.unwrap().path()).collect();
    pasts.sort();
    for past in pasts {
        let steps: Vec<PathBuf> = fs::read_dir(&past).unwrap().map(|entry| entry.unwrap().path()).collect();
        counts.push(steps.len());
        if steps.len() == 1 {
            fs::write(&steps[0], "{torn").unwrap();
        }
    }
    counts.sort_unstable();
    assert_eq!(counts, [0, 1, 20]);
    assert_eq!(folder.failure(&["undo", "--project", "c"]), (1, NOTHING.to_owned()));
}

#[cfg(unix)]
#[test]
fn history_is_readable_only_by_its_owner() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = Folder::new();
    let history = folder.0.join("state/handoff/history");
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    folder.stdout(&["init", "Harbour"]);
    let past = fs::read_dir(&history).unwrap().next().unwrap().unwrap().path();
    // The permissions that an older version set.
    fs::set_permissions(&past, fs::Permissions::from_mode(0o755)).unwrap();
    folder.stdout(&["task", "create", "One"]);
    assert_eq!((mode(&history), mode(&past)), (0o700, 0o700));
    let steps: Vec<u32> = fs::read_dir(&past).unwrap().map(|step| mode(&step.unwrap().path())).collect();
    assert_eq!(steps, [0o600, 0o600]);
}
