//! Dates given to tasks: by a hand, by the tasks before them, or by the scheduler.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::problem::Refusal;

/// What a dependency ties together. `lag` of a [`DependencyLink`] is added to the tie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum DependencyKind {
    /// It begins when the other has ended: what a plain dependency means.
    #[default]
    FinishToStart,
    /// It begins when the other has begun.
    StartToStart,
    /// It ends when the other has ended.
    FinishToFinish,
    /// It ends when the other has begun.
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

    /// The two letters that stand in files: `FS`, `SS`, `FF`, `SF`.
    pub const fn name(self) -> &'static str {
        match self {
            DependencyKind::FinishToStart => "FS",
            DependencyKind::StartToStart => "SS",
            DependencyKind::FinishToFinish => "FF",
            DependencyKind::StartToFinish => "SF",
        }
    }

    /// The kind with these two letters.
    pub fn from_name(name: &str) -> Option<DependencyKind> {
        DependencyKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A dependency with its kind; one that files do not describe ends to start, without lag.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct DependencyLink {
    /// The task that is waited for.
    pub id: String,
    /// What is tied together.
    pub kind: DependencyKind,
    /// Working days of the project's calendar between the two; negative for an overlap. From -1000 to 1000.
    pub lag: i32,
}

/// Both dates of one task. Absent or null clears a date.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct TaskDates {
    /// Whose.
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

/// A way to give tasks other dates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum Reschedule {
    /// Moves tasks together. A parent takes along everything below it that is not over; tasks without dates stay.
    Shift {
        /// Which.
        ids: Vec<String>,
        /// Calendar days; negative for earlier.
        days: i32,
        /// Begins each on a working day of its assignee and keeps its number of working days; otherwise its calendar days are kept.
        working_days: bool,
        /// Afterwards moves what depends on them, as far as it must.
        #[serde(default)]
        #[ts(as = "Option<bool>", optional)]
        push: bool,
    },
    /// Sets the dates of single tasks exactly.
    Set {
        /// Whose, and which.
        dates: Vec<TaskDates>,
        /// The dates that the person saw when the edit began: refused as stale when one of these tasks has others by now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        seen: Option<Vec<TaskDates>>,
        /// Afterwards moves what depends on them, as far as it must.
        #[serde(default)]
        #[ts(as = "Option<bool>", optional)]
        push: bool,
    },
    /// Lets the scheduler find dates for everything that is neither over, begun nor pinned.
    Auto {
        /// No task begins before this day, `YYYY-MM-DD`; today when absent.
        #[serde(default)]
        #[ts(optional)]
        from: Option<String>,
        /// Only tasks of these assignees get other dates; the empty text stands for "nobody". Empty: everybody's.
        #[serde(default)]
        #[ts(as = "Option<Vec<String>>", optional)]
        assignees: Vec<String>,
        /// Only resolves what is too much for a day: no task begins before its present start date.
        #[serde(default)]
        #[ts(as = "Option<bool>", optional)]
        level: bool,
    },
}

/// What a [`Reschedule`] would do, before it is done.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Proposal {
    /// Revision of the model.
    pub revision: u32,
    /// Why it cannot be done; nothing else is filled in then.
    pub refusal: Option<Refusal>,
    /// Every task that gets other dates than the chart shows, in the order of the tree.
    pub moves: Vec<ProposedMove>,
    /// The last day of all open tasks before.
    pub end_before: Option<i32>,
    /// The last day of all open tasks afterwards.
    pub end: Option<i32>,
    /// Tasks that would end too late, most days first.
    pub late: Vec<Lateness>,
    /// What each assignee would have to do, those with most overbooked days first.
    pub load: Vec<LoadSummary>,
}

/// Other dates for one task. Days are civil days since 1970-01-01.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct ProposedMove {
    /// The task's key.
    pub key: String,
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// First day before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_before: Option<i32>,
    /// Last day before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due_before: Option<i32>,
    /// First day afterwards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<i32>,
    /// Last day afterwards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due: Option<i32>,
    /// Whether it only follows what was asked for: a dependant, or a parent that spans its children.
    #[ts(as = "bool")]
    pub follows: bool,
}

/// A task that ends after a target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct Lateness {
    /// The task's id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The milestone that it misses; absent for its own due date of before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub milestone: Option<String>,
    /// Calendar days after the target.
    #[ts(as = "u32")]
    pub days: u32,
}

/// What one assignee has to do.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct LoadSummary {
    /// Key; empty for "nobody".
    pub assignee: String,
    /// Hours of work that are left.
    pub hours: f64,
    /// Days with more work than the overwork limit allows.
    pub overbooked_days: u32,
    /// The greatest load of a day, in percent of its working hours.
    pub peak_percent: u32,
}
