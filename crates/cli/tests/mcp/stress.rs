//! Many processes write to one project at once, and some are killed while writing: no confirmed
//! change is lost, no file is torn, and no temporary file remains.
//!
//! `HANDOFF_STRESS=500` sets the number of writes of each of the eight writers. The default is
//! small, so that the test is quick.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{env, fs, thread};

use serde_json::{Value, json};

use crate::support::NATIVE;
use crate::support::random::Random;
use crate::support::server::{Server, empty_folder};

/// The number of concurrent writers.
const WRITERS: u64 = 8;

/// The advice in a refusal because of concurrent writers.
const AGAIN: &str = "Try again in a moment.";

/// The writes of a writer: by target, each token with whether the write was confirmed. An
/// unconfirmed write may have happened.
type Ledger = BTreeMap<&'static str, Vec<(String, bool)>>;

/// Returns a write with a token that can be searched for: its target, the tool and its arguments.
fn write(kind: u64, token: &str, shared: &str, own: &str) -> (&'static str, &'static str, Value) {
    match kind {
        0 => ("title", "handoff_update_task", json!({"task": {"title": token}})),
        1 => ("title", "handoff_update_task", json!({"task": {"title": token}, "parent_id": own})),
        2 => ("notes", "handoff_update_task", json!({"task": {"id": shared, "notes_append": token}})),
        3 => ("decision", "handoff_update_session", json!({"add_decision": {"decision": token, "reason": "r"}})),
        4 => ("item", "handoff_update_session", json!({"add_checklist_item": token})),
        5 => ("hours", "handoff_log_time", json!({"task_id": shared, "hours": 0.25})),
        6 => ("memory", "handoff_memory_save", json!({"text": token, "force": true})),
        // Renames the folder together with its subtasks.
        7 => ("status", "handoff_update_task", json!({"task": {"id": own, "status": "in_progress"}})),
        _ => ("status", "handoff_update_task", json!({"task": {"id": own, "status": "todo"}})),
    }
}

fn work(folder: &Path, writer: u64, times: u64, [shared, own]: [&str; 2]) -> Ledger {
    let mut random = Random(writer);
    let mut ledger = Ledger::new();
    let mut server = Server::start(folder, &["--tools", "all"]);
    for number in 0..times {
        let token = format!("w{writer}x{number}y");
        if random.below(12) == 0 {
            shell(folder, &["task", "update", shared, "--append-notes", &token]);
            ledger.entry("notes").or_default().push((token, true));
            continue;
        }
        let (target, tool, arguments) = write(random.below(9), &token, shared, own);
        let params = json!({"name": tool, "arguments": arguments});
        let mut id = server.begin("tools/call", &params);
        if random.below(60) == 0 {
            // Kills the server while it writes, without waiting.
            thread::sleep(Duration::from_micros(random.below(6_000)));
            drop(server);
            server = Server::start(folder, &["--tools", "all"]);
            ledger.entry(target).or_default().push((token, false));
            continue;
        }
        loop {
            let result = server.answer(id)["result"].clone();
            let text = result["content"][0]["text"].as_str().expect("a text");
            if result["isError"] != json!(true) {
                break;
            }
            assert!(text.contains(AGAIN), "{tool} {arguments}: {text}");
            id = server.begin("tools/call", &params);
        }
        ledger.entry(target).or_default().push((token, true));
    }
    ledger
}

/// Runs a command in its own process; retries while others hold the lock.
fn shell(folder: &Path, arguments: &[&str]) {
    loop {
        let mut command = Command::new(NATIVE);
        command.args(arguments).current_dir(folder).env("HOME", folder).env("XDG_STATE_HOME", folder.join("state"));
        let output = command.stdin(Stdio::null()).output().expect("the command");
        if output.status.success() {
            return;
        }
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(text.contains(AGAIN), "{arguments:?}: {text}");
    }
}

/// Returns every file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        if entry.file_type().expect("its type").is_dir() {
            entries.append(&mut files(&entry.path()));
        } else {
            entries.push(entry.path());
        }
    }
    entries
}

/// Counts how often each text occurs.
fn count_texts<'a>(texts: impl Iterator<Item = &'a str>) -> BTreeMap<&'a str, usize> {
    let mut counts = BTreeMap::new();
    for text in texts {
        *counts.entry(text).or_default() += 1;
    }
    counts
}

fn titles(nodes: &Value, entries: &mut Vec<(String, String)>) {
    for node in nodes.as_array().into_iter().flatten() {
        let text = |key: &str| node[key].as_str().expect("a text").to_owned();
        entries.push((text("id"), text("title")));
        titles(&node["children"], entries);
    }
}

/// Checks that each confirmed token occurs once and each other token at most once.
fn compare(target: &str, ledger: &[(String, bool)], entries: &BTreeMap<&str, usize>) {
    for (token, is_confirmed) in ledger {
        let times = entries.get(token.as_str()).copied().unwrap_or_default();
        assert!(
            times == 1 || times == 0 && !is_confirmed,
            "{target}: {token}, confirmed {is_confirmed}, is there {times} times"
        );
    }
}

#[test]
fn confirmed_changes_exist_once_and_no_temporary_files_remain() {
    let times: u64 = env::var("HANDOFF_STRESS").map_or(25, |text| text.parse().expect("a number of writes"));
    for layout in ["toml", "json"] {
        let folder = empty_folder(&format!("stress-{layout}-{}", std::process::id()));
        let mut server = Server::start(&folder, &["--tools", "all", "--layout", layout]);
        server.call("handoff_init", &json!({"project_name": "Stress"}));
        for number in 0..=WRITERS {
            server.call(
                "handoff_update_task",
                &json!({"task": {"title": format!("Begun {number}"), "schedule": {"estimate_hours": 8}}}),
            );
        }
        let mut tasks = Vec::new();
        titles(&server.call("handoff_list_tasks", &json!({}))["task_tree"], &mut tasks);
        let ids: Vec<&str> = tasks.iter().map(|(id, _)| id.as_str()).collect();
        server.call("handoff_save_context", &json!({"summary": "Together", "session_status": "active"}));

        let mut ledger = Ledger::new();
        thread::scope(|scope| {
            let folder = &folder;
            let threads: Vec<_> = (0_u64..)
                .zip(&ids[1..])
                .map(|(writer, own)| (writer, [ids[0], *own]))
                .map(|(writer, tasks)| scope.spawn(move || work(folder, writer, times, tasks)))
                .collect();
            for thread in threads {
                for (target, mut tokens) in thread.join().expect("a writer") {
                    ledger.entry(target).or_default().append(&mut tokens);
                }
            }
        });

        // The server that watched all the time and a new one show the same.
        let listed = server.call("handoff_list_tasks", &json!({"limit": 0}));
        let mut late = Server::start(&folder, &["--tools", "all"]);
        assert_eq!(listed, late.call("handoff_list_tasks", &json!({"limit": 0})));
        let mut entries = Vec::new();
        titles(&listed["task_tree"], &mut entries);
        let unique = count_texts(entries.iter().map(|(id, _)| id.as_str()));
        assert_eq!(unique.len(), entries.len(), "IDs are unique");
        compare("title", &ledger["title"], &count_texts(entries.iter().map(|(_, title)| title.as_str())));

        let shared = late.call("handoff_get_task", &json!({"task_id": ids[0]}));
        let notes = shared["notes"].as_str().unwrap_or_default();
        let words = count_texts(notes.split(|character: char| !character.is_alphanumeric()));
        compare("notes", &ledger["notes"], &words);
        let hours = shared["schedule"]["actual_hours"].as_f64().unwrap_or_default();
        let (all, sure) = (&ledger["hours"], ledger["hours"].iter().filter(|(_, sure)| *sure));
        let (least, most) = (0.25 * count(sure.count()), 0.25 * count(all.len()));
        assert!((least..=most).contains(&hours), "{hours} hours; {least} were confirmed, {most} were asked for");

        let sessions = late.call("handoff_list_sessions", &json!({}));
        // Each writer has a session of its own.
        let rows = sessions["sessions"].as_array().cloned().unwrap_or_default();
        let sessions: Vec<Value> =
            rows.iter().map(|row| late.call("handoff_get_session", &json!({"session_id": row["id"]}))).collect();
        let texts = |list: &str, key: &str| -> Vec<String> {
            let entries = sessions.iter().flat_map(|session| session[list].as_array().cloned().unwrap_or_default());
            entries.map(|entry| entry[key].as_str().expect("a text").to_owned()).collect()
        };
        let (decisions, items) = (texts("decisions", "decision"), texts("checklist", "item"));
        compare("decision", &ledger["decision"], &count_texts(decisions.iter().map(String::as_str)));
        compare("item", &ledger["item"], &count_texts(items.iter().map(String::as_str)));

        let remembered: Vec<Value> = files(&folder.join(".handoff/memory"))
            .iter()
            .map(|path| serde_json::from_slice(&fs::read(path).expect("a memory")).expect("JSON"))
            .collect();
        let texts = remembered.iter().map(|memory| memory["text"].as_str().expect("a text"));
        compare("memory", &ledger["memory"], &count_texts(texts));

        shell(&folder, &["doctor"]);
        // The trace of a crashed holder's lock stays ten minutes, for programs that still check the
        // old lock.
        let is_left = |name: &str| {
            let is_ours = name.starts_with('.') || name.contains(".tmp.");
            is_ours && !name.starts_with(".lock.broken-") && name != ".gitignore"
        };
        let leftovers: Vec<PathBuf> = files(&folder.join(".handoff"))
            .into_iter()
            .filter(|path| path.file_name().is_some_and(|name| is_left(&name.to_string_lossy())))
            // Other programs may be waiting for the lock of a task, so its file stays.
            .filter(|path| !path.starts_with(folder.join(".handoff/tasks")) || !path.ends_with(".lock"))
            .collect();
        assert_eq!(leftovers, Vec::<PathBuf>::new(), "no temporary file remains");
        fs::remove_dir_all(&folder).expect("its end");
    }
}

fn count(number: usize) -> f64 {
    u32::try_from(number).map(f64::from).expect("a small number")
}
