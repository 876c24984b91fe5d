//! What people see of answers: tables for lists, a sheet of facts for single things.

pub mod cli_wording;
pub mod config;
mod details;
mod dry_run;
pub mod memory;
pub mod overview;
pub mod people;
pub mod planning;
pub(crate) mod progress;
pub mod session;
pub(crate) mod spinner;
pub(crate) mod table;
pub mod task;

pub use crate::output::details::Sheet;
pub use crate::output::dry_run::{describe_dry_run, dry_run_value};
use anstyle::{AnsiColor, Style};
use chrono::{DateTime, Local};
use serde_json::Value;

/// Texts, a line each.
fn lines(texts: impl IntoIterator<Item = String>) -> String {
    texts.into_iter().fold(String::new(), |text, line| text + &line + "\n")
}

/// What was imported.
pub fn imported(value: &Value) -> String {
    let ids = texts(value, "task_ids");
    let tasks = (!ids.is_empty()).then(|| format!("Imported {}: {}.", counted(ids.len(), "task"), ids.join(", ")));
    let session = Some(word(value, "session_id")).filter(|id| !id.is_empty());
    lines(tasks.into_iter().chain(session.map(|id| format!("Session {id} is open and can be continued."))))
}

/// A text of a file cannot move the cursor; its line ends stay.
pub fn printable(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() && letter != '\n' { ' ' } else { letter }).collect()
}

/// A text below a key; empty where there is none.
pub fn word<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// A list below a key.
pub fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

/// A value below a key.
fn at<'a>(value: &'a Value, key: &str) -> &'a Value {
    value.get(key).unwrap_or(&Value::Null)
}

/// The texts of a list.
fn texts(value: &Value, key: &str) -> Vec<String> {
    list(value, key).iter().filter_map(Value::as_str).map(printable).collect()
}

/// A whole number below a key.
pub fn number(value: &Value, key: &str) -> usize {
    value.get(key).and_then(Value::as_u64).and_then(|number| usize::try_from(number).ok()).unwrap_or_default()
}

/// Hours below a key, with two decimals at most; empty where there are none.
fn hours(value: &Value, key: &str) -> String {
    value.get(key).and_then(Value::as_f64).map(|hours| tidy(hours).to_string()).unwrap_or_default()
}

fn tidy(number: f64) -> f64 {
    let tidy = (number * 100.0).round() / 100.0;
    // There is no hour below nothing that is nothing.
    if tidy == 0.0 { 0.0 } else { tidy }
}

/// "1 task", "3 tasks".
fn counted(number: usize, word: &str) -> String {
    format!("{number} {word}{}", if number == 1 { "" } else { "s" })
}

/// A moment as clocks here show it; what is none, as it stands there.
fn moment(text: &str) -> String {
    DateTime::parse_from_rfc3339(text)
        .map_or_else(|_| printable(text), |time| time.with_timezone(&Local).format("%Y-%m-%d %H:%M").to_string())
}

/// The colour of a status, as boards have it.
fn status_style(status: &str) -> Style {
    colored(match status {
        "in_progress" | "active" | "acknowledged" => AnsiColor::Blue,
        "review" | "open" => AnsiColor::Magenta,
        "blocked" => AnsiColor::Red,
        "done" | "resolved" => AnsiColor::Green,
        "skipped" | "closed" => AnsiColor::BrightBlack,
        "paused" => AnsiColor::Yellow,
        _ => return Style::new(),
    })
}

/// The colour of a priority.
fn priority_style(priority: &str) -> Style {
    match priority {
        "high" => colored(AnsiColor::Red),
        "low" => Style::new().dimmed(),
        _ => Style::new(),
    }
}

fn colored(color: AnsiColor) -> Style {
    Style::new().fg_color(Some(color.into()))
}
