//! Lists of time entries.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;
use handoff_agent::HandoffError;
use handoff_format::{format_date, parse_date};
use handoff_protocol::view::{TimeRow, TimeView};
use handoff_protocol::{ActorKind, Query, TimeFormat, TimeSelection, TimeSource, View};
use schemars::JsonSchema;
use serde::Serialize;

use super::span;
use crate::ground::clock;
use crate::ground::styled::Styled;
use crate::project::Project;
use crate::verbs::arguments::times::parse_day;
use crate::verbs::invocation::Invocation;
use crate::verbs::output::table::{Align, Cell, Table};
use crate::verbs::output::{Page, Rendered, local_time, without_mark};

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
struct TimeList {
    from: String,
    to: String,
    days: Vec<Day>,
    #[serde(flatten)]
    sum: Sum,
}

/// The time entries of a day. An entry over midnight is part of both days.
#[derive(Debug, Serialize, JsonSchema)]
struct Day {
    date: String,
    #[serde(flatten)]
    sum: Sum,
    entries: Vec<Entry>,
}

/// The time of people and of agents.
#[derive(Debug, Default, Serialize, JsonSchema)]
struct Sum {
    seconds: u64,
    people_seconds: u64,
    agents_seconds: u64,
}

/// The part of a time entry on a day.
#[derive(Debug, Serialize, JsonSchema)]
struct Entry {
    id: String,
    task: String,
    /// `None` if the task does not exist.
    title: Option<String>,
    start: String,
    end: String,
    seconds: u64,
    #[schemars(with = "String")]
    source: TimeSource,
    actor: String,
    is_agent: bool,
    note: String,
}

/// Time entries as CSV.
#[derive(Debug, Serialize, JsonSchema)]
struct Csv {
    csv: String,
}

impl List {
    /// Returns the invocation.
    pub fn invocation(mut self) -> Invocation {
        match self.csv.take() {
            Some(file) => {
                let read = move |project: &mut Project| Ok((csv(project, self.selection()?)?, Vec::new()));
                Invocation::view(read, render_csv).write_to(file)
            }
            None => Invocation::view(move |project| Ok((days(project, self.selection()?), Vec::new())), render_days),
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

/// Renders time entries by day.
fn render_days(answer: &TimeList, page: Page<'_>) -> Styled {
    let TimeList { from, to, days, sum } = answer;
    if days.is_empty() {
        return format!("No time entries from {from} to {to}.\n").into();
    }
    let columns = [
        ("DAY", Align::Left),
        ("START", Align::Left),
        ("TIME", Align::Right),
        ("TASK", Align::Left),
        ("TITLE", Align::Flexible),
        ("BY", Align::Left),
        ("NOTE", Align::Flexible),
        ("ID", Align::Left),
    ];
    let mut table = Table::new(&columns).with_optional(&["NOTE", "TITLE"]);
    for day in days {
        for entry in &day.entries {
            table.row(vec![
                Cell::from(day.date.as_str()),
                Cell::from(start(&entry.start, &day.date)),
                Cell::from(span(entry.seconds)),
                Cell::from(entry.task.as_str()),
                Cell::from(entry.title.as_deref().unwrap_or_default()),
                Cell::from(entry.actor.as_str()),
                Cell::from(entry.note.as_str()),
                Cell::from(entry.id.as_str()),
            ]);
        }
        table.row(sums(&day.sum, &day.date, "total"));
    }
    if days.len() > 1 {
        table.row(sums(sum, "", "all days"));
    }
    table.text(page.width)
}

/// Returns when the part of an entry on a day begins: at the entry's start, or with the day.
fn start(start: &str, date: &str) -> String {
    let shown = local_time(start);
    match parse_date(date) {
        Some(day) if !shown.starts_with(date) => clock::format_local(clock::time_zone(clock::now()).day_start(day)),
        _ => shown,
    }
}

/// Returns the row with the sums of a day or of all days.
fn sums(sum: &Sum, day: &str, label: &str) -> Vec<Cell> {
    let parts = format!("people {}, agents {}", span(sum.people_seconds), span(sum.agents_seconds));
    vec![Cell::from(day), Cell::from(label), Cell::from(span(sum.seconds)), Cell::default(), Cell::from(parts)]
}

/// Returns the CSV of time entries.
fn render_csv(answer: &Csv, _: Page<'_>) -> Rendered {
    Rendered::Data(without_mark(&answer.csv).to_owned())
}
