//! The transcript of Claude Code.

use serde_json::Value;

use super::{Call, Entry, Outcome, request, text_of, words};

/// Returns what a line says.
pub(super) fn entries(line: &Value) -> Vec<Entry> {
    let role = line.get("type").and_then(Value::as_str).unwrap_or_default();
    let Some(content) = line.pointer("/message/content") else { return Vec::new() };
    let is_made = ["isMeta", "isCompactSummary"].iter().any(|key| line.get(*key) == Some(&Value::Bool(true)));
    match (role, content) {
        ("user", Value::String(text)) => request(text).into_iter().filter(|_| !is_made).collect(),
        ("assistant", Value::String(text)) => words(text).into_iter().collect(),
        ("user" | "assistant", Value::Array(parts)) => {
            parts.iter().filter_map(|part| entry(role, part)).filter(|entry| !(is_made && is_request(entry))).collect()
        }
        _ => Vec::new(),
    }
}

fn is_request(entry: &Entry) -> bool {
    matches!(entry, Entry::Request(_))
}

fn entry(role: &str, part: &Value) -> Option<Entry> {
    let text = |key: &str| part.get(key).and_then(Value::as_str).unwrap_or_default();
    match (role, text("type")) {
        ("user", "text") => request(text("text")),
        ("assistant", "text") => words(text("text")),
        (_, "tool_use") => Some(Entry::Call(Call {
            id: text("id").to_owned(),
            name: text("name").to_owned(),
            input: part.get("input").cloned().unwrap_or_default(),
        })),
        (_, "tool_result") => Some(Entry::Outcome(Outcome {
            id: text("tool_use_id").to_owned(),
            text: part.get("content").map(text_of).unwrap_or_default(),
            is_failure: part.get("is_error") == Some(&Value::Bool(true)),
        })),
        _ => None,
    }
}
