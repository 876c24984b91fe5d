//! CSV export (RFC 4180).

use ::csv::{QuoteStyle, Terminator, WriterBuilder};
use handoff_protocol::DependencyKind;

use super::{ExportInput, ExportTask, format_date, format_hours};
use crate::model::dependency_links::all_links;

/// Without it Excel does not read the file as UTF-8.
const BYTE_ORDER_MARK: char = '\u{feff}';
/// First characters that make a spreadsheet read a cell as a formula, in normal and full width.
const FORMULA: [char; 10] = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];

/// Words that a spreadsheet, or the writer of this file, takes for values.
const VALUES: [&str; 6] = ["true", "false", "nan", "inf", "infinity", "null"];
/// Characters of numbers, amounts and dates that are no digits.
const SIGNS: &str = ".,:;/-+%()$€£¥年月日時分 ";

/// The months, which a spreadsheet reads in `MAY-1` and `3-mar`.
const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

type Cell = fn(&ExportInput<'_>, &ExportTask<'_>) -> String;

/// The columns, each with its name and the function that fills it.
const COLUMNS: [(&str, Cell); 14] = [
    ("id", |_, task| text(task.task.id())),
    ("parent", |input, task| text(input.parent(task).map_or("", |parent| parent.task.id()))),
    ("title", |_, task| text(task.task.title())),
    ("status", |_, task| text(task.row.status.map_or("", |status| status.name()))),
    ("priority", |_, task| text(task.row.priority.map_or("", |priority| priority.name()))),
    ("assignee", |_, task| text(task.assignee().unwrap_or_default())),
    ("milestone", |_, task| text(task.row.milestone.as_deref().unwrap_or_default())),
    ("start", |_, task| format_date(task.row.start)),
    ("due", |_, task| format_date(task.row.due)),
    ("estimate", |_, task| format_hours(task.row.hours)),
    ("actual", |_, task| format_hours(task.row.actual_hours)),
    ("remaining", |_, task| format_hours(task.row.remaining_hours)),
    ("progress", |_, task| task.row.progress.to_string()),
    ("dependencies", |_, task| text(&dependencies(task))),
];

/// Writes a header and one row for each task.
pub(super) fn write(input: &ExportInput<'_>) -> String {
    table(&COLUMNS.map(|(name, _)| name), input.tasks.iter().map(|task| COLUMNS.map(|(_, cell)| cell(input, task))))
}

/// Writes a table with a header and rows as CSV (RFC 4180).
///
/// Every text is quoted, because some spreadsheets also split cells at a semicolon or a tab and
/// would run a formula after it. The header is not quoted, because a reader that does not know the
/// byte order mark would read the quotes after it as part of the first name.
///
/// # Panics
///
/// If a row does not have one cell for each column.
#[allow(clippy::expect_used, reason = "a Vec takes every byte, and every cell is UTF-8")]
pub fn table<R: IntoIterator<Item = String>>(columns: &[&str], rows: impl Iterator<Item = R>) -> String {
    let header = format!("{BYTE_ORDER_MARK}{}\r\n", columns.join(","));
    let mut writer = WriterBuilder::new()
        .quote_style(QuoteStyle::NonNumeric)
        .terminator(Terminator::CRLF)
        .from_writer(header.into_bytes());
    for row in rows {
        writer.write_record(row).expect("a row has a cell for each column");
    }
    let bytes = writer.into_inner().expect("a Vec takes every byte");
    String::from_utf8(bytes).expect("every cell is UTF-8")
}

/// Escapes a text that a spreadsheet would read as a formula, a number, a date or a logical value: the IDs
/// `01.1` and `01.10` would become one number.
pub fn text(text: &str) -> String {
    let is_value = || VALUES.iter().any(|value| text.trim().eq_ignore_ascii_case(value));
    if reads_as_number(text) || text.starts_with(FORMULA) || is_value() { format!("'{text}") } else { text.to_owned() }
}

/// Returns whether a text has only digits, separators, signs of currencies and dates, and names of months or
/// the e of an exponent.
fn reads_as_number(text: &str) -> bool {
    let is_exponent = text.starts_with(|first: char| first.is_numeric() || first == '.');
    let is_month = |word: &str| {
        let word = word.to_lowercase();
        (is_exponent && word == "e") || (word.len() >= 3 && MONTHS.iter().any(|month| month.starts_with(&word)))
    };
    let is_word = |character: char| character.is_alphabetic() && !SIGNS.contains(character);
    let mut words = text.split(|character: char| !is_word(character)).filter(|word| !word.is_empty());
    let is_part = |character: char| character.is_numeric() || character.is_alphabetic() || SIGNS.contains(character);
    text.contains(char::is_numeric) && text.chars().all(is_part) && words.all(is_month)
}

/// Writes the dependencies as Microsoft Project does: `t1`, `t2SS`, `t3FS+2d`.
fn dependencies(task: &ExportTask<'_>) -> String {
    let mut dependencies = Vec::new();
    for link in all_links(task.record()) {
        let is_plain = link.kind == DependencyKind::FinishToStart && link.lag == 0;
        let kind = if is_plain { "" } else { link.kind.name() };
        let lag = if link.lag == 0 { String::new() } else { format!("{:+}d", link.lag) };
        dependencies.push(link.id + kind + &lag);
    }
    dependencies.join(";")
}
