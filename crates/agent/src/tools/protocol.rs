//! The handoff protocol's three tools: another door to the same sessions.
//!
//! A handoff is a session: the caller's name for it is the label, the objective the summary, decisions, pointers and the check list are
//! decisions, files and next steps. What sessions have no key for stands in entries of lists and in the environment.

use std::cmp::Reverse;

use handoff_engine::sessions::SessionEntry;
use handoff_format::{sort_by, sort_by_key};
use handoff_protocol::SessionStatus;
use handoff_protocol::agent::{AgentCommand, ListSave, Pause, SessionPatch, SessionSave, SessionTarget};
use serde_json::{Map, Value, json};

use super::common::{any_object, reading};
use super::fields::{nothing_at, seen, with_git, with_memory};
use super::handoff_text::{PRIORITIES, handle, restored, span, task_status};
use super::sessions::meant;
use crate::arguments::Arguments;
use crate::pointers::Places;
use crate::schema::{count, list, object, one_of, text};
use crate::tool::{Effect, Tool, ToolSet};
use crate::{Complaint, Desk, Reply, Step, pointers};

pub(super) const TOOLS: &[Tool] = &[
    Tool {
        name: "save_handoff",
        title: "Save a handoff",
        description: "Save the state of a task under a readable session_id; the same id again updates it.",
        set: ToolSet::Protocol,
        effect: Effect::Changes,
        input: save_input,
        output: Some(any_object),
        answer: save_handoff,
    },
    Tool {
        name: "load_handoff",
        title: "Load a handoff",
        description: "What was saved under a session_id, to go on from.",
        set: ToolSet::Protocol,
        effect: Effect::Reads,
        input: load_input,
        output: None,
        answer: load_handoff,
    },
    Tool {
        name: "list_handoffs",
        title: "List handoffs",
        description: "All saved handoffs, newest first.",
        set: ToolSet::Protocol,
        effect: Effect::Reads,
        input: list_input,
        output: Some(any_object),
        answer: list_handoffs,
    },
];

const STATES: [&str; 3] = ["in_progress", "blocked", "needs_review"];
/// Marks the note that holds the progress summary.
const PROGRESS: &str = "progress";

fn save_input() -> Value {
    let range = object([("start", count()), ("end", count()), ("note", text())], &["start", "end"]);
    let file =
        object([("path", text()), ("relevance", text()), ("focus_ranges", list(&range))], &["path", "relevance"]);
    let members = [
        ("session_id", text()),
        ("task_objective", text()),
        ("task_status", one_of(&STATES)),
        ("progress_summary", text()),
        ("files", list(&file)),
        ("decisions", list(&object([("decision", text()), ("rationale", text())], &["decision", "rationale"]))),
        ("next_steps", list(&object([("action", text()), ("priority", one_of(&PRIORITIES))], &["action", "priority"]))),
        ("project_dir", text()),
    ];
    let required = ["session_id", "task_objective", "task_status", "progress_summary", "files", "next_steps"];
    object(members, &required)
}

fn load_input() -> Value {
    object([("session_id", text()), ("project_dir", text())], &["session_id"])
}

fn list_input() -> Value {
    object([("project_dir", text())], &[])
}

/// The session that was saved under a name, the last one where several were.
fn labelled<'s>(sessions: &'s [SessionEntry], name: &str) -> Option<&'s SessionEntry> {
    let mut found: Vec<&SessionEntry> = sessions.iter().filter(|session| session.text("label") == Some(name)).collect();
    sort_by(&mut found, |a, b| a.saved_at().cmp(&b.saved_at()));
    found.pop()
}

fn save_handoff(desk: Desk<'_>, arguments: &Arguments<'_>) -> Result<Step, Complaint> {
    let label = arguments.required_text("session_id")?.to_owned();
    let status = arguments.word("task_status", &STATES, |word| STATES.contains(&word).then(|| word.to_owned()))?;
    let status =
        status.ok_or_else(|| arguments.complaint("task_status", "one of in_progress, blocked, needs_review"))?;
    let reading = match reading(desk) {
        Ok(reading) => reading,
        Err(reply) => return Ok(Step::Done(reply)),
    };
    let sessions = reading.sessions();
    let known = labelled(&sessions, &label);
    let mut patch = SessionPatch::default();
    patch.values.insert("label".to_owned(), json!(label));
    patch.values.insert("summary".to_owned(), json!(arguments.required_text("task_objective")?));
    let mut environment = known.and_then(|known| known.content().get("environment")).cloned().unwrap_or_default();
    if !environment.is_object() {
        environment = json!({});
    }
    if let Some(members) = environment.as_object_mut() {
        members.insert("task_status".to_owned(), json!(status));
    }
    patch.values.insert("environment".to_owned(), environment);
    for (key, given) in [
        ("context_pointers", Some(files(arguments)?)),
        ("checklist", Some(steps(arguments, known)?)),
        ("handoff_notes", Some(progress(arguments, known)?)),
        ("decisions", decisions(arguments, desk.context.now)?),
    ] {
        if let Some(given) = given {
            patch.lists.push(ListSave { key: key.to_owned(), given, seen: Vec::new() });
        }
    }
    let stands = known.and_then(SessionEntry::status).filter(|status| *status != SessionStatus::Closed);
    let save = SessionSave {
        target: known.map_or(SessionTarget::New, |known| SessionTarget::Exactly(known.id())),
        patch,
        status: stands.unwrap_or(SessionStatus::Open),
        pause: Pause::Nothing,
    };
    Ok(Step::git(move |desk, git| {
        let mut save = save;
        with_git(&mut save.patch, &git);
        let patch = std::mem::take(&mut save.patch);
        with_memory(desk, patch, git.commit, move |desk, patch, missing| {
            save.patch = patch;
            let save = seen(&desk.engine.reading().sessions(), save);
            Step::commit(AgentCommand::SaveSession { save }, move |desk, created| {
                saved(desk, &label, &created, &missing)
            })
        })
    }))
}

fn saved(desk: Desk<'_>, label: &str, created: &[String], missing: &[String]) -> Reply {
    let sessions = desk.engine.reading().sessions();
    let session = sessions.iter().find(|session| created.contains(&session.id()));
    let Some(session) = session else { return Reply::text(format!("Saved handoff {label}.")) };
    let tokens = crate::tokens(&restored(session, &Places::default()));
    let file = format!(".handoff/{}", session.path());
    let value = json!({"session_id": label, "file": file, "estimated_tokens": tokens});
    let mut text = format!("Saved handoff {label} in {file}; loading it takes about {tokens} tokens.");
    if let Some(sentence) = nothing_at(missing) {
        text = format!("{text}\n{sentence}");
    }
    Reply { text, structured: Some(value), failed: None }
}

fn files(arguments: &Arguments<'_>) -> Result<Vec<Value>, Complaint> {
    let Some(entries) = arguments.each("files")? else {
        return Err(arguments.complaint("files", "a list of objects; it is required"));
    };
    let file = |entry: &Arguments<'_>| {
        let mut pointer = Map::new();
        pointer.insert("path".to_owned(), json!(entry.required_text("path")?));
        pointer.insert("reason".to_owned(), json!(entry.required_text("relevance")?));
        let mut ranges = Vec::new();
        for range in entry.each("focus_ranges")?.unwrap_or_default() {
            let line = |name: &str| {
                let number = range.optional(name, "a line number", Value::as_u64)?;
                number.ok_or_else(|| range.complaint(name, "a line number; it is required"))
            };
            let mut members = Map::new();
            members.insert("start".to_owned(), json!(line("start")?));
            members.insert("end".to_owned(), json!(line("end")?));
            if let Some(note) = range.text("note")? {
                members.insert("note".to_owned(), json!(note));
            }
            ranges.push(members);
        }
        if !ranges.is_empty() {
            let lines: Vec<String> =
                ranges.iter().filter_map(|range| span(range.get("start")?, range.get("end")?)).collect();
            pointer.insert("lines".to_owned(), json!(lines.join(", ")));
            pointer.insert("focus_ranges".to_owned(), json!(ranges));
        }
        Ok(Value::Object(pointer))
    };
    entries.iter().map(file).collect()
}

/// The next steps as a check list. Steps that were done already stay ticked.
fn steps(arguments: &Arguments<'_>, known: Option<&SessionEntry>) -> Result<Vec<Value>, Complaint> {
    let Some(entries) = arguments.each("next_steps")? else {
        return Err(arguments.complaint("next_steps", "a list of objects; it is required"));
    };
    let done: Vec<Value> = known.map_or_else(Vec::new, |known| {
        let is_done = |item: &&Value| item.get("checked") == Some(&json!(true));
        known.list("checklist").iter().filter(is_done).cloned().collect()
    });
    let step = |entry: &Arguments<'_>| {
        let action = entry.required_text("action")?;
        let read = |word: &str| PRIORITIES.iter().find(|known| **known == word).copied();
        let priority = entry.word("priority", &PRIORITIES, read)?.unwrap_or("medium");
        Ok(json!({"item": action, "checked": false, "owner": "ai", "priority": priority}))
    };
    let new: Vec<Value> = entries.iter().map(step).collect::<Result<_, Complaint>>()?;
    let kept = done.into_iter().filter(|old| new.iter().all(|new| new.get("item") != old.get("item")));
    Ok(kept.chain(new.iter().cloned()).collect())
}

/// The notes with the progress summary in place of the one before.
fn progress(arguments: &Arguments<'_>, known: Option<&SessionEntry>) -> Result<Vec<Value>, Complaint> {
    let summary = arguments.required_text("progress_summary")?;
    let mut notes: Vec<Value> = known.map(|known| known.list("handoff_notes").to_vec()).unwrap_or_default();
    notes.retain(|note| note.get("kind") != Some(&json!(PROGRESS)));
    notes.insert(0, json!({"note": summary, "category": "context", "kind": PROGRESS}));
    Ok(notes)
}

fn decisions(arguments: &Arguments<'_>, now: i64) -> Result<Option<Vec<Value>>, Complaint> {
    let Some(entries) = arguments.each("decisions")? else { return Ok(None) };
    let at = handoff_format::timestamp(now);
    let decision = |entry: &Arguments<'_>| {
        let (what, why) = (entry.required_text("decision")?, entry.required_text("rationale")?);
        Ok(json!({"decision": what, "reason": why, "timestamp": at}))
    };
    entries.iter().map(decision).collect::<Result<_, Complaint>>().map(Some)
}

fn load_handoff(desk: Desk<'_>, arguments: &Arguments<'_>) -> Result<Step, Complaint> {
    let name = arguments.required_text("session_id")?;
    let found = reading(desk).and_then(|reading| {
        let sessions = reading.sessions();
        let found = match labelled(&sessions, name) {
            Some(session) => Ok(session),
            None => meant(&sessions, name),
        };
        found.cloned().map_err(|reply| near(&sessions, name, reply))
    });
    Ok(match found {
        Err(reply) => Step::Done(reply),
        Ok(session) => {
            let looks = pointers::to_compare(std::iter::once(&session));
            Step::files(desk, looks.clone(), move |_, sights| {
                Step::Done(Reply::text(restored(&session, &Places::new(looks, sights))))
            })
        }
    })
}

/// The error with the names that are most like the one that was asked for.
fn near(sessions: &[SessionEntry], wanted: &str, reply: Reply) -> Reply {
    let mut names: Vec<(usize, String)> = sessions
        .iter()
        .map(handle)
        .map(|name| (super::common::likeness(wanted, &name), name))
        .filter(|(score, _)| *score > 0)
        .collect();
    sort_by_key(&mut names, |(score, _)| Reverse(*score));
    names.dedup();
    let names: Vec<String> = names.into_iter().take(5).map(|(_, name)| name).collect();
    if names.is_empty() {
        return reply;
    }
    Reply { text: format!("{} Did you mean {}?", reply.text, names.join(", ")), ..reply }
}

#[allow(clippy::unnecessary_wraps, reason = "as every tool's answer")]
fn list_handoffs(desk: Desk<'_>, _: &Arguments<'_>) -> Result<Step, Complaint> {
    let reading = match reading(desk) {
        Ok(reading) => reading,
        Err(reply) => return Ok(Step::Done(reply)),
    };
    let mut sessions = reading.sessions();
    sort_by_key(&mut sessions, |session| Reverse(session.saved_at()));
    let row = |session: &SessionEntry| {
        json!({
            "session_id": handle(session), "task_objective": session.text("summary"), "task_status": task_status(session),
            "updated_at": session.text("ended_at"),
        })
    };
    let rows: Vec<Value> = sessions.iter().map(row).collect();
    let broken: Vec<String> = reading.broken_sessions();
    Ok(Step::Done(Reply::value(json!({"handoffs": rows, "broken": broken}))))
}
