//! Checklists.

use serde_json::Value;

use crate::output::{checklist_line, text_of};

/// Renders checklist items: `1 [x] works offline`.
pub fn checklist(items: &[Value]) -> Vec<String> {
    let line = |(index, item): (usize, &Value)| {
        let is_checked = item.get("checked") == Some(&Value::Bool(true));
        let owner = if text_of(item, "owner") == "user" { " (yours)" } else { "" };
        checklist_line(index, is_checked, text_of(item, "item")) + owner
    };
    items.iter().enumerate().map(line).collect()
}
