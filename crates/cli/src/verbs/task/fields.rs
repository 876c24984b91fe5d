//! The fields of a task: as options, and as the lines that show them.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::{Args, ValueEnum};
use handoff_agent::operations::common::ScheduleAnswer;
use handoff_agent::operations::tasks::get;
use handoff_agent::operations::tasks::task_fields::{
    CriterionAnswer, CriterionParams, ProgressParams, ScheduleParams, TaskAnswer, TaskParams,
};
use handoff_agent::{Change, RequiredText, Short};
use handoff_protocol::{Priority, Status};

use super::{priorities, statuses};
use crate::ground::styled::Styled;
use crate::verbs::arguments::parsers::{not_blank, text_or_stdin};
use crate::verbs::arguments::times::parse_hours;
use crate::verbs::output::{Details, Page, checklist_line, format_hours, priority_style, status_style};

/// The fields that can be cleared.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Clearable {
    /// No assignee.
    Assignee,
    /// No labels.
    Labels,
    /// No links.
    Links,
    /// No paths.
    ScopePaths,
    /// No requirements.
    Requirements,
    /// No dependencies.
    Dependencies,
    /// No done criteria.
    Criteria,
}

impl Clearable {
    /// Clears the field, unless the command line gives it a value.
    pub fn clear(self, task: &mut TaskParams) {
        match self {
            Clearable::Assignee => clear(&mut task.progress.assignee),
            Clearable::Labels => clear(&mut task.labels),
            Clearable::Links => clear(&mut task.links),
            Clearable::ScopePaths => clear(&mut task.scope_paths),
            Clearable::Requirements => clear(&mut task.requirement_ids),
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
    /// A path of a file or folder that it touches. Repeatable; replaces the existing list.
    #[arg(long = "scope-path", value_name = "PATH")]
    scope_paths: Vec<String>,
    /// ID of a requirement of a document that it implements. Repeatable; replaces the existing list.
    #[arg(long = "requirement", value_name = "ID")]
    requirements: Vec<String>,
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
        let criterion = |item: RequiredText| Short(CriterionParams { item, checked: None, command: None });
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
            scope_paths: list(fields.scope_paths),
            requirement_ids: list(fields.requirements),
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

/// Renders one task.
pub fn details(answer: &get::Answer, _: Page<'_>) -> Styled {
    let TaskAnswer { id, title, status, priority, assignee, notes, done_criteria, .. } = &answer.task;
    let mut details = Details::new(&format!("{id} {title}"));
    details.styled_field("status", status.name(), status_style(status.name()));
    let priority = priority.map(Priority::name).unwrap_or_default();
    details.styled_field("priority", priority, priority_style(priority));
    details.field("assignee", assignee.as_deref().unwrap_or_default());
    details.field("held by", answer.held_by.as_deref().unwrap_or_default());
    if let Some(schedule) = &answer.task.schedule {
        add_schedule(&mut details, schedule);
    }
    details.field("labels", &answer.task.labels.join(", "));
    details.field("waits for", &answer.task.dependencies.join(", "));
    details.field("blocked by", answer.blocked_by.as_deref().unwrap_or_default());
    let waiting: Vec<&str> = answer.dependents.iter().flatten().map(|task| task.id.as_str()).collect();
    details.field("needed by", &waiting.join(", "));
    details.field("links", &answer.task.links.join("\n"));
    details.field("requirements", &answer.task.requirements().join("\n"));
    details.field("paths", &answer.task.scope_paths.join("\n"));
    details.section("Done criteria", done_criteria.iter().enumerate().map(criterion_line));
    details.body(notes.as_deref().unwrap_or_default());
    details.into_text()
}

/// Returns a criterion with its command and its proof below it.
fn criterion_line((index, criterion): (usize, &CriterionAnswer)) -> String {
    let CriterionAnswer { item, checked, command, proof, stale, .. } = criterion;
    let mut line = checklist_line(index, *checked, item);
    if !command.is_empty() {
        line = format!("{line}\n    command: {}", command.join(" "));
    }
    if let Some(proof) = proof {
        let stale =
            if stale.is_empty() { String::new() } else { format!(" (stale: {} changed since)", stale.join(", ")) };
        line = format!("{line}\n    proof: {proof}{stale}");
    }
    line
}

fn add_schedule(details: &mut Details, schedule: &ScheduleAnswer) {
    let ScheduleAnswer { start_date, due_date, estimate_hours, actual_hours, remaining_hours, milestone, pinned } =
        schedule;
    for (name, value) in [("milestone", milestone), ("start", start_date), ("due", due_date)] {
        details.field(name, value.as_deref().unwrap_or_default());
    }
    for (name, hours) in [("estimate", estimate_hours), ("spent", actual_hours), ("left", remaining_hours)] {
        details.field(name, &hours.map_or_else(String::new, |hours| format!("{} h", format_hours(hours))));
    }
    if *pinned == Some(true) {
        details.field("pinned", "yes, the scheduler keeps its dates");
    }
}
