//! The three files with which programs agree on which of them runs the timers.

use handoff_protocol::Actor;
use serde_json::Map;

use super::actor::{actor_value, read_actor};
use super::fields::{RecordReader, RecordTable};
use super::object;
use crate::{Container, Document, Finding, Value};

/// The program that runs the timers: `timer/authority.json`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Authority {
    /// The version of the format, always 1.
    pub version: u64,
    /// `vscode` or `mcp`. Other values are ignored.
    pub owner: String,
    /// The process of the owner.
    pub owner_instance: String,
    /// RFC 3339, the last heartbeat.
    pub heartbeat_at: String,
    /// The number of seconds for which a heartbeat is valid.
    pub ttl_secs: u64,
    /// RFC 3339.
    pub updated_at: String,
    /// RFC 3339, when a person was active last. A key of our own, which `handoff-mcp` tolerates.
    pub active_at: Option<String>,
}

/// The running timers: `timer/state.json`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimerState {
    /// The version of the format, always 1.
    pub version: u64,
    /// The program that wrote it last.
    pub owner: String,
    /// RFC 3339. Other programs compare it to detect changes.
    pub updated_at: String,
    /// The timers by task ID, in file order.
    pub timers: Vec<(String, TimerEntry)>,
}

/// The timer of a task.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimerEntry {
    /// `tracking` if it runs. With any other value it does not.
    pub state: String,
    /// The milliseconds tracked before `started_at`.
    pub elapsed_ms: u64,
    /// RFC 3339, the start of the current interval.
    pub started_at: Option<String>,
    /// Whether it was paused because the user was idle.
    pub paused_by_idle: bool,
    /// The actual hours of the task when the timer started.
    pub base_hours: f64,
    /// Who started it. A key of our own, which `handoff-mcp` tolerates and drops.
    pub started_by: Option<Actor>,
}

/// The command of a timer request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TimerCommand {
    /// Starts tracking.
    Start,
    /// Stops tracking and adds the hours to the task.
    Stop,
    /// An unknown command.
    Unknown(String),
}

/// A pending timer command: `timer/requests/<id>.json`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimerRequest {
    /// The version of the format, always 1.
    pub version: u64,
    /// The name of the file. IDs sort by time.
    pub id: String,
    /// The command.
    pub command: TimerCommand,
    /// The ID of the task.
    pub task_id: String,
    /// The sender, always `mcp`.
    pub issued_by: Option<String>,
    /// RFC 3339.
    pub issued_at: Option<String>,
    /// Who asks. A key of our own.
    pub actor: Option<Actor>,
}

/// Reads the program that runs the timers, with findings for invalid values.
pub fn read_authority(document: &Document) -> (Authority, Vec<Finding>) {
    let mut reader = RecordReader::new(document);
    let root = reader.root();
    let authority = Authority {
        version: reader.required_count(&root, "version"),
        owner: reader.required_text(&root, "owner"),
        owner_instance: reader.required_text(&root, "owner_instance"),
        heartbeat_at: reader.required_text(&root, "heartbeat_at"),
        ttl_secs: reader.required_count(&root, "ttl_secs"),
        updated_at: reader.required_text(&root, "updated_at"),
        active_at: reader.time(&root, "active_at"),
    };
    (authority, reader.findings)
}

/// Reads the running timers, with findings for invalid values.
pub fn read_timer_state(document: &Document) -> (TimerState, Vec<Finding>) {
    let mut reader = RecordReader::new(document);
    let root = reader.root();
    let state = TimerState {
        version: reader.required_count(&root, "version"),
        owner: reader.required_text(&root, "owner"),
        updated_at: reader.required_text(&root, "updated_at"),
        timers: read_timers(&mut reader, &root),
    };
    (state, reader.findings)
}

fn read_timers(reader: &mut RecordReader<'_>, root: &RecordTable<'_>) -> Vec<(String, TimerEntry)> {
    let entries = reader.named_tables(root, "timers");
    let read = |(task, table): (String, RecordTable<'_>)| {
        let started_by = reader.table(&table, "started_by").map(|actor| read_actor(reader, &actor));
        let entry = TimerEntry {
            state: reader.required_text(&table, "state"),
            elapsed_ms: reader.required_count(&table, "elapsed_ms"),
            started_at: reader.time(&table, "started_at"),
            paused_by_idle: reader.strict_flag(&table, "paused_by_idle"),
            base_hours: reader.strict_number(&table, "base_hours"),
            started_by,
        };
        (task, entry)
    };
    entries.into_iter().map(read).collect()
}

/// Reads a timer command, with findings for invalid values.
pub fn read_timer_request(document: &Document) -> (TimerRequest, Vec<Finding>) {
    let mut reader = RecordReader::new(document);
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
        actor: reader.table(&root, "actor").map(|actor| read_actor(&mut reader, &actor)),
    };
    (request, reader.findings)
}

/// Writes the difference between two authorities. `old` was read from the document.
pub fn write_authority(document: &mut Document, old: &Authority, new: &Authority) -> Result<(), Finding> {
    let value = |authority: &Authority| {
        object(vec![
            ("version", Some(authority.version.into())),
            ("owner", Some(authority.owner.as_str().into())),
            ("owner_instance", Some(authority.owner_instance.as_str().into())),
            ("heartbeat_at", Some(authority.heartbeat_at.as_str().into())),
            ("ttl_secs", Some(authority.ttl_secs.into())),
            ("updated_at", Some(authority.updated_at.as_str().into())),
            ("active_at", authority.active_at.as_deref().map(Value::from)),
        ])
    };
    document.change(&value(old), &value(new), &[])
}

/// Writes the difference between two timer states. `old` was read from the document.
pub fn write_timer_state(document: &mut Document, old: &TimerState, new: &TimerState) -> Result<(), Finding> {
    document.change(&state_value(old), &state_value(new), &[])
}

fn state_value(state: &TimerState) -> Value {
    let timers: Map<String, Value> =
        state.timers.iter().map(|(task, entry)| (task.clone(), entry_value(entry))).collect();
    object(vec![
        ("version", Some(state.version.into())),
        ("owner", Some(state.owner.as_str().into())),
        ("timers", Some(Value::Object(timers))),
        ("updated_at", Some(state.updated_at.as_str().into())),
    ])
}

fn entry_value(entry: &TimerEntry) -> Value {
    object(vec![
        ("state", Some(entry.state.as_str().into())),
        ("elapsed_ms", Some(entry.elapsed_ms.into())),
        ("started_at", entry.started_at.as_deref().map(Value::from)),
        ("paused_by_idle", Some(entry.paused_by_idle.into())),
        ("base_hours", Some(entry.base_hours.into())),
        ("started_by", entry.started_by.as_ref().map(actor_value)),
    ])
}

/// Returns the document of a new command.
pub fn new_timer_request(request: &TimerRequest) -> Document {
    let command = match &request.command {
        TimerCommand::Start => "start",
        TimerCommand::Stop => "stop",
        TimerCommand::Unknown(other) => other,
    };
    let value = object(vec![
        ("version", Some(request.version.into())),
        ("id", Some(request.id.as_str().into())),
        ("cmd", Some(command.into())),
        ("task_id", Some(request.task_id.as_str().into())),
        ("issued_by", request.issued_by.as_deref().map(Value::from)),
        ("issued_at", request.issued_at.as_deref().map(Value::from)),
        ("actor", request.actor.as_ref().map(actor_value)),
    ]);
    Document::from_record(Container::Json, &value)
}
