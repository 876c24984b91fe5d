//! New tasks, and changes to the fields of tasks.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::nullable;
use crate::planning::DependencyLink;
use crate::task::{Criterion, Priority, Proof, Status, TaskLink};

/// A position among siblings or in a board column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum Place {
    /// Before all others.
    First {},
    /// After all others.
    Last {},
    /// Directly before this task.
    Before {
        /// The other task's ID.
        id: String,
    },
    /// Directly after this task.
    After {
        /// The other task's ID.
        id: String,
    },
}

/// A change to a list of distinct values. `set` is applied first, then `remove`, then `add`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct ListPatch {
    /// Replaces the whole list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set: Option<Vec<String>>,
    /// Removes these values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remove: Option<Vec<String>>,
    /// Appends the values that the list does not contain yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub add: Option<Vec<String>>,
}

/// A change to the requirements of a task.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct RequirementPatch {
    /// The IDs of all requirements of the task. Absent: they stay.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ids: Option<Vec<String>>,
    /// The roles of the task by the ID of the requirement. A new link has `implements` without one.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(as = "Option<BTreeMap<String, String>>", optional)]
    pub roles: BTreeMap<String, String>,
}

/// Changes to the fields of a task. An absent key keeps the field, null clears it.
#[allow(clippy::option_option, reason = "absent, null and a value have different meanings")]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct TaskPatch {
    /// Title, one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Status. The rules for `done` and `skipped` apply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[ts(optional, type = "Priority | null")]
    pub priority: Option<Option<Priority>>,
    /// Key of a configured assignee, or any other text.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[ts(optional, type = "string | null")]
    pub assignee: Option<Option<String>>,
    /// Name of a milestone.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[ts(optional, type = "string | null")]
    pub milestone: Option<Option<String>>,
    /// First planned day, `YYYY-MM-DD`.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[ts(optional, type = "string | null")]
    pub start_date: Option<Option<String>>,
    /// Last planned day, inclusive, `YYYY-MM-DD`.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[ts(optional, type = "string | null")]
    pub due_date: Option<Option<String>>,
    /// Estimated hours, not negative.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[ts(optional, type = "number | null")]
    pub estimate_hours: Option<Option<f64>>,
    /// Hours spent, not negative.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[ts(optional, type = "number | null")]
    pub actual_hours: Option<Option<f64>>,
    /// Remaining hours, not negative.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[ts(optional, type = "number | null")]
    pub remaining_hours: Option<Option<f64>>,
    /// Hours to add to those spent and to subtract from the remaining ones, above 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub add_hours: Option<f64>,
    /// Whether the scheduler must keep the dates.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[ts(optional, type = "boolean | null")]
    pub pinned: Option<Option<bool>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub labels: Option<ListPatch>,
    /// Untyped links.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub links: Option<ListPatch>,
    /// Typed links. Replaces the whole list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task_links: Option<Vec<TaskLink>>,
    /// The requirements of the task, among its typed links.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requirements: Option<RequirementPatch>,
    /// Paths of files and folders that the task touches, relative to the project's root.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope_paths: Option<ListPatch>,
    /// IDs of the tasks on which this one depends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dependencies: Option<ListPatch>,
    /// Sets the kind and the lag of one dependency. Adds the dependency if it is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dependency: Option<DependencyLink>,
    /// Done criteria. Replaces the whole list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub criteria: Option<Vec<Criterion>>,
    /// One change to the done criteria. Must be absent if `criteria` is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub criterion: Option<CriterionEdit>,
    /// Done criteria to check, after the other changes to them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<CriterionSelection>,
    /// Commands and proofs to set for single criteria, after the other changes to them. What one omits stays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub criterion_details: Option<Vec<CriterionDetailPatch>>,
    /// Notes in Markdown. Replaces the old notes.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[ts(optional, type = "string | null")]
    pub notes: Option<Option<String>>,
    /// Markdown to append to the notes, under a timestamp.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub append_notes: Option<String>,
    /// Markdown to append to the notes like `append_notes`, but signed with the name of the person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

/// One change to the done criteria. Positions count from 0. `item` is the text that the person saw
/// at the position. If another text is there now, the item is searched by its text; if that fails
/// too, the edit is refused as stale.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum CriterionEdit {
    /// Checks or unchecks a criterion.
    Check {
        index: u32,
        /// The expected text at the position.
        item: String,
        /// The new state.
        checked: bool,
    },
    /// Inserts an unchecked criterion. A position past the end means the end.
    Add { index: u32, item: String },
    /// Changes the text.
    Reword {
        index: u32,
        /// The expected text at the position.
        item: String,
        /// The new text.
        to: String,
    },
    /// Moves a criterion to another position.
    Move {
        index: u32,
        /// The expected text at the position.
        item: String,
        /// The position after the move.
        to: u32,
    },
    Remove {
        index: u32,
        /// The expected text at the position.
        item: String,
    },
}

/// A change to what is stored beside a done criterion. An absent key keeps the value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct CriterionDetailPatch {
    /// The text of the criterion.
    pub item: String,
    /// The program and its arguments; empty removes the command.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<Vec<String>>,
    /// A new proof. The engine sets its time and author.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Proof>,
}

/// A selection of the done criteria of a task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum CriterionSelection {
    /// Every criterion.
    All {},
    /// Single criteria.
    Named {
        /// Their texts. The start of a text is enough if no other criterion starts with it.
        items: Vec<String>,
    },
}

/// The same changes to one or more tasks. Dates and hours are checked after all of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct TaskUpdate {
    /// IDs of the tasks, in their new order if `position` or `card` is given.
    pub ids: Vec<String>,
    /// The changes to their fields.
    pub patch: TaskPatch,
    /// Values that the person saw first. Refused as stale if one of them has changed since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<TaskPatch>,
    /// Estimates that a refusal has named as missing, set after the patch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub estimates: Option<Vec<TaskEstimate>>,
    /// Their new position in the tree. A subtask of another one of the tasks moves with that one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<TreePosition>,
    /// Their new position among the cards of their columns on the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<Place>,
}

impl TaskUpdate {
    /// Changes fields of one task.
    pub fn of_task(id: impl Into<String>, patch: TaskPatch) -> TaskUpdate {
        TaskUpdate { ids: vec![id.into()], patch, ..TaskUpdate::default() }
    }

    /// Moves tasks below a parent, after its other children; to the top level without a parent.
    pub fn to_parent(ids: Vec<String>, parent: Option<String>) -> TaskUpdate {
        TaskUpdate {
            ids,
            position: Some(TreePosition { parent, place: Some(Place::Last {}) }),
            ..TaskUpdate::default()
        }
    }
}

/// A position in the tree of tasks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct TreePosition {
    /// ID of the parent; null for the top level.
    #[ts(type = "string | null")]
    pub parent: Option<String>,
    /// Position among its children. If absent, its children stay where they are, and others come last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
}

/// An estimate for one task, set together with another change.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct TaskEstimate {
    pub id: String,
    /// Hours, not negative.
    pub hours: f64,
}
