//! Queries of surfaces.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;

use crate::gantt::{GanttGroup, GanttSort};
use crate::planning::Reschedule;
use crate::proposal::ProposalChoice;
use crate::report::{ReportGroup, ReportName, WrittenReportRequest};
use crate::task::{Priority, Status};

/// Selects tasks. An empty list matches all tasks. All conditions must match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct Filter {
    #[ts(as = "Option<Vec<Status>>")]
    pub statuses: Vec<Status>,
    /// Assignee keys; the empty string matches tasks without an assignee.
    #[ts(as = "Option<Vec<String>>")]
    pub assignees: Vec<String>,
    /// Labels, of which the task must have at least one; the empty string matches tasks without
    /// labels.
    #[ts(as = "Option<Vec<String>>")]
    pub labels: Vec<String>,
    /// Milestone names; the empty string matches tasks without a milestone.
    #[ts(as = "Option<Vec<String>>")]
    pub milestones: Vec<String>,
    /// Priorities; null matches tasks without a priority.
    #[ts(as = "Option<Vec<Option<Priority>>>")]
    pub priorities: Vec<Option<Priority>>,
    /// Whether only tasks without subtasks match that are neither done nor skipped and were due
    /// before today.
    #[ts(as = "Option<bool>")]
    pub overdue: bool,
    /// Words that must all occur in ID, title, notes, labels, paths or assignee, ignoring case.
    #[ts(as = "Option<String>")]
    pub text: String,
}

/// A filter, with what pages display, that was saved under a name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct SavedView {
    pub name: String,
    #[serde(default)]
    pub filter: Filter,
    /// What is displayed on the pages on which the view was saved, by page; the others keep what they
    /// display. Each page reads its own.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(optional, type = "Record<string, Record<string, unknown>>")]
    pub displays: BTreeMap<String, Map<String, Value>>,
}

/// The order of siblings, or of cards in a column. The manual order breaks ties.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum Sort {
    /// The manual order.
    #[default]
    Manual,
    /// High first; tasks without a priority last.
    Priority,
    /// Earliest due date first; tasks without one last.
    Due,
    /// By status, in the order of the board's columns.
    Status,
    /// By ID, with digits compared as numbers.
    Id,
}

/// A file format of other programs.
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

/// A file format for time entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum TimeFormat {
    /// A table, RFC 4180.
    Csv,
    /// An array of objects.
    Json,
}

/// Selects time entries.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct TimeSelection {
    /// The first day, in days since 1970-01-01.
    pub from: i32,
    /// The last day.
    pub to: i32,
    /// ID of the only task.
    #[serde(default)]
    pub task: Option<String>,
    /// Name of the only person or agent.
    #[serde(default)]
    pub actor: Option<String>,
}

/// A commit of the repository, as far as its origin depends on it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct CommitFacts {
    /// Its whole hash.
    pub id: String,
    /// When it was made, in milliseconds since 1970-01-01 UTC.
    #[ts(type = "number")]
    pub at: i64,
    /// Its whole message.
    pub message: String,
}

/// A query of the engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum Query {
    /// The project: name, counts, and the assignees, milestones and labels to choose from.
    Project {},
    /// The children of a task, or the top level if `parent` is `None`, as rows of the explorer.
    Explorer {
        /// The parent's key.
        #[serde(default)]
        parent: Option<String>,
        /// The tasks to show. Ancestors of matching tasks are shown too.
        #[serde(default)]
        #[ts(as = "Option<Filter>", optional)]
        filter: Filter,
        /// The order.
        #[serde(default)]
        #[ts(as = "Option<Sort>", optional)]
        sort: Sort,
    },
    /// The kanban board.
    Board {
        /// The tasks to show.
        #[serde(default)]
        #[ts(as = "Option<Filter>", optional)]
        filter: Filter,
        /// The order within a column.
        #[serde(default)]
        #[ts(as = "Option<Sort>", optional)]
        sort: Sort,
        /// Whether to show only tasks without subtasks.
        #[serde(default)]
        #[ts(as = "Option<bool>", optional)]
        leaves_only: bool,
        /// Statuses whose columns show all cards; the others show at most one page.
        #[serde(default)]
        #[ts(as = "Option<Vec<Status>>", optional)]
        unlimited: Vec<Status>,
    },
    /// All details of a task.
    Task {
        /// Key or ID of the task.
        id: String,
    },
    /// The records that name a task.
    TaskKnowledge {
        /// Key or ID of the task.
        id: String,
    },
    /// Where a commit comes from: its session, its tasks and its decisions.
    CommitOrigin {
        /// Its whole hash.
        id: String,
        /// When it was made, in milliseconds since 1970-01-01 UTC.
        #[ts(type = "number")]
        at: i64,
        /// Its whole message.
        message: String,
    },
    /// The hashes of the commits that belong to a task: their messages name it, or they name no task and were
    /// made in a session of it.
    TaskCommits {
        /// Key or ID of the task.
        id: String,
        /// The commits to choose from.
        commits: Vec<CommitFacts>,
    },
    /// Tasks whose ID or title matches a text, best match first, for pickers.
    Search {
        /// The text that was typed.
        text: String,
        /// Maximum number of results.
        limit: u32,
        /// ID of a task to leave out, with the tasks that cannot become its dependencies.
        #[serde(default)]
        #[ts(optional)]
        dependency_of: Option<String>,
    },
    /// Everything that matches a text, best match first: tasks, entries of sessions with those that no
    /// longer stand, sessions, documents, memories, referrals and packages. The shell has to feed
    /// `packages/` before.
    SearchAll {
        /// The text that was typed. What exceeds [`crate::view::SearchResults::MAX_QUERY`] is ignored.
        text: String,
        /// Maximum number of hits, at most [`crate::view::SearchResults::MAX_HITS`].
        limit: u32,
    },
    /// The problems of all files.
    Problems {},
    /// The tasks whose hours are fewer than those of their time entries, as problems. The shell has to feed the whole
    /// activity log before.
    HourProblems {},
    /// Sessions, referrals, memories, documents and running timers.
    Records {},
    /// The Gantt chart. `[gantt_view]` of the configuration supplies the values that are absent.
    Gantt {
        /// The tasks to show. Ancestors of matching tasks are shown too.
        #[serde(default)]
        #[ts(optional)]
        filter: Option<Filter>,
        /// The order.
        #[serde(default)]
        #[ts(optional)]
        sort: Option<GanttSort>,
        /// The grouping of rows.
        #[serde(default)]
        #[ts(optional)]
        group: Option<GanttGroup>,
        /// Path of the baseline to compare with.
        #[serde(default)]
        #[ts(optional)]
        baseline: Option<String>,
        /// Whether to include the load of each assignee.
        #[serde(default)]
        #[ts(optional)]
        loads: Option<bool>,
        /// Whether the finished tasks of each group are below a heading of their own. Has no effect with a
        /// filter by text or status, and if no task is open.
        #[serde(default)]
        #[ts(as = "Option<bool>", optional)]
        fold_finished: bool,
    },
    /// The effects of a reschedule that has not been applied.
    Proposal {
        reschedule: Reschedule,
    },
    /// The stored proposals.
    Proposals {
        /// The ID of the only one to return; all if absent.
        #[serde(default)]
        #[ts(optional)]
        id: Option<String>,
        /// Its elements that `moves` is about; if absent, all without the fields that have a conflict.
        #[serde(default)]
        #[ts(optional)]
        only: Option<Vec<ProposalChoice>>,
    },
    /// The plan in the file format of another program.
    Export {
        /// The file format.
        format: ExportFormat,
    },
    /// Deleted files, newest first. The shell has to feed `trash/` before: it is not read
    /// otherwise.
    Trash {},
    /// The effects of a [`crate::Command::Revert`] that has not been applied.
    RevertPreview {
        /// The contents of the files of the steps, oldest first.
        steps: Vec<String>,
        /// IDs of the only tasks to revert; all tasks and other files if absent.
        #[serde(default)]
        #[ts(optional)]
        tasks: Option<Vec<String>>,
    },
    /// Figures and series over time. The shell has to feed the activity log before, for all of the
    /// past.
    Report {
        report: ReportName,
        /// The first day, in days since 1970-01-01; the first day of the project if absent.
        #[serde(default)]
        #[ts(optional)]
        from: Option<i32>,
        /// The last day; today if absent or later.
        #[serde(default)]
        #[ts(optional)]
        to: Option<i32>,
        /// The property by which the report is divided.
        #[serde(default)]
        #[ts(optional)]
        group: Option<ReportGroup>,
        /// The tasks to count. Assignee, labels and milestone are compared as they were on each day,
        /// the others, `overdue` included, as they are today.
        #[serde(default)]
        #[ts(as = "Option<Filter>", optional)]
        filter: Filter,
        /// The seed of the forecast's random numbers.
        #[serde(default)]
        #[ts(optional)]
        seed: Option<u32>,
    },
    /// A report in words. The shell has to feed the activity log before, for all of the past.
    WrittenReport {
        request: WrittenReportRequest,
    },
    Sessions {},
    /// All details of a session.
    Session {
        id: String,
    },
    /// Sessions with all words of a text anywhere in their content, ignoring case, best match
    /// first.
    SessionSearch {
        /// The text that was typed.
        text: String,
    },
    /// The differences between two sessions.
    SessionComparison {
        /// ID of a session.
        from: String,
        /// ID of another one.
        to: String,
    },
    /// The register: the entries of all sessions, with those that are no longer valid. Newest first.
    Register {},
    /// The text of a document in Markdown.
    Document {
        /// Its file below `.handoff/`.
        path: String,
    },
    /// Memories, referrals and documents; the latter without their texts, which may be long.
    Library {
        /// Words that must all occur in a record, ignoring case.
        #[serde(default)]
        #[ts(as = "Option<String>", optional)]
        text: String,
    },
    /// The packages without their content, newest first. The shell has to feed `packages/` before.
    Packages {
        /// Words to search for, best match first; all packages if absent or empty.
        #[serde(default)]
        #[ts(as = "Option<String>", optional)]
        text: String,
        /// Whether to include expired packages.
        #[serde(default)]
        #[ts(as = "Option<bool>", optional)]
        expired: bool,
    },
    /// A package with its content. The shell has to feed `packages/` before.
    Package {
        id: String,
    },
    /// The state of the project, for the dashboard.
    Dashboard {},
    /// Sessions, forecasts and recent changes, for the dashboard. The shell has to feed the activity log
    /// before.
    DashboardHistory {
        /// The time after which changes are listed, in milliseconds since 1970-01-01 UTC; none are
        /// if absent.
        #[serde(default)]
        #[ts(type = "number", optional)]
        since: Option<i64>,
        /// Whether all changes are listed, instead of the first ones of each list.
        #[serde(default)]
        #[ts(as = "Option<bool>", optional)]
        all: bool,
    },
    /// The project in the overview of several projects. With the activity log, if it has been fed.
    Glance {},
    /// The folders to search for other projects, for the overview of several projects.
    ProjectSearch {},
    /// Time entries. The shell has to feed the activity log before, for these days and all later ones.
    Time {
        /// The entries.
        selection: TimeSelection,
    },
    /// The configuration, for the page of settings.
    Settings {},
    /// Time entries in a file format of other programs.
    TimeExport {
        /// The entries.
        selection: TimeSelection,
        /// The file format.
        format: TimeFormat,
    },
}
