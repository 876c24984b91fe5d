//! Who works on tasks, goals, labels, and what other projects ask for.

use anstyle::Style;
use serde_json::Value;

use crate::invocation::Page;
use crate::output::planning::weekdays;
use crate::output::table::{Align, Cell, Table};
use crate::output::{Sheet, hours, lines, list, moment, number, priority_style, status_style, texts, word};

fn members<'a>(value: &'a Value, key: &str) -> impl Iterator<Item = (&'a String, &'a Value)> {
    value.get(key).and_then(Value::as_object).into_iter().flatten()
}

/// Everybody who is configured.
pub fn assignees(value: &Value, page: Page<'_>) -> String {
    let mut table = Table::new(&[
        ("KEY", Align::Left),
        ("NAME", Align::Flexible),
        ("HOURS/DAY", Align::Right),
        ("FREE", Align::Left),
        ("TASKS", Align::Right),
        ("AT WORK", Align::Right),
        ("ESTIMATED", Align::Right),
        ("SPENT", Align::Right),
    ])
    .shedding(&["ESTIMATED", "SPENT", "FREE", "AT WORK"]);
    let mut none = true;
    for (key, one) in members(value, "assignees") {
        none = false;
        table.row(vec![
            key.as_str().into(),
            word(one, "display_name").into(),
            hours(one, "work_hours_per_day").into(),
            weekdays(list(one, "closed_weekdays")).into(),
            number(one, "task_count").to_string().into(),
            number(one, "active_task_count").to_string().into(),
            hours(one, "total_estimate_hours").into(),
            hours(one, "total_actual_hours").into(),
        ]);
    }
    if none { "No assignees yet. handoff assignee add KEY adds one.\n".to_owned() } else { table.text(page.width) }
}

/// All milestones.
pub fn milestones(value: &Value, page: Page<'_>) -> String {
    let mut table = Table::new(&[
        ("NAME", Align::Left),
        ("DATE", Align::Left),
        ("DESCRIPTION", Align::Flexible),
        ("COLOR", Align::Left),
    ])
    .shedding(&["COLOR"]);
    let mut none = true;
    for (name, one) in members(value, "milestones") {
        none = false;
        table.row(vec![
            name.as_str().into(),
            word(one, "date").into(),
            word(one, "description").into(),
            Cell::styled(word(one, "color"), Style::new().dimmed()),
        ]);
    }
    if none { "No milestones yet. handoff milestone add NAME adds one.\n".to_owned() } else { table.text(page.width) }
}

/// The labels, a line each.
pub fn labels(value: &Value, _: Page<'_>) -> String {
    let labels = texts(value, "labels");
    if labels.is_empty() {
        return "No labels yet. handoff labels update LABEL... sets them.\n".to_owned();
    }
    lines(labels)
}

/// What other projects ask for.
pub fn referrals(value: &Value, page: Page<'_>) -> String {
    let referrals = list(value, "referrals");
    if referrals.is_empty() {
        return "No referrals. Other projects leave them with handoff referral send.\n".to_owned();
    }
    let mut table = Table::new(&[
        ("ID", Align::Left),
        ("STATUS", Align::Left),
        ("TYPE", Align::Left),
        ("PRIORITY", Align::Left),
        ("SUMMARY", Align::Flexible),
        ("FROM", Align::Left),
        ("SENT", Align::Left),
    ])
    .shedding(&["SENT", "TYPE", "FROM", "PRIORITY"]);
    for referral in referrals {
        let (status, priority) = (word(referral, "status"), word(referral, "priority"));
        table.row(vec![
            word(referral, "id").into(),
            Cell::styled(status, status_style(status)),
            word(referral, "referral_type").into(),
            Cell::styled(priority, priority_style(priority)),
            word(referral, "summary").into(),
            word(referral, "source_project").into(),
            moment(word(referral, "created_at")).into(),
        ]);
    }
    table.text(page.width)
}

/// One request.
pub fn referral(value: &Value, _: Page<'_>) -> String {
    let mut sheet = Sheet::new(&format!("{} {}", word(value, "id"), word(value, "summary")));
    let status = word(value, "status");
    sheet.styled("status", status, status_style(status));
    sheet.fact("type", word(value, "referral_type"));
    sheet.styled("priority", word(value, "priority"), priority_style(word(value, "priority")));
    sheet.fact("from", word(value, "source_project"));
    sheet.fact("folder", word(value, "source_project_dir"));
    sheet.fact("sent", &moment(word(value, "created_at")));
    sheet.body(word(value, "details"));
    let proposed = |task: &Value| {
        let criteria = list(task, "done_criteria").iter().map(|one| format!("\n[ ] {}", word(one, "item")));
        format!("- {}{}", word(task, "title"), criteria.collect::<String>())
    };
    sheet.section("Proposed tasks", list(value, "tasks").iter().map(proposed).collect::<Vec<_>>());
    if let Some(context) = value.get("context").filter(|context| !context.is_null()) {
        sheet.section("Context", [format!("{context:#}")]);
    }
    sheet.text()
}
