//! Reports: what `handoff_get_metrics` answers with the argument `report`.

use handoff_engine::{HistoryCommit, ProjectReader, ReportRequest};
use handoff_protocol::{Filter, ReportGroup, ReportName};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};

use crate::HandoffError;
use crate::InvalidArgument;
use crate::Shell;
use crate::ToolContext;
use crate::operations::common::task_reader;
use crate::params::{Date, one_of};
use crate::report::{Report, parse_filter};

/// Maximum number of entries of each list of a report if the call names none.
const DEFAULT_ROW_LIMIT: u64 = 14;
/// The highest limit that a call may name.
const MAX_ROW_LIMIT: u64 = 200;
/// The limit that a shell gives for a person, who pays for no tokens: none.
pub const NO_ROW_LIMIT: u64 = u32::MAX as u64;

/// The arguments of a report.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
pub struct ReportParams {
    #[serde(default)]
    #[schemars(schema_with = "report_names")]
    pub report: Option<ReportName>,
    pub from: Option<Date>,
    pub to: Option<Date>,
    #[serde(default)]
    #[schemars(schema_with = "report_groups")]
    pub group: Option<ReportGroup>,
    /// as label=ui
    pub filter: Option<Vec<String>>,
    #[schemars(extend("hidden" = true))]
    pub row_limit: Option<u64>,
    #[schemars(extend("hidden" = true))]
    pub seed: Option<u32>,
}

fn report_names(_: &mut SchemaGenerator) -> Schema {
    one_of(&ReportName::ALL.map(ReportName::name))
}

fn report_groups(_: &mut SchemaGenerator) -> Schema {
    one_of(&ReportGroup::ALL.map(ReportGroup::name))
}

/// A report that a call asks for, with valid arguments.
pub(super) struct Request {
    name: ReportName,
    from: Option<i32>,
    to: Option<i32>,
    group: Option<ReportGroup>,
    filter: Filter,
    seed: Option<u32>,
    /// The maximum number of entries of each list.
    limit: usize,
    /// Whether the report has a maximum number of tokens.
    is_bounded: bool,
}

impl Request {
    /// Returns the request of a call; `None` if the call names no report.
    pub(super) fn new(params: &ReportParams, assignee: Option<&str>) -> Result<Option<Request>, InvalidArgument> {
        let Some(name) = params.report else { return Ok(None) };
        let mut filter = parse_filter(params.filter.as_deref().unwrap_or_default())?;
        filter.assignees.extend(assignee.map(str::to_owned));
        let (from, to) = (params.from.as_ref().map(|date| date.day), params.to.as_ref().map(|date| date.day));
        if to.is_some() && to < from {
            return Err(InvalidArgument::new("to", "a date on or after from"));
        }
        let limit = params.row_limit.unwrap_or(DEFAULT_ROW_LIMIT);
        if !(1..=MAX_ROW_LIMIT).contains(&limit) && limit != NO_ROW_LIMIT {
            return Err(InvalidArgument::new("row_limit", format!("a number from 1 to {MAX_ROW_LIMIT}")));
        }
        Ok(Some(Request {
            name,
            from,
            to,
            group: params.group,
            filter,
            seed: params.seed,
            limit: usize::try_from(limit).unwrap_or(usize::MAX),
            is_bounded: params.row_limit.is_none(),
        }))
    }

    /// Returns the report.
    pub(super) async fn answer(self, shell: &Shell) -> Result<Report, HandoffError> {
        shell.load_log().await;
        let needs_history = shell.read(|ctx| task_reader(ctx).is_ok_and(ProjectReader::has_past_before_log)).await;
        let history = if needs_history { shell.history().await } else { Vec::new() };
        shell.read(move |ctx| self.report(ctx, &history)).await
    }

    fn report(&self, ctx: ToolContext<'_>, history: &[HistoryCommit]) -> Result<Report, HandoffError> {
        let Request { name, from, to, group, seed, .. } = *self;
        let request = ReportRequest { name, from, to, group, filter: &self.filter, seed, history };
        let report = task_reader(ctx)?.report(ctx.context, &request);
        Ok(if self.is_bounded { Report::bounded(&report, self.limit) } else { Report::new(&report, self.limit) })
    }
}
