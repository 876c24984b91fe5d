//! The three files with which programs agree on which of them runs the timers.

use handoff_protocol::Actor;

use super::declaration::{
    Form, Named, NotNull, Optional, Required, Table, Time, new_record, read_record, record, write_record,
};
use super::fields::{RecordReader, RecordTable};
use crate::{Container, DataFile, Finding, Value};

record! {
    /// The program that runs the timers: `timer/authority.json`.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct Authority {
        /// The version of the format, always 1.
        pub version: u64 = "version" as Required,
        /// `vscode` or `mcp`. Other values are ignored.
        pub owner: String = "owner" as Required,
        /// The process of the owner.
        pub owner_instance: String = "owner_instance" as Required,
        /// RFC 3339, the last heartbeat.
        pub heartbeat_at: String = "heartbeat_at" as Required,
        /// The number of seconds for which a heartbeat is valid.
        pub ttl_secs: u64 = "ttl_secs" as Required,
        /// RFC 3339.
        pub updated_at: String = "updated_at" as Required,
        /// RFC 3339, when a person was active last. A key of our own, which `handoff-mcp` tolerates.
        pub active_at: Option<String> = "active_at" as Time,
    }
}

record! {
    /// The running timers: `timer/state.json`.
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct TimerState {
        /// The version of the format, always 1.
        pub version: u64 = "version" as Required,
        /// The program that wrote it last.
        pub owner: String = "owner" as Required,
        /// The timers by task ID, in file order.
        pub timers: Vec<(String, TimerEntry)> = "timers" as Named,
        /// RFC 3339. Other programs compare it to detect changes.
        pub updated_at: String = "updated_at" as Required,
    }
}

record! {
    /// The timer of a task.
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct TimerEntry {
        /// `tracking` if it runs. With any other value it does not.
        pub state: String = "state" as Required,
        /// The milliseconds tracked before `started_at`.
        pub elapsed_ms: u64 = "elapsed_ms" as Required,
        /// RFC 3339, the start of the current interval.
        pub started_at: Option<String> = "started_at" as Time,
        /// Whether it was paused because the user was idle.
        pub paused_by_idle: bool = "paused_by_idle" as NotNull,
        /// The actual hours of the task when the timer started.
        pub base_hours: f64 = "base_hours" as NotNull,
        /// Who started it. A key of our own, which `handoff-mcp` tolerates and drops.
        pub started_by: Option<Actor> = "started_by" as Table,
    }
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

record! {
    /// A pending timer command: `timer/requests/<id>.json`.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct TimerRequest {
        /// The version of the format, always 1.
        pub version: u64 = "version" as Required,
        /// The name of the file. IDs sort by time.
        pub id: String = "id" as Required,
        /// The command.
        pub command: TimerCommand = "cmd" as CommandName,
        /// The ID of the task.
        pub task_id: String = "task_id" as Required,
        /// The sender, always `mcp`.
        pub issued_by: Option<String> = "issued_by" as Optional,
        /// RFC 3339.
        pub issued_at: Option<String> = "issued_at" as Time,
        /// Who asks. A key of our own.
        pub actor: Option<Actor> = "actor" as Table,
    }
}

struct CommandName;

impl Form<TimerCommand> for CommandName {
    fn read(reader: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &'static str) -> TimerCommand {
        match reader.required_text(table, key).as_str() {
            "start" => TimerCommand::Start,
            "stop" => TimerCommand::Stop,
            other => TimerCommand::Unknown(other.to_owned()),
        }
    }

    fn write(value: &TimerCommand) -> Option<Value> {
        let name = match value {
            TimerCommand::Start => "start",
            TimerCommand::Stop => "stop",
            TimerCommand::Unknown(other) => other,
        };
        Some(name.into())
    }
}

/// Reads the program that runs the timers, with findings for invalid values.
pub fn read_authority(data: &DataFile) -> (Authority, Vec<Finding>) {
    read_record(data)
}

/// Reads the running timers, with findings for invalid values.
pub fn read_timer_state(data: &DataFile) -> (TimerState, Vec<Finding>) {
    read_record(data)
}

/// Reads a timer command, with findings for invalid values.
pub fn read_timer_request(data: &DataFile) -> (TimerRequest, Vec<Finding>) {
    read_record(data)
}

/// Writes the difference between two authorities. `old` was read from the data file.
pub fn write_authority(data: &mut DataFile, old: &Authority, new: &Authority) -> Result<(), Finding> {
    write_record(data, old, new)
}

/// Writes the difference between two timer states. `old` was read from the data file.
pub fn write_timer_state(data: &mut DataFile, old: &TimerState, new: &TimerState) -> Result<(), Finding> {
    write_record(data, old, new)
}

/// Returns the data file of a new command.
pub fn new_timer_request(request: &TimerRequest) -> DataFile {
    new_record(Container::Json, request)
}
