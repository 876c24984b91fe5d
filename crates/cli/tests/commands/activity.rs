//! The activity log: who it names as the author of a change, and what happens when it is damaged.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::support::Folder;
use crate::support::server::Server;

/// Returns the log files.
fn logs(folder: &Folder) -> Vec<PathBuf> {
    entries(&folder.at(".handoff/activity")).iter().flat_map(|month| entries(month)).collect()
}

/// Returns the events of the activity log.
fn events(folder: &Folder) -> Vec<Value> {
    let texts: Vec<String> = logs(folder).iter().map(|log| fs::read_to_string(log).unwrap()).collect();
    let lines = texts.iter().flat_map(|text| text.lines()).filter_map(|line| serde_json::from_str::<Value>(line).ok());
    lines.filter(|line| line.get("id").is_some()).collect()
}

/// Returns the author of the last event.
fn last_actor(folder: &Folder) -> Value {
    events(folder).last().unwrap()["actor"].clone()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

#[test]
fn commands_name_the_person_of_git_or_the_agent_of_the_variable() {
    let folder = Folder::new();
    let create = |name: Option<&str>| {
        let mut command = folder.command(&["task", "create", "Parse"]);
        command.env("GIT_CONFIG_GLOBAL", folder.at("gitconfig")).env("GIT_CONFIG_NOSYSTEM", "1");
        if let Some(name) = name {
            command.env("HANDOFF_ACTOR", name);
        }
        assert!(command.output().unwrap().status.success());
        last_actor(&folder)
    };
    folder.stdout(&["init", "Harbour"]);
    assert_eq!(create(None), json!({"kind": "human", "name": ""}));
    fs::write(folder.at("gitconfig"), "[user]\n\tname = Maya Lind\n").unwrap();
    assert_eq!(create(None), json!({"kind": "human", "name": "Maya Lind"}));
    assert_eq!(create(Some("night-bot")), json!({"kind": "agent", "name": "night-bot"}));
    assert_eq!(create(Some(" ")), json!({"kind": "human", "name": "Maya Lind"}));
}

#[test]
fn server_names_its_client_and_conversation() {
    let folder = Folder::new();
    folder.stdout(&["init", "Harbour"]);
    let conversation_of = |server: &mut Server| {
        server.call("handoff_update_task", &json!({"task": {"title": "Parse", "schedule": {"estimate_hours": 1}}}));
        let actor = last_actor(&folder);
        assert_eq!((&actor["kind"], &actor["name"], &actor["version"]), (&json!("agent"), &json!("t"), &json!("1")));
        actor["conversation"].as_str().unwrap().to_owned()
    };
    let mut servers = [Server::start(folder.path(), &[]), Server::start(folder.path(), &[])];
    let conversations = servers.each_mut().map(conversation_of);
    assert_ne!(conversations[0], conversations[1]);
    assert_eq!(conversation_of(&mut servers[0]), conversations[0], "one conversation for each process");
}

#[test]
fn hook_names_its_client_and_conversation() {
    let folder = Folder::new();
    folder.stdout(&["init", "Harbour"]);
    folder.stdout(&["task", "create", "Parse", "--estimate", "1"]);
    folder.stdout(&["task", "update", "t1", "--status", "in_progress"]);
    let output = folder.run_with_input(&["hook", "pre-compact", "--client", "codex"], r#"{"session_id": "abc"}"#);
    assert!(output.status.success());
    let event = events(&folder).pop().unwrap();
    assert_eq!(event["actor"], json!({"kind": "agent", "name": "codex", "conversation": "abc"}));
    assert_eq!((&event["change"]["kind"], &event["change"]["act"]), (&json!("session"), &json!("saved")));
}

#[test]
fn torn_line_is_skipped_and_the_doctor_removes_it() {
    let folder = Folder::new();
    folder.stdout(&["init", "Harbour"]);
    let log = logs(&folder).pop().unwrap();
    let intact = fs::read_to_string(&log).unwrap();
    fs::write(&log, format!("{intact}{{\"id\":\"e-1")).unwrap();
    folder.stdout(&["task", "create", "Parse", "--estimate", "1"]);
    let text = fs::read_to_string(&log).unwrap();
    assert!(text.starts_with(&format!("{intact}{{\"id\":\"e-1\n{{")), "the event begins on a new line: {text}");
    assert_eq!(events(&folder).last().unwrap()["change"]["kind"], "created");

    let message = folder.stdout(&["doctor"]);
    assert_eq!(message.matches("damaged line").count(), 2, "the problem and its repair: {message}");
    folder.stdout(&["doctor", "--repair", "1"]);
    assert!(!folder.stdout(&["doctor"]).contains("damaged"));
    let repaired = fs::read_to_string(&log).unwrap();
    assert_eq!(repaired, text.replace("{\"id\":\"e-1\n", ""), "nothing else is removed");
}
