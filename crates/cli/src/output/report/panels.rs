//! The panels of the chart of each report, made from its JSON.

use handoff_format::parse_date;
use serde_json::Value;

use plotters::style::RGBColor;

use crate::output::report::chart::{BLUE, GREEN, GREY, ORANGE, PINK, Panel, RED, SKY, Series, Shape, XAxis, YAxis};
use crate::output::{list, member, number, text_of};

/// A series of a list: the member with the value, the name in the legend, and how it is drawn.
type Column = (&'static str, &'static str, RGBColor, Shape);

const BURNDOWN_TASKS: [Column; 3] = [
    ("scope_tasks", "Scope", GREY, Shape::Line),
    ("ideal_tasks", "Ideal", GREEN, Shape::Dashes),
    ("remaining_tasks", "Remaining", BLUE, Shape::Line),
];
const BURNDOWN_HOURS: [Column; 3] = [
    ("scope_hours", "Scope", GREY, Shape::Line),
    ("ideal_hours", "Ideal", GREEN, Shape::Dashes),
    ("remaining_hours", "Remaining", BLUE, Shape::Line),
];
const BURNUP_TASKS: [Column; 3] = [
    ("scope_tasks", "Scope", GREY, Shape::Line),
    ("ideal_tasks", "Ideal", GREEN, Shape::Dashes),
    ("finished_tasks", "Finished", BLUE, Shape::Line),
];
const BURNUP_HOURS: [Column; 3] = [
    ("scope_hours", "Scope", GREY, Shape::Line),
    ("ideal_hours", "Ideal", GREEN, Shape::Dashes),
    ("finished_hours", "Finished", BLUE, Shape::Line),
];
const EFFORT: [Column; 3] = [
    ("left_hours", "Budget left", GREEN, Shape::Dashes),
    ("remaining_hours", "Work remaining", BLUE, Shape::Line),
    ("used_hours", "Used", ORANGE, Shape::Line),
];
const EARNED_VALUE: [Column; 3] = [
    ("pv", "Planned value", GREY, Shape::Dashes),
    ("ev", "Earned value", BLUE, Shape::Line),
    ("ac", "Actual cost", ORANGE, Shape::Line),
];
/// From bottom to top.
const FLOW: [Column; 6] = [
    ("done", "Done", GREEN, Shape::Area),
    ("skipped", "Skipped", GREY, Shape::Area),
    ("review", "Review", PINK, Shape::Area),
    ("in_progress", "In progress", BLUE, Shape::Area),
    ("blocked", "Blocked", RED, Shape::Area),
    ("todo", "Todo", SKY, Shape::Area),
];
const DONE_TASKS: [Column; 2] =
    [("done_tasks", "Done", BLUE, Shape::Bars(6)), ("mean_tasks", "Rolling mean", ORANGE, Shape::Line)];
const DONE_HOURS: [Column; 2] =
    [("done_hours", "Done", BLUE, Shape::Bars(6)), ("mean_hours", "Rolling mean", ORANGE, Shape::Line)];
const SESSION_HOURS: [Column; 1] = [("hours", "Time", BLUE, Shape::Bars(1))];
const CYCLE: [Column; 2] =
    [("lead_days", "Lead time", GREY, Shape::Crosses), ("cycle_days", "Cycle time", BLUE, Shape::Circles)];

/// The simulated dates: member, name and how they are drawn.
const PERCENTILES: [Column; 3] = [
    ("p50", "50 %", GREEN, Shape::Circles),
    ("p85", "85 %", ORANGE, Shape::Triangles),
    ("p95", "95 %", RED, Shape::Crosses),
];

/// Returns the panels of a report that have values: those of all tasks, then those of each group.
pub(super) fn panels(report: &Value) -> Vec<Panel> {
    let name = text_of(report, "report");
    let groups = list(report, "groups");
    let mut panels = match name {
        "forecast" => vec![forecast(report, groups)],
        _ => panels_of(name, "", report),
    };
    if name != "forecast" {
        panels.extend(groups.iter().flat_map(|group| panels_of(name, key_of(group), group)));
    }
    panels.retain(Panel::has_values);
    share_days(&mut panels);
    panels
}

/// Gives all panels with days the same axis, so that a day is at one place in all of them.
fn share_days(panels: &mut [Panel]) {
    let extents = panels.iter().filter(|panel| panel.x == XAxis::Days).filter_map(Panel::extent);
    let all = extents.reduce(|(first, last), (from, to)| (first.min(from), last.max(to)));
    for panel in panels.iter_mut().filter(|panel| panel.x == XAxis::Days) {
        panel.days = all;
    }
}

/// Returns the name of a group.
fn key_of(group: &Value) -> &str {
    Some(text_of(group, "key")).filter(|key| !key.is_empty()).unwrap_or("(none)")
}

fn panels_of(name: &str, heading: &str, part: &Value) -> Vec<Panel> {
    let days = |y: YAxis, columns: &[Column]| by_day(heading, y, list(part, "days"), "date", columns);
    let weeks = |y: YAxis, columns: &[Column]| by_day(heading, y, list(part, "weeks"), "start", columns);
    let (tasks, hours) = (YAxis::Counts("Tasks"), YAxis::Hours("Hours"));
    match name {
        "burndown" => {
            let mut tasks = days(tasks, &BURNDOWN_TASKS);
            add_forecast(&mut tasks, member(part, "forecast"));
            vec![tasks, days(hours, &BURNDOWN_HOURS)]
        }
        "burnup" => {
            let mut tasks = days(tasks, &BURNUP_TASKS);
            add_forecast(&mut tasks, member(part, "forecast"));
            vec![tasks, days(hours, &BURNUP_HOURS)]
        }
        "effort" => vec![days(hours, &EFFORT)],
        "earned-value" => vec![days(hours, &EARNED_VALUE)],
        "sessions" => vec![days(hours, &SESSION_HOURS)],
        "flow" => vec![stacked(days(tasks, &FLOW))],
        "throughput" => vec![
            weeks(YAxis::Counts("Tasks per week"), &DONE_TASKS),
            weeks(YAxis::Hours("Hours per week"), &DONE_HOURS),
        ],
        "cycle" => vec![cycle(heading, part)],
        "estimates" => vec![estimates(heading, part)],
        "milestones" => vec![milestones(heading, part)],
        _ => Vec::new(),
    }
}

/// Returns a date of a row as a day.
fn day(row: &Value, key: &str) -> Option<f64> {
    parse_date(text_of(row, key)).map(f64::from)
}

fn points(rows: &[Value], date: &str, key: &str) -> Vec<(f64, f64)> {
    rows.iter().filter_map(|row| Some((day(row, date)?, member(row, key).as_f64()?))).collect()
}

/// Returns the series of a list by the dates of its rows. Series without a value are left out.
fn by_day(heading: &str, y: YAxis, rows: &[Value], date: &str, columns: &[Column]) -> Panel {
    let series =
        columns.iter().map(|(key, name, color, shape)| Series::new(name, *color, *shape, points(rows, date, key)));
    let series = series.filter(|series| !series.points.is_empty()).collect();
    Panel { heading: heading.to_owned(), x: XAxis::Days, y, series, days: None }
}

/// Adds the simulated dates as vertical lines, with a band from the first to the last of them behind
/// everything else.
fn add_forecast(panel: &mut Panel, forecast: &Value) {
    let highest = panel.points().map(|(_, y)| y).fold(0.0, f64::max);
    let days = || PERCENTILES.iter().filter_map(|(key, name, ..)| Some((day(forecast, key)?, *name)));
    if let (Some((first, from)), Some((last, to))) = (days().next(), days().next_back()) {
        let name = format!("Forecast {from} to {to}");
        panel.series.insert(0, Series::new(&name, ORANGE, Shape::Band, vec![(first, 0.0), (last, highest)]));
    }
    for (key, name, color, _) in PERCENTILES {
        if let Some(day) = day(forecast, key) {
            let name = format!("Forecast {name}");
            panel.series.push(Series::new(&name, color, Shape::Segments, vec![(day, 0.0), (day, highest)]));
        }
    }
}

/// Adds the values of each series to those of the series below it.
fn stacked(mut panel: Panel) -> Panel {
    let mut below: Vec<f64> = Vec::new();
    for series in &mut panel.series {
        below.resize(series.points.len(), 0.0);
        for ((_, y), below) in series.points.iter_mut().zip(&mut below) {
            *y += *below;
            *below = *y;
        }
    }
    // The higher areas are drawn first, so that each covers the lower part of those above it.
    panel.series.reverse();
    panel
}

fn cycle(heading: &str, part: &Value) -> Panel {
    let mut panel = by_day(heading, YAxis::Counts("Days"), list(part, "tasks"), "finished", &CYCLE);
    let days = panel.points().map(|(x, _)| x);
    let (first, last) = days.fold((f64::MAX, f64::MIN), |(first, last), day| (first.min(day), last.max(day)));
    let percentiles = member(part, "percentiles");
    for (key, name, color, _) in PERCENTILES {
        if let Some(value) = member(percentiles, key).as_f64() {
            let name = format!("Cycle time {name}");
            panel.series.push(Series::new(&name, color, Shape::Segments, vec![(first, value), (last, value)]));
        }
    }
    panel
}

fn estimates(heading: &str, part: &Value) -> Panel {
    let point = |task: &Value| Some((member(task, "estimate_hours").as_f64()?, member(task, "actual_hours").as_f64()?));
    let tasks: Vec<(f64, f64)> = list(part, "tasks").iter().filter_map(point).collect();
    let highest = tasks.iter().map(|(estimate, actual)| estimate.max(*actual)).fold(0.0, f64::max);
    let series = vec![
        Series::new("As estimated", GREY, Shape::Segments, vec![(0.0, 0.0), (highest, highest)]),
        Series::new("Tasks", BLUE, Shape::Circles, tasks),
    ];
    let x = XAxis::Hours("Estimated hours");
    Panel { heading: heading.to_owned(), x, y: YAxis::Hours("Actual hours"), series, days: None }
}

/// Returns the dates of rows, with a line from the first to the last date of each.
fn ranges(heading: &str, rows: &[(String, &Value)], columns: &[Column]) -> Panel {
    let index = |row: usize| u32::try_from(row).map_or(0.0, f64::from);
    let dates = |key: &str| {
        let point = |(row, (_, value)): (usize, &(String, &Value))| Some((day(value, key)?, index(row)));
        rows.iter().enumerate().filter_map(point).collect::<Vec<_>>()
    };
    let span = |(row, (_, value)): (usize, &(String, &Value))| {
        let percentiles = PERCENTILES.iter().filter_map(|(key, ..)| day(value, key));
        let (first, last) =
            percentiles.fold((f64::MAX, f64::MIN), |(first, last), day| (first.min(day), last.max(day)));
        (first <= last).then(|| [(first, index(row)), (last, index(row))])
    };
    let spans = rows.iter().enumerate().filter_map(span).flatten().collect();
    let mut series = vec![Series::new("Range", GREY, Shape::Segments, spans)];
    series.extend(columns.iter().map(|(key, name, color, shape)| Series::new(name, *color, *shape, dates(key))));
    series.retain(|series| !series.points.is_empty());
    let names = rows.iter().map(|(name, _)| name.clone()).collect();
    Panel { heading: heading.to_owned(), x: XAxis::Days, y: YAxis::Rows(names), series, days: None }
}

fn forecast(report: &Value, groups: &[Value]) -> Panel {
    let row = |name: &str, part| (format!("{name} ({})", number(part, "remaining_tasks")), part);
    let all = std::iter::once(row("All tasks", report));
    let rows: Vec<(String, &Value)> = all.chain(groups.iter().map(|group| row(key_of(group), group))).collect();
    ranges("", &rows, &PERCENTILES)
}

fn milestones(heading: &str, part: &Value) -> Panel {
    let name = |row: &Value| {
        format!("{} ({}/{})", text_of(row, "name"), number(row, "finished_tasks"), number(row, "scope_tasks"))
    };
    let rows: Vec<(String, &Value)> = list(part, "milestones").iter().map(|row| (name(row), row)).collect();
    let [p50, p85, _] = PERCENTILES;
    ranges(heading, &rows, &[("date", "Milestone", BLUE, Shape::Crosses), p50, p85])
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::panels;
    use crate::output::report::chart::Shape;

    fn burndown(forecast: &Value) -> Value {
        let day = |date: &str, tasks: u32, hours: u32| json!({"date": date, "scope_tasks": 4, "remaining_tasks": tasks, "scope_hours": 40, "remaining_hours": hours});
        let days = [day("2026-11-02", 4, 40), day("2026-11-03", 3, 24)];
        json!({"report": "burndown", "days": days, "forecast": forecast})
    }

    #[test]
    fn a_forecast_is_a_band_behind_the_lines_and_extends_both_panels() {
        let forecast = json!({"p50": "2026-11-10", "p85": "2026-11-12", "p95": "2027-01-04"});
        let both = panels(&burndown(&forecast));
        assert_eq!(both.len(), 2);
        let band = &both[0].series[0];
        assert_eq!((band.name.as_str(), band.shape == Shape::Band), ("Forecast 50 % to 95 %", true));
        let days: Vec<f64> = band.points.iter().map(|(day, _)| *day).collect();
        assert_eq!((days[1] - days[0], band.points[0].1, band.points[1].1), (55.0, 0.0, 4.0));
        assert!(both[0].days.is_some() && both[0].days == both[1].days, "a day is at one place in both");
        assert_eq!(both[0].days.map(|(_, last)| last), Some(days[1]));
    }

    #[test]
    fn without_a_forecast_there_is_no_band() {
        let both = panels(&burndown(&json!({"p50": null, "p85": null, "p95": null})));
        assert!(both.iter().flat_map(|panel| &panel.series).all(|series| series.shape != Shape::Band));
        assert_eq!(both[0].days, both[1].days);
    }
}
