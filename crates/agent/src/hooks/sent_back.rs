//! Tasks that an agent had put up for review and that somebody has sent back.

use chrono::DateTime;
use handoff_engine::{ProjectReader, is_same_holder};
use handoff_protocol::{Actor, Change, Event, Status};

use crate::claims;
use crate::lines::{cut, one_line};
use crate::restoration::recent_changes::is_sent_back;

/// Maximum length of a comment, in tokens.
const COMMENT_TOKENS: usize = 60;

/// A task that was sent back.
#[derive(Debug)]
pub struct SentBack {
    /// The ID of the event in the log.
    pub event: String,
    /// A sentence for the agent.
    pub sentence: String,
}

/// Returns the tasks that others have sent back to an agent since a time in milliseconds since 1970-01-01 UTC.
/// A task is the agent's if it has put it up for review, or if the log that was read does not say who has.
pub fn sent_back(reader: ProjectReader<'_>, actor: &Actor, since_ms: i64) -> Vec<SentBack> {
    let events = reader.events_since(None).unwrap_or_default();
    let time = |event: &Event| DateTime::parse_from_rfc3339(&event.at).map(|at| at.timestamp_millis()).ok();
    let is_new = |(_, event): &(usize, &&Event)| time(event) >= Some(since_ms) && is_sent_back(&event.change);
    let others = events.iter().enumerate().filter(|(_, event)| !is_own(&event.actor, actor));
    let new: Vec<(usize, &&Event)> = others.filter(is_new).collect();
    new.into_iter().filter_map(|(index, event)| describe(reader, actor, event, events.get(..index)?)).collect()
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
