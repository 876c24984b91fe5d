//! The handoff protocol's three tools: another door to the same sessions.
//!
//! A handoff is a session: the caller's name for it is the label, the objective is the summary, and
//! files and next steps are pointers and the check list. What sessions have no key for is stored in
//! entries of lists and in the environment.

use std::cmp::Reverse;

use handoff_engine::sessions::SessionEntry;
use handoff_protocol::agent::{Pause, SessionPatch, SessionSave, SessionTarget};
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
use crate::params::{Object, RequiredText, input, one_of, output, parse, require};
use crate::tool::{Effect, Tool, ToolSet};
use crate::tools::common::reading;
use crate::tools::fields::{NOTED, list_save, members, nothing_at, with_current_lists, with_memory};
use crate::tools::people::team::{TeamFilter, TeamParams};
use crate::tools::sessions::find_session;
use crate::tools::sessions::handoff_text::{PRIORITIES, handle, restoration_text, task_status};
use crate::tools::sessions::session_delta::{BaseParams, find_by_label};

pub(super) const TOOLS: &[Tool] = &[
    Tool {
        name: "save_handoff",
        title: "Save a handoff",
        description: "Save the state of a task under a readable session_id; the same ID again updates it.",
        set: ToolSet::Protocol,
        effect: Effect::Changes,
        input: input::<SaveParams>,
        output: Some(output::<SaveAnswer>),
        answer: |ctx, arguments| save_handoff(ctx, parse(arguments)?),
    },
    Tool {
        name: "load_handoff",
        title: "Load a handoff",
        description: "What was saved under a session_id, to continue from it.",
        set: ToolSet::Protocol,
        effect: Effect::Reads,
        input: input::<LoadParams>,
        output: None,
        answer: |ctx, arguments| Ok(load_handoff(ctx, &parse(arguments)?)),
    },
    Tool {
        name: "list_handoffs",
        title: "List handoffs",
        description: "All saved handoffs, newest first.",
        set: ToolSet::Protocol,
        effect: Effect::Reads,
        input: input::<TeamFilter>,
        output: Some(output::<ListAnswer>),
        answer: |ctx, arguments| Ok(list_handoffs(ctx, &parse(arguments)?)),
    },
];

/// The lists of which something of a base can be left out, as the protocol calls them.
const LISTS: [(&str, &str); 3] =
    [("files", "context_pointers"), ("decisions", "decisions"), ("next_steps", "checklist")];
/// Marks the note that holds the progress summary.
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
    next_steps: Option<Vec<StepParams>>,
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
    // The schema asks for it; a step without one is taken as well.
    #[schemars(schema_with = "priorities")]
    priority: Option<Priority>,
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
    let reading = match reading(ctx) {
        Ok(reading) => reading,
        Err(reply) => return Ok(ToolOutcome::Done(reply)),
    };
    let sessions = reading.sessions();
    let known = find_by_label(&sessions, &label);
    let base = params.base.into_base(&LISTS)?;
    let on_top = base.adds(known);
    let mut patch = SessionPatch::default();
    params.team.record(&mut patch);
    let mut remarks = match base.note(reading, known, &mut patch) {
        Ok(remarks) => remarks,
        Err(reply) => return Ok(ToolOutcome::Done(reply)),
    };
    // On top of something only what is new is given.
    let list = |key: &str| known.filter(|_| !on_top).map(|known| known.list(key).to_vec()).unwrap_or_default();
    patch.values.insert("label".to_owned(), json!(label));
    patch.values.insert("summary".to_owned(), json!(params.task_objective.0));
    let mut environment = known.and_then(|known| known.content().get("environment")).cloned().unwrap_or_default();
    if !environment.is_object() {
        environment = json!({});
    }
    if let Some(members) = environment.as_object_mut() {
        members.insert("task_status".to_owned(), json!(params.task_status));
    }
    patch.values.insert("environment".to_owned(), environment);
    for (key, given) in [
        ("context_pointers", params.files.map(|files| files.into_iter().map(pointer).collect())),
        ("checklist", params.next_steps.map(|steps| checklist(steps, &list("checklist")))),
        ("handoff_notes", progress(params.progress_summary.as_deref(), list("handoff_notes"), on_top)?),
        ("decisions", params.decisions.map(|decisions| decision_entries(decisions, ctx.context.now))),
    ] {
        let name = LISTS.iter().find(|(_, list)| *list == key).map_or("progress_summary", |(name, _)| *name);
        match given {
            Some(given) => patch.lists.push(list_save(key, given)),
            None if on_top || key == "decisions" => {}
            None => return Err(InvalidArgument::new(name, "a list of objects; it is required without base")),
        }
    }
    let stands = known.and_then(SessionEntry::status).filter(|status| *status != SessionStatus::Closed);
    let save = SessionSave {
        target: known.map_or(SessionTarget::New, |known| SessionTarget::Exactly(known.id())),
        patch,
        status: stands.unwrap_or(SessionStatus::Open),
        pause: Pause::Nothing,
    };
    Ok(ToolOutcome::git(move |ctx, git| {
        let mut save = save;
        git.note(&mut save.patch);
        let patch = std::mem::take(&mut save.patch);
        with_memory(ctx, patch, git.commit, move |ctx, patch, missing| {
            save.patch = patch;
            let save = with_current_lists(&ctx.engine.reading().sessions(), save);
            ToolOutcome::commit(Command::SaveSession { save }, move |ctx, created| {
                remarks.extend(nothing_at(&missing));
                describe_saved(ctx, &label, &created, &remarks)
            })
        })
    }))
}

fn describe_saved(ctx: ToolContext<'_>, label: &str, created: &[String], remarks: &[String]) -> Reply {
    let sessions = ctx.engine.reading().sessions();
    let session = sessions.iter().find(|session| created.contains(&session.id()));
    let Some(session) = session else {
        let answer = SaveAnswer { session_id: label.to_owned(), file: None, estimated_tokens: None };
        return Reply::told(format!("Saved handoff {label}."), json!(answer));
    };
    let tokens = crate::restoration::tokens::estimate_tokens(&restoration_text(session, &Places::default()));
    let file = format!(".handoff/{}", session.path());
    let mut text = format!("Saved handoff {label} in {file}; loading it takes about {tokens} tokens.");
    for remark in remarks {
        text = format!("{text}\n{remark}");
    }
    let answer = SaveAnswer { session_id: label.to_owned(), file: Some(file), estimated_tokens: Some(tokens) };
    Reply::told(text, json!(answer))
}

/// A file as a pointer of a session.
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

/// The next steps as a check list. Steps that were done already stay ticked.
fn checklist(steps: Vec<StepParams>, known: &[Value]) -> Vec<Value> {
    let done = known.iter().filter(|item| item.get("checked") == Some(&json!(true)));
    let step = |step: StepParams| {
        let priority = step.priority.unwrap_or(Priority::Medium);
        json!({"item": step.action.0, "checked": false, "owner": "ai", "priority": priority})
    };
    let new: Vec<Value> = steps.into_iter().map(step).collect();
    let kept = done.filter(|old| new.iter().all(|new| new.get("item") != old.get("item")));
    kept.chain(&new).cloned().collect()
}

/// The notes with the progress summary in place of the one before; on top of a base it may stay.
fn progress(summary: Option<&str>, mut notes: Vec<Value>, on_top: bool) -> Result<Option<Vec<Value>>, InvalidArgument> {
    if on_top && summary.is_none() {
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
    let found = reading(ctx).and_then(|reading| {
        let sessions = reading.sessions();
        let found = match find_by_label(&sessions, name) {
            Some(session) => Ok(session),
            None => find_session(&sessions, name),
        };
        found.cloned().map_err(|reply| near(&sessions, name, reply))
    });
    match found {
        Err(reply) => ToolOutcome::Done(reply),
        Ok(session) => {
            let looks = context_pointers::to_compare(std::iter::once(&session));
            ToolOutcome::files(ctx, looks.clone(), move |_, sights| {
                ToolOutcome::Done(Reply::text(restoration_text(&session, &Places::new(looks, sights))))
            })
        }
    }
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

fn list_handoffs(ctx: ToolContext<'_>, filter: &TeamFilter) -> ToolOutcome {
    let reading = match reading(ctx) {
        Ok(reading) => reading,
        Err(reply) => return ToolOutcome::Done(reply),
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
        row
    };
    let handoffs = sessions.iter().map(row).collect();
    ToolOutcome::Done(Reply::value(json!(ListAnswer { handoffs, broken: reading.broken_sessions() })))
}
