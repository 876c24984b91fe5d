//! The fields of tasks in calls.

use handoff_protocol::{Criterion, ListPatch, Priority, Status, TaskPatch};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::params::{Change, RequiredText, priorities, statuses};

/// All fields of a task. An absent field is kept, null clears it if that is allowed.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct TaskParams {
    pub(crate) id: Option<String>,
    pub(crate) title: Option<String>,
    #[serde(flatten)]
    progress: ProgressParams,
    labels: Change<Vec<String>>,
    links: Change<Vec<String>>,
    done_criteria: Change<Vec<CriterionParams>>,
    dependencies: Change<Vec<String>>,
    pub(crate) order: Option<u32>,
}

/// The fields of a task that change during the work on it.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct ProgressParams {
    #[schemars(schema_with = "statuses")]
    status: Option<Status>,
    #[schemars(schema_with = "priorities")]
    priority: Option<Priority>,
    assignee: Change<String>,
    notes: Option<String>,
    notes_append: Option<String>,
    schedule: Option<ScheduleParams>,
}

#[derive(Default, Deserialize, JsonSchema)]
#[serde(default)]
struct ScheduleParams {
    /// YYYY-MM-DD
    start_date: Option<String>,
    due_date: Option<String>,
    estimate_hours: Option<f64>,
    actual_hours: Option<f64>,
    remaining_hours: Option<f64>,
    milestone: Option<String>,
    pinned: Option<bool>,
}

/// A done criterion.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct CriterionParams {
    item: RequiredText,
    checked: Option<bool>,
}

impl From<CriterionParams> for Criterion {
    fn from(criterion: CriterionParams) -> Criterion {
        Criterion { item: criterion.item.0, checked: criterion.checked.unwrap_or(false) }
    }
}

impl From<TaskParams> for TaskPatch {
    fn from(task: TaskParams) -> TaskPatch {
        let list = |list: Change<Vec<String>>| {
            list.into_list().map(|list| ListPatch { set: Some(list), ..ListPatch::default() })
        };
        let criteria = task.done_criteria.into_list();
        TaskPatch {
            title: task.title,
            labels: list(task.labels),
            links: list(task.links),
            dependencies: list(task.dependencies),
            criteria: criteria.map(|criteria| criteria.into_iter().map(Into::into).collect()),
            ..TaskPatch::from(task.progress)
        }
    }
}

impl From<ProgressParams> for TaskPatch {
    fn from(task: ProgressParams) -> TaskPatch {
        let schedule = task.schedule.unwrap_or_default();
        TaskPatch {
            status: task.status,
            priority: task.priority.map(Some),
            assignee: task.assignee.into_option(),
            append_notes: task.notes_append.filter(|_| task.notes.is_none()),
            notes: task.notes.map(Some),
            start_date: schedule.start_date.map(Some),
            due_date: schedule.due_date.map(Some),
            estimate_hours: schedule.estimate_hours.map(Some),
            actual_hours: schedule.actual_hours.map(Some),
            remaining_hours: schedule.remaining_hours.map(Some),
            milestone: schedule.milestone.map(Some),
            pinned: schedule.pinned.map(Some),
            ..TaskPatch::default()
        }
    }
}
