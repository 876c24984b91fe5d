//! Timers that the server runs: heartbeats, its end, its crash, and two servers.

#[cfg(unix)]
use std::process::Command;
use std::time::{Duration, Instant};
use std::{fs, thread};

use serde_json::{Value, json};

use crate::support::Folder;
use crate::support::server::Server;

/// The timeout for a heartbeat.
const TIMEOUT: Duration = Duration::from_mins(1);

/// A project whose heartbeats are valid for a second.
fn project() -> Folder {
    let folder = Folder::new();
    folder.stdout(&["init", "Harbour"]);
    folder.stdout(&["task", "create", "Piles", "--id", "t1"]);
    folder.stdout(&["task", "create", "Crane", "--id", "t2"]);
    folder.stdout(&["config", "set", "settings.timer_authority_ttl_secs", "1"]);
    folder
}

fn read(folder: &Folder, file: &str) -> Option<Value> {
    serde_json::from_slice(&fs::read(folder.at(".handoff/timer").join(file)).ok()?).ok()
}

fn heartbeat(folder: &Folder) -> Option<String> {
    Some(read(folder, "authority.json")?["heartbeat_at"].as_str()?.to_owned())
}

/// Waits until a server writes another heartbeat.
#[allow(clippy::disallowed_methods, reason = "a test that waits for ever tells nothing")]
fn await_heartbeat(folder: &Folder) {
    let last = heartbeat(folder).expect("an authority");
    let start = Instant::now();
    while heartbeat(folder).is_none_or(|heartbeat| heartbeat == last) {
        assert!(start.elapsed() < TIMEOUT, "no heartbeat");
        thread::yield_now();
    }
}

fn timer(server: &mut Server, verb: &str, id: &str) -> String {
    server.call(&format!("handoff_timer_{verb}"), &json!({"task_id": id})).to_string()
}

/// Returns the entries of a task that are not replaced by later lines, and checks that its hours are
/// their sum.
fn seconds(folder: &Folder, id: &str) -> Vec<u64> {
    let logs = fs::read_dir(folder.at(".handoff/activity")).unwrap().map(|month| month.unwrap().path());
    let files = logs.filter(|path| path.is_dir()).flat_map(|month| fs::read_dir(month).unwrap());
    let lines: Vec<Value> = files
        .flat_map(|file| {
            let text = fs::read_to_string(file.unwrap().path()).unwrap_or_default();
            text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect::<Vec<Value>>()
        })
        .collect();
    let entries = lines.iter().map(|line| &line["change"]).filter(|change| change["kind"] == "entry");
    let seconds: Vec<u64> = entries
        .filter(|change| change["to"]["task"] == *id)
        .filter_map(|change| change["to"]["seconds"].as_u64())
        .collect();
    let actual = folder.value(&["task", "get", id])["schedule"]["actual_hours"].as_f64().unwrap_or_default();
    let sum: u64 = seconds.iter().sum();
    let sum = f64::from(u32::try_from(sum).unwrap()) / 3600.0;
    assert!((actual - sum).abs() < 1e-4, "{actual} h, {seconds:?} s");
    seconds
}

fn running(folder: &Folder, id: &str) -> bool {
    read(folder, "state.json").is_some_and(|state| state["timers"][id]["state"] == "tracking")
}

#[test]
fn heartbeats_are_renewed_until_the_timer_stops() {
    let folder = project();
    let mut server = Server::start(folder.path(), &[]);
    server.call("handoff_list_tasks", &json!({}));
    assert_eq!(heartbeat(&folder), None, "nobody has used a timer");
    timer(&mut server, "start", "t1");
    for _ in 0..5 {
        await_heartbeat(&folder);
    }
    assert!(running(&folder, "t1"));
    timer(&mut server, "stop", "t1");
    let last = heartbeat(&folder);
    let entries = seconds(&folder, "t1");
    assert_eq!(entries.len(), 1, "{entries:?}");
    assert!(entries[0] > 0, "five heartbeats take longer than a second");
    assert_eq!(server.close(), Vec::<Value>::new());
    server.child.wait().unwrap();
    assert_eq!((heartbeat(&folder), seconds(&folder, "t1")), (last, entries), "no timer, no writes");
}

#[test]
fn server_that_ends_leaves_no_time_behind() {
    let folder = project();
    let mut server = Server::start(folder.path(), &[]);
    timer(&mut server, "start", "t1");
    for _ in 0..4 {
        await_heartbeat(&folder);
    }
    server.close();
    server.child.wait().unwrap();
    assert!(!running(&folder, "t1"));
    assert_eq!(heartbeat(&folder).as_deref(), Some("1970-01-01T00:00:00+00:00"));
    assert_eq!(seconds(&folder, "t1").len(), 1);
}

#[cfg(unix)]
#[test]
fn terminated_server_writes_its_time() {
    let folder = project();
    let mut server = Server::start(folder.path(), &[]);
    timer(&mut server, "start", "t1");
    for _ in 0..4 {
        await_heartbeat(&folder);
    }
    let kill = Command::new("kill").args(["-TERM", &server.child.id().to_string()]).status().unwrap();
    assert!(kill.success() && server.child.wait().unwrap().success());
    assert_eq!(seconds(&folder, "t1").len(), 1);
    assert!(!running(&folder, "t1"));
}

#[test]
fn timer_of_a_killed_server_is_stopped_by_the_next_one() {
    let folder = project();
    let mut server = Server::start(folder.path(), &[]);
    timer(&mut server, "start", "t1");
    for _ in 0..4 {
        await_heartbeat(&folder);
    }
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    let started = read(&folder, "state.json").unwrap()["timers"]["t1"]["started_at"].clone();
    let mut next = Server::start(folder.path(), &[]);
    next.call("handoff_list_tasks", &json!({}));
    assert!(running(&folder, "t1"), "the next server does not take over what it has not started");
    let answer = timer(&mut next, "stop", "t1");
    assert!(answer.contains("Stopped the timer of t1 and added 0.00 h to the task."), "{answer}");
    let entries = seconds(&folder, "t1");
    assert!(entries.len() == 1 && entries[0] > 0, "{entries:?}, started at {started}");
}

#[test]
fn two_servers_share_the_timers_of_a_project() {
    let folder = project();
    let (mut one, mut two) = (Server::start(folder.path(), &[]), Server::start(folder.path(), &[]));
    timer(&mut one, "start", "t1");
    await_heartbeat(&folder);
    timer(&mut two, "start", "t2");
    for _ in 0..4 {
        await_heartbeat(&folder);
    }
    assert!(running(&folder, "t1") && running(&folder, "t2"));
    timer(&mut one, "stop", "t1");
    await_heartbeat(&folder);
    timer(&mut two, "stop", "t2");
    assert_eq!((seconds(&folder, "t1").len(), seconds(&folder, "t2").len()), (1, 1));
    assert_eq!(read(&folder, "state.json").unwrap()["timers"], json!({}));
    assert!(folder.stdout(&["doctor"]).contains("No problems"));
}
