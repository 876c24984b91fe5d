//! When the project works, and when it begins.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::Subcommand;
use handoff_agent::{Reply, calendar};
use serde_json::{Value, json};

use crate::commands::working_time::WorkingTime;
use crate::commands::{put, words};
use crate::invocation::Job;
use crate::output;
use crate::project::Project;

/// What is to be done with the calendar.
#[derive(Debug, Subcommand)]
pub enum CalendarWork {
    /// Show the working time of the project.
    #[command(after_help = "Example: handoff calendar show")]
    Show,
    /// Change the working time of the project.
    #[command(after_help = "Example: handoff calendar update --hours 7 --closed-weekday sat --closed-weekday sun")]
    Update {
        #[command(flatten)]
        time: WorkingTime,
        /// Whether the scheduler sets dates.
        #[arg(long, value_parser = words("handoff_update_calendar", &["schedule_mode"]))]
        mode: Option<String>,
        /// Load in percent from which an assignee counts as overbooked.
        #[arg(long, value_name = "PERCENT")]
        overwork_limit: Option<f64>,
        /// Share of the working time to plan, 0 to 1.
        #[arg(long, value_name = "PART")]
        max_utilization: Option<f64>,
    },
    /// Set the start date of the project.
    #[command(after_help = "Example: handoff calendar start 2026-12-01 --shift")]
    Start {
        /// The day, YYYY-MM-DD; default: today.
        date: Option<String>,
        /// Move all dates so that the earliest start falls on that day.
        #[arg(long)]
        shift: bool,
    },
}

impl CalendarWork {
    /// What is to be asked for.
    pub fn job(self) -> Job {
        match self {
            CalendarWork::Show => {
                let told = |project: &mut Project| Reply::value(calendar::told(project.engine().reading()));
                Job::look(calendar::shape, told).shown(output::planning::calendar)
            }
            CalendarWork::Update { time, mode, overwork_limit, max_utilization } => {
                let mut arguments = time.into_arguments();
                put(&mut arguments, "schedule_mode", mode);
                put(&mut arguments, "overwork_limit_percent", overwork_limit);
                put(&mut arguments, "max_utilization", max_utilization);
                Job::call("handoff_update_calendar", Value::Object(arguments))
            }
            CalendarWork::Start { date, shift } => {
                Job::call("handoff_start_project", json!({"start_date": date, "shift_dates": shift.then_some(true)}))
            }
        }
    }
}
