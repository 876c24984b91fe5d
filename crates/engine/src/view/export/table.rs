//! A table with comma-separated values, RFC 4180.
//!
//! Excel takes a file for UTF-8 only when it begins with a byte order mark; other programs know and skip it.

use handoff_protocol::DependencyKind;

use crate::model::dependency_links::links;
use crate::view::export::{Line, Plan};

const FIRST: &str = "id";
/// The columns by the facts that they hold.
const COLUMNS: &str =
    "id,parent,title,status,priority,assignee,milestone,start,due,estimate,actual,remaining,progress,dependencies";

/// What spreadsheets take for the beginning of a formula, in both widths.
const FORMULA: [char; 10] = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];
/// Characters on account of which a cell stands in quotes; a semicolon separates cells where the comma separates decimals.
const SPECIAL: [char; 6] = ['"', ',', ';', '\r', '\n', '\t'];

pub(super) fn write(plan: &Plan<'_>) -> String {
    let mut text = String::from('\u{feff}');
    text.push_str(COLUMNS);
    for line in &plan.lines {
        for column in COLUMNS.split(',') {
            text.push_str(if column == FIRST { "\r\n" } else { "," });
            match column {
                "estimate" | "actual" | "remaining" => text.push_str(&plan.fact(line, column)),
                "dependencies" => cell(&mut text, &dependencies(line)),
                _ => cell(&mut text, &plan.fact(line, column)),
            }
        }
    }
    text.push_str("\r\n");
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
