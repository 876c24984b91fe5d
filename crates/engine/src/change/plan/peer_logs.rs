//! Lines for the logs of `handoff-mcp`, derived from the events of a change set. So a command and its undo
//! log the same facts there.
//!
//! Invariant: only a project that `handoff-mcp` uses gets these files.

use handoff_format::{PEER_EVENTS, PEER_TIME_LOG, note_stamp};
use handoff_protocol::{ActorKind, Change, Context, Edit, Event, Layout, Text, TimeSource};
use serde::Serialize;
use serde_json::Value;

use crate::Project;
use crate::ground::hours::round_hours;
use crate::ground::texts;

/// What `handoff-mcp` 0.34 or newer leaves in a project: earlier versions have no logs.
pub const PEER_SIGNS: [&str; 3] = [PEER_EVENTS, "version", "agents"];

/// A line of the log of events. Absent values are left out.
#[derive(Serialize)]
struct EventLine<'a> {
    ts: &'a str,
    event: &'static str,
    task_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    agent_id: Option<&'a str>,
    detail: String,
}

/// A line of the log of working hours.
#[derive(Serialize)]
struct TimeLine<'a> {
    ts: &'a str,
    task_id: &'a str,
    hours: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    agent_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'static str>,
}

/// The value of `detail` for a status.
#[derive(Serialize)]
struct StatusDetail<'a> {
    from: &'a Value,
    to: &'a Value,
}

/// Returns whether `handoff-mcp` uses a project, in a version that has logs.
pub(crate) fn is_peer_project(project: &Project) -> bool {
    project.model.layout() == Layout::Json && PEER_SIGNS.iter().any(|path| project.tree.get(path).is_some())
}

/// Returns the edits that append the lines about a change set.
pub(super) fn append_lines(project: &Project, events: &[Event], context: &Context) -> Vec<Edit> {
    if !is_peer_project(project) {
        return Vec::new();
    }
    let ts = format!("{}.{:03}000000+00:00", note_stamp(context.now), context.now.rem_euclid(1000));
    let agent_id = agent_id(context);
    let (mut statuses, mut hours) = (String::new(), String::new());
    for event in events.iter().filter(|event| !event.observed) {
        let Some(task_id) = event.task.as_deref() else { continue };
        match &event.change {
            Change::Field { field, from, to } if field == "status" => {
                let detail = handoff_protocol::to_json(&StatusDetail { from, to });
                let line = EventLine { ts: &ts, event: "task.status_changed", task_id, agent_id, detail };
                statuses += &(handoff_protocol::to_json(&line) + "\n");
            }
            Change::Field { field, from, to } if field == "actualHours" => {
                let (from, to) = (from.as_f64().unwrap_or_default(), to.as_f64().unwrap_or_default());
                let Some((note, source)) = origin(events, task_id, from, to) else { continue };
                let line = TimeLine { ts: &ts, task_id, hours: round_hours(to - from), agent_id, note, source };
                hours += &(handoff_protocol::to_json(&line) + "\n");
            }
            _ => {}
        }
    }
    let logs = [(PEER_EVENTS, statuses), (PEER_TIME_LOG, hours)].into_iter().filter(|(_, lines)| !lines.is_empty());
    logs.map(|(path, lines)| Edit::Append { path: path.to_owned(), lines }).collect()
}

/// Returns the note and the source of changed hours, or `None` if a timer has added them: `handoff-mcp`
/// logs no measured time.
fn origin(events: &[Event], task_id: &str, from: f64, to: f64) -> Option<(Option<String>, Option<&'static str>)> {
    let entries = events.iter().filter(|event| event.task.as_deref() == Some(task_id));
    let mut added = entries.rev().filter_map(|event| match &event.change {
        Change::Entry { from: None, to: Some(entry), .. } => Some(entry),
        _ => None,
    });
    let Some(entry) = added.next() else {
        let direction = if to > from { "increase" } else { "decrease" };
        let args = [("from", from.to_string()), ("to", to.to_string()), ("direction", direction.to_owned())];
        return Some((Some(Text::with(texts::HOURS_SET, args).to_string()), Some("direct_update")));
    };
    let note = Some(entry.note.clone()).filter(|note| !note.is_empty());
    (entry.source == TimeSource::Manual).then_some((note, None))
}

/// Returns the name of an agent in the logs: its conversation, which tells two of the same client apart.
fn agent_id(context: &Context) -> Option<&str> {
    let actor = &context.actor;
    let id = actor.conversation.as_deref().unwrap_or(&actor.name);
    (actor.kind == ActorKind::Agent && !id.is_empty()).then_some(id)
}
