//! The dashboard of several projects, and what concerns one project as a whole: configuration,
//! labels.

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

/// Renders the configuration as the text of `config.toml`.
pub fn config(value: &Value, page: Page<'_>) -> String {
    let file = page.engine.reader().file("config.toml").map(String::from_utf8_lossy);
    file.map_or_else(|| format!("{value:#}\n"), |text| format!("{}\n", text.trim_end()))
}

/// Renders the value of one key: a text as it is, a list one item a line, anything else as JSON.
pub fn config_value(value: &Value, _: Page<'_>) -> String {
    let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
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
