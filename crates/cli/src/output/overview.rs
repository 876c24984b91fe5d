//! Several projects at a glance.

use std::fmt::Write as _;

use anstyle::Style;
use serde_json::Value;

use crate::invocation::Page;
use crate::output::{counted, list, printable, status_style, word};

/// Each project with its tasks: a heading, and a line for each task with its status and its priority.
pub fn dashboard(value: &Value, _: Page<'_>) -> String {
    let projects = list(value, "projects");
    let mut text = projects.iter().map(project).collect::<Vec<_>>().join("\n");
    if projects.is_empty() {
        "No projects found. Name folders, or set dashboard.scan_dirs with handoff config set.\n".clone_into(&mut text);
    }
    let more = word(value, "incomplete");
    if !more.is_empty() {
        text = text + "\n" + more + "\n";
    }
    text
}

fn project(project: &Value) -> String {
    let bold = Style::new().bold();
    let tasks = list(project, "tasks");
    let name = printable(word(project, "name"));
    let mut text = format!("{bold}## {name} ({}){bold:#}\n", counted(tasks.len(), "task"));
    for task in tasks {
        let status = word(task, "status");
        let style = status_style(status);
        let priority = Some(word(task, "priority")).filter(|priority| !priority.is_empty());
        let priority = priority.map(|priority| format!(" ({priority})")).unwrap_or_default();
        let title = printable(word(task, "title")).replace('\n', " ");
        // Writing to a text cannot fail.
        let _ = writeln!(text, "  - [{style}{status}{style:#}] {title}{priority}");
    }
    text
}
