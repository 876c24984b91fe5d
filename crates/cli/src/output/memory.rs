//! Lessons.

use anstyle::Style;
use serde_json::Value;

use crate::invocation::Page;
use crate::output::{counted, list, number, printable, texts, word};

const OFF: &str = "Memories are turned off: settings.memory_enabled is false.\n";

fn is_off(value: &Value) -> bool {
    value.get("disabled") == Some(&Value::Bool(true))
}

/// What became of a lesson.
pub fn saved(value: &Value, _: Page<'_>) -> String {
    let id = word(value, "id");
    match word(value, "status") {
        "saved" => format!("Saved as {id}.\n"),
        "merged" => format!("Merged into {id}.\n"),
        "duplicate_exact" => format!("Already saved as {id}.\n"),
        "conflict" => {
            let old = printable(word(value, "existing_text"));
            format!(
                "Not saved: it is similar to {id}: “{old}”\nUse --merge-into {id} to replace that one, or --force to save both.\n"
            )
        }
        _ if is_off(value) => OFF.to_owned(),
        other => format!("{other}\n"),
    }
}

/// Lessons that fit, the best first.
pub fn found(value: &Value, _: Page<'_>) -> String {
    let memories = list(value, "memories");
    if is_off(value) {
        return OFF.to_owned();
    }
    if memories.is_empty() {
        return "No memory matches.\n".to_owned();
    }
    let dimmed = Style::new().dimmed();
    let one = |memory: &Value| {
        let kind = Some(word(memory, "kind")).filter(|kind| !kind.is_empty()).map(|kind| format!("{kind}, "));
        let score = memory.get("score").map(ToString::to_string).unwrap_or_default();
        let text = printable(word(memory, "text").trim_end());
        format!("{dimmed}{} ({}score {score}){dimmed:#}\n{text}\n", word(memory, "id"), kind.unwrap_or_default())
    };
    memories.iter().map(one).collect::<Vec<_>>().join("\n")
}

/// A lesson that is forgotten.
pub fn deleted(value: &Value, _: Page<'_>) -> String {
    if is_off(value) { OFF.to_owned() } else { format!("Deleted {}.\n", word(value, "id")) }
}

/// What tidying did, and what is left to decide.
pub fn tidied(value: &Value, _: Page<'_>) -> String {
    if is_off(value) {
        return OFF.to_owned();
    }
    let mut lines = Vec::new();
    for merged in list(value, "merged") {
        lines.push(format!("Merged {} into {}.", texts(merged, "removed").join(", "), word(merged, "kept")));
    }
    for group in list(value, "near_duplicates") {
        let ids: Vec<&str> = group.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        lines.push(format!("Similar: {}.", ids.join(", ")));
    }
    let stale = texts(value, "stale");
    if !stale.is_empty() {
        lines.push(format!("Not used for a long time: {}.", stale.join(", ")));
    }
    let removed = number(value, "removed_sidecars");
    if removed > 0 {
        lines.push(format!("Removed {} of old sessions.", counted(removed, "note")));
    }
    if lines.is_empty() {
        lines.push("Nothing to clean up.".to_owned());
    }
    lines.join("\n") + "\n"
}
