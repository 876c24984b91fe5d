//! Numbers about the plan, and dates from the scheduler.

use handoff_engine::{Effort, Reading};
use handoff_format::{Calendar, date_of};
use handoff_protocol::planning::Proposal;
use handoff_protocol::{Command, Reschedule, Status};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::common::{answered, any_object, reading_of_tasks, share};
use crate::params::{Date, input, parse};
use crate::reply::plain;
use crate::schema::{count, flag, list, map, nullable, number, object, text};
use crate::tool::{Effect, Tool, ToolSet};
use crate::{Complaint, Desk, Reply, Step};

pub(super) const TOOLS: &[Tool] = &[
    Tool {
        name: "handoff_get_metrics",
        title: "Get metrics",
        description: "Progress, hours, overdue tasks, budget and milestones.",
        set: ToolSet::Planning,
        effect: Effect::Reads,
        input: input::<MetricsParams>,
        output: Some(metrics_output),
        answer: |desk, arguments| Ok(get_metrics(desk, &parse(arguments)?)),
    },
    Tool {
        name: "handoff_get_capacity",
        title: "Get capacity",
        description: "Working hours and work to do by day, of one assignee or of all together.",
        set: ToolSet::Planning,
        effect: Effect::Reads,
        input: input::<CapacityParams>,
        output: Some(capacity_output),
        answer: |desk, arguments| get_capacity(desk, &parse(arguments)?),
    },
    Tool {
        name: "handoff_auto_schedule",
        title: "Schedule",
        description: "Find dates for open tasks; dry_run (default) only shows them.",
        set: ToolSet::Planning,
        effect: Effect::Changes,
        input: input::<ScheduleParams>,
        output: Some(schedule_output),
        answer: |desk, arguments| Ok(auto_schedule(desk, parse(arguments)?)),
    },
];

/// The longest time that capacity is told for.
const LONGEST: i32 = 3660;

/// So many overdue tasks are told where the call does not say.
const OVERDUE: u64 = 20;

/// So many tasks with other dates are told where the call does not say.
const CHANGES: u64 = 100;

#[derive(Deserialize, JsonSchema)]
struct MetricsParams {
    assignee: Option<String>,
    /// 20 overdue tasks when absent, the latest first
    overdue_limit: Option<u64>,
}

fn metrics_output() -> Value {
    let members = [
        ("total", count()),
        ("by_status", map(&count())),
        ("completion_percent", number()),
        ("total_estimate_hours", number()),
        ("ai_estimate_multiplier", number()),
        ("total_adjusted_estimate_hours", number()),
        ("total_actual_hours", number()),
        ("total_remaining_hours", number()),
        ("overdue_tasks", list(&any_object())),
        ("overdue_count", count()),
        ("overdue_omitted", count()),
        ("budget", nullable(any_object())),
        ("milestones", list(&any_object())),
    ];
    object(members, &["total", "by_status", "completion_percent", "overdue_tasks", "overdue_count", "milestones"])
}

fn get_metrics(desk: Desk<'_>, params: &MetricsParams) -> Step {
    let limit = usize::try_from(params.overdue_limit.unwrap_or(OVERDUE)).unwrap_or(usize::MAX);
    answered(reading_of_tasks(desk).map(|(reading, unread)| {
        let found = reading.metrics(params.assignee.as_deref(), desk.today());
        let by_status: Map<String, Value> =
            found.by_status.iter().map(|(status, count)| (status.name().to_owned(), json!(count))).collect();
        let overdue: Vec<Value> = found
            .overdue
            .iter()
            .take(limit)
            .map(|late| json!({"id": late.id, "title": late.title, "due_date": late.due, "days_overdue": late.days}))
            .collect();
        let milestones: Vec<Value> = found
            .milestones
            .iter()
            .map(|milestone| {
                let Effort { estimate, adjusted, actual, .. } = milestone.effort;
                json!({
                    "name": milestone.name, "date": milestone.date, "done": milestone.over, "total": milestone.total,
                    "estimate_hours": tidy(estimate), "adjusted_estimate_hours": tidy(adjusted), "actual_hours": tidy(actual),
                })
            })
            .collect();
        let Effort { estimate, adjusted, actual, remaining } = found.effort;
        let budget = found.budget.map(|total| {
            json!({"total_hours": total, "used_hours": tidy(actual), "remaining_hours": tidy(total - actual)})
        });
        let omitted = found.overdue.len() - overdue.len();
        let mut told = json!({
            "total": found.total,
            "by_status": by_status,
            "completion_percent": percent(found.over, found.total),
            "total_estimate_hours": tidy(estimate),
            "ai_estimate_multiplier": reading.config().settings.ai_estimate_multiplier,
            "total_adjusted_estimate_hours": tidy(adjusted),
            "total_actual_hours": tidy(actual),
            "total_remaining_hours": tidy(remaining),
            "overdue_tasks": overdue,
            "overdue_count": found.overdue.len(),
            "budget": budget,
            "milestones": milestones,
        });
        if let (true, Some(members)) = (omitted > 0, told.as_object_mut()) {
            members.insert("overdue_omitted".to_owned(), json!(omitted));
        }
        Reply::value(told).warned(&unread)
    }))
}

/// Percent with one decimal; 0 of nothing.
fn percent(part: u32, whole: u32) -> f64 {
    let exact = |count: u32| usize::try_from(count).unwrap_or_default();
    (share(exact(part), exact(whole)).unwrap_or_default() * 1000.0).round() / 10.0
}

/// Hours without the dust of sums.
fn tidy(hours: f64) -> f64 {
    (hours * 1e6).round() / 1e6
}

#[derive(Deserialize, JsonSchema)]
struct CapacityParams {
    /// YYYY-MM-DD
    start_date: Date,
    /// inclusive
    end_date: Date,
    assignee: Option<String>,
}

fn capacity_output() -> Value {
    let day = object(
        [("date", text()), ("capacity_hours", number()), ("allocated_hours", number())],
        &["date", "capacity_hours", "allocated_hours"],
    );
    let members = [
        ("assignee", nullable(text())),
        ("start_date", text()),
        ("end_date", text()),
        ("work_days", count()),
        ("total_hours", number()),
        ("allocated_hours", number()),
        ("available_hours", number()),
        ("days", list(&day)),
    ];
    object(members, &["work_days", "total_hours", "allocated_hours", "available_hours", "days"])
}

fn get_capacity(desk: Desk<'_>, params: &CapacityParams) -> Result<Step, Complaint> {
    let (first, last) = (params.start_date.day(), params.end_date.day());
    if last < first || last - first > LONGEST {
        return Err(Complaint::new("end_date", "a date from start_date on, ten years later at most"));
    }
    let assignee = params.assignee.as_deref();
    Ok(    answered(reading_of_tasks(desk).map(|(reading, unread)| {
        let days = reading.capacity((first, last), assignee, desk.today());
        let total: f64 = days.iter().map(|day| day.capacity).sum();
        let allocated: f64 = days.iter().map(|day| day.allocated).sum();
        let told: Vec<Value> = days
            .iter()
            .map(|day| {
                json!({"date": date_of(day.day), "capacity_hours": tidy(day.capacity), "allocated_hours": tidy(day.allocated)})
            })
            .collect();
        Reply::value(json!({
            "assignee": assignee,
            "start_date": date_of(first),
            "end_date": date_of(last),
            "work_days": days.iter().filter(|day| day.capacity > 0.0).count(),
            "total_hours": tidy(total),
            "allocated_hours": tidy(allocated),
            "available_hours": tidy((total - allocated).max(0.0)),
            "days": told,
        }))
        .warned(&unread)
    })))
}

#[derive(Deserialize, JsonSchema)]
struct ScheduleParams {
    dry_run: Option<bool>,
    assignee_filter: Option<String>,
    /// no task begins earlier; today when absent
    start_date: Option<Date>,
    /// 100 changes when absent
    change_limit: Option<u64>,
}

fn schedule_output() -> Value {
    let members = [
        ("dry_run", flag()),
        ("scheduled_count", count()),
        ("changed_count", count()),
        ("changes", list(&any_object())),
        ("changes_omitted", count()),
        ("decision_recorded_in_sessions", count()),
        ("calendar_config", any_object()),
        ("assignee_capacity", any_object()),
    ];
    object(members, &["dry_run", "scheduled_count", "changed_count", "changes"])
}

fn auto_schedule(desk: Desk<'_>, params: ScheduleParams) -> Step {
    let assignee = params.assignee_filter;
    let from = params.start_date.map(|date| date.0);
    let limit = usize::try_from(params.change_limit.unwrap_or(CHANGES)).unwrap_or(usize::MAX);
    let reading = match reading_of_tasks(desk) {
        Ok((reading, _)) => reading,
        Err(reply) => return Step::Done(reply),
    };
    let assignees: Vec<String> = assignee.iter().cloned().collect();
    let wish = Reschedule::Auto { from: from.clone(), assignees: assignees.clone(), level: false };
    let proposal = reading.proposal(desk.context, &wish);
    if let Some(refusal) = &proposal.refusal {
        return Step::Done(Reply::failure(plain(&refusal.text)));
    }
    let scheduled = candidates(reading, assignee.as_deref());
    if params.dry_run.unwrap_or(true) {
        return Step::Done(Reply::value(schedule_value(reading, &proposal, limit, true, scheduled, 0)));
    }
    Step::commit(Command::AutoSchedule { from, assignees }, move |desk, _| {
        let reading = desk.engine.reading();
        let noted = if proposal.moves.is_empty() { 0 } else { reading.active_sessions() };
        Reply::value(schedule_value(reading, &proposal, limit, false, scheduled, noted))
    })
}

/// How many tasks the scheduler may move: those without parts that are neither over, begun nor pinned.
fn candidates(reading: Reading<'_>, assignee: Option<&str>) -> usize {
    let pinned = |schedule: &handoff_protocol::Schedule| schedule.pinned == Some(true);
    let tasks = reading.tasks();
    let free = tasks.iter().filter(|entry| {
        let task = entry.fields();
        entry.status() == Status::Todo
            && entry.is_leaf()
            && !task.schedule.as_ref().is_some_and(pinned)
            && assignee.is_none_or(|assignee| task.assignee.as_deref() == Some(assignee))
    });
    free.count()
}

fn schedule_value(
    reading: Reading<'_>,
    proposal: &Proposal,
    limit: usize,
    dry: bool,
    scheduled: usize,
    noted: usize,
) -> Value {
    let config = reading.config();
    let date = |day: Option<i32>| day.map(date_of);
    let moves = proposal.moves.iter().take(limit).map(|moved| {
        json!({
            "task_id": moved.id,
            "old_start": date(moved.start_before), "new_start": date(moved.start),
            "old_due": date(moved.due_before), "new_due": date(moved.due),
        })
    });
    let people = config
        .assignees
        .iter()
        .map(|(key, assignee)| (key.clone(), Value::Object(week(&assignee.calendar, &config.calendar))));
    let days = config.calendar.day_hours.iter().map(|(day, hours)| (day.clone(), json!(hours)));
    let mut calendar = week(&config.calendar, &config.calendar);
    calendar.insert("day_hours".to_owned(), Value::Object(days.collect()));
    let mut told = json!({
        "dry_run": dry,
        "scheduled_count": scheduled,
        "changed_count": proposal.moves.len(),
        "changes": moves.collect::<Vec<Value>>(),
        "decision_recorded_in_sessions": noted,
        "calendar_config": calendar,
        "assignee_capacity": people.collect::<Map<String, Value>>(),
    });
    let omitted = proposal.moves.len().saturating_sub(limit);
    if let (true, Some(members)) = (omitted > 0, told.as_object_mut()) {
        members.insert("changes_omitted".to_owned(), json!(omitted));
    }
    told
}

/// An ordinary week of somebody, by the rules of the calendar.
pub(crate) fn week(own: &Calendar, project: &Calendar) -> Map<String, Value> {
    let hours = own.work_hours_per_day.or(project.work_hours_per_day).unwrap_or(8.0);
    let weekdays = own.closed_weekdays.as_ref().or(project.closed_weekdays.as_ref());
    let weekdays = weekdays.cloned().unwrap_or_else(|| vec![0, 6]);
    let members = [("work_hours_per_day", json!(hours)), ("closed_weekdays", json!(weekdays))];
    members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
