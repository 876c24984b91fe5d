//! The text of a session for the handoff protocol.

use std::fmt::Write as _;

use handoff_engine::sessions::SessionEntry;
use serde_json::{Value, json};

use crate::context_pointers::Places;
use crate::operations::sessions::lookup::status_name;
use crate::restoration::{attributes, one_line, without_headings};

/// Priorities of next steps, most urgent first.
pub(crate) const PRIORITIES: [&str; 3] = ["high", "medium", "low"];

/// Returns the ID of a session in the protocol: its label, or else its own ID.
pub(crate) fn handle(session: &SessionEntry) -> String {
    session.text("label").map_or_else(|| session.id(), str::to_owned)
}

/// Returns the status of a handoff's task, or else of the session.
pub(crate) fn task_status(session: &SessionEntry) -> &str {
    let status = session.content().get("environment").and_then(|environment| environment.get("task_status"));
    status.and_then(Value::as_str).unwrap_or_else(|| status_name(session))
}

/// Formats a range of lines, or returns `None` for invalid line numbers.
fn line_range(start: &Value, end: &Value) -> Option<String> {
    Some(format!("{}-{}", start.as_u64()?, end.as_u64()?))
}

/// Appends a line. Writing to a string cannot fail.
macro_rules! line {
    ($out:expr, $($text:tt)*) => { let _ = writeln!($out, $($text)*); };
}

/// Returns the text of a session.
pub(crate) fn restoration_text(session: &SessionEntry, places: &Places) -> String {
    let mut out = String::new();
    let text = |value: &Value, key: &str| value.get(key).and_then(Value::as_str).map(one_line).unwrap_or_default();
    line!(out, "# {}", one_line(session.text("summary").unwrap_or_default()));
    line!(
        out,
        "Status: {} ({}, saved {})",
        one_line(task_status(session)),
        one_line(&handle(session)),
        one_line(session.text("ended_at").unwrap_or("never"))
    );
    if let Some(attributes) = attributes(session) {
        line!(out, "This handoff: {attributes}");
    }
    if let Some(gap) = session.gap() {
        line!(out, "Warning: {gap}");
    }
    let notes = session.list("handoff_notes");
    if !notes.is_empty() {
        line!(out, "\n## Progress");
        for note in notes {
            line!(
                out,
                "{}",
                without_headings(note.as_str().or_else(|| note.get("note")?.as_str()).unwrap_or_default())
            );
        }
    }
    for (index, file) in session.list("context_pointers").iter().enumerate() {
        if index == 0 {
            line!(out, "\n## Files");
        }
        let state = |state: Option<String>| state.map(|state| format!(" [{state}]")).unwrap_or_default();
        let path = file.as_str().map_or_else(|| text(file, "path"), one_line);
        let ranges = file.get("focus_ranges").and_then(Value::as_array);
        let file_state = if ranges.is_some() { places.describe_file(file) } else { places.describe(file) };
        line!(out, "- {path}: {}{}", text(file, "reason"), state(file_state));
        for (at, range) in ranges.into_iter().flatten().enumerate() {
            let lines = range.get("start").zip(range.get("end")).and_then(|(start, end)| line_range(start, end));
            let note = text(range, "note");
            let note = if note.is_empty() { note } else { format!(": {note}") };
            line!(out, "  - {}{note}{}", lines.unwrap_or_default(), state(places.describe_range(file, at)));
        }
        if ranges.is_none() && !text(file, "lines").is_empty() {
            line!(out, "  - {}", text(file, "lines"));
        }
    }
    for (index, decision) in session.list("decisions").iter().enumerate() {
        if index == 0 {
            line!(out, "\n## Decisions");
        }
        let (what, why) = (text(decision, "decision"), text(decision, "reason"));
        let what = decision.as_str().map_or(what, one_line);
        line!(out, "- {what}{}", if why.is_empty() { why } else { format!(": {why}") });
    }
    let blockers = session.list("blockers");
    if !blockers.is_empty() {
        line!(out, "\n## Blockers");
        for blocker in blockers.iter().filter_map(Value::as_str) {
            line!(out, "- {}", one_line(blocker));
        }
    }
    let mut steps: Vec<&Value> = session.list("checklist").iter().collect();
    steps.retain(|step| step.get("checked") != Some(&json!(true)));
    let urgency = |step: &Value| {
        let priority = text(step, "priority");
        PRIORITIES.iter().position(|known| *known == priority).unwrap_or(1)
    };
    steps.sort_by_key(|step| urgency(step));
    if !steps.is_empty() {
        line!(out, "\n## Next steps");
        for (index, step) in steps.into_iter().enumerate() {
            let priority = PRIORITIES.get(urgency(step)).copied().unwrap_or("medium");
            line!(out, "{}. [{priority}] {}", index + 1, step.as_str().map_or_else(|| text(step, "item"), one_line));
        }
    }
    out
}
