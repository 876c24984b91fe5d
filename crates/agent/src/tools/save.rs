//! A session saved, and single entries of it changed.

use handoff_engine::sessions::{SessionEntry, find, target};
use handoff_protocol::Command;
use handoff_protocol::SessionStatus;
use handoff_protocol::agent::{Check, Pause, SessionPatch, SessionSave, SessionTarget, SessionUpdate};
use serde_json::{Value, json};

use super::base::{base, base_schemas};
use super::common::reading;
use super::fields::{
    OWNERS, POINTERS, decision, entry, field_schemas, note, nothing_at, patch, pointer, remember, seen, with_memory,
};
use super::team::team_schemas;
use crate::arguments::Arguments;
use crate::reply::{Done, plain};
use crate::schema::{count, flag, list, meaning, object, one_of, text};
use crate::tool::{Effect, Tool, ToolSet};
use crate::{Complaint, Desk, GitState, Reply, Step};

pub(super) const TOOLS: &[Tool] = &[
    Tool {
        name: "handoff_save_context",
        title: "Save the session",
        description: "Save what the next conversation needs. Fields left out are kept; given lists replace, or add \
                      where the session has a base. Closes the session unless session_status is active.",
        set: ToolSet::Core,
        effect: Effect::Changes,
        input: save_input,
        output: Some(save_output),
        answer: save_context,
    },
    Tool {
        name: "handoff_update_session",
        title: "Change entries of the session",
        description: "Tick or add single entries of the active session.",
        set: ToolSet::Core,
        effect: Effect::Adds,
        input: update_input,
        output: Some(update_output),
        answer: update_session,
    },
];

const STATES: [&str; 2] = ["closed", "active"];
/// The lists from which something can be removed.
const LISTS: [(&str, &str); 7] = [
    ("decisions", "decisions"),
    ("blockers", "blockers"),
    ("checklist", "checklist"),
    ("handoff_notes", "handoff_notes"),
    ("references", "references"),
    ("context_pointers", "context_pointers"),
    ("related_task_ids", "related_task_ids"),
];

fn save_input() -> Value {
    let more = [
        ("summary", meaning(text(), "one line")),
        ("session_status", one_of(&STATES)),
        ("session_id", text()),
        ("close_session_id", text()),
        ("pause_session_id", text()),
        ("pause_active", meaning(flag(), "set aside as they are; content goes into a new session")),
        ("pause_only", flag()),
        ("related_task_ids", list(&text())),
        ("project_dir", text()),
    ];
    let mut schema = object(more, &[]);
    if let Some(members) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        let more = field_schemas().into_iter().chain(team_schemas()).chain(base_schemas());
        members.extend(more.map(|(key, schema)| (key.to_owned(), schema)));
    }
    schema
}

fn save_output() -> Value {
    object([("session_id", text()), ("status", text()), ("file", text())], &[])
}

fn save_context(desk: Desk<'_>, arguments: &Arguments<'_>) -> Result<Step, Complaint> {
    let owned = |name: &str| arguments.text(name).map(|id| id.filter(|id| !id.is_empty()).map(str::to_owned));
    let pause = match owned("pause_session_id")? {
        Some(id) => Pause::One(id),
        None if arguments.flag("pause_active")?.unwrap_or(false) => Pause::Active,
        None => Pause::Nothing,
    };
    let status = arguments.word("session_status", &STATES, |word| {
        SessionStatus::from_name(word).filter(|status| STATES.contains(&status.name()))
    })?;
    let meant = match (owned("close_session_id")?, owned("session_id")?) {
        (Some(id), _) => SessionTarget::Unfinished(id),
        (None, Some(id)) => SessionTarget::Active(id),
        (None, None) => SessionTarget::Current,
    };
    if arguments.flag("pause_only")?.unwrap_or(false) {
        let which = if pause == Pause::Nothing { Pause::Active } else { pause };
        return Ok(pause_only(which));
    }
    let closing = matches!(meant, SessionTarget::Unfinished(_));
    let status = status.filter(|_| !closing).unwrap_or(SessionStatus::Closed);
    if !closing && pause == Pause::Nothing {
        arguments.required_text("summary")?;
    }
    let mut save = SessionSave { target: meant, patch: patch(arguments)?, status, pause };
    let base = base(arguments, &LISTS)?;
    let reading = match reading(desk) {
        Ok(reading) => reading,
        Err(reply) => return Ok(Step::Done(reply)),
    };
    let sessions = reading.sessions();
    let goal = target(&sessions, &save).ok().flatten();
    let remarks = match base.note(reading, goal, &mut save.patch) {
        Ok(remarks) => remarks,
        Err(reply) => return Ok(Step::Done(reply)),
    };
    // Setting aside without a word of content saves nothing, as long as there is nothing to save.
    if save.patch == SessionPatch::default() && !closing && save.pause != Pause::Nothing {
        return Ok(pause_only(save.pause));
    }
    if reading.config().settings.auto_git_summary {
        return Ok(Step::git(move |desk, git| commit(desk, save, Some(&git), remarks)));
    }
    Ok(commit(desk, save, None, remarks))
}

fn pause_only(which: Pause) -> Step {
    Step::commit_with(Command::PauseSessions { which }, |_, done| {
        let lines: Vec<String> = done.warnings.iter().map(plain).collect();
        let none = "Nothing was paused: no session is active.".to_owned();
        Step::Done(Reply::told(if lines.is_empty() { none } else { lines.join("\n") }, json!({})))
    })
}

fn commit(desk: Desk<'_>, mut save: SessionSave, git: Option<&GitState>, mut remarks: Vec<String>) -> Step {
    if let Some(git) = git {
        git.note(&mut save.patch);
    }
    let at = git.and_then(|git| git.commit.clone());
    let patch = std::mem::take(&mut save.patch);
    with_memory(desk, patch, at, move |desk, patch, missing| {
        save.patch = patch;
        let save = seen(&desk.engine.reading().sessions(), save);
        let closes = save.status == SessionStatus::Closed;
        Step::commit_with(Command::SaveSession { save }, move |desk, done| {
            remarks.insert(0, saved(desk, &done, closes));
            remarks.extend(nothing_at(&missing));
            Step::Done(Reply::told(remarks.join("\n"), stored(desk, &done)))
        })
    })
}

/// The same for programs.
fn stored(desk: Desk<'_>, done: &Done) -> Value {
    let sessions = desk.engine.reading().sessions();
    let session = sessions.iter().find(|session| done.created.last() == Some(&session.id()));
    session.map_or_else(
        || json!({}),
        |session| {
            let status = session.status().map_or("unknown", SessionStatus::name);
            json!({"session_id": session.id(), "status": status, "file": session.file_name()})
        },
    )
}

/// What is said of a session that was saved.
pub(super) fn saved(desk: Desk<'_>, done: &Done, hints: bool) -> String {
    let sessions = desk.engine.reading().sessions();
    let id = done.created.last().cloned().unwrap_or_default();
    let session = sessions.iter().find(|session| session.id() == id);
    let mut lines = Vec::new();
    if let Some(session) = session {
        let status = session.status().map_or("unknown", SessionStatus::name);
        lines.push(format!("Session saved: {}", session.text("summary").unwrap_or_default()));
        lines.push(format!("{id} [{status}] in {}", session.file_name()));
    }
    lines.extend(done.warnings.iter().map(plain));
    if let Some(hint) = session.filter(|_| hints).and_then(hint) {
        lines.push(hint);
    }
    lines.join("\n")
}

/// What the next one may miss, by what is stored and not by what this call gave.
fn hint(session: &SessionEntry) -> Option<String> {
    let is_suggestion = |note: &&Value| note.get("category") == Some(&json!("suggestion"));
    let is_open = |item: &&Value| item.get("checked") != Some(&json!(true));
    let mut missing: Vec<String> = Vec::new();
    for key in ["decisions", "checklist", "context_pointers", "references"] {
        if session.list(key).is_empty() {
            missing.push(format!("no {key}"));
        }
    }
    if !session.list("handoff_notes").iter().any(|note| is_suggestion(&note)) {
        missing.push("no note of category suggestion".to_owned());
    }
    let open = session.list("checklist").iter().filter(is_open).count();
    if open > 0 {
        missing.push(format!("{open} open checklist items"));
    }
    (!missing.is_empty()).then(|| format!("Note: {}.", missing.join(", ")))
}

fn update_input() -> Value {
    let members = [
        ("session_id", text()),
        ("checklist_index", meaning(count(), "from 0")),
        ("checklist_checked", flag()),
        ("add_checklist_item", text()),
        ("checklist_owner", one_of(&OWNERS)),
        ("add_decision", decision()),
        ("add_handoff_note", note()),
        ("add_context_pointer", pointer()),
        ("project_dir", text()),
    ];
    object(members, &[])
}

fn update_output() -> Value {
    object([("session_id", text()), ("checklist_progress", text())], &[])
}

fn update_session(desk: Desk<'_>, arguments: &Arguments<'_>) -> Result<Step, Complaint> {
    let id = arguments.text("session_id")?.map(str::to_owned);
    let index = arguments.optional("checklist_index", "a whole number from 0", |value| {
        value.as_u64().and_then(|index| usize::try_from(index).ok())
    })?;
    let checked = arguments.flag("checklist_checked")?.unwrap_or(true);
    let owner = arguments.word("checklist_owner", &OWNERS, |word| OWNERS.contains(&word).then(|| word.to_owned()))?;
    let owner = owner.unwrap_or_else(|| "ai".to_owned());
    let mut add = Vec::new();
    if let Some(item) = arguments.text("add_checklist_item")? {
        add.push(("checklist".to_owned(), json!({"item": item, "checked": false, "owner": owner})));
    }
    for (name, key, main) in [
        ("add_decision", "decisions", "decision"),
        ("add_handoff_note", "handoff_notes", "note"),
        ("add_context_pointer", "context_pointers", "path"),
    ] {
        let takes = format!("an object with {main}");
        if let Some(value) = arguments.optional(name, &takes, |value| entry(value, main))? {
            add.push((key.to_owned(), value));
        }
    }
    if index.is_none() && add.is_empty() {
        return Err(arguments.complaint("checklist_index", "a position, unless something is added by another one"));
    }
    let reading = match reading(desk) {
        Ok(reading) => reading,
        Err(reply) => return Ok(Step::Done(reply)),
    };
    let sessions = reading.sessions();
    let active = Some(SessionStatus::Active);
    let session = match &id {
        Some(id) => find(&sessions, id, &[active]).ok(),
        None => sessions.iter().rfind(|session| session.status() == active),
    };
    let check = index.map(|index| {
        let seen = session.and_then(|session| session.list("checklist").get(index)).cloned();
        Check { index, seen, checked }
    });
    let (pointers, mut add): (Vec<_>, Vec<_>) = add.into_iter().partition(|(key, _)| key == POINTERS);
    let given: Vec<Value> = pointers.into_iter().map(|(_, pointer)| pointer).collect();
    let asks_git = !given.is_empty() && reading.config().settings.auto_git_summary;
    let go_on = move |desk: Desk<'_>, commit: Option<String>| {
        remember(desk, given, commit, move |_, given, missing| {
            add.extend(given.into_iter().map(|pointer| (POINTERS.to_owned(), pointer)));
            updated(id, SessionUpdate { check, add }, missing)
        })
    };
    Ok(if asks_git { Step::git(|desk, git| go_on(desk, git.commit)) } else { go_on(desk, None) })
}

fn updated(id: Option<String>, update: SessionUpdate, missing: Vec<String>) -> Step {
    Step::commit(Command::UpdateSession { id, update }, move |desk, created| {
        let id = created.first().cloned().unwrap_or_default();
        let sessions = desk.engine.reading().sessions();
        let items = sessions.iter().find(|session| session.id() == id).map(progress).unwrap_or_default();
        let said = format!("Updated session {id} (checklist {items}).");
        let text = [Some(said), nothing_at(&missing)].into_iter().flatten().collect::<Vec<_>>().join("\n");
        Reply::told(text, json!({"session_id": id, "checklist_progress": items}))
    })
}

/// "2/5": how much of the check list is done.
pub(super) fn progress(session: &SessionEntry) -> String {
    let list = session.list("checklist");
    let done = list.iter().filter(|item| item.get("checked") == Some(&json!(true))).count();
    format!("{done}/{}", list.len())
}
