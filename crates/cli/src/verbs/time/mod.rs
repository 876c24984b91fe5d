//! Time tracking: timers, and time entries.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

mod entries;
mod list;
mod status;

use clap::{Args, Subcommand};
use handoff_agent::RequiredText;
use handoff_agent::operations::time::get_time::{self, ElapsedHours, GetTime};
use handoff_agent::operations::time::start::{self, StartTimer};
use handoff_agent::operations::time::stop::{self, StopTimer};
use handoff_format::timestamp;

use crate::ground::styled::Styled;
use crate::verbs::arguments::parsers::{not_blank, text_or_stdin};
use crate::verbs::arguments::times::{self, EnteredTime};
use crate::verbs::invocation::Invocation;
use crate::verbs::output::{Details, Page, round_hours};
use list::List;

/// The verbs of timers and of time entries.
#[derive(Debug, Subcommand)]
pub enum TimerCommand {
    /// Track time on a task; a paused timer continues, and your other timers stop.
    #[command(after_help = "Example: handoff timer start t1.2")]
    Start {
        /// Task ID.
        #[arg(value_parser = not_blank)]
        id: RequiredText,
        /// Let your other timers run on.
        #[arg(long)]
        several: bool,
    },
    /// Stop a task's timer, and add the hours to the task.
    #[command(after_help = "Example: handoff timer stop t1.2 --at 17:30")]
    Stop {
        /// Task ID.
        #[arg(value_parser = not_blank)]
        id: RequiredText,
        /// When the work ended: a time of today such as 17:30, a span until now such as 2h, or an RFC 3339 time.
        #[arg(long, value_name = "END", value_parser = times::parse_moment)]
        at: Option<EnteredTime>,
    },
    /// The time on a task's timer.
    #[command(after_help = "Example: handoff timer get t1.2")]
    Get {
        /// Task ID.
        #[arg(value_parser = not_blank)]
        id: RequiredText,
    },
    /// All timers, and the program that runs them.
    #[command(after_help = "Example: handoff timer status")]
    Status,
    /// Time entries by day, with the time of people and of agents.
    #[command(after_help = "Example: handoff timer list --from 2026-12-01 --task t1.2")]
    List(List),
    /// Add a time entry, and its hours to the task.
    #[command(after_help = "Example: handoff timer add t1.2 1h30m --at 10:00 --note Review")]
    Add {
        /// Task ID.
        task: String,
        /// Hours such as 1.5, a span such as 1h30m, or a clock such as 1:30.
        #[arg(value_parser = times::parse_seconds, value_name = "HOURS")]
        time: u64,
        #[command(flatten)]
        fields: Fields,
    },
    /// Change a time entry, and the hours of its task.
    #[command(after_help = "Example: handoff timer edit time-4c1f --hours 2")]
    Edit {
        /// Its ID, or the beginning of it.
        id: String,
        /// The task, if it is another one.
        #[arg(long, value_name = "ID")]
        task: Option<String>,
        /// Hours such as 1.5, a span such as 1h30m, or a clock such as 1:30.
        #[arg(long, value_parser = times::parse_seconds, value_name = "HOURS")]
        hours: Option<u64>,
        #[command(flatten)]
        fields: Fields,
    },
    /// Split a time entry in two, the second one on another task.
    #[command(after_help = "Example: handoff timer split time-4c1f --at 30m --task t2")]
    Split {
        /// Its ID, or the beginning of it.
        id: String,
        /// The length of the first part: hours such as 1.5, a span such as 1h30m, or a clock such as 1:30.
        #[arg(long, value_parser = times::parse_seconds, value_name = "HOURS")]
        at: u64,
        /// The task of the second part.
        #[arg(long, value_name = "ID")]
        task: String,
    },
    /// Delete a time entry, and remove its hours from the task.
    #[command(after_help = "Example: handoff timer delete time-4c1f")]
    Delete {
        /// Its ID, or the beginning of it.
        id: String,
    },
}

/// The fields of an entry.
#[derive(Debug, Args)]
pub struct Fields {
    /// Its start: a time of today such as 10:00, a span until now such as 2h, or an RFC 3339 time.
    #[arg(long, value_name = "START", value_parser = times::parse_moment)]
    at: Option<EnteredTime>,
    /// A note; - reads standard input.
    #[arg(long, value_name = "TEXT", value_parser = text_or_stdin)]
    note: Option<String>,
}

impl TimerCommand {
    /// Returns the invocation.
    pub fn invocation(self) -> Invocation {
        match self {
            TimerCommand::Start { id, several } => {
                Invocation::plain::<StartTimer>(start::Params { task_id: id, several: Some(several) })
            }
            TimerCommand::Stop { id, at } => {
                let note = note_of(at.as_ref());
                let stop = Invocation::prepare_plain::<StopTimer>(move |project, _| {
                    // The log says whether somebody was at work until now.
                    project.load_figures();
                    Ok(stop::Params { task_id: id, at: at.map(|at| timestamp(at.at)) })
                });
                stop.with_note(note)
            }
            TimerCommand::Get { id } => Invocation::operation::<GetTime, _>(get_time::Params { task_id: id }, timer),
            TimerCommand::Status => Invocation::view(status::read, status::render),
            TimerCommand::List(list) => list.invocation(),
            TimerCommand::Add { task, time, fields } => {
                let note = note_of(fields.at.as_ref());
                Invocation::prepare(move |project| Ok(entries::add(project, task, time, fields))).with_note(note)
            }
            TimerCommand::Edit { id, task, hours, fields } => {
                let note = note_of(fields.at.as_ref());
                Invocation::prepare(move |project| entries::edit(project, &id, task, hours, fields)).with_note(note)
            }
            TimerCommand::Split { id, at, task } => {
                Invocation::prepare(move |project| entries::split(project, &id, at, task))
            }
            TimerCommand::Delete { id } => Invocation::prepare(move |project| entries::delete(project, &id)),
        }
    }
}

fn note_of(time: Option<&EnteredTime>) -> Option<String> {
    time.and_then(|time| time.note.clone())
}

/// Renders the timer of a task.
fn timer(answer: &get_time::Answer, page: Page<'_>) -> Styled {
    let id = &answer.task_id;
    // The task may have been deleted since.
    let title = page.engine.reader().task(id).map_or_else(|_| String::new(), |task| task.fields().title.clone());
    let mut details = Details::new(&format!("{id} {title}"));
    details.field("timer", &answer.state);
    if answer.paused_by_idle {
        details.field("", "paused because nobody was active");
    }
    let is_stopped = answer.state == "stopped";
    if !is_stopped {
        let elapsed = match &answer.elapsed_hours {
            ElapsedHours::Text(hours) => two_decimals(hours),
            ElapsedHours::None(hours) => round_hours(*hours).to_string(),
        };
        details.field("running", &format!("{elapsed} h"));
    }
    details.field("spent", &format!("{} h", round_hours(answer.current_actual_hours)));
    if !is_stopped {
        details.field("total", &format!("{} h", two_decimals(&answer.projected_total_hours)));
        details.field("run by", answer.authority.as_ref().map_or("", |authority| authority.owner.as_str()));
    }
    details.into_text()
}

/// Returns hours that are given as a text with at most two decimals. A text that is no number is
/// returned as it is.
fn two_decimals(hours: &str) -> String {
    hours.parse().map_or_else(|_| hours.to_owned(), |hours| round_hours(hours).to_string())
}

/// Returns seconds as hours, minutes and seconds: 1:05:09.
fn span(seconds: u64) -> String {
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}
