//! Time entries for surfaces.

use serde::Serialize;
use ts_rs::TS;

use crate::context::ActorKind;
use crate::time::TimeEntry;

/// The time entries of some days, with what is needed to list and to add them up.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct TimeView {
    /// The entries, newest first.
    pub entries: Vec<TimeRow>,
    /// Their tasks, in the order of the tree; those that no longer exist come last.
    pub tasks: Vec<TimedTask>,
    /// Who has entries on these days, whatever the selection says about people. By name.
    pub actors: Vec<TimedActor>,
}

/// A time entry in a list.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct TimeRow {
    pub id: String,
    pub entry: TimeEntry,
    /// Its time on each civil day of the selection.
    pub days: Vec<DayTime>,
}

/// The part of a time entry on a civil day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct DayTime {
    /// Days since 1970-01-01.
    pub day: i32,
    #[ts(type = "number")]
    pub seconds: u64,
}

/// A task with time entries.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct TimedTask {
    pub id: String,
    /// Its title; absent if there is no such task.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate_hours: Option<f64>,
    /// The actual hours; they may have parts that no entry is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actual_hours: Option<f64>,
}

/// A person or an agent with time entries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct TimedActor {
    pub name: String,
    /// Whether it is a person or an agent.
    pub kind: ActorKind,
}
