//! A table with comma-separated values, RFC 4180.
//!
//! Excel takes a file for UTF-8 only when it begins with a byte order mark; other programs know and skip it.

use handoff_protocol::DependencyKind;

use super::{Line, Plan};
use crate::links::links;
use crate::number;

const HEAD: &str = "\u{feff}id,parent,title,status,priority,assignee,milestone,start,due,estimate,actual,remaining,progress,dependencies\r\n";

/// What spreadsheets take for the beginning of a formula, in both widths.
const FORMULA: [char; 10] = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];
/// Characters on account of which a cell stands in quotes; a semicolon separates cells where the comma separates decimals.
const SPECIAL: [char; 6] = ['"', ',', ';', '\r', '\n', '\t'];

pub(super) fn write(plan: &Plan<'_>) -> String {
    let mut text = HEAD.to_owned();
    for line in &plan.lines {
        let row = line.row;
        let parent = line.parent.and_then(|place| plan.lines.get(place));
        let words = [
            line.task.id(),
            parent.map_or("", |parent| parent.task.id()),
            line.task.title(),
            row.status.map_or("", |status| status.name()),
            row.priority.map_or("", |priority| priority.name()),
            row.assignee.as_deref().unwrap_or_default(),
            row.milestone.as_deref().unwrap_or_default(),
        ];
        for word in words {
            cell(&mut text, word);
            text.push(',');
        }
        for day in [row.start, row.due] {
            text.push_str(&day.map(handoff_format::date_of).unwrap_or_default());
            text.push(',');
        }
        for hours in [row.hours, row.actual_hours, row.remaining_hours, Some(f64::from(row.progress))] {
            text.push_str(&hours.map(number::plain).unwrap_or_default());
            text.push(',');
        }
        cell(&mut text, &dependencies(line));
        text.push_str("\r\n");
    }
    text
}

/// A text as a cell that is no formula.
fn cell(into: &mut String, text: &str) {
    let harmless = if text.starts_with(FORMULA) { "'" } else { "" };
    if text.contains(SPECIAL) || text.trim() != text {
        into.push('"');
        into.push_str(harmless);
        into.push_str(&text.replace('"', "\"\""));
        into.push('"');
    } else {
        into.push_str(harmless);
        into.push_str(text);
    }
}

/// As Microsoft Project writes them: `t1`, `t2SS`, `t3FS+2d`.
fn dependencies(line: &Line<'_>) -> String {
    let mut told = Vec::new();
    for link in links(&line.task.shown.task) {
        let mut text = link.id;
        if link.kind != DependencyKind::FinishToStart || link.lag != 0 {
            text.push_str(link.kind.name());
        }
        if link.lag != 0 {
            text.push_str(if link.lag > 0 { "+" } else { "" });
            text.push_str(&link.lag.to_string());
            text.push('d');
        }
        told.push(text);
    }
    told.join(";")
}
