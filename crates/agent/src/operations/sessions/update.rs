//! Changes single entries of a session.

use std::sync::Arc;

use handoff_engine::ProjectReader;
use handoff_engine::register::{ChecklistRow, Register};
use handoff_engine::sessions::{SessionEntry, current, find};
use handoff_protocol::agent::{Check, Removal, SessionUpdate};
use handoff_protocol::{Command, SessionStatus};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::HandoffError;
use crate::InvalidArgument;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::reader;
use crate::operations::sessions::anchors::anchor;
use crate::operations::sessions::entries::{Decision, Note, Owner, Pointer};
use crate::operations::sessions::fields::{POINTERS, missing_files};
use crate::operations::sessions::register_changes::RegisterChanges;
use crate::operations::sessions::session_delta::{LISTS, RemovalParams, resolve, suggested_decisions};
use crate::params::Entry;
use crate::tool::ToolSet;

/// Ticks, adds or removes single entries of a session.
pub struct UpdateSession;

#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub session_id: Option<String>,
    /// from 0
    pub checklist_index: Option<usize>,
    pub checklist_checked: Option<bool>,
    pub add_checklist_item: Option<String>,
    pub checklist_owner: Option<Owner>,
    pub add_blocker: Option<String>,
    pub add_decision: Option<Entry<Decision>>,
    pub add_handoff_note: Option<Entry<Note>>,
    pub add_context_pointer: Option<Entry<Pointer>>,
    #[serde(flatten)]
    pub removal: RemovalParams,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub session_id: String,
    pub checklist_progress: String,
    #[serde(flatten)]
    pub changes: RegisterChanges,
}

impl Operation for UpdateSession {
    const DEFINITION: Definition = Definition {
        name: "handoff_update_session",
        title: "Change entries of the session",
        description: "Tick, add or remove single entries of your session.",
        set: ToolSet::Rest,
        effect: Effect::Adds,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let changes = Changes::of(params)?;
        let Plan { id, mut update, pointers, before, not_found, asks_git } =
            shell.read(move |ctx| plan(ctx, changes)).await?;
        let commit = if asks_git { shell.git().await.commit } else { None };
        let (pointers, missing) = anchor(&shell, pointers, commit.as_deref()).await;
        update.add.extend(pointers.into_iter().map(|pointer| (POINTERS.to_owned(), pointer)));
        let suggested = suggested_decisions(&before, update.add.iter().map(|(_, entry)| entry), &update.remove);
        let updated = shell.commit(Command::UpdateSession { id, update }).await.and_then(|done| done.first_id());
        let answered = match updated {
            Ok(id) => shell.read(move |ctx| answer(ctx, id, &before, not_found, missing_files(&missing))).await,
            Err(error) => Err(error),
        };
        if let Some(remark) = suggested.filter(|_| answered.is_err()) {
            shell.note(remark);
        }
        answered
    }
}

/// The changes of a call.
struct Changes {
    id: Option<String>,
    /// The index of the checklist item to tick or untick.
    index: Option<usize>,
    checked: bool,
    /// Entries to add, with their lists.
    add: Vec<(String, Value)>,
    /// Context pointers to add.
    pointers: Vec<Value>,
    remove: Vec<Removal>,
}

impl Changes {
    /// Returns the changes of a call that has some.
    fn of(params: Params) -> Result<Changes, InvalidArgument> {
        let owner = params.checklist_owner.unwrap_or_default();
        let item = params.add_checklist_item.map(|item| json!({"item": item, "checked": false, "owner": owner}));
        let added = [
            ("checklist", item),
            ("decisions", params.add_decision.map(Entry::into_value)),
            ("blockers", params.add_blocker.filter(|text| !text.is_empty()).map(Value::from)),
            ("handoff_notes", params.add_handoff_note.map(Entry::into_value)),
        ];
        let changes = Changes {
            id: params.session_id,
            index: params.checklist_index,
            checked: params.checklist_checked.unwrap_or(true),
            add: added.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect(),
            pointers: params.add_context_pointer.map(Entry::into_value).into_iter().collect(),
            remove: params.removal.into_removals(&LISTS)?,
        };
        if changes.is_empty() {
            return Err(InvalidArgument::new("checklist_index", "given, unless another argument adds something"));
        }
        Ok(changes)
    }

    fn is_empty(&self) -> bool {
        self.index.is_none() && self.add.is_empty() && self.pointers.is_empty() && self.remove.is_empty()
    }
}

/// An update, before its context pointers are added.
struct Plan {
    id: Option<String>,
    update: SessionUpdate,
    pointers: Vec<Value>,
    /// The register before the update.
    before: Arc<Register>,
    /// Entries to remove that do not exist.
    not_found: Vec<String>,
    /// Whether the pointers get the commit of the working tree.
    asks_git: bool,
}

fn plan(ctx: ToolContext<'_>, changes: Changes) -> Result<Plan, HandoffError> {
    let Changes { id, index, checked, add, pointers, mut remove } = changes;
    let reader = reader(ctx)?;
    let sessions = reader.sessions();
    let session = match &id {
        Some(id) => find(&sessions, id, &[Some(SessionStatus::Active)]).ok(),
        None => current(&sessions, &ctx.context.actor),
    };
    let before = reader.register();
    let check = index.map(|index| {
        let rows = before.checklist(session);
        Check { index, seen: rows.into_iter().nth(index).map(|row| row.value), entry: None, checked, answer: None }
    });
    let not_found = resolve(&before, session, &mut remove);
    let asks_git = !pointers.is_empty() && reader.config().settings.auto_git_summary;
    let update = SessionUpdate { check, edit: None, add, remove };
    Ok(Plan { id, update, pointers, before, not_found, asks_git })
}

fn answer(
    ctx: ToolContext<'_>,
    id: String,
    before: &Register,
    not_found: Vec<String>,
    missing_files: Vec<String>,
) -> Result<Answered<Answer>, HandoffError> {
    let reader = ctx.engine.reader();
    let (sessions, register) = (reader.sessions(), reader.register());
    let session = sessions.iter().find(|session| session.id() == id).ok_or_else(HandoffError::missing_result)?;
    let items = progress_of(&register.checklist(Some(session)));
    let mut lines = vec![format!("Updated session {id} (checklist {items}).")];
    let changes = RegisterChanges::between(before, &register, &id).with_absent(not_found, missing_files);
    lines.extend(changes.lines());
    Ok(Answered::with_text(Answer { session_id: id, checklist_progress: items, changes }, lines.join("\n")))
}

/// Returns the number of checked and of all checklist items, such as "2/5".
fn progress_of(rows: &[ChecklistRow]) -> String {
    format!("{}/{}", rows.iter().filter(|row| row.is_checked).count(), rows.len())
}

/// Returns the texts of the checklist items that a call can tick, by their index: those of a session,
/// then the open ones of other sessions.
pub fn checklist_items(reader: ProjectReader<'_>, session: &SessionEntry) -> Vec<String> {
    let rows = reader.register().checklist(Some(session)).into_iter();
    rows.map(|row| row.value.get("item").and_then(Value::as_str).unwrap_or_default().to_owned()).collect()
}
