//! The answers to a proposal.

use std::collections::BTreeMap;

use handoff_format::{Container, DataFile, Proposal, Value, timestamp, write_proposal};
use handoff_protocol::agent::TaskChange;
use handoff_protocol::{
    Actor, ActorKind, ChangeSet, ConfigChange, Context, ElementCommand, ProposalChoice, ProposalElement, ProposalKind,
    ProposalRow, ProposalState, Refusal, RefusalCode, TaskPatch, TaskUpdate, Text, TextArg,
};
use serde_json::json;

use super::elements::{with_fields, with_values};
use super::values::{TITLE, is_new};
use super::{proposal_rows, with_id};
use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::combined_plan::CombinedPlan;
use crate::change::plan::refusal::{About, refuse};
use crate::change::plan::tasks::{change_tasks, delete, update};
use crate::ground::texts;
use crate::knowledge::claims::is_same_holder;
use crate::model::proposals::StoredProposal;

/// The part of a proposal that is accepted.
#[derive(Default)]
pub(super) struct Selected {
    changes: Vec<TaskChange>,
    config: Vec<ConfigChange>,
    moves: Vec<TaskUpdate>,
    deleted: Vec<String>,
    /// The number of elements, whole or in part.
    count: usize,
    /// The values of a person in place of the proposed ones, by the position of the element.
    edited: BTreeMap<usize, Value>,
}

/// Makes the changes of a proposal, or some of them, and stores the answer.
pub(in crate::change::plan) fn accept(
    project: &Project,
    context: &Context,
    id: &str,
    only: Option<&[ProposalChoice]>,
    answer: Option<&str>,
) -> Result<ChangeSet, Refusal> {
    let proposal = open(project, id)?;
    if context.actor.kind == ActorKind::Agent {
        return Err(by_person(id));
    }
    let selected = select(proposal, &proposal_rows(project, context, proposal), only)?;
    let (mut builder, _) = combine(project, context, &selected)?.into_builder();
    let (count, total) = (selected.count, proposal.elements.len());
    let accepted = u32::try_from(count).unwrap_or(u32::MAX);
    let state = ProposalState::Accepted;
    write_answer(&mut builder, proposal, state, answer.unwrap_or_default(), Some((accepted, selected.edited)))?;
    let template = if count < total { texts::PROPOSAL_PARTLY_ACCEPTED } else { texts::PROPOSAL_ACCEPTED };
    let counts = [("count", count.to_string()), ("total", total.to_string()), ("id", id.to_owned())];
    Ok(builder.finish(Text::with(template, counts).with_arg("author", author(proposal))))
}

/// Stores that a proposal is rejected.
pub(in crate::change::plan) fn reject(
    project: &Project,
    context: &Context,
    id: &str,
    answer: &str,
) -> Result<ChangeSet, Refusal> {
    let proposal = open(project, id)?;
    let is_own = is_same_holder(&proposal.record.author, &context.actor);
    if context.actor.kind == ActorKind::Agent && !is_own {
        return Err(by_person(id));
    }
    if answer.trim().is_empty() && !is_own {
        let text = Text::plain(texts::PROPOSAL_REJECTED_WITHOUT_WORD).with_arg("author", author(proposal));
        return Err(refuse(RefusalCode::BadValue, text).about_field("answer"));
    }
    let mut builder = ChangeSetBuilder::new(project, context);
    write_answer(&mut builder, proposal, ProposalState::Rejected, answer, None)?;
    let text = Text::with(texts::PROPOSAL_REJECTED, [("id", id.to_owned())]);
    Ok(builder.finish(text.with_arg("author", author(proposal))))
}

fn author(proposal: &StoredProposal) -> TextArg {
    let Actor { kind, name, .. } = &proposal.record.author;
    match (name.as_str(), kind) {
        ("", ActorKind::Human) => TextArg::Text(Text::plain(texts::A_PERSON)),
        ("", ActorKind::Agent) => TextArg::Text(Text::plain(texts::AN_AGENT)),
        (name, _) => TextArg::Plain(name.to_owned()),
    }
}

/// Returns a proposal that waits for an answer.
fn open<'p>(project: &'p Project, id: &str) -> Result<&'p StoredProposal, Refusal> {
    let proposal = with_id(project, id)?;
    if proposal.is_open() {
        return Ok(proposal);
    }
    Err(refuse(RefusalCode::Stale, Text::with(texts::PROPOSAL_ANSWERED, [("id", id.to_owned())])))
}

fn by_person(id: &str) -> Refusal {
    refuse(RefusalCode::NotHolder, Text::with(texts::PROPOSAL_BY_PERSON, [("id", id.to_owned())]))
}

/// Returns the selected elements; without a selection, all that have no conflict. Conflicts are left out
/// unless their fields are named.
pub(super) fn select(
    proposal: &StoredProposal,
    rows: &[ProposalRow],
    only: Option<&[ProposalChoice]>,
) -> Result<Selected, Refusal> {
    let id = &proposal.record.id;
    for choice in only.into_iter().flatten() {
        let row = rows.iter().find(|row| row.element == choice.element);
        let number = ("number", choice.element.to_string());
        let Some(row) = row else {
            let text = Text::with(texts::PROPOSAL_NO_ELEMENT, [("id", id.clone()), number]);
            return Err(refuse(RefusalCode::BadCommand, text));
        };
        let is_field = |name: &str| row.fields.iter().any(|field| field.field == name);
        let is_editable = |name: &str| match row.kind {
            ProposalKind::Create => name == TITLE || is_field(name),
            ProposalKind::Change => is_field(name),
            ProposalKind::Move | ProposalKind::Delete | ProposalKind::Configure => false,
        };
        let values = choice.values.as_deref().map(values_of).unwrap_or_default();
        let unknown = choice.fields.iter().flatten().find(|name| !is_field(name));
        if let Some(unknown) = unknown.or_else(|| values.keys().find(|name| !is_editable(name))) {
            let text = Text::with(texts::PROPOSAL_NO_FIELD, [("id", id.clone()), number, ("field", unknown.clone())]);
            return Err(refuse(RefusalCode::BadCommand, text).about_field(unknown));
        }
    }
    let mut selected = Selected::default();
    for (position, (element, row)) in proposal.elements.iter().zip(rows).enumerate() {
        let choice = only.map(|only| only.iter().find(|choice| choice.element == row.element));
        if row.conflict || choice == Some(None) {
            continue;
        }
        let choice = choice.flatten();
        let named = choice.and_then(|choice| choice.fields.as_deref());
        let values = choice.and_then(|choice| choice.values.as_deref());
        let is_kept = |name: &str| match named {
            Some(named) => named.iter().any(|field| field == name),
            None => row.fields.iter().all(|field| field.field != name || !field.conflict),
        };
        if selected.add(element, is_kept, values) {
            selected.count += 1;
            selected.edited.extend(values.map(|values| (position, json!(values))));
        }
    }
    if selected.count == 0 {
        let text = Text::with(texts::PROPOSAL_ALL_IN_CONFLICT, [("id", id.clone())]);
        return Err(refuse(RefusalCode::Stale, text));
    }
    Ok(selected)
}

impl Selected {
    /// Adds an element with the fields to keep and other values for some. Returns whether anything of it is left.
    fn add(&mut self, element: &ProposalElement, is_kept: impl Fn(&str) -> bool, values: Option<&TaskPatch>) -> bool {
        match &element.command {
            ElementCommand::ChangeTasks { tasks, config } => {
                let Some(change) = tasks.first() else {
                    let kept = config.iter().filter(|change| is_kept(&change.key.join(".")));
                    let before = self.config.len();
                    self.config.extend(kept.cloned());
                    return self.config.len() > before;
                };
                let is_change = !is_new(element);
                let kept = if is_change { with_fields(&change.fields, is_kept) } else { change.fields.clone() };
                let fields = if let Some(values) = values { with_values(&kept, values) } else { kept };
                let is_empty = fields == TaskPatch::default() && change.order.is_none();
                if !is_empty {
                    self.changes.push(TaskChange { fields, ..change.clone() });
                }
                !is_empty
            }
            ElementCommand::UpdateTasks(update) => {
                let is_kept = is_kept("parent");
                self.moves.extend(is_kept.then(|| update.clone()));
                is_kept
            }
            ElementCommand::DeleteTasks { ids } => {
                let is_kept = is_kept("status");
                self.deleted.extend(ids.iter().filter(|_| is_kept).cloned());
                is_kept
            }
        }
    }
}

fn values_of(values: &TaskPatch) -> serde_json::Map<String, Value> {
    let Value::Object(values) = json!(values) else { return serde_json::Map::new() };
    values
}

/// Plans the selected elements.
pub(super) fn combine<'a>(
    project: &'a Project,
    context: &'a Context,
    selected: &Selected,
) -> Result<CombinedPlan<'a>, Refusal> {
    let Selected { changes, config, moves, deleted, .. } = selected;
    let mut combined = CombinedPlan::new(project, context);
    if !(changes.is_empty() && config.is_empty()) {
        combined.add(change_tasks::change_tasks(combined.working(), context, changes, config)?);
    }
    for update in moves {
        combined.add(update::update_tasks(combined.working(), context, update)?);
    }
    if !deleted.is_empty() {
        combined.add(delete::delete_tasks(combined.working(), context, deleted)?);
    }
    Ok(combined)
}

/// Writes the answer into the file of a proposal.
fn write_answer(
    builder: &mut ChangeSetBuilder<'_>,
    proposal: &StoredProposal,
    state: ProposalState,
    answer: &str,
    accepted: Option<(u32, BTreeMap<usize, Value>)>,
) -> Result<(), Refusal> {
    let StoredProposal { path, record, .. } = proposal;
    let broken = |why: String| {
        refuse(RefusalCode::BrokenFile, Text::with(texts::CANNOT_WRITE, [("path", path.clone()), ("why", why)]))
    };
    let missing = || refuse(RefusalCode::Stale, Text::with(texts::NOTHING_THERE, [("path", path.clone())]));
    let bytes = builder.project().tree.file(path).ok_or_else(missing)?;
    let mut data = DataFile::parse(Container::Json, bytes).map_err(|finding| broken(finding.text.to_string()))?;
    let context = builder.context();
    let answer = answer.trim();
    let (accepted, edited) = accepted.unzip();
    let mut elements = record.elements.clone();
    for (position, values) in edited.into_iter().flatten() {
        if let Some(element) = elements.get_mut(position) {
            element.edited = Some(values);
        }
    }
    let new = Proposal {
        state,
        answer: Some(answer.to_owned()).filter(|answer| !answer.is_empty()),
        answered_by: Some(context.actor.clone()),
        answered_at: Some(timestamp(context.now)),
        accepted,
        elements,
        ..record.clone()
    };
    write_proposal(&mut data, record, &new).map_err(|finding| broken(finding.text.to_string()))?;
    builder.write(path, data.render());
    Ok(())
}
