//! Lists of time entries.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use std::collections::BTreeMap;
use std::path::PathBuf;

use chrono::NaiveDate;
use clap::Args;
use handoff_agent::HandoffError;
use handoff_format::format_date;
use handoff_protocol::view::{TimeRow, TimeView};
use handoff_protocol::{ActorKind, Query, TimeFormat, TimeSelection, TimeSource, View};
use schemars::JsonSchema;
use serde::Serialize;

use super::render;
use crate::ground::clock;
use crate::invocation::Invocation;
use crate::project::Project;

/// The days of a list if none are named.
const DAYS: i32 = 7;
const BACKWARDS: &str = "--from is after --to. Swap them.";

/// The entries to list.
#[derive(Debug, Args)]
pub struct List {
    /// The first day, YYYY-MM-DD; default: six days before the last one.
    #[arg(long, value_name = "DATE", value_parser = parse_day)]
    from: Option<i32>,
    /// The last day, YYYY-MM-DD; default: today.
    #[arg(long, value_name = "DATE", value_parser = parse_day)]
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

/// Time entries by day, oldest first.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TimeList {
    pub from: String,
    pub to: String,
    pub days: Vec<Day>,
    #[serde(flatten)]
    pub sum: Sum,
}

/// The time entries of a day. An entry over midnight is part of both days.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Day {
    pub date: String,
    #[serde(flatten)]
    pub sum: Sum,
    pub entries: Vec<Entry>,
}

/// The time of people and of agents.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct Sum {
    pub seconds: u64,
    pub people_seconds: u64,
    pub agents_seconds: u64,
}

/// The part of a time entry on a day.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Entry {
    pub id: String,
    pub task: String,
    /// `None` if the task does not exist.
    pub title: Option<String>,
    pub start: String,
    pub end: String,
    pub seconds: u64,
    #[schemars(with = "String")]
    pub source: TimeSource,
    pub actor: String,
    pub is_agent: bool,
    pub note: String,
}

/// Time entries as CSV.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Csv {
    pub csv: String,
}

impl List {
    /// Returns the invocation.
    pub fn invocation(mut self) -> Invocation {
        match self.csv.take() {
            Some(file) => {
                let read = move |project: &mut Project| Ok((csv(project, self.selection()?)?, Vec::new()));
                Invocation::view(read, render::csv).write_to(file)
            }
            None => Invocation::view(move |project| Ok((days(project, self.selection()?), Vec::new())), render::days),
        }
    }

    fn selection(self) -> Result<TimeSelection, HandoffError> {
        let to = self.to.unwrap_or_else(clock::today);
        let from = self.from.unwrap_or_else(|| to.saturating_sub(DAYS - 1));
        if from > to {
            return Err(HandoffError::Arguments(BACKWARDS.into()));
        }
        Ok(TimeSelection { from, to, task: self.task, actor: self.person })
    }
}

/// Reads time entries, newest first.
pub fn read(project: &mut Project, selection: TimeSelection) -> TimeView {
    project.load_figures();
    let context = project.context();
    match project.engine().view(&Query::Time { selection }, &context) {
        View::Time(view) => *view,
        _ => TimeView::default(),
    }
}

fn days(project: &mut Project, selection: TimeSelection) -> TimeList {
    let (from, to) = (format_date(selection.from), format_date(selection.to));
    let view = read(project, selection);
    let mut days: BTreeMap<i32, Day> = BTreeMap::new();
    let mut sum = Sum::default();
    for row in view.entries.iter().rev() {
        let title = view.tasks.iter().find(|task| task.id == row.entry.task).and_then(|task| task.title.as_deref());
        for part in &row.days {
            let day = days.entry(part.day).or_insert_with(|| Day::new(part.day));
            day.sum.add(part.seconds, row.entry.actor.kind);
            sum.add(part.seconds, row.entry.actor.kind);
            day.entries.push(Entry::new(row, title, part.seconds));
        }
    }
    TimeList { from, to, days: days.into_values().collect(), sum }
}

impl Day {
    fn new(day: i32) -> Day {
        Day { date: format_date(day), sum: Sum::default(), entries: Vec::new() }
    }
}

impl Sum {
    fn add(&mut self, seconds: u64, kind: ActorKind) {
        let part = if kind == ActorKind::Agent { &mut self.agents_seconds } else { &mut self.people_seconds };
        *part = part.saturating_add(seconds);
        self.seconds = self.people_seconds.saturating_add(self.agents_seconds);
    }
}

impl Entry {
    fn new(row: &TimeRow, title: Option<&str>, seconds: u64) -> Entry {
        let TimeRow { id, entry, .. } = row;
        Entry {
            id: id.clone(),
            task: entry.task.clone(),
            title: title.map(str::to_owned),
            start: entry.start.clone(),
            end: entry.end.clone(),
            seconds,
            source: entry.source,
            actor: entry.actor.name.clone(),
            is_agent: entry.actor.kind == ActorKind::Agent,
            note: entry.note.clone(),
        }
    }
}

fn csv(project: &mut Project, selection: TimeSelection) -> Result<Csv, HandoffError> {
    project.load_figures();
    let context = project.context();
    let query = Query::TimeExport { selection, format: TimeFormat::Csv };
    match project.engine().view(&query, &context) {
        View::TimeExport(csv) => Ok(Csv { csv }),
        _ => Err(HandoffError::System("The time entries cannot be exported.".into())),
    }
}

/// Parses a day. Returns days since 1970-01-01.
fn parse_day(text: &str) -> Result<i32, String> {
    let day = NaiveDate::parse_from_str(text, "%Y-%m-%d").map_err(|_| "write a day such as 2026-12-01".to_owned())?;
    i32::try_from(day.signed_duration_since(NaiveDate::default()).num_days()).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_civil_days() {
        assert_eq!(parse_day("1970-01-02"), Ok(1));
        assert_eq!(parse_day("2026-12-01"), Ok(20788));
        assert!(parse_day("2026-02-30").is_err() && parse_day("today").is_err());
    }
}
