//! A pause stops commands that write, and no others.

use std::collections::BTreeMap;
use std::fs;

use serde_json::json;

use crate::support::Folder;
use crate::support::server::Server;

const HOW: &str = "Delete .handoff/PAUSE (or run `handoff resume`) to continue.";

#[test]
fn pause_stops_every_writing_command_and_says_how_to_resume() {
    let folder = Folder::atlas();
    let at_home = folder.0.join("home/.handoff");
    fs::create_dir_all(&at_home).unwrap();
    let at_home = at_home.join("PAUSE");
    let everywhere = "Writing is paused in all your projects: Release today. Delete";
    for (file, reason, expected) in [
        (&folder.at(".handoff/PAUSE"), "", format!("Writing is paused. {HOW}")),
        (&at_home, "Release\ntoday.\n", format!("{everywhere} {} to continue.", at_home.display())),
    ] {
        fs::write(file, reason).unwrap();
        fs::write(folder.at("notes.json"), r#"{"tasks":[{"title":"Found"}]}"#).unwrap();
        for line in [
            "task create x",
            "task update t1 --title x",
            "task move t5 --under t4",
            "task check t1.2.2 2",
            "task log t1 1",
            "task delete t1",
            "session save x",
            "session update --item x",
            "session close",
            "session pause",
            "config set labels x",
            "assignee add x",
            "milestone remove alpha",
            "calendar update --hours 7",
            "calendar start",
            "labels update x",
            "schedule",
            "timer start t1",
            "timer stop t1",
            "timer add t1 1",
            "memory save x",
            "memory cleanup",
            "memory delete m-20261121-025727-398154",
            "referral update ref-20261121-025727-437283380 resolved",
            "referral send x --folder .",
            "import notes.json",
            "import notes.json",
        ] {
            let (code, message) = folder.failure(&line.split(' ').collect::<Vec<_>>());
            assert_eq!((code, &message), (5, &expected), "{line}");
        }
        for line in [
            "task list",
            "task get t1",
            "task next",
            "session list",
            "config get",
            "assignee list",
            "milestone list",
            "calendar show",
            "labels list",
            "metrics",
            "capacity",
            "schedule --dry-run",
            "timer get t1",
            "timer status",
            "timer list",
            "referral list",
            "memory query feed",
            "dashboard .",
            "task create x --dry-run",
            "task delete t1 --dry-run",
        ] {
            folder.stdout(&line.split(' ').collect::<Vec<_>>());
        }
        assert!(!folder.stdout(&["doctor"]).contains("PAUSE"), "the pause file is not a problem");
        fs::remove_file(file).unwrap();
    }
    let set = |value: &str| folder.command(&["task", "log", "t1", "1"]).env("HANDOFF_PAUSE", value).output().unwrap();
    let output = set("Demo");
    assert_eq!(output.status.code(), Some(5));
    let expected = "Writing is paused by the environment variable HANDOFF_PAUSE: Demo. Unset it to continue.\n";
    assert_eq!(String::from_utf8(output.stderr).unwrap(), expected);
    assert!(set("").status.success());
    assert_eq!(
        folder
            .command(&["init", "x", "--project", "new", "--nested"])
            .env("HANDOFF_PAUSE", "1")
            .status()
            .unwrap()
            .code(),
        Some(5)
    );
}

#[test]
fn pause_stops_writing_tools() {
    let folder = Folder::atlas();
    let here = folder.at(".handoff/PAUSE");
    let mut server = Server::start(&folder.0, &["--tools", "all"]);
    server.call("handoff_memory_save", &json!({"text": "The feed repeats its last row", "kind": "gotcha"}));
    fs::write(&here, "Release").unwrap();
    let change = json!({"name": "handoff_log_time", "arguments": {"task_id": "t1", "hours": 1}});
    let answer = server.ask("tools/call", &change);
    assert_eq!(answer["isError"], json!(true));
    let message = answer["content"][0]["text"].as_str().unwrap();
    assert_eq!(message, format!("Error: Writing is paused: Release. {HOW}"));
    server.call("handoff_list_tasks", &json!({}));
    let lessons = server.call("handoff_memory_query", &json!({"text": "feed repeats its last row"}));
    assert_eq!(lessons["memories"][0]["text"], json!("The feed repeats its last row"));
    assert_eq!(lessons["injected_count"], json!(1));
    let marks = std::fs::read_dir(folder.at(".handoff/memory/injected")).unwrap().count();
    assert_eq!(marks, 1, "a lesson is read, but not marked: the demo has one mark already");
    fs::remove_file(&here).unwrap();
    server.call("handoff_log_time", &change["arguments"]);
}

#[test]
fn commands_pause_and_resume() {
    let folder = Folder::atlas();
    let (code, message) = folder.failure(&["resume"]);
    assert_eq!((code, message.as_str()), (1, "Writing is not paused in this project."));
    folder.stdout(&["task", "log", "t1", "1"]);
    assert_eq!(folder.stdout(&["pause", "--reason", "Release today.", "--dry-run"]).matches("PAUSE").count(), 1);
    assert!(!folder.at(".handoff/PAUSE").exists());
    assert_eq!(folder.stdout(&["pause", "--reason", "Release today."]), "Paused writing.\n");
    assert_eq!(fs::read_to_string(folder.at(".handoff/PAUSE")).unwrap(), "Release today.\n");
    let (code, message) = folder.failure(&["undo"]);
    assert_eq!((code, message), (5, format!("Writing is paused: Release today. {HOW}")));
    folder.stdout(&["pause"]);
    assert_eq!(folder.failure(&["task", "log", "t1", "1"]).1, format!("Writing is paused. {HOW}"));
    let output = folder.command(&["resume"]).env("HANDOFF_PAUSE", "Demo").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("Resumed writing.\nWarning: Writing is paused by the environment variable"), "{text}");
    assert!(!folder.at(".handoff/PAUSE").exists());
    assert!(folder.stdout(&["undo"]).contains("t1"), "the last change before the pause is undone");

    // A folder that has nothing but the file can be resumed and then initialized.
    let bare = Folder::new();
    fs::create_dir(bare.at(".handoff")).unwrap();
    fs::write(bare.at(".handoff/PAUSE"), "").unwrap();
    assert_eq!(bare.failure(&["init", "x"]).0, 5);
    bare.stdout(&["resume"]);
    bare.stdout(&["init", "x"]);
}

#[test]
fn hooks_save_no_draft_while_paused() {
    let folder = Folder::atlas();
    folder.stdout(&["pause"]);
    let sessions = || {
        let files = fs::read_dir(folder.at(".handoff/sessions")).unwrap().map(|entry| entry.unwrap().path());
        files.map(|file| (file.clone(), fs::read(file).unwrap())).collect::<BTreeMap<_, _>>()
    };
    let before = sessions();
    let output = folder.run_with_input(&["hook", "pre-compact"], "{}");
    assert!(output.status.success());
    assert_eq!(sessions(), before);
    folder.stdout(&["resume"]);
    folder.run_with_input(&["hook", "pre-compact"], "{}");
    assert_ne!(sessions(), before, "the hook saves a draft otherwise");
}
