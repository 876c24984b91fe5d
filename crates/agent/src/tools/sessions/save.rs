//! A session saved, and single entries of it changed.

use handoff_engine::sessions::{SessionEntry, find, target};
use handoff_protocol::Command;
use handoff_protocol::SessionStatus;
use handoff_protocol::agent::{Check, Pause, SessionPatch, SessionSave, SessionTarget, SessionUpdate};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::GitState;
use crate::InvalidArgument;
use crate::Reply;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::params::{Entry, input, output, parse, require};
use crate::tool::{Effect, Tool, ToolSet};
use crate::tool_result::{Done, plain};
use crate::tools::common::reading;
use crate::tools::fields::{POINTERS, SessionParams, nothing_at, remember, with_current_lists, with_memory};
use crate::tools::people::entries::{Decision, Note, Owner, Pointer};
use crate::tools::sessions::session_delta::BaseParams;

pub(crate) const TOOLS: &[Tool] = &[
    Tool {
        name: "handoff_save_context",
        title: "Save the session",
        description: "Save what the next conversation needs. Fields left out are kept; given lists replace, or add \
                      where the session has a base. Closes the session unless session_status is active.",
        set: ToolSet::Core,
        effect: Effect::Changes,
        input: input::<SaveParams>,
        output: Some(output::<SaveAnswer>),
        answer: |ctx, arguments| save_context(ctx, parse(arguments)?),
    },
    Tool {
        name: "handoff_update_session",
        title: "Change entries of the session",
        description: "Tick or add single entries of the active session.",
        set: ToolSet::Core,
        effect: Effect::Adds,
        input: input::<UpdateParams>,
        output: Some(output::<UpdateAnswer>),
        answer: |ctx, arguments| update_session(ctx, parse(arguments)?),
    },
];

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

#[derive(Default, Deserialize, JsonSchema)]
#[serde(default)]
struct SaveParams {
    #[serde(flatten)]
    session: SessionParams,
    session_status: Option<SavedStatus>,
    session_id: Option<String>,
    close_session_id: Option<String>,
    pause_session_id: Option<String>,
    /// pause them unchanged; content goes into a new session
    pause_active: Option<bool>,
    pause_only: Option<bool>,
    #[serde(flatten)]
    base: BaseParams,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum SavedStatus {
    Closed,
    Active,
}

impl From<SavedStatus> for SessionStatus {
    fn from(status: SavedStatus) -> SessionStatus {
        match status {
            SavedStatus::Closed => SessionStatus::Closed,
            SavedStatus::Active => SessionStatus::Active,
        }
    }
}

/// Empty if the call only pauses sessions.
#[derive(Default, Serialize, JsonSchema)]
struct SaveAnswer {
    #[serde(skip_serializing_if = "Option::is_none")]
    session_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
}

fn save_context(ctx: ToolContext<'_>, params: SaveParams) -> Result<ToolOutcome, InvalidArgument> {
    let named = |id: Option<String>| id.filter(|id| !id.is_empty());
    let pause = match named(params.pause_session_id) {
        Some(id) => Pause::One(id),
        None if params.pause_active.unwrap_or(false) => Pause::Active,
        None => Pause::Nothing,
    };
    if params.pause_only.unwrap_or(false) {
        let which = if pause == Pause::Nothing { Pause::Active } else { pause };
        return Ok(pause_only(which));
    }
    let into = match (named(params.close_session_id), named(params.session_id)) {
        (Some(id), _) => SessionTarget::Unfinished(id),
        (None, Some(id)) => SessionTarget::Active(id),
        (None, None) => SessionTarget::Current,
    };
    let closing = matches!(into, SessionTarget::Unfinished(_));
    let status = params.session_status.map(SessionStatus::from).filter(|_| !closing);
    let status = status.unwrap_or(SessionStatus::Closed);
    if !closing && pause == Pause::Nothing {
        require("summary", params.session.summary.as_deref())?;
    }
    let mut save = SessionSave { target: into, patch: params.session.into(), status, pause };
    let base = params.base.into_base(&LISTS)?;
    let reading = match reading(ctx) {
        Ok(reading) => reading,
        Err(reply) => return Ok(ToolOutcome::Done(reply)),
    };
    let sessions = reading.sessions();
    let goal = target(&sessions, &save).ok().flatten();
    let remarks = match base.note(reading, goal, &mut save.patch) {
        Ok(remarks) => remarks,
        Err(reply) => return Ok(ToolOutcome::Done(reply)),
    };
    // Setting aside without a word of content saves nothing, as long as there is nothing to save.
    if save.patch == SessionPatch::default() && !closing && save.pause != Pause::Nothing {
        return Ok(pause_only(save.pause));
    }
    if reading.config().settings.auto_git_summary {
        return Ok(ToolOutcome::git(move |ctx, git| commit(ctx, save, Some(&git), remarks)));
    }
    Ok(commit(ctx, save, None, remarks))
}

fn pause_only(which: Pause) -> ToolOutcome {
    ToolOutcome::commit_with(Command::PauseSessions { which }, |_, done| {
        let lines: Vec<String> = done.warnings.iter().map(plain).collect();
        let none = "Nothing was paused: no session is active.".to_owned();
        ToolOutcome::Done(Reply::told(
            if lines.is_empty() { none } else { lines.join("\n") },
            json!(SaveAnswer::default()),
        ))
    })
}

fn commit(
    ctx: ToolContext<'_>,
    mut save: SessionSave,
    git: Option<&GitState>,
    mut remarks: Vec<String>,
) -> ToolOutcome {
    if let Some(git) = git {
        git.note(&mut save.patch);
    }
    let at = git.and_then(|git| git.commit.clone());
    let patch = std::mem::take(&mut save.patch);
    with_memory(ctx, patch, at, move |ctx, patch, missing| {
        save.patch = patch;
        let save = with_current_lists(&ctx.engine.reading().sessions(), save);
        let closes = save.status == SessionStatus::Closed;
        ToolOutcome::commit_with(Command::SaveSession { save }, move |ctx, done| {
            remarks.insert(0, describe_saved(ctx, &done, closes));
            remarks.extend(nothing_at(&missing));
            ToolOutcome::Done(Reply::told(remarks.join("\n"), json!(stored(ctx, &done))))
        })
    })
}

/// The same for programs.
fn stored(ctx: ToolContext<'_>, done: &Done) -> SaveAnswer {
    let sessions = ctx.engine.reading().sessions();
    let session = sessions.iter().find(|session| done.created.last() == Some(&session.id()));
    let answer = session.map(|session| SaveAnswer {
        session_id: Some(session.id()),
        status: Some(session.status().map_or("unknown", SessionStatus::name)),
        file: Some(session.file_name().to_owned()),
    });
    answer.unwrap_or_default()
}

/// What is said of a session that was saved.
pub(crate) fn describe_saved(ctx: ToolContext<'_>, done: &Done, hints: bool) -> String {
    let sessions = ctx.engine.reading().sessions();
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

#[derive(Deserialize, JsonSchema)]
struct UpdateParams {
    session_id: Option<String>,
    /// from 0
    checklist_index: Option<usize>,
    checklist_checked: Option<bool>,
    add_checklist_item: Option<String>,
    checklist_owner: Option<Owner>,
    add_decision: Option<Entry<Decision>>,
    add_handoff_note: Option<Entry<Note>>,
    add_context_pointer: Option<Entry<Pointer>>,
}

#[derive(Serialize, JsonSchema)]
struct UpdateAnswer {
    session_id: String,
    checklist_progress: String,
}

fn update_session(ctx: ToolContext<'_>, params: UpdateParams) -> Result<ToolOutcome, InvalidArgument> {
    let UpdateParams { session_id: id, checklist_index: index, .. } = params;
    let checked = params.checklist_checked.unwrap_or(true);
    let owner = params.checklist_owner.unwrap_or_default();
    let item = params.add_checklist_item.map(|item| json!({"item": item, "checked": false, "owner": owner}));
    let given: Vec<Value> = params.add_context_pointer.map(Entry::into_value).into_iter().collect();
    let added = [
        ("checklist", item),
        ("decisions", params.add_decision.map(Entry::into_value)),
        ("handoff_notes", params.add_handoff_note.map(Entry::into_value)),
    ];
    let added = added.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?)));
    let mut add: Vec<(String, Value)> = added.collect();
    if index.is_none() && add.is_empty() && given.is_empty() {
        return Err(InvalidArgument::new("checklist_index", "given, unless another argument adds something"));
    }
    let reading = match reading(ctx) {
        Ok(reading) => reading,
        Err(reply) => return Ok(ToolOutcome::Done(reply)),
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
    let asks_git = !given.is_empty() && reading.config().settings.auto_git_summary;
    let go_on = move |ctx: ToolContext<'_>, commit: Option<String>| {
        remember(ctx, given, commit, move |_, given, missing| {
            add.extend(given.into_iter().map(|pointer| (POINTERS.to_owned(), pointer)));
            commit_update(id, SessionUpdate { check, add }, missing)
        })
    };
    Ok(if asks_git { ToolOutcome::git(|ctx, git| go_on(ctx, git.commit)) } else { go_on(ctx, None) })
}

fn commit_update(id: Option<String>, update: SessionUpdate, missing: Vec<String>) -> ToolOutcome {
    ToolOutcome::commit(Command::UpdateSession { id, update }, move |ctx, created| {
        let id = created.first().cloned().unwrap_or_default();
        let sessions = ctx.engine.reading().sessions();
        let items = sessions.iter().find(|session| session.id() == id).map(progress).unwrap_or_default();
        let said = format!("Updated session {id} (checklist {items}).");
        let text = [Some(said), nothing_at(&missing)].into_iter().flatten().collect::<Vec<_>>().join("\n");
        Reply::told(text, json!(UpdateAnswer { session_id: id, checklist_progress: items }))
    })
}

/// "2/5": how much of the check list is done.
pub(crate) fn progress(session: &SessionEntry) -> String {
    let list = session.list("checklist");
    let done = list.iter().filter(|item| item.get("checked") == Some(&json!(true))).count();
    format!("{done}/{}", list.len())
}
