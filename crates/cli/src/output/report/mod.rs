//! Reports as text, tables and CSV.

pub mod shapes;

use handoff_engine::{csv_table, csv_text};
use handoff_format::is_date;
use serde_json::Value;

use crate::invocation::Page;
use crate::output::csv::without_mark;
use crate::output::styled::{Rendered, Styled};
use crate::output::table::{Align, Table};
use crate::output::{Details, hours, list, member, number, pluralize, text_of};

/// The lists that a report may have, of which the first is its main list, with the column headings
/// by member.
const LISTS: [&str; 5] = ["days", "weeks", "milestones", "tasks", "actors"];

/// The members that a table shows, each with its heading.
const COLUMNS: [(&str, &str); 44] = [
    ("key", "GROUP"),
    ("date", "DATE"),
    ("start", "WEEK OF"),
    ("name", "NAME"),
    ("id", "ID"),
    ("title", "TITLE"),
    ("started", "STARTED"),
    ("finished", "FINISHED"),
    ("cycle_days", "CYCLE DAYS"),
    ("lead_days", "LEAD DAYS"),
    ("remaining_tasks", "OPEN TASKS"),
    ("finished_tasks", "FINISHED TASKS"),
    ("done_tasks", "DONE TASKS"),
    ("done_hours", "DONE HOURS"),
    ("mean_tasks", "MEAN TASKS"),
    ("mean_hours", "MEAN HOURS"),
    ("scope_tasks", "ALL TASKS"),
    ("used_hours", "USED HOURS"),
    ("left_hours", "BUDGET LEFT"),
    ("finished_hours", "FINISHED HOURS"),
    ("remaining_hours", "OPEN HOURS"),
    ("scope_hours", "ALL HOURS"),
    ("ideal_tasks", "IDEAL TASKS"),
    ("ideal_hours", "IDEAL HOURS"),
    ("todo", "TODO"),
    ("in_progress", "IN PROGRESS"),
    ("review", "REVIEW"),
    ("blocked", "BLOCKED"),
    ("done", "DONE"),
    ("skipped", "SKIPPED"),
    ("estimate_hours", "ESTIMATE"),
    ("actual_hours", "ACTUAL"),
    ("factor", "FACTOR"),
    ("pv", "PV"),
    ("ev", "EV"),
    ("ac", "AC"),
    ("kind", "KIND"),
    ("sessions", "SESSIONS"),
    ("hours", "HOURS"),
    ("people_hours", "PEOPLE"),
    ("agents_hours", "AGENTS"),
    ("source", "SOURCE"),
    ("p50", "50 %"),
    ("p85", "85 %"),
];

/// The heights of a sparkline, lowest first.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// The maximum number of characters of a sparkline.
const SPARK_WIDTH: usize = 48;

/// Returns the text of a cell: numbers with at most two decimals.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Number(number) => match number.as_f64() {
            Some(number) => super::round_hours(number).to_string(),
            None => number.to_string(),
        },
        other => other.to_string(),
    }
}

/// Renders one report: its single figures, and its main list as a table for each group.
pub fn report(value: &Value, page: Page<'_>) -> Styled {
    let mut details = Details::new(&format!("{}: {}", page.engine.reader().config().name, text_of(value, "report")));
    details.field("days", &format!("{} to {}", text_of(value, "from"), text_of(value, "to")));
    let exact = text_of(value, "exact_from");
    let exact = if exact.is_empty() { String::new() } else { format!(", exact from {exact}") };
    details.field("source", &format!("{}{exact}", text_of(value, "source")));
    details.field("note", text_of(value, "notice"));
    figures(&mut details, value);
    details.raw(table(list_of(value), page));
    for group in list(value, "groups") {
        let key = text_of(group, "key");
        details.raw(format!("\n{}\n", if key.is_empty() { "none" } else { key }));
        figures(&mut details, group);
        details.raw(table(list_of(group), page));
    }
    details.into_text()
}

/// Adds the finished tasks and hours of a summary; those over all tasks only where they differ.
fn progress(details: &mut Details, summary: &Value) {
    let tasks = |finished: &str, scope: &str| {
        format!("{} of {}", number(summary, finished), pluralize(number(summary, scope), "task"))
    };
    details.field("finished", &tasks("finished_tasks", "scope_tasks"));
    let [finished, scope, all] = ["finished_hours", "scope_hours", "all_scope_hours"].map(|key| hours(summary, key));
    details.field("", &format!("{finished} of {scope} h"));
    if member(summary, "all_scope_tasks") != member(summary, "scope_tasks") {
        details.field("with parents", &format!("{}, {all} h", tasks("all_finished_tasks", "all_scope_tasks")));
    }
}

/// Adds the numbers of tasks that a summary lists.
fn now(details: &mut Details, summary: &Value) {
    let [overdue, blocked, in_work] = ["overdue", "blocked", "ageing"].map(|name| list(summary, name).len());
    let ready = number(summary, "ready");
    details.field("now", &format!("{ready} ready, {in_work} in work, {blocked} blocked, {overdue} overdue"));
}

/// Returns by how much the scope of a forecast grew; empty if it did not.
fn growth(forecast: &Value) -> String {
    let added = number(forecast, "sample_scope_change");
    if added == 0 || text_of(forecast, "p50").is_empty() {
        return String::new();
    }
    let days = pluralize(number(forecast, "sample_days"), "working day");
    format!("grew by {} in {days}; the dates assume that it stays as it is", pluralize(added, "task"))
}

/// Adds the single figures of a report.
fn figures(details: &mut Details, value: &Value) {
    let percentiles = |value: &Value| {
        let part = |name: &str, key: &str| match member(value, key) {
            Value::Null => String::new(),
            number => format!("{name} {}", cell(number)),
        };
        [part("50 %", "p50"), part("85 %", "p85"), part("95 %", "p95")].join("  ").trim().to_owned()
    };
    if member(value, "counts").is_object() {
        progress(details, value);
        now(details, value);
    }
    details.field("scope", &growth(value));
    details.field("done by", &percentiles(member(value, "forecast")));
    details.field(if text_of(value, "report") == "forecast" { "done by" } else { "" }, &percentiles(value));
    details.field("cycle days", &percentiles(member(value, "percentiles")));
    details.field("lead days", &percentiles(member(value, "lead_percentiles")));
    let budget = [("budget", "budget_hours"), ("used", "used_hours"), ("left", "left_hours")];
    let more = [("remaining", "remaining_hours"), ("projected", "projected_hours"), ("total", "total_hours")];
    for (name, key) in budget.into_iter().chain(more) {
        let hours = hours(value, key);
        details.field(name, &if hours.is_empty() { hours } else { format!("{hours} h") });
    }
    for key in ["spi", "cpi", "eac", "bac", "baseline"] {
        details.field(key, &cell(member(value, key)));
    }
    let total = member(value, "all");
    if total.is_object() {
        let factor = hours(total, "factor");
        let tasks = pluralize(number(total, "tasks"), "task");
        details.field("factor", &if factor.is_empty() { factor } else { format!("{factor} over {tasks}") });
    }
}

/// Returns the main list of a report.
fn list_of(value: &Value) -> &[Value] {
    let rows = LISTS.iter().map(|name| list(value, name));
    rows.into_iter().find(|rows| !rows.is_empty()).unwrap_or_default()
}

fn table(rows: &[Value], page: Page<'_>) -> Styled {
    let is_used = |key: &str| rows.iter().any(|row| !member(row, key).is_null());
    let columns: Vec<(&str, &'static str)> = COLUMNS.iter().copied().filter(|(key, _)| is_used(key)).collect();
    if columns.is_empty() {
        return Styled::default();
    }
    let align = |key: &str| match key {
        "title" => Align::Flexible,
        _ if rows.iter().any(|row| member(row, key).is_number()) => Align::Right,
        _ => Align::Left,
    };
    let headings: Vec<(&'static str, Align)> = columns.iter().map(|(key, heading)| (*heading, align(key))).collect();
    let mut table = Table::new(&headings);
    for row in rows {
        table.row(columns.iter().map(|(key, _)| cell(member(row, key)).into()).collect());
    }
    Styled::from("\n").then(table.text(page.width))
}

/// Renders the main list of a report, and of each of its groups, as CSV (RFC 4180).
pub fn csv(value: &Value, _: Page<'_>) -> Rendered {
    let groups = list(value, "groups");
    let parts: Vec<(Option<&str>, &Value)> = match groups {
        [] => vec![(None, value)],
        groups => groups.iter().map(|group| (Some(text_of(group, "key")), group)).collect(),
    };
    // A report without a list is one row.
    let rows = |part: &Value| match list_of(part) {
        [] => vec![part.clone()],
        rows => rows.to_vec(),
    };
    let is_single = |row: &Value, key: &String| !matches!(member(row, key), Value::Array(_) | Value::Object(_));
    let first = parts.first().and_then(|(_, part)| rows(part).into_iter().next()).unwrap_or_default();
    let keys: Vec<String> = first.as_object().into_iter().flat_map(|row| row.keys().cloned()).collect();
    let keys: Vec<String> = keys.into_iter().filter(|key| is_single(&first, key)).collect();
    let group = groups.first().map(|_| "group");
    let columns: Vec<&str> = group.into_iter().chain(keys.iter().map(String::as_str)).collect();
    let lines = parts.iter().flat_map(|(group, part)| {
        let line = |row: Value| -> Vec<String> {
            let cells = keys.iter().map(|key| csv_cell(member(&row, key)));
            group.map(csv_text).into_iter().chain(cells).collect()
        };
        rows(part).into_iter().map(line).collect::<Vec<_>>()
    });
    Rendered::Data(without_mark(&csv_table(&columns, lines)).to_owned())
}

fn csv_cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) if is_date(text) => text.clone(),
        Value::String(text) => csv_text(text),
        other => other.to_string(),
    }
}

/// Renders the page of the most important figures.
pub fn page(value: &Value, page: Page<'_>) -> Styled {
    let summary = member(value, "summary");
    let mut details = Details::new(&page.engine.reader().config().name);
    progress(&mut details, summary);
    let hours_of = |key: &str| hours(summary, key);
    let budget = hours_of("budget_hours");
    let of_budget = if budget.is_empty() { budget } else { format!(" of {budget} h") };
    let (used, projected) = (hours_of("used_hours"), hours_of("projected_hours"));
    details.field("spent", &format!("{used} h{of_budget}, projected {projected} h"));
    now(&mut details, summary);
    let line = |report: &str, name: &str, key: &str| {
        let rows = list(member(value, report), name);
        sparkline(&rows.iter().filter_map(|row| member(row, key).as_f64()).collect::<Vec<_>>())
    };
    details.field("open tasks", &line("burndown", "days", "remaining_tasks"));
    details.field("open hours", &line("burndown", "days", "remaining_hours"));
    details.field("per week", &line("throughput", "weeks", "done_tasks"));
    let forecast = member(value, "forecast");
    match text_of(forecast, "p50") {
        "" => details.field("forecast", text_of(forecast, "notice")),
        p50 => details.field(
            "forecast",
            &format!("{p50} (50 %), {} (85 %), {} (95 %)", text_of(forecast, "p85"), text_of(forecast, "p95")),
        ),
    }
    details.field("scope", &growth(forecast));
    details.raw(table(list(member(value, "milestones"), "milestones"), page));
    details.into_text()
}

/// Returns numbers as bars, from the lowest for 0 to the highest for the maximum. Of more numbers than
/// fit, evenly distributed ones are shown, among them the last.
fn sparkline(numbers: &[f64]) -> String {
    let highest = numbers.iter().copied().fold(0.0, f64::max);
    let step = numbers.len().div_ceil(SPARK_WIDTH).max(1);
    let offset = numbers.len().saturating_sub(1) % step;
    let bar = |number: &f64| {
        let height = if highest > 0.0 { number / highest * 7.0 } else { 0.0 };
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 7")]
        BARS.get(height.round().clamp(0.0, 7.0) as usize).copied().unwrap_or(' ')
    };
    numbers.iter().skip(offset).step_by(step).map(bar).collect()
}

#[cfg(test)]
mod tests {
    use super::{SPARK_WIDTH, sparkline};

    #[test]
    fn sparkline_shows_the_maximum_and_the_last_number() {
        assert_eq!(sparkline(&[0.0, 1.0, 2.0, 7.0]), "▁▂▃█");
        assert_eq!(sparkline(&[0.0, 0.0]), "▁▁");
        assert_eq!(sparkline(&[]), "");
        let mut many = vec![0.0; 200];
        many.push(3.0);
        let line = sparkline(&many);
        assert!(line.chars().count() <= SPARK_WIDTH && line.ends_with('█'), "{line}");
    }
}
