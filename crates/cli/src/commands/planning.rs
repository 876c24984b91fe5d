//! Numbers about the plan, and dates from the scheduler.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::Args;
use serde_json::{Map, Value, json};

use crate::commands::{one, put};
use crate::invocation::Job;
use crate::output;
use crate::project;

/// A person at a shell pays for no tokens.
const ALL: u32 = u32::MAX;

/// What is told of the plan.
#[derive(Debug, Args)]
#[command(after_help = "Example: handoff metrics --assignee maya")]
pub struct Metrics {
    /// Only tasks of this assignee.
    #[arg(long)]
    assignee: Option<String>,
}

impl Metrics {
    /// What is to be asked for.
    pub fn job(self) -> Job {
        Job::call("handoff_get_metrics", json!({"assignee": self.assignee, "overdue_limit": ALL}))
            .shown(move |value, page| output::planning::metrics(value, self.assignee.as_deref(), page))
    }
}

/// Working hours and work to do.
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

/// Days after the first that are told where nothing is said.
const SPAN: i32 = 13;

impl Capacity {
    /// What is to be asked for.
    pub fn job(self) -> Job {
        Job::prepared("handoff_get_capacity", move |_| Ok(self.into_arguments(&project::today())))
            .shown(output::planning::capacity)
    }

    fn into_arguments(self, today: &str) -> Map<String, Value> {
        let from = self.from.unwrap_or_else(|| today.to_owned());
        // What is no date is the tool's to refuse.
        let to = self.to.or_else(|| Some(handoff_format::format_date(handoff_format::parse_date(&from)? + SPAN)));
        let mut arguments = one("start_date", from);
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
    /// What is to be asked for.
    pub fn job(self) -> Job {
        let arguments = json!({
            "dry_run": false, "assignee_filter": self.assignee, "start_date": self.from, "change_limit": ALL,
        });
        Job::call("handoff_auto_schedule", arguments).shown(output::planning::schedule).rehearsed_by("dry_run")
    }
}
