//! The dashboard of several projects, and what concerns one project as a whole: configuration,
//! labels, imports.

use std::fmt::Write as _;

use anstyle::Style;
use serde_json::Value;

use crate::invocation::Page;
use crate::output::{lines, list, pluralize, printable, status_style, text_of, texts};

/// Renders each project with its tasks: a heading, and a line for each task with its status and
/// priority.
pub fn dashboard(value: &Value, _: Page<'_>) -> String {
    let projects = list(value, "projects");
    let mut text = projects.iter().map(project).collect::<Vec<_>>().join("\n");
    if projects.is_empty() {
        "No projects found. Name folders, or set dashboard.scan_dirs with handoff config set.\n".clone_into(&mut text);
    }
    let more = text_of(value, "incomplete");
    if !more.is_empty() {
        text = text + "\n" + more + "\n";
    }
    text
}

fn project(project: &Value) -> String {
    let bold = Style::new().bold();
    let tasks = list(project, "tasks");
    let name = printable(text_of(project, "name"));
    let mut text = format!("{bold}## {name} ({}){bold:#}\n", pluralize(tasks.len(), "task"));
    if let Some(note) = Some(text_of(project, "note")).filter(|note| !note.is_empty()) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {}", printable(note));
    }
    for task in tasks {
        let status = text_of(task, "status");
        let style = status_style(status);
        let priority = Some(text_of(task, "priority")).filter(|priority| !priority.is_empty());
        let priority = priority.map_or_else(String::new, |priority| format!(" ({priority})"));
        let title = printable(text_of(task, "title")).replace('\n', " ");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  - [{style}{status}{style:#}] {title}{priority}");
    }
    text
}

/// Renders the configuration as the text of `config.toml`.
pub fn config(value: &Value, page: Page<'_>) -> String {
    let file = page.engine.reader().file("config.toml").map(String::from_utf8_lossy);
    file.map_or_else(|| format!("{value:#}\n"), |text| format!("{}\n", printable(text.trim_end())))
}

/// Renders the value of one key: a text as it is, a list one item a line, anything else as JSON.
pub fn config_value(value: &Value, _: Page<'_>) -> String {
    let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), printable);
    match value {
        Value::Array(list) => lines(list.iter().map(plain)),
        Value::Object(_) => format!("{value:#}\n"),
        single => format!("{}\n", plain(single)),
    }
}

/// Renders the labels, one a line.
pub fn labels(value: &Value, _: Page<'_>) -> String {
    let labels = texts(value, "labels");
    if labels.is_empty() {
        return "No labels yet. handoff labels update LABEL... sets them.\n".to_owned();
    }
    lines(labels)
}

/// Renders the result of an import.
pub fn imported(value: &Value) -> String {
    let ids = texts(value, "task_ids");
    let tasks = (!ids.is_empty()).then(|| format!("Imported {}: {}.", pluralize(ids.len(), "task"), ids.join(", ")));
    let session = Some(text_of(value, "session_id")).filter(|id| !id.is_empty());
    lines(tasks.into_iter().chain(session.map(|id| format!("Session {id} is open and can be continued."))))
}
