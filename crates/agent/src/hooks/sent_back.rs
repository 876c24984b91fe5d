//! What others have given back to an agent: tasks that it had put up for review, tasks that were blocked, and
//! answers to what it had asked.

use chrono::DateTime;
use handoff_engine::{ProjectReader, is_same_holder};
use handoff_protocol::{Actor, Change, Event, Status};

use crate::claims;
use crate::lines::{cut, one_line};
use crate::restoration::recent_changes::is_sent_back;

/// Maximum length of a comment, in tokens.
const COMMENT_TOKENS: usize = 60;

/// Something that was given back.
#[derive(Debug)]
pub struct SentBack {
    /// The ID of the event in the log.
    pub event: String,
    /// A sentence for the agent.
    pub sentence: String,
}

/// Returns what others have given back to an agent since a time in milliseconds since 1970-01-01 UTC. A task is the
/// agent's if it has put it up for review or blocked it, or if the log that was read does not say who has. An answer is
/// for all agents, because an item outlives the conversation that has written it.
pub fn sent_back(reader: ProjectReader<'_>, actor: &Actor, since_ms: i64) -> Vec<SentBack> {
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
    new.into_iter().filter_map(describe).collect()
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
