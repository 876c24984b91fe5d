//! What a revert does, for people and as JSON.

use std::fmt::Write as _;

use anstyle::AnsiColor;
use handoff_protocol::{FieldRevert, RevertKind, RevertPreview, Text, field_words};
use serde_json::{Value, json};

use crate::ground::console::clean;
use crate::ground::styled::Styled;
use crate::output::colored;

/// The maximum number of characters that are shown of a value.
const MAX_CHARS: usize = 60;

/// Describes a preview: a line for each task and file, with the fields below it.
pub fn describe(preview: &RevertPreview) -> Styled {
    let mut text = Styled::default();
    for task in &preview.tasks {
        let name = format!("{} {}", task.id, task.title);
        describe_row(&mut text, name.trim(), task.kind, &task.fields, task.conflict.as_ref());
    }
    for file in &preview.files {
        describe_row(&mut text, &file.path, file.kind, &file.fields, file.conflict.as_ref());
    }
    if text.is_empty() { "Everything is as it was before.\n".into() } else { text }
}

fn describe_row(text: &mut Styled, name: &str, kind: RevertKind, fields: &[FieldRevert], conflict: Option<&Text>) {
    let verb = match (conflict, kind) {
        (Some(_), _) => "keep",
        (None, RevertKind::Changed) => "change",
        (None, RevertKind::Created) => "delete",
        (None, RevertKind::Deleted) => "restore",
        (None, RevertKind::Moved) => "move",
    };
    let kept = colored(AnsiColor::Yellow);
    // Writing to a text cannot fail.
    let _ = writeln!(text, "  {verb:<8}{name}");
    if let Some(conflict) = conflict {
        text.push_styled(kept, &format!("    {conflict}\n"));
    }
    for row in fields {
        match &row.conflict {
            Some(conflict) => text.push_styled(kept, &format!("    kept: {conflict}\n")),
            None => {
                let _ = writeln!(text, "    {}: {} -> {}", field_words(&row.field), value(&row.now), value(&row.then));
            }
        }
    }
}

/// Returns a value on one line.
fn value(value: &Value) -> String {
    let text = match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(elements) => elements.iter().map(element).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    };
    let text = clean(&text).replace('\n', " ");
    if text.chars().count() > MAX_CHARS { text.chars().take(MAX_CHARS).chain(['…']).collect() } else { text }
}

fn element(element: &Value) -> String {
    let named = ["item", "target", "id"].iter().find_map(|key| element.get(key).and_then(Value::as_str));
    element.as_str().or(named).map_or_else(|| element.to_string(), str::to_owned)
}

/// Returns a preview as JSON. Reasons are sentences.
pub fn to_json(preview: &RevertPreview) -> Value {
    let reason = |conflict: &Option<Text>| conflict.as_ref().map(ToString::to_string);
    let fields = |fields: &[FieldRevert]| -> Vec<Value> {
        let row = |row: &FieldRevert| json!({"field": row.field, "now": row.now, "then": row.then, "kept": reason(&row.conflict)});
        fields.iter().map(row).collect()
    };
    let tasks: Vec<Value> = preview
        .tasks
        .iter()
        .map(|task| {
            json!({"id": task.id, "title": task.title, "kind": task.kind, "fields": fields(&task.fields),
                   "kept": reason(&task.conflict)})
        })
        .collect();
    let files: Vec<Value> = preview
        .files
        .iter()
        .map(|file| {
            json!({"path": file.path, "kind": file.kind, "fields": fields(&file.fields), "kept": reason(&file.conflict)})
        })
        .collect();
    json!({"tasks": tasks, "files": files})
}
