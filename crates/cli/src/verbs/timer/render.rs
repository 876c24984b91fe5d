//! Renders timers and time entries for people.

use handoff_agent::operations::timers::get_time::{self, ElapsedHours};
use handoff_engine::ProjectPart;
use handoff_format::parse_date;

use super::list::{Csv, Sum, TimeList};
use super::status::Status;
use crate::ground::clock;
use crate::ground::clock::now;
use crate::ground::styled::Styled;
use crate::output::table::{Align, Cell, Table};
use crate::output::{Details, Page, Rendered, empty_list, local_time, round_hours, without_mark};

/// Renders the timer of a task.
pub fn timer(answer: &get_time::Answer, page: Page<'_>) -> Styled {
    let id = &answer.task_id;
    // The task may have been deleted since.
    let title = page.engine.reader().task(id).map_or_else(|_| String::new(), |task| task.fields().title.clone());
    let mut details = Details::new(&format!("{id} {title}"));
    details.field("timer", &answer.state);
    if answer.paused_by_idle {
        details.field("", "paused because nobody was active");
    }
    let is_stopped = answer.state == "stopped";
    if !is_stopped {
        let elapsed = match &answer.elapsed_hours {
            ElapsedHours::Text(hours) => two_decimals(hours),
            ElapsedHours::None(hours) => round_hours(*hours).to_string(),
        };
        details.field("running", &format!("{elapsed} h"));
    }
    details.field("spent", &format!("{} h", round_hours(answer.current_actual_hours)));
    if !is_stopped {
        details.field("total", &format!("{} h", two_decimals(&answer.projected_total_hours)));
        details.field("run by", answer.authority.as_ref().map_or("", |authority| authority.owner.as_str()));
    }
    details.into_text()
}

/// Returns hours that are given as a text with at most two decimals. A text that is no number is
/// returned as it is.
fn two_decimals(hours: &str) -> String {
    hours.parse().map_or_else(|_| hours.to_owned(), |hours| round_hours(hours).to_string())
}

/// Renders all timers, and the program that runs them.
pub fn status(answer: &Status, page: Page<'_>) -> Styled {
    let timers = &answer.timers;
    let authority = answer.authority.as_ref().filter(|authority| authority.alive);
    let program = match authority.map(|authority| authority.owner.as_str()) {
        Some("vscode") => "An editor runs the timers.",
        Some("mcp") => "An agent's server or the command line runs the timers.",
        _ if timers.is_empty() => "",
        _ => "No program measures the timers now.",
    };
    if timers.is_empty() {
        return empty_list(page, ProjectPart::Timers, format!("No timers. {program}").trim_end()).into();
    }
    let columns = [("ID", Align::Left), ("TITLE", Align::Flexible), ("STATE", Align::Left), ("TIME", Align::Right)];
    let mut table = Table::new(&columns);
    for timer in timers {
        let state = match (timer.state.as_str(), timer.paused_by_idle) {
            ("tracking", _) => "running",
            (_, true) => "waits for activity",
            (_, false) => "paused",
        };
        table.row(vec![
            Cell::from(timer.id.as_str()),
            Cell::from(timer.title.as_deref().unwrap_or_default()),
            Cell::from(state),
            Cell::from(span(timer.seconds)),
        ]);
    }
    table.text(page.width).then(format!("\n{program}\n"))
}

/// Renders time entries by day.
pub fn days(answer: &TimeList, page: Page<'_>) -> Styled {
    let TimeList { from, to, days, sum } = answer;
    if days.is_empty() {
        return format!("No time entries from {from} to {to}.\n").into();
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
        for entry in &day.entries {
            table.row(vec![
                Cell::from(day.date.as_str()),
                Cell::from(start(&entry.start, &day.date)),
                Cell::from(span(entry.seconds)),
                Cell::from(entry.task.as_str()),
                Cell::from(entry.title.as_deref().unwrap_or_default()),
                Cell::from(entry.actor.as_str()),
                Cell::from(entry.note.as_str()),
                Cell::from(entry.id.as_str()),
            ]);
        }
        table.row(sums(&day.sum, &day.date, "total"));
    }
    if days.len() > 1 {
        table.row(sums(sum, "", "all days"));
    }
    table.text(page.width)
}

/// Returns when the part of an entry on a day begins: at the entry's start, or with the day.
fn start(start: &str, date: &str) -> String {
    let shown = local_time(start);
    match parse_date(date) {
        Some(day) if !shown.starts_with(date) => clock::format_local(clock::time_zone(now()).day_start(day)),
        _ => shown,
    }
}

/// Returns the row with the sums of a day or of all days.
fn sums(sum: &Sum, day: &str, label: &str) -> Vec<Cell> {
    let parts = format!("people {}, agents {}", span(sum.people_seconds), span(sum.agents_seconds));
    vec![Cell::from(day), Cell::from(label), Cell::from(span(sum.seconds)), Cell::default(), Cell::from(parts)]
}

/// Returns the CSV of time entries.
pub fn csv(answer: &Csv, _: Page<'_>) -> Rendered {
    Rendered::Data(without_mark(&answer.csv).to_owned())
}

/// Returns seconds as hours, minutes and seconds: 1:05:09.
fn span(seconds: u64) -> String {
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}
