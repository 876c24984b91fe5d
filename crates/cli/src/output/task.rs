//! Tasks.

use std::fmt::Write as _;

use serde_json::Value;

use crate::invocation::Page;
use crate::output::styled::Styled;
use crate::output::table::{Align, Cell, Table};
use crate::output::{
    Details, hours, list as entries, member, number, pluralize, priority_style, status_style, text_of, texts,
};

/// Renders the task tree, with counts.
pub fn list(value: &Value, page: Page<'_>) -> Styled {
    let tree = entries(value, "task_tree");
    if tree.is_empty() {
        return match page.engine.reader().tasks().len() {
            0 => "No tasks yet. handoff task create TITLE adds one.\n".into(),
            total => format!("None of {} matches.\n", pluralize(total, "task")).into(),
        };
    }
    let mut table = Table::new(&[
        ("ID", Align::Left),
        ("STATUS", Align::Left),
        ("TITLE", Align::Flexible),
        ("ASSIGNEE", Align::Left),
        ("HELD BY", Align::Left),
        ("START", Align::Left),
        ("DUE", Align::Left),
        ("HOURS", Align::Right),
    ])
    .with_optional(&["START", "HOURS", "ASSIGNEE", "DUE", "HELD BY"]);
    for node in tree {
        add_rows(&mut table, node, 0);
    }
    table.text(page.width).then(format!("\n{}\n", counts(value)))
}

fn add_rows(table: &mut Table, node: &Value, depth: usize) {
    let indent = "  ".repeat(depth);
    // If child projects are included, the first level of the tree is projects.
    if !text_of(node, "project_name").is_empty() {
        let name = format!("{indent}{}", text_of(node, "project_name"));
        table.row(vec!["".into(), "".into(), Cell::styled(name, anstyle::Style::new().bold())]);
        for child in entries(node, "task_tree").iter().chain(entries(node, "children")) {
            add_rows(table, child, depth + 1);
        }
        return;
    }
    let schedule = member(node, "schedule");
    let status = text_of(node, "status");
    table.row(vec![
        text_of(node, "id").into(),
        Cell::styled(status, status_style(status)),
        format!("{indent}{}", text_of(node, "title")).into(),
        text_of(node, "assignee").into(),
        text_of(node, "held_by").into(),
        text_of(schedule, "start_date").into(),
        text_of(schedule, "due_date").into(),
        hours(schedule, "estimate_hours").into(),
    ]);
    for child in entries(node, "children") {
        add_rows(table, child, depth + 1);
    }
}

/// Returns "41 tasks: 12 todo, 20 done; 3 overdue; 5 finished earlier, not listed". With parents it is
/// "41 tasks; 15 of 29 without subtasks finished", because numbers by status count no parents.
fn counts(value: &Value) -> String {
    let summary = member(value, "task_summary");
    let by_status = summary.get("by_status").and_then(Value::as_object);
    let parts: Vec<String> =
        by_status.into_iter().flatten().map(|(status, number)| format!("{number} {status}")).collect();
    let mut text = pluralize(number(summary, "total"), "task");
    let (leaves, finished) = (number(member(summary, "work"), "total"), number(member(summary, "work"), "finished"));
    // Writing to a string cannot fail.
    if leaves < number(summary, "total") {
        let _ = write!(text, "; {finished} of {leaves} without subtasks finished");
    } else {
        let _ = write!(text, ": {}", parts.join(", "));
    }
    if number(summary, "overdue_count") > 0 {
        let _ = write!(text, "; {} overdue", number(summary, "overdue_count"));
    }
    if number(value, "finished_omitted") > 0 {
        let _ = write!(text, "; {} finished earlier, not listed", number(value, "finished_omitted"));
    }
    text
}

/// Renders one task.
pub fn detail(value: &Value, _: Page<'_>) -> Styled {
    let mut details = Details::new(&format!("{} {}", text_of(value, "id"), text_of(value, "title")));
    let status = text_of(value, "status");
    details.styled_field("status", status, status_style(status));
    details.styled_field("priority", text_of(value, "priority"), priority_style(text_of(value, "priority")));
    details.field("assignee", text_of(value, "assignee"));
    details.field("held by", text_of(value, "held_by"));
    let schedule = member(value, "schedule");
    for (name, key) in [("milestone", "milestone"), ("start", "start_date"), ("due", "due_date")] {
        details.field(name, text_of(schedule, key));
    }
    for (name, key) in [("estimate", "estimate_hours"), ("spent", "actual_hours"), ("left", "remaining_hours")] {
        let hours = hours(schedule, key);
        details.field(name, &if hours.is_empty() { hours } else { format!("{hours} h") });
    }
    if schedule.get("pinned") == Some(&Value::Bool(true)) {
        details.field("pinned", "yes, the scheduler keeps its dates");
    }
    details.field("labels", &texts(value, "labels").join(", "));
    details.field("waits for", &texts(value, "dependencies").join(", "));
    details.field("blocked by", text_of(value, "blocked_by"));
    let waiting: Vec<&str> = entries(value, "dependents").iter().map(|task| text_of(task, "id")).collect();
    details.field("needed by", &waiting.join(", "));
    details.field("links", &texts(value, "links").join("\n"));
    details.section("Done criteria", checklist(entries(value, "done_criteria")));
    details.body(text_of(value, "notes"));
    details.into_text()
}

/// Renders checklist items: `1 [x] works offline`.
pub fn checklist(items: &[Value]) -> Vec<String> {
    let line = |(index, item): (usize, &Value)| {
        let tick = if item.get("checked") == Some(&Value::Bool(true)) { 'x' } else { ' ' };
        let owner = if text_of(item, "owner") == "user" { " (yours)" } else { "" };
        format!("{} [{tick}] {}{owner}", index + 1, text_of(item, "item"))
    };
    items.iter().enumerate().map(line).collect()
}

/// Renders the result of ticking a criterion.
pub fn check_result(value: &Value, _: Page<'_>) -> String {
    let summary = member(value, "done_criteria_summary");
    let verb = if value.get("checked") == Some(&Value::Bool(true)) { "Ticked" } else { "Unticked" };
    let (done, all) = (number(summary, "checked"), number(summary, "total"));
    format!("{verb} “{}” of task {}: {done} of {all} met.\n", text_of(value, "item"), text_of(value, "task_id"))
}
