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
fn refused_undo_can_be_skipped_or_be_partial() {
    for layout in ["toml", "json"] {
        let folder = Folder::new();
        folder.stdout(&["init", "Harbour", "--layout", layout]);
        folder.stdout(&["task", "create", "One", "--id", "t1"]);
        folder.stdout(&["task", "update", "t1", "--priority", "low"]);
        folder.stdout(&["task", "update", "t1", "--title", "Uno", "--label", "io"]);
        let file = task_file(&folder);
        let text = fs::read_to_string(&file).unwrap();
        fs::write(&file, text.replace("Uno", "Another")).unwrap();
        let (code, message) = folder.failure(&["undo"]);
        assert_eq!(code, 4, "{message}");
        assert!(message.contains("handoff undo --partial") && message.contains("handoff undo --skip"), "{message}");

        let template = Folder::copy_of(&folder);
        template.stdout(&["pause", "--reason", "Release"]);
        let (_, message) = template.failure(&["undo"]);
        assert!(!message.contains("--skip"), "a pause ends: {message}");
        template.stdout(&["resume"]);
        // Partly: the field that another program changed stays.
        assert!(folder.stdout(&["undo", "--partial", "--dry-run"]).contains("title"));
        let text = folder.stdout(&["undo", "--partial"]);
        assert!(text.contains("labels") && text.contains("title"), "{text}");
        assert!(!text.contains("has changed it since"), "nobody is known to have written the other title: {text}");
        let task = folder.value(&["task", "get", "t1"]);
        assert_eq!((task["title"].as_str(), task["labels"].as_array().map(Vec::len)), (Some("Another"), Some(0)));
        folder.stdout(&["undo"]);
        assert_ne!(folder.value(&["task", "get", "t1"])["priority"], "low", "the next undo goes further back");

        // Skipped: nothing of it is undone.
        assert!(template.stdout(&["undo", "--skip", "--dry-run"]).starts_with("Would skip: "));
        assert!(template.stdout(&["undo", "--skip"]).starts_with("Skipped: "));
        template.stdout(&["undo"]);
        let task = template.value(&["task", "get", "t1"]);
        assert_eq!((task["title"].as_str(), task["labels"][0].as_str()), (Some("Another"), Some("io")));
        assert_ne!(task["priority"], "low");
        template.stdout(&["undo", "--skip"]);
        template.stdout(&["undo", "--skip"]);
        assert_eq!(template.failure(&["undo", "--skip"]), (1, NOTHING.to_owned()));
    }
    assert_eq!(Folder::new().failure(&["undo", "--skip", "--partial"]).0, 2);
}

#[test]
fn history_is_per_project_and_names_torn_steps() {
    let folder = Folder::new();
    for name in ["a", "b", "c"] {
        fs::create_dir(folder.0.join(name)).unwrap();
        folder.stdout(&["init", name, "--project", name]);
    }
    folder.stdout(&["task", "create", "One", "--id", "t1", "--project", "a"]);
    folder.stdout(&["undo", "--project", "b"]);
    assert_eq!(folder.value(&["task", "list", "--project", "a"])["task_summary"]["total"], 1);
    for step in steps(&folder, "c/.handoff") {
        fs::write(step, "{torn").unwrap();
    }
    for partial in [&[][..], &["--partial"]] {
        let (code, text) = folder.failure(&[&["undo", "--project", "c"], partial].concat());
        assert_eq!(code, 3, "{text}");
        assert!(text.contains("cannot be read (it is damaged)") && text.contains("handoff undo --skip"), "{text}");
    }
    let of_actor = folder.failure(&["undo", "--project", "c", "--actor", "Ana", "--yes"]).1;
    assert!(of_actor.contains("so it is left out"), "{of_actor}");
    assert_eq!(steps(&folder, "a/.handoff").len(), 2);
    assert_eq!(steps(&folder, "b/.handoff").len(), 0);
    assert_eq!(steps(&folder, "c/.handoff").len(), 1, "a torn step is removed by its age alone");
    folder.stdout(&["undo", "--skip", "--project", "c"]);
    assert_eq!(folder.failure(&["undo", "--project", "c"]), (1, NOTHING.to_owned()));
    fs::remove_dir(folder.0.join("c/.handoff/local/history")).unwrap();
    fs::write(folder.0.join("c/.handoff/local/history"), "").unwrap();
    let (code, text) = folder.failure(&["undo", "--project", "c"]);
    assert!(code == 3 && text.contains("it is not a folder"), "{text}");
}

/// Returns the files of the steps of a project.
fn steps(folder: &Folder, home: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder.0.join(home).join("local/history")).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

#[cfg(unix)]
#[test]
fn history_is_readable_only_by_its_owner() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = Folder::new();
    let history = folder.0.join(".handoff/local/history");
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    folder.stdout(&["init", "Harbour"]);
    // The permissions that another program set.
    fs::set_permissions(&history, fs::Permissions::from_mode(0o755)).unwrap();
    folder.stdout(&["task", "create", "One"]);
    assert_eq!(mode(&history), 0o700);
    let modes: Vec<u32> = steps(&folder, ".handoff").iter().map(|step| mode(step)).collect();
    assert_eq!(modes, [0o600, 0o600]);
}

#[test]
fn stored_steps_with_paths_outside_are_refused() {
    let folder = Folder::new();
    folder.stdout(&["init", "Harbour"]);
    folder.stdout(&["task", "create", "One", "--id", "t1"]);
    let step = steps(&folder, ".handoff").into_iter().max().unwrap();
    let text = fs::read_to_string(&step).unwrap();
    fs::write(&step, text.replace("\"path\":\"tasks/t1-todo--one", "\"path\":\"../outside")).unwrap();
    for arguments in [&["undo"][..], &["undo", "--actor", "", "--yes"]] {
        let (code, message) = folder.failure(arguments);
        assert!(code == 1 && message.starts_with("A stored change names ../outside"), "{message}");
    }
    assert_eq!(folder.value(&["task", "list"])["task_summary"]["total"], 1);
}
