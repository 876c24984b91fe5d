//! The three tools of the handoff protocol: another interface to the same sessions.
//!
//! A handoff is a session. The caller's ID is the label, the objective is the summary, files are
//! context pointers, and next steps are the checklist. Values without a key in sessions are stored
//! in list entries and in the environment.

use std::cmp::Reverse;

use handoff_engine::sessions::SessionEntry;
use handoff_protocol::agent::{ListSave, Pause, SessionPatch, SessionSave, SessionTarget};
use handoff_protocol::{Command, Priority, SessionStatus};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::InvalidArgument;
use crate::Reply;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::context_pointers;
use crate::context_pointers::Places;
use crate::operation::Effect;
use crate::operations::common::{reader, similarity};
use crate::operations::fields::{METADATA, anchor_patch, list_save, members, missing_files, with_current_lists};
use crate::operations::people::team::{TeamFilter, TeamParams};
use crate::operations::sessions::find_session;
use crate::operations::sessions::handoff_text::{PRIORITIES, handle, restoration_text, task_status};
use crate::operations::sessions::lookup::find_by_label;
use crate::operations::sessions::register_changes::RegisterChanges;
use crate::operations::sessions::session_delta::BaseParams;
use crate::params::{MainMember, Object, RequiredText, Short, input, one_of, output, parse, require};
use crate::tool::{Tool, ToolSet, Work};

pub(super) const TOOLS: &[Tool] = &[
    Tool {
        name: "save_handoff",
        title: "Save a handoff",
        description: "Save the state of a task under a readable session_id; the same ID again updates it.",
        set: ToolSet::Protocol,
        effect: Effect::Changes,
        input: input::<SaveParams>,
        output: Some(output::<SaveAnswer>),
        work: Work::Steps(|ctx, arguments| save_handoff(ctx, parse(arguments)?)),
    },
    Tool {
        name: "load_handoff",
        title: "Load a handoff",
        description: "What was saved under a session_id, to continue from it.",
        set: ToolSet::Protocol,
        effect: Effect::Reads,
        input: input::<LoadParams>,
        output: None,
        work: Work::Steps(|ctx, arguments| Ok(load_handoff(ctx, &parse(arguments)?))),
    },
    Tool {
        name: "list_handoffs",
        title: "List handoffs",
        description: "All saved handoffs, newest first.",
        set: ToolSet::Protocol,
        effect: Effect::Reads,
        input: input::<TeamFilter>,
        output: Some(output::<ListAnswer>),
        work: Work::Steps(|ctx, arguments| Ok(list_handoffs(ctx, &parse(arguments)?))),
    },
];

/// The lists from which entries can be removed: names in the protocol, and keys.
const LISTS: [(&str, &str); 3] =
    [("files", "context_pointers"), ("decisions", "decisions"), ("next_steps", "checklist")];
/// Kind of the note with the progress summary.
const PROGRESS: &str = "progress";

#[derive(Deserialize, JsonSchema)]
struct SaveParams {
    session_id: RequiredText,
    task_objective: RequiredText,
    task_status: TaskStatus,
    // This and the two lists after it are required without a base.
    progress_summary: Option<String>,
    files: Option<Vec<FileParams>>,
    decisions: Option<Vec<DecisionParams>>,
    next_steps: Option<Vec<Short<StepParams>>>,
    #[serde(flatten)]
    base: BaseParams,
    #[serde(flatten)]
    team: TeamParams,
}

#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum TaskStatus {
    InProgress,
    Blocked,
    NeedsReview,
}

#[derive(Deserialize, JsonSchema)]
struct FileParams {
    path: RequiredText,
    relevance: RequiredText,
    focus_ranges: Option<Vec<FocusRange>>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct FocusRange {
    #[schemars(extend("takes" = "a line number"))]
    start: u64,
    #[schemars(extend("takes" = "a line number"))]
    end: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
struct DecisionParams {
    decision: RequiredText,
    rationale: RequiredText,
}

#[derive(Deserialize, JsonSchema)]
struct StepParams {
    action: RequiredText,
    // Required by the schema, but a step without it is accepted too.
    #[schemars(schema_with = "priorities")]
    priority: Option<Priority>,
}

impl MainMember for StepParams {
    const NAME: &'static str = "action";
}

fn priorities(_: &mut SchemaGenerator) -> Schema {
    one_of(&PRIORITIES)
}

#[derive(Deserialize, JsonSchema)]
struct LoadParams {
    session_id: RequiredText,
}

#[derive(Serialize, JsonSchema)]
struct SaveAnswer {
    session_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    estimated_tokens: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
struct ListAnswer {
    handoffs: Vec<Object>,
    broken: Vec<String>,
}

fn save_handoff(ctx: ToolContext<'_>, params: SaveParams) -> Result<ToolOutcome, InvalidArgument> {
    let RequiredText(label) = params.session_id;
    let reader = match reader(ctx) {
        Ok(reader) => reader,
        Err(reply) => return Ok(ToolOutcome::Done(reply)),
    };
    let sessions = reader.sessions();
    let existing = find_by_label(&sessions, &label);
    let base = params.base.into_base(&LISTS)?;
    let adds = base.has_base(existing);
    let mut patch = SessionPatch::default();
    params.team.record(&mut patch);
    let not_found = match base.apply(reader, existing, &mut patch) {
        Ok(not_found) => not_found,
        Err(reply) => return Ok(ToolOutcome::Done(reply)),
    };
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
        ("context_pointers", params.files.map(|files| files.into_iter().map(pointer).collect())),
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
            None => return Err(InvalidArgument::missing(name, "a list of objects, unless base is given")),
        }
    }
    let status = existing.and_then(SessionEntry::status).filter(|status| *status != SessionStatus::Closed);
    let save = SessionSave {
        target: existing.map_or(SessionTarget::New, |session| SessionTarget::Exactly(session.id())),
        patch,
        status: status.unwrap_or(SessionStatus::Open),
        pause: Pause::Nothing,
    };
    Ok(ToolOutcome::git(move |ctx, git| {
        let mut save = save;
        git.add_to(&mut save.patch);
        let patch = std::mem::take(&mut save.patch);
        anchor_patch(ctx, patch, git.commit, move |ctx, patch, missing| {
            save.patch = patch;
            let save = with_current_lists(&ctx.engine.reader().sessions(), save, &ctx.context.actor);
            ToolOutcome::commit(Command::SaveSession { save }, move |ctx, created| {
                let absent = RegisterChanges::default().with_absent(not_found, missing_files(&missing));
                absent.lines().iter().fold(saved_reply(ctx, &label, &created), |reply, line| reply.with_note(line))
            })
        })
    }))
}

/// Returns the reply for a saved handoff.
fn saved_reply(ctx: ToolContext<'_>, label: &str, created: &[String]) -> Reply {
    let sessions = ctx.engine.reader().sessions();
    let session = sessions.iter().find(|session| created.contains(&session.id()));
    let Some(session) = session else {
        let answer = SaveAnswer { session_id: label.to_owned(), file: None, estimated_tokens: None };
        return Reply::with_value(format!("Saved handoff {label}."), json!(answer));
    };
    let tokens = handoff_engine::estimate_tokens(&restoration_text(session, &Places::default()));
    let file = format!(".handoff/{}", session.path());
    let text = format!("Saved handoff {label} in {file}; loading it takes about {tokens} tokens.");
    let answer = SaveAnswer { session_id: label.to_owned(), file: Some(file), estimated_tokens: Some(tokens) };
    Reply::with_value(text, json!(answer))
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

fn load_handoff(ctx: ToolContext<'_>, params: &LoadParams) -> ToolOutcome {
    let name = &params.session_id.0;
    let session = reader(ctx).and_then(|reader| {
        let sessions = reader.sessions();
        let session = match find_by_label(&sessions, name) {
            Some(session) => Ok(session),
            None => find_session(reader, &sessions, name),
        };
        session.cloned().map_err(|reply| with_similar_names(&sessions, name, reply))
    });
    match session {
        Err(reply) => ToolOutcome::Done(reply),
        Ok(session) => {
            let requests = context_pointers::requests_for_stored_pointers(session.list("context_pointers").iter());
            ToolOutcome::files(ctx, requests.clone(), move |_, answers| {
                ToolOutcome::Done(Reply::text(restoration_text(&session, &Places::new(requests, answers))))
            })
        }
    }
}

/// Adds the most similar names to a refusal.
fn with_similar_names(sessions: &[SessionEntry], query: &str, reply: Reply) -> Reply {
    let mut names: Vec<(usize, String)> = sessions
        .iter()
        .map(handle)
        .map(|name| (similarity(query, &name), name))
        .filter(|(score, _)| *score > 0)
        .collect();
    names.sort_by_key(|(score, _)| Reverse(*score));
    names.dedup();
    let names: Vec<String> = names.into_iter().take(5).map(|(_, name)| name).collect();
    if names.is_empty() {
        return reply;
    }
    Reply { text: reply.text.then(format!(" Did you mean {}?", names.join(", "))), ..reply }
}

fn list_handoffs(ctx: ToolContext<'_>, filter: &TeamFilter) -> ToolOutcome {
    let reader = match reader(ctx) {
        Ok(reader) => reader,
        Err(reply) => return ToolOutcome::Done(reply),
    };
    let mut sessions = reader.sessions().to_vec();
    sessions.retain(|session| filter.matches(session));
    sessions.sort_by(|a, b| b.saved_at().cmp(a.saved_at()));
    let row = |session: &SessionEntry| {
        let mut row = Map::new();
        row.insert("session_id".to_owned(), json!(handle(session)));
        row.insert("task_objective".to_owned(), json!(session.text("summary")));
        row.insert("task_status".to_owned(), json!(task_status(session)));
        row.insert("updated_at".to_owned(), json!(session.text("ended_at")));
        row.extend(members(session, &METADATA));
        row
    };
    let handoffs = sessions.iter().map(row).collect();
    ToolOutcome::Done(Reply::value(json!(ListAnswer { handoffs, broken: reader.broken_sessions() })))
}
