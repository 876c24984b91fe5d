//! Reports as CSV.

use handoff_agent::report::Report;
use handoff_engine::{csv_table, csv_text};
use handoff_format::is_date;

use super::record::{self, Figure, Record};
use crate::verbs::output::without_mark;

/// Returns the main list of a report, and of each of its groups, as CSV (RFC 4180). A report without
/// a list is one row.
pub fn table(report: &Report) -> String {
    let mut rows: Vec<(Option<&str>, Record)> = Vec::new();
    if report.groups.is_empty() {
        let records = or_whole(record::rows(&report.series), report);
        rows.extend(records.into_iter().map(|record| (None, record)));
    }
    for group in &report.groups {
        let records = or_whole(record::rows(&group.series), group);
        rows.extend(records.into_iter().map(|record| (Some(group.key.as_str()), record)));
    }
    let names: Vec<&str> = rows.first().into_iter().flat_map(|(_, record)| record.names()).collect();
    let group = report.groups.first().map(|_| "group");
    let columns: Vec<&str> = group.into_iter().chain(names.iter().copied()).collect();
    let lines = rows.iter().map(|(group, record)| {
        let cells = names.iter().map(|name| cell(record.get(name)));
        group.map(csv_text).into_iter().chain(cells).collect::<Vec<String>>()
    });
    without_mark(&csv_table(&columns, lines)).to_owned()
}

/// Returns the rows of a part of a report, or else its single values as one row.
fn or_whole<'a, T>(rows: Vec<Record>, part: &'a T) -> Vec<Record>
where
    Record: From<&'a T>,
{
    if rows.is_empty() { vec![Record::from(part)] } else { rows }
}

fn cell(figure: &Figure) -> String {
    match figure {
        Figure::Unknown => String::new(),
        Figure::Text(text) if is_date(text) => text.clone(),
        Figure::Text(text) => csv_text(text),
        Figure::Count(count) => count.to_string(),
        // As in JSON: a whole number with its decimal.
        Figure::Number(number) => format!("{number:?}"),
    }
}
