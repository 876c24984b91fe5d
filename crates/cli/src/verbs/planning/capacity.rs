//! Capacity: working hours and planned work, by day.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use anstyle::{AnsiColor, Style};
use clap::Args;
use handoff_agent::operations::planning::capacity::{self, GetCapacity};
use handoff_agent::{Date, HandoffError};
use handoff_format::format_date;

use crate::ground::clock;
use crate::ground::styled::Styled;
use crate::verbs::calendar::WEEKDAYS;
use crate::verbs::invocation::Invocation;
use crate::verbs::output::table::{Align, Cell, Table};
use crate::verbs::output::{Page, colored, format_hours, pluralize, round_hours};
use crate::verbs::planning::metrics::of_assignee;

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
        Invocation::prepare_operation::<GetCapacity, _>(move |_, _| self.into_params(clock::today()), render)
    }

    fn into_params(self, today: i32) -> Result<capacity::Params, HandoffError> {
        let from = self.from.unwrap_or_else(|| format_date(today));
        let start_date = Date::of_argument("start_date", from)?;
        let to = self.to.unwrap_or_else(|| format_date(start_date.day + DEFAULT_SPAN_DAYS));
        let end_date = Date::of_argument("end_date", to)?;
        Ok(capacity::Params { start_date, end_date, assignee: self.assignee })
    }
}

fn render(answer: &capacity::Answer, page: Page<'_>) -> Styled {
    let mut table = Table::new(&[
        ("DAY", Align::Left),
        ("", Align::Left),
        ("HOURS", Align::Right),
        ("WORK", Align::Right),
        ("LOAD", Align::Right),
    ]);
    for day in &answer.days {
        let (available, work) = (day.capacity_hours, day.allocated_hours);
        let load = (available > 0.0).then(|| (work / available * 100.0).round());
        let style = match load {
            Some(load) if load > 100.0 => colored(AnsiColor::Red),
            None if work > 0.0 => colored(AnsiColor::Red),
            None => Style::new().dimmed(),
            _ => Style::new(),
        };
        let load = match load {
            Some(load) => format!("{load} %"),
            None if work > 0.0 => "free day".to_owned(),
            None => String::new(),
        };
        table.row(vec![
            Cell::styled(day.date.as_str(), style),
            Cell::styled(weekday(&day.date), style),
            Cell::styled(round_hours(available).to_string(), style),
            Cell::styled(if work > 0.0 { round_hours(work).to_string() } else { String::new() }, style),
            Cell::styled(load, style),
        ]);
    }
    let of_whom = of_assignee(answer.assignee.as_deref().filter(|name| !name.is_empty()));
    let days = pluralize(answer.work_days, "working day");
    let [total, work, left] = [answer.total_hours, answer.allocated_hours, answer.available_hours].map(format_hours);
    table.text(page.width).then(format!("\n{days}{of_whom}: {total} h, {work} h of work, {left} h left\n"))
}

fn weekday(date: &str) -> &'static str {
    // Day 0, 1970-01-01, was a Thursday.
    let day = handoff_format::parse_date(date).and_then(|day| usize::try_from((day + 4).rem_euclid(7)).ok());
    day.and_then(|day| WEEKDAYS.get(day).copied()).unwrap_or("")
}
