//! When somebody works, as flags.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::Args;
use serde_json::{Map, Value};

use crate::commands::{put, put_list};

/// Working time.
#[derive(Debug, Args)]
pub struct WorkingTime {
    /// Hours per working day.
    #[arg(long, value_name = "NUMBER")]
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
    let pair = text.split_once('=').and_then(|(day, hours)| Some((day.trim().to_owned(), hours.trim().parse().ok()?)));
    pair.ok_or_else(|| "expected a day and its hours, like fri=6".to_owned())
}

impl WorkingTime {
    /// As the tools take it.
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
