//! Reports.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use handoff_agent::{NO_ROW_LIMIT, Reply};
use serde_json::{Map, Value, json};

use crate::commands::{object_with, possible_values, put, put_list};
use crate::drive;
use crate::invocation::Invocation;
use crate::output;
use crate::project::Project;

/// The tool that answers.
const TOOL: &str = "handoff_get_metrics";

/// The reports of the page without a name.
const PAGE: [&str; 5] = ["summary", "burndown", "throughput", "forecast", "milestones"];

fn names() -> PossibleValuesParser {
    possible_values(TOOL, &["report"])
}

fn groups() -> PossibleValuesParser {
    possible_values(TOOL, &["group"])
}

/// Figures and series over time, from the activity log.
#[derive(Debug, Args)]
#[command(after_help = "Example: handoff report burndown --from 2026-11-01 --csv burndown.csv")]
pub struct Report {
    /// The report; default: a page with the most important figures.
    #[arg(value_parser = names())]
    name: Option<String>,
    /// The first day, YYYY-MM-DD; default: the first day of the project.
    #[arg(long, value_name = "DATE")]
    from: Option<String>,
    /// The last day, YYYY-MM-DD; default: today.
    #[arg(long, value_name = "DATE")]
    to: Option<String>,
    /// Divide the report by this property.
    #[arg(long, value_parser = groups(), requires = "name")]
    group: Option<String>,
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
    pub fn invocation(self) -> Invocation {
        let mut arguments = object_with("row_limit", NO_ROW_LIMIT);
        put(&mut arguments, "from", self.from);
        put(&mut arguments, "to", self.to);
        put(&mut arguments, "seed", self.seed);
        put_list(&mut arguments, "filter", self.filter);
        let Some(name) = self.name else {
            return Invocation::read(page_schema, move |project| page(project, &arguments))
                .render_with(output::report::page);
        };
        arguments.insert("report".to_owned(), json!(name));
        put(&mut arguments, "group", self.group);
        let invocation = Invocation::call(TOOL, Value::Object(arguments));
        match self.csv {
            None => invocation.render_with(output::report::report),
            Some(file) => invocation.render_with(output::report::csv).write_to(file),
        }
    }
}

/// Returns the reports of the page, each under its name.
fn page(project: &mut Project, arguments: &Map<String, Value>) -> Reply {
    let mut reports = Map::new();
    for name in PAGE {
        let mut arguments = arguments.clone();
        arguments.insert("report".to_owned(), json!(name));
        match drive::read_value(project, TOOL, &arguments) {
            Ok(report) => reports.insert(name.to_owned(), report),
            Err(refusal) => return refusal,
        };
    }
    Reply::value(Value::Object(reports))
}

fn page_schema() -> Value {
    let properties: Map<String, Value> =
        PAGE.iter().map(|name| ((*name).to_owned(), json!({"type": "object"}))).collect();
    json!({"type": "object", "properties": properties})
}
