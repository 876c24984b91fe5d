//! The context as JSON with the keys of `handoff-mcp`.

use handoff_engine::ProjectReader;
use handoff_engine::register::{ChecklistRow, EntryKind, Register};
use handoff_engine::sessions::SessionEntry;
use handoff_format::Referral;
use handoff_protocol::SessionStatus;
use serde_json::{Map, Value, json};

use crate::Suggestion;
use crate::handover_score::{SCORE, short};
use crate::operations::common::TaskSummary;
use crate::operations::fields::{METADATA, POINTERS, members};
use crate::operations::sessions::load::with_status;
use crate::operations::tasks;
use crate::operations::tasks::{Room, TaskFilter};
use crate::restoration::{RestorationInput, notes};
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

/// Returns the context with as many tasks as fit into the token budget. Sessions are always
/// complete: a caller that asks for JSON needs their fields as they were saved.
pub(crate) fn context(input: &RestorationInput<'_>, budget: usize) -> Value {
    let mut limit = MAX_TASKS;
    loop {
        let context = with_tasks(input, limit);
        if limit == 0 || estimate_tokens(&context.to_string()) <= budget {
            return context;
        }
        limit /= 2;
    }
}

fn with_tasks(input: &RestorationInput<'_>, limit: usize) -> Value {
    let RestorationInput { reader, sessions, current, previous, .. } = *input;
    let mut answer = Map::new();
    let config = reader.config();
    let mut put = |key: &str, value: Value| {
        let has_content = match &value {
            Value::Null => false,
            Value::Array(list) => !list.is_empty() || matches!(key, "task_tree" | "child_projects"),
            Value::Object(members) => !members.is_empty(),
            _ => true,
        };
        if has_content {
            answer.insert(key.to_owned(), value);
        }
    };
    put("project", json!(config.name));
    put("project_description", json!(config.description));
    let filter = TaskFilter::any(limit);
    let mut room = Room::new(&filter);
    put("task_tree", json!(tasks::tree(reader, &filter, &mut room, input.context)));
    put("tasks_omitted", Some(room.omitted).filter(|omitted| *omitted > 0).map_or(Value::Null, Value::from));
    put("task_summary", json!(TaskSummary::new(&reader.tasks(), input.today)));
    let warnings = input.warnings().map(|warnings| warnings.to_string());
    let warnings: Vec<String> = warnings.into_iter().chain(unread_note(reader)).collect();
    put("warning", if warnings.is_empty() { Value::Null } else { json!(warnings.join(" ")) });
    if let Some(session) = current {
        put("last_session", Value::Object(members(session, &["ended_at", "summary", "branch", "commit"])));
        put("session_id", json!(session.id()));
        for (key, value) in members(session, &METADATA) {
            put(&key, value);
        }
    }
    let shown = current.filter(|_| !input.is_continued);
    let lists = shown.map_or_else(|| standing(input), own_lists);
    for (key, value) in with_states(input, lists) {
        put(&key, value);
    }
    put("environment", current.and_then(|session| session.content().get("environment")).cloned().unwrap_or_default());
    let next_actions = match shown {
        Some(session) => notes(&Register::default(), Some(session), EntryKind::Suggestion),
        None => notes(input.register, current, EntryKind::Suggestion),
    };
    let previous = previous.filter(|_| shown.is_none());
    put("previous_session", previous.map_or(Value::Null, |session| Value::Object(previous_session(input, session))));
    put(SCORE, shown.and_then(|session| input.score(session)).map_or(Value::Null, |score| short(&score)));
    put("next_actions", json!(next_actions));
    put("suggested_reads", json!(config.settings.context_files));
    put("referrals", open_referrals(reader));
    let active = with_status(sessions, SessionStatus::Active);
    put("open_sessions", rows(&with_status(sessions, SessionStatus::Open)));
    put("paused_sessions", rows(&with_status(sessions, SessionStatus::Paused)));
    if active.len() > 1 {
        put("active_sessions", rows(&active));
    }
    if shown.is_none() {
        put("session_guidance", guidance(input, &active));
    }
    put("child_projects", json!([]));
    Value::Object(answer)
}

fn previous_session(input: &RestorationInput<'_>, session: &SessionEntry) -> Map<String, Value> {
    let mut fields = with_states(input, members(session, &PREVIOUS_KEYS));
    fields.extend(input.score(session).map(|score| (SCORE.to_owned(), short(&score))));
    fields
}

/// Returns what the project knows, by the keys of sessions, with the other notes of the current
/// session. Checklist items have the index by which they are ticked.
fn standing(input: &RestorationInput<'_>) -> Map<String, Value> {
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
fn own_lists(session: &SessionEntry) -> Map<String, Value> {
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
fn with_states(input: &RestorationInput<'_>, mut fields: Map<String, Value>) -> Map<String, Value> {
    if let Some(Value::Array(pointers)) = fields.get_mut(POINTERS) {
        for pointer in pointers {
            *pointer = input.places.to_json(pointer.take());
        }
    }
    fields
}

fn rows(sessions: &[&SessionEntry]) -> Value {
    let row = |session: &&SessionEntry| {
        let mut row = Map::new();
        row.insert("id".to_owned(), json!(session.id()));
        row.extend(members(session, &["summary", "ended_at", "branch", "label", "timeline"]));
        Value::Object(row)
    };
    sessions.iter().map(row).collect()
}

fn open_referrals(reader: ProjectReader<'_>) -> Value {
    let row = |(status, referral): (String, Referral)| {
        let mut row = Map::new();
        for (key, value) in [
            ("id", json!(referral.id)),
            ("source_project", json!(referral.source_project)),
            ("referral_type", json!(referral.referral_type)),
            ("summary", json!(referral.summary)),
            ("priority", json!(referral.priority)),
            ("status", json!(status)),
            ("created_at", json!(referral.created_at)),
        ] {
            if !value.is_null() {
                row.insert(key.to_owned(), value);
            }
        }
        Value::Object(row)
    };
    reader.referrals().into_iter().filter(|(status, _)| status == "open").map(row).collect()
}

/// Returns what to do if no session is active, or if several are.
fn guidance(input: &RestorationInput<'_>, active: &[&SessionEntry]) -> Value {
    if active.is_empty() {
        let message = format!("No session is active. {} begins one.", Suggestion::BeginSession);
        let mut guidance = Map::new();
        guidance.insert("action".to_owned(), json!("create_session"));
        guidance.insert("message".to_owned(), json!(message));
        if let Some(previous) = input.previous {
            let mut fields = Map::new();
            let before = previous.text("summary").unwrap_or_default();
            fields.insert("summary".to_owned(), json!(format!("Continuing: {before}")));
            fields.extend(with_states(input, members(previous, &["decisions", "context_pointers", "references"])));
            let open: Vec<String> = input
                .reader
                .tasks()
                .into_iter()
                .filter(|task| !task.status().is_terminal())
                .map(|task| task.fields().id.clone())
                .take(MAX_RELATED)
                .collect();
            fields.insert("related_task_ids".to_owned(), json!(open));
            guidance.insert("suggested_fields".to_owned(), Value::Object(fields));
        }
        return Value::Object(guidance);
    }
    if active.len() > 1 && !input.is_named {
        let message = "Several sessions are active; this is the last of them. Select another one with session_id.";
        return json!({"action": "select_session", "message": message, "active_sessions": rows(active)});
    }
    Value::Null
}
