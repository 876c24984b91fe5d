//! Assignees and milestones.

use anstyle::Style;
use handoff_engine::ProjectPart;
use serde_json::Value;

use crate::invocation::Page;
use crate::output::planning::weekdays;
use crate::output::styled::Styled;
use crate::output::table::{Align, Cell, Table};
use crate::output::{empty_list, hours, list, number, text_of};

fn members<'a>(value: &'a Value, key: &str) -> impl Iterator<Item = (&'a String, &'a Value)> {
    value.get(key).and_then(Value::as_object).into_iter().flatten()
}

/// Renders the configured assignees.
pub fn assignees(value: &Value, page: Page<'_>) -> Styled {
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
    .with_optional(&["ESTIMATED", "SPENT", "FREE", "AT WORK"]);
    let mut is_empty = true;
    for (key, entry) in members(value, "assignees") {
        is_empty = false;
        table.row(vec![
            key.as_str().into(),
            text_of(entry, "display_name").into(),
            hours(entry, "work_hours_per_day").into(),
            weekdays(list(entry, "closed_weekdays")).into(),
            number(entry, "task_count").to_string().into(),
            number(entry, "active_task_count").to_string().into(),
            hours(entry, "total_estimate_hours").into(),
            hours(entry, "total_actual_hours").into(),
        ]);
    }
    if is_empty {
        return empty_list(page, ProjectPart::Config, "No assignees yet. handoff assignee add KEY adds one.").into();
    }
    table.text(page.width)
}

/// Renders the milestones.
pub fn milestones(value: &Value, page: Page<'_>) -> Styled {
    let mut table = Table::new(&[
        ("NAME", Align::Left),
        ("DATE", Align::Left),
        ("DESCRIPTION", Align::Flexible),
        ("COLOR", Align::Left),
    ])
    .with_optional(&["COLOR"]);
    let mut is_empty = true;
    for (name, entry) in members(value, "milestones") {
        is_empty = false;
        table.row(vec![
            name.as_str().into(),
            text_of(entry, "date").into(),
            text_of(entry, "description").into(),
            Cell::styled(text_of(entry, "color"), Style::new().dimmed()),
        ]);
    }
    if is_empty {
        return empty_list(page, ProjectPart::Config, "No milestones yet. handoff milestone add NAME adds one.").into();
    }
    table.text(page.width)
}
