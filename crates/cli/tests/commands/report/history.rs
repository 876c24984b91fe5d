//! Reports of projects without a log take the status of tasks from Git.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::support::Folder;
use crate::support::server::Server;

/// Runs Git on a day of November 2026.
fn git(folder: &Path, day: u32, arguments: &[&str]) {
    let identity = ["-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "protocol.file.allow=always"];
    let date = format!("2026-11-{day:02}T12:00:00+00:00");
    let output = Command::new("git")
        .args(identity)
        .args(arguments)
        .current_dir(folder)
        .env("GIT_AUTHOR_DATE", &date)
        .env("GIT_COMMITTER_DATE", &date)
        .output()
        .unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Creates a repository whose project is in a folder below it. Its task was committed on the 3rd, begun on
/// the 4th and done on the 6th.
fn repository() -> Folder {
    let folder = Folder::new();
    git(folder.path(), 1, &["init", "-q"]);
    let tasks = folder.at("part/.handoff/tasks");
    fs::create_dir_all(tasks.join("01-todo--build")).unwrap();
    fs::write(folder.at("part/.handoff/config.toml"), "[project]\nname = \"P\"\n").unwrap();
    let record = "id = \"01\"\ntitle = \"Build\"\ncreated_at = \"2026-11-02T08:00:00Z\"\n";
    fs::write(tasks.join("01-todo--build/task.toml"), record).unwrap();
    let mut name = "01-todo--build";
    for (day, next) in [(3, "01-todo--build"), (4, "01-in_progress--build"), (6, "01-done--build")] {
        fs::rename(tasks.join(name), tasks.join(next)).unwrap();
        name = next;
        git(folder.path(), day, &["add", "."]);
        git(folder.path(), day, &["commit", "-qm", "Change"]);
    }
    folder
}

fn flow(folder: &Folder, project: &Path) -> Value {
    let output = folder.command(&["report", "flow", "--json"]).current_dir(project).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Returns the days with the status that the only task has at their end.
fn statuses(flow: &Value) -> Vec<(String, String)> {
    let status = |day: &Value| {
        let members = day.as_object().unwrap();
        let (name, _) = members.iter().find(|(_, count)| **count == json!(1))?;
        Some((day["date"].as_str().unwrap().to_owned(), name.clone()))
    };
    flow["days"].as_array().unwrap().iter().filter_map(status).collect()
}

#[test]
fn status_comes_from_commits_where_there_is_no_log() {
    let folder = repository();
    let project = folder.at("part");
    let report = flow(&folder, &project);
    assert_eq!((&report["source"], &report["exact_from"]), (&json!("git"), &Value::Null));
    let named = |day: &str, status: &str| (format!("2026-11-{day}"), status.to_owned());
    let days = [("02", "todo"), ("03", "todo"), ("04", "in_progress"), ("05", "in_progress"), ("06", "done")];
    assert_eq!(statuses(&report)[..5], days.map(|(day, status)| named(day, status)));
    let mut server = Server::start(&project, &[]);
    let answer = server.call("handoff_get_metrics", &json!({"report": "cycle"}));
    assert_eq!((&answer["source"], &answer["tasks"][0]["cycle_days"]), (&json!("git"), &json!(3)));
}

#[test]
fn shallow_clones_and_folders_without_git_say_what_they_know() {
    let folder = repository();
    let address = format!("file://{}", folder.path().display());
    git(folder.path(), 7, &["clone", "-q", "--depth", "1", &address, "copy"]);
    let shallow = flow(&folder, &folder.at("copy/part"));
    // Its only commit has no status that the files do not have.
    assert_eq!(shallow["source"], "stamps");
    assert!(statuses(&shallow).iter().all(|(_, status)| status == "done"), "{shallow}");
    fs::remove_dir_all(folder.at(".git")).unwrap();
    assert_eq!(flow(&folder, &folder.at("part"))["source"], "stamps");
}
