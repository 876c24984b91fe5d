//! The dashboard of several projects, and imports.

use anstyle::Style;
use serde_json::Value;

use crate::invocation::Page;
use crate::output::styled::Styled;
use crate::output::{lines, list, pluralize, status_style, text_of, texts};

/// Renders each project with its tasks: a heading, and a line for each task with its status and
/// priority.
pub fn dashboard(value: &Value, _: Page<'_>) -> Styled {
    let mut text = Styled::default();
    for value in list(value, "projects") {
        if !text.is_empty() {
            text.push("\n");
        }
        project(&mut text, value);
    }
    if text.is_empty() {
        text.push("No projects found. Name folders, or set dashboard.scan_dirs with handoff config set.\n");
    }
    let more = text_of(value, "incomplete");
    if !more.is_empty() {
        text.push(&format!("\n{more}\n"));
    }
    text
}

fn project(text: &mut Styled, project: &Value) {
    let tasks = list(project, "tasks");
    let heading = format!("## {} ({})\n", text_of(project, "name"), pluralize(tasks.len(), "task"));
    text.push_styled(Style::new().bold(), &heading);
    let note = Some(text_of(project, "note")).filter(|note| !note.is_empty());
    text.push(&note.map_or_else(String::new, |note| format!("  {note}\n")));
    for task in tasks {
        let status = text_of(task, "status");
        let priority = Some(text_of(task, "priority")).filter(|priority| !priority.is_empty());
        let priority = priority.map_or_else(String::new, |priority| format!(" ({priority})"));
        let title = text_of(task, "title").replace('\n', " ");
        text.push("  - [");
        text.push_styled(status_style(status), status);
        text.push(&format!("] {title}{priority}\n"));
    }
}

/// Renders the result of an import.
pub fn imported(value: &Value) -> String {
    let ids = texts(value, "task_ids");
    let tasks = (!ids.is_empty()).then(|| format!("Imported {}: {}.", pluralize(ids.len(), "task"), ids.join(", ")));
    let session = Some(text_of(value, "session_id")).filter(|id| !id.is_empty());
    lines(tasks.into_iter().chain(session.map(|id| format!("Session {id} is open and can be continued."))))
}
