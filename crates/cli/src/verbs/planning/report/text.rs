//! Reports as text for people: figures, tables and the page.

use std::fmt::Display;

use handoff_agent::report::{Budget, DayPercentiles, EstimateTotal, Forecast, Report, Series, Summary};

use super::ReportPage;
use super::record::{self, Figure, Record};
use crate::ground::styled::Styled;
use crate::verbs::output::table::{Align, Table};
use crate::verbs::output::{Details, Page, format_hours, pluralize};

/// The values that a table shows, each with its heading.
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
fn cell(figure: &Figure) -> String {
    match figure {
        Figure::Unknown => String::new(),
        Figure::Text(text) => text.clone(),
        Figure::Count(count) => count.to_string(),
        Figure::Number(number) => format_hours(*number),
    }
}

/// Renders one report: its single figures, and its main list as a table for each group.
pub fn report(report: &Report, page: Page<'_>) -> Styled {
    let mut details = Details::new(&format!("{}: {}", page.engine.reader().config().name, report.report.name()));
    details.field("days", &format!("{} to {}", report.from, report.to));
    let exact = report.exact_from.as_ref().map_or_else(String::new, |day| format!(", exact from {day}"));
    details.field("source", &format!("{}{exact}", report.source));
    details.field("note", report.notice.as_deref().unwrap_or_default());
    figures(&mut details, &report.series, "done by");
    details.raw(table(&record::rows(&report.series), page));
    for group in &report.groups {
        details.raw(format!("\n{}\n", if group.key.is_empty() { "none" } else { &group.key }));
        figures(&mut details, &group.series, "");
        details.raw(table(&record::rows(&group.series), page));
    }
    details.into_text()
}

/// Adds the single figures of a report. `forecast_name` is the name of the dates of a forecast.
fn figures(details: &mut Details, series: &Series, forecast_name: &str) {
    match series {
        Series::Summary(summary) => {
            progress(details, summary);
            now(details, summary);
            budget(details, &summary.budget);
        }
        Series::Burndown(burndown) => details.field("done by", &dates(&burndown.forecast)),
        Series::Burnup(burnup) => details.field("done by", &dates(&burnup.forecast)),
        Series::Effort(effort) => budget(details, &effort.budget),
        Series::Cycle(cycle) => {
            let text = |days: &DayPercentiles| percentiles([days.p50, days.p85, days.p95]);
            details.field("cycle days", &text(&cycle.percentiles));
            details.field("lead days", &text(&cycle.lead_percentiles));
        }
        Series::Estimates(estimates) => factor(details, &estimates.all),
        Series::EarnedValue(earned) => {
            let index = |number: Option<f64>| number.map_or_else(String::new, format_hours);
            details.field("spi", &index(earned.spi));
            details.field("cpi", &index(earned.cpi));
            details.field("eac", &index(earned.eac));
            details.field("bac", &index(Some(earned.bac)));
            details.field("baseline", earned.baseline.as_deref().unwrap_or_default());
        }
        Series::Forecast(forecast) => {
            details.field("scope", &growth(forecast));
            details.field(forecast_name, &dates(forecast));
        }
        Series::Sessions(sessions) => hours(details, "total", Some(sessions.total_hours)),
        Series::Flow(_) | Series::Throughput(_) | Series::Milestones(_) => {}
    }
}

/// Adds the finished tasks and hours of a summary; those over all tasks only where they differ.
fn progress(details: &mut Details, summary: &Summary) {
    let tasks = |finished: u32, scope: u32| format!("{finished} of {}", pluralize(scope as usize, "task"));
    details.field("finished", &tasks(summary.finished_tasks, summary.scope_tasks));
    let [finished, scope, all] =
        [summary.finished_hours, summary.scope_hours, summary.all_scope_hours].map(format_hours);
    details.field("", &format!("{finished} of {scope} h"));
    if summary.all_scope_tasks != summary.scope_tasks {
        let tasks = tasks(summary.all_finished_tasks, summary.all_scope_tasks);
        details.field("with parents", &format!("{tasks}, {all} h"));
    }
}

/// Adds the numbers of tasks that a summary lists.
fn now(details: &mut Details, summary: &Summary) {
    let (ready, in_work) = (summary.ready, summary.ageing.len());
    let (blocked, overdue) = (summary.blocked.len(), summary.overdue.len());
    details.field("now", &format!("{ready} ready, {in_work} in work, {blocked} blocked, {overdue} overdue"));
}

fn budget(details: &mut Details, budget: &Budget) {
    hours(details, "budget", budget.budget_hours);
    hours(details, "used", Some(budget.used_hours));
    hours(details, "left", budget.left_hours);
    hours(details, "remaining", Some(budget.remaining_hours));
    hours(details, "projected", Some(budget.projected_hours));
}

fn hours(details: &mut Details, name: &str, hours: Option<f64>) {
    if let Some(hours) = hours.filter(|hours| hours.is_finite()) {
        details.field(name, &format!("{} h", format_hours(hours)));
    }
}

fn factor(details: &mut Details, total: &EstimateTotal) {
    if let Some(factor) = total.factor {
        let tasks = pluralize(total.tasks as usize, "task");
        details.field("factor", &format!("{} over {tasks}", format_hours(factor)));
    }
}

/// Returns by how much the scope of a forecast grew; empty if it did not.
fn growth(forecast: &Forecast) -> String {
    let added = usize::try_from(forecast.sample_scope_change).unwrap_or(0);
    if added == 0 || forecast.p50.is_none() {
        return String::new();
    }
    let days = pluralize(forecast.sample_days as usize, "working day");
    format!("grew by {} in {days}; the dates assume that it stays as it is", pluralize(added, "task"))
}

fn dates(forecast: &Forecast) -> String {
    percentiles([&forecast.p50, &forecast.p85, &forecast.p95].map(Option::as_ref))
}

fn percentiles<T: Display>([p50, p85, p95]: [Option<T>; 3]) -> String {
    let part = |name: &str, value: Option<T>| value.map_or_else(String::new, |value| format!("{name} {value}"));
    [part("50 %", p50), part("85 %", p85), part("95 %", p95)].join("  ").trim().to_owned()
}

fn table(rows: &[Record], page: Page<'_>) -> Styled {
    let is_used = |name: &str| rows.iter().any(|row| *row.get(name) != Figure::Unknown);
    let columns: Vec<(&str, &'static str)> = COLUMNS.iter().copied().filter(|(name, _)| is_used(name)).collect();
    if columns.is_empty() {
        return Styled::default();
    }
    let is_number = |row: &Record, name: &str| matches!(row.get(name), Figure::Count(_) | Figure::Number(_));
    let align = |name: &str| match name {
        "title" => Align::Flexible,
        _ if rows.iter().any(|row| is_number(row, name)) => Align::Right,
        _ => Align::Left,
    };
    let headings: Vec<(&'static str, Align)> = columns.iter().map(|(name, heading)| (*heading, align(name))).collect();
    let mut table = Table::new(&headings);
    for row in rows {
        table.row(columns.iter().map(|(name, _)| cell(row.get(name)).into()).collect());
    }
    Styled::from("\n").then(table.text(page.width))
}

/// Renders the page of the most important figures.
pub fn page(reports: &ReportPage, page: Page<'_>) -> Styled {
    let mut details = Details::new(&page.engine.reader().config().name);
    if let Series::Summary(summary) = &reports.summary.series {
        progress(&mut details, summary);
        let Budget { budget_hours, used_hours, projected_hours, .. } = &summary.budget;
        let of_budget = budget_hours.map_or_else(String::new, |hours| format!(" of {} h", format_hours(hours)));
        let [used, projected] = [*used_hours, *projected_hours].map(format_hours);
        details.field("spent", &format!("{used} h{of_budget}, projected {projected} h"));
        now(&mut details, summary);
    }
    if let Series::Burndown(burndown) = &reports.burndown.series {
        let days = &burndown.days;
        details.field("open tasks", &sparkline(days.iter().map(|day| f64::from(day.remaining_tasks))));
        details.field("open hours", &sparkline(days.iter().map(|day| day.remaining_hours)));
    }
    if let Series::Throughput(throughput) = &reports.throughput.series {
        details.field("per week", &sparkline(throughput.weeks.iter().map(|week| f64::from(week.done_tasks))));
    }
    if let Series::Forecast(forecast) = &reports.forecast.series {
        let date = |date: &Option<String>| date.clone().unwrap_or_default();
        let dates = match &forecast.p50 {
            None => date(&reports.forecast.notice),
            Some(p50) => format!("{p50} (50 %), {} (85 %), {} (95 %)", date(&forecast.p85), date(&forecast.p95)),
        };
        details.field("forecast", &dates);
        details.field("scope", &growth(forecast));
    }
    details.raw(table(&record::rows(&reports.milestones.series), page));
    details.into_text()
}

/// Returns numbers as bars, from the lowest for 0 to the highest for the maximum. Of more numbers than
/// fit, evenly distributed ones are shown, among them the last.
fn sparkline(numbers: impl IntoIterator<Item = f64>) -> String {
    let numbers: Vec<f64> = numbers.into_iter().filter(|number| number.is_finite()).collect();
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
        assert_eq!(sparkline([0.0, 1.0, 2.0, 7.0]), "▁▂▃█");
        assert_eq!(sparkline([0.0, 0.0]), "▁▁");
        assert_eq!(sparkline([]), "");
        let mut many = vec![0.0; 200];
        many.push(3.0);
        let line = sparkline(many);
        assert!(line.chars().count() <= SPARK_WIDTH && line.ends_with('█'), "{line}");
    }
}
