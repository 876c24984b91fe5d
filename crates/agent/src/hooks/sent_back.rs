//! What people have answered to an agent: tasks in review that were sent back, and proposals.

use chrono::DateTime;
use handoff_engine::{ProjectReader, is_same_holder};
use handoff_format::Proposal;
use handoff_protocol::{Actor, Change, Event, ProposalState, Status};

use crate::claims;
use crate::lines::{cut, one_line};
use crate::restoration::recent_changes::is_sent_back;

/// Maximum length of a comment, in tokens.
const COMMENT_TOKENS: usize = 60;

/// A task that was sent back, or an answered proposal.
#[derive(Debug)]
pub struct SentBack {
    /// The ID of the event in the log, or of the proposal.
    pub event: String,
    /// A sentence for the agent.
    pub sentence: String,
}

/// Returns the tasks that others have sent back to an agent, and the answers to its proposals, since a time in milliseconds since 1970-01-01 UTC.
/// A task is the agent's if it has put it up for review, or if the log that was read does not say who has.
pub fn sent_back(reader: ProjectReader<'_>, actor: &Actor, since_ms: i64) -> Vec<SentBack> {
    let answered = answered_proposals(reader, actor, since_ms);
    let events = reader.events_since(None).unwrap_or_default();
    let time = |event: &Event| DateTime::parse_from_rfc3339(&event.at).map(|at| at.timestamp_millis()).ok();
    let is_new = |(_, event): &(usize, &&Event)| time(event) >= Some(since_ms) && is_sent_back(&event.change);
    let others = events.iter().enumerate().filter(|(_, event)| !is_own(&event.actor, actor));
    let new: Vec<(usize, &&Event)> = others.filter(is_new).collect();
    let tasks = new.into_iter().filter_map(|(index, event)| describe(reader, actor, event, events.get(..index)?));
    tasks.chain(answered).collect()
}

/// Returns the proposals of an agent that others have answered since a time.
fn answered_proposals(reader: ProjectReader<'_>, actor: &Actor, since_ms: i64) -> Vec<SentBack> {
    let is_new = |proposal: &&Proposal| {
        let at = proposal.answered_at.as_deref().and_then(|at| DateTime::parse_from_rfc3339(at).ok());
        let is_by_other = proposal.answered_by.as_ref().is_some_and(|by| !is_own(by, actor));
        is_own(&proposal.author, actor) && is_by_other && at.is_some_and(|at| at.timestamp_millis() >= since_ms)
    };
    reader.proposal_records().filter(is_new).filter_map(describe_answer).collect()
}

fn describe_answer(proposal: &Proposal) -> Option<SentBack> {
    let (id, total) = (&proposal.id, proposal.elements.len());
    let by = claims::name(proposal.answered_by.as_ref()?);
    let verb = match (proposal.state, proposal.accepted) {
        (ProposalState::Accepted, Some(count)) if usize::try_from(count).is_ok_and(|count| count < total) => {
            format!("accepted {count} of {total} changes of {id}")
        }
        (ProposalState::Accepted, _) => format!("accepted {id}"),
        (ProposalState::Rejected, _) => format!("rejected {id}"),
        (ProposalState::Open, _) => return None,
    };
    let answer = proposal.answer.as_deref().map(|answer| format!(": {}", cut(&one_line(answer), COMMENT_TOKENS)));
    Some(SentBack { event: id.clone(), sentence: format!("{by} {verb}{}", answer.unwrap_or_else(|| ".".to_owned())) })
}

/// Returns whether an author is the agent. Without a known conversation, all agents of its name are.
pub(super) fn is_own(author: &Actor, actor: &Actor) -> bool {
    match &actor.conversation {
        Some(_) => is_same_holder(author, actor),
        None => (author.kind, &author.name) == (actor.kind, &actor.name),
    }
}

fn describe(reader: ProjectReader<'_>, actor: &Actor, event: &Event, before: &[&Event]) -> Option<SentBack> {
    let id = event.task.as_deref()?;
    let is_review = |change: &Change| {
        matches!(change, Change::Field { field, to, .. }
            if field == "status" && to.as_str() == Some(Status::Review.name()))
    };
    let submitted = before.iter().rfind(|other| other.task.as_deref() == Some(id) && is_review(&other.change));
    if submitted.is_some_and(|submitted| !is_own(&submitted.actor, actor)) {
        return None;
    }
    let entry = reader.task(id).ok().filter(|entry| entry.status() == Status::InProgress)?;
    let comment = entry.latest_note().map(|note| format!(": {}", cut(&one_line(note), COMMENT_TOKENS)));
    let comment = comment.unwrap_or_else(|| ".".to_owned());
    let sentence = format!("{} sent {id} back{comment}", claims::name(&event.actor));
    Some(SentBack { event: event.id.clone(), sentence })
}
