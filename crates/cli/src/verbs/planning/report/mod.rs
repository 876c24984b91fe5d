//! Reports.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

mod csv;
mod record;
pub mod shapes;
mod text;
mod written;

use std::path::PathBuf;

use clap::Args;
use handoff_agent::operations::planning::metrics::{self, Answer, GetMetrics};
use handoff_agent::operations::planning::report::ReportParams;
use handoff_agent::operations::planning::write_report::ReportType;
use handoff_agent::report::Report as Figures;
use handoff_agent::{Date, HandoffError, NO_ROW_LIMIT};
use handoff_protocol::{ReportGroup, ReportName};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::ground::progress::NoProgress;
use crate::project::{Project, drive};
use crate::verbs::arguments::parsers::{non_empty, words_of};
use crate::verbs::invocation::Invocation;
use crate::verbs::output::{Page, Rendered};
use crate::verbs::planning::report::written::WrittenArguments;

/// The name of a report: of figures, or in words.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged)]
enum AnyReport {
    Figures(ReportName),
    Written(ReportType),
}

/// Returns the names of all reports. Of those in words, effort is also one of figures.
fn report_words() -> impl Iterator<Item = &'static str> {
    ReportName::ALL.map(ReportName::name).into_iter().chain(["weekly", "milestone"])
}

/// Figures and series over time, from the activity log; or a report in words.
#[derive(Debug, Args)]
#[command(after_help = "Example: handoff report burndown --from 2026-11-01 --csv burndown.csv")]
pub struct Report {
    /// The report; default: a page with the most important figures.
    #[arg(value_parser = words_of::<AnyReport, _>(report_words()))]
    name: Option<AnyReport>,
    /// The milestone of the report milestone.
    milestone: Option<String>,
    /// A day of the week of the report weekly, YYYY-MM-DD; default: the last seven days.
    #[arg(long, value_name = "DATE", requires = "name")]
    week: Option<String>,
    /// Print the report effort in words, as Markdown. Weekly and milestone always are.
    #[arg(long, requires = "name", conflicts_with = "csv")]
    markdown: bool,
    /// Write a report in words to a file.
    #[arg(long, value_name = "FILE", requires = "name", conflicts_with_all = ["csv", "json"])]
    output: Option<PathBuf>,
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
        if let Some(report_type) = self.written() {
            return self.invocation_in_words(report_type);
        }
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

    /// Returns the report in words that is asked for.
    fn written(&self) -> Option<ReportType> {
        match self.name? {
            AnyReport::Written(report_type) => Some(report_type),
            AnyReport::Figures(ReportName::Effort) if self.markdown || self.output.is_some() => {
                Some(ReportType::Effort)
            }
            AnyReport::Figures(_) => None,
        }
    }

    fn invocation_in_words(self, report_type: ReportType) -> Invocation {
        let of_figures = [
            ("--group", self.group.is_some()),
            ("--filter", !self.filter.is_empty()),
            ("--seed", self.seed.is_some()),
            ("--csv", self.csv.is_some()),
        ];
        let refused = of_figures.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option);
        let Report { milestone, week, from, to, output, .. } = self;
        WrittenArguments { report_type, milestone, week, from, to, output, refused }.invocation()
    }

    fn into_params(self) -> Result<ReportParams, HandoffError> {
        let in_words = [
            ("a milestone", self.milestone.is_some()),
            ("--week", self.week.is_some()),
            ("--markdown", self.markdown),
            ("--output", self.output.is_some()),
        ];
        if let Some((option, _)) = in_words.into_iter().find(|(_, is_given)| *is_given) {
            return Err(HandoffError::Arguments(format!("Only reports in words have {option}. Leave it out.").into()));
        }
        let report = self.name.and_then(|name| match name {
            AnyReport::Figures(name) => Some(name),
            AnyReport::Written(_) => None,
        });
        Ok(ReportParams {
            report,
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
