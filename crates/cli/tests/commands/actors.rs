//! Who the activity log names as the author of a change.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::Folder;
use crate::support::server::Server;

/// Returns the authors in the activity log, without repetitions of the same one.
fn actors(folder: &Folder) -> Vec<Value> {
    let mut actors: Vec<Value> = Vec::new();
    for month in entries(&folder.at(".handoff/activity")) {
        for log in entries(&month) {
            let text = fs::read_to_string(log).unwrap();
            let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
            actors.extend(lines.filter_map(|line| line.get("actor").cloned()));
        }
    }
    actors.dedup();
    actors
}

fn entries(folder: &Path) -> Vec<std::path::PathBuf> {
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
        actors(&folder).last().cloned().unwrap()
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
        let actor = actors(&folder).last().cloned().unwrap();
        assert_eq!((&actor["kind"], &actor["name"], &actor["version"]), (&json!("agent"), &json!("t"), &json!("1")));
        actor["conversation"].as_str().unwrap().to_owned()
    };
    let mut servers = [Server::start(folder.path(), &[]), Server::start(folder.path(), &[])];
    let conversations = servers.each_mut().map(conversation_of);
    assert_ne!(conversations[0], conversations[1]);
    assert_eq!(conversation_of(&mut servers[0]), conversations[0], "one conversation for each process");
}
