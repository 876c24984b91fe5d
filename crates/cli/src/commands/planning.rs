//! Metrics, capacity and the scheduler.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::Args;
use handoff_format::format_date;
use serde_json::{Map, Value, json};

use crate::commands::{object_with, put};
use crate::invocation::Invocation;
use crate::output;
use crate::project;

/// No limit: a person pays for no tokens.
const NO_LIMIT: u32 = u32::MAX;

/// Progress, hours, overdue tasks, budget and milestones.
#[derive(Debug, Args)]
#[command(after_help = "Example: handoff metrics --assignee maya")]
pub struct Metrics {
    /// Only tasks of this assignee.
    #[arg(long)]
    assignee: Option<String>,
}

impl Metrics {
    /// Returns the invocation.
    pub fn invocation(self) -> Invocation {
        Invocation::call("handoff_get_metrics", json!({"assignee": self.assignee, "overdue_limit": NO_LIMIT}))
            .render_with(move |value, page| output::planning::metrics(value, self.assignee.as_deref(), page))
    }
}

/// Working hours and planned work.
#[derive(Debug, Args)]
#[command(after_help = "Example: handoff capacity --from 2026-12-01 --to 2026-12-14 --assignee maya")]
pub struct Capacity {
    /// The first day, YYYY-MM-DD; default: today.
    #[arg(long, value_name = "DATE")]
    from: Option<String>,
    /// The last day, YYYY-MM-DD; default: two weeks after the first.
    #[arg(long, value_name = "DATE")]
    to: Option<String>,
    /// Only this assignee.
    #[arg(long)]
    assignee: Option<String>,
}

/// The number of days after the first if no last day is given.
const DEFAULT_SPAN_DAYS: i32 = 13;

impl Capacity {
    /// Returns the invocation.
    pub fn invocation(self) -> Invocation {
        Invocation::prepare_call("handoff_get_capacity", move |_| {
            Ok(self.into_arguments(&format_date(project::today())))
        })
        .render_with(output::planning::capacity)
    }

    fn into_arguments(self, today: &str) -> Map<String, Value> {
        let from = self.from.unwrap_or_else(|| today.to_owned());
        // The tool refuses what is no date.
        let to = self
            .to
            .or_else(|| Some(handoff_format::format_date(handoff_format::parse_date(&from)? + DEFAULT_SPAN_DAYS)));
        let mut arguments = object_with("start_date", from);
        put(&mut arguments, "end_date", to);
        put(&mut arguments, "assignee", self.assignee);
        arguments
    }
}

/// Schedule open tasks.
#[derive(Debug, Args)]
#[command(after_help = "Example: handoff schedule --dry-run")]
pub struct Schedule {
    /// Only tasks of this assignee.
    #[arg(long)]
    assignee: Option<String>,
    /// No task starts before this day, YYYY-MM-DD; default: today.
    #[arg(long, value_name = "DATE")]
    from: Option<String>,
}

impl Schedule {
    /// Returns the invocation.
    pub fn invocation(self) -> Invocation {
        let arguments = json!({
            "dry_run": false, "assignee_filter": self.assignee, "start_date": self.from, "change_limit": NO_LIMIT,
        });
        Invocation::call("handoff_auto_schedule", arguments)
            .render_with(output::planning::schedule)
            .with_dry_run_argument("dry_run")
    }
}
