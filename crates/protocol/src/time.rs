//! Timers and time entries.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::context::Actor;
use crate::text::Text;

/// How a time entry was measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum TimeSource {
    /// By a timer, while a person was active in the editor.
    Editor,
    /// By a timer, while an agent worked.
    Agent,
    /// Entered by a person.
    Manual,
}

/// Working time on a task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct TimeEntry {
    pub task: String,
    /// RFC 3339. Equal to `end` if only the duration is known.
    pub start: String,
    /// RFC 3339.
    pub end: String,
    /// The duration. It may be shorter than the span: clocks are set, and breaks are left out.
    #[ts(type = "number")]
    pub seconds: u64,
    /// How it was measured.
    pub source: TimeSource,
    /// Who worked.
    pub actor: Actor,
    /// A note; empty if there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(as = "Option<String>", optional)]
    pub note: String,
}

/// The program that runs timers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum TimerOwner {
    /// A window of the editor.
    Editor,
    /// A server for agents.
    Server,
}

/// The state of a timer after a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum TimerNext {
    /// It runs.
    Running {
        /// The start of the new stretch, in milliseconds since 1970-01-01 UTC.
        #[ts(type = "number")]
        from: i64,
    },
    /// It runs on with the same stretch after the clock was set: the stretch does not end.
    Carried {
        /// The time after the clock was set, in milliseconds since 1970-01-01 UTC.
        #[ts(type = "number")]
        from: i64,
    },
    /// It waits.
    Paused {
        /// Whether it goes on when the person returns.
        idle: bool,
    },
    /// It is removed.
    Stopped {},
}

/// A change of a timer: the end of a stretch of measured time, the beginning of another one, or both.
///
/// A change is applied only if the timer is in the state that it expects. So a change that is written
/// again has no effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct TimerChange {
    pub task: String,
    /// The start of the stretch that ends, in milliseconds since 1970-01-01 UTC. Absent if the timer
    /// does not run before the change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(type = "number", optional)]
    pub from: Option<i64>,
    /// The time of the change, in milliseconds since 1970-01-01 UTC: the end of the stretch.
    #[ts(type = "number")]
    pub at: i64,
    /// The agent that worked in the stretch; absent if the person did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub agent: Option<Actor>,
    /// The state of the timer after it.
    pub next: TimerNext,
}

/// The measurements of the program that runs the timers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct TimerRecord {
    /// The kind of the program.
    pub owner: TimerOwner,
    /// The program: a window, or a process.
    pub instance: String,
    /// The changes of the timers in their order.
    pub changes: Vec<TimerChange>,
    /// Files of requests from agents that the changes answer, as paths below `.handoff/`.
    pub answered: Vec<String>,
    /// When the person was active last, in milliseconds since 1970-01-01 UTC.
    #[ts(type = "number")]
    pub active_at: i64,
    /// Whether to take the lead from another window.
    pub take_over: bool,
    /// Whether to release the authority, because the program ends.
    pub release: bool,
}

/// The start of a timer, from the command line or by an agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct TimerStart {
    pub id: String,
    /// Whether the other timers of the same person or agent run on.
    #[serde(default)]
    #[ts(as = "Option<bool>", optional)]
    pub several: bool,
}

impl TimerStart {
    /// Starts the timer of a task and stops the others of the same person or agent.
    pub fn of(id: impl Into<String>) -> TimerStart {
        TimerStart { id: id.into(), several: false }
    }
}

/// The stop of a timer, from the command line or by an agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct TimerStop {
    /// ID of the task, which may have been deleted.
    pub id: String,
    /// When the work ended, in milliseconds since 1970-01-01 UTC; absent if it ends now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(type = "number", optional)]
    pub at: Option<i64>,
}

impl TimerStop {
    /// Stops the timer of a task now.
    pub fn now(id: impl Into<String>) -> TimerStop {
        TimerStop { id: id.into(), at: None }
    }
}

/// An action of a person with the timers.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum TimerAction {
    /// Starts the timer of a task, or resumes it.
    Start {
        id: String,
        /// Whether the other timers are stopped.
        alone: bool,
    },
    /// Pauses the timer of a task.
    Pause { id: String },
    /// Stops the timer of a task.
    Stop { id: String },
    /// Pauses all timers until the person returns, because the window closes.
    Close {},
}

/// The input of a window for its timers.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct TimerInput {
    /// Milliseconds of a clock that is never set, from any origin.
    #[ts(type = "number")]
    pub monotonic: u64,
    /// When the person was active last, by the same clock. Absent if not since the last call.
    #[serde(default)]
    #[ts(type = "number", optional)]
    pub active_at: Option<u64>,
    /// Whether the window has the focus. Such a window may take the lead from another one.
    pub focused: bool,
    /// Whether heartbeats are written when nothing else is. Off where no other program reads the files.
    pub heartbeat: bool,
    /// The action of the person.
    #[serde(default)]
    #[ts(optional)]
    pub action: Option<TimerAction>,
    /// Whether several timers may run at the same time. If not, a start that an agent asks for stops
    /// the others.
    #[serde(default)]
    #[ts(as = "Option<bool>", optional)]
    pub several: bool,
}

/// Which program runs the timers of a project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum TimerLead {
    /// This one.
    Own {},
    /// Another window of the editor.
    OtherWindow {},
    /// A server for agents.
    Server {
        /// The end of its last heartbeat's validity, RFC 3339.
        until: String,
    },
    /// None, by configuration.
    Off {
        /// Why, and how to change that.
        reason: Text,
    },
    /// None, since one of their files cannot be read.
    Broken {
        /// The error.
        reason: Text,
    },
}

/// A timer as it is now.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct TimerView {
    pub id: String,
    /// Its title; empty if there is no such task.
    pub title: String,
    pub running: bool,
    /// Whether it waits for the person to return.
    pub idle: bool,
    /// The measured time that is not an entry yet, in milliseconds.
    #[ts(type = "number")]
    pub elapsed_ms: u64,
    /// The time on this task today, with the measured one, in seconds.
    #[ts(type = "number")]
    pub today_seconds: u64,
    /// The actual hours of the task without the measured time.
    pub actual_hours: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub estimate_hours: Option<f64>,
    /// The agent whose time it measures; absent if it is the person's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub agent: Option<Actor>,
}

/// A time in which the person was away from running timers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct TimeAway {
    pub tasks: Vec<String>,
    /// RFC 3339.
    pub from: String,
    /// RFC 3339.
    pub to: String,
    /// Whether the timers go on now. They do not after a night.
    pub resumed: bool,
    /// The time divided among the tasks, in their order: each second is in one part.
    pub parts: Vec<TimeAwayPart>,
}

/// The part of an absence that belongs to one task if the absence is counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct TimeAwayPart {
    pub task: String,
    /// RFC 3339, in whole seconds.
    pub from: String,
    /// RFC 3339, in whole seconds.
    pub to: String,
    #[ts(type = "number")]
    pub seconds: u64,
}

/// The timers of a project, and what a window has to do for them.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct TimerStatus {
    /// Which program runs them.
    pub lead: TimerLead,
    /// The timers, running ones first.
    pub timers: Vec<TimerView>,
    /// The time of the person today, on all tasks and with what is measured now, in seconds.
    #[ts(type = "number")]
    pub today_seconds: u64,
    /// The record to write now, by [`crate::Command::TrackTime`]. It is returned again until it has been
    /// written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub record: Option<TimerRecord>,
    /// Set once, when the person returns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub away: Option<TimeAway>,
    /// The milliseconds until the next call, if other programs expect heartbeats more often than
    /// every 10 seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub next_ms: Option<u64>,
    /// Why the action of this call was not done. Absent if it was, or if there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub not_done: Option<Text>,
}

/// A change of time entries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum TimeChange {
    Add {
        entry: TimeEntry,
    },
    /// Replaces an entry, also by one of another task.
    Edit {
        id: String,
        /// The entry as last seen.
        from: TimeEntry,
        /// The new entry.
        to: TimeEntry,
    },
    /// Splits an entry in two.
    Split {
        id: String,
        /// The entry as last seen.
        from: TimeEntry,
        /// The seconds of the first part.
        #[ts(type = "number")]
        seconds: u64,
        /// ID of the task of the second part.
        task: String,
    },
    Delete {
        id: String,
        /// The entry as last seen.
        from: TimeEntry,
    },
}
