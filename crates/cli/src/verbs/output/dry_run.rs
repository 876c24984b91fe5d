//! Descriptions of a change set that is not committed.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use handoff_protocol::{ChangeSet, Edit};
use serde_json::{Value, json};

use crate::ground::styled::Styled;
use crate::verbs::output::colored;

/// The maximum number of removed and of added lines shown for a file.
const MAX_LINES: usize = 12;

/// Returns an edit's verb, its path, and the target of a move.
fn describe_edit(edit: &Edit) -> (&'static str, &str, Option<&str>) {
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

/// Describes change sets, a line for each edit, with the lines that change inside files.
pub fn describe_dry_run(changes: &[ChangeSet]) -> Styled {
    let mut text = Styled::from(format!("Dry run, nothing was changed: {}\n", summary(changes)));
    for edit in changes.iter().flat_map(|changes| &changes.edits) {
        let (verb, path, target) = describe_edit(edit);
        let target = target.map_or_else(String::new, |target| format!(" -> {target}"));
        // Writing to a text cannot fail.
        let _ = writeln!(text, "  {verb:<7}{path}{target}");
        if let Edit::Write { before: Some(before), after, .. } = edit {
            text = text.then(difference(before, after));
        }
    }
    for warning in changes.iter().flat_map(|changes| &changes.warnings) {
        let _ = writeln!(text, "Warning: {warning}");
    }
    text
}

/// Returns the same as JSON.
pub fn dry_run_value(changes: &[ChangeSet]) -> Value {
    let edit = |edit: &Edit| {
        let (verb, path, target) = describe_edit(edit);
        target.map_or_else(
            || json!({"edit": verb, "path": path}),
            |target| json!({"edit": verb, "path": path, "to": target}),
        )
    };
    let warnings: Vec<String> = changes.iter().flat_map(|changes| &changes.warnings).map(ToString::to_string).collect();
    let edits: Vec<Value> = changes.iter().flat_map(|changes| &changes.edits).map(edit).collect();
    json!({"would": summary(changes), "edits": edits, "warnings": warnings})
}

/// Returns what the change sets do, in their order.
fn summary(changes: &[ChangeSet]) -> String {
    changes.iter().map(|changes| changes.summary.to_string()).collect::<Vec<_>>().join("; ")
}

/// Returns the removed and the added lines; empty if a side is not UTF-8.
fn difference(before: &[u8], after: &[u8]) -> Styled {
    let (Ok(before), Ok(after)) = (std::str::from_utf8(before), std::str::from_utf8(after)) else {
        return Styled::default();
    };
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let removed: Vec<&&str> = old.iter().filter(|line| !new.contains(line)).collect();
    let added: Vec<&&str> = new.iter().filter(|line| !old.contains(line)).collect();
    let mut text = Styled::default();
    let mut show = |sign: char, lines: &[&&str], color: AnsiColor| {
        let style: Style = colored(color);
        for line in lines.iter().take(MAX_LINES) {
            text.push_styled(style, &format!("    {sign} {}\n", line.trim()));
        }
        if lines.len() > MAX_LINES {
            text.push_styled(style, &format!("    {sign} … {} more\n", lines.len() - MAX_LINES));
        }
    };
    show('-', &removed, AnsiColor::Red);
    show('+', &added, AnsiColor::Green);
    text
}
