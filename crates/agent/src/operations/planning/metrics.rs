//! Counts tasks and hours, or answers a report.

use handoff_engine::{Effort, MilestoneMetrics, Overdue, WorkCount};
use handoff_protocol::{MilestoneStatus, Status};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::report::{ReportParams, Request};
use crate::HandoffError;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::{percentage, task_reader};
use crate::params::{NamedValues, Object, output};
use crate::report::Report;
use crate::report::rounded;
use crate::tool::ToolSet;

/// Counts tasks and hours, or answers a report.
pub struct GetMetrics;

/// Maximum number of overdue tasks in an answer if the call names none.
const DEFAULT_OVERDUE_LIMIT: u64 = 20;

#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub assignee: Option<String>,
    /// 20 overdue tasks when absent, the latest first
    pub overdue_limit: Option<u64>,
    #[serde(flatten)]
    pub report: ReportParams,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Answer {
    Metrics(Box<Metrics>),
    Report(#[schemars(with = "Object")] Box<Report>),
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Metrics {
    pub total: u32,
    pub by_status: NamedValues<u32>,
    pub completion_percent: f64,
    pub work: Work,
    pub total_estimate_hours: f64,
    pub all_estimate_hours: f64,
    pub ai_estimate_multiplier: f64,
    pub total_adjusted_estimate_hours: f64,
    pub total_actual_hours: f64,
    pub total_remaining_hours: f64,
    #[schemars(with = "Vec<Object>")]
    pub overdue_tasks: Vec<OverdueTask>,
    pub overdue_count: usize,
    #[schemars(with = "Option<Object>")]
    pub budget: Option<Budget>,
    #[schemars(with = "Vec<Object>")]
    pub milestones: Vec<Milestone>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overdue_omitted: Option<usize>,
}

/// Counts over the tasks without subtasks, which are the work itself.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Work {
    pub total: u32,
    pub finished: u32,
    pub completion_percent: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_status: Option<NamedValues<u32>>,
}

impl From<WorkCount> for Work {
    fn from(WorkCount { total, over }: WorkCount) -> Work {
        let completion_percent = percentage(over as usize, total as usize);
        Work { total, finished: over, completion_percent, by_status: None }
    }
}

#[derive(Debug, Serialize)]
pub struct OverdueTask {
    pub id: String,
    pub title: String,
    pub due_date: String,
    pub days_overdue: i32,
}

#[derive(Debug, Serialize)]
pub struct Budget {
    pub total_hours: f64,
    pub used_hours: f64,
    pub remaining_hours: f64,
}

#[derive(Debug, Serialize)]
pub struct Milestone {
    pub name: String,
    pub date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Absent while it is planned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<MilestoneStatus>,
    pub latest_due: Option<String>,
    pub done: u32,
    pub total: u32,
    pub work: Work,
    pub estimate_hours: f64,
    pub all_estimate_hours: f64,
    pub adjusted_estimate_hours: f64,
    pub actual_hours: f64,
}

impl Operation for GetMetrics {
    const DEFINITION: Definition = Definition {
        name: "handoff_get_metrics",
        title: "Get metrics",
        description: "Progress, hours, overdue tasks, budget and milestones; or a report.",
        set: ToolSet::Planning,
        effect: Effect::Reads,
    };
    const OUTPUT: Option<fn() -> Value> = Some(metrics_schema);
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let answer = match Request::new(&params.report, params.assignee.as_deref())? {
            Some(request) => Answer::Report(Box::new(request.answer(&shell).await?)),
            None => Answer::Metrics(Box::new(shell.read(move |ctx| metrics(ctx, &params)).await?)),
        };
        Ok(answer.into())
    }
}

/// Returns the schema of the metrics. No member is required, since a report has others.
fn metrics_schema() -> Value {
    let mut schema = output::<Metrics>();
    schema.as_object_mut().and_then(|schema| schema.shift_remove("required"));
    schema
}

fn metrics(ctx: ToolContext<'_>, params: &Params) -> Result<Metrics, HandoffError> {
    let reader = task_reader(ctx)?;
    let limit = usize::try_from(params.overdue_limit.unwrap_or(DEFAULT_OVERDUE_LIMIT)).unwrap_or(usize::MAX);
    let metrics = reader.metrics(params.assignee.as_deref(), ctx.today());
    let Effort { estimate, all_estimate, adjusted, actual, remaining } = metrics.effort;
    let budget = metrics.budget.map(|total| Budget {
        total_hours: total,
        used_hours: rounded(actual),
        remaining_hours: rounded(total - actual),
    });
    let omitted = metrics.overdue.len().saturating_sub(limit);
    Ok(Metrics {
        total: metrics.total,
        by_status: by_name(&metrics.by_status),
        completion_percent: percentage(metrics.over as usize, metrics.total as usize),
        work: Work { by_status: Some(by_name(&metrics.work_by_status)), ..metrics.work.into() },
        total_estimate_hours: rounded(estimate),
        all_estimate_hours: rounded(all_estimate),
        ai_estimate_multiplier: reader.config().settings.ai_estimate_multiplier,
        total_adjusted_estimate_hours: rounded(adjusted),
        total_actual_hours: rounded(actual),
        total_remaining_hours: rounded(remaining),
        overdue_count: metrics.overdue.len(),
        overdue_tasks: metrics.overdue.into_iter().take(limit).map(OverdueTask::from).collect(),
        budget,
        milestones: metrics.milestones.into_iter().map(Milestone::from).collect(),
        overdue_omitted: Some(omitted).filter(|omitted| *omitted > 0),
    })
}

/// Returns numbers of tasks by the names of their statuses.
fn by_name(counts: &[(Status, u32)]) -> NamedValues<u32> {
    counts.iter().map(|(status, count)| (status.name().to_owned(), *count)).collect()
}

impl From<Overdue> for OverdueTask {
    fn from(Overdue { id, title, due, days }: Overdue) -> OverdueTask {
        OverdueTask { id, title, due_date: due, days_overdue: days }
    }
}

impl From<MilestoneMetrics> for Milestone {
    fn from(milestone: MilestoneMetrics) -> Milestone {
        let Effort { estimate, all_estimate, adjusted, actual, .. } = milestone.effort;
        Milestone {
            name: milestone.name,
            date: milestone.date,
            version: milestone.version,
            status: Some(milestone.status).filter(|status| *status != MilestoneStatus::default()),
            latest_due: milestone.latest_due,
            done: milestone.over,
            total: milestone.total,
            work: milestone.work.into(),
            estimate_hours: rounded(estimate),
            all_estimate_hours: rounded(all_estimate),
            adjusted_estimate_hours: rounded(adjusted),
            actual_hours: rounded(actual),
        }
    }
}
