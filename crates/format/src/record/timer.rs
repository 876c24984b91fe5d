//! The three files through which programs agree on who runs the timers.

use serde_json::Map;

use super::fields::{Reader, Table};
use super::table;
use crate::{Container, Document, Finding, Value};

/// Who runs the timers: `timer/authority.json`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Authority {
    /// Always 1 so far.
    pub version: u64,
    /// `vscode` or `mcp`; anything else is nobody.
    pub owner: String,
    /// Which of the owner's processes.
    pub owner_instance: String,
    /// RFC 3339, the last sign of life.
    pub heartbeat_at: String,
    /// For how many seconds that sign counts.
    pub ttl_secs: u64,
    /// RFC 3339.
    pub updated_at: String,
}

/// The running timers: `timer/state.json`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimerState {
    /// Always 1 so far.
    pub version: u64,
    /// Who wrote it last.
    pub owner: String,
    /// RFC 3339; other programs detect changes by comparing it.
    pub updated_at: String,
    /// By task id, in file order.
    pub timers: Vec<(String, TimerEntry)>,
}

/// One task's timer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimerEntry {
    /// `tracking` runs; anything else does not.
    pub state: String,
    /// Milliseconds from before `started_at`.
    pub elapsed_ms: u64,
    /// RFC 3339, the start of the stretch that runs now.
    pub started_at: Option<String>,
    /// Whether it was paused because nobody was there.
    pub paused_by_idle: bool,
    /// The task's hours when the timer started.
    pub base_hours: f64,
}

/// What a timer request asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TimerCommand {
    /// Begin to track.
    Start,
    /// Stop and add the hours to the task.
    Stop,
    /// Something that this program does not know.
    Unknown(String),
}

/// A timer command that waits to be carried out: `timer/requests/<id>.json`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimerRequest {
    /// Always 1 so far.
    pub version: u64,
    /// The file's name; ids sort by time.
    pub id: String,
    /// What to do.
    pub command: TimerCommand,
    /// Whose timer.
    pub task_id: String,
    /// `mcp` so far.
    pub issued_by: Option<String>,
    /// RFC 3339.
    pub issued_at: Option<String>,
}

/// Reads who runs the timers, whatever is wrong with the file.
pub fn read_authority(document: &Document) -> (Authority, Vec<Finding>) {
    let mut reader = Reader::new(document);
    let root = reader.root();
    let authority = Authority {
        version: reader.required_count(&root, "version"),
        owner: reader.required_text(&root, "owner"),
        owner_instance: reader.required_text(&root, "owner_instance"),
        heartbeat_at: reader.required_text(&root, "heartbeat_at"),
        ttl_secs: reader.required_count(&root, "ttl_secs"),
        updated_at: reader.required_text(&root, "updated_at"),
    };
    (authority, reader.findings)
}

/// Reads the running timers, whatever is wrong with the file.
pub fn read_timer_state(document: &Document) -> (TimerState, Vec<Finding>) {
    let mut reader = Reader::new(document);
    let root = reader.root();
    let state = TimerState {
        version: reader.required_count(&root, "version"),
        owner: reader.required_text(&root, "owner"),
        updated_at: reader.required_text(&root, "updated_at"),
        timers: read_timers(&mut reader, &root),
    };
    (state, reader.findings)
}

fn read_timers(reader: &mut Reader<'_>, root: &Table<'_>) -> Vec<(String, TimerEntry)> {
    let entries = reader.named_tables(root, "timers");
    let read = |(task, table): (String, Table<'_>)| {
        let entry = TimerEntry {
            state: reader.required_text(&table, "state"),
            elapsed_ms: reader.required_count(&table, "elapsed_ms"),
            started_at: reader.time(&table, "started_at"),
            paused_by_idle: reader.strict_flag(&table, "paused_by_idle"),
            base_hours: reader.strict_number(&table, "base_hours"),
        };
        (task, entry)
    };
    entries.into_iter().map(read).collect()
}

/// Reads a timer command, whatever is wrong with the file.
pub fn read_timer_request(document: &Document) -> (TimerRequest, Vec<Finding>) {
    let mut reader = Reader::new(document);
    let root = reader.root();
    let request = TimerRequest {
        version: reader.required_count(&root, "version"),
        id: reader.required_text(&root, "id"),
        command: match reader.required_text(&root, "cmd").as_str() {
            "start" => TimerCommand::Start,
            "stop" => TimerCommand::Stop,
            other => TimerCommand::Unknown(other.to_owned()),
        },
        task_id: reader.required_text(&root, "task_id"),
        issued_by: reader.text(&root, "issued_by"),
        issued_at: reader.time(&root, "issued_at"),
    };
    (request, reader.findings)
}

/// Writes the difference between two records of who runs the timers; `old` is what was read from the document.
pub fn write_authority(document: &mut Document, old: &Authority, new: &Authority) -> Result<(), Finding> {
    let value = |authority: &Authority| {
        table(vec![
            ("version", Some(authority.version.into())),
            ("owner", Some(authority.owner.as_str().into())),
            ("owner_instance", Some(authority.owner_instance.as_str().into())),
            ("heartbeat_at", Some(authority.heartbeat_at.as_str().into())),
            ("ttl_secs", Some(authority.ttl_secs.into())),
            ("updated_at", Some(authority.updated_at.as_str().into())),
        ])
    };
    document.change(&value(old), &value(new), &[])
}

/// Writes the difference between two states of the timers; `old` is what was read from the document.
pub fn write_timer_state(document: &mut Document, old: &TimerState, new: &TimerState) -> Result<(), Finding> {
    document.change(&state_value(old), &state_value(new), &[])
}

fn state_value(state: &TimerState) -> Value {
    let timers: Map<String, Value> =
        state.timers.iter().map(|(task, entry)| (task.clone(), entry_value(entry))).collect();
    table(vec![
        ("version", Some(state.version.into())),
        ("owner", Some(state.owner.as_str().into())),
        ("timers", Some(Value::Object(timers))),
        ("updated_at", Some(state.updated_at.as_str().into())),
    ])
}

fn entry_value(entry: &TimerEntry) -> Value {
    table(vec![
        ("state", Some(entry.state.as_str().into())),
        ("elapsed_ms", Some(entry.elapsed_ms.into())),
        ("started_at", entry.started_at.as_deref().map(Value::from)),
        ("paused_by_idle", Some(entry.paused_by_idle.into())),
        ("base_hours", Some(entry.base_hours.into())),
    ])
}

/// A new command's document.
pub fn new_timer_request(request: &TimerRequest) -> Document {
    let command = match &request.command {
        TimerCommand::Start => "start",
        TimerCommand::Stop => "stop",
        TimerCommand::Unknown(other) => other,
    };
    let value = table(vec![
        ("version", Some(request.version.into())),
        ("id", Some(request.id.as_str().into())),
        ("cmd", Some(command.into())),
        ("task_id", Some(request.task_id.as_str().into())),
        ("issued_by", request.issued_by.as_deref().map(Value::from)),
        ("issued_at", request.issued_at.as_deref().map(Value::from)),
    ]);
    Document::from_record(Container::Json, &value)
}
