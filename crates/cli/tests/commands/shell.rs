//! The command in a shell: output and exit codes.

use std::fs;

use crate::support::Folder;

#[cfg(target_os = "linux")]
use serde_json::{Value, json};

#[test]
fn tasks_are_created_started_logged_and_deleted() {
    let folder = Folder::new();
    assert_eq!(folder.stdout(&["init", "Harbour", "--layout", "json"]), "Initialized .handoff/ for Harbour.\n");
    let create =
        ["task", "create", "Parse", "--estimate", "3", "--remaining", "3", "--criterion", "works", "--label", "io"];
    assert_eq!(folder.stdout(&create), "Created task t1: Parse [todo]\n");
    assert_eq!(
        folder.stdout(&["task", "create", "Read bytes", "--parent", "t1"]),
        "Created task t1.1: Read bytes [todo]\n"
    );
    assert_eq!(
        folder.stdout(&["task", "update", "t1", "--status", "in_progress"]),
        "Updated task t1: Parse [in_progress]\n"
    );
    assert_eq!(folder.stdout(&["task", "log", "t1", "1.5"]), "Logged 1.5h on t1: 1.5h in total, 1.5h remaining.\n");
    assert_eq!(
        folder.stdout(&["task", "list"]),
        "ID    STATUS       TITLE         HOURS\n\
         t1    in_progress  Parse             3\n\
         t1.1  todo           Read bytes\n\
         \n\
         2 tasks; 0 of 1 without subtasks finished\n"
    );
    assert!(folder.stdout(&["task", "get", "t1"]).starts_with("t1 Parse\nstatus       in_progress\n"));
    assert_eq!(folder.value(&["task", "get", "t1"])["schedule"]["actual_hours"], 1.5);
    folder.stdout(&["task", "delete", "t1.1"]);
    assert_eq!(folder.value(&["task", "list"])["task_summary"]["total"], 1);
}

#[test]
fn each_failure_has_its_exit_code_and_one_sentence() {
    let folder = Folder::new();
    assert_eq!(
        folder.failure(&["task", "list"]),
        (1, "There is no .handoff folder in this project. Run handoff init NAME first.".to_owned())
    );
    assert_eq!(folder.failure(&["doctor"]).1, folder.failure(&["session", "load"]).1);
    fs::write(folder.0.join(".handoff"), "").unwrap();
    let (code, message) = folder.failure(&["init", "x"]);
    assert_eq!((code, message.ends_with(".handoff is not a folder. Move it elsewhere.")), (3, true), "{message}");
    let folder = Folder::atlas();
    assert_eq!(
        folder.failure(&["task", "update", "nowhere", "--title", "x"]),
        (1, "There is no task nowhere.".to_owned())
    );
    assert_eq!(
        folder.failure(&["task", "list", "--status", "finished"]),
        (
            2,
            "Invalid value 'finished' for '--status <STATUS>' [possible values: todo, in_progress, review, blocked, done, \
             skipped]; see --help."
                .to_owned()
        )
    );
    let (code, message) = folder.failure(&["task", "create", "x", "--status", "in_progress"]);
    assert_eq!((code, message.lines().count()), (1, 1), "an example of a call is for agents: {message}");
    assert_eq!(
        folder.failure(&["task", "add", "x"]).1,
        "Unrecognized subcommand 'add'. Did you mean handoff task create? See --help."
    );
    assert_eq!(
        folder.failure(&["task", "create", "x", "--depends", "t1"]).1,
        "Unexpected argument '--depends' found. Did you mean --depends-on? See --help."
    );
    for line in ["task log t1 much", "task log t1 -1", "capacity --from soon", "task bogus", "session update", "init"] {
        let (code, message) = folder.failure(&line.split(' ').collect::<Vec<_>>());
        assert_eq!((code, message.lines().count()), (2, 1), "{line}: {message}");
    }
    assert_eq!(folder.failure(&["mcp", "--tools", "everything"]).0, 2);
}

#[test]
fn doctor_names_broken_files_and_keeps_them() {
    let folder = Folder::atlas();
    let file = folder.0.join(".handoff/tasks/broken");
    fs::create_dir_all(&file).unwrap();
    let file = file.join("_task.todo.json");
    fs::write(&file, "{\"id\": \"t99\",").unwrap();
    let output = folder.run(&["doctor"]);
    assert_eq!(output.status.code(), Some(3));
    let message = String::from_utf8(output.stdout).unwrap();
    assert!(message.contains("tasks/broken/_task.todo.json:"), "{message}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "{\"id\": \"t99\",");
    let output = folder.run(&["doctor", "--json"]);
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let broken = value["problems"].as_array().unwrap().iter().find(|one| one["severity"] == "error").unwrap();
    assert_eq!((output.status.code(), &broken["path"]), (Some(3), &"tasks/broken/_task.todo.json".into()));
}

#[test]
fn proposed_repairs_are_one_undo_step() {
    let folder = Folder::atlas();
    let write = |name: &str, text: &str| {
        let file = folder.0.join(".handoff/tasks").join(name).join("_task.todo.json");
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, text).unwrap();
        file
    };
    let original = write("t190-a", "{\"id\": \"t190\", \"title\": \"A\", \"dependencies\": [\"t191\"]}");
    let copy = write("t190-copy", "{\"id\": \"t190\", \"title\": \"B\"}");
    let next = write("t191-b", "{\"id\": \"t191\", \"title\": \"C\", \"dependencies\": [\"t190\"]}");
    let files = [&original, &copy, &next];
    let before = files.map(|file| fs::read_to_string(file).unwrap());
    let message = String::from_utf8(folder.run(&["doctor"]).stdout).unwrap();
    let numbers = message.lines().find_map(|line| line.strip_prefix("Proposed: handoff doctor --repair ")).unwrap();
    let offered =
        |title: &str| message.lines().find(|line| line.contains(title)).unwrap().split_whitespace().nth(1).unwrap();
    let proposed: Vec<&str> = numbers.split(',').collect();
    assert!(proposed.contains(&offered("Give the task in t190-copy a new ID")), "{message}");
    assert!(!proposed.contains(&offered("Give the task in t190-a a new ID")), "{message}");
    assert!(folder.stdout(&["doctor", "--repair", numbers]).contains("Repaired 3 problems"));
    assert!(fs::read_to_string(&original).unwrap().contains("\"t190\""));
    assert!(!copy.exists());
    assert!(!folder.stdout(&["doctor"]).contains("wait for each other"));
    folder.stdout(&["undo"]);
    assert_eq!(files.map(|file| fs::read_to_string(file).unwrap()), before);
}

#[test]
fn broken_configuration_is_not_overwritten() {
    let folder = Folder::atlas();
    let config = folder.0.join(".handoff/config.toml");
    fs::write(&config, "[project\n").unwrap();
    let (code, message) = folder.failure(&["labels", "update", "x"]);
    assert_eq!((code, message.lines().count()), (3, 1), "{message}");
    assert_eq!(fs::read_to_string(&config).unwrap(), "[project\n");
    assert_eq!(folder.failure(&["config", "get"]).0, 3);
}

/// Returns this process as a lock names it.
#[cfg(target_os = "linux")]
fn this_process() -> Value {
    let line = |file: &str| fs::read_to_string(file).unwrap_or_default().trim().to_owned();
    let (name, machine) = (line("/proc/sys/kernel/hostname"), line("/etc/machine-id"));
    let namespace = fs::read_link("/proc/self/ns/pid").unwrap();
    let stat = line("/proc/self/stat");
    let started = stat.rsplit_once(')').unwrap().1.split_whitespace().nth(19).unwrap();
    let host = format!("{name}/{machine}/{}", namespace.display());
    json!({"host": host, "boot": line("/proc/sys/kernel/random/boot_id"), "pid": std::process::id(), "started": started})
}

#[cfg(target_os = "linux")]
#[test]
fn held_lock_is_reported_with_its_owner() {
    let folder = Folder::new();
    folder.stdout(&["init", "Harbour"]);
    // The lock of a running process with a clock one hour ahead, so that it does not become stale
    // during the test.
    let made = fs::metadata(folder.0.join(".handoff/config.toml")).unwrap().modified().unwrap();
    let since = made.duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() + 3_600_000;
    let process = this_process();
    let lock = format!(r#"{{"writer":"somebody","since":{since},"nonce":"1","process":{process}}}"#);
    fs::write(folder.0.join(".handoff/.lock"), lock).unwrap();
    let (code, message) = folder.failure(&["task", "create", "x"]);
    assert_eq!((code, message.lines().count()), (4, 1), "{message}");
}

#[test]
fn dry_run_changes_nothing() {
    let folder = Folder::atlas();
    let before = folder.value(&["task", "get", "t1"]);
    let message = folder.stdout(&["task", "update", "t1", "--title", "Another", "--dry-run"]);
    assert!(message.contains("change tasks/"), "{message}");
    assert_eq!(folder.value(&["task", "get", "t1"]), before);
    assert!(folder.stdout(&["task", "delete", "t1", "--dry-run"]).contains("move   tasks/"));
    assert_eq!(folder.value(&["task", "get", "t1"]), before);
}

#[test]
fn help_lists_exit_codes() {
    let message = Folder::new().stdout(&["--help"]);
    for line in ["  0  success", "  5  writing is paused"] {
        assert!(message.contains(line), "{message}");
    }
}

#[test]
fn completions_are_generated() {
    assert!(Folder::new().stdout(&["completions", "bash"]).contains("_handoff"));
}

#[test]
fn commands_of_one_user_share_a_log() {
    let folder = Folder::new();
    folder.stdout(&["init", "Log"]);
    for title in ["One", "Two", "Three"] {
        folder.stdout(&["task", "create", title]);
    }
    let months: Vec<_> = fs::read_dir(folder.0.join(".handoff/activity")).unwrap().collect();
    let logs: Vec<_> = months
        .into_iter()
        .flat_map(|month| fs::read_dir(month.unwrap().path()).unwrap())
        .map(|log| log.unwrap().path())
        .collect();
    assert!((1..=2).contains(&logs.len()), "one log, or two where a month has just ended: {logs:?}");
    let writer = fs::read_to_string(folder.0.join("state/handoff/writer")).unwrap();
    assert!(logs.iter().all(|log| log.file_stem().is_some_and(|stem| stem.to_string_lossy() == writer)), "{logs:?}");
}
