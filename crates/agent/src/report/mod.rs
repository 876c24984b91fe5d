//! Reports as JSON: names in snake case, days as `YYYY-MM-DD`, hours as numbers.
//!
//! Invariant: the only place that makes it, for agents and the command line alike.

mod filter;
mod rows;

use handoff_format::format_date;
use handoff_protocol::report::{
    Burndown, Burnup, Cycle, EarnedValue, Effort, Estimates, Forecast, Percentiles, Report,
};
use handoff_protocol::report::{MilestoneForecast, ReportSeries, SessionTime, Summary, Throughput};
use serde_json::{Map, Value, json};

use crate::params::Object;
use crate::report::rows::{Rows, date, rounded};
use crate::tool_result::to_english;
use handoff_engine::estimate_tokens;

pub(crate) use filter::parse_filter;

/// The maximum estimated number of tokens of a report whose call names no limit. Only long names
/// can exceed it.
pub(crate) const MAX_TOKENS: usize = 2_000;

/// Returns a report as JSON with all entries.
pub fn report_json(report: &Report) -> Value {
    to_json(report, usize::MAX)
}

/// Returns a report as JSON of at most [`MAX_TOKENS`] tokens. Its lists have at most `limit` entries, and
/// fewer if that is needed.
pub(crate) fn to_bounded_json(report: &Report, limit: usize) -> Value {
    let value = to_json(report, limit);
    if limit <= 1 || estimate_tokens(&value.to_string()) <= MAX_TOKENS {
        return value;
    }
    to_bounded_json(report, limit / 2)
}

/// Returns a report as JSON. Lists have at most `limit` entries, with the number of those that were
/// left out; the lists of all groups together have no more.
pub(crate) fn to_json(report: &Report, limit: usize) -> Value {
    let mut value = Map::new();
    value.insert("report".to_owned(), json!(report.series.name().name()));
    value.insert("source".to_owned(), json!(report.source.name()));
    value.insert("exact_from".to_owned(), date(report.exact_from));
    value.insert("from".to_owned(), json!(format_date(report.from)));
    value.insert("to".to_owned(), json!(format_date(report.to)));
    value.append(&mut series(&report.series, Rows { limit }));
    if !report.groups.is_empty() {
        let rows = Rows { limit: (limit / report.groups.len()).max(1) };
        let part = |part: &handoff_protocol::report::ReportPart| {
            let mut group = Map::new();
            group.insert("key".to_owned(), json!(part.key));
            group.append(&mut series(&part.series, rows));
            Value::Object(group)
        };
        Rows { limit }.first(&mut value, "groups", &report.groups, part);
    }
    if let Some(notice) = &report.notice {
        value.insert("notice".to_owned(), json!(to_english(notice)));
    }
    Value::Object(value)
}

/// Returns the members that a series has.
fn series(series: &ReportSeries, rows: Rows) -> Object {
    match series {
        ReportSeries::Summary(summary) => self::summary(summary, rows),
        ReportSeries::Burndown(burndown) => self::burndown(burndown, rows),
        ReportSeries::Burnup(burnup) => self::burnup(burnup, rows),
        ReportSeries::Effort(effort) => self::effort(effort, rows),
        ReportSeries::Flow(flow) => {
            let mut value = Map::new();
            rows.last(&mut value, "days", &flow.days, |day| {
                json!({
                    "date": date(day.day), "todo": day.todo, "in_progress": day.in_progress, "review": day.review,
                    "blocked": day.blocked, "done": day.done, "skipped": day.skipped,
                })
            });
            value
        }
        ReportSeries::Throughput(throughput) => self::throughput(throughput, rows),
        ReportSeries::Cycle(cycle) => self::cycle(cycle, rows),
        ReportSeries::Estimates(estimates) => self::estimates(estimates, rows),
        ReportSeries::EarnedValue(value) => earned_value(value, rows),
        ReportSeries::Forecast(forecast) => self::forecast(forecast),
        ReportSeries::Sessions(sessions) => self::sessions(sessions, rows),
        ReportSeries::Milestones(milestones) => {
            let mut value = Map::new();
            rows.first(&mut value, "milestones", milestones, milestone);
            value
        }
    }
}

fn object(value: Value) -> Object {
    match value {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}

fn summary(summary: &Summary, rows: Rows) -> Object {
    let counts: Object =
        summary.counts.iter().map(|count| (count.status.name().to_owned(), json!(count.count))).collect();
    let mut value = object(json!({
        "counts": counts, "finished_tasks": summary.tasks.done, "scope_tasks": summary.tasks.total,
        "finished_hours": summary.finished_hours, "scope_hours": summary.scope_hours,
        "all_finished_tasks": summary.all_tasks.done, "all_scope_tasks": summary.all_tasks.total,
        "all_scope_hours": summary.all_hours, "ready": summary.ready,
    }));
    value.append(&mut budget(&summary.budget));
    for (name, tasks) in [("overdue", &summary.overdue), ("blocked", &summary.blocked), ("ageing", &summary.ageing)] {
        rows.first(
            &mut value,
            name,
            tasks,
            |task| json!({"id": task.id, "title": task.title, "since": date(task.since), "days": task.days}),
        );
    }
    value
}

fn budget(budget: &handoff_protocol::report::Budget) -> Object {
    object(json!({
        "budget_hours": budget.budget_hours, "used_hours": budget.used_hours, "left_hours": rounded(budget.left_hours),
        "remaining_hours": budget.remaining_hours, "projected_hours": budget.projected_hours,
    }))
}

fn burndown(burndown: &Burndown, rows: Rows) -> Object {
    let mut value = Map::new();
    rows.last(&mut value, "days", &burndown.days, |day| {
        json!({
            "date": date(day.day), "remaining_tasks": day.remaining_tasks, "remaining_hours": day.remaining_hours,
            "scope_tasks": day.scope_tasks, "scope_hours": day.scope_hours,
            "ideal_hours": rounded(day.ideal_hours), "ideal_tasks": rounded(day.ideal_tasks),
            "all_remaining_tasks": day.all_remaining_tasks, "all_remaining_hours": day.all_remaining_hours,
            "all_scope_tasks": day.all_scope_tasks, "all_scope_hours": day.all_scope_hours,
        })
    });
    scope_and_target(&mut value, &burndown.scope_changes, (burndown.start, burndown.target), &burndown.forecast, rows);
    value
}

fn burnup(burnup: &Burnup, rows: Rows) -> Object {
    let mut value = Map::new();
    rows.last(&mut value, "days", &burnup.days, |day| {
        json!({
            "date": date(day.day), "finished_tasks": day.finished_tasks, "finished_hours": day.finished_hours,
            "scope_tasks": day.scope_tasks, "scope_hours": day.scope_hours,
            "ideal_hours": rounded(day.ideal_hours), "ideal_tasks": rounded(day.ideal_tasks),
        })
    });
    scope_and_target(&mut value, &burnup.scope_changes, (burnup.start, burnup.target), &burnup.forecast, rows);
    value
}

fn scope_and_target(
    value: &mut Object,
    changes: &[handoff_protocol::report::ScopeChange],
    (start, target): (Option<i32>, Option<i32>),
    forecast: &Forecast,
    rows: Rows,
) {
    rows.last(
        value,
        "scope_changes",
        changes,
        |change| json!({"date": date(change.day), "tasks": change.tasks, "hours": change.hours}),
    );
    value.insert("ideal_start".to_owned(), date(start));
    value.insert("ideal_end".to_owned(), date(target));
    value.insert("forecast".to_owned(), Value::Object(self::forecast(forecast)));
}

fn effort(effort: &Effort, rows: Rows) -> Object {
    let mut value = budget(&effort.budget);
    rows.last(&mut value, "days", &effort.days, |day| {
        json!({
            "date": date(day.day), "used_hours": day.used_hours, "left_hours": rounded(day.left_hours),
            "remaining_hours": day.remaining_hours,
        })
    });
    value
}

fn throughput(throughput: &Throughput, rows: Rows) -> Object {
    let mut value = object(json!({"mean_weeks": throughput.mean_weeks}));
    rows.last(&mut value, "weeks", &throughput.weeks, |week| {
        json!({
            "start": date(week.start), "done_tasks": week.done_tasks, "done_hours": week.done_hours,
            "mean_tasks": rounded(week.mean_tasks), "mean_hours": rounded(week.mean_hours),
        })
    });
    value
}

fn cycle(cycle: &Cycle, rows: Rows) -> Object {
    let percentiles = |days: Option<Percentiles>| match days {
        Some(Percentiles { p50, p85, p95 }) => json!({"p50": p50, "p85": p85, "p95": p95}),
        None => json!({"p50": null, "p85": null, "p95": null}),
    };
    let mut value =
        object(json!({"percentiles": percentiles(cycle.cycle), "lead_percentiles": percentiles(cycle.lead)}));
    rows.last(&mut value, "tasks", &cycle.tasks, |task| {
        json!({
            "id": task.id, "title": task.title, "started": date(task.started), "finished": date(task.finished),
            "cycle_days": task.cycle_days, "lead_days": task.lead_days,
        })
    });
    value
}

fn estimates(estimates: &Estimates, rows: Rows) -> Object {
    let group = |group: &handoff_protocol::report::EstimateGroup| {
        json!({
            "key": group.key, "tasks": group.tasks, "estimate_hours": group.estimate_hours,
            "actual_hours": group.actual_hours, "factor": rounded(group.factor),
        })
    };
    let total = &estimates.total;
    let mut value = object(json!({"all": {
        "tasks": total.tasks, "estimate_hours": total.estimate_hours, "actual_hours": total.actual_hours,
        "factor": rounded(total.factor),
    }}));
    rows.first(&mut value, "tasks", &estimates.tasks, |task| {
        json!({
            "id": task.id, "title": task.title, "estimate_hours": task.estimate_hours,
            "actual_hours": task.actual_hours, "factor": rounded(task.factor),
        })
    });
    rows.first(&mut value, "labels", &estimates.labels, group);
    rows.first(&mut value, "assignees", &estimates.assignees, group);
    rows.first(&mut value, "kinds", &estimates.kinds, group);
    value
}

fn earned_value(earned: &EarnedValue, rows: Rows) -> Object {
    let mut value = object(json!({
        "spi": rounded(earned.spi), "cpi": rounded(earned.cpi), "eac": rounded(earned.eac), "bac": earned.bac,
        "baseline": earned.baseline,
    }));
    rows.last(
        &mut value,
        "days",
        &earned.days,
        |day| json!({"date": date(day.day), "pv": rounded(day.pv), "ev": day.ev, "ac": day.ac}),
    );
    value
}

fn forecast(forecast: &Forecast) -> Object {
    object(json!({
        "runs": forecast.runs, "seed": forecast.seed, "p50": date(forecast.p50), "p85": date(forecast.p85),
        "p95": date(forecast.p95), "remaining_tasks": forecast.remaining_tasks, "sample_days": forecast.sample_days,
        "sample_tasks": forecast.sample_tasks, "sample_scope_change": forecast.sample_scope_change,
    }))
}

fn sessions(sessions: &SessionTime, rows: Rows) -> Object {
    let hours = |hours: &[f64]| hours.iter().map(|hours| rounded(*hours)).collect::<Vec<Value>>();
    let mut value = object(json!({
        "sessions": sessions.sessions, "entry_days": sessions.entry_days, "total_hours": rounded(sessions.total_hours),
        "people_hours": rounded(sessions.people_hours), "agents_hours": rounded(sessions.agents_hours),
        "by_hour": hours(&sessions.by_hour), "people_by_hour": hours(&sessions.people_by_hour),
        "agents_by_hour": hours(&sessions.agents_by_hour),
    }));
    rows.last(&mut value, "days", &sessions.days, |day| {
        json!({"date": date(day.day), "hours": rounded(day.hours), "people_hours": rounded(day.people_hours),
            "agents_hours": rounded(day.agents_hours), "source": day.source})
    });
    rows.first(&mut value, "actors", &sessions.actors, |actor| {
        json!({"name": actor.name, "kind": actor.kind, "sessions": actor.sessions, "hours": rounded(actor.hours)})
    });
    value
}

fn milestone(milestone: &MilestoneForecast) -> Value {
    json!({
        "name": milestone.name, "date": date(milestone.date), "finished_tasks": milestone.tasks.done,
        "scope_tasks": milestone.tasks.total, "finished_hours": milestone.finished_hours,
        "scope_hours": milestone.scope_hours, "remaining_hours": milestone.remaining_hours,
        "p50": date(milestone.p50), "p85": date(milestone.p85),
    })
}
