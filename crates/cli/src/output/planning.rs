//! Numbers about the plan, the calendar, dates from the scheduler, timers.

use anstyle::{AnsiColor, Style};
use handoff_engine::Reading;
use serde_json::Value;

use crate::invocation::Page;
use crate::output::table::{Align, Cell, Table};
use crate::output::{Sheet, at, colored, counted, hours, list, number, printable, texts, tidy, word};

const WEEKDAYS: [&str; 7] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/// "Sun, Sat".
pub fn weekdays(days: &[Value]) -> String {
    let name = |day: &Value| Some(*WEEKDAYS.get(usize::try_from(day.as_u64()?).ok()?)?);
    days.iter().filter_map(name).collect::<Vec<_>>().join(", ")
}

/// When the project works.
pub fn calendar(value: &Value, page: Page<'_>) -> String {
    let mut sheet = Sheet::new(&format!("Calendar of {}", page.engine.reading().config().name));
    sheet.fact("hours per day", &hours(value, "work_hours_per_day"));
    let free = weekdays(list(value, "closed_weekdays"));
    sheet.fact("free", if free.is_empty() { "no weekday" } else { &free });
    sheet.fact("free days", &texts(value, "closed_dates").join(", "));
    sheet.fact("open days", &texts(value, "open_dates").join(", "));
    let days = at(value, "day_hours").as_object();
    let days = days.into_iter().flatten().map(|(day, hours)| format!("{day} {hours}")).collect::<Vec<_>>();
    sheet.fact("hours of", &days.join(", "));
    sheet.fact("mode", word(value, "schedule_mode"));
    let percent = hours(value, "overwork_limit_percent");
    sheet.fact("overworked", &if percent.is_empty() { percent } else { format!("from {percent} %") });
    let part = value.get("max_utilization").and_then(Value::as_f64);
    sheet
        .fact("planned", &part.map(|part| format!("at most {} % of the time", tidy(part * 100.0))).unwrap_or_default());
    sheet.fact("begins", word(value, "started_at"));
    sheet.text()
}

/// " of maya"; nothing where it is about everybody.
fn of(assignee: Option<&str>) -> String {
    assignee.map(|name| format!(" of {}", printable(name))).unwrap_or_default()
}

/// Progress, hours, what is late, milestones; of one person or of all.
pub fn metrics(value: &Value, assignee: Option<&str>, page: Page<'_>) -> String {
    let total = number(value, "total");
    let name = &page.engine.reading().config().name;
    let mut sheet = Sheet::new(&format!("{name}: {}{}", counted(total, "task"), of(assignee)));
    if total == 0 {
        let hint = match assignee {
            Some(name) => format!("handoff task update ID --assignee {} assigns a task.", printable(name)),
            None => "handoff task create TITLE adds a task.".to_owned(),
        };
        sheet.raw(&format!("No tasks to count yet. {hint}\n"));
        return sheet.text();
    }
    sheet.fact("done", &format!("{} %", hours(value, "completion_percent")));
    let by_status = at(value, "by_status").as_object().into_iter().flatten();
    let by_status: Vec<String> = by_status.map(|(status, number)| format!("{number} {status}")).collect();
    sheet.fact("tasks", &by_status.join(", "));
    let factor = hours(value, "ai_estimate_multiplier");
    let (estimate, adjusted) = (hours(value, "total_estimate_hours"), hours(value, "total_adjusted_estimate_hours"));
    let adjusted = if adjusted == estimate {
        String::new()
    } else {
        format!("; {adjusted} h with agents at {factor} of a person's time")
    };
    sheet.fact("estimated", &format!("{estimate} h{adjusted}"));
    sheet.fact("spent", &format!("{} h", hours(value, "total_actual_hours")));
    sheet.fact("left", &format!("{} h", hours(value, "total_remaining_hours")));
    let budget = at(value, "budget");
    if budget.is_object() {
        let (all, used, left) =
            (hours(budget, "total_hours"), hours(budget, "used_hours"), hours(budget, "remaining_hours"));
        sheet.fact("budget", &format!("{all} h: {used} used, {left} left"));
    }
    let late = list(value, "overdue_tasks");
    if !late.is_empty() {
        let mut table = Table::new(&[
            ("OVERDUE", Align::Left),
            ("TITLE", Align::Flexible),
            ("DUE", Align::Left),
            ("DAYS", Align::Right),
        ]);
        for task in late {
            table.row(vec![
                Cell::styled(word(task, "id"), colored(AnsiColor::Red)),
                word(task, "title").into(),
                word(task, "due_date").into(),
                number(task, "days_overdue").to_string().into(),
            ]);
        }
        sheet.raw(&format!("\n{}", table.text(page.width)));
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
        for one in milestones {
            table.row(vec![
                word(one, "name").into(),
                word(one, "date").into(),
                format!("{}/{}", number(one, "done"), number(one, "total")).into(),
                hours(one, "estimate_hours").into(),
                hours(one, "actual_hours").into(),
            ]);
        }
        sheet.raw(&format!("\n{}", table.text(page.width)));
    }
    sheet.text()
}

/// Working hours and work to do, by day.
pub fn capacity(value: &Value, page: Page<'_>) -> String {
    let mut table = Table::new(&[
        ("DAY", Align::Left),
        ("", Align::Left),
        ("HOURS", Align::Right),
        ("WORK", Align::Right),
        ("LOAD", Align::Right),
    ]);
    for day in list(value, "days") {
        let (hours_there, work) = (amount(day, "capacity_hours"), amount(day, "allocated_hours"));
        let load = (hours_there > 0.0).then(|| (work / hours_there * 100.0).round());
        let style = match load {
            Some(load) if load > 100.0 => colored(AnsiColor::Red),
            None if work > 0.0 => colored(AnsiColor::Red),
            None => Style::new().dimmed(),
            _ => Style::new(),
        };
        let date = word(day, "date");
        let load = match load {
            Some(load) => format!("{load} %"),
            None if work > 0.0 => "free day".to_owned(),
            None => String::new(),
        };
        table.row(vec![
            Cell::styled(date, style),
            Cell::styled(weekday(date), style),
            Cell::styled(tidy(hours_there).to_string(), style),
            Cell::styled(if work > 0.0 { tidy(work).to_string() } else { String::new() }, style),
            Cell::styled(load, style),
        ]);
    }
    let whose = of(value.get("assignee").and_then(Value::as_str).filter(|name| !name.is_empty()));
    let days = counted(number(value, "work_days"), "working day");
    let (total, work) = (hours(value, "total_hours"), hours(value, "allocated_hours"));
    format!(
        "{}\n{days}{whose}: {total} h, {work} h of work, {} h left\n",
        table.text(page.width),
        hours(value, "available_hours")
    )
}

fn amount(value: &Value, key: &str) -> f64 {
    value.get(key).and_then(Value::as_f64).unwrap_or_default()
}

fn weekday(date: &str) -> &'static str {
    let day =
        handoff_format::parse_date(date).map(|day| (day + 4).rem_euclid(7)).and_then(|day| usize::try_from(day).ok());
    day.and_then(|day| WEEKDAYS.get(day).copied()).unwrap_or_default()
}

/// What the scheduler would change, or has changed.
pub fn schedule(value: &Value, page: Page<'_>) -> String {
    let moves = list(value, "changes");
    let dry = value.get("dry_run") == Some(&Value::Bool(true));
    let free = number(value, "scheduled_count");
    if moves.is_empty() {
        return match free {
            0 => "No task to schedule: each one is started, finished or pinned.\n".to_owned(),
            free => format!("Nothing to change: the dates of {} are already right.\n", counted(free, "open task")),
        };
    }
    let mut table =
        Table::new(&[("ID", Align::Left), ("TITLE", Align::Flexible), ("START", Align::Left), ("DUE", Align::Left)]);
    let reading = page.engine.reading();
    for moved in moves {
        let id = word(moved, "task_id");
        table.row(vec![
            id.into(),
            title(reading, id).into(),
            change(word(moved, "old_start"), word(moved, "new_start")).into(),
            change(word(moved, "old_due"), word(moved, "new_due")).into(),
        ]);
    }
    let many = counted(moves.len(), "task");
    let told = if dry {
        format!("{many} would get new dates. Run without --dry-run to apply them.")
    } else {
        format!("{many} got new dates. Run handoff undo to undo.")
    };
    format!("{}\n{told}\n", table.text(page.width))
}

fn title(reading: Reading<'_>, id: &str) -> String {
    reading.task(id).map(|entry| entry.fields().title.clone()).unwrap_or_default()
}

/// "2026-11-24 → 2026-11-26"; just the day where it is the first or stays.
fn change(old: &str, new: &str) -> String {
    if old.is_empty() || old == new { new.to_owned() } else { format!("{old} → {new}") }
}

/// A timer.
pub fn timer(value: &Value, page: Page<'_>) -> String {
    let id = word(value, "task_id");
    let mut sheet = Sheet::new(&format!("{id} {}", title(page.engine.reading(), id)));
    let state = word(value, "state");
    sheet.fact("timer", state);
    if value.get("paused_by_idle") == Some(&Value::Bool(true)) {
        sheet.fact("", "paused because nobody was active");
    }
    let told = |key: &str| match value.get(key) {
        Some(Value::String(text)) => text.parse().map(|hours| tidy(hours).to_string()).unwrap_or_default(),
        _ => hours(value, key),
    };
    let hours = |key: &str| format!("{} h", told(key));
    if state != "stopped" {
        sheet.fact("running", &hours("elapsed_hours"));
    }
    sheet.fact("spent", &hours("current_actual_hours"));
    if state != "stopped" {
        sheet.fact("total", &hours("projected_total_hours"));
        sheet.fact("run by", word(at(value, "authority"), "owner"));
    }
    sheet.text()
}
