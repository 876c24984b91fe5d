//! The trash.

use handoff_engine::ProjectPart;
use serde_json::Value;

use crate::invocation::Page;
use crate::output::styled::Styled;
use crate::output::table::{Align, Cell, Table};
use crate::output::{empty_list, list as entries_of, local_time, number, text_of};

/// Renders what is in the trash.
pub fn list(value: &Value, page: Page<'_>) -> Styled {
    let entries = entries_of(value, "entries");
    if entries.is_empty() {
        return empty_list(page, ProjectPart::Trash, "The trash is empty.").into();
    }
    let columns = [
        ("ID", Align::Left),
        ("TITLE", Align::Flexible),
        ("SUBTASKS", Align::Right),
        ("UNDER", Align::Left),
        ("DELETED", Align::Left),
        ("BY", Align::Left),
        ("PATH", Align::Left),
    ];
    let mut table = Table::new(&columns).with_optional(&["UNDER", "SUBTASKS", "BY"]);
    for entry in entries {
        let subtasks = match number(entry, "subtasks") {
            0 => String::new(),
            count => count.to_string(),
        };
        table.row(vec![
            Cell::from(text_of(entry, "id")),
            Cell::from(title(entry)),
            Cell::from(subtasks),
            Cell::from(text_of(entry, "parent")),
            Cell::from(local_time(text_of(entry, "deleted_at"))),
            Cell::from(text_of(entry, "deleted_by")),
            Cell::from(text_of(entry, "path")),
        ]);
    }
    table.text(page.width).then("\nRestore with: handoff trash restore ID|PATH\n")
}

/// Returns the title of a task, or the kind and name of anything else.
fn title(entry: &Value) -> String {
    let title = text_of(entry, "title");
    match text_of(entry, "kind") {
        "task" | "other" => title.to_owned(),
        kind => format!("{kind} {title}"),
    }
}

/// Renders the result of a restoration.
pub fn restored(value: &Value, _: Page<'_>) -> String {
    format!("{}\n", text_of(value, "done"))
}
