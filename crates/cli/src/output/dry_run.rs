//! What a change set would do.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use handoff_protocol::{ChangeSet, Edit};
use serde_json::{Value, json};

use crate::output::{colored, printable};

/// So many lines are shown of what changes inside a file.
const MOST: usize = 12;

/// An edit in a word, where, and where it leads to.
fn told(edit: &Edit) -> (&'static str, &str, Option<&str>) {
    match edit {
        Edit::Write { path, before: None, .. } => ("create", path, None),
        Edit::Write { path, .. } => ("change", path, None),
        Edit::Remove { path, .. } => ("remove", path, None),
        Edit::Move { from, to } => ("move", from, Some(to)),
        Edit::MakeFolder { path } => ("make folder", path, None),
        Edit::RemoveFolder { path } => ("remove folder", path, None),
        Edit::Append { path, .. } => ("append", path, None),
    }
}

/// What a change set would do, line by line, with what changes inside of files.
pub fn describe_dry_run(changes: &ChangeSet) -> String {
    let mut text = format!("{}\n", changes.summary);
    for edit in &changes.edits {
        let (verb, path, goal) = told(edit);
        let goal = goal.map(|goal| format!(" -> {goal}")).unwrap_or_default();
        // Writing to a text cannot fail.
        let _ = writeln!(text, "  {verb:<7}{path}{goal}");
        if let Edit::Write { before: Some(before), after, .. } = edit {
            text.push_str(&difference(before, after));
        }
    }
    for warning in &changes.warnings {
        let _ = writeln!(text, "Warning: {warning}");
    }
    text
}

/// The same for programs.
pub fn dry_run_value(changes: &ChangeSet) -> Value {
    let edit = |edit: &Edit| {
        let (verb, path, goal) = told(edit);
        goal.map_or_else(|| json!({"edit": verb, "path": path}), |goal| json!({"edit": verb, "path": path, "to": goal}))
    };
    let warnings: Vec<String> = changes.warnings.iter().map(ToString::to_string).collect();
    let edits: Vec<Value> = changes.edits.iter().map(edit).collect();
    json!({"would": changes.summary.to_string(), "edits": edits, "warnings": warnings})
}

/// The lines that go and those that come; nothing of what is no text.
fn difference(before: &[u8], after: &[u8]) -> String {
    let (Ok(before), Ok(after)) = (std::str::from_utf8(before), std::str::from_utf8(after)) else {
        return String::new();
    };
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let gone: Vec<&&str> = old.iter().filter(|line| !new.contains(line)).collect();
    let come: Vec<&&str> = new.iter().filter(|line| !old.contains(line)).collect();
    let mut text = String::new();
    let mut show = |sign: char, lines: &[&&str], color: AnsiColor| {
        let style: Style = colored(color);
        for line in lines.iter().take(MOST) {
            let _ = writeln!(text, "    {style}{sign} {}{style:#}", printable(line.trim()));
        }
        if lines.len() > MOST {
            let _ = writeln!(text, "    {style}{sign} … {} more{style:#}", lines.len() - MOST);
        }
    };
    show('-', &gone, AnsiColor::Red);
    show('+', &come, AnsiColor::Green);
    text
}
