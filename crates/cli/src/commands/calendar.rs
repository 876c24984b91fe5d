//! The calendar: the working time of the project and its start date.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::{Args, Subcommand};
use handoff_agent::{Reply, calendar};
use serde_json::{Map, Value, json};

use crate::commands::{number, possible_values, put, put_list};
use crate::invocation::Invocation;
use crate::output;
use crate::project::Project;

/// The verbs of the calendar.
#[derive(Debug, Subcommand)]
pub enum CalendarCommand {
    /// Show the working time of the project.
    #[command(after_help = "Example: handoff calendar show")]
    Show,
    /// Change the working time of the project.
    #[command(after_help = "Example: handoff calendar update --hours 7 --closed-weekday sat --closed-weekday sun")]
    Update {
        #[command(flatten)]
        time: WorkingTime,
        /// Whether the scheduler sets dates.
        #[arg(long, value_parser = possible_values("handoff_update_calendar", &["schedule_mode"]))]
        mode: Option<String>,
        /// Load in percent from which an assignee counts as overbooked.
        #[arg(long, value_name = "PERCENT", value_parser = number)]
        overwork_limit: Option<f64>,
        /// Share of the working time to plan, 0 to 1.
        #[arg(long, value_name = "PART", value_parser = number)]
        max_utilization: Option<f64>,
    },
    /// Set the start date of the project.
    #[command(after_help = "Example: handoff calendar start 2026-12-01 --shift")]
    Start {
        /// The day, YYYY-MM-DD; default: today.
        date: Option<String>,
        /// Move all dates so that the earliest start is on that day.
        #[arg(long)]
        shift: bool,
    },
}

impl CalendarCommand {
    /// Returns the invocation.
    pub fn invocation(self) -> Invocation {
        match self {
            CalendarCommand::Show => {
                let report = |project: &mut Project| Reply::value(calendar::to_json(project.engine().reader()));
                Invocation::read(calendar::schema, report).render_with(output::planning::calendar)
            }
            CalendarCommand::Update { time, mode, overwork_limit, max_utilization } => {
                let mut arguments = time.into_arguments();
                put(&mut arguments, "schedule_mode", mode);
                put(&mut arguments, "overwork_limit_percent", overwork_limit);
                put(&mut arguments, "max_utilization", max_utilization);
                Invocation::call("handoff_update_calendar", Value::Object(arguments))
            }
            CalendarCommand::Start { date, shift } => Invocation::call(
                "handoff_start_project",
                json!({"start_date": date, "shift_dates": shift.then_some(true)}),
            ),
        }
    }
}

/// Options for working time.
#[derive(Debug, Args)]
pub struct WorkingTime {
    /// Hours per working day.
    #[arg(long, value_name = "NUMBER", value_parser = number)]
    hours: Option<f64>,
    /// A free weekday, sun to sat. Repeatable; replaces the existing list.
    #[arg(long = "closed-weekday", value_name = "DAY")]
    closed_weekdays: Vec<String>,
    /// A free day, YYYY-MM-DD. Repeatable; replaces the existing list.
    #[arg(long = "closed", value_name = "DATE")]
    closed_dates: Vec<String>,
    /// A working day on a free weekday, YYYY-MM-DD. Repeatable; replaces the existing list.
    #[arg(long = "open", value_name = "DATE")]
    open_dates: Vec<String>,
    /// Hours of a weekday or a day, like fri=6. Repeatable; replaces the existing list.
    #[arg(long = "day-hours", value_name = "DAY=HOURS", value_parser = day_hours)]
    day_hours: Vec<(String, f64)>,
}

fn day_hours(text: &str) -> Result<(String, f64), String> {
    let pair = text.split_once('=').and_then(|(day, hours)| Some((day.trim().to_owned(), number(hours).ok()?)));
    pair.ok_or_else(|| "expected a day and its hours, like fri=6".to_owned())
}

impl WorkingTime {
    /// Returns the arguments of the tools.
    pub fn into_arguments(self) -> Map<String, Value> {
        let mut arguments = Map::new();
        put(&mut arguments, "work_hours_per_day", self.hours);
        put_list(&mut arguments, "closed_weekdays", self.closed_weekdays);
        put_list(&mut arguments, "closed_dates", self.closed_dates);
        put_list(&mut arguments, "open_dates", self.open_dates);
        if !self.day_hours.is_empty() {
            let days: Map<String, Value> = self.day_hours.into_iter().map(|(day, hours)| (day, hours.into())).collect();
            put(&mut arguments, "day_hours", Some(days));
        }
        arguments
    }
}
