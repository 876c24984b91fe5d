//! Creates, changes and moves tasks.

use handoff_protocol::{Command, ConfigChange, Outcome, TaskUpdate, Text};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::change_answer::{self, Before, ChangeAnswer};
use super::task_change::{Changes, ExampleTask, ItemParams, add_proofs, proof_files, refusal};
use super::task_fields::TaskParams;
use crate::HandoffError;
use crate::InvalidArgument;
use crate::Shell;
use crate::ToolContext;
use crate::context_pointers::Places;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::{find_task, proposed_text, proposing, reader};
use crate::operations::people::milestones::{MilestoneParams, milestone_changes};
use crate::params::{Short, output};
use crate::proofs::{stale_proofs_of_task, stored_files};
use crate::tool::ToolSet;

/// Creates or changes one task or several, or moves one.
pub struct UpdateTask;

#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    #[schemars(extend("hidden" = true))]
    pub task: Option<TaskParams>,
    #[schemars(extend("hidden" = true))]
    pub parent_id: Option<String>,
    #[schemars(extend("hidden" = true))]
    pub move_to: Option<String>,
    #[schemars(
        description = "{id, title, status: todo|in_progress|review|blocked|done|skipped, priority: low|medium|high, \
                       assignee, schedule: {start_date: YYYY-MM-DD, due_date, estimate_hours, milestone}, labels, \
                       dependencies: IDs or titles, done_criteria: texts, check: texts or all, \
                       proof: commit or URL, notes_append, parent_id, children, ref: name for dependencies}",
        extend("briefItems" = "object")
    )]
    pub tasks: Option<Vec<Short<ItemParams>>>,
    /// {name, date}
    #[schemars(extend("briefItems" = "object"))]
    pub milestones: Option<Vec<Short<MilestoneParams>>>,
    /// reason
    pub propose: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Answer {
    Moved(MoveAnswer),
    Changed(Box<ChangeAnswer>),
}

/// The answer for a task that was moved.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MoveAnswer {
    pub id: String,
    pub action: change_answer::Action,
    pub parent_id: String,
}

impl Operation for UpdateTask {
    const DEFINITION: Definition = Definition {
        name: "handoff_update_task",
        title: "Create or change tasks",
        description: "With id: change given fields, else create. All or nothing. in_progress claims it.",
        set: ToolSet::Core,
        effect: Effect::Changes,
    };
    const OUTPUT: Option<fn() -> Value> = Some(output::<ChangeAnswer>);
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let mut proofs = Vec::new();
        if let Some(task) = &params.task {
            add_proofs(task, &[], &mut proofs);
        }
        for Short(ItemParams { task, children, .. }) in params.tasks.iter().flatten() {
            add_proofs(task, children.as_deref().unwrap_or_default(), &mut proofs);
        }
        let requests = shell.read(move |ctx| proof_files(ctx.engine.reader(), &proofs)).await;
        let places = Places::new(requests.clone(), shell.files(requests).await);
        match shell.read(move |ctx| plan(ctx, params, &places)).await? {
            Plan::Move(plan) => move_task(&shell, plan).await,
            Plan::Change(plan) => change_tasks(&shell, *plan).await,
        }
    }
}

/// The prepared change of a call.
enum Plan {
    Move(MovePlan),
    Change(Box<ChangePlan>),
}

struct MovePlan {
    id: String,
    parent: String,
    /// Whether the call has other fields, which are left out.
    has_more: bool,
    propose: Option<String>,
}

struct ChangePlan {
    command: Command,
    /// The tasks before the change.
    before: Vec<Before>,
    notes: Vec<String>,
    /// Whether the call has a list of tasks.
    several: bool,
}

fn plan(ctx: ToolContext<'_>, params: Params, places: &Places) -> Result<Plan, HandoffError> {
    let Params { task, parent_id, move_to, tasks, milestones, propose } = params;
    let reader = reader(ctx)?;
    if let Some(parent) = move_to {
        let Some(TaskParams { id: Some(id), .. }) = &task else {
            return Err(InvalidArgument::new("task.id", "the ID of the task to move").into());
        };
        let has_more = tasks.is_some() || milestones.is_some() || task.as_ref().is_some_and(TaskParams::has_fields);
        find_task(reader, id)?;
        find_task(reader, &parent)?;
        return Ok(Plan::Move(MovePlan { id: id.clone(), parent, has_more, propose }));
    }
    let several = tasks.is_some();
    if task.is_none() && !several && milestones.is_none() {
        return Err(InvalidArgument::new("task", "an object, unless tasks is given").into());
    }
    let item = task.map(|task| (ItemParams::from(task), "task.".to_owned()));
    let items = tasks.into_iter().flatten().enumerate().map(|(index, Short(item))| (item, format!("tasks[{index}].")));
    let mut changes = Changes::new(reader, places);
    for (item, path) in item.into_iter().chain(items) {
        changes.add(item, &path, parent_id.as_deref())?;
    }
    let mut config: Vec<ConfigChange> = Vec::new();
    for Short(milestone) in milestones.into_iter().flatten() {
        config.extend(milestone_changes(reader, &milestone)?);
    }
    let Changes { tasks, before, notes, .. } = changes;
    let command = proposing(Command::ChangeTasks { tasks, config }, propose);
    Ok(Plan::Change(Box::new(ChangePlan { command, before, notes, several })))
}

async fn move_task(shell: &Shell, plan: MovePlan) -> Result<Answered<Answer>, HandoffError> {
    let MovePlan { id, parent, has_more, propose } = plan;
    let command = Command::UpdateTasks(TaskUpdate::to_parent(vec![id.clone()], Some(parent.clone())));
    let done = shell.commit(proposing(command, propose)).await?;
    if has_more {
        shell.note("move_to only moves the task; the other fields were left out. Send them in another call.");
    }
    if let Some(proposal) = done.proposed {
        return Ok(proposed(shell, proposal, &done.summary));
    }
    let text = format!("Moved task {id} under {parent}.");
    let answer = MoveAnswer { id, action: change_answer::Action::Moved, parent_id: parent };
    Ok(Answered::with_text(Answer::Moved(answer), text))
}

async fn change_tasks(shell: &Shell, plan: ChangePlan) -> Result<Answered<Answer>, HandoffError> {
    let ChangePlan { command, before, notes, several } = plan;
    // The refusal of a single task shows a call that works.
    let example = (!several).then(|| ExampleTask::of(&command, &before));
    let outcome = shell.try_commit(command).await;
    let Outcome::Done { created, warnings, summary, proposed: proposal, .. } = outcome else {
        return Err(refusal(&outcome, example));
    };
    if let Some(proposal) = proposal {
        shell.warn(&warnings);
        return Ok(proposed(shell, proposal, &summary));
    }
    let finished = change_answer::finished(&before);
    let describe = move |ctx: ToolContext<'_>| change_answer::describe(ctx.engine.reader(), &before, &created, several);
    let (answer, remarks) = shell.read(describe).await?;
    for remark in remarks {
        shell.note(format!("Warning: {remark}"));
    }
    shell.warn(&warnings);
    for stale in stale_proofs_of(shell, finished).await {
        shell.note(format!("Warning: the proof of {stale}. Give a new one, or run handoff verify."));
    }
    for note in notes {
        shell.note(note);
    }
    let text = answer.text();
    Ok(Answered::with_text(Answer::Changed(Box::new(answer)), text))
}

/// Returns the answer to a call that was stored as a proposal.
fn proposed(shell: &Shell, id: String, summary: &Text) -> Answered<Answer> {
    shell.note(proposed_text(summary));
    let answer = ChangeAnswer { proposal: Some(id), ..ChangeAnswer::default() };
    let text = answer.text();
    Answered::with_text(Answer::Changed(Box::new(answer)), text)
}

/// Returns the stale proofs of tasks that are ready for review or done now.
async fn stale_proofs_of(shell: &Shell, ids: Vec<String>) -> Vec<String> {
    if ids.is_empty() {
        return Vec::new();
    }
    let tasks = move |ctx: ToolContext<'_>| {
        let reader = ctx.engine.reader();
        ids.iter().filter_map(|id| Some(reader.task(id).ok()?.fields().clone())).collect::<Vec<_>>()
    };
    let tasks = shell.read(tasks).await;
    let requests = stored_files(tasks.iter().map(AsRef::as_ref));
    let places = Places::new(requests.clone(), shell.files(requests).await);
    tasks.iter().flat_map(|task| stale_proofs_of_task(task, &places)).collect()
}
