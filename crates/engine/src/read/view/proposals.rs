//! The stored proposals, with what they would change now.

use std::collections::{BTreeMap, BTreeSet};

use handoff_protocol::planning::ProposedMove;
use handoff_protocol::{Context, ProposalChoice, ProposalList, ProposalView, ProposalsView};

use crate::Project;
use crate::analysis::schedule::{Network, roll_up};
use crate::change::plan::{proposal_rows, rehearse_proposal};
use crate::model::dates::Dates;
use crate::model::proposals::StoredProposal;
use crate::read::view::card::count;

/// Maximum number of proposals of a list.
const MAX_LISTED: usize = 5;
/// Maximum number of elements of a proposal in a list.
const MAX_ELEMENTS: usize = 12;

/// Returns all proposals, or the one with an ID. `only` are its elements whose dates are returned.
pub(crate) fn proposals(
    project: &Project,
    context: &Context,
    id: Option<&str>,
    only: Option<&[ProposalChoice]>,
) -> ProposalsView {
    let is_wanted = |proposal: &&StoredProposal| id.is_none_or(|id| proposal.record.id == id);
    let mut stored: Vec<&StoredProposal> =
        project.model.records.proposals().map(AsRef::as_ref).filter(is_wanted).collect();
    stored.sort_by_key(|proposal| (&proposal.record.answered_at, &proposal.record.created_at, &proposal.record.id));
    let (open, mut answered): (Vec<_>, Vec<_>) = stored.into_iter().partition(|proposal| proposal.is_open());
    answered.reverse();
    let proposals = open.into_iter().chain(answered).map(|proposal| view(project, context, proposal, only)).collect();
    ProposalsView { revision: project.model.revision, proposals }
}

/// Returns the first proposals that wait for an answer, oldest first, each with its first elements.
pub(crate) fn open_proposals(project: &Project, context: &Context) -> ProposalList {
    let open = project.model.records.open_proposals();
    let shown = open.iter().take(MAX_LISTED).map(|proposal| {
        let mut view = unplanned(proposal);
        view.elements = proposal_rows(project, context, proposal);
        view.elements.truncate(MAX_ELEMENTS);
        view
    });
    ProposalList { total: count(open.len()), proposals: shown.collect() }
}

/// Returns what is known of a proposal without planning it.
fn unplanned(proposal: &StoredProposal) -> ProposalView {
    let record = proposal.record.clone();
    ProposalView {
        id: record.id,
        reason: record.reason.unwrap_or_default(),
        author: record.author,
        at: record.created_at,
        state: record.state,
        answer: record.answer.unwrap_or_default(),
        answered_by: record.answered_by,
        answered_at: record.answered_at.unwrap_or_default(),
        accepted: record.accepted,
        total: count(proposal.elements.len()),
        elements: Vec::new(),
        moves: Vec::new(),
        refusal: None,
    }
}

fn view(
    project: &Project,
    context: &Context,
    proposal: &StoredProposal,
    only: Option<&[ProposalChoice]>,
) -> ProposalView {
    let mut view = unplanned(proposal);
    if proposal.is_open() {
        view.elements = proposal_rows(project, context, proposal);
        let named: BTreeSet<&str> = view.elements.iter().map(|row| row.task.as_str()).collect();
        match rehearse_proposal(project, context, proposal, &view.elements, only) {
            Ok(after) => view.moves = moves(project, &after, &named),
            Err(refusal) => view.refusal = Some(refusal),
        }
    }
    view
}

/// Returns the shown dates of each task that gets other ones. New tasks have none to compare with.
fn moves(before: &Project, after: &Project, named: &BTreeSet<&str>) -> Vec<ProposedMove> {
    let (old, new) = (Network::new(&before.model), Network::new(&after.model));
    let old_dates = roll_up(&old, &old.stored_dates());
    let by_key: BTreeMap<String, Dates> =
        old.tasks.iter().zip(old_dates).map(|(entry, dates)| (before.model.tasks.key(entry.task), dates)).collect();
    let mut moves = Vec::new();
    for (entry, dates) in new.tasks.iter().zip(roll_up(&new, &new.stored_dates())) {
        let key = after.model.tasks.key(entry.task);
        let Some(old) = by_key.get(&key).filter(|old| **old != dates) else { continue };
        moves.push(ProposedMove {
            id: entry.task.id().to_owned(),
            title: entry.task.title().to_owned(),
            start_before: old.start,
            due_before: old.due,
            start: dates.start,
            due: dates.due,
            follows: !named.contains(key.as_str()),
            key,
        });
    }
    moves
}
