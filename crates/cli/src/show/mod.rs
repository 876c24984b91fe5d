//! What people see of a tool's answer.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use handoff_protocol::{ChangeSet, Edit};
use serde_json::Value;

use crate::table::{Align, Cell, Table};

/// How an answer is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As the tool says it.
    Text,
    /// As a tree of tasks with counts.
    Tasks,
    /// As one task.
    Task,
}

/// The answer as people read it on a terminal of that width; none for a pipe.
pub fn shown(form: Form, text: &str, value: Option<&Value>, width: Option<usize>) -> String {
    match (form, value) {
        (Form::Tasks, Some(value)) => tasks(value, width),
        (Form::Task, Some(value)) => task(value),
        _ => format!("{text}\n"),
    }
}

fn tasks(value: &Value, width: Option<usize>) -> String {
    let mut table = Table::new(&[
        ("ID", Align::Left),
        ("STATUS", Align::Left),
        ("TITLE", Align::Flexible),
        ("ASSIGNEE", Align::Left),
        ("START", Align::Left),
        ("DUE", Align::Left),
        ("HOURS", Align::Right),
    ]);
    for node in list(value, "task_tree") {
        add(&mut table, node, 0);
    }
    if list(value, "task_tree").is_empty() {
        return "No tasks.\n".to_owned();
    }
    format!("{}\n{}\n", table.text(width), counts(value.get("task_summary").unwrap_or(&Value::Null)))
}

fn add(table: &mut Table, node: &Value, depth: usize) {
    let schedule = node.get("schedule").unwrap_or(&Value::Null);
    let status = word(node, "status");
    table.row(vec![
        word(node, "id").into(),
        Cell::styled(status, style_of(status)),
        format!("{}{}", "  ".repeat(depth), word(node, "title")).into(),
        word(node, "assignee").into(),
        word(schedule, "start_date").into(),
        word(schedule, "due_date").into(),
        schedule
            .get("estimate_hours")
            .and_then(Value::as_f64)
            .map(|hours| hours.to_string())
            .unwrap_or_default()
            .into(),
    ]);
    for child in list(node, "children") {
        add(table, child, depth + 1);
    }
}

/// "41 tasks: 12 todo, 20 done; 3 overdue".
fn counts(summary: &Value) -> String {
    let total = summary.get("total").and_then(Value::as_u64).unwrap_or_default();
    let by_status = summary.get("by_status").and_then(Value::as_object);
    let parts: Vec<String> =
        by_status.into_iter().flatten().map(|(status, number)| format!("{number} {status}")).collect();
    let overdue = summary.get("overdue_count").and_then(Value::as_u64).unwrap_or_default();
    let late = if overdue > 0 { format!("; {overdue} overdue") } else { String::new() };
    format!("{total} {}: {}{late}", if total == 1 { "task" } else { "tasks" }, parts.join(", "))
}

fn task(value: &Value) -> String {
    let bold = Style::new().bold();
    let status = word(value, "status");
    let color = style_of(status);
    let mut text = format!("{bold}{} {}{bold:#}\n", word(value, "id"), printable(word(value, "title")));
    let mut fact = |name: &str, fact: String| {
        if !fact.is_empty() {
            let _ = writeln!(text, "{name:<13}{fact}");
        }
    };
    fact("status", format!("{color}{status}{color:#}"));
    for name in ["priority", "assignee"] {
        fact(name, printable(word(value, name)));
    }
    if let Some(schedule) = value.get("schedule").and_then(Value::as_object) {
        for (name, value) in schedule {
            let name = name.trim_end_matches("_date").trim_end_matches("_hours");
            fact(name, value.as_str().map_or_else(|| value.to_string(), printable));
        }
    }
    for (name, key) in [("labels", "labels"), ("waits for", "dependencies"), ("links", "links")] {
        fact(name, texts(value, key).join(", "));
    }
    let dependents: Vec<String> = list(value, "dependents").iter().map(|task| word(task, "id").to_owned()).collect();
    fact("needed by", dependents.join(", "));
    for criterion in list(value, "done_criteria") {
        let tick = if criterion.get("checked") == Some(&Value::Bool(true)) { "x" } else { " " };
        let _ = writeln!(text, "[{tick}] {}", printable(word(criterion, "item")));
    }
    if let Some(notes) = value.get("notes").and_then(Value::as_str).filter(|notes| !notes.trim().is_empty()) {
        let _ = writeln!(text, "\n{}", printable(notes.trim_end()));
    }
    text
}

/// What a change set would do, line by line.
pub fn rehearsal(changes: &ChangeSet) -> String {
    let mut text = format!("{}\n", changes.summary);
    for edit in &changes.edits {
        let line = match edit {
            Edit::Write { path, before: None, .. } => format!("create {path}"),
            Edit::Write { path, .. } => format!("change {path}"),
            Edit::Remove { path, .. } => format!("remove {path}"),
            Edit::Move { from, to } => format!("move   {from} -> {to}"),
            Edit::MakeFolder { path } => format!("make   {path}/"),
            Edit::RemoveFolder { path } => format!("unmake {path}/"),
            Edit::Append { path, .. } => format!("append {path}"),
        };
        let _ = writeln!(text, "  {line}");
    }
    for warning in &changes.warnings {
        let _ = writeln!(text, "Warning: {warning}");
    }
    text
}

/// The colour of a status, as boards have it.
fn style_of(status: &str) -> Style {
    let color = match status {
        "in_progress" => AnsiColor::Blue,
        "review" => AnsiColor::Magenta,
        "blocked" => AnsiColor::Red,
        "done" => AnsiColor::Green,
        "skipped" => AnsiColor::BrightBlack,
        _ => return Style::new(),
    };
    Style::new().fg_color(Some(color.into()))
}

/// A text of a file cannot move the cursor; its line ends stay.
fn printable(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() && letter != '\n' { ' ' } else { letter }).collect()
}

fn word<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

fn texts(value: &Value, key: &str) -> Vec<String> {
    list(value, key).iter().filter_map(Value::as_str).map(printable).collect()
}
