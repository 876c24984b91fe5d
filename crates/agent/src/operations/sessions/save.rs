//! Tools to save a session and to change single entries of it.

use std::sync::Arc;

use handoff_engine::register::{ChecklistRow, EntryKind, Register};
use handoff_engine::sessions::{HANDOVER_RUN, SessionEntry, current, find, target};
use handoff_protocol::Command;
use handoff_protocol::SessionStatus;
use handoff_protocol::agent::{Check, Pause, Removal, SessionPatch, SessionSave, SessionTarget, SessionUpdate};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::GitState;
use crate::InvalidArgument;
use crate::Reply;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::handover_score;
use crate::operation::Effect;
use crate::operations::common::{finish, reader};
use crate::operations::fields::{POINTERS, SessionParams, anchor, anchor_patch, missing_files, with_current_lists};
use crate::operations::people::entries::{Decision, Note, Owner, Pointer, Withdrawal};
use crate::operations::sessions::register_changes::RegisterChanges;
use crate::operations::sessions::session_delta::{
    BaseParams, RemovalParams, absent, suggested_decisions, with_remark_on_failure,
};
use crate::operations::sessions::status_name;
use crate::params::{Entry, input, output, parse, require};
use crate::tool::{Tool, ToolSet, Work};
use crate::tool_result::{Done, missing_result, to_english};

pub(crate) const TOOLS: &[Tool] = &[
    Tool {
        name: "handoff_save_context",
        title: "Save the session",
        description: "Save what the next conversation needs. What is known stays known; given entries are added. \
                      Closes the session unless session_status is active.",
        set: ToolSet::Core,
        effect: Effect::Changes,
        input: input::<SaveParams>,
        output: Some(output::<SaveAnswer>),
        work: Work::Steps(|ctx, arguments| save_context(ctx, parse(arguments)?)),
    },
    Tool {
        name: "handoff_update_session",
        title: "Change entries of the session",
        description: "Tick, add or remove single entries of your session.",
        set: ToolSet::Core,
        effect: Effect::Adds,
        input: input::<UpdateParams>,
        output: Some(output::<UpdateAnswer>),
        work: Work::Steps(|ctx, arguments| update_session(ctx, parse(arguments)?)),
    },
];

/// The lists from which entries can be removed.
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
    #[schemars(extend("hidden" = true))]
    close_session_id: Option<String>,
    #[schemars(extend("hidden" = true))]
    pause_session_id: Option<String>,
    /// pause them unchanged; content goes into a new session
    pause_active: Option<bool>,
    #[schemars(extend("hidden" = true))]
    pause_only: Option<bool>,
    withdraw: Option<Vec<Withdrawal>>,
    /// ID of the handover that saves the session
    #[schemars(extend("hidden" = true))]
    handover_run: Option<String>,
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

/// Has only a note if the call only pauses sessions.
#[derive(Default, Serialize, JsonSchema)]
struct SaveAnswer {
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    session_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(flatten)]
    changes: RegisterChanges,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

fn save_context(ctx: ToolContext<'_>, params: SaveParams) -> Result<ToolOutcome, InvalidArgument> {
    let given = |id: Option<String>| id.filter(|id| !id.is_empty());
    let pause = match given(params.pause_session_id) {
        Some(id) => Pause::One(id),
        None if params.pause_active.unwrap_or(false) => Pause::Active,
        None => Pause::Nothing,
    };
    if params.pause_only.unwrap_or(false) {
        let which = if pause == Pause::Nothing { Pause::Active } else { pause };
        return Ok(pause_only(which));
    }
    let handover_run = given(params.handover_run);
    let target_session = match (given(params.close_session_id), given(params.session_id)) {
        (Some(id), _) => SessionTarget::Unfinished(id),
        (None, Some(id)) => SessionTarget::Active(id),
        // A handover names the session that was active when it began. One that has become active
        // since then is not its own.
        (None, None) if handover_run.is_some() => SessionTarget::New,
        (None, None) => SessionTarget::Current,
    };
    let is_closing = matches!(target_session, SessionTarget::Unfinished(_));
    let status = params.session_status.map(SessionStatus::from).filter(|_| !is_closing);
    let status = status.unwrap_or(SessionStatus::Closed);
    if !is_closing && pause == Pause::Nothing && status == SessionStatus::Closed {
        require("summary", params.session.summary.as_deref())?;
    }
    let mut save = SessionSave { target: target_session, patch: params.session.into(), status, pause };
    let record = handover_run.map(|run| (HANDOVER_RUN.to_owned(), Value::from(run)));
    save.patch.record.extend(record);
    let base = params.base.into_base(&LISTS)?;
    let reader = match reader(ctx) {
        Ok(reader) => reader,
        Err(reply) => return Ok(ToolOutcome::Done(reply)),
    };
    let sessions = reader.sessions();
    let session = target(&sessions, &save, &ctx.context.actor).ok().flatten();
    let not_found = match base.apply(reader, session, &mut save.patch) {
        Ok(not_found) => not_found,
        Err(reply) => return Ok(ToolOutcome::Done(reply)),
    };
    save.patch.remove.extend(params.withdraw.into_iter().flatten().map(|withdrawal| Removal {
        list: EntryKind::Decision.list().to_owned(),
        entry: withdrawal.decision.0,
        reason: Some(withdrawal.reason.0),
    }));
    // A call without content only pauses sessions.
    if save.patch == SessionPatch::default() && !is_closing && save.pause != Pause::Nothing {
        return Ok(pause_only(save.pause));
    }
    if reader.config().settings.auto_git_summary {
        return Ok(ToolOutcome::git(move |ctx, git| commit(ctx, save, Some(&git), not_found)));
    }
    Ok(commit(ctx, save, None, not_found))
}

fn pause_only(which: Pause) -> ToolOutcome {
    ToolOutcome::commit_with(Command::PauseSessions { which }, |_, done| {
        let lines: Vec<String> = done.warnings.iter().map(to_english).collect();
        let nothing = "Nothing was paused: no session is active.".to_owned();
        let note = if lines.is_empty() { nothing } else { lines.join("\n") };
        let answer = SaveAnswer { note: Some(note.clone()), ..SaveAnswer::default() };
        ToolOutcome::Done(Reply::with_value(note, json!(answer)))
    })
}

fn commit(ctx: ToolContext<'_>, mut save: SessionSave, git: Option<&GitState>, not_found: Vec<String>) -> ToolOutcome {
    if let Some(git) = git {
        git.add_to(&mut save.patch);
    }
    let revision = git.and_then(|git| git.commit.clone());
    let before = ctx.engine.reader().register();
    let patch = std::mem::take(&mut save.patch);
    anchor_patch(ctx, patch, revision, move |ctx, patch, missing| {
        save.patch = patch;
        let save = with_current_lists(&ctx.engine.reader().sessions(), save, &ctx.context.actor);
        let is_closed = save.status == SessionStatus::Closed;
        let given = save.patch.lists.iter().flat_map(|list| &list.given);
        let suggested = suggested_decisions(&before, given, &save.patch.remove);
        let outcome = ToolOutcome::commit_with(Command::SaveSession { save }, move |ctx, done| {
            finish(saved_reply(ctx, &done, &before, is_closed, &missing, not_found))
        });
        with_remark_on_failure(outcome, suggested)
    })
}

/// Describes the saved session and what the save changed in what the project knows. If it was closed,
/// says what is missing; `missing` are the paths of pointers without a file.
fn saved_reply(
    ctx: ToolContext<'_>,
    done: &Done,
    before: &Register,
    is_closed: bool,
    missing: &[String],
    not_found: Vec<String>,
) -> Result<Reply, Reply> {
    let id = done.last_id()?;
    let sessions = ctx.engine.reader().sessions();
    let session = sessions.iter().find(|session| session.id() == id).ok_or_else(missing_result)?;
    let (summary, status, file) =
        (session.text("summary").unwrap_or_default(), status_name(session), session.file_name());
    let register = ctx.engine.reader().register();
    let changes = RegisterChanges::between(before, &register, &id).with_absent(not_found, missing_files(missing));
    let mut notes: Vec<String> = done.warnings.iter().map(to_english).collect();
    if is_closed {
        let remark = missing_next_step(ctx, &register, session);
        let hint = handover_score::hint(ctx, session, missing, remark.is_some());
        notes.extend(remark.into_iter().chain(hint));
    }
    let mut lines = vec![format!("Session saved: {summary}"), format!("{id} [{status}] in {file}")];
    lines.extend(changes.lines());
    let answer = SaveAnswer {
        summary: Some(summary.to_owned()),
        session_id: Some(id),
        status: Some(status),
        file: Some(file.to_owned()),
        changes,
        note: None,
    };
    let reply = Reply::with_value(lines.join("\n"), json!(answer));
    Ok(notes.iter().fold(reply, |reply, note| reply.with_note(note)))
}

/// Returns a remark if nothing tells the next conversation how to go on, although this one had
/// content: no suggestion, no open item, and no task that can be taken up.
fn missing_next_step(ctx: ToolContext<'_>, register: &Register, session: &SessionEntry) -> Option<String> {
    let is_suggestion = |note: &Value| note.get("category") == Some(&json!("suggestion"));
    let reader = ctx.engine.reader();
    let has_open_task = || reader.tasks().iter().any(|task| task.is_leaf() && !task.status().is_terminal());
    let says_next = session.list("handoff_notes").iter().any(is_suggestion)
        || register.standing(EntryKind::OpenItem).next().is_some()
        || has_open_task();
    let remark = "Nothing says what is next: add a note of the category suggestion, a checklist item or a task.";
    (session.has_content() && !says_next).then(|| remark.to_owned())
}

#[derive(Deserialize, JsonSchema)]
struct UpdateParams {
    session_id: Option<String>,
    /// from 0
    checklist_index: Option<usize>,
    checklist_checked: Option<bool>,
    add_checklist_item: Option<String>,
    checklist_owner: Option<Owner>,
    add_blocker: Option<String>,
    add_decision: Option<Entry<Decision>>,
    add_handoff_note: Option<Entry<Note>>,
    add_context_pointer: Option<Entry<Pointer>>,
    #[serde(flatten)]
    removal: RemovalParams,
}

#[derive(Serialize, JsonSchema)]
struct UpdateAnswer {
    session_id: String,
    checklist_progress: String,
    #[serde(flatten)]
    changes: RegisterChanges,
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
        ("blockers", params.add_blocker.filter(|text| !text.is_empty()).map(Value::from)),
        ("handoff_notes", params.add_handoff_note.map(Entry::into_value)),
    ];
    let remove = params.removal.into_removals(&LISTS)?;
    let entries = added.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?)));
    let mut add: Vec<(String, Value)> = entries.collect();
    if index.is_none() && add.is_empty() && given.is_empty() && remove.is_empty() {
        return Err(InvalidArgument::new("checklist_index", "given, unless another argument adds something"));
    }
    let reader = match reader(ctx) {
        Ok(reader) => reader,
        Err(reply) => return Ok(ToolOutcome::Done(reply)),
    };
    let sessions = reader.sessions();
    let session = match &id {
        Some(id) => find(&sessions, id, &[Some(SessionStatus::Active)]).ok(),
        None => current(&sessions, &ctx.context.actor),
    };
    let before = reader.register();
    let check = index.map(|index| {
        let rows = before.checklist(session);
        Check { index, seen: rows.into_iter().nth(index).map(|row| row.value), checked }
    });
    let not_found = absent(&before, session, &remove);
    let asks_git = !given.is_empty() && reader.config().settings.auto_git_summary;
    let next = move |ctx: ToolContext<'_>, commit: Option<String>| {
        anchor(ctx, given, commit, move |_, given, missing| {
            add.extend(given.into_iter().map(|pointer| (POINTERS.to_owned(), pointer)));
            let missing = missing_files(&missing);
            commit_update(id, SessionUpdate { check, edit: None, add, remove }, before, not_found, missing)
        })
    };
    Ok(if asks_git { ToolOutcome::git(|ctx, git| next(ctx, git.commit)) } else { next(ctx, None) })
}

fn commit_update(
    id: Option<String>,
    update: SessionUpdate,
    before: Arc<Register>,
    not_found: Vec<String>,
    missing_files: Vec<String>,
) -> ToolOutcome {
    let suggested = suggested_decisions(&before, update.add.iter().map(|(_, entry)| entry), &update.remove);
    let outcome = ToolOutcome::commit_record(Command::UpdateSession { id, update }, move |ctx, id| {
        let reader = ctx.engine.reader();
        let (sessions, register) = (reader.sessions(), reader.register());
        let Some(session) = sessions.iter().find(|session| session.id() == id) else { return missing_result() };
        let items = progress_of(&register.checklist(Some(session)));
        let mut lines = vec![format!("Updated session {id} (checklist {items}).")];
        let changes = RegisterChanges::between(&before, &register, &id).with_absent(not_found, missing_files);
        lines.extend(changes.lines());
        let answer = UpdateAnswer { session_id: id, checklist_progress: items, changes };
        Reply::with_value(lines.join("\n"), json!(answer))
    });
    with_remark_on_failure(outcome, suggested)
}

/// Returns the number of checked and of all checklist items, such as "2/5".
fn progress_of(rows: &[ChecklistRow]) -> String {
    format!("{}/{}", rows.iter().filter(|row| row.is_checked).count(), rows.len())
}

/// Returns the number of checked and of all items in a session's own checklist, such as "2/5".
pub(crate) fn checklist_progress(session: &SessionEntry) -> String {
    let list = session.list("checklist");
    let done = list.iter().filter(|item| item.get("checked") == Some(&json!(true))).count();
    format!("{done}/{}", list.len())
}
