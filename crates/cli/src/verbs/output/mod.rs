//! The text that people see for answers: tables for lists, names and values for single records.

pub mod cli_wording;
mod details;
mod dry_run;
pub mod table;

use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use chrono::DateTime;
use handoff_agent::{FailureKind, HandoffError, Reply};
use handoff_engine::{Engine, ProjectPart};
use serde_json::Value;

use crate::ground::styled::Styled;
use crate::ground::{clock, console};
pub use crate::verbs::output::details::Details;
pub use crate::verbs::output::dry_run::{describe_dry_run, dry_run_value};

/// The inputs of a renderer besides the value.
#[derive(Clone, Copy)]
pub struct Page<'a> {
    /// The width of the terminal, or `None` for a pipe.
    pub width: Option<usize>,
    /// The project after the call.
    pub engine: &'a Engine,
}

/// The output of a renderer.
pub enum Rendered {
    /// Text for people, which the console cleans.
    Text(Styled),
    /// An export for another program, which gets it unchanged.
    Data(String),
}

impl From<Styled> for Rendered {
    fn from(text: Styled) -> Rendered {
        Rendered::Text(text)
    }
}

impl From<String> for Rendered {
    fn from(text: String) -> Rendered {
        Rendered::Text(text.into())
    }
}

/// Returns the line for an empty list. It says that there is nothing only if everything could be read;
/// the note of the value then says what could not.
pub fn empty_list(page: Page<'_>, part: ProjectPart, nothing: &str) -> String {
    let is_known = page.engine.reader().unread(part).is_empty();
    format!("{}\n", if is_known { nothing } else { "Nothing was found in what could be read." })
}

/// Returns a CSV without the mark that tells a spreadsheet its encoding: other programs of a pipe do not
/// expect it.
pub fn without_mark(csv: &str) -> &str {
    csv.strip_prefix('\u{feff}').unwrap_or(csv)
}

/// Prints an error and returns its exit code.
pub fn fail_with(error: HandoffError, exit_code: impl FnOnce(FailureKind) -> u8) -> ExitCode {
    let reply = Reply::from(error);
    console::fail(&cli_wording::render(&reply.text), exit_code(reply.failed.unwrap_or(FailureKind::System)))
}

/// Joins texts, one a line.
pub fn lines(texts: impl IntoIterator<Item = String>) -> String {
    texts.into_iter().fold(String::new(), |text, line| text + &line + "\n")
}

/// Returns the text of a member; empty if it is absent.
pub fn text_of<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// Returns the list of a member; empty if it is absent.
pub fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

/// Returns the whole number of a member; 0 if it is absent.
pub fn number(value: &Value, key: &str) -> usize {
    value.get(key).and_then(Value::as_u64).map_or(0, |number| usize::try_from(number).unwrap_or(usize::MAX))
}

/// Returns hours with at most two decimals; empty if they are infinite, which JSON cannot say either.
pub fn format_hours(hours: f64) -> String {
    if hours.is_finite() { round_hours(hours).to_string() } else { String::new() }
}

/// Returns the line of a checklist item, numbered from 1: `1 [x] works offline`.
pub fn checklist_line(index: usize, is_checked: bool, item: &str) -> String {
    format!("{} [{}] {item}", index + 1, if is_checked { 'x' } else { ' ' })
}

/// Returns hours with at most two decimals.
pub fn round_hours(number: f64) -> f64 {
    let rounded = (number * 100.0).round() / 100.0;
    // Turns -0 into 0.
    if rounded == 0.0 { 0.0 } else { rounded }
}

/// Returns "1 task" or "3 tasks".
pub fn pluralize(number: usize, word: &str) -> String {
    format!("{number} {word}{}", if number == 1 { "" } else { "s" })
}

/// Returns an RFC 3339 time as local time; any other text as it is.
pub fn local_time(text: &str) -> String {
    DateTime::parse_from_rfc3339(text)
        .map_or_else(|_| text.to_owned(), |time| clock::format_local(time.timestamp_millis()))
}

/// Returns the colour of a status, as on the board.
pub fn status_style(status: &str) -> Style {
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

/// Returns the colour of a priority.
pub fn priority_style(priority: &str) -> Style {
    match priority {
        "high" => colored(AnsiColor::Red),
        "low" => Style::new().dimmed(),
        _ => Style::new(),
    }
}

/// Returns the style of a colour.
pub fn colored(color: AnsiColor) -> Style {
    Style::new().fg_color(Some(color.into()))
}
