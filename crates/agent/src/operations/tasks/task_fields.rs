//! The fields of tasks in calls.

use handoff_protocol::{Criterion, CriterionSelection, ListPatch, Priority, Status, TaskPatch};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::InvalidArgument;
use crate::params::{Change, MainMember, RequiredText, Short, priorities, statuses};

/// All fields of a task. An absent field is kept, null clears it if that is allowed.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct TaskParams {
    #[schemars(extend("also" = ["task_id"]))]
    pub(crate) id: Option<String>,
    pub(crate) title: Option<String>,
    #[serde(flatten)]
    progress: ProgressParams,
    /// hours worked
    log_hours: Option<f64>,
    /// criteria met: their texts or indexes, or "all"
    #[schemars(schema_with = "criterion_names")]
    check: Option<CriterionNames>,
    labels: Change<Vec<String>>,
    links: Change<Vec<String>>,
    #[schemars(extend("briefItems" = "string"))]
    pub(crate) done_criteria: Change<Vec<Short<CriterionParams>>>,
    /// IDs or titles
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
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
pub(crate) struct CriterionParams {
    item: RequiredText,
    checked: Option<bool>,
}

impl MainMember for CriterionParams {
    const NAME: &'static str = "item";
}

impl From<Short<CriterionParams>> for Criterion {
    fn from(Short(criterion): Short<CriterionParams>) -> Criterion {
        Criterion { item: criterion.item.0, checked: criterion.checked.unwrap_or(false) }
    }
}

/// Returns new criteria. Those that do not say whether they are met keep the tick of a criterion
/// with the same text, if `present` has one.
fn new_criteria(given: Vec<Short<CriterionParams>>, present: &[Criterion]) -> Vec<Criterion> {
    let mut present: Vec<&Criterion> = present.iter().collect();
    let to_criterion = |Short(given): Short<CriterionParams>| {
        let same = present.iter().position(|criterion| criterion.item == given.item.0.trim());
        let same = same.map(|index| present.remove(index));
        let checked = given.checked.or(same.map(|criterion| criterion.checked));
        Criterion::from(Short(CriterionParams { checked, ..given }))
    };
    given.into_iter().map(to_criterion).collect()
}

/// Done criteria by their texts or indexes, or all of them.
#[derive(Deserialize)]
#[serde(try_from = "Value")]
struct CriterionNames(Vec<CriterionName>);

enum CriterionName {
    All,
    Index(usize),
    Text(String),
}

fn criterion_names(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "array", "items": {"type": ["string", "integer"]}, "briefItems": "string", "single": true,
        "takes": "a list of texts or indexes of criteria, or \"all\"",
    })
}

impl TryFrom<Value> for CriterionNames {
    type Error = &'static str;

    fn try_from(value: Value) -> Result<CriterionNames, &'static str> {
        let name = |value: Value| match value {
            Value::String(text) if text.trim() == "all" => Ok(CriterionName::All),
            Value::String(text) => Ok(CriterionName::Text(text)),
            Value::Bool(true) => Ok(CriterionName::All),
            other => {
                let index = other.as_u64().and_then(|index| usize::try_from(index).ok());
                index.map(CriterionName::Index).ok_or("neither a text nor an index")
            }
        };
        let names = match value {
            Value::Array(list) => list,
            one => vec![one],
        };
        names.into_iter().map(name).collect::<Result<_, _>>().map(CriterionNames)
    }
}

impl CriterionNames {
    /// Returns the selection by texts. Indexes are those of `criteria`, the criteria of a task.
    /// `path` is the path to its fields.
    fn into_selection(self, path: &str, criteria: &[Criterion]) -> Result<CriterionSelection, InvalidArgument> {
        let mut items = Vec::new();
        for name in self.0 {
            match name {
                CriterionName::All => return Ok(CriterionSelection::All {}),
                CriterionName::Text(text) => items.push(text),
                CriterionName::Index(index) => {
                    let criterion = criteria.get(index).ok_or_else(|| no_criterion(path, criteria.len(), index))?;
                    items.push(criterion.item.clone());
                }
            }
        }
        Ok(CriterionSelection::Named { items })
    }
}

fn no_criterion(path: &str, count: usize, index: usize) -> InvalidArgument {
    let takes = match count {
        0 => "absent: the task has no criteria".to_owned(),
        count => format!("texts or indexes of its {count} criteria, numbered from 0, not {index}"),
    };
    InvalidArgument::new(format!("{path}check"), takes)
}

impl TaskParams {
    /// Returns true if there is any field but the ID.
    pub(super) fn has_fields(&self) -> bool {
        let TaskParams { title, progress, log_hours, check, labels, links, done_criteria, dependencies, order, .. } =
            self;
        let lists = [labels, links, dependencies];
        title.is_some()
            || progress.has_fields()
            || log_hours.is_some()
            || check.is_some()
            || lists.iter().any(|list| **list != Change::Keep)
            || !matches!(done_criteria, Change::Keep)
            || order.is_some()
    }

    /// Returns the changes. `path` is the path to the fields, `criteria` are the present criteria.
    pub(crate) fn into_patch(self, path: &str, criteria: &[Criterion]) -> Result<TaskPatch, InvalidArgument> {
        let list = |list: Change<Vec<String>>| {
            list.into_list().map(|list| ListPatch { set: Some(list), ..ListPatch::default() })
        };
        let new_criteria = self.done_criteria.into_list().map(|given| new_criteria(given, criteria));
        let criteria = new_criteria.as_deref().unwrap_or(criteria);
        let check = self.check.map(|names| names.into_selection(path, criteria)).transpose()?;
        Ok(TaskPatch {
            title: self.title,
            add_hours: self.log_hours,
            check,
            labels: list(self.labels),
            links: list(self.links),
            dependencies: list(self.dependencies),
            criteria: new_criteria,
            ..TaskPatch::from(self.progress)
        })
    }
}

impl ProgressParams {
    fn has_fields(&self) -> bool {
        let ProgressParams { status, priority, assignee, notes, notes_append, schedule } = self;
        status.is_some()
            || priority.is_some()
            || *assignee != Change::Keep
            || notes.is_some()
            || notes_append.is_some()
            || schedule.is_some()
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
