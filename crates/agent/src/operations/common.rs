//! Helpers that several tool modules share.

use std::collections::BTreeMap;

use handoff_engine::{Ownership, ProjectPart, ProjectReader, TaskEntry, TaskLookupError, round_hours};
use handoff_protocol::{Command, Priority, Schedule, Status, Text};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use serde_json::json;

use crate::HandoffError;
use crate::Message;
use crate::ToolContext;
use crate::params::Object;

/// Returns the project, or the reason why there is nothing to read.
pub(crate) fn reader(ctx: ToolContext<'_>) -> Result<ProjectReader<'_>, HandoffError> {
    let reader = ctx.engine.reader();
    if reader.is_initialized() { Ok(reader) } else { Err(no_project(reader)) }
}

/// Returns the refusal for a folder without a project, or the reason why the project could not be
/// read.
pub fn no_project(reader: ProjectReader<'_>) -> HandoffError {
    match reader.unreadable_reason() {
        Some(text) => HandoffError::Broken(text.to_string().into()),
        None if reader.ownership() == Ownership::OtherProgram => HandoffError::other_program(),
        None => HandoffError::not_initialized(),
    }
}

/// Returns the project for an answer about its tasks. Fails if none of them could be read.
pub(crate) fn task_reader(ctx: ToolContext<'_>) -> Result<ProjectReader<'_>, HandoffError> {
    let reader = reader(ctx)?;
    let (unread, is_all) = reader.unread_tasks();
    match unread.first().filter(|_| is_all || reader.tasks().is_empty()) {
        Some(text) => Err(HandoffError::Broken(text.to_string().into())),
        None => Ok(reader),
    }
}

/// Returns the failure that there is no record with an ID; if a part of the records could not be read,
/// the reason why there may be one all the same.
pub(crate) fn not_found(reader: ProjectReader<'_>, part: ProjectPart, text: impl Into<Message>) -> HandoffError {
    let unread = reader.unread(part);
    if unread.is_empty() {
        return HandoffError::refused(text);
    }
    unread.iter().fold(HandoffError::Broken(text.into()), |error, text| error.then(format!("\nWarning: {text}")))
}

/// Returns the sum of hours over tasks, or `None` if no task has any.
pub(crate) fn hours<'a>(tasks: &[TaskEntry<'a>], of: impl Fn(TaskEntry<'a>) -> Option<f64>) -> Option<f64> {
    let hours: Vec<f64> = tasks.iter().filter_map(|task| of(*task)).collect();
    (!hours.is_empty()).then(|| round_hours(hours.iter().sum()))
}

/// Returns a part of a whole as a fraction from 0 to 1, or `None` if the whole is 0.
pub(crate) fn share(part: usize, whole: usize) -> Option<f64> {
    let exact = |number: usize| u32::try_from(number).map(f64::from).ok();
    (whole > 0).then(|| Some(exact(part)? / exact(whole)?)).flatten()
}

/// Returns a share in percent with at most one decimal, 0 of nothing. Rounded down, so that 100 means
/// all, but something is never 0.
pub(crate) fn percentage(part: usize, total: usize) -> f64 {
    let share = share(part, total).unwrap_or_default();
    let least = if part > 0 { 0.1 } else { 0.0 };
    ((share * 1000.0).floor() / 10.0).max(least)
}

/// Returns hours with at most two decimals.
pub(crate) fn two_decimals(hours: f64) -> String {
    ((hours * 100.0).round() / 100.0).to_string()
}

/// A task of a tree, with the subtasks that are shown.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TaskNode {
    pub id: String,
    pub title: String,
    #[schemars(with = "String")]
    pub status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Object>")]
    pub schedule: Option<ScheduleAnswer>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dependencies: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assignee: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub priority: Option<Priority>,
    /// Number of done criteria that are not met.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open_criteria: Option<usize>,
    /// Whether it can be started.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ready: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held_by: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<Object>")]
    pub children: Vec<TaskNode>,
    #[serde(flatten)]
    #[schemars(skip)]
    pub home: Option<Home>,
}

/// The project of a task, in lists of tasks of several projects.
#[derive(Clone, Debug, Serialize)]
pub struct Home {
    pub project_name: String,
    pub project_dir: String,
    pub task_ref: String,
}

/// The dates and hours of a task that are set.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ScheduleAnswer {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due_date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate_hours: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actual_hours: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remaining_hours: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub milestone: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pinned: Option<bool>,
}

impl From<&Schedule> for ScheduleAnswer {
    fn from(schedule: &Schedule) -> ScheduleAnswer {
        let Schedule { start_date, due_date, estimate_hours, actual_hours, remaining_hours, milestone, pinned } =
            schedule.clone();
        ScheduleAnswer { start_date, due_date, estimate_hours, actual_hours, remaining_hours, milestone, pinned }
    }
}

impl TaskNode {
    pub(crate) fn new(entry: TaskEntry<'_>, ready: bool, held_by: Option<String>, children: Vec<TaskNode>) -> TaskNode {
        let task = entry.fields();
        let open = task.criteria.iter().filter(|criterion| !criterion.checked).count();
        TaskNode {
            id: task.id.clone(),
            title: task.title.clone(),
            status: entry.status(),
            schedule: task.schedule.as_ref().map(Into::into),
            dependencies: task.dependencies.clone(),
            order: task.order,
            assignee: task.assignee.clone(),
            priority: task.priority,
            open_criteria: Some(open).filter(|open| *open > 0),
            ready,
            held_by,
            children,
            home: None,
        }
    }

    /// Sets the project of the task and of its descendants. `mark` distinguishes projects of the
    /// same name.
    pub(crate) fn belong_to(&mut self, project: &str, folder: &str, mark: &str) {
        self.home = Some(Home {
            project_name: project.to_owned(),
            project_dir: folder.to_owned(),
            task_ref: format!("{project}-{mark}:{}", self.id),
        });
        for child in &mut self.children {
            child.belong_to(project, folder, mark);
        }
    }
}

/// Returns a command as a proposal with a reason, or the command itself without one.
pub(crate) fn proposing(command: Command, reason: Option<String>) -> Command {
    match reason {
        Some(reason) => Command::Propose { command: Box::new(command), reason },
        None => command,
    }
}

/// Returns the sentence about a change that was stored as a proposal.
pub(crate) fn proposed_text(summary: &Text) -> String {
    format!("{summary}. Nothing is changed yet: a person decides, and a later call brings the answer.")
}

/// The number of tasks by status, without statuses that no task has.
#[derive(Clone, Debug)]
pub struct StatusCounts(pub Vec<(Status, usize)>);

impl StatusCounts {
    pub(crate) fn new(tasks: &[TaskEntry<'_>]) -> StatusCounts {
        let mut counts = Status::ALL.map(|status| (status, 0));
        for task in tasks {
            let status = task.status();
            counts.iter_mut().filter(|(known, _)| *known == status).for_each(|(_, count)| *count += 1);
        }
        StatusCounts(counts.into_iter().filter(|(_, count)| *count > 0).collect())
    }
}

impl Serialize for StatusCounts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

/// Returns the number of tasks by status as an object.
pub(crate) fn by_status(tasks: &[TaskEntry<'_>]) -> Object {
    let StatusCounts(counts) = StatusCounts::new(tasks);
    counts.into_iter().map(|(status, count)| (status.name().to_owned(), json!(count))).collect()
}

/// Counts over tasks. Groups are counted in `total`, and their own hours in the sums.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TaskSummary {
    pub total: usize,
    #[schemars(with = "BTreeMap<String, usize>")]
    pub by_status: StatusCounts,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_estimate_hours: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_actual_hours: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completion_rate: Option<f64>,
    pub overdue_count: usize,
    pub work: WorkSummary,
}

/// Counts over the tasks without subtasks, which are the work itself.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WorkSummary {
    pub total: usize,
    pub finished: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completion_rate: Option<f64>,
}

impl WorkSummary {
    pub(crate) fn new(tasks: &[TaskEntry<'_>]) -> WorkSummary {
        let leaves = || tasks.iter().filter(|task| task.is_leaf());
        let (total, finished) = (leaves().count(), leaves().filter(|task| task.status().is_terminal()).count());
        WorkSummary { total, finished, completion_rate: share(finished, total) }
    }
}

impl TaskSummary {
    pub(crate) fn new(tasks: &[TaskEntry<'_>], today: i32) -> TaskSummary {
        let finished = tasks.iter().filter(|task| task.status().is_terminal()).count();
        let (estimate, actual) = (hours(tasks, TaskEntry::estimate), hours(tasks, TaskEntry::spent));
        let has_hours = estimate.is_some() || actual.is_some();
        TaskSummary {
            total: tasks.len(),
            by_status: StatusCounts::new(tasks),
            total_estimate_hours: has_hours.then(|| estimate.unwrap_or_default()),
            total_actual_hours: has_hours.then(|| actual.unwrap_or_default()),
            completion_rate: share(finished, tasks.len()),
            overdue_count: tasks.iter().filter(|task| task.is_overdue(today)).count(),
            work: WorkSummary::new(tasks),
        }
    }
}

/// Returns the task with an id, or a sentence with similar ids.
pub(crate) fn find_task<'a>(reader: ProjectReader<'a>, id: &str) -> Result<TaskEntry<'a>, HandoffError> {
    reader.task(id).map_err(|missing| match missing {
        TaskLookupError::Ambiguous => {
            HandoffError::refused(format!("Several tasks have the ID {id}; handoff doctor lists them."))
        }
        TaskLookupError::Unknown => HandoffError::refused(unknown_task(reader, id)),
    })
}

/// Returns a sentence about an unknown task ID, with similar IDs.
pub(crate) fn unknown_task(reader: ProjectReader<'_>, id: &str) -> String {
    let tasks = reader.tasks();
    if let Some(text) = reader.unread_tasks().0.first() {
        return format!("Task {id} was not found among the tasks that could be read. {text}");
    }
    let mut similar: Vec<(usize, &str)> =
        tasks.iter().map(|task| (similarity(id, &task.fields().id), task.fields().id.as_str())).collect();
    similar.retain(|(score, _)| *score > 0);
    similar.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    let similar: Vec<&str> = similar.into_iter().take(5).map(|(_, id)| id).collect();
    match (tasks.is_empty(), similar.is_empty()) {
        (true, _) => format!("There is no task {id}; no tasks exist yet."),
        (false, true) => format!("There is no task {id}."),
        (false, false) => format!("There is no task {id}. Did you mean {}?", similar.join(", ")),
    }
}

/// Returns how similar two IDs are: 100 if equal except for case, 80 if one begins with the other,
/// 60 if one contains the other, or else 20 for each part that both have.
pub(crate) fn similarity(one: &str, other: &str) -> usize {
    let (one, other) = (one.to_lowercase(), other.to_lowercase());
    if one == other {
        100
    } else if one.is_empty() || other.is_empty() {
        0
    } else if one.starts_with(&other) || other.starts_with(&one) {
        80
    } else if one.contains(&other) || other.contains(&one) {
        60
    } else {
        let parts = |id: &str| id.split(['-', '.', '_']).map(str::to_owned).collect::<Vec<_>>();
        let other = parts(&other);
        20 * parts(&one).iter().filter(|part| other.contains(part)).count()
    }
}
