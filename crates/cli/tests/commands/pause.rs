//! A pause stops commands that write, and no others.

use std::fs;

use serde_json::json;

use crate::support::Folder;
use crate::support::server::Server;

#[test]
fn pause_stops_every_writing_command_and_says_how_to_resume() {
    let folder = Folder::atlas();
    let at_home = folder.0.join("home/.handoff");
    fs::create_dir_all(&at_home).unwrap();
    let here = folder.0.canonicalize().unwrap().join(".handoff/PAUSE");
    for (file, reason, expected) in [
        (&here, "", format!("Handoff is paused; remove {} to resume.", here.display())),
        (&at_home.join("PAUSE"), "Release\ntoday.\n", "Handoff is paused (Release today); remove ".to_owned()),
    ] {
        fs::write(file, reason).unwrap();
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
            "memory save x",
            "memory cleanup",
            "memory delete m-20261121-025727-398154",
            "referral update ref-20261121-025727-437283380 resolved",
            "referral send x --folder .",
        ] {
            let (code, message) = folder.failure(&line.split(' ').collect::<Vec<_>>());
            assert_eq!((code, message.starts_with(&expected)), (5, true), "{line}: {message}");
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
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "Handoff is paused (Demo); unset HANDOFF_PAUSE to resume.\n");
    assert!(set("").status.success());
    assert_eq!(
        folder.command(&["init", "x", "--project", "home"]).env("HANDOFF_PAUSE", "1").status().unwrap().code(),
        Some(5)
    );
}

#[test]
fn pause_stops_writing_tools() {
    let folder = Folder::atlas();
    let here = folder.0.canonicalize().unwrap().join(".handoff/PAUSE");
    let mut server = Server::start(&folder.0, &["--tools", "all"]);
    fs::write(&here, "Release").unwrap();
    let change = json!({"name": "handoff_log_time", "arguments": {"task_id": "t1", "hours": 1}});
    let answer = server.ask("tools/call", &change);
    assert_eq!(answer["isError"], json!(true));
    let message = answer["content"][0]["text"].as_str().unwrap();
    assert!(
        message.ends_with(&format!("Handoff is paused (Release); remove {} to resume.", here.display())),
        "{message}"
    );
    server.call("handoff_list_tasks", &json!({}));
    fs::remove_file(&here).unwrap();
    server.call("handoff_log_time", &change["arguments"]);
}
