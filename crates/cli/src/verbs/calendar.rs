//! The calendar: the working time of the project and its start date.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::{Args, Subcommand};
use handoff_agent::operations::calendar::show;
use handoff_agent::operations::calendar::start::{self, StartProject};
use handoff_agent::operations::calendar::update::{self, ScheduleMode, UpdateCalendar};
use handoff_agent::operations::calendar::{self, Weekday};
use handoff_agent::{Date, NamedValues};

use crate::ground::styled::Styled;
use crate::verbs::arguments::parsers::{InvalidValue, non_empty, number, words};
use crate::verbs::invocation::Invocation;
use crate::verbs::output::{Details, Page, format_hours, round_hours};

/// The names of the weekdays, by number.
pub const WEEKDAYS: [&str; 7] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

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
        #[arg(long, value_parser = words::<ScheduleMode>())]
        mode: Option<ScheduleMode>,
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
            CalendarCommand::Show => Invocation::view_of(
                show::schema,
                |project| Ok((show::calendar(project.engine().reader()), Vec::new())),
                calendar,
            ),
            CalendarCommand::Update { time, mode } => Invocation::plain::<UpdateCalendar>(update::Params {
                working_time: time.into(),
                schedule_mode: mode.into(),
            }),
            CalendarCommand::Start { date, shift } => Invocation::prepare_plain::<StartProject>(move |_, _| {
                let start_date = date.map(|date| Date::of_argument("start_date", date)).transpose()?;
                Ok(start::Params { start_date, shift_dates: Some(shift) })
            }),
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
    /// Share of the working time to plan, in percent.
    #[arg(long, value_name = "PERCENT", value_parser = number)]
    max_utilization: Option<f64>,
    /// Load in percent from which a day counts as overbooked.
    #[arg(long, value_name = "PERCENT", value_parser = number)]
    overwork_limit: Option<f64>,
    /// Number of tasks that one person works on at once.
    #[arg(long, value_name = "COUNT")]
    parallel: Option<u32>,
    /// Hour at which work begins, 0 to 23.
    #[arg(long, value_name = "HOUR")]
    start_hour: Option<u32>,
    /// Hour at which work ends, 1 to 24.
    #[arg(long, value_name = "HOUR")]
    end_hour: Option<u32>,
}

fn day_hours(text: &str) -> Result<(String, f64), InvalidValue> {
    let pair = text.split_once('=').and_then(|(day, hours)| Some((day.trim().to_owned(), number(hours).ok()?)));
    pair.ok_or(InvalidValue::DayHours)
}

impl From<WorkingTime> for calendar::WorkingTime {
    fn from(args: WorkingTime) -> calendar::WorkingTime {
        let weekdays: Vec<Weekday> = args.closed_weekdays.into_iter().map(Weekday::from).collect();
        calendar::WorkingTime {
            work_hours_per_day: args.hours.into(),
            closed_weekdays: non_empty(weekdays).into(),
            closed_dates: non_empty(args.closed_dates).into(),
            open_dates: non_empty(args.open_dates).into(),
            day_hours: non_empty(args.day_hours).map(NamedValues).into(),
            max_utilization: args.max_utilization.into(),
            overwork_limit_percent: args.overwork_limit.into(),
            max_parallel_tasks: args.parallel.into(),
            work_start_hour: args.start_hour.into(),
            work_end_hour: args.end_hour.into(),
        }
    }
}

/// Renders the calendar.
fn calendar(answer: &show::Answer, page: Page<'_>) -> Styled {
    let mut details = Details::new(&format!("Calendar of {}", page.engine.reader().config().name));
    details.field("hours per day", &format_hours(answer.week.work_hours_per_day));
    let weekdays = answer.week.closed_weekdays.iter().filter_map(|day| WEEKDAYS.get(usize::from(*day)));
    let free = weekdays.copied().collect::<Vec<_>>().join(", ");
    details.field("free", if free.is_empty() { "no weekday" } else { &free });
    details.field("free days", &answer.closed_dates.join(", "));
    details.field("open days", &answer.open_dates.join(", "));
    // As in JSON: a whole number with its decimal.
    let days: Vec<String> = answer.day_hours.0.iter().map(|(day, hours)| format!("{day} {hours:?}")).collect();
    details.field("hours of", &days.join(", "));
    details.field("mode", answer.schedule_mode.as_deref().unwrap_or_default());
    if let Some(percent) = answer.overwork_limit_percent.filter(|percent| percent.is_finite()) {
        details.field("overworked", &format!("from {} %", round_hours(percent)));
    }
    if let Some(percent) = answer.max_utilization {
        details.field("planned", &format!("at most {} % of the time", round_hours(percent)));
    }
    if let Some(count) = answer.max_parallel_tasks {
        details.field("at once", &format!("{count} tasks of one person"));
    }
    if let (Some(start), Some(end)) = (answer.work_start_hour, answer.work_end_hour) {
        details.field("work", &format!("from {start}:00 to {end}:00"));
    }
    details.field("begins", answer.started_at.as_deref().unwrap_or_default());
    details.into_text()
}
