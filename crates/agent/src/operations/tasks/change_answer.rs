//! The answer to a change of tasks: what was changed, and what follows from it.

use handoff_engine::{ProjectReader, TaskEntry};
use handoff_format::parse_date;
use handoff_protocol::{Criterion, Status, TaskPatch};
use schemars::JsonSchema;
use serde::Serialize;

use crate::HandoffError;
use crate::lines::first_named;
use crate::operations::common::two_decimals;
use crate::params::statuses;

/// Maximum number of tasks that an answer names as ready.
const MAX_READY: usize = 5;

/// A task of a call before the change.
pub(super) struct Before {
    /// The ID of an existing task.
    id: Option<String>,
    status: Option<Status>,
    /// The hours spent.
    spent: Option<f64>,
    /// The done criteria that it loses.
    removed_criteria: Vec<String>,
    /// The changes.
    patch: TaskPatch,
}

impl Before {
    pub(super) fn new(id: Option<&str>, entry: Option<TaskEntry<'_>>, patch: &TaskPatch) -> Before {
        let is_removed = |criterion: &&Criterion| {
            let new = patch.criteria.as_deref();
            new.is_some_and(|new| new.iter().all(|other| other.item.trim() != criterion.item))
        };
        let present: &[Criterion] = entry.map(|entry| entry.fields().criteria.as_slice()).unwrap_or_default();
        let removed_criteria = present.iter().filter(is_removed).map(|criterion| criterion.item.clone()).collect();
        let (status, spent) = (entry.map(TaskEntry::status), entry.and_then(TaskEntry::spent));
        Before { id: id.map(str::to_owned), status, spent, removed_criteria, patch: patch.clone() }
    }

    /// Returns true if the due date, the dependencies or the milestone may change.
    fn is_rescheduled(&self) -> bool {
        let TaskPatch { due_date, dependencies, milestone, .. } = &self.patch;
        due_date.is_some() || dependencies.is_some() || milestone.is_some()
    }

    fn has_note(&self) -> bool {
        self.patch.append_notes.is_some() || self.patch.notes.is_some()
    }

    pub(super) fn is_new(&self) -> bool {
        self.id.is_none()
    }
}

/// Returns the existing tasks that a call sets to review or done.
pub(super) fn finished(before: &[Before]) -> Vec<String> {
    let is_finished = |task: &&Before| matches!(task.patch.status, Some(Status::Review | Status::Done));
    before.iter().filter(is_finished).filter_map(|task| task.id.clone()).collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    Created,
    Updated,
    Moved,
}

/// The answer for one task, or for several.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct ChangeAnswer {
    #[serde(flatten)]
    pub task: Option<TaskRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<Action>,
    /// The proposal that was stored instead of changing anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    pub proposal: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub created: Vec<TaskRow>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub updated: Vec<TaskRow>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub now_ready: Vec<String>,
    /// The open groups whose subtasks are all finished.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub can_be_closed: Vec<String>,
}

/// A task that was created or changed.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TaskRow {
    pub id: String,
    pub title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "statuses")]
    pub status: Option<Status>,
    /// The open tasks that it waits for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub waits_for: Vec<String>,
    /// The done criteria that are not met, after a call that ticks some.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub open_criteria: Vec<String>,
    /// The done criteria that the call removed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub removed_criteria: Vec<String>,
    /// The hours spent, if the call added some, or they were measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actual_hours: Option<f64>,
    /// What blocks it, if its status is blocked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocked_by: Option<String>,
}

/// Returns the answer after a change, and warnings about it. `created` are the IDs of the new tasks in the
/// order of the call.
pub(super) fn describe(
    reader: ProjectReader<'_>,
    before: &[Before],
    created: &[String],
    several: bool,
) -> Result<(ChangeAnswer, Vec<String>), HandoffError> {
    let mut new_ids = created.iter();
    let mut answer = ChangeAnswer::default();
    let (mut closed, mut warnings) = (Vec::new(), Vec::new());
    for task in before {
        let id = task.id.as_ref().or_else(|| new_ids.next()).ok_or_else(HandoffError::missing_result)?;
        let entry = reader.task(id).map_err(|_| HandoffError::missing_result())?;
        let status = entry.status();
        if status.is_terminal() && task.status.is_some_and(|before| !before.is_terminal()) {
            closed.push(id.clone());
        }
        let row = row(entry, task, several);
        for warning in order_warnings(reader, entry, task) {
            if !warnings.contains(&warning) {
                warnings.push(warning);
            }
        }
        if !several {
            answer.action = Some(if task.is_new() { Action::Created } else { Action::Updated });
            answer.task = Some(row);
        } else if task.is_new() {
            answer.created.push(row);
        } else {
            answer.updated.push(row);
        }
    }
    // Which timers run does not depend on the time. A file of timers that cannot be read is named by the
    // note of the answer.
    let timers = reader.timers(0).unwrap_or_default();
    let running = timers.running().filter(|(id, _)| closed.iter().any(|closed| closed == id));
    warnings
        .extend(running.map(|(id, _)| {
            format!("The timer of {id} is still running. Stop it, or it adds time to a finished task.")
        }));
    answer.now_ready = now_ready(reader, &closed);
    answer.can_be_closed = groups_to_close(reader, &closed);
    Ok((answer, warnings))
}

fn row(entry: TaskEntry<'_>, before: &Before, several: bool) -> TaskRow {
    let status = entry.status();
    let is_shown = before.is_new() || before.is_rescheduled() || before.status != Some(status);
    let open = if is_shown && !status.is_terminal() { entry.open_dependencies() } else { Vec::new() };
    let name = |other: &TaskEntry<'_>| if several { other.fields().id.clone() } else { id_and_title(*other) };
    let waits_for: Vec<String> = open.iter().map(name).collect();
    let is_blocked = status == Status::Blocked && (is_shown || before.has_note());
    let blocked_by = is_blocked.then(|| entry.latest_note()).flatten().map(str::to_owned);
    let open = entry.fields().criteria.iter().filter(|criterion| before.patch.check.is_some() && !criterion.checked);
    let is_plain = several && before.is_new() && status == Status::Todo;
    TaskRow {
        id: entry.fields().id.clone(),
        title: entry.fields().title.clone(),
        status: (!is_plain).then_some(status),
        waits_for,
        open_criteria: open.map(|criterion| criterion.item.clone()).collect(),
        removed_criteria: before.removed_criteria.clone(),
        actual_hours: entry.spent().filter(|_| before.patch.actual_hours.is_none() && before.spent != entry.spent()),
        blocked_by,
    }
}

/// Returns the ID and the title of a task.
fn id_and_title(entry: TaskEntry<'_>) -> String {
    let task = entry.fields();
    format!("{} {}", task.id, task.title)
}

/// Returns warnings about a task that is worked on too early, or due too early or too late.
pub(super) fn order_warnings(reader: ProjectReader<'_>, entry: TaskEntry<'_>, before: &Before) -> Vec<String> {
    let mut warnings = Vec::new();
    let (task, status) = (entry.fields(), entry.status());
    let id = &task.id;
    let is_begun = matches!(status, Status::InProgress | Status::Review | Status::Done);
    if is_begun && before.status != Some(status) {
        for open in entry.open_dependencies() {
            let (other, state) = (id_and_title(open), open.status().name());
            warnings.push(format!("{id} is {}, but waits for {other}, which is {state}.", status.name()));
        }
    }
    if status == Status::Blocked
        && before.status != Some(status)
        && !before.has_note()
        && entry.open_dependencies().is_empty()
    {
        warnings.push(format!("{id} is blocked without a reason. Add it with notes_append."));
    }
    if !(before.is_new() || before.is_rescheduled()) {
        return warnings;
    }
    for (early, late) in entry.early_due_dates() {
        let days = late.due().unwrap_or_default() - early.due().unwrap_or_default();
        let (early_due, late_due) = (due_date(early), due_date(late));
        let (early, late) = (&early.fields().id, id_and_title(late));
        warnings.push(format!(
            "{early} is due {early_due}, {} before {late} ({late_due}), which it waits for.",
            day_count(days)
        ));
    }
    warnings.extend(milestone_warning(reader, entry, before));
    warnings
}

/// Returns a warning about a task that is due after its milestone, or whose new milestone is not in
/// the configuration.
fn milestone_warning(reader: ProjectReader<'_>, entry: TaskEntry<'_>, before: &Before) -> Option<String> {
    let task = entry.fields();
    let name = task.schedule.as_ref()?.milestone.as_deref()?;
    let Some((_, milestone)) = reader.config().milestones.iter().find(|(other, _)| other == name) else {
        let text = format!("The milestone {name} is not in the configuration. Add it with its date in milestones.");
        return before.patch.milestone.is_some().then_some(text);
    };
    let (date, due) = (milestone.date.as_deref()?, entry.due()?);
    let is_late = !entry.status().is_terminal() && parse_date(date)? < due;
    is_late.then(|| format!("{} is due {}, after its milestone {name} ({date}).", task.id, due_date(entry)))
}

fn due_date(entry: TaskEntry<'_>) -> String {
    entry.due().map(handoff_format::format_date).unwrap_or_default()
}

fn day_count(days: i32) -> String {
    if days == 1 { "a day".to_owned() } else { format!("{days} days") }
}

/// Returns the tasks that can be started because others were closed.
fn now_ready(reader: ProjectReader<'_>, closed: &[String]) -> Vec<String> {
    if closed.is_empty() {
        return Vec::new();
    }
    first_named(reader.ready_after(closed).iter().map(|task| id_and_title(task.task)), MAX_READY)
}

/// Returns the groups that are still open although the last of their subtasks was closed.
fn groups_to_close(reader: ProjectReader<'_>, closed: &[String]) -> Vec<String> {
    let parents = closed.iter().filter_map(|id| reader.task(id).ok()?.parent()).filter(|parent| parent.can_be_closed());
    let mut groups: Vec<String> = Vec::new();
    for name in parents.map(id_and_title) {
        if !groups.contains(&name) {
            groups.push(name);
        }
    }
    groups
}

impl ChangeAnswer {
    /// Returns the text that says the same.
    pub(super) fn text(&self) -> String {
        let mut lines = Vec::new();
        if let Some(task) = &self.task {
            let verb = if self.action == Some(Action::Created) { "Created" } else { "Updated" };
            lines.push(format!("{verb} task {}", with_status(task, ": ")));
            lines.extend(facts(task).into_iter().map(|(name, fact)| format!("{name} {fact}.")));
        }
        for (heading, tasks) in [("Created", &self.created), ("Updated", &self.updated)] {
            if !tasks.is_empty() {
                let tasks: Vec<String> = tasks.iter().map(row_text).collect();
                lines.push(format!("{heading} {}.", tasks.join("; ")));
            }
        }
        if !self.now_ready.is_empty() {
            lines.push(format!("Now ready: {}.", self.now_ready.join("; ")));
        }
        if !self.can_be_closed.is_empty() {
            lines.push(format!("All subtasks of {} are finished: set its status.", self.can_be_closed.join("; ")));
        }
        if let Some(proposal) = &self.proposal {
            lines.push(format!("Proposal {proposal}."));
        }
        if lines.is_empty() {
            lines.push("Saved.".to_owned());
        }
        lines.join("\n")
    }
}

/// Returns "01.2: Syllables [todo]".
fn with_status(task: &TaskRow, separator: &str) -> String {
    let status = task.status.map_or_else(String::new, |status| format!(" [{}]", status.name()));
    format!("{}{separator}{}{status}", task.id, task.title)
}

fn row_text(task: &TaskRow) -> String {
    let facts = facts(task).into_iter().map(|(name, fact)| format!(", {} {fact}", name.to_lowercase()));
    with_status(task, " ") + &facts.collect::<String>()
}

/// Returns what else there is to say about a task, each with its name.
fn facts(task: &TaskRow) -> Vec<(&'static str, String)> {
    let list = |name, list: &[String], separator| (!list.is_empty()).then(|| (name, list.join(separator)));
    let facts = [
        list("Waits for", &task.waits_for, ", "),
        list("Open:", &task.open_criteria, "; "),
        list("Removed criteria:", &task.removed_criteria, "; "),
        task.actual_hours.map(|hours| ("Hours in total:", two_decimals(hours))),
        task.blocked_by.clone().map(|reason| ("Blocked by:", reason.trim_end_matches('.').to_owned())),
    ];
    facts.into_iter().flatten().collect()
}
