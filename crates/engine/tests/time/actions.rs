//! What a person does in a window, and what the files say then.

use handoff_engine::ServerEvent;
use handoff_protocol::{Command, FileState, TimeSource, TimerAction, TimerLead, TimerStatus};
use serde_json::Value;

use super::world::{Call, Window, World};

/// Lets time pass in a window that nobody uses.
pub fn tick(world: &mut World, window: &mut Window, seconds: u64) {
    for _ in 0..seconds / 10 {
        world.pass(10);
        world.call(window, &Call { focused: true, ..Call::default() });
    }
}

/// Lets time pass in a server.
pub fn serve(world: &mut World, server: &mut Window, seconds: u64) {
    for _ in 0..seconds / 10 {
        world.pass(10);
        world.serve(server, ServerEvent::Tick);
    }
}

pub fn touch(world: &mut World, window: &mut Window) {
    world.call(window, &Call { active: true, focused: true, ..Call::default() });
}

pub fn act(world: &mut World, window: &mut Window, action: TimerAction) {
    world.call(window, &Call { active: true, focused: true, action: Some(action), ..Call::default() });
}

pub fn start(id: &str) -> TimerAction {
    TimerAction::Start { id: id.to_owned(), alone: true }
}

pub fn stop(id: &str) -> TimerAction {
    TimerAction::Stop { id: id.to_owned() }
}

/// A change of a task, which is a sign of its author.
pub fn note() -> Command {
    let note = serde_json::json!({"kind": "updateTasks", "ids": ["t3"], "patch": {"appendNotes": "half"}});
    serde_json::from_value(note).unwrap()
}

/// Returns the entries as task, seconds, source.
pub fn entries(world: &World) -> Vec<(String, u64, TimeSource)> {
    let mut entries: Vec<_> = world.entries().into_values().collect();
    entries.sort_by(|left, right| (&left.start, &left.task).cmp(&(&right.start, &right.task)));
    entries.into_iter().map(|entry| (entry.task, entry.seconds, entry.source)).collect()
}

/// Returns the entries as task, start, end and name: `t1 08:00:00-08:05:00 noor`.
pub fn spans(world: &World) -> Vec<String> {
    let clock = |stamp: &str| stamp.get(11..19).expect("a timestamp").to_owned();
    let entries = world.entries().into_values();
    let mut spans: Vec<String> = entries
        .map(|entry| format!("{} {}-{} {}", entry.task, clock(&entry.start), clock(&entry.end), entry.actor.name))
        .collect();
    spans.sort_by_key(|span| span.split(' ').nth(1).map(str::to_owned));
    spans
}

/// Returns the timers in the file.
pub fn timers(world: &World) -> Value {
    world.json("timer/state.json").expect("a state")["timers"].clone()
}

pub fn waiting_requests(world: &World) -> usize {
    world.disk.tree.children("timer/requests").count()
}

pub fn configure(world: &mut World, settings: &str) {
    let text = format!("[project]\nname = \"Clock\"\n[settings]\n{settings}\n");
    world.disk.tree.apply(FileState::File { path: "config.toml".to_owned(), bytes: text.into_bytes() });
}

pub fn pause(world: &mut World) {
    world.disk.tree.apply(FileState::File { path: "PAUSE".to_owned(), bytes: Vec::new() });
}

pub fn unpause(world: &mut World) {
    world.disk.tree.apply(FileState::Gone { path: "PAUSE".to_owned() });
}

pub fn status(window: &Window) -> &TimerStatus {
    window.last.as_ref().expect("a call")
}

pub fn lead(window: &Window) -> &TimerLead {
    &status(window).lead
}
