//! The verbs that create and change tasks.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::Args;
use handoff_agent::handover::redacted_text;
use handoff_agent::operations::tasks::check_criterion::{self, CriteriaCount};
use handoff_agent::operations::tasks::get::{self, GetTask};
use handoff_agent::operations::tasks::proof::ProofParams;
use handoff_agent::operations::tasks::task_fields::{CriterionName, CriterionNames, TaskParams};
use handoff_agent::operations::tasks::update;
use handoff_agent::{HandoffError, RequiredText, Short};
use handoff_protocol::{Command, CriterionDetailPatch, TaskPatch, TaskUpdate};

use super::fields::{Clearable, Fields};
use crate::ground::progress::NoProgress;
use crate::project::{Project, drive};
use crate::verbs::arguments::parsers::{find_item, not_blank, required_text, text_or_stdin};
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
    #[command(flatten)]
    proposing: Proposing,
}

/// A reason to store a change as a proposal.
#[derive(Debug, Args)]
pub struct Proposing {
    /// Store the change as a proposal with this reason, which a person accepts or rejects.
    #[arg(long, value_name = "REASON", value_parser = required_text)]
    propose: Option<RequiredText>,
}

impl Proposing {
    /// Returns a command as a proposal if there is a reason.
    pub fn command(self, command: Command) -> Command {
        match self.propose {
            Some(reason) => Command::Propose { command: Box::new(command), reason: redacted_text(reason.into()) },
            None => command,
        }
    }
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
    #[command(flatten)]
    proposing: Proposing,
}

/// Returns the parameters that create a task. Refuses an ID that exists, because the operation would
/// change that task.
pub fn create(project: &mut Project, args: Create) -> Result<update::Params, HandoffError> {
    let Create { title, parent, id, fields, proposing } = args;
    if let Some(id) = id.as_deref().filter(|id| project.engine().reader().task(id).is_ok()) {
        return Err(HandoffError::refused(format!("A task {id} already exists.")));
    }
    let task = TaskParams { id, title: Some(title), ..TaskParams::from(fields) };
    let propose = proposing.propose.map(String::from);
    Ok(update::Params { task: Some(task), parent_id: parent, propose, ..update::Params::default() })
}

/// Returns the parameters that change a task. Refuses an ID that does not exist, because the operation
/// would create the task.
pub fn update(project: &mut Project, args: Update) -> Result<update::Params, HandoffError> {
    let Update { id, title, append_notes, log_hours, check, clear, fields, proposing } = args;
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
    Ok(update::Params { task: Some(task), propose: proposing.propose.map(String::from), ..update::Params::default() })
}

/// Returns the parameters that tick or untick a criterion.
pub fn check(
    project: &mut Project,
    task_id: RequiredText,
    criterion: &str,
    checked: bool,
    proof: Option<String>,
) -> Result<check_criterion::Params, HandoffError> {
    let task = get_task(project, &task_id)?;
    let criterion_index = find_criterion(&String::from(task_id.clone()), &task, criterion)?;
    let proof = proof.map(|target| Short(ProofParams { target: Some(target), ..ProofParams::default() }));
    Ok(check_criterion::Params { task_id, criterion_index, checked, proof })
}

/// Returns the command that sets the command of a criterion.
pub fn command(
    project: &mut Project,
    id: &RequiredText,
    criterion: &str,
    words: Vec<String>,
) -> Result<Command, HandoffError> {
    let task = get_task(project, id)?;
    let id = String::from(id.clone());
    let index = usize::try_from(find_criterion(&id, &task, criterion)?).unwrap_or(usize::MAX);
    let item = task.task.done_criteria.get(index).map(|criterion| criterion.item.clone()).unwrap_or_default();
    let detail = CriterionDetailPatch { item, command: Some(words), ..CriterionDetailPatch::default() };
    let patch = TaskPatch { criterion_details: Some(vec![detail]), ..TaskPatch::default() };
    Ok(Command::UpdateTasks(TaskUpdate::of_task(id, patch)))
}

/// Renders the result of ticking a criterion.
pub fn check_result(answer: &check_criterion::Answer, _: Page<'_>) -> String {
    let check_criterion::Answer { task_id, item, checked, proof, done_criteria_summary, .. } = answer;
    let CriteriaCount { checked: done, total } = done_criteria_summary;
    let verb = if *checked { "Ticked" } else { "Unticked" };
    let proof = proof.as_ref().map(|proof| format!("Proof: {proof}.\n")).unwrap_or_default();
    format!("{verb} “{item}” of task {task_id}: {done} of {total} met.\n{proof}")
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
