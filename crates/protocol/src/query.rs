//! What a surface asks for.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::gantt::{GanttGroup, GanttSort};
use crate::planning::Reschedule;
use crate::task::{Priority, Status};

/// Which tasks to show. An empty list means "any"; all given conditions must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct Filter {
    /// Statuses.
    #[ts(as = "Option<Vec<Status>>")]
    pub statuses: Vec<Status>,
    /// Assignee keys; the empty text stands for "nobody".
    #[ts(as = "Option<Vec<String>>")]
    pub assignees: Vec<String>,
    /// Labels, at least one of which the task has; the empty text stands for "no label".
    #[ts(as = "Option<Vec<String>>")]
    pub labels: Vec<String>,
    /// Milestone names; the empty text stands for "no milestone".
    #[ts(as = "Option<Vec<String>>")]
    pub milestones: Vec<String>,
    /// Priorities; null stands for "no priority".
    #[ts(as = "Option<Vec<Option<Priority>>>")]
    pub priorities: Vec<Option<Priority>>,
    /// Words that must all occur in id, title, notes, labels or assignee, whatever their case.
    #[ts(as = "Option<String>")]
    pub text: String,
}

/// The order of siblings, or of cards in a column. Ties fall back to the manual order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum Sort {
    /// As people arranged them.
    #[default]
    Manual,
    /// High first, none last.
    Priority,
    /// Earliest due date first, none last.
    Due,
    /// In the order of the board's columns.
    Status,
    /// By id, numbers as numbers.
    Id,
}

/// A form in which other programs read a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum ExportFormat {
    /// A table, RFC 4180.
    Csv,
    /// An iCalendar file, RFC 5545.
    ICalendar,
    /// An XML file of Microsoft Project 2007 and later.
    MsProject,
}

/// A question to the engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum Query {
    /// The project as a whole: name, counts, and the words to choose from.
    Project {},
    /// The children of one task (none: the top level) as rows of the explorer.
    Explorer {
        /// The parent's key.
        #[serde(default)]
        parent: Option<String>,
        /// Which tasks; ancestors of a match are kept for context.
        #[serde(default)]
        #[ts(as = "Option<Filter>", optional)]
        filter: Filter,
        /// In which order.
        #[serde(default)]
        #[ts(as = "Option<Sort>", optional)]
        sort: Sort,
    },
    /// The kanban board.
    Board {
        /// Which tasks.
        #[serde(default)]
        #[ts(as = "Option<Filter>", optional)]
        filter: Filter,
        /// In which order within a column.
        #[serde(default)]
        #[ts(as = "Option<Sort>", optional)]
        sort: Sort,
        /// Only tasks without subtasks.
        #[serde(default)]
        #[ts(as = "Option<bool>", optional)]
        leaves_only: bool,
        /// Statuses whose columns show all their cards; the others show at most a page.
        #[serde(default)]
        #[ts(as = "Option<Vec<Status>>", optional)]
        unlimited: Vec<Status>,
    },
    /// Everything about one task.
    Task {
        /// Its key or id.
        id: String,
    },
    /// Tasks whose id or title fits a text, best first, for pickers.
    Search {
        /// What was typed.
        text: String,
        /// At most so many.
        limit: u32,
        /// Leave out this task and those that could not become its dependencies.
        #[serde(default)]
        #[ts(optional)]
        dependency_of: Option<String>,
    },
    /// Everything that is wrong with the files.
    Problems {},
    /// Sessions, referrals, memories, documents and running timers, listed.
    Records {},
    /// The Gantt chart. What is absent is as `[gantt_view]` says.
    Gantt {
        /// Which tasks; ancestors of a match are kept for context.
        #[serde(default)]
        #[ts(optional)]
        filter: Option<Filter>,
        /// In which order.
        #[serde(default)]
        #[ts(optional)]
        sort: Option<GanttSort>,
        /// Under which headings.
        #[serde(default)]
        #[ts(optional)]
        group: Option<GanttGroup>,
        /// The path of a baseline to compare with.
        #[serde(default)]
        #[ts(optional)]
        baseline: Option<String>,
        /// Whether to tell the load per assignee.
        #[serde(default)]
        #[ts(optional)]
        loads: Option<bool>,
    },
    /// What other dates would mean, before they are given.
    Proposal {
        /// The other dates.
        reschedule: Reschedule,
    },
    /// The plan in another program's form.
    Export {
        /// Which form.
        format: ExportFormat,
    },
}
