//! Dependencies, and changes to the dates of tasks: by hand, by dependencies or by the scheduler.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::refusal::Refusal;

/// The dates that a dependency connects. `lag` of a [`DependencyLink`] shifts the constraint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum DependencyKind {
    /// Starts after the other task has ended. The default.
    #[default]
    FinishToStart,
    /// Starts after the other task has started.
    StartToStart,
    /// Ends after the other task has ended.
    FinishToFinish,
    /// Ends after the other task has started.
    StartToFinish,
}

impl DependencyKind {
    /// Every kind.
    pub const ALL: [DependencyKind; 4] = [
        DependencyKind::FinishToStart,
        DependencyKind::StartToStart,
        DependencyKind::FinishToFinish,
        DependencyKind::StartToFinish,
    ];

    /// Returns the name in files: `FS`, `SS`, `FF` or `SF`.
    pub const fn name(self) -> &'static str {
        match self {
            DependencyKind::FinishToStart => "FS",
            DependencyKind::StartToStart => "SS",
            DependencyKind::FinishToFinish => "FF",
            DependencyKind::StartToFinish => "SF",
        }
    }

    /// Returns the kind with this name in files.
    pub fn from_name(name: &str) -> Option<DependencyKind> {
        DependencyKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A dependency with its kind and lag. A dependency without further data in the file is
/// finish-to-start with lag 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct DependencyLink {
    /// ID of the task that must come first.
    pub id: String,
    /// The dates that it connects.
    pub kind: DependencyKind,
    /// Working days of the project's calendar between the two dates; negative for an overlap. -1000
    /// to 1000.
    pub lag: i32,
}

/// Both dates of a task. An absent or null date is cleared.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct TaskDates {
    #[ts(as = "String")]
    pub id: String,
    /// First day, `YYYY-MM-DD`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string | null")]
    pub start_date: Option<String>,
    /// Last day, inclusive, `YYYY-MM-DD`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string | null")]
    pub due_date: Option<String>,
}

/// A change to the dates of tasks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum Reschedule {
    /// Shifts tasks by the same number of days. A parent shifts its descendants that are not
    /// terminal. Tasks without dates are not changed.
    Shift {
        ids: Vec<String>,
        /// Number of calendar days; negative to shift to earlier dates.
        days: i32,
        /// Whether to start each task on a working day of its assignee and keep its number of
        /// working days. Otherwise its number of calendar days is kept.
        working_days: bool,
        /// Whether to shift dependent tasks afterwards, as far as their dependencies require.
        #[serde(default)]
        #[ts(as = "Option<bool>", optional)]
        push: bool,
    },
    /// Sets exact dates of single tasks.
    Set {
        /// The tasks with their new dates.
        dates: Vec<TaskDates>,
        /// The dates that the person saw at the start of the edit. Refused as stale if one of these
        /// tasks has other dates now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        seen: Option<Vec<TaskDates>>,
        /// Whether to shift dependent tasks afterwards, as far as their dependencies require.
        #[serde(default)]
        #[ts(as = "Option<bool>", optional)]
        push: bool,
    },
    /// Lets the scheduler set the dates of all tasks that are not terminal, started or pinned.
    Auto {
        /// Earliest start date, `YYYY-MM-DD`; today if absent.
        #[serde(default)]
        #[ts(optional)]
        from: Option<String>,
        /// Assignees whose tasks are scheduled; if empty, all tasks are. The empty string stands
        /// for tasks without an assignee.
        #[serde(default)]
        #[ts(as = "Option<Vec<String>>", optional)]
        assignees: Vec<String>,
        /// Whether to resolve only overbooked days: no task starts before its current start date.
        #[serde(default)]
        #[ts(as = "Option<bool>", optional)]
        level: bool,
    },
}

/// The effects of a [`Reschedule`] that has not been applied.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Proposal {
    pub revision: u32,
    /// The reason why it would be refused. All other fields are empty then.
    pub refusal: Option<Refusal>,
    /// Tasks that would get other dates than the chart shows, in tree order.
    pub moves: Vec<ProposedMove>,
    /// How many tasks without subtasks would move that the change does not name.
    pub followers: u32,
    /// Last day of all open tasks before.
    pub end_before: Option<i32>,
    /// Last day of all open tasks after.
    pub end: Option<i32>,
    /// The targets that would be missed and are met now: the milestone of a task and, unless the
    /// change names its new dates itself, its due date. The latest come first.
    pub late: Vec<Lateness>,
    /// The load of each assignee, those with most overbooked days first.
    pub load: Vec<LoadSummary>,
}

/// New dates of a task. Days are civil days since 1970-01-01.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct ProposedMove {
    /// The task's key.
    pub key: String,
    pub id: String,
    pub title: String,
    /// First day before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_before: Option<i32>,
    /// Last day before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due_before: Option<i32>,
    /// First day after.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<i32>,
    /// Last day after.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due: Option<i32>,
    /// Whether it was not asked for but follows from other moves: a dependent task, or a parent of
    /// moved tasks.
    #[ts(as = "bool")]
    pub follows: bool,
}

/// A task that ends after a target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct Lateness {
    pub id: String,
    pub title: String,
    /// The milestone that it would miss; absent if it would miss its own previous due date.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub milestone: Option<String>,
    /// Calendar days after the target.
    #[ts(as = "u32")]
    pub days: u32,
}

/// The load of an assignee.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct LoadSummary {
    /// Key of the assignee; empty for tasks without one.
    pub assignee: String,
    /// Remaining hours of work.
    pub hours: f64,
    /// Days with more work than the overwork limit allows.
    pub overbooked_days: u32,
    /// The load in percent of the working hours above which a day is overbooked.
    pub limit_percent: u32,
    /// The highest load of a day, in percent of its working hours.
    pub peak_percent: u32,
    /// Working hours of that day.
    pub peak_hours: f64,
}
