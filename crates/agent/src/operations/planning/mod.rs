//! Tools for metrics, capacity and the scheduler.

mod report;

use std::collections::BTreeMap;

use handoff_engine::{CapacityDay, Effort, ProjectReader, WorkCount};
use handoff_format::{Calendar, format_date};
use handoff_protocol::planning::Proposal;
use handoff_protocol::{Command, Reschedule, Status};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::InvalidArgument;
use crate::Reply;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::operation::Effect;
use crate::operations::common::{finish, percentage, task_reader};
pub use crate::operations::planning::report::NO_ROW_LIMIT;
use crate::operations::planning::report::{ReportParams, get_report};
use crate::params::{Date, Object, input, output, parse};
use crate::tool::{Tool, ToolSet, Work};
use crate::tool_result::to_english;

pub(super) const TOOLS: &[Tool] = &[
    Tool {
        name: "handoff_get_metrics",
        title: "Get metrics",
        description: "Progress, hours, overdue tasks, budget and milestones; or a report.",
        set: ToolSet::Core,
        effect: Effect::Reads,
        input: input::<MetricsParams>,
        output: Some(metrics_schema),
        work: Work::Steps(|ctx, arguments| get_metrics(ctx, &parse(arguments)?)),
    },
    Tool {
        name: "handoff_get_capacity",
        title: "Get capacity",
        description: "Working hours and work to do by day, of one assignee or of all together.",
        set: ToolSet::Planning,
        effect: Effect::Reads,
        input: input::<CapacityParams>,
        output: Some(output::<CapacityAnswer>),
        work: Work::Steps(|ctx, arguments| get_capacity(ctx, &parse(arguments)?)),
    },
    Tool {
        name: "handoff_auto_schedule",
        title: "Schedule",
        description: "Find dates for open tasks; dry_run (default) only shows them.",
        set: ToolSet::Core,
        effect: Effect::Changes,
        input: input::<ScheduleParams>,
        output: Some(output::<ScheduleAnswer>),
        work: Work::Steps(|ctx, arguments| Ok(auto_schedule(ctx, parse(arguments)?))),
    },
];

/// Maximum number of days that capacity is calculated for.
const MAX_CAPACITY_DAYS: i32 = 3660;

/// Maximum number of overdue tasks in an answer if the call names none.
const DEFAULT_OVERDUE_LIMIT: u64 = 20;

/// Maximum number of changed tasks in an answer if the call names none.
const DEFAULT_CHANGE_LIMIT: u64 = 100;

#[derive(Deserialize, JsonSchema)]
struct MetricsParams {
    assignee: Option<String>,
    /// 20 overdue tasks when absent, the latest first
    overdue_limit: Option<u64>,
    #[serde(flatten)]
    report: ReportParams,
}

#[derive(Serialize, JsonSchema)]
struct MetricsAnswer {
    total: u32,
    #[schemars(with = "BTreeMap<String, u32>")]
    by_status: Object,
    completion_percent: f64,
    work: WorkAnswer,
    total_estimate_hours: f64,
    all_estimate_hours: f64,
    ai_estimate_multiplier: f64,
    total_adjusted_estimate_hours: f64,
    total_actual_hours: f64,
    total_remaining_hours: f64,
    #[schemars(with = "Vec<Object>")]
    overdue_tasks: Vec<Value>,
    overdue_count: usize,
    #[schemars(with = "Option<Object>")]
    budget: Option<Value>,
    #[schemars(with = "Vec<Object>")]
    milestones: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    overdue_omitted: Option<usize>,
}

/// Counts over the tasks without subtasks, which are the work itself.
#[derive(Serialize, JsonSchema)]
struct WorkAnswer {
    total: u32,
    finished: u32,
    completion_percent: f64,
    #[schemars(with = "Option<BTreeMap<String, u32>>")]
    #[serde(skip_serializing_if = "Option::is_none")]
    by_status: Option<Object>,
}

impl From<WorkCount> for WorkAnswer {
    fn from(WorkCount { total, over }: WorkCount) -> WorkAnswer {
        let completion_percent = percentage(over as usize, total as usize);
        WorkAnswer { total, finished: over, completion_percent, by_status: None }
    }
}

/// Returns numbers of tasks by the names of their statuses.
fn named(counts: &[(Status, u32)]) -> Object {
    counts.iter().map(|(status, count)| (status.name().to_owned(), json!(count))).collect()
}

/// Returns the schema of the metrics. No member is required, since a report has others.
fn metrics_schema() -> Value {
    let mut schema = output::<MetricsAnswer>();
    schema.as_object_mut().and_then(|schema| schema.shift_remove("required"));
    schema
}

fn get_metrics(ctx: ToolContext<'_>, params: &MetricsParams) -> Result<ToolOutcome, InvalidArgument> {
    if let Some(report) = get_report(&params.report, params.assignee.as_deref())? {
        return Ok(report);
    }
    let limit = usize::try_from(params.overdue_limit.unwrap_or(DEFAULT_OVERDUE_LIMIT)).unwrap_or(usize::MAX);
    Ok(finish(task_reader(ctx).map(|reader| {
        let metrics = reader.metrics(params.assignee.as_deref(), ctx.today());
        let overdue: Vec<Value> = metrics
            .overdue
            .iter()
            .take(limit)
            .map(|late| json!({"id": late.id, "title": late.title, "due_date": late.due, "days_overdue": late.days}))
            .collect();
        let milestones: Vec<Value> = metrics
            .milestones
            .iter()
            .map(|milestone| {
                let Effort { estimate, all_estimate, adjusted, actual, .. } = milestone.effort;
                json!({
                    "name": milestone.name, "date": milestone.date, "latest_due": milestone.latest_due,
                    "done": milestone.over, "total": milestone.total, "work": WorkAnswer::from(milestone.work),
                    "estimate_hours": rounded(estimate), "all_estimate_hours": rounded(all_estimate),
                    "adjusted_estimate_hours": rounded(adjusted), "actual_hours": rounded(actual),
                })
            })
            .collect();
        let Effort { estimate, all_estimate, adjusted, actual, remaining } = metrics.effort;
        let budget = metrics.budget.map(|total| {
            json!({"total_hours": total, "used_hours": rounded(actual), "remaining_hours": rounded(total - actual)})
        });
        let omitted = metrics.overdue.len() - overdue.len();
        let answer = MetricsAnswer {
            total: metrics.total,
            by_status: named(&metrics.by_status),
            completion_percent: percentage(metrics.over as usize, metrics.total as usize),
            work: WorkAnswer { by_status: Some(named(&metrics.work_by_status)), ..metrics.work.into() },
            total_estimate_hours: rounded(estimate),
            all_estimate_hours: rounded(all_estimate),
            ai_estimate_multiplier: reader.config().settings.ai_estimate_multiplier,
            total_adjusted_estimate_hours: rounded(adjusted),
            total_actual_hours: rounded(actual),
            total_remaining_hours: rounded(remaining),
            overdue_count: metrics.overdue.len(),
            overdue_tasks: overdue,
            budget,
            milestones,
            overdue_omitted: Some(omitted).filter(|omitted| *omitted > 0),
        };
        Reply::value(json!(answer))
    })))
}

/// Rounds to six decimals, which removes the errors of floating-point sums.
fn rounded(hours: f64) -> f64 {
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

#[derive(Serialize, JsonSchema)]
struct CapacityAnswer {
    assignee: Option<String>,
    start_date: String,
    end_date: String,
    work_days: usize,
    total_hours: f64,
    allocated_hours: f64,
    available_hours: f64,
    days: Vec<DayAnswer>,
}

#[derive(Serialize, JsonSchema)]
struct DayAnswer {
    date: String,
    capacity_hours: f64,
    allocated_hours: f64,
}

fn get_capacity(ctx: ToolContext<'_>, params: &CapacityParams) -> Result<ToolOutcome, InvalidArgument> {
    let (first, last) = (params.start_date.day, params.end_date.day);
    if last < first || last - first > MAX_CAPACITY_DAYS {
        return Err(InvalidArgument::new("end_date", "a date on or after start_date, at most ten years later"));
    }
    let reply = task_reader(ctx).map(|reader| {
        let days = reader.capacity((first, last), params.assignee.as_deref(), ctx.today());
        let total: f64 = days.iter().map(|day| day.capacity).sum();
        let allocated: f64 = days.iter().map(|day| day.allocated).sum();
        let day = |day: &CapacityDay| DayAnswer {
            date: format_date(day.day),
            capacity_hours: rounded(day.capacity),
            allocated_hours: rounded(day.allocated),
        };
        let answer = CapacityAnswer {
            assignee: params.assignee.clone(),
            start_date: format_date(first),
            end_date: format_date(last),
            work_days: days.iter().filter(|day| day.capacity > 0.0).count(),
            total_hours: rounded(total),
            allocated_hours: rounded(allocated),
            available_hours: rounded((total - allocated).max(0.0)),
            days: days.iter().map(day).collect(),
        };
        Reply::value(json!(answer))
    });
    Ok(finish(reply))
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

#[derive(Serialize)]
struct WeekAndDays {
    #[serde(flatten)]
    week: Week,
    day_hours: Object,
}

#[derive(Serialize, JsonSchema)]
struct ScheduleAnswer {
    dry_run: bool,
    scheduled_count: usize,
    changed_count: usize,
    #[schemars(with = "Vec<Object>")]
    changes: Vec<Value>,
    decision_recorded_in_sessions: usize,
    #[schemars(with = "Object")]
    calendar_config: WeekAndDays,
    assignee_capacity: Object,
    #[serde(skip_serializing_if = "Option::is_none")]
    changes_omitted: Option<usize>,
}

fn auto_schedule(ctx: ToolContext<'_>, params: ScheduleParams) -> ToolOutcome {
    let assignee = params.assignee_filter;
    let from = params.start_date.map(|date| date.text);
    let limit = usize::try_from(params.change_limit.unwrap_or(DEFAULT_CHANGE_LIMIT)).unwrap_or(usize::MAX);
    let reader = match task_reader(ctx) {
        Ok(reader) => reader,
        Err(reply) => return ToolOutcome::Done(reply),
    };
    let assignees: Vec<String> = assignee.iter().cloned().collect();
    let reschedule = Reschedule::Auto { from: from.clone(), assignees: assignees.clone(), level: false };
    let proposal = reader.proposal(ctx.context, &reschedule);
    if let Some(refusal) = &proposal.refusal {
        return ToolOutcome::Done(Reply::failure(to_english(&refusal.text)));
    }
    let scheduled = candidates(reader, assignee.as_deref());
    if params.dry_run.unwrap_or(true) {
        return ToolOutcome::Done(Reply::value(schedule_value(reader, &proposal, limit, true, scheduled, 0)));
    }
    ToolOutcome::commit(Command::AutoSchedule { from, assignees }, move |ctx, _| {
        let reader = ctx.engine.reader();
        let session_count = if proposal.moves.is_empty() { 0 } else { reader.active_sessions() };
        Reply::value(schedule_value(reader, &proposal, limit, false, scheduled, session_count))
    })
}

/// Counts the tasks that the scheduler may move: leaves that are not finished, started or pinned.
fn candidates(reader: ProjectReader<'_>, assignee: Option<&str>) -> usize {
    let is_pinned = |schedule: &handoff_protocol::Schedule| schedule.pinned == Some(true);
    let tasks = reader.tasks();
    let movable = tasks.iter().filter(|entry| {
        let task = entry.fields();
        entry.status() == Status::Todo
            && entry.is_leaf()
            && !task.schedule.as_ref().is_some_and(is_pinned)
            && assignee.is_none_or(|assignee| task.assignee.as_deref() == Some(assignee))
    });
    movable.count()
}

fn schedule_value(
    reader: ProjectReader<'_>,
    proposal: &Proposal,
    limit: usize,
    dry_run: bool,
    scheduled: usize,
    session_count: usize,
) -> Value {
    let config = reader.config();
    let date = |day: Option<i32>| day.map(format_date);
    let moves = proposal.moves.iter().take(limit).map(|change| {
        json!({
            "task_id": change.id,
            "old_start": date(change.start_before), "new_start": date(change.start),
            "old_due": date(change.due_before), "new_due": date(change.due),
        })
    });
    let people = config
        .assignees
        .iter()
        .map(|(key, assignee)| (key.clone(), json!(Week::new(&assignee.calendar, &config.calendar))));
    let days = config.calendar.day_hours.iter().map(|(day, hours)| (day.clone(), json!(hours)));
    let week = Week::new(&config.calendar, &config.calendar);
    let calendar = WeekAndDays { week, day_hours: days.collect() };
    let omitted = proposal.moves.len().saturating_sub(limit);
    let answer = ScheduleAnswer {
        dry_run,
        scheduled_count: scheduled,
        changed_count: proposal.moves.len(),
        changes: moves.collect(),
        decision_recorded_in_sessions: session_count,
        calendar_config: calendar,
        assignee_capacity: people.collect(),
        changes_omitted: Some(omitted).filter(|omitted| *omitted > 0),
    };
    json!(answer)
}

/// The regular week of an assignee or of the project.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Week {
    pub(crate) work_hours_per_day: f64,
    pub(crate) closed_weekdays: Vec<u8>,
}

impl Week {
    pub(crate) fn new(own: &Calendar, project: &Calendar) -> Week {
        let weekdays = own.closed_weekdays.as_ref().or(project.closed_weekdays.as_ref());
        Week {
            work_hours_per_day: own.work_hours_per_day.or(project.work_hours_per_day).unwrap_or(8.0),
            closed_weekdays: weekdays.cloned().unwrap_or_else(|| vec![0, 6]),
        }
    }
}
