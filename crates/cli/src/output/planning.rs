//! Metrics, calendar, capacity, results of the scheduler, and timers.

use anstyle::{AnsiColor, Style};
use handoff_engine::ProjectReader;
use serde_json::Value;

use crate::invocation::Page;
use crate::output::styled::Styled;
use crate::output::table::{Align, Cell, Table};
use crate::output::{Details, colored, hours, list, member, number, pluralize, round_hours, text_of, texts};

const WEEKDAYS: [&str; 7] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/// Returns the names of weekdays: "Sun, Sat".
pub fn weekdays(days: &[Value]) -> String {
    let name = |day: &Value| match day.as_str() {
        Some(name) => WEEKDAYS.iter().find(|short| name.to_lowercase().starts_with(&short.to_lowercase())),
        None => WEEKDAYS.get(usize::try_from(day.as_u64()?).ok()?),
    };
    days.iter().filter_map(name).copied().collect::<Vec<_>>().join(", ")
}

/// Renders the calendar.
pub fn calendar(value: &Value, page: Page<'_>) -> Styled {
    let mut details = Details::new(&format!("Calendar of {}", page.engine.reader().config().name));
    details.field("hours per day", &hours(value, "work_hours_per_day"));
    let free = weekdays(list(value, "closed_weekdays"));
    details.field("free", if free.is_empty() { "no weekday" } else { &free });
    details.field("free days", &texts(value, "closed_dates").join(", "));
    details.field("open days", &texts(value, "open_dates").join(", "));
    let days = member(value, "day_hours").as_object();
    let days = days.into_iter().flatten().map(|(day, hours)| format!("{day} {hours}")).collect::<Vec<_>>();
    details.field("hours of", &days.join(", "));
    details.field("mode", text_of(value, "schedule_mode"));
    let percent = hours(value, "overwork_limit_percent");
    details.field("overworked", &if percent.is_empty() { percent } else { format!("from {percent} %") });
    let share = value.get("max_utilization").and_then(Value::as_f64);
    let share = share.map_or_else(String::new, |share| format!("at most {} % of the time", round_hours(share * 100.0)));
    details.field("planned", &share);
    details.field("begins", text_of(value, "started_at"));
    details.into_text()
}

/// Returns " of maya", or nothing for everybody.
fn of_assignee(assignee: Option<&str>) -> String {
    assignee.map_or_else(String::new, |name| format!(" of {name}"))
}

/// Renders progress, hours, overdue tasks and milestones, of one person or of all.
pub fn metrics(value: &Value, assignee: Option<&str>, page: Page<'_>) -> Styled {
    let total = number(value, "total");
    let name = &page.engine.reader().config().name;
    let mut details = Details::new(&format!("{name}: {}{}", pluralize(total, "task"), of_assignee(assignee)));
    if total == 0 {
        let hint = match assignee {
            Some(name) => format!("handoff task update ID --assignee {name} assigns a task."),
            None => "handoff task create TITLE adds a task.".to_owned(),
        };
        details.raw(format!("No tasks to count yet. {hint}\n"));
        return details.into_text();
    }
    let work = member(value, "work");
    let (finished, leaves) = (number(work, "finished"), number(work, "total"));
    let groups = if leaves < total { " without subtasks" } else { "" };
    details.field("done", &format!("{} %: {finished} of {leaves}{groups}", hours(work, "completion_percent")));
    let by_status = member(work, "by_status").as_object().into_iter().flatten();
    let by_status: Vec<String> = by_status.map(|(status, number)| format!("{number} {status}")).collect();
    details.field("tasks", &by_status.join(", "));
    let factor = hours(value, "ai_estimate_multiplier");
    let (estimate, adjusted) = (hours(value, "total_estimate_hours"), hours(value, "total_adjusted_estimate_hours"));
    let adjusted = if adjusted == estimate {
        String::new()
    } else {
        format!("; {adjusted} h with agents at {factor} of a person's time")
    };
    let all = hours(value, "all_estimate_hours");
    let all = if all == estimate { String::new() } else { format!("; {all} h with parent tasks") };
    details.field("estimated", &format!("{estimate} h{all}{adjusted}"));
    details.field("spent", &format!("{} h", hours(value, "total_actual_hours")));
    details.field("left", &format!("{} h", hours(value, "total_remaining_hours")));
    let budget = member(value, "budget");
    if budget.is_object() {
        let (all, used, left) =
            (hours(budget, "total_hours"), hours(budget, "used_hours"), hours(budget, "remaining_hours"));
        details.field("budget", &format!("{all} h: {used} used, {left} left"));
    }
    let overdue = list(value, "overdue_tasks");
    if !overdue.is_empty() {
        let mut table = Table::new(&[
            ("OVERDUE", Align::Left),
            ("TITLE", Align::Flexible),
            ("DUE", Align::Left),
            ("DAYS", Align::Right),
        ]);
        for task in overdue {
            table.row(vec![
                Cell::styled(text_of(task, "id"), colored(AnsiColor::Red)),
                text_of(task, "title").into(),
                text_of(task, "due_date").into(),
                number(task, "days_overdue").to_string().into(),
            ]);
        }
        details.raw(Styled::from("\n").then(table.text(page.width)));
    }
    let milestones = list(value, "milestones");
    if !milestones.is_empty() {
        let mut table = Table::new(&[
            ("MILESTONE", Align::Flexible),
            ("DATE", Align::Left),
            ("DONE", Align::Right),
            ("ESTIMATED", Align::Right),
            ("SPENT", Align::Right),
        ]);
        for milestone in milestones {
            let work = member(milestone, "work");
            table.row(vec![
                text_of(milestone, "name").into(),
                milestone_date(milestone).into(),
                format!("{}/{}", number(work, "finished"), number(work, "total")).into(),
                hours(milestone, "estimate_hours").into(),
                hours(milestone, "actual_hours").into(),
            ]);
        }
        details.raw(Styled::from("\n").then(table.text(page.width)));
    }
    details.into_text()
}

/// Returns the date of a milestone, or else the latest due date of its open tasks.
fn milestone_date(milestone: &Value) -> String {
    match (text_of(milestone, "date"), text_of(milestone, "latest_due")) {
        ("", "") => String::new(),
        ("", due) => format!("(tasks: {due})"),
        (date, _) => date.to_owned(),
    }
}

/// Renders working hours and planned work, by day.
pub fn capacity(value: &Value, page: Page<'_>) -> Styled {
    let mut table = Table::new(&[
        ("DAY", Align::Left),
        ("", Align::Left),
        ("HOURS", Align::Right),
        ("WORK", Align::Right),
        ("LOAD", Align::Right),
    ]);
    for day in list(value, "days") {
        let (available, work) = (amount(day, "capacity_hours"), amount(day, "allocated_hours"));
        let load = (available > 0.0).then(|| (work / available * 100.0).round());
        let style = match load {
            Some(load) if load > 100.0 => colored(AnsiColor::Red),
            None if work > 0.0 => colored(AnsiColor::Red),
            None => Style::new().dimmed(),
            _ => Style::new(),
        };
        let date = text_of(day, "date");
        let load = match load {
            Some(load) => format!("{load} %"),
            None if work > 0.0 => "free day".to_owned(),
            None => String::new(),
        };
        table.row(vec![
            Cell::styled(date, style),
            Cell::styled(weekday(date), style),
            Cell::styled(round_hours(available).to_string(), style),
            Cell::styled(if work > 0.0 { round_hours(work).to_string() } else { String::new() }, style),
            Cell::styled(load, style),
        ]);
    }
    let of_whom = of_assignee(value.get("assignee").and_then(Value::as_str).filter(|name| !name.is_empty()));
    let days = pluralize(number(value, "work_days"), "working day");
    let (total, work) = (hours(value, "total_hours"), hours(value, "allocated_hours"));
    let left = hours(value, "available_hours");
    table.text(page.width).then(format!("\n{days}{of_whom}: {total} h, {work} h of work, {left} h left\n"))
}

fn amount(value: &Value, key: &str) -> f64 {
    value.get(key).and_then(Value::as_f64).unwrap_or(0.0)
}

fn weekday(date: &str) -> &'static str {
    // Day 0, 1970-01-01, was a Thursday.
    let day = handoff_format::parse_date(date).and_then(|day| usize::try_from((day + 4).rem_euclid(7)).ok());
    day.and_then(|day| WEEKDAYS.get(day).copied()).unwrap_or("")
}

/// Renders what the scheduler would change, or has changed.
pub fn schedule(value: &Value, page: Page<'_>) -> Styled {
    let changes = list(value, "changes");
    let dry = value.get("dry_run") == Some(&Value::Bool(true));
    let free = number(value, "scheduled_count");
    if changes.is_empty() {
        return match free {
            0 => "No task to schedule: each one is started, finished or pinned.\n".into(),
            free => {
                format!("Nothing to change: the dates of {} are already right.\n", pluralize(free, "open task")).into()
            }
        };
    }
    let mut table =
        Table::new(&[("ID", Align::Left), ("TITLE", Align::Flexible), ("START", Align::Left), ("DUE", Align::Left)]);
    let reader = page.engine.reader();
    for change in changes {
        let id = text_of(change, "task_id");
        table.row(vec![
            id.into(),
            title(reader, id).into(),
            date_change(text_of(change, "old_start"), text_of(change, "new_start")).into(),
            date_change(text_of(change, "old_due"), text_of(change, "new_due")).into(),
        ]);
    }
    let tasks = pluralize(changes.len(), "task");
    let sentence = if dry {
        format!("{tasks} would get new dates. Run without --dry-run to apply them.")
    } else {
        format!("{tasks} got new dates. Run handoff undo to undo.")
    };
    table.text(page.width).then(format!("\n{sentence}\n"))
}

fn title(reader: ProjectReader<'_>, id: &str) -> String {
    // The task may have been deleted since.
    reader.task(id).map_or_else(|_| String::new(), |entry| entry.fields().title.clone())
}

/// Returns "2026-11-24 → 2026-11-26"; only the new date if there was none or it stays.
fn date_change(old: &str, new: &str) -> String {
    if old.is_empty() || old == new { new.to_owned() } else { format!("{old} → {new}") }
}
