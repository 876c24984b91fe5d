//! Timers and time entries.

use handoff_engine::ProjectPart;
use handoff_format::parse_date;
use serde_json::Value;

use crate::invocation::Page;
use crate::output::styled::{Rendered, Styled};
use crate::output::table::{Align, Cell, Table};
use crate::output::{empty_list, list, local_time, member, number, text_of};
use crate::project::now;
use crate::time_zone;

/// Renders all timers, and the program that runs them.
pub fn status(value: &Value, page: Page<'_>) -> Styled {
    let timers = list(value, "timers");
    let authority = member(value, "authority");
    let program = match (text_of(authority, "owner"), member(authority, "alive") == &Value::Bool(true)) {
        ("vscode", true) => "An editor runs the timers.".to_owned(),
        ("mcp", true) => "An agent's server or the command line runs the timers.".to_owned(),
        _ if timers.is_empty() => String::new(),
        _ => "No program measures the timers now.".to_owned(),
    };
    if timers.is_empty() {
        return empty_list(page, ProjectPart::Timers, format!("No timers. {program}").trim_end()).into();
    }
    let columns = [("ID", Align::Left), ("TITLE", Align::Flexible), ("STATE", Align::Left), ("TIME", Align::Right)];
    let mut table = Table::new(&columns);
    for timer in timers {
        let state = match (text_of(timer, "state"), member(timer, "paused_by_idle") == &Value::Bool(true)) {
            ("tracking", _) => "running",
            (_, true) => "waits for activity",
            (_, false) => "paused",
        };
        table.row(vec![
            Cell::from(text_of(timer, "id")),
            Cell::from(text_of(timer, "title")),
            Cell::from(state),
            Cell::from(span(timer, "seconds")),
        ]);
    }
    table.text(page.width).then(format!("\n{program}\n"))
}

/// Renders time entries by day.
pub fn days(value: &Value, page: Page<'_>) -> Styled {
    let days = list(value, "days");
    if days.is_empty() {
        return format!("No time entries from {} to {}.\n", text_of(value, "from"), text_of(value, "to")).into();
    }
    let columns = [
        ("DAY", Align::Left),
        ("START", Align::Left),
        ("TIME", Align::Right),
        ("TASK", Align::Left),
        ("TITLE", Align::Flexible),
        ("BY", Align::Left),
        ("NOTE", Align::Flexible),
        ("ID", Align::Left),
    ];
    let mut table = Table::new(&columns).with_optional(&["NOTE", "TITLE"]);
    for day in days {
        for entry in list(day, "entries") {
            table.row(vec![
                Cell::from(text_of(day, "date")),
                Cell::from(start(text_of(entry, "start"), text_of(day, "date"))),
                Cell::from(span(entry, "seconds")),
                Cell::from(text_of(entry, "task")),
                Cell::from(text_of(entry, "title")),
                Cell::from(text_of(entry, "actor")),
                Cell::from(text_of(entry, "note")),
                Cell::from(text_of(entry, "id")),
            ]);
        }
        table.row(sums(day, text_of(day, "date"), "total"));
    }
    if days.len() > 1 {
        table.row(sums(value, "", "all days"));
    }
    table.text(page.width)
}

/// Returns when the part of an entry on a day begins: at the entry's start, or with the day.
fn start(start: &str, date: &str) -> String {
    let shown = local_time(start);
    match parse_date(date) {
        Some(day) if !shown.starts_with(date) => time_zone::format_local(time_zone::system(now()).day_start(day)),
        _ => shown,
    }
}

/// Returns the row with the sums of a day or of all days.
fn sums(value: &Value, day: &str, label: &str) -> Vec<Cell> {
    let parts = format!("people {}, agents {}", span(value, "people_seconds"), span(value, "agents_seconds"));
    vec![Cell::from(day), Cell::from(label), Cell::from(span(value, "seconds")), Cell::default(), Cell::from(parts)]
}

/// Returns the CSV of a value.
pub fn csv(value: &Value, _: Page<'_>) -> Rendered {
    Rendered::Data(without_mark(text_of(value, "csv")).to_owned())
}

/// Returns a CSV without the mark that tells a spreadsheet its encoding: other programs of a pipe do not
/// expect it.
pub fn without_mark(csv: &str) -> &str {
    csv.strip_prefix('\u{feff}').unwrap_or(csv)
}

/// Returns the seconds of a member as hours, minutes and seconds: 1:05:09.
fn span(value: &Value, key: &str) -> String {
    let seconds = number(value, key);
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}
