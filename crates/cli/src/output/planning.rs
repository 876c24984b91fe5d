//! Timers.

use handoff_engine::ProjectReader;
use serde_json::Value;

use crate::invocation::Page;
use crate::output::styled::Styled;
use crate::output::{Details, hours, member, round_hours, text_of};

fn title(reader: ProjectReader<'_>, id: &str) -> String {
    // The task may have been deleted since.
    reader.task(id).map_or_else(|_| String::new(), |entry| entry.fields().title.clone())
}

/// Renders a timer.
pub fn timer(value: &Value, page: Page<'_>) -> Styled {
    let id = text_of(value, "task_id");
    let mut details = Details::new(&format!("{id} {}", title(page.engine.reader(), id)));
    let state = text_of(value, "state");
    details.field("timer", state);
    if value.get("paused_by_idle") == Some(&Value::Bool(true)) {
        details.field("", "paused because nobody was active");
    }
    let amount = |key: &str| match value.get(key) {
        // Some tools answer with text. What is no number is shown as it is.
        Some(Value::String(text)) => text.parse().map_or_else(|_| text.clone(), |hours| round_hours(hours).to_string()),
        _ => hours(value, key),
    };
    let hours = |key: &str| format!("{} h", amount(key));
    if state != "stopped" {
        details.field("running", &hours("elapsed_hours"));
    }
    details.field("spent", &hours("current_actual_hours"));
    if state != "stopped" {
        details.field("total", &hours("projected_total_hours"));
        details.field("run by", text_of(member(value, "authority"), "owner"));
    }
    details.into_text()
}
