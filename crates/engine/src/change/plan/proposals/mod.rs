//! Proposals: changes of the plan that wait for the answer of a person.
//!
//! Invariant: nothing here decides what a change means. A proposal stores commands; to show it is to plan
//! them, and to accept it is to plan and write them with the answer, in one change set.

mod answer;
mod elements;
mod values;

use std::sync::Arc;

use handoff_format::{Proposal, new_proposal, timestamp};
use handoff_protocol::agent::{Import, TaskChange};
use handoff_protocol::{
    ActorKind, ChangeSet, Command, Context, ProposalChoice, ProposalRow, ProposalState, Refusal, RefusalCode,
    TaskPatch, TaskUpdate, Text, TextArg,
};

pub(in crate::change::plan) use answer::{accept, reject};
pub(crate) use values::row as proposal_row;

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::new_ids::id_stamp;
use crate::change::plan::refusal::{About, refuse};
use crate::ground::texts;
use crate::model::proposals::{MAX_ELEMENTS, PROPOSALS, StoredProposal, to_stored};

/// The number of IDs of proposals of one day.
const IDS: u32 = 10_000;

/// Returns whether the project's rule makes a proposal of a command: one by which an agent changes the plan.
pub(in crate::change::plan) fn is_needed(project: &Project, context: &Context, command: &Command) -> bool {
    let is_agent = context.actor.kind == ActorKind::Agent;
    is_agent && project.model.config.plans_need_approval() && changes_plan(project, command)
}

/// Returns whether a command changes the plan, and not only the progress of tasks.
fn changes_plan(project: &Project, command: &Command) -> bool {
    match command {
        Command::ChangeTasks { tasks, config } => {
            !config.is_empty() || tasks.iter().any(|task| is_plan_change(project, task))
        }
        Command::UpdateTasks(TaskUpdate { patch, estimates, position, .. }) => {
            position.is_some() || estimates.is_some() || has_plan_field(patch)
        }
        Command::Import(Import { tasks, .. }) => !tasks.is_empty(),
        Command::Reschedule { .. }
        | Command::AutoSchedule { .. }
        | Command::DeleteTasks { .. }
        | Command::DuplicateTask { .. }
        | Command::StartProject { .. } => true,
        _ => false,
    }
}

fn is_plan_change(project: &Project, change: &TaskChange) -> bool {
    let is_new = change.id.as_deref().is_none_or(|id| project.model.tasks.find(id).is_err());
    let parts = &change.parts;
    is_new
        || change.order.is_some()
        || has_plan_field(&change.fields)
        || parts.iter().any(|part| is_plan_change(project, part))
}

/// Returns whether a patch changes a field of the plan. The others are about the work itself.
fn has_plan_field(patch: &TaskPatch) -> bool {
    let TaskPatch { title, priority, assignee, milestone, start_date, due_date, estimate_hours, pinned, .. } = patch;
    title.is_some()
        || priority.is_some()
        || assignee.is_some()
        || milestone.is_some()
        || start_date.is_some()
        || due_date.is_some()
        || estimate_hours.is_some()
        || pinned.is_some()
        || patch.labels.is_some()
        || patch.dependencies.is_some()
        || patch.dependency.is_some()
}

/// Stores a command as a proposal. `planned` is what it would do now.
pub(in crate::change::plan) fn propose(
    project: &Project,
    context: &Context,
    command: &Command,
    reason: &str,
    planned: ChangeSet,
) -> Result<ChangeSet, Refusal> {
    let reason = reason.trim();
    let is_rule = is_needed(project, context, command);
    if is_rule && planned.edits.is_empty() {
        return Ok(planned);
    }
    if reason.is_empty() && !is_rule {
        return Err(refuse(RefusalCode::BadValue, Text::plain(texts::PROPOSAL_WITHOUT_REASON)).about_field("reason"));
    }
    let elements = elements::elements(project, context, command)?;
    if planned.edits.is_empty() || elements.is_empty() {
        return Err(refuse(RefusalCode::BadCommand, Text::plain(texts::PROPOSAL_NOTHING)));
    }
    if elements.len() > MAX_ELEMENTS {
        let args = [("limit", MAX_ELEMENTS.to_string()), ("count", elements.len().to_string())];
        return Err(refuse(RefusalCode::BadCommand, Text::with(texts::PROPOSAL_MANY, args)));
    }
    let mut builder = ChangeSetBuilder::new(project, context);
    let (second, rest) = id_stamp(context);
    let day = second.get(..8).unwrap_or_default();
    let id_of = |number: u32| format!("p-{day}-{:04}", number % IDS);
    let start = rest % IDS;
    let is_free = |id: &String| !builder.is_taken(&path_of(id));
    let id = (start..start + IDS).map(id_of).find(is_free).unwrap_or_else(|| id_of(start));
    let proposal = Proposal {
        id: id.clone(),
        reason: Some(reason.to_owned()).filter(|reason| !reason.is_empty()),
        state: ProposalState::Open,
        author: context.actor.clone(),
        created_at: timestamp(context.now),
        answer: None,
        answered_by: None,
        answered_at: None,
        accepted: None,
        elements: elements.iter().map(to_stored).collect(),
    };
    builder.create(path_of(&id), new_proposal(&proposal).render());
    builder.add_created(&id);
    for warning in planned.warnings {
        builder.warn(warning);
    }
    let summary = Text::with(texts::PROPOSED, [("id", id.clone())]).with_arg("change", TextArg::Text(planned.summary));
    Ok(ChangeSet { proposed: Some(id), ..builder.finish(summary) })
}

fn path_of(id: &str) -> String {
    format!("{PROPOSALS}/{id}.json")
}

/// Creates the refusal of a command that cannot be proposed.
fn unproposable(project: &Project, context: &Context) -> Refusal {
    let is_rule = context.actor.kind == ActorKind::Agent && project.model.config.plans_need_approval();
    let template = if is_rule { texts::PROPOSAL_NEEDED } else { texts::PROPOSAL_UNPROPOSABLE };
    refuse(RefusalCode::BadCommand, Text::plain(template))
}

/// Returns the stored proposal with an ID.
fn with_id<'p>(project: &'p Project, id: &str) -> Result<&'p Arc<StoredProposal>, Refusal> {
    let unknown = || refuse(RefusalCode::BadCommand, Text::with(texts::PROPOSAL_UNKNOWN, [("id", id.to_owned())]));
    project.model.records.proposals().find(|proposal| proposal.record.id == id).ok_or_else(unknown)
}

/// Returns what the elements of a proposal change now.
pub(crate) fn proposal_rows(project: &Project, context: &Context, proposal: &StoredProposal) -> Vec<ProposalRow> {
    let numbered = (1..).zip(&proposal.elements);
    numbered.map(|(number, element)| values::row(project, context, number, element)).collect()
}

/// Returns the project with the chosen elements of a proposal, or why they cannot be accepted together.
pub(crate) fn rehearse_proposal(
    project: &Project,
    context: &Context,
    proposal: &StoredProposal,
    rows: &[ProposalRow],
    only: Option<&[ProposalChoice]>,
) -> Result<Project, Refusal> {
    let selected = answer::select(proposal, rows, only)?;
    Ok(answer::combine(project, context, &selected)?.into_project())
}
