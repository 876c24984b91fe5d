//! Lists the changes of statuses, claims and sessions.

use handoff_engine::ProjectReader;
use handoff_protocol::{Change, Event, SessionAct};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::HandoffError;
use crate::InvalidArgument;
use crate::Shell;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::reader;
use crate::params::Object;
use crate::tool::ToolSet;

/// Lists events of the activity log.
pub struct ListEvents;

/// Number of events if no limit is given.
const DEFAULT_LIMIT: usize = 100;

#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    /// a time, RFC 3339
    pub since: Option<String>,
    pub task_id: Option<String>,
    pub agent_id: Option<String>,
    /// such as "task.claimed"
    pub event_type: Option<String>,
    /// the newest; 100 by default
    pub limit: Option<usize>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    #[schemars(with = "Vec<Object>")]
    pub events: Vec<EventAnswer>,
    pub total: usize,
}

#[derive(Debug, Serialize)]
pub struct EventAnswer {
    pub ts: String,
    pub event: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

impl Operation for ListEvents {
    const DEFINITION: Definition = Definition {
        name: "handoff_events",
        title: "List events",
        description: "Changes of statuses, claims and sessions, oldest first.",
        set: ToolSet::Team,
        effect: Effect::Reads,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        // An index has only what figures need of the events.
        shell.load_recent_log(params.since.clone().unwrap_or_default()).await;
        shell.read(move |ctx| list(reader(ctx)?, &params)).await
    }
}

fn list(reader: ProjectReader<'_>, params: &Params) -> Result<Answered<Answer>, HandoffError> {
    let logged = reader
        .events_since(params.since.as_deref())
        .ok_or_else(|| InvalidArgument::new("since", "a time like 2026-12-01T08:00:00Z"))?;
    let is_wanted = |event: &EventAnswer| {
        (params.task_id.is_none() || params.task_id == event.task_id)
            && (params.agent_id.is_none() || params.agent_id == event.agent_id)
            && params.event_type.as_deref().is_none_or(|kind| kind == event.event)
    };
    let mut events: Vec<EventAnswer> = logged.into_iter().filter_map(describe).filter(is_wanted).collect();
    let limit = params.limit.unwrap_or(DEFAULT_LIMIT);
    let events = events.split_off(events.len().saturating_sub(limit));
    Ok(Answer { total: events.len(), events }.into())
}

/// Returns an event with the names of `handoff-mcp`, `None` for one of a kind that it has not.
fn describe(event: &Event) -> Option<EventAnswer> {
    let (kind, detail) = match &event.change {
        Change::Field { field, from, to } if field == "status" => {
            ("task.status_changed", Some(json!({"from": from, "to": to}).to_string()))
        }
        Change::Claim { from, to: Some(_) } => {
            ("task.claimed", from.as_ref().map(|holder| format!("taken over from {holder}")))
        }
        Change::Claim { to: None, .. } => ("task.released", None),
        Change::Session { act, summary } => {
            let kind = match act {
                SessionAct::Saved => "session.saved",
                SessionAct::Closed => "session.closed",
                SessionAct::Paused => "session.paused",
                SessionAct::Loaded => "session.loaded",
                SessionAct::Merged => "session.merged",
            };
            (kind, Some(summary.clone()))
        }
        _ => return None,
    };
    Some(EventAnswer {
        ts: event.at.clone(),
        event: kind,
        task_id: event.task.clone(),
        agent_id: Some(event.actor.name.clone()).filter(|name| !name.is_empty()),
        session_id: event.session.clone(),
        detail,
    })
}
