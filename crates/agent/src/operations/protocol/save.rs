//! Saves a handoff.

use handoff_engine::sessions::SessionEntry;
use handoff_protocol::agent::{ListSave, Pause, SessionPatch, SessionSave, SessionTarget};
use handoff_protocol::{Command, Outcome, Priority, SessionStatus};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::HandoffError;
use crate::InvalidArgument;
use crate::Shell;
use crate::ToolContext;
use crate::context_pointers::Places;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::reader;
use crate::operations::people::team::TeamParams;
use crate::operations::sessions::anchors::add_files;
use crate::operations::sessions::fields::{POINTERS, list_save, missing_files, with_current_lists};
use crate::operations::sessions::handoff_text::{PRIORITIES, restoration_text};
use crate::operations::sessions::lookup::find_by_label;
use crate::operations::sessions::register_changes::RegisterChanges;
use crate::operations::sessions::session_delta::BaseParams;
use crate::params::{MainMember, RequiredText, Short, one_of, require};
use crate::tool::ToolSet;

/// The lists from which entries can be removed: names in the protocol, and keys.
const LISTS: [(&str, &str); 3] = [("files", POINTERS), ("decisions", "decisions"), ("next_steps", "checklist")];
/// Kind of the note with the progress summary.
const PROGRESS: &str = "progress";

/// Saves a session under a label, or updates the one that has it.
pub struct SaveHandoff;

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub session_id: RequiredText,
    pub task_objective: RequiredText,
    pub task_status: TaskStatus,
    // This and the two lists after it are required without a base.
    pub progress_summary: Option<String>,
    pub files: Option<Vec<FileParams>>,
    pub decisions: Option<Vec<DecisionParams>>,
    pub next_steps: Option<Vec<Short<StepParams>>>,
    #[serde(flatten)]
    pub base: BaseParams,
    #[serde(flatten)]
    pub team: TeamParams,
}

#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TaskStatus {
    InProgress,
    Blocked,
    NeedsReview,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct FileParams {
    pub path: RequiredText,
    pub relevance: RequiredText,
    pub focus_ranges: Option<Vec<FocusRange>>,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct FocusRange {
    #[schemars(extend("takes" = "a line number"))]
    pub start: u64,
    #[schemars(extend("takes" = "a line number"))]
    pub end: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct DecisionParams {
    pub decision: RequiredText,
    pub rationale: RequiredText,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct StepParams {
    pub action: RequiredText,
    // Required by the schema, but a step without it is accepted too.
    #[schemars(schema_with = "priorities")]
    pub priority: Option<Priority>,
}

impl MainMember for StepParams {
    const NAME: &'static str = "action";
}

fn priorities(_: &mut SchemaGenerator) -> Schema {
    one_of(&PRIORITIES)
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub session_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimated_tokens: Option<usize>,
}

impl Operation for SaveHandoff {
    const DEFINITION: Definition = Definition {
        name: "save_handoff",
        title: "Save a handoff",
        description: "Save the state of a task under a readable session_id; the same ID again updates it.",
        set: ToolSet::Protocol,
        effect: Effect::Changes,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let RequiredText(label) = params.session_id.clone();
        let (mut save, not_found) = shell.read(move |ctx| plan(ctx, params)).await?;
        let git = shell.git().await;
        let missing = add_files(&shell, &mut save.patch, Some(&git)).await;
        let save = shell.read(move |ctx| with_current_lists(&ctx.engine.reader().sessions(), save, &ctx.context.actor));
        let outcome = shell.try_commit(Command::SaveSession { save: save.await }).await;
        if let Outcome::Done { .. } = outcome {
            let absent = RegisterChanges::default().with_absent(not_found, missing_files(&missing));
            absent.lines().into_iter().for_each(|line| shell.note(line));
        }
        let created = shell.done(outcome)?.created;
        Ok(shell.read(move |ctx| describe(ctx, label, &created)).await)
    }
}

/// Returns the save, and the entries to remove that do not exist.
fn plan(ctx: ToolContext<'_>, params: Params) -> Result<(SessionSave, Vec<String>), HandoffError> {
    let RequiredText(label) = params.session_id;
    let reader = reader(ctx)?;
    let sessions = reader.sessions();
    let existing = find_by_label(&sessions, &label);
    let base = params.base.into_base(&LISTS)?;
    let adds = base.has_base(existing);
    let mut patch = SessionPatch::default();
    params.team.record(&mut patch);
    let not_found = base.apply(reader, existing, &mut patch)?;
    // Lists that add to others start empty.
    let list = |key: &str| existing.filter(|_| !adds).map(|session| session.list(key).to_vec()).unwrap_or_default();
    patch.values.insert("label".to_owned(), json!(label));
    patch.values.insert("summary".to_owned(), json!(params.task_objective.0));
    let mut environment = match existing.and_then(|session| session.content().get("environment")) {
        Some(Value::Object(members)) => members.clone(),
        _ => Map::new(),
    };
    environment.insert("task_status".to_owned(), json!(params.task_status));
    patch.values.insert("environment".to_owned(), Value::Object(environment));
    for (key, given) in [
        (POINTERS, params.files.map(|files| files.into_iter().map(pointer).collect())),
        ("checklist", params.next_steps.map(|steps| checklist(steps, &list("checklist")))),
        ("handoff_notes", progress_notes(params.progress_summary.as_deref(), list("handoff_notes"), adds)?),
        ("decisions", params.decisions.map(|decisions| decision_entries(decisions, ctx.context.now))),
    ] {
        let name = LISTS.iter().find(|(_, list)| *list == key).map_or("progress_summary", |(name, _)| *name);
        match given {
            // The call gives the whole state of the work, but only new decisions.
            Some(given) => {
                let replace = !adds && key != "decisions";
                patch.lists.push(ListSave { replace, ..list_save(key, given) });
            }
            None if adds || key == "decisions" => {}
            None => return Err(InvalidArgument::missing(name, "a list of objects, unless base is given").into()),
        }
    }
    let status = existing.and_then(SessionEntry::status).filter(|status| *status != SessionStatus::Closed);
    let save = SessionSave {
        target: existing.map_or(SessionTarget::New, |session| SessionTarget::Exactly(session.id())),
        patch,
        status: status.unwrap_or(SessionStatus::Open),
        pause: Pause::Nothing,
    };
    Ok((save, not_found))
}

/// Describes the saved handoff.
fn describe(ctx: ToolContext<'_>, label: String, created: &[String]) -> Answered<Answer> {
    let sessions = ctx.engine.reader().sessions();
    let Some(session) = sessions.iter().find(|session| created.contains(&session.id())) else {
        let text = format!("Saved handoff {label}.");
        return Answered::with_text(Answer { session_id: label, file: None, estimated_tokens: None }, text);
    };
    let tokens = handoff_engine::estimate_tokens(&restoration_text(session, &Places::default()));
    let file = format!(".handoff/{}", session.path());
    let text = format!("Saved handoff {label} in {file}; loading it takes about {tokens} tokens.");
    Answered::with_text(Answer { session_id: label, file: Some(file), estimated_tokens: Some(tokens) }, text)
}

/// Converts a file of the protocol to a context pointer.
fn pointer(file: FileParams) -> Value {
    let mut pointer = json!({"path": file.path.0, "reason": file.relevance.0});
    let ranges = file.focus_ranges.unwrap_or_default();
    if let (false, Some(members)) = (ranges.is_empty(), pointer.as_object_mut()) {
        let lines: Vec<String> = ranges.iter().map(|range| format!("{}-{}", range.start, range.end)).collect();
        members.insert("lines".to_owned(), json!(lines.join(", ")));
        members.insert("focus_ranges".to_owned(), json!(ranges));
    }
    pointer
}

/// Converts next steps to a checklist, and keeps the checked items of the old one.
fn checklist(steps: Vec<Short<StepParams>>, old: &[Value]) -> Vec<Value> {
    let checked = old.iter().filter(|item| item.get("checked") == Some(&json!(true)));
    let step = |Short(step): Short<StepParams>| {
        let priority = step.priority.unwrap_or(Priority::Medium);
        json!({"item": step.action.0, "checked": false, "owner": "ai", "priority": priority})
    };
    let new: Vec<Value> = steps.into_iter().map(step).collect();
    let checked = checked.filter(|old| new.iter().all(|new| new.get("item") != old.get("item")));
    checked.chain(&new).cloned().collect()
}

/// Replaces the progress summary in the notes. It may be absent only if the lists add to those of a
/// base.
fn progress_notes(
    summary: Option<&str>,
    mut notes: Vec<Value>,
    adds: bool,
) -> Result<Option<Vec<Value>>, InvalidArgument> {
    if adds && summary.is_none() {
        return Ok(None);
    }
    let summary = require("progress_summary", summary)?;
    notes.retain(|note| note.get("kind") != Some(&json!(PROGRESS)));
    notes.insert(0, json!({"note": summary, "category": "context", "kind": PROGRESS}));
    Ok(Some(notes))
}

fn decision_entries(decisions: Vec<DecisionParams>, now: i64) -> Vec<Value> {
    let at = handoff_format::timestamp(now);
    let decision = |DecisionParams { decision, rationale }| json!({"decision": decision.0, "reason": rationale.0, "timestamp": at});
    decisions.into_iter().map(decision).collect()
}
