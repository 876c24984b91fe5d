//! Time tracking: timers, and time entries.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

pub mod duration;
mod entries;
mod list;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use handoff_format::timestamp;
use serde_json::json;

use crate::commands::text_or_stdin;
use crate::history::time::EnteredTime;
use crate::invocation::Invocation;
use crate::output;

/// The verbs of timers and of time entries.
#[derive(Debug, Subcommand)]
pub enum TimerCommand {
    /// Track time on a task; a paused timer continues, and your other timers stop.
    #[command(after_help = "Example: handoff timer start t1.2")]
    Start {
        /// Task ID.
        id: String,
        /// Let your other timers run on.
        #[arg(long)]
        several: bool,
    },
    /// Stop a task's timer, and add the hours to the task.
    #[command(after_help = "Example: handoff timer stop t1.2 --at 17:30")]
    Stop {
        /// Task ID.
        id: String,
        /// When the work ended: a time of today such as 17:30, a span until now such as 2h, or an RFC 3339 time.
        #[arg(long, value_name = "END", value_parser = duration::parse_moment)]
        at: Option<EnteredTime>,
    },
    /// The time on a task's timer.
    #[command(after_help = "Example: handoff timer get t1.2")]
    Get {
        /// Task ID.
        id: String,
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
        #[arg(value_parser = duration::parse, value_name = "HOURS")]
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
        #[arg(long, value_parser = duration::parse, value_name = "HOURS")]
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
        #[arg(long, value_parser = duration::parse, value_name = "HOURS")]
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

/// The entries to list.
#[derive(Debug, Args)]
pub struct List {
    /// The first day, YYYY-MM-DD; default: six days before the last one.
    #[arg(long, value_name = "DATE", value_parser = duration::parse_day)]
    from: Option<i32>,
    /// The last day, YYYY-MM-DD; default: today.
    #[arg(long, value_name = "DATE", value_parser = duration::parse_day)]
    to: Option<i32>,
    /// Only the entries of this task.
    #[arg(long, value_name = "ID")]
    task: Option<String>,
    /// Only the entries of this person or agent.
    #[arg(long, value_name = "NAME")]
    person: Option<String>,
    /// Print the entries as CSV, or write them to a file; - prints them.
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with = "json")]
    #[allow(clippy::option_option, reason = "absent, without a file, and with one")]
    csv: Option<Option<PathBuf>>,
}

/// The fields of an entry.
#[derive(Debug, Args)]
pub struct Fields {
    /// Its start: a time of today such as 10:00, a span until now such as 2h, or an RFC 3339 time.
    #[arg(long, value_name = "START", value_parser = duration::parse_moment)]
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
                let several = several.then_some(true);
                Invocation::call("handoff_timer_start", json!({"task_id": id, "several": several}))
            }
            TimerCommand::Stop { id, at } => {
                let note = note_of(at.as_ref());
                let stop = Invocation::prepare_call("handoff_timer_stop", move |project| {
                    // The log says whether somebody was at work until now.
                    project.load_figures();
                    let at = at.map(|at| timestamp(at.at));
                    Ok([("task_id", Some(id)), ("at", at)]
                        .into_iter()
                        .filter_map(|(name, value)| Some((name.to_owned(), value?.into())))
                        .collect())
                });
                stop.with_note(note)
            }
            TimerCommand::Get { id } => {
                Invocation::call("handoff_timer_get_time", json!({"task_id": id})).render_with(output::planning::timer)
            }
            TimerCommand::Status => {
                Invocation::read(list::status_schema, list::status).render_with(output::time::status)
            }
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
