//! Writes a report in words, for people who do not open the project.

use handoff_engine::{HistoryCommit, ProjectReader};
use handoff_protocol::report::WrittenReportRequest;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};

use crate::HandoffError;
use crate::InvalidArgument;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::task_reader;
use crate::params::{Date, one_of};
use crate::secrets;
use crate::tool::ToolSet;

/// Writes a report in words.
pub struct WriteReport;

/// The report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ReportType {
    /// What happened in a week, and what comes after it.
    Weekly,
    /// The state of a milestone.
    Milestone,
    /// The hours of people, agents and tasks.
    Effort,
}

/// The only action. `handoff-mcp` has others.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Writes the report.
    Generate,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    #[schemars(schema_with = "report_types")]
    pub report_type: ReportType,
    #[serde(default)]
    #[schemars(schema_with = "actions")]
    pub action: Option<Action>,
    /// the milestone
    pub scope: Option<String>,
    /// a day of the week; the last seven days when absent
    pub week: Option<Date>,
    pub from: Option<Date>,
    pub to: Option<Date>,
}

fn report_types(_: &mut SchemaGenerator) -> Schema {
    one_of(&["weekly", "milestone", "effort"])
}

fn actions(_: &mut SchemaGenerator) -> Schema {
    one_of(&["generate"])
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub report: String,
}

impl Operation for WriteReport {
    const DEFINITION: Definition = Definition {
        name: "handoff_report",
        title: "Write a report",
        description: "A report in Markdown for people: of a week, a milestone, or the effort from day to day.",
        set: ToolSet::Planning,
        effect: Effect::Reads,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let request = request(params)?;
        shell.load_log().await;
        let needs_history = shell.read(|ctx| task_reader(ctx).is_ok_and(ProjectReader::has_past_before_log)).await;
        let history = if needs_history { shell.history().await } else { Vec::new() };
        let report = shell.read(move |ctx| write(ctx, &request, &history)).await?;
        Ok(Answered::with_text(Answer { report: report.clone() }, report))
    }
}

fn write(
    ctx: ToolContext<'_>,
    request: &WrittenReportRequest,
    history: &[HistoryCommit],
) -> Result<String, HandoffError> {
    let report = task_reader(ctx)?.written_report(ctx.context, request, history);
    match report.refusal {
        Some(refusal) => Err(HandoffError::refused(refusal.to_string())),
        // It leaves the project, as handovers do.
        None => Ok(secrets::redact_text(report.markdown())),
    }
}

/// Returns the request of a call. An argument of another report is an error.
fn request(params: Params) -> Result<WrittenReportRequest, InvalidArgument> {
    let Params { report_type, action: _, scope, week, from, to } = params;
    let day = |date: Option<Date>| date.map(|date| date.day);
    let of = |argument: &'static str, is_given: bool, owner: ReportType, report: &str| {
        if is_given && report_type != owner {
            return Err(InvalidArgument::new(argument, format!("absent, except for the {report} report")));
        }
        Ok(())
    };
    of("scope", scope.is_some(), ReportType::Milestone, "milestone")?;
    of("week", week.is_some(), ReportType::Weekly, "weekly")?;
    of("from", from.is_some(), ReportType::Effort, "effort")?;
    of("to", to.is_some(), ReportType::Effort, "effort")?;
    let (from, to) = (day(from), day(to));
    if to.is_some() && to < from {
        return Err(InvalidArgument::new("to", "a date on or after from"));
    }
    Ok(match report_type {
        ReportType::Weekly => WrittenReportRequest::Weekly { week: day(week) },
        ReportType::Effort => WrittenReportRequest::Effort { from, to },
        ReportType::Milestone => {
            let name = scope.ok_or_else(|| InvalidArgument::new("scope", "the name of a milestone"))?;
            WrittenReportRequest::Milestone { name }
        }
    })
}
