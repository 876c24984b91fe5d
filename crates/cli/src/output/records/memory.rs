//! Memories (lessons).

use anstyle::Style;
use handoff_engine::ProjectPart;
use serde_json::Value;

use crate::invocation::Page;
use crate::output::styled::Styled;
use crate::output::{empty_list, list, number, pluralize, text_of, texts};

const OFF: &str = "Memories are turned off: settings.memory_enabled is false.\n";

fn is_off(value: &Value) -> bool {
    value.get("disabled") == Some(&Value::Bool(true))
}

/// Renders the result of saving a memory.
pub fn save_result(value: &Value, _: Page<'_>) -> String {
    let id = text_of(value, "id");
    match text_of(value, "status") {
        "saved" => format!("Saved as {id}.\n"),
        "merged" => format!("Merged into {id}.\n"),
        "duplicate_exact" => format!("Already saved as {id}.\n"),
        "conflict" => {
            let old = text_of(value, "existing_text");
            format!(
                "Not saved: it is similar to {id}: “{old}”\nUse --merge-into {id} to replace that one, or --force to save both.\n"
            )
        }
        _ if is_off(value) => OFF.to_owned(),
        other => format!("{other}\n"),
    }
}

/// Renders the memories that match a query, the best first.
pub fn matches(value: &Value, page: Page<'_>) -> Styled {
    let memories = list(value, "memories");
    if is_off(value) {
        return OFF.into();
    }
    if memories.is_empty() {
        return empty_list(page, ProjectPart::Memories, "No memory matches.").into();
    }
    let mut styled = Styled::default();
    for memory in memories {
        let kind = Some(text_of(memory, "kind"))
            .filter(|kind| !kind.is_empty())
            .map_or_else(String::new, |kind| format!("{kind}, "));
        let score = memory.get("score").map_or_else(String::new, ToString::to_string);
        let separator = if styled.is_empty() { "" } else { "\n" };
        styled.push(separator);
        styled.push_styled(Style::new().dimmed(), &format!("{} ({kind}score {score})", text_of(memory, "id")));
        styled.push(&format!("\n{}\n", text_of(memory, "text").trim_end()));
    }
    styled
}

/// Renders the result of deleting a memory.
pub fn delete_result(value: &Value, _: Page<'_>) -> String {
    if is_off(value) { OFF.to_owned() } else { format!("Deleted {}.\n", text_of(value, "id")) }
}

/// Renders the result of a cleanup, and what is left to decide.
pub fn cleanup_result(value: &Value, _: Page<'_>) -> String {
    if is_off(value) {
        return OFF.to_owned();
    }
    let mut lines = Vec::new();
    for merged in list(value, "merged") {
        lines.push(format!("Merged {} into {}.", texts(merged, "removed").join(", "), text_of(merged, "kept")));
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
        lines.push(format!("Removed {} of old sessions.", pluralize(removed, "note")));
    }
    if lines.is_empty() {
        lines.push("Nothing to clean up.".to_owned());
    }
    lines.join("\n") + "\n"
}
