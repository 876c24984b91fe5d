//! The command as a person at a shell has it: what it prints, and how it ends.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test ends where something is not as it should be"
)]

mod support;

use std::fs;

#[cfg(target_os = "linux")]
use serde_json::{Value, json};
use support::Folder;

#[test]
fn a_day_at_the_shell() {
    let folder = Folder::new();
    assert_eq!(folder.said(&["init", "Harbour", "--layout", "json"]), "Initialized .handoff/ for Harbour.\n");
    let create =
        ["task", "create", "Parse", "--estimate", "3", "--remaining", "3", "--criterion", "works", "--label", "io"];
    assert_eq!(folder.said(&create), "Created task t1: Parse [todo]\n");
    assert_eq!(
        folder.said(&["task", "create", "Read bytes", "--parent", "t1"]),
        "Created task t1.1: Read bytes [todo]\n"
    );
    assert_eq!(
        folder.said(&["task", "update", "t1", "--status", "in_progress"]),
        "Updated task t1: Parse [in_progress]\n"
    );
    assert_eq!(folder.said(&["task", "log", "t1", "1.5"]), "Logged 1.5h on t1: 1.5h in total, 1.5h remaining.\n");
    assert_eq!(
        folder.said(&["task", "list"]),
        "ID    STATUS       TITLE         HOURS\n\
         t1    in_progress  Parse             3\n\
         t1.1  todo           Read bytes\n\
         \n\
         2 tasks: 1 todo, 1 in_progress\n"
    );
    assert!(folder.said(&["task", "get", "t1"]).starts_with("t1 Parse\nstatus       in_progress\n"));
    assert_eq!(folder.value(&["task", "get", "t1"])["schedule"]["actual_hours"], 1.5);
    folder.said(&["task", "delete", "t1.1"]);
    assert_eq!(folder.value(&["task", "list"])["task_summary"]["total"], 1);
}

#[test]
fn each_end_has_its_code_and_one_sentence() {
    let folder = Folder::new();
    assert_eq!(
        folder.failed(&["task", "list"]),
        (1, "There is no .handoff folder in this project. Run handoff init NAME first.".to_owned())
    );
    assert_eq!(folder.failed(&["doctor"]).1, folder.failed(&["session", "load"]).1);
    fs::write(folder.0.join(".handoff"), "").unwrap();
    let (code, said) = folder.failed(&["init", "x"]);
    assert_eq!((code, said.ends_with(".handoff is not a folder. Move it elsewhere.")), (3, true), "{said}");
    let folder = Folder::atlas();
    assert_eq!(
        folder.failed(&["task", "update", "nowhere", "--title", "x"]),
        (1, "There is no task nowhere.".to_owned())
    );
    assert_eq!(
        folder.failed(&["task", "list", "--status", "finished"]),
        (
            2,
            "Invalid value 'finished' for '--status <STATUS>' [possible values: todo, in_progress, review, blocked, done, \
             skipped]; see --help."
                .to_owned()
        )
    );
    let (code, said) = folder.failed(&["task", "create", "x", "--status", "in_progress"]);
    assert_eq!((code, said.lines().count()), (1, 1), "an example of a call is for agents: {said}");
    for line in ["task log t1 much", "task log t1 -1", "capacity --from soon", "task bogus", "session update", "init"] {
        let (code, said) = folder.failed(&line.split(' ').collect::<Vec<_>>());
        assert_eq!((code, said.lines().count()), (2, 1), "{line}: {said}");
    }
    assert_eq!(folder.failed(&["mcp", "--tools", "everything"]).0, 2);
}

#[test]
fn a_broken_file_is_named_and_left_alone() {
    let folder = Folder::atlas();
    let file = folder.0.join(".handoff/tasks/broken");
    fs::create_dir_all(&file).unwrap();
    let file = file.join("_task.todo.json");
    fs::write(&file, "{\"id\": \"t99\",").unwrap();
    let output = folder.run(&["doctor"]);
    assert_eq!(output.status.code(), Some(3));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("tasks/broken/_task.todo.json:"), "{said}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "{\"id\": \"t99\",");
    let output = folder.run(&["doctor", "--json"]);
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let broken = value["problems"].as_array().unwrap().iter().find(|one| one["severity"] == "error").unwrap();
    assert_eq!((output.status.code(), &broken["path"]), (Some(3), &"tasks/broken/_task.todo.json".into()));
}

#[test]
fn the_proposed_repairs_are_carried_out_as_one_step_that_undo_takes_back() {
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
    let said = String::from_utf8(folder.run(&["doctor"]).stdout).unwrap();
    let numbers = said.lines().find_map(|line| line.strip_prefix("Proposed: handoff doctor --repair ")).unwrap();
    let offered =
        |title: &str| said.lines().find(|line| line.ends_with(title)).unwrap().split_whitespace().nth(1).unwrap();
    let proposed: Vec<&str> = numbers.split(',').collect();
    assert!(proposed.contains(&offered("Give the task in t190-copy a new ID")), "{said}");
    assert!(!proposed.contains(&offered("Give the task in t190-a a new ID")), "{said}");
    assert!(folder.said(&["doctor", "--repair", numbers]).contains("Repair 3 problems"));
    assert!(fs::read_to_string(&original).unwrap().contains("\"t190\""));
    assert!(!copy.exists());
    assert!(!folder.said(&["doctor"]).contains("wait for each other"));
    folder.said(&["undo"]);
    assert_eq!(files.map(|file| fs::read_to_string(file).unwrap()), before);
}

#[test]
fn what_cannot_be_read_is_not_written_over() {
    let folder = Folder::atlas();
    let config = folder.0.join(".handoff/config.toml");
    fs::write(&config, "[project\n").unwrap();
    let (code, said) = folder.failed(&["labels", "update", "x"]);
    assert_eq!((code, said.lines().count()), (3, 1), "{said}");
    assert_eq!(fs::read_to_string(&config).unwrap(), "[project\n");
    assert_eq!(folder.failed(&["config", "get"]).0, 3);
}

/// This process as a lock names it, whichever of our programs writes that.
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
fn whoever_finds_another_writer_waits_and_then_says_who_it_is() {
    let folder = Folder::new();
    folder.said(&["init", "Harbour"]);
    // The lock of a running process, by a clock that is ahead, so that it is not taken for abandoned however long this test takes.
    let made = fs::metadata(folder.0.join(".handoff/config.toml")).unwrap().modified().unwrap();
    let since = made.duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() + 3_600_000;
    let process = this_process();
    let lock = format!(r#"{{"writer":"somebody","since":{since},"nonce":"1","process":{process}}}"#);
    fs::write(folder.0.join(".handoff/.lock"), lock).unwrap();
    let (code, said) = folder.failed(&["task", "create", "x"]);
    assert_eq!((code, said.lines().count()), (4, 1), "{said}");
}

#[test]
fn a_rehearsal_changes_nothing() {
    let folder = Folder::atlas();
    let before = folder.value(&["task", "get", "t1"]);
    let said = folder.said(&["task", "update", "t1", "--title", "Another", "--dry-run"]);
    assert!(said.contains("change tasks/"), "{said}");
    assert_eq!(folder.value(&["task", "get", "t1"]), before);
    assert!(folder.said(&["task", "delete", "t1", "--dry-run"]).contains("move   tasks/"));
    assert_eq!(folder.value(&["task", "get", "t1"]), before);
}

#[test]
fn help_tells_how_it_ends() {
    let said = Folder::new().said(&["--help"]);
    for line in ["  0  success", "  5  writing is paused"] {
        assert!(said.contains(line), "{said}");
    }
}

#[test]
fn a_shell_can_complete_it() {
    assert!(Folder::new().said(&["completions", "bash"]).contains("_handoff"));
}

#[test]
fn commands_of_one_person_share_a_log() {
    let folder = Folder::new();
    folder.said(&["init", "Log"]);
    for title in ["One", "Two", "Three"] {
        folder.said(&["task", "create", title]);
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
