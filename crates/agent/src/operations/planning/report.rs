//! Reports: what `handoff_get_metrics` answers with the argument `report`.

use handoff_engine::{HistoryCommit, ProjectReader, ReportRequest};
use handoff_protocol::{Filter, ReportGroup, ReportName};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;

use crate::InvalidArgument;
use crate::Reply;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::operations::common::{finish, task_reader};
use crate::params::{Date, one_of};
use crate::report::{parse_filter, to_bounded_json, to_json};

/// Maximum number of entries of each list of a report if the call names none.
const DEFAULT_ROW_LIMIT: u64 = 14;
/// The highest limit that a call may name.
const MAX_ROW_LIMIT: u64 = 200;
/// The limit that a shell gives for a person, who pays for no tokens: none.
pub const NO_ROW_LIMIT: u64 = u32::MAX as u64;

/// The arguments of a report.
#[derive(Deserialize, JsonSchema)]
pub(super) struct ReportParams {
    #[serde(default)]
    #[schemars(schema_with = "report_names")]
    report: Option<ReportName>,
    from: Option<Date>,
    to: Option<Date>,
    #[serde(default)]
    #[schemars(schema_with = "report_groups")]
    group: Option<ReportGroup>,
    /// as label=ui
    filter: Option<Vec<String>>,
    #[schemars(extend("hidden" = true))]
    row_limit: Option<u64>,
    #[schemars(extend("hidden" = true))]
    seed: Option<u32>,
}

fn report_names(_: &mut SchemaGenerator) -> Schema {
    one_of(&ReportName::ALL.map(ReportName::name))
}

fn report_groups(_: &mut SchemaGenerator) -> Schema {
    one_of(&ReportGroup::ALL.map(ReportGroup::name))
}

/// Answers a call that names a report; `None` for one that does not.
pub(super) fn get_report(
    params: &ReportParams,
    assignee: Option<&str>,
) -> Result<Option<ToolOutcome>, InvalidArgument> {
    let Some(name) = params.report else { return Ok(None) };
    let mut filter: Filter = parse_filter(params.filter.as_deref().unwrap_or_default())?;
    filter.assignees.extend(assignee.map(str::to_owned));
    let (from, to) = (params.from.as_ref().map(|date| date.day), params.to.as_ref().map(|date| date.day));
    if to.is_some() && to < from {
        return Err(InvalidArgument::new("to", "a date on or after from"));
    }
    let is_bounded = params.row_limit.is_none();
    let limit = params.row_limit.unwrap_or(DEFAULT_ROW_LIMIT);
    if !(1..=MAX_ROW_LIMIT).contains(&limit) && limit != NO_ROW_LIMIT {
        return Err(InvalidArgument::new("row_limit", format!("a number from 1 to {MAX_ROW_LIMIT}")));
    }
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let (group, seed) = (params.group, params.seed);
    let answer = move |ctx: ToolContext<'_>, history: Vec<HistoryCommit>| {
        finish(task_reader(ctx).map(|reader| {
            let request = ReportRequest { name, from, to, group, filter: &filter, seed, history: &history };
            let report = reader.report(ctx.context, &request);
            let value = if is_bounded { to_bounded_json(&report, limit) } else { to_json(&report, limit) };
            Reply::value(value)
        }))
    };
    let then = move |ctx: ToolContext<'_>| {
        let is_needed = task_reader(ctx).is_ok_and(ProjectReader::has_past_before_log);
        if is_needed { ToolOutcome::History { then: Box::new(answer) } } else { answer(ctx, Vec::new()) }
    };
    Ok(Some(ToolOutcome::Log { then: Box::new(then) }))
}
