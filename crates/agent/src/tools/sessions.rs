//! Sessions: list, get, fork, merge.

use std::cmp::Reverse;

use handoff_engine::Reading;
use handoff_engine::sessions::{ANY_STATE, NoSession, SessionEntry, find};
use handoff_protocol::Command;
use handoff_protocol::agent::{ListSave, SessionPatch};
use handoff_protocol::{DecisionConflict, SessionStatus};
use serde_json::{Map, Value, json};

use super::common::{any_object, reading};
use super::fields::{NOTED, members};
use super::save::progress;
use super::team::{Filter, filter_schemas};
use crate::arguments::Arguments;
use crate::schema::{count, flag, list, object, one_of, text};
use crate::tool::{Effect, Tool, ToolSet};
use crate::{Complaint, Desk, Reply, Step};

pub(super) const TOOLS: &[Tool] = &[
    Tool {
        name: "handoff_list_sessions",
        title: "List sessions",
        description: "Sessions, last saved first.",
        set: ToolSet::Rest,
        effect: Effect::Reads,
        input: list_input,
        output: Some(list_output),
        answer: list_sessions,
    },
    Tool {
        name: "handoff_get_session",
        title: "Get a session",
        description: "All that one session holds.",
        set: ToolSet::Rest,
        effect: Effect::Reads,
        input: get_input,
        output: Some(any_object),
        answer: get_session,
    },
    Tool {
        name: "handoff_fork_session",
        title: "Fork a session",
        description: "Begin an active session with what another one, of any state, knows.",
        set: ToolSet::Rest,
        effect: Effect::Adds,
        input: fork_input,
        output: Some(fork_output),
        answer: fork_session,
    },
    Tool {
        name: "handoff_merge_sessions",
        title: "Merge sessions",
        description: "Put what sessions hold into one of them and close the others.",
        set: ToolSet::Rest,
        effect: Effect::Changes,
        input: merge_input,
        output: Some(merge_output),
        answer: merge_sessions,
    },
];

const STATES: [&str; 4] = ["open", "active", "paused", "closed"];
/// What a fork can take over; those before the bar it takes unless told otherwise.
const INHERITABLE: [&str; 7] =
    ["decisions", "context_pointers", "references", "handoff_notes", "environment", "blockers", "checklist"];
const INHERITED: usize = 5;

fn list_input() -> Value {
    let [owner, visibility] = filter_schemas();
    let given = [
        ("status_filter", one_of(&STATES)),
        owner,
        visibility,
        ("timeline", text()),
        ("limit", count()),
        ("include_children", flag()),
        ("project_dir", text()),
    ];
    object(given, &[])
}

fn list_output() -> Value {
    object([("sessions", list(&any_object()))], &["sessions"])
}

fn get_input() -> Value {
    object([("session_id", text()), ("project_dir", text())], &["session_id"])
}

fn fork_input() -> Value {
    let members = [
        ("source_session_id", text()),
        ("summary", text()),
        ("label", text()),
        ("timeline", text()),
        ("inherit", list(&one_of(&INHERITABLE))),
        ("related_task_ids", list(&text())),
        ("project_dir", text()),
    ];
    object(members, &["source_session_id", "summary"])
}

fn merge_input() -> Value {
    let members = [
        ("source_session_ids", list(&text())),
        ("target_session_id", text()),
        ("close_sources", flag()),
        ("project_dir", text()),
    ];
    object(members, &["source_session_ids", "target_session_id"])
}

fn fork_output() -> Value {
    let members = [
        ("session_id", text()),
        ("parent_session_id", text()),
        ("status", text()),
        ("inherited", list(&text())),
        ("file", text()),
    ];
    object(members, &["session_id", "parent_session_id", "status", "inherited", "file"])
}

fn merge_output() -> Value {
    let members = [
        ("merged_session_id", text()),
        ("merged_decisions", count()),
        ("merged_notes", count()),
        ("merged_references", count()),
        ("merged_context_pointers", count()),
        ("conflicts", list(&any_object())),
        ("closed_sessions", list(&text())),
    ];
    object(members, &["merged_session_id", "conflicts", "closed_sessions"])
}

fn list_sessions(desk: Desk<'_>, arguments: &Arguments<'_>) -> Result<Step, Complaint> {
    let status = arguments.word("status_filter", &STATES, SessionStatus::from_name)?;
    let timeline = arguments.text("timeline")?;
    let filter = Filter::new(arguments)?;
    let limit = arguments.optional("limit", "a whole number", Value::as_u64)?.unwrap_or(20);
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let with_children = arguments.flag("include_children")?.unwrap_or(false);
    let reading = match reading(desk) {
        Ok(reading) => reading,
        Err(reply) => return Ok(Step::Done(reply)),
    };
    let mut sessions = reading.sessions();
    sessions.retain(|session| {
        filter.shows(session)
            && status.is_none_or(|status| session.status() == Some(status))
            && timeline.is_none_or(|timeline| session.text("timeline") == Some(timeline))
    });
    sessions.sort_by_key(|session| Reverse(session.saved_at()));
    let row = |session: &SessionEntry| row(session, with_children.then_some(sessions.as_slice()));
    let rows: Vec<Value> = sessions.iter().take(limit).map(row).collect();
    let mut reply = Reply::value(Value::Array(rows.clone()));
    reply.structured = Some(json!({"sessions": rows}));
    Ok(Step::Done(reply))
}

/// A session of the list, with its forks among the listed ones where these are wanted.
fn row(session: &SessionEntry, others: Option<&[SessionEntry]>) -> Value {
    let mut row = Map::new();
    row.insert("id".to_owned(), json!(session.id()));
    row.insert("status".to_owned(), json!(status_name(session)));
    for key in ["summary", "started_at", "ended_at", "branch", "commit"] {
        row.insert(key.to_owned(), json!(session.text(key)));
    }
    row.insert("decisions_count".to_owned(), json!(session.list("decisions").len()));
    row.insert("checklist_progress".to_owned(), json!(progress(session)));
    for key in ["timeline", "label", "parent_session_id"] {
        if let Some(text) = session.text(key) {
            row.insert(key.to_owned(), json!(text));
        }
    }
    row.extend(members(session, &NOTED));
    if let Some(others) = others {
        let id = session.id();
        let forks = others.iter().filter(|other| other.text("parent_session_id") == Some(&id));
        let fork = |fork: &SessionEntry| {
            json!({
                "id": fork.id(), "summary": fork.text("summary"), "status": status_name(fork), "label": fork.text("label"),
            })
        };
        let forks: Vec<Value> = forks.map(fork).collect();
        if !forks.is_empty() {
            row.insert("children".to_owned(), Value::Array(forks));
        }
    }
    Value::Object(row)
}

pub(super) fn status_name(session: &SessionEntry) -> &'static str {
    session.status().map_or("unknown", SessionStatus::name)
}

/// The session that an id or a part of a file's name means.
pub(super) fn meant<'s>(sessions: &'s [SessionEntry], wanted: &str) -> Result<&'s SessionEntry, Reply> {
    let by_name = || sessions.iter().find(|session| session.file_name().contains(wanted));
    match find(sessions, wanted, &ANY_STATE) {
        Ok(session) => Ok(session),
        Err(NoSession::Ambiguous(ids)) => Err(ambiguous(wanted, &ids)),
        Err(NoSession::Unknown) => by_name().ok_or_else(|| Reply::failure(format!("There is no session {wanted}."))),
    }
}

pub(super) fn ambiguous(wanted: &str, ids: &[String]) -> Reply {
    Reply::failure(format!("Several sessions have an id like {wanted}: {}.", ids.join(", ")))
}

fn get_session(desk: Desk<'_>, arguments: &Arguments<'_>) -> Result<Step, Complaint> {
    let id = arguments.required_text("session_id")?;
    let answer = reading(desk).and_then(|reading: Reading<'_>| {
        let sessions = reading.sessions();
        Ok(Reply::value(meant(&sessions, id)?.content().clone()))
    });
    Ok(Step::Done(answer.unwrap_or_else(|reply| reply)))
}

fn fork_session(desk: Desk<'_>, arguments: &Arguments<'_>) -> Result<Step, Complaint> {
    let source = arguments.required_text("source_session_id")?.to_owned();
    let mut patch = SessionPatch::default();
    patch.values.insert("summary".to_owned(), json!(arguments.required_text("summary")?));
    for key in ["label", "timeline"] {
        if let Some(text) = arguments.text(key)? {
            patch.values.insert(key.to_owned(), json!(text));
        }
    }
    let known = |key: &String| INHERITABLE.contains(&key.as_str());
    let inherit: Vec<String> = match arguments.texts("inherit")? {
        Some(keys) => keys.into_iter().filter(known).collect(),
        None => INHERITABLE.iter().take(INHERITED).map(|key| (*key).to_owned()).collect(),
    };
    if let Some(ids) = arguments.texts("related_task_ids")? {
        let given = ids.into_iter().map(Value::from).collect();
        patch.lists.push(ListSave { key: "related_task_ids".to_owned(), given, seen: Vec::new() });
    }
    if let Err(reply) = reading(desk) {
        return Ok(Step::Done(reply));
    }
    let command = Command::ForkSession { source, inherit: inherit.clone(), patch };
    Ok(Step::commit(command, move |desk, created| {
        let id = created.first().cloned().unwrap_or_default();
        let sessions = desk.engine.reading().sessions();
        let fork = sessions.iter().find(|session| session.id() == id);
        let parent = fork.and_then(|fork| fork.text("parent_session_id"));
        let value = json!({
            "session_id": id, "parent_session_id": parent, "status": "active", "inherited": inherit,
            "file": fork.map(SessionEntry::file_name),
        });
        Reply::told(format!("Forked {} into {id}.", parent.unwrap_or_default()), value)
    }))
}

fn merge_sessions(desk: Desk<'_>, arguments: &Arguments<'_>) -> Result<Step, Complaint> {
    let takes = "a list of at least two texts; it is required";
    let sources = arguments.texts("source_session_ids")?.filter(|sources| sources.len() >= 2);
    let sources = sources.ok_or_else(|| arguments.complaint("source_session_ids", takes))?;
    let target = arguments.required_text("target_session_id")?.to_owned();
    if !sources.contains(&target) {
        return Err(arguments.complaint("target_session_id", "one of source_session_ids"));
    }
    let close_sources = arguments.flag("close_sources")?.unwrap_or(true);
    if let Err(reply) = reading(desk) {
        return Ok(Step::Done(reply));
    }
    let command = Command::MergeSessions { sources, target, close_sources };
    Ok(Step::commit_with(command, |_, done| {
        let id = done.created.first().cloned().unwrap_or_default();
        let report = done.merged.unwrap_or_default();
        let conflict = |DecisionConflict { decision, target, source }: &DecisionConflict| {
            let description = format!("Both sessions have the decision “{decision}”; that of the target stays.");
            json!({"type": "decision_conflict", "description": description, "session_a": target, "session_b": source})
        };
        let value = json!({
            "merged_session_id": id,
            "merged_decisions": report.decisions,
            "merged_notes": report.notes,
            "merged_references": report.references,
            "merged_context_pointers": report.context_pointers,
            "conflicts": report.conflicts.iter().map(conflict).collect::<Vec<_>>(),
            "closed_sessions": report.closed,
        });
        let parts: Vec<String> = report.conflicts.iter().map(|conflict| format!("“{}”", conflict.decision)).collect();
        let both = if parts.is_empty() { String::new() } else { format!(" Both had decided {}.", parts.join(", ")) };
        Step::Done(Reply::told(format!("Merged into {id}.{both}"), value))
    }))
}
