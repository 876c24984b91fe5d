//! The context under the keys that `handoff-mcp` uses.

use handoff_engine::Reading;
use handoff_engine::sessions::SessionEntry;
use handoff_format::{Config, Referral};
use handoff_protocol::SessionStatus;
use serde_json::{Map, Value, json};

use crate::restoration::tokens::estimate_tokens;
use crate::restoration::{RestorationInput, suggestions};
use crate::tools::common::TaskSummary;
use crate::tools::fields::{NOTED, POINTERS, members};
use crate::tools::sessions::load::of;
use crate::tools::tasks;
use crate::tools::tasks::{Room, Wanted};

/// The lists and the environment of a session that goes on.
const OWN: [&str; 7] =
    ["decisions", "blockers", "checklist", "handoff_notes", "references", "context_pointers", "environment"];
/// What is told of the one before.
const BEFORE: [&str; 12] = [
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

/// Maximum number of listed tasks, if the budget allows, and of proposed ids of open tasks.
const MOST: usize = 300;
const MOST_RELATED: usize = 20;

/// Returns the context with as many tasks as the budget of tokens has room for. Sessions are whole at
/// any cost: a caller that asks for JSON needs their fields as they were saved.
pub(crate) fn context(material: &RestorationInput<'_>, budget: usize) -> Value {
    let mut limit = MOST;
    loop {
        let told = with_tasks(material, limit);
        if limit == 0 || estimate_tokens(&told.to_string()) <= budget {
            return told;
        }
        limit /= 2;
    }
}

fn with_tasks(material: &RestorationInput<'_>, limit: usize) -> Value {
    let RestorationInput { reading, sessions, current, previous, .. } = *material;
    let mut answer = Map::new();
    let config = reading.config();
    let mut put = |key: &str, value: Value| {
        let says = match &value {
            Value::Null => false,
            Value::Array(list) => !list.is_empty() || matches!(key, "task_tree" | "child_projects"),
            Value::Object(members) => !members.is_empty(),
            _ => true,
        };
        if says {
            answer.insert(key.to_owned(), value);
        }
    };
    put("project", project(config));
    let wanted = Wanted::any(limit);
    let mut room = Room::of(&wanted);
    put("task_tree", json!(tasks::tree(reading, &wanted, &mut room)));
    put("tasks_omitted", Some(room.omitted).filter(|omitted| *omitted > 0).map_or(Value::Null, Value::from));
    put("task_summary", json!(TaskSummary::new(&reading.tasks(), material.today)));
    put("warning", material.warnings().map_or(Value::Null, Value::from));
    if let Some(session) = current {
        put("last_session", Value::Object(members(session, &["ended_at", "summary", "branch", "commit"])));
        put("session_id", json!(session.id()));
        for (key, value) in members(session, &NOTED) {
            put(&key, value);
        }
        for (key, value) in placed(material, members(session, &OWN)) {
            put(&key, value);
        }
    }
    let next_actions: Vec<String> = current.into_iter().chain(previous).flat_map(suggestions).collect();
    put(
        "previous_session",
        previous.map_or(Value::Null, |session| Value::Object(placed(material, members(session, &BEFORE)))),
    );
    put("next_actions", json!(next_actions));
    put("suggested_reads", json!(config.settings.context_files));
    put("referrals", open_referrals(reading));
    let active = of(sessions, SessionStatus::Active);
    put("open_sessions", rows(&of(sessions, SessionStatus::Open)));
    put("paused_sessions", rows(&of(sessions, SessionStatus::Paused)));
    if active.len() > 1 {
        put("active_sessions", rows(&active));
    }
    put("session_guidance", guidance(material, &active));
    put("child_projects", json!([]));
    Value::Object(answer)
}

/// Fields whose pointers say what has become of what they name.
fn placed(material: &RestorationInput<'_>, mut fields: Map<String, Value>) -> Map<String, Value> {
    if let Some(Value::Array(pointers)) = fields.get_mut(POINTERS) {
        for pointer in pointers {
            *pointer = material.places.told(pointer.take());
        }
    }
    fields
}

fn project(config: &Config) -> Value {
    let mut project = Map::new();
    project.insert("name".to_owned(), json!(config.name));
    if let Some(description) = &config.description {
        project.insert("description".to_owned(), json!(description));
    }
    Value::Object(project)
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

fn open_referrals(reading: Reading<'_>) -> Value {
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
    reading.referrals().into_iter().filter(|(status, _)| status == "open").map(row).collect()
}

/// What to do about sessions, where that is not plain.
fn guidance(material: &RestorationInput<'_>, active: &[&SessionEntry]) -> Value {
    if active.is_empty() {
        let message = "No session is active. handoff_save_context with session_status active begins one.";
        let mut guidance = Map::new();
        guidance.insert("action".to_owned(), json!("create_session"));
        guidance.insert("message".to_owned(), json!(message));
        if let Some(previous) = material.previous {
            let mut fields = Map::new();
            let before = previous.text("summary").unwrap_or_default();
            fields.insert("summary".to_owned(), json!(format!("Continuing: {before}")));
            fields.extend(placed(material, members(previous, &["decisions", "context_pointers", "references"])));
            let open: Vec<String> = material
                .reading
                .tasks()
                .into_iter()
                .filter(|task| !task.status().is_terminal())
                .map(|task| task.fields().id.clone())
                .take(MOST_RELATED)
                .collect();
            fields.insert("related_task_ids".to_owned(), json!(open));
            guidance.insert("suggested_fields".to_owned(), Value::Object(fields));
        }
        return Value::Object(guidance);
    }
    if active.len() > 1 && !material.named {
        let message = "Several sessions are active; this is the last of them. Select another one with session_id.";
        return json!({"action": "select_session", "message": message, "active_sessions": rows(active)});
    }
    Value::Null
}
