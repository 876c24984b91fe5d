//! What to do next, and why, by the rule of the restoration.

use handoff_engine::Reading;
use handoff_engine::sessions::shown;
use handoff_protocol::{Context, SessionStatus};
use serde_json::{Value, json};

use crate::ready::Tasks;
use crate::restoration::suggestions;
use crate::schema::{list, object, text};
use crate::{Reply, today};

/// So many tasks are told that could be done instead.
const ALTERNATIVES: usize = 5;

/// The task to go on with or to begin, what the last session suggests, and what else is ready.
pub fn next(reading: Reading<'_>, context: &Context) -> Reply {
    let sessions = reading.sessions();
    let current = sessions.iter().rfind(|session| session.status() == Some(SessionStatus::Active));
    let mut suggested = shown(&sessions, current).map(suggestions).unwrap_or_default();
    suggested.dedup();
    let tasks = Tasks::of(reading);
    let pick = tasks.pick();
    let rest = tasks.rest(pick.as_ref(), ALTERNATIVES);
    let mut lines: Vec<String> = pick.iter().map(|pick| format!("{}.", pick.sentence())).collect();
    if lines.is_empty() {
        lines.push(format!("There is nothing to begin. {}", tasks.counts(today(context))));
    }
    let mut section = |title: &str, entries: &[String]| {
        if !entries.is_empty() {
            lines.push(format!("\n{title}"));
            lines.extend(entries.iter().map(|entry| format!("- {entry}")));
        }
    };
    section("The last session suggests", &suggested);
    section("Ready as well", &rest);
    let task = pick.map(|pick| {
        json!({
            "id": pick.id(), "title": pick.title(), "status": pick.status(), "why": pick.why(), "open_criteria": pick.open(),
        })
    });
    let value = json!({"task": task, "suggested": suggested, "also_ready": rest});
    Reply { text: lines.join("\n"), structured: Some(value), failed: None }
}

/// JSON Schema of what is told.
pub fn shape() -> Value {
    let mut task = object(
        [
            ("id", text()),
            ("title", text()),
            ("status", text()),
            ("why", list(&text())),
            ("open_criteria", list(&text())),
        ],
        &["id", "title", "status", "why", "open_criteria"],
    );
    if let Some(members) = task.as_object_mut() {
        members.insert("type".to_owned(), json!(["object", "null"]));
    }
    let members = [("task", task), ("suggested", list(&text())), ("also_ready", list(&text()))];
    object(members, &["task", "suggested", "also_ready"])
}
