//! Tools to list, get, fork and merge sessions.

pub(crate) mod handoff_text;
pub(crate) mod load;
pub(crate) mod load_json;
pub(crate) mod register_changes;
pub(crate) mod save;
pub(crate) mod session_delta;

use handoff_engine::sessions::{ANY_STATE, SessionEntry, SessionLookupError, find};
use handoff_engine::{ProjectPart, ProjectReader};
use handoff_protocol::agent::SessionPatch;
use handoff_protocol::{Command, DecisionConflict, SessionStatus};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::InvalidArgument;
use crate::Reply;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::context_pointers::{Places, requests_for_stored_pointers};
use crate::handover_score;
use crate::operation::Effect;
use crate::operations::common::{not_found, reader};
use crate::operations::fields::{METADATA, POINTERS, list_save, members};
use crate::operations::people::team::TeamFilter;
use crate::operations::sessions::save::checklist_progress;
use crate::params::{Object, RequiredText, input, one_of, output, parse};
use crate::tool::{Tool, ToolSet, Work};
use crate::tool_result::missing_result;

pub(crate) const TOOLS: &[Tool] = &[
    Tool {
        name: "handoff_list_sessions",
        title: "List sessions",
        description: "Sessions, last saved first.",
        set: ToolSet::Rest,
        effect: Effect::Reads,
        input: input::<ListParams>,
        output: Some(output::<ListAnswer>),
        work: Work::Steps(|ctx, arguments| Ok(list_sessions(ctx, &parse(arguments)?))),
    },
    Tool {
        name: "handoff_get_session",
        title: "Get a session",
        description: "All entries of one session.",
        set: ToolSet::Rest,
        effect: Effect::Reads,
        input: input::<GetParams>,
        output: Some(output::<Object>),
        work: Work::Steps(|ctx, arguments| Ok(get_session(ctx, &parse(arguments)?))),
    },
    Tool {
        name: "handoff_fork_session",
        title: "Fork a session",
        description: "Begin an active session with the entries of another one, in any state.",
        set: ToolSet::Rest,
        effect: Effect::Adds,
        input: input::<ForkParams>,
        output: Some(output::<ForkAnswer>),
        work: Work::Steps(|ctx, arguments| Ok(fork_session(ctx, parse(arguments)?))),
    },
    Tool {
        name: "handoff_merge_sessions",
        title: "Merge sessions",
        description: "Move the entries of several sessions into one and close the others.",
        set: ToolSet::Rest,
        effect: Effect::Changes,
        input: input::<MergeParams>,
        output: Some(output::<MergeAnswer>),
        work: Work::Steps(|ctx, arguments| merge_sessions(ctx, parse(arguments)?)),
    },
];

/// The keys that a fork can inherit.
const INHERITABLE: [&str; 7] =
    ["decisions", "context_pointers", "references", "handoff_notes", "environment", "blockers", "checklist"];
/// Number of first keys of [`INHERITABLE`] that a fork inherits by default.
const DEFAULT_INHERITED: usize = 5;

#[derive(Default, Deserialize, JsonSchema)]
#[serde(default)]
struct ListParams {
    #[schemars(schema_with = "states")]
    status_filter: Option<SessionStatus>,
    #[serde(flatten)]
    team: TeamFilter,
    timeline: Option<String>,
    limit: Option<u64>,
    include_children: Option<bool>,
}

fn states(_: &mut SchemaGenerator) -> Schema {
    one_of(&["open", "active", "paused", "closed"])
}

#[derive(Serialize, JsonSchema)]
struct ListAnswer {
    sessions: Vec<Object>,
}

#[derive(Deserialize, JsonSchema)]
struct GetParams {
    session_id: RequiredText,
}

#[derive(Deserialize, JsonSchema)]
struct ForkParams {
    source_session_id: RequiredText,
    summary: RequiredText,
    label: Option<String>,
    timeline: Option<String>,
    #[serde(default)]
    #[schemars(schema_with = "inheritable")]
    inherit: Option<Vec<String>>,
    related_task_ids: Option<Vec<String>>,
}

fn inheritable(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "array", "items": one_of(&INHERITABLE)})
}

#[derive(Deserialize, JsonSchema)]
struct MergeParams {
    #[schemars(extend("takes" = "a list of at least two strings"))]
    source_session_ids: Vec<String>,
    target_session_id: RequiredText,
    close_sources: Option<bool>,
}

#[derive(Serialize, JsonSchema)]
struct ForkAnswer {
    session_id: String,
    parent_session_id: String,
    status: &'static str,
    inherited: Vec<String>,
    file: String,
}

#[derive(Serialize, JsonSchema)]
struct MergeAnswer {
    merged_session_id: String,
    merged_decisions: u32,
    merged_notes: u32,
    merged_references: u32,
    merged_context_pointers: u32,
    #[schemars(with = "Vec<Object>")]
    conflicts: Vec<Value>,
    closed_sessions: Vec<String>,
}

fn list_sessions(ctx: ToolContext<'_>, params: &ListParams) -> ToolOutcome {
    let limit = usize::try_from(params.limit.unwrap_or(20)).unwrap_or(usize::MAX);
    let with_children = params.include_children.unwrap_or(false);
    let (status, timeline) = (params.status_filter, params.timeline.as_deref());
    let reader = match reader(ctx) {
        Ok(reader) => reader,
        Err(reply) => return ToolOutcome::Done(reply),
    };
    let all = reader.sessions();
    let scores = reader.handover_scores(&all, ctx.context.now);
    let mut sessions = all.to_vec();
    sessions.retain(|session| {
        params.team.matches(session)
            && status.is_none_or(|status| session.status() == Some(status))
            && timeline.is_none_or(|timeline| session.text("timeline") == Some(timeline))
    });
    sessions.sort_by(|a, b| b.saved_at().cmp(a.saved_at()));
    let row = |session: &SessionEntry| {
        let mut row = row(session, with_children.then_some(sessions.as_slice()));
        // The state of files is left out: a list reads none.
        if let Some(score) = scores.score(session, |_| None) {
            row.insert(handover_score::SCORE.to_owned(), json!(score.total));
        }
        row
    };
    let rows: Vec<Object> = sessions.iter().take(limit).map(row).collect();
    ToolOutcome::Done(Reply::with_value(json!(rows).to_string(), json!(ListAnswer { sessions: rows })))
}

/// Returns the row of a session. With `others`, it has the forks of the session among them.
fn row(session: &SessionEntry, others: Option<&[SessionEntry]>) -> Object {
    let mut row = Map::new();
    row.insert("id".to_owned(), json!(session.id()));
    row.insert("status".to_owned(), json!(status_name(session)));
    for key in ["summary", "started_at", "ended_at", "branch", "commit"] {
        row.insert(key.to_owned(), json!(session.text(key)));
    }
    row.insert("decisions_count".to_owned(), json!(session.list("decisions").len()));
    row.insert("checklist_progress".to_owned(), json!(checklist_progress(session)));
    for key in ["timeline", "label", "parent_session_id"] {
        if let Some(text) = session.text(key) {
            row.insert(key.to_owned(), json!(text));
        }
    }
    row.extend(members(session, &METADATA));
    if let Some(others) = others {
        let id = session.id();
        let forks = others.iter().filter(|other| other.text("parent_session_id") == Some(&id));
        let fork = |fork: &SessionEntry| {
            json!({
                "id": fork.id(), "summary": fork.text("summary"), "status": status_name(fork), "label": fork.text("label"),
            })
        };
        let forks: Vec<Value> = forks.map(fork).collect();
        if !forks.is_empty() {
            row.insert("children".to_owned(), Value::Array(forks));
        }
    }
    row
}

/// Returns the name of a session's status, `unknown` if its file name has none.
pub(crate) fn status_name(session: &SessionEntry) -> &'static str {
    session.status().map_or("unknown", SessionStatus::name)
}

/// Finds a session by its ID, a prefix of the ID, or a part of its file name.
pub(crate) fn find_session<'s>(
    reader: ProjectReader<'_>,
    sessions: &'s [SessionEntry],
    query: &str,
) -> Result<&'s SessionEntry, Reply> {
    let by_name = || sessions.iter().find(|session| session.file_name().contains(query));
    match find(sessions, query, &ANY_STATE) {
        Ok(session) => Ok(session),
        Err(SessionLookupError::Ambiguous(ids)) => Err(ambiguous_id(query, &ids)),
        Err(SessionLookupError::Unknown) => {
            by_name().ok_or_else(|| not_found(reader, ProjectPart::Sessions, format!("There is no session {query}.")))
        }
    }
}

/// Returns the refusal of an ID that several sessions match.
pub(crate) fn ambiguous_id(query: &str, ids: &[String]) -> Reply {
    Reply::failure(format!("Several sessions have an ID like {query}: {}.", ids.join(", ")))
}

fn get_session(ctx: ToolContext<'_>, params: &GetParams) -> ToolOutcome {
    let reader = match reader(ctx) {
        Ok(reader) => reader,
        Err(reply) => return ToolOutcome::Done(reply),
    };
    let sessions = reader.sessions();
    let (path, pointers) = match find_session(reader, &sessions, &params.session_id.0) {
        Ok(session) => (session.path().to_owned(), session.list(POINTERS)),
        Err(reply) => return ToolOutcome::Done(reply),
    };
    let requests = requests_for_stored_pointers(pointers.iter());
    ToolOutcome::files(ctx, requests.clone(), move |ctx, answers| {
        let reader = ctx.engine.reader();
        let sessions = reader.sessions();
        let Some(session) = sessions.iter().find(|session| session.path() == path) else {
            return ToolOutcome::Done(missing_result());
        };
        let places = Places::new(requests, answers);
        let scores = reader.handover_scores(&sessions, ctx.context.now);
        let mut content = session.content().clone();
        if let (Some(members), Some(score)) =
            (content.as_object_mut(), scores.score(session, |pointer| handover_score::change(&places, pointer)))
        {
            members.insert(handover_score::SCORE.to_owned(), Value::Object(handover_score::full(&score)));
        }
        ToolOutcome::Done(Reply::value(content))
    })
}

fn fork_session(ctx: ToolContext<'_>, params: ForkParams) -> ToolOutcome {
    let ForkParams { source_session_id: RequiredText(source), summary, label, timeline, inherit, related_task_ids } =
        params;
    let mut patch = SessionPatch::default();
    for (key, text) in [("summary", Some(summary.0)), ("label", label), ("timeline", timeline)] {
        patch.values.extend(text.map(|text| (key.to_owned(), json!(text))));
    }
    let is_inheritable = |key: &String| INHERITABLE.contains(&key.as_str());
    let inherit: Vec<String> = match inherit {
        Some(keys) => keys.into_iter().filter(is_inheritable).collect(),
        None => INHERITABLE.iter().take(DEFAULT_INHERITED).map(|key| (*key).to_owned()).collect(),
    };
    if let Some(ids) = related_task_ids {
        patch.lists.push(list_save("related_task_ids", ids.into_iter().map(Value::from).collect()));
    }
    if let Err(reply) = reader(ctx) {
        return ToolOutcome::Done(reply);
    }
    let command = Command::ForkSession { source, inherit: inherit.clone(), patch };
    ToolOutcome::commit_record(command, move |ctx, id| {
        let sessions = ctx.engine.reader().sessions();
        let Some(fork) = sessions.iter().find(|session| session.id() == id) else { return missing_result() };
        let parent = fork.text("parent_session_id").unwrap_or_default();
        let text = format!("Forked {parent} into {id}.");
        let answer = ForkAnswer {
            session_id: id,
            parent_session_id: parent.to_owned(),
            status: "active",
            inherited: inherit,
            file: fork.file_name().to_owned(),
        };
        Reply::with_value(text, json!(answer))
    })
}

fn merge_sessions(ctx: ToolContext<'_>, params: MergeParams) -> Result<ToolOutcome, InvalidArgument> {
    let MergeParams { source_session_ids: sources, target_session_id: RequiredText(target), close_sources } = params;
    if sources.len() < 2 {
        return Err(InvalidArgument::new("source_session_ids", "a list of at least two strings"));
    }
    if !sources.contains(&target) {
        return Err(InvalidArgument::new("target_session_id", "one of source_session_ids"));
    }
    let close_sources = close_sources.unwrap_or(true);
    if let Err(reply) = reader(ctx) {
        return Ok(ToolOutcome::Done(reply));
    }
    let command = Command::MergeSessions { sources, target, close_sources };
    Ok(ToolOutcome::commit_with(command, |_, done| {
        let warnings = done.warnings.clone();
        let (Ok(id), Some(report)) = (done.first_id(), done.merged) else {
            return ToolOutcome::Done(missing_result());
        };
        let conflict = |DecisionConflict { decision, target, source }: &DecisionConflict| {
            let description = format!("Both sessions have the decision “{decision}”; the one of the target is kept.");
            json!({"type": "decision_conflict", "description": description, "session_a": target, "session_b": source})
        };
        let answer = MergeAnswer {
            merged_session_id: id.clone(),
            merged_decisions: report.decisions,
            merged_notes: report.notes,
            merged_references: report.references,
            merged_context_pointers: report.context_pointers,
            conflicts: report.conflicts.iter().map(conflict).collect(),
            closed_sessions: report.closed,
        };
        let parts: Vec<String> = report.conflicts.iter().map(|conflict| format!("“{}”", conflict.decision)).collect();
        let conflicts =
            if parts.is_empty() { String::new() } else { format!(" Decisions in both: {}.", parts.join(", ")) };
        let reply = Reply::with_value(format!("Merged into {id}.{conflicts}"), json!(answer));
        ToolOutcome::Done(reply.with_warnings(&warnings))
    }))
}
