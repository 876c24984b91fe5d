//! The handoff protocol's three tools: another door to the same sessions.
//!
//! A handoff is a session: the caller's name for it is the label, the objective the summary, decisions, pointers and the check list are
//! decisions, files and next steps. What sessions have no key for stands in entries of lists and in the environment.

use std::cmp::Reverse;

use handoff_engine::sessions::SessionEntry;
use handoff_protocol::Command;
use handoff_protocol::SessionStatus;
use handoff_protocol::agent::{ListSave, Pause, SessionPatch, SessionSave, SessionTarget};
use serde_json::{Map, Value, json};

use super::base::{base, base_schemas, labelled};
use super::common::{any_object, reading};
use super::fields::{NOTED, members, nothing_at, seen, with_memory};
use super::handoff_text::{PRIORITIES, handle, restored, span, task_status};
use super::sessions::meant;
use super::team::{self, Filter, filter_schemas, team_schemas};
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
        output: Some(save_output),
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
        output: Some(list_output),
        answer: list_handoffs,
    },
];

const STATES: [&str; 3] = ["in_progress", "blocked", "needs_review"];
/// The lists of which something of a base can be left out, as the protocol calls them.
const LISTS: [(&str, &str); 3] =
    [("files", "context_pointers"), ("decisions", "decisions"), ("next_steps", "checklist")];
/// Marks the note that holds the progress summary.
const PROGRESS: &str = "progress";

fn save_input() -> Value {
    let range = object([("start", count()), ("end", count()), ("note", text())], &["start", "end"]);
    let file =
        object([("path", text()), ("relevance", text()), ("focus_ranges", list(&range))], &["path", "relevance"]);
    let [owner, collaborators, visibility] = team_schemas();
    let [base, remove] = base_schemas();
    let members = [
        ("session_id", text()),
        ("task_objective", text()),
        ("task_status", one_of(&STATES)),
        ("progress_summary", text()),
        ("files", list(&file)),
        ("decisions", list(&object([("decision", text()), ("rationale", text())], &["decision", "rationale"]))),
        ("next_steps", list(&object([("action", text()), ("priority", one_of(&PRIORITIES))], &["action", "priority"]))),
        base,
        remove,
        owner,
        collaborators,
        visibility,
        ("project_dir", text()),
    ];
    // What there is besides of a handoff is required where it builds on nothing.
    object(members, &["session_id", "task_objective", "task_status"])
}

fn load_input() -> Value {
    object([("session_id", text()), ("project_dir", text())], &["session_id"])
}

fn list_input() -> Value {
    let [owner, visibility] = filter_schemas();
    object([owner, visibility, ("project_dir", text())], &[])
}

fn save_output() -> Value {
    object([("session_id", text()), ("file", text()), ("estimated_tokens", count())], &["session_id"])
}

fn list_output() -> Value {
    object([("handoffs", list(&any_object())), ("broken", list(&text()))], &["handoffs", "broken"])
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
    let base = base(arguments, &LISTS)?;
    let on_top = base.adds(known);
    let mut patch = SessionPatch::default();
    team::note(arguments, &mut patch)?;
    let mut remarks = match base.note(reading, known, &mut patch) {
        Ok(remarks) => remarks,
        Err(reply) => return Ok(Step::Done(reply)),
    };
    // On top of something only what is new is given.
    let list = |key: &str| known.filter(|_| !on_top).map(|known| known.list(key).to_vec()).unwrap_or_default();
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
        ("context_pointers", files(arguments)?),
        ("checklist", steps(arguments, &list("checklist"))?),
        ("handoff_notes", progress(arguments, list("handoff_notes"), on_top)?),
        ("decisions", decisions(arguments, desk.context.now)?),
    ] {
        let name = LISTS.iter().find(|(_, list)| *list == key).map_or("progress_summary", |(name, _)| *name);
        match given {
            Some(given) => patch.lists.push(ListSave { key: key.to_owned(), given, seen: Vec::new() }),
            None if on_top || key == "decisions" => {}
            None => return Err(arguments.complaint(name, "a list of objects; it is required without base")),
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
        git.note(&mut save.patch);
        let patch = std::mem::take(&mut save.patch);
        with_memory(desk, patch, git.commit, move |desk, patch, missing| {
            save.patch = patch;
            let save = seen(&desk.engine.reading().sessions(), save);
            Step::commit(Command::SaveSession { save }, move |desk, created| {
                remarks.extend(nothing_at(&missing));
                saved(desk, &label, &created, &remarks)
            })
        })
    }))
}

fn saved(desk: Desk<'_>, label: &str, created: &[String], remarks: &[String]) -> Reply {
    let sessions = desk.engine.reading().sessions();
    let session = sessions.iter().find(|session| created.contains(&session.id()));
    let Some(session) = session else {
        return Reply::told(format!("Saved handoff {label}."), json!({"session_id": label}));
    };
    let tokens = crate::tokens(&restored(session, &Places::default()));
    let file = format!(".handoff/{}", session.path());
    let value = json!({"session_id": label, "file": file, "estimated_tokens": tokens});
    let mut text = format!("Saved handoff {label} in {file}; loading it takes about {tokens} tokens.");
    for remark in remarks {
        text = format!("{text}\n{remark}");
    }
    Reply { text, structured: Some(value), failed: None }
}

fn files(arguments: &Arguments<'_>) -> Result<Option<Vec<Value>>, Complaint> {
    let Some(entries) = arguments.each("files")? else { return Ok(None) };
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
    entries.iter().map(file).collect::<Result<_, Complaint>>().map(Some)
}

/// The next steps as a check list. Steps that were done already stay ticked.
fn steps(arguments: &Arguments<'_>, known: &[Value]) -> Result<Option<Vec<Value>>, Complaint> {
    let Some(entries) = arguments.each("next_steps")? else { return Ok(None) };
    let done = known.iter().filter(|item| item.get("checked") == Some(&json!(true)));
    let step = |entry: &Arguments<'_>| {
        let action = entry.required_text("action")?;
        let read = |word: &str| PRIORITIES.iter().find(|known| **known == word).copied();
        let priority = entry.word("priority", &PRIORITIES, read)?.unwrap_or("medium");
        Ok(json!({"item": action, "checked": false, "owner": "ai", "priority": priority}))
    };
    let new: Vec<Value> = entries.iter().map(step).collect::<Result<_, Complaint>>()?;
    let kept = done.filter(|old| new.iter().all(|new| new.get("item") != old.get("item")));
    Ok(Some(kept.chain(&new).cloned().collect()))
}

/// The notes with the progress summary in place of the one before; on top of a base it may stay.
fn progress(arguments: &Arguments<'_>, mut notes: Vec<Value>, on_top: bool) -> Result<Option<Vec<Value>>, Complaint> {
    if on_top && arguments.text("progress_summary")?.is_none() {
        return Ok(None);
    }
    let summary = arguments.required_text("progress_summary")?;
    notes.retain(|note| note.get("kind") != Some(&json!(PROGRESS)));
    notes.insert(0, json!({"note": summary, "category": "context", "kind": PROGRESS}));
    Ok(Some(notes))
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
    names.sort_by_key(|(score, _)| Reverse(*score));
    names.dedup();
    let names: Vec<String> = names.into_iter().take(5).map(|(_, name)| name).collect();
    if names.is_empty() {
        return reply;
    }
    Reply { text: format!("{} Did you mean {}?", reply.text, names.join(", ")), ..reply }
}

fn list_handoffs(desk: Desk<'_>, arguments: &Arguments<'_>) -> Result<Step, Complaint> {
    let filter = Filter::new(arguments)?;
    let reading = match reading(desk) {
        Ok(reading) => reading,
        Err(reply) => return Ok(Step::Done(reply)),
    };
    let mut sessions = reading.sessions();
    sessions.retain(|session| filter.shows(session));
    sessions.sort_by_key(|session| Reverse(session.saved_at()));
    let row = |session: &SessionEntry| {
        let mut row = Map::new();
        row.insert("session_id".to_owned(), json!(handle(session)));
        row.insert("task_objective".to_owned(), json!(session.text("summary")));
        row.insert("task_status".to_owned(), json!(task_status(session)));
        row.insert("updated_at".to_owned(), json!(session.text("ended_at")));
        row.extend(members(session, &NOTED));
        Value::Object(row)
    };
    let rows: Vec<Value> = sessions.iter().map(row).collect();
    let broken: Vec<String> = reading.broken_sessions();
    Ok(Step::Done(Reply::value(json!({"handoffs": rows, "broken": broken}))))
}
