//! Tasks.

use std::fmt::Write as _;

use serde_json::Value;

use crate::invocation::Page;
use crate::output::table::{Align, Cell, Table};
use crate::output::{Sheet, at, counted, hours, list as entries, number, priority_style, status_style, texts, word};

/// The tree of tasks, with counts.
pub fn list(value: &Value, page: Page<'_>) -> String {
    let tree = entries(value, "task_tree");
    let total = number(at(value, "task_summary"), "total");
    if tree.is_empty() {
        return match total {
            0 => "No tasks yet. handoff task create TITLE adds one.\n".to_owned(),
            total => format!("None of {} matches.\n", counted(total, "task")),
        };
    }
    let mut table = Table::new(&[
        ("ID", Align::Left),
        ("STATUS", Align::Left),
        ("TITLE", Align::Flexible),
        ("ASSIGNEE", Align::Left),
        ("START", Align::Left),
        ("DUE", Align::Left),
        ("HOURS", Align::Right),
    ])
    .shedding(&["START", "HOURS", "ASSIGNEE", "DUE"]);
    for node in tree {
        add(&mut table, node, 0);
    }
    format!("{}\n{}\n", table.text(page.width), counts(value))
}

fn add(table: &mut Table, node: &Value, depth: usize) {
    let indent = "  ".repeat(depth);
    // With projects inside this one, the tree's first level is projects.
    if !word(node, "project_name").is_empty() {
        let name = format!("{indent}{}", word(node, "project_name"));
        table.row(vec!["".into(), "".into(), Cell::styled(name, anstyle::Style::new().bold())]);
        for child in entries(node, "task_tree").iter().chain(entries(node, "children")) {
            add(table, child, depth + 1);
        }
        return;
    }
    let schedule = at(node, "schedule");
    let status = word(node, "status");
    table.row(vec![
        word(node, "id").into(),
        Cell::styled(status, status_style(status)),
        format!("{indent}{}", word(node, "title")).into(),
        word(node, "assignee").into(),
        word(schedule, "start_date").into(),
        word(schedule, "due_date").into(),
        hours(schedule, "estimate_hours").into(),
    ]);
    for child in entries(node, "children") {
        add(table, child, depth + 1);
    }
}

/// "41 tasks: 12 todo, 20 done; 3 overdue; 5 finished ones are not listed".
fn counts(value: &Value) -> String {
    let summary = at(value, "task_summary");
    let by_status = summary.get("by_status").and_then(Value::as_object);
    let parts: Vec<String> =
        by_status.into_iter().flatten().map(|(status, number)| format!("{number} {status}")).collect();
    let mut text = format!("{}: {}", counted(number(summary, "total"), "task"), parts.join(", "));
    // Writing to a text cannot fail.
    if number(summary, "overdue_count") > 0 {
        let _ = write!(text, "; {} overdue", number(summary, "overdue_count"));
    }
    if number(value, "finished_omitted") > 0 {
        let _ = write!(text, "; {} finished earlier, not listed", number(value, "finished_omitted"));
    }
    text
}

/// One task.
pub fn detail(value: &Value, _: Page<'_>) -> String {
    let mut sheet = Sheet::new(&format!("{} {}", word(value, "id"), word(value, "title")));
    let status = word(value, "status");
    sheet.styled("status", status, status_style(status));
    sheet.styled("priority", word(value, "priority"), priority_style(word(value, "priority")));
    sheet.fact("assignee", word(value, "assignee"));
    let schedule = at(value, "schedule");
    for (name, key) in [("milestone", "milestone"), ("start", "start_date"), ("due", "due_date")] {
        sheet.fact(name, word(schedule, key));
    }
    for (name, key) in [("estimate", "estimate_hours"), ("spent", "actual_hours"), ("left", "remaining_hours")] {
        let hours = hours(schedule, key);
        sheet.fact(name, &if hours.is_empty() { hours } else { format!("{hours} h") });
    }
    if schedule.get("pinned") == Some(&Value::Bool(true)) {
        sheet.fact("pinned", "yes, the scheduler keeps its dates");
    }
    sheet.fact("labels", &texts(value, "labels").join(", "));
    sheet.fact("waits for", &texts(value, "dependencies").join(", "));
    let waiting: Vec<&str> = entries(value, "dependents").iter().map(|task| word(task, "id")).collect();
    sheet.fact("needed by", &waiting.join(", "));
    sheet.fact("links", &texts(value, "links").join("\n"));
    sheet.section("Done criteria", ticks(entries(value, "done_criteria")));
    sheet.body(word(value, "notes"));
    sheet.text()
}

/// "1 [x] works offline".
pub fn ticks(items: &[Value]) -> Vec<String> {
    let line = |(at, item): (usize, &Value)| {
        let tick = if item.get("checked") == Some(&Value::Bool(true)) { 'x' } else { ' ' };
        let owner = if word(item, "owner") == "user" { " (yours)" } else { "" };
        format!("{} [{tick}] {}{owner}", at + 1, word(item, "item"))
    };
    items.iter().enumerate().map(line).collect()
}

/// A criterion that was ticked, or is no longer.
pub fn ticked(value: &Value, _: Page<'_>) -> String {
    let summary = at(value, "done_criteria_summary");
    let verb = if value.get("checked") == Some(&Value::Bool(true)) { "Ticked" } else { "Unticked" };
    let (done, all) = (number(summary, "checked"), number(summary, "total"));
    format!(
        "{verb} “{}” of task {}: {done} of {all} met.\n",
        crate::output::printable(word(value, "item")),
        word(value, "task_id")
    )
}
