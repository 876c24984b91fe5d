//! The context as JSON with the keys of `handoff-mcp`.

use handoff_engine::ProjectReader;
use handoff_engine::register::{ChecklistRow, EntryKind};
use handoff_engine::sessions::SessionEntry;
use handoff_format::Referral;
use handoff_protocol::SessionStatus;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::Suggestion;
use crate::handover_score::{SCORE, short};
use crate::operations::common::{TaskNode, TaskSummary};
use crate::operations::sessions::fields::{METADATA, POINTERS, members};
use crate::operations::sessions::lookup::with_status;
use crate::operations::tasks;
use crate::operations::tasks::{Room, TaskFilter};
use crate::params::Object;
use crate::restoration::{RestorationInput, join_fields, own_suggestions, suggestions};
use crate::unread::unread_note;
use handoff_engine::estimate_tokens;

/// Keys of the previous session in the answer.
const PREVIOUS_KEYS: [&str; 12] = [
    "summary",
    "ended_at",
    "branch",
    "commit",
    "id",
    "decisions",
    "handoff_notes",
    "context_pointers",
    "checklist",
    "references",
    "blockers",
    "environment",
];

/// The order of lists in the answer.
const ORDER: [EntryKind; 6] = [
    EntryKind::Decision,
    EntryKind::Blocker,
    EntryKind::OpenItem,
    EntryKind::Caution,
    EntryKind::Reference,
    EntryKind::Pointer,
];

/// Maximum number of tasks in the answer, if the budget allows.
const MAX_TASKS: usize = 300;
/// Maximum number of IDs of open tasks in the suggested fields.
const MAX_RELATED: usize = 20;

/// The context. Members without content are left out.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Context {
    pub project: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project_description: Option<String>,
    pub task_tree: Vec<TaskNode>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tasks_omitted: Option<usize>,
    pub task_summary: TaskSummary,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
    /// The parts of `warning`, as `handoff-mcp` has them since 0.33.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    #[serde(skip_serializing_if = "Object::is_empty")]
    pub last_session: Object,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    /// Base, author, owner, collaborators and visibility of the session.
    #[serde(flatten)]
    pub metadata: Object,
    /// The valid entries of the register, or the lists of a session that has ended, by the keys of sessions.
    #[serde(flatten)]
    pub lists: Object,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub environment: Option<Value>,
    #[serde(skip_serializing_if = "Object::is_empty")]
    pub previous_session: Object,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handover_score: Option<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub next_actions: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suggested_reads: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub referrals: Vec<ReferralRow>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub open_sessions: Vec<SessionRow>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub paused_sessions: Vec<SessionRow>,
    /// The active sessions, if there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub active_sessions: Vec<SessionRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_guidance: Option<Guidance>,
    pub child_projects: Vec<ChildProject>,
}

/// A session that can be continued.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SessionRow {
    pub id: String,
    #[serde(flatten)]
    pub members: Object,
}

/// An open request of another project.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ReferralRow {
    pub id: String,
    pub source_project: String,
    pub referral_type: String,
    pub summary: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<String>,
    pub status: String,
    pub created_at: String,
}

/// Returns the advice if no session is active, or if several are.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Guidance {
    pub action: &'static str,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggested_fields: Option<SuggestedFields>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub active_sessions: Vec<SessionRow>,
}

/// The fields of a session that continues the previous one.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SuggestedFields {
    pub summary: String,
    #[serde(flatten)]
    pub lists: Object,
    pub related_task_ids: Vec<String>,
}

/// A project inside this one.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ChildProject {
    pub name: String,
    pub dir: String,
    pub task_count: usize,
    pub status_summary: Object,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Returns the context with as many tasks as fit into the token budget, without the projects inside
/// this one. Sessions are always complete: a caller that asks for JSON needs their fields as they were
/// saved.
pub(super) fn context(input: &RestorationInput<'_>, budget: usize) -> Context {
    let mut limit = MAX_TASKS;
    loop {
        let context = with_tasks(input, limit);
        if limit == 0 || estimate_tokens(&json!(context).to_string()) <= budget {
            return context;
        }
        limit /= 2;
    }
}

fn with_tasks(input: &RestorationInput<'_>, limit: usize) -> Context {
    let RestorationInput { reader, sessions, current, previous, .. } = *input;
    let config = reader.config();
    let filter = TaskFilter::any(limit);
    let mut room = Room::new(&filter);
    let task_tree = tasks::tree(reader, &filter, &mut room, input.context);
    let warnings = input.warnings().map(|warnings| warnings.to_string());
    let warnings: Vec<String> = warnings.into_iter().chain(unread_note(reader)).collect();
    let shown = current.filter(|_| !input.is_continued);
    let environment = current.and_then(|session| session.content().get("environment"));
    let previous = previous.filter(|_| shown.is_none());
    let active = with_status(sessions, SessionStatus::Active);
    Context {
        project: config.name.clone(),
        project_description: config.description.clone(),
        task_tree,
        tasks_omitted: Some(room.omitted).filter(|omitted| *omitted > 0),
        task_summary: TaskSummary::new(&reader.tasks(), input.today),
        warning: (!warnings.is_empty()).then(|| warnings.join(" ")),
        warnings,
        last_session: current
            .map(|session| members(session, &["ended_at", "summary", "branch", "commit"]))
            .unwrap_or_default(),
        session_id: current.map(SessionEntry::id),
        metadata: current.map(|session| with_content(members(session, &METADATA))).unwrap_or_default(),
        lists: with_content(with_states(input, shown.map_or_else(|| standing(input), own_lists))),
        environment: environment.filter(|value| has_content(value)).cloned(),
        previous_session: previous.map(|session| previous_session(input, session)).unwrap_or_default(),
        handover_score: shown.and_then(|session| input.score(session)).map(|score| short(&score)),
        next_actions: match shown {
            Some(session) => own_suggestions(session).filter_map(|note| join_fields(note, &["note"])).collect(),
            None => suggestions(input.register, current).into_iter().map(|entry| entry.name.clone()).collect(),
        },
        suggested_reads: config.settings.context_files.clone(),
        referrals: open_referrals(reader),
        open_sessions: rows(&with_status(sessions, SessionStatus::Open)),
        paused_sessions: rows(&with_status(sessions, SessionStatus::Paused)),
        active_sessions: if active.len() > 1 { rows(&active) } else { Vec::new() },
        session_guidance: if shown.is_none() { guidance(input, &active) } else { None },
        child_projects: Vec::new(),
    }
}

/// Returns whether a member is in the answer.
fn has_content(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Array(list) => !list.is_empty(),
        Value::Object(members) => !members.is_empty(),
        _ => true,
    }
}

fn with_content(members: Object) -> Object {
    members.into_iter().filter(|(_, value)| has_content(value)).collect()
}

fn previous_session(input: &RestorationInput<'_>, session: &SessionEntry) -> Object {
    let mut fields = with_states(input, members(session, &PREVIOUS_KEYS));
    fields.extend(input.score(session).map(|score| (SCORE.to_owned(), short(&score))));
    fields
}

/// Returns what the project knows, by the keys of sessions, with the other notes of the current
/// session. Checklist items have the index by which they are ticked.
fn standing(input: &RestorationInput<'_>) -> Object {
    let mut lists = Map::new();
    for kind in ORDER {
        let list = match kind {
            EntryKind::OpenItem => input.register.checklist(input.current).into_iter().map(checklist_item).collect(),
            _ => input.register.standing(kind).map(|entry| entry.value.clone()).collect::<Vec<Value>>(),
        };
        lists.insert(kind.list().to_owned(), Value::Array(list));
    }
    let notes = input.current.map(|session| session.list("handoff_notes")).unwrap_or_default();
    if let Some(Value::Array(cautions)) = lists.get_mut("handoff_notes") {
        let others: Vec<Value> = notes.iter().filter(|note| !cautions.contains(note)).cloned().collect();
        cautions.extend(others);
    }
    lists
}

/// Returns the lists of a session that does not go on.
fn own_lists(session: &SessionEntry) -> Object {
    ORDER.into_iter().map(|kind| (kind.list().to_owned(), json!(session.list(kind.list())))).collect()
}

fn checklist_item(row: ChecklistRow) -> Value {
    let ChecklistRow { index, value, is_checked, .. } = row;
    let mut members = match value {
        Value::Object(members) => members,
        text => Map::from_iter([("item".to_owned(), text)]),
    };
    members.insert("checked".to_owned(), json!(is_checked));
    members.insert("index".to_owned(), json!(index));
    Value::Object(members)
}

/// Adds the current state of their files to context pointers.
fn with_states(input: &RestorationInput<'_>, mut fields: Object) -> Object {
    if let Some(Value::Array(pointers)) = fields.get_mut(POINTERS) {
        for pointer in pointers {
            *pointer = input.places.to_json(pointer.take());
        }
    }
    fields
}

fn rows(sessions: &[&SessionEntry]) -> Vec<SessionRow> {
    let row = |session: &&SessionEntry| SessionRow {
        id: session.id(),
        members: members(session, &["summary", "ended_at", "branch", "label", "timeline"]),
    };
    sessions.iter().map(row).collect()
}

fn open_referrals(reader: ProjectReader<'_>) -> Vec<ReferralRow> {
    let row = |(status, referral): (String, Referral)| ReferralRow {
        id: referral.id,
        source_project: referral.source_project,
        referral_type: referral.referral_type,
        summary: referral.summary,
        priority: referral.priority,
        status,
        created_at: referral.created_at,
    };
    reader.referrals().into_iter().filter(|(status, _)| status == "open").map(row).collect()
}

/// Returns what to do if no session is active, or if several are.
fn guidance(input: &RestorationInput<'_>, active: &[&SessionEntry]) -> Option<Guidance> {
    if active.is_empty() {
        return Some(Guidance {
            action: "create_session",
            message: format!("No session is active. {} begins one.", Suggestion::BeginSession),
            suggested_fields: input.previous.map(|previous| suggested_fields(input, previous)),
            active_sessions: Vec::new(),
        });
    }
    if active.len() > 1 && !input.is_named {
        let message = "Several sessions are active; this is the last of them. Select another one with session_id.";
        return Some(Guidance {
            action: "select_session",
            message: message.to_owned(),
            suggested_fields: None,
            active_sessions: rows(active),
        });
    }
    None
}

/// Returns the fields of a session that continues the previous one.
fn suggested_fields(input: &RestorationInput<'_>, previous: &SessionEntry) -> SuggestedFields {
    let before = previous.text("summary").unwrap_or_default();
    let open = input.reader.tasks().into_iter().filter(|task| !task.status().is_terminal());
    SuggestedFields {
        summary: format!("Continuing: {before}"),
        lists: with_states(input, members(previous, &["decisions", "context_pointers", "references"])),
        related_task_ids: open.map(|task| task.fields().id.clone()).take(MAX_RELATED).collect(),
    }
}
