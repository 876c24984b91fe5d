//! Saves a session.

use std::sync::Arc;

use handoff_engine::register::{EntryKind, Register};
use handoff_engine::sessions::{HANDOVER_RUN, SessionEntry, target};
use handoff_protocol::agent::{Pause, Removal, SessionPatch, SessionSave, SessionTarget};
use handoff_protocol::{Command, SessionStatus, Text};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::HandoffError;
use crate::InvalidArgument;
use crate::Shell;
use crate::ToolContext;
use crate::handover_score;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::reader;
use crate::operations::sessions::anchors::add_files;
use crate::operations::sessions::entries::Withdrawal;
use crate::operations::sessions::fields::{SessionParams, missing_files, with_current_lists};
use crate::operations::sessions::lookup::status_name;
use crate::operations::sessions::register_changes::RegisterChanges;
use crate::operations::sessions::session_delta::{BaseParams, LISTS, suggested_decisions};
use crate::params::require;
use crate::tool::ToolSet;

/// Saves what the next conversation needs, and closes the session unless the caller keeps it active.
pub struct SaveContext;

#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default)]
pub struct Params {
    #[serde(flatten)]
    pub session: SessionParams,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("hidden" = true))]
    pub session_status: Option<SavedStatus>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("hidden" = true))]
    pub session_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("hidden" = true))]
    pub close_session_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("hidden" = true))]
    pub pause_session_id: Option<String>,
    /// pause them unchanged; content goes into a new session
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("hidden" = true))]
    pub pause_active: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("hidden" = true))]
    pub pause_only: Option<bool>,
    /// {decision, reason}
    #[schemars(extend("briefItems" = "object"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withdraw: Option<Vec<Withdrawal>>,
    /// ID of the handover that saves the session
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("hidden" = true))]
    pub handover_run: Option<String>,
    #[serde(flatten)]
    pub base: BaseParams,
}

#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SavedStatus {
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
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct Answer {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(flatten)]
    pub changes: RegisterChanges,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl Operation for SaveContext {
    const DEFINITION: Definition = Definition {
        name: "handoff_save_context",
        title: "Save the session",
        description: "Save what the next conversation needs: added to what is known. A summary closes the session.",
        set: ToolSet::Core,
        effect: Effect::Changes,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        match shell.read(move |ctx| plan(ctx, params)).await? {
            Plan::PauseOnly(which) => pause(&shell, which).await,
            Plan::Save(draft) => save(&shell, *draft).await,
        }
    }
}

/// The prepared change of a call.
enum Plan {
    /// Pauses sessions and saves nothing.
    PauseOnly(Pause),
    Save(Box<Draft>),
}

/// A save, before the state of Git and of files is added to it.
struct Draft {
    save: SessionSave,
    /// Entries to remove that do not exist.
    not_found: Vec<String>,
    /// Whether the state of Git is recorded.
    asks_git: bool,
}

/// Returns a text that is not empty.
fn given(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.is_empty())
}

fn plan(ctx: ToolContext<'_>, mut params: Params) -> Result<Plan, HandoffError> {
    let pause = match given(params.pause_session_id.take()) {
        Some(id) => Pause::One(id),
        None if params.pause_active.unwrap_or(false) => Pause::Active,
        None => Pause::Nothing,
    };
    if params.pause_only.unwrap_or(false) {
        let which = if pause == Pause::Nothing { Pause::Active } else { pause };
        return Ok(Plan::PauseOnly(which));
    }
    let (withdraw, base) = (params.withdraw.take(), std::mem::take(&mut params.base));
    let mut save = save_of(params, pause)?;
    let base = base.into_base(&LISTS)?;
    let reader = reader(ctx)?;
    let sessions = reader.sessions();
    let session = target(&sessions, &save, &ctx.context.actor).ok().flatten();
    let not_found = base.apply(reader, session, &mut save.patch)?;
    save.patch.remove.extend(withdraw.into_iter().flatten().map(|withdrawal| Removal {
        list: EntryKind::Decision.list().to_owned(),
        entry: withdrawal.decision.0,
        reason: Some(withdrawal.reason.0),
    }));
    let is_closing = matches!(save.target, SessionTarget::Unfinished(_));
    // A call without content only pauses sessions.
    if save.patch == SessionPatch::default() && !is_closing && save.pause != Pause::Nothing {
        return Ok(Plan::PauseOnly(save.pause));
    }
    let asks_git = reader.config().settings.auto_git_summary;
    Ok(Plan::Save(Box::new(Draft { save, not_found, asks_git })))
}

/// Returns the save of a call, without its base and what it removes.
fn save_of(params: Params, pause: Pause) -> Result<SessionSave, InvalidArgument> {
    let handover_run = given(params.handover_run);
    let target = match (given(params.close_session_id), given(params.session_id)) {
        (Some(id), _) => SessionTarget::Unfinished(id),
        (None, Some(id)) => SessionTarget::Active(id),
        // A handover names the session that was active when it began. One that has become active
        // since then is not its own.
        (None, None) if handover_run.is_some() => SessionTarget::New,
        (None, None) => SessionTarget::Current,
    };
    let is_closing = matches!(target, SessionTarget::Unfinished(_));
    let status = params.session_status.map(SessionStatus::from).filter(|_| !is_closing);
    let summary = given(params.session.summary.clone());
    let patch = SessionPatch::from(params.session);
    let only_saves = !is_closing && pause == Pause::Nothing;
    // Entries without a summary do not close the session.
    let goes_on = only_saves && summary.is_none() && patch != SessionPatch::default();
    let status = status.unwrap_or(if goes_on { SessionStatus::Active } else { SessionStatus::Closed });
    if only_saves && status == SessionStatus::Closed {
        require("summary", summary.as_deref())?;
    }
    let mut save = SessionSave { target, patch, status, pause };
    save.patch.record.extend(handover_run.map(|run| (HANDOVER_RUN.to_owned(), Value::from(run))));
    Ok(save)
}

/// Returns warnings as sentences.
fn to_lines(warnings: &[Text]) -> Vec<String> {
    warnings.iter().map(ToString::to_string).collect()
}

/// Pauses sessions. The answer is a note.
async fn pause(shell: &Shell, which: Pause) -> Result<Answered<Answer>, HandoffError> {
    let (_, warnings) = shell.commit_with_warnings(Command::PauseSessions { which }).await?;
    let nothing = "Nothing was paused: no session is active.".to_owned();
    let note = if warnings.is_empty() { nothing } else { to_lines(&warnings).join("\n") };
    let answer = Answer { note: Some(note.clone()), ..Answer::default() };
    Ok(Answered::with_text(answer, note))
}

async fn save(shell: &Shell, draft: Draft) -> Result<Answered<Answer>, HandoffError> {
    let Draft { mut save, not_found, asks_git } = draft;
    let git = if asks_git { Some(shell.git().await) } else { None };
    let missing = add_files(shell, &mut save.patch, git.as_ref()).await;
    let is_closed = save.status == SessionStatus::Closed;
    let (save, before, suggested) = shell.read(move |ctx| prepare(ctx, save)).await;
    let outcome = shell.commit_with_warnings(Command::SaveSession { save }).await;
    let saved = outcome.and_then(|(done, warnings)| {
        Ok(Saved { id: done.last_id()?, warnings, before, is_closed, missing, not_found })
    });
    let answered = match saved {
        Ok(saved) => shell.read(move |ctx| answer(ctx, saved)).await,
        Err(error) => Err(error),
    };
    match answered {
        Ok((answered, notes)) => {
            for note in notes {
                shell.note(note);
            }
            Ok(answered)
        }
        Err(error) => {
            if let Some(remark) = suggested {
                shell.note(remark);
            }
            Err(error)
        }
    }
}

/// Adds the current lists to a save. Returns it with what the project knows before the save, and a
/// remark for the case that it fails.
fn prepare(ctx: ToolContext<'_>, save: SessionSave) -> (SessionSave, Arc<Register>, Option<String>) {
    let reader = ctx.engine.reader();
    let before = reader.register();
    let save = with_current_lists(&reader.sessions(), save, &ctx.context.actor);
    let given = save.patch.lists.iter().flat_map(|list| &list.given);
    let suggested = suggested_decisions(&before, given, &save.patch.remove);
    (save, before, suggested)
}

/// A save that is done.
struct Saved {
    id: String,
    warnings: Vec<Text>,
    /// The register before the save.
    before: Arc<Register>,
    is_closed: bool,
    /// The paths of pointers without a file.
    missing: Vec<String>,
    /// Entries to remove that did not exist.
    not_found: Vec<String>,
}

/// Describes the saved session and what the save changed in what the project knows, with notes. If it
/// was closed, a note says what is missing.
fn answer(ctx: ToolContext<'_>, saved: Saved) -> Result<(Answered<Answer>, Vec<String>), HandoffError> {
    let Saved { id, warnings, before, is_closed, missing, not_found } = saved;
    let reader = ctx.engine.reader();
    let sessions = reader.sessions();
    let session = sessions.iter().find(|session| session.id() == id).ok_or_else(HandoffError::missing_result)?;
    let (summary, status, file) =
        (session.text("summary").unwrap_or_default(), status_name(session), session.file_name());
    let register = reader.register();
    let changes = RegisterChanges::between(&before, &register, &id).with_absent(not_found, missing_files(&missing));
    let mut notes = to_lines(&warnings);
    if is_closed {
        let remark = missing_next_step(ctx, &register, session);
        let hint = handover_score::hint(ctx, session, &missing, remark.is_some());
        notes.extend(remark.into_iter().chain(hint));
    }
    let mut lines = vec![format!("Session saved: {summary}"), format!("Session ID: {id}"), format!("File: {file}")];
    lines.extend(changes.lines());
    let answer = Answer {
        summary: Some(summary.to_owned()),
        session_id: Some(id),
        status: Some(status),
        file: Some(file.to_owned()),
        changes,
        note: None,
    };
    Ok((Answered::with_text(answer, lines.join("\n")), notes))
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
