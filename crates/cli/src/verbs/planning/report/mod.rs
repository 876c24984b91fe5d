//! Reports.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

mod csv;
mod record;
pub mod shapes;
mod text;

use std::path::PathBuf;

use clap::Args;
use handoff_agent::operations::planning::metrics::{self, Answer, GetMetrics};
use handoff_agent::operations::planning::report::ReportParams;
use handoff_agent::report::Report as Figures;
use handoff_agent::{Date, HandoffError, NO_ROW_LIMIT};
use handoff_protocol::{ReportGroup, ReportName};
use serde::Serialize;
use serde_json::{Value, json};

use crate::ground::progress::NoProgress;
use crate::project::{Project, drive};
use crate::verbs::arguments::parsers::{non_empty, words_of};
use crate::verbs::invocation::Invocation;
use crate::verbs::output::{Page, Rendered};

/// Figures and series over time, from the activity log.
#[derive(Debug, Args)]
#[command(after_help = "Example: handoff report burndown --from 2026-11-01 --csv burndown.csv")]
pub struct Report {
    /// The report; default: a page with the most important figures.
    #[arg(value_parser = words_of::<ReportName, _>(ReportName::ALL.map(ReportName::name)))]
    name: Option<ReportName>,
    /// The first day, YYYY-MM-DD; default: the first day of the project.
    #[arg(long, value_name = "DATE")]
    from: Option<String>,
    /// The last day, YYYY-MM-DD; default: today.
    #[arg(long, value_name = "DATE")]
    to: Option<String>,
    /// Divide the report by this property.
    #[arg(long, value_parser = words_of::<ReportGroup, _>(ReportGroup::ALL.map(ReportGroup::name)), requires = "name")]
    group: Option<ReportGroup>,
    /// Count only these tasks: KEY=VALUE with the key assignee, label, milestone, status, priority, overdue (true or false) or text. Repeatable.
    #[arg(long, value_name = "KEY=VALUE")]
    filter: Vec<String>,
    /// The seed of the forecast's random numbers.
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u32>,
    /// Print the main list of the report as CSV, or write it to a file; - prints it.
    #[arg(long, value_name = "FILE", num_args = 0..=1, requires = "name", conflicts_with = "json")]
    #[allow(clippy::option_option, reason = "absent, without a file, and with one")]
    csv: Option<Option<PathBuf>>,
}

impl Report {
    /// Returns the invocation.
    pub fn invocation(mut self) -> Invocation {
        let csv = self.csv.take();
        if self.name.is_none() {
            return Invocation::view_of(
                page_schema,
                move |project| Ok((ReportPage::read(project, &self.into_params()?)?, Vec::new())),
                text::page,
            );
        }
        let is_csv = csv.is_some();
        let render = move |answer: &Answer, page: Page<'_>| match answer {
            Answer::Report(report) if is_csv => Rendered::Data(csv::table(report)),
            Answer::Report(report) => text::report(report, page).into(),
            Answer::Metrics(_) => String::new().into(),
        };
        let invocation = Invocation::prepare_operation::<GetMetrics, _>(
            move |_, _| Ok(metrics::Params { report: self.into_params()?, ..metrics::Params::default() }),
            render,
        );
        invocation.write_to(csv.flatten())
    }

    fn into_params(self) -> Result<ReportParams, HandoffError> {
        Ok(ReportParams {
            report: self.name,
            from: self.from.map(|from| Date::of_argument("from", from)).transpose()?,
            to: self.to.map(|to| Date::of_argument("to", to)).transpose()?,
            group: self.group,
            filter: non_empty(self.filter),
            row_limit: Some(NO_ROW_LIMIT),
            seed: self.seed,
        })
    }
}

/// The reports of the page without a name.
#[derive(Serialize)]
pub struct ReportPage {
    summary: Figures,
    burndown: Figures,
    throughput: Figures,
    forecast: Figures,
    milestones: Figures,
}

impl ReportPage {
    fn read(project: &mut Project, params: &ReportParams) -> Result<ReportPage, HandoffError> {
        let mut read = |name| read_report(project, ReportParams { report: Some(name), ..params.clone() });
        Ok(ReportPage {
            summary: read(ReportName::Summary)?,
            burndown: read(ReportName::Burndown)?,
            throughput: read(ReportName::Throughput)?,
            forecast: read(ReportName::Forecast)?,
            milestones: read(ReportName::Milestones)?,
        })
    }
}

fn read_report(project: &mut Project, report: ReportParams) -> Result<Figures, HandoffError> {
    let params = metrics::Params { report, ..metrics::Params::default() };
    match drive::perform::<GetMetrics>(project, params, &mut NoProgress).result?.value {
        Answer::Report(report) => Ok(*report),
        Answer::Metrics(_) => Err(HandoffError::System("The report was not made.".into())),
    }
}

fn page_schema() -> Value {
    let report = json!({"type": "object"});
    json!({"type": "object", "properties": {
        "summary": report, "burndown": report, "throughput": report, "forecast": report, "milestones": report,
    }})
}
