//! What others have given back to an agent: tasks that it had put up for review, tasks that were blocked, and
//! answers to what it had asked or proposed.

use chrono::DateTime;
use handoff_engine::{ProjectReader, is_same_holder};
use handoff_format::{Proposal, ProposedChange, Value};
use handoff_protocol::{Actor, Change, Event, ProposalState, Status, field_words};

use crate::claims;
use crate::lines::{cut, one_line};
use crate::restoration::recent_changes::is_sent_back;

/// Maximum length of a comment, in tokens.
const COMMENT_TOKENS: usize = 60;
/// Maximum length of the values that a person has accepted in place of proposed ones, in tokens.
const EDITS_TOKENS: usize = 120;

/// Something that was given back, or an answered proposal.
#[derive(Debug)]
pub struct SentBack {
    /// The ID of the event in the log, or of the proposal.
    pub event: String,
    /// A sentence for the agent.
    pub sentence: String,
}

/// Returns what others have given back to an agent since a time in milliseconds since 1970-01-01 UTC. A task is the
/// agent's if it has put it up for review or blocked it, or if the log that was read does not say who has. An answer is
/// for all agents, because an item outlives the conversation that has written it.
pub fn sent_back(reader: ProjectReader<'_>, actor: &Actor, since_ms: i64) -> Vec<SentBack> {
    let answered = answered_proposals(reader, actor, since_ms);
    let events = reader.events_since(None).unwrap_or_default();
    let time = |event: &Event| DateTime::parse_from_rfc3339(&event.at).map(|at| at.timestamp_millis()).ok();
    let is_new = |(_, event): &(usize, &&Event)| time(event) >= Some(since_ms);
    let others = events.iter().enumerate().filter(|(_, event)| !is_own(&event.actor, actor));
    let new: Vec<(usize, &&Event)> = others.filter(is_new).collect();
    let describe = |(index, event): (usize, &&Event)| {
        let sentence = match &event.change {
            Change::Answered { question, answer } => {
                let [question, answer] = [question, answer].map(|text| cut(&one_line(text), COMMENT_TOKENS));
                Some(format!("{} answered “{question}”: {answer}", claims::name(&event.actor)))
            }
            change if is_sent_back(change) => returned(reader, actor, &events, index, Status::Review),
            change if is_unblocked(change) => returned(reader, actor, &events, index, Status::Blocked),
            _ => None,
        };
        sentence.map(|sentence| SentBack { event: event.id.clone(), sentence })
    };
    new.into_iter().filter_map(describe).chain(answered).collect()
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
    let edits: Vec<String> = proposal.elements.iter().filter_map(describe_edit).collect();
    let edited = if edits.is_empty() {
        String::new()
    } else {
        format!(" with other values ({})", cut(&edits.join("; "), EDITS_TOKENS))
    };
    let answer = proposal.answer.as_deref().map(|answer| format!(": {}", cut(&one_line(answer), COMMENT_TOKENS)));
    let end = answer.unwrap_or_else(|| ".".to_owned());
    Some(SentBack { event: id.clone(), sentence: format!("{by} {verb}{edited}{end}") })
}

/// Returns the values that a person has accepted in place of the proposed ones: "t7: due date 2026-12-21".
fn describe_edit(change: &ProposedChange) -> Option<String> {
    let edited = change.edited.as_ref()?.as_object()?;
    let task = change.command.as_ref()?.get("tasks")?.get(0)?;
    let name = [task.get("id"), task.pointer("/fields/title")].into_iter().flatten().find_map(Value::as_str);
    let value = |(field, value): (&String, &Value)| {
        let text = match value {
            Value::Null => "none".to_owned(),
            Value::String(text) => one_line(text),
            value => value.to_string(),
        };
        format!("{} {text}", field_words(field))
    };
    let values: Vec<String> = edited.iter().map(value).collect();
    Some(format!("{}: {}", one_line(name.unwrap_or_default()), values.join(", ")))
}

/// Returns whether a change lets somebody go on with a blocked task.
fn is_unblocked(change: &Change) -> bool {
    matches!(change, Change::Field { field, from, to } if field == "status"
        && from.as_str() == Some(Status::Blocked.name())
        && [Status::Todo, Status::InProgress].iter().any(|status| to.as_str() == Some(status.name())))
}

/// Returns whether an author is the agent. Without a known conversation, all agents of its name are.
pub(super) fn is_own(author: &Actor, actor: &Actor) -> bool {
    match &actor.conversation {
        Some(_) => is_same_holder(author, actor),
        None => (author.kind, &author.name) == (actor.kind, &actor.name),
    }
}

/// Returns a sentence about the task of an event, which has left a status into which the agent had put it, unless the
/// task has got another status since.
fn returned(reader: ProjectReader<'_>, actor: &Actor, events: &[&Event], index: usize, left: Status) -> Option<String> {
    let event = events.get(index)?;
    let id = event.task.as_deref()?;
    let status_of = |other: &Event| match &other.change {
        Change::Field { field, to, .. } if field == "status" && other.task.as_deref() == Some(id) => {
            to.as_str().map(str::to_owned)
        }
        _ => None,
    };
    if events.iter().skip(index.saturating_add(1)).any(|later| status_of(later).is_some()) {
        return None;
    }
    let entered = events.iter().take(index).rfind(|other| status_of(other).as_deref() == Some(left.name()));
    if entered.is_some_and(|entered| !is_own(&entered.actor, actor)) {
        return None;
    }
    let comment = reader.task(id).ok()?.latest_note().map(|note| format!(": {}", cut(&one_line(note), COMMENT_TOKENS)));
    let comment = comment.unwrap_or_else(|| ".".to_owned());
    let what = if left == Status::Review { format!("sent {id} back") } else { format!("unblocked {id}") };
    Some(format!("{} {what}{comment}", claims::name(&event.actor)))
}
