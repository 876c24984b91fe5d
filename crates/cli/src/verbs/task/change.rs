//! The verbs that change a task: its fields as options.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::{Args, ValueEnum};
use handoff_agent::operations::tasks::check_criterion::{self, CriteriaCount};
use handoff_agent::operations::tasks::get::{self, GetTask};
use handoff_agent::operations::tasks::task_fields::{
    CriterionName, CriterionNames, CriterionParams, ProgressParams, ScheduleParams, TaskParams,
};
use handoff_agent::operations::tasks::update;
use handoff_agent::{Change, HandoffError, RequiredText, Short};
use handoff_protocol::{Priority, Status};

use super::{priorities, statuses};
use crate::ground::progress::NoProgress;
use crate::project::{Project, drive};
use crate::verbs::arguments::parsers::{find_item, not_blank, text_or_stdin};
use crate::verbs::arguments::times::parse_hours;
use crate::verbs::output::Page;

#[derive(Debug, Args)]
pub struct Create {
    /// Title.
    title: String,
    /// The parent task.
    #[arg(long, value_name = "ID")]
    parent: Option<String>,
    /// ID; default: a new one.
    #[arg(long)]
    id: Option<String>,
    #[command(flatten)]
    fields: Fields,
}

#[derive(Debug, Args)]
pub struct Update {
    /// ID.
    #[arg(value_parser = not_blank)]
    id: RequiredText,
    /// The new title.
    #[arg(long)]
    title: Option<String>,
    /// Text to append to the notes, with a timestamp; - reads standard input.
    #[arg(long, value_name = "TEXT", value_parser = text_or_stdin, conflicts_with = "notes")]
    append_notes: Option<String>,
    /// Hours worked, to add to the actual ones, such as 1.5, 1h30m or 1:30.
    #[arg(long, value_name = "HOURS", value_parser = parse_hours)]
    log_hours: Option<f64>,
    /// A done criterion that is met: its number from 1, its text or the start of it, or all.
    /// Repeatable.
    #[arg(long, value_name = "CRITERION")]
    check: Vec<String>,
    /// A field to clear. Repeatable.
    #[arg(long, value_enum, value_name = "FIELD")]
    clear: Vec<Clearable>,
    #[command(flatten)]
    fields: Fields,
}

/// The fields that can be cleared.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Clearable {
    /// No assignee.
    Assignee,
    /// No labels.
    Labels,
    /// No links.
    Links,
    /// No dependencies.
    Dependencies,
    /// No done criteria.
    Criteria,
}

impl Clearable {
    /// Clears the field, unless the command line gives it a value.
    fn clear(self, task: &mut TaskParams) {
        match self {
            Clearable::Assignee => clear(&mut task.progress.assignee),
            Clearable::Labels => clear(&mut task.labels),
            Clearable::Links => clear(&mut task.links),
            Clearable::Dependencies => clear(&mut task.dependencies),
            Clearable::Criteria => clear(&mut task.done_criteria),
        }
    }
}

fn clear<T>(change: &mut Change<T>) {
    if change.is_keep() {
        *change = Change::Clear;
    }
}

/// The fields of a task.
#[derive(Debug, Args)]
pub struct Fields {
    /// Status.
    #[arg(long, value_parser = statuses())]
    status: Option<Status>,
    /// Priority.
    #[arg(long, value_parser = priorities())]
    priority: Option<Priority>,
    /// Assignee.
    #[arg(long)]
    assignee: Option<String>,
    /// Milestone.
    #[arg(long)]
    milestone: Option<String>,
    /// Start date, YYYY-MM-DD.
    #[arg(long, value_name = "DATE")]
    start: Option<String>,
    /// Due date, YYYY-MM-DD.
    #[arg(long, value_name = "DATE")]
    due: Option<String>,
    /// Estimated hours, such as 1.5, 1h30m or 1:30.
    #[arg(long, value_name = "HOURS", value_parser = parse_hours)]
    estimate: Option<f64>,
    /// Actual hours.
    #[arg(long, value_name = "HOURS", value_parser = parse_hours)]
    actual: Option<f64>,
    /// Remaining hours.
    #[arg(long, value_name = "HOURS", value_parser = parse_hours)]
    remaining: Option<f64>,
    /// Whether the scheduler keeps its dates.
    #[arg(long, value_name = "true|false")]
    pinned: Option<bool>,
    /// A label. Repeatable; replaces the existing list.
    #[arg(long = "label", value_name = "LABEL")]
    labels: Vec<String>,
    /// A URL or path. Repeatable; replaces the existing list.
    #[arg(long = "link", value_name = "ADDRESS")]
    links: Vec<String>,
    /// ID of a task that it depends on. Repeatable; replaces the existing list.
    #[arg(long = "depends-on", value_name = "ID")]
    dependencies: Vec<String>,
    /// A done criterion. Repeatable; replaces the existing list.
    #[arg(long = "criterion", value_name = "TEXT", value_parser = not_blank)]
    criteria: Vec<RequiredText>,
    /// Notes in Markdown, which replace the present ones; - reads standard input.
    #[arg(long, value_name = "TEXT", value_parser = text_or_stdin)]
    notes: Option<String>,
}

impl From<Fields> for TaskParams {
    fn from(fields: Fields) -> TaskParams {
        let schedule = ScheduleParams {
            start_date: fields.start,
            due_date: fields.due,
            estimate_hours: fields.estimate,
            actual_hours: fields.actual,
            remaining_hours: fields.remaining,
            milestone: fields.milestone,
            pinned: fields.pinned,
        };
        let criterion = |item: RequiredText| Short(CriterionParams { item, checked: None });
        TaskParams {
            progress: ProgressParams {
                status: fields.status,
                priority: fields.priority,
                assignee: fields.assignee.map_or(Change::Keep, Change::Set),
                notes: fields.notes,
                notes_append: None,
                schedule: Some(schedule).filter(|schedule| *schedule != ScheduleParams::default()),
            },
            labels: list(fields.labels),
            links: list(fields.links),
            dependencies: list(fields.dependencies),
            done_criteria: list(fields.criteria.into_iter().map(criterion).collect()),
            ..TaskParams::default()
        }
    }
}

/// Returns the change to a list. No argument means no change, not an empty list.
fn list<T>(given: Vec<T>) -> Change<Vec<T>> {
    if given.is_empty() { Change::Keep } else { Change::Set(given) }
}

/// Returns the parameters that create a task. Refuses an ID that exists, because the operation would
/// change that task.
pub fn create(project: &mut Project, args: Create) -> Result<update::Params, HandoffError> {
    let Create { title, parent, id, fields } = args;
    if let Some(id) = id.as_deref().filter(|id| project.engine().reader().task(id).is_ok()) {
        return Err(HandoffError::refused(format!("A task {id} already exists.")));
    }
    let task = TaskParams { id, title: Some(title), ..TaskParams::from(fields) };
    Ok(update::Params { task: Some(task), parent_id: parent, ..update::Params::default() })
}

/// Returns the parameters that change a task. Refuses an ID that does not exist, because the operation
/// would create the task.
pub fn update(project: &mut Project, args: Update) -> Result<update::Params, HandoffError> {
    let Update { id, title, append_notes, log_hours, check, clear, fields } = args;
    let existing = get_task(project, &id)?;
    let id = String::from(id);
    let names: Vec<CriterionName> =
        check.iter().map(|name| criterion_name(&id, &existing, name)).collect::<Result<_, HandoffError>>()?;
    let mut task = TaskParams::from(fields);
    for field in clear {
        field.clear(&mut task);
    }
    task.title = title;
    task.progress.notes_append = append_notes;
    task.log_hours = log_hours;
    task.check = (!names.is_empty()).then_some(CriterionNames(names));
    if !task.has_fields() {
        return Err(HandoffError::Arguments("Specify what to change, such as --status done.".into()));
    }
    task.id = Some(id);
    Ok(update::Params { task: Some(task), ..update::Params::default() })
}

/// Returns the parameters that tick or untick a criterion.
pub fn check(
    project: &mut Project,
    task_id: RequiredText,
    criterion: &str,
    checked: bool,
) -> Result<check_criterion::Params, HandoffError> {
    let task = get_task(project, &task_id)?;
    let criterion_index = find_criterion(&String::from(task_id.clone()), &task, criterion)?;
    Ok(check_criterion::Params { task_id, criterion_index, checked })
}

/// Renders the result of ticking a criterion.
pub fn check_result(answer: &check_criterion::Answer, _: Page<'_>) -> String {
    let check_criterion::Answer { task_id, item, checked, done_criteria_summary, .. } = answer;
    let CriteriaCount { checked: done, total } = done_criteria_summary;
    let verb = if *checked { "Ticked" } else { "Unticked" };
    format!("{verb} “{item}” of task {task_id}: {done} of {total} met.\n")
}

/// Returns a task, or the refusal if there is none.
fn get_task(project: &mut Project, id: &RequiredText) -> Result<get::Answer, HandoffError> {
    let params = get::Params { task_id: id.clone(), include_dependents: None };
    let ended = drive::perform::<GetTask>(project, params, &mut NoProgress);
    ended.result.map(|answered| answered.value)
}

/// Returns the criterion that is given by number or text, or all of them.
fn criterion_name(id: &str, task: &get::Answer, name: &str) -> Result<CriterionName, HandoffError> {
    if name == "all" {
        return Ok(CriterionName::All);
    }
    let index = find_criterion(id, task, name)?;
    Ok(CriterionName::Index(usize::try_from(index).unwrap_or(usize::MAX)))
}

/// Returns the index of the criterion that is given by number or text. `id` is what names the task.
fn find_criterion(id: &str, task: &get::Answer, text: &str) -> Result<u32, HandoffError> {
    let items: Vec<&str> = task.task.done_criteria.iter().map(|criterion| criterion.item.as_str()).collect();
    let index = find_item(&items, text).and_then(|index| u32::try_from(index).map_err(|_| 0));
    index.map_err(|count| {
        HandoffError::refused(match count {
            _ if items.is_empty() => format!("Task {id} has no done criteria."),
            0 => format!("Task {id} has no done criterion {text}; it has {} criteria.", items.len()),
            several => format!("{several} done criteria of task {id} start with “{text}”; use the number of one."),
        })
    })
}
