//! The project as a whole: what every page gets first.

use std::collections::BTreeMap;

use serde::Serialize;
use ts_rs::TS;

use super::{Progress, TaskName};
use crate::context::{Actor, ActorKind, NeedKind};
use crate::counts::StatusCount;
use crate::milestone::MilestoneStatus;
use crate::pause::PauseView;
use crate::query::SavedView;
use crate::task::Layout;

/// A person or agent that tasks can be assigned to.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Assignee {
    /// The key that tasks refer to.
    pub key: String,
    /// The name to show; the key if no name is configured.
    pub name: String,
    /// `#rrggbb`, or empty if there is none or it is invalid.
    pub color: String,
    /// Person or agent, by the list of agents in the configuration.
    pub kind: ActorKind,
    /// Whether it is configured. Otherwise only tasks refer to it.
    pub configured: bool,
    /// Number of its tasks that are not terminal.
    pub open_tasks: u32,
}

/// A milestone.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct Milestone {
    /// The name that tasks refer to.
    pub name: String,
    /// `YYYY-MM-DD` or empty.
    pub date: String,
    /// `#rrggbb` or empty.
    pub color: String,
    pub description: String,
    /// The version that it brings.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub version: Option<String>,
    /// Absent means planning.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub status: Option<MilestoneStatus>,
    /// Whether it is configured. Otherwise only tasks refer to it.
    pub configured: bool,
    /// Progress of its tasks.
    pub progress: Progress,
}

/// The color of a label.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct LabelColor {
    pub label: String,
    /// `#rrggbb`.
    pub color: String,
}

/// The project as a whole.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct ProjectView {
    pub revision: u32,
    pub initialized: bool,
    /// Name from the configuration; empty if it has none.
    pub name: String,
    /// Description from the configuration.
    pub description: String,
    /// Layout of new records.
    pub layout: Layout,
    pub total: u32,
    /// Number of tasks by status, in the board's order.
    pub counts: Vec<StatusCount>,
    /// Number of tasks by the other values that they can be filtered by.
    pub filter_counts: FilterCounts,
    /// Number of tasks without open subtasks that are not terminal and due before today.
    pub overdue: u32,
    /// The work that needs a person.
    pub needs_you: NeedsYou,
    /// The agents that wait for a person, the longest waiting first; the first of them if there are many.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<WaitingAgent>>", optional)]
    pub waiting_agents: Vec<WaitingAgent>,
    /// Key of the assignee that is the person of the query.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub person: Option<String>,
    /// The task that the person of the query works on: one that they hold, else one in progress that is
    /// assigned to them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub current_task: Option<TaskName>,
    /// Why the configuration, or a part of it, could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub config_problem: Option<crate::Text>,
    /// Why tasks, or the whole project, may be missing: files that could not be read. Empty if all
    /// could be read.
    pub unread: Vec<crate::Text>,
    /// Number of tasks whose file cannot be parsed.
    pub broken_tasks: u32,
    /// Number of problems that are errors.
    pub errors: u32,
    /// Number of problems that are warnings.
    pub warnings: u32,
    /// Configured ones first, then those that only tasks refer to.
    pub assignees: Vec<Assignee>,
    /// By date; those without a date last.
    pub milestones: Vec<Milestone>,
    /// Configured ones first, then those that only tasks use.
    pub labels: Vec<String>,
    /// The colors of labels, from `[settings.custom_fields]`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<LabelColor>>", optional)]
    pub label_colors: Vec<LabelColor>,
    /// The views of the project, by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<SavedView>>", optional)]
    pub views: Vec<SavedView>,
    /// WIP limits by status, from `[settings.custom_fields]`.
    pub wip_limits: Vec<StatusCount>,
    /// Whether tasks need an estimate before work starts.
    pub require_estimate: bool,
    /// The pause that forbids writing, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub paused: Option<PauseView>,
    /// The claims of tasks, if any task is held.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub claims: Option<Box<ClaimsSummary>>,
    /// Description of the change that undo would revert.
    pub undo: Option<crate::Text>,
    /// Description of the change that redo would apply again.
    pub redo: Option<crate::Text>,
}

/// Numbers of what needs a person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct NeedsYou {
    /// Agents that wait for a permission, an answer, or what to do next.
    pub agents: u32,
    /// Tasks in review without subtasks.
    pub review: u32,
    /// Blocked tasks without subtasks.
    pub blocked: u32,
    /// Open items of checklists that the user has to do.
    pub items: u32,
    /// Valid decisions that are not verified.
    pub decisions: u32,
    /// Problems that are errors.
    pub problems: u32,
}

/// An agent that waits for a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct WaitingAgent {
    /// Unique among them, and the same as long as it waits.
    pub key: String,
    pub actor: Actor,
    pub need: NeedKind,
    /// See [`AgentNeed::text`](crate::AgentNeed::text).
    pub text: String,
    /// The time since when it waits, RFC 3339.
    pub since: String,
    /// The task that it holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub task: Option<TaskName>,
}

impl NeedsYou {
    /// Returns the sum of the numbers.
    pub fn total(self) -> u32 {
        [self.agents, self.review, self.blocked, self.items, self.decisions, self.problems]
            .into_iter()
            .fold(0, u32::saturating_add)
    }
}

/// Number of tasks by value. The empty value counts the tasks without one; values without tasks are
/// absent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct FilterCounts {
    /// By the key of the assignee.
    pub assignees: BTreeMap<String, u32>,
    /// By label; a task with several labels counts at each.
    pub labels: BTreeMap<String, u32>,
    /// By the name of the milestone.
    pub milestones: BTreeMap<String, u32>,
    pub priorities: BTreeMap<String, u32>,
}

/// The claims of a project, of which there is at least one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct ClaimsSummary {
    /// IDs of the tasks that the actor of the query holds.
    pub own: Vec<String>,
    /// IDs of the tasks that others hold.
    pub others: Vec<String>,
    /// The time when the first claim ends unless its holder is heard of, in milliseconds since
    /// 1970-01-01 UTC.
    #[ts(type = "number")]
    pub next_end: i64,
}
