//! One file with its parts, and how they are checked, installed and removed.
//!
//! Invariant: a file is written as a whole, and only if one of its parts changes.

use std::path::{Path, PathBuf};

use crate::ground::client::Client;
use crate::verbs::setup::backup;
use crate::verbs::setup::backup::Original;
use crate::verbs::setup::change::TextChange;
use crate::verbs::setup::clients::{PartKind, ROWS, Row};
use crate::verbs::setup::edit::{FileEdit, State};
use crate::verbs::setup::files;
use crate::verbs::setup::report::PartStatus;

/// A file with the parts that belong into it.
pub struct Target {
    pub file: PathBuf,
    /// Why the file is neither read nor written: a link of the project leads out of it.
    pub refusal: Option<String>,
    pub parts: Vec<Part>,
}

/// A part of a file. Several clients may share it.
pub struct Part {
    pub clients: Vec<Client>,
    pub kind: PartKind,
    pub edit: FileEdit,
}

/// The result for a file: the state of each part, and the change of its text, if any.
pub type Outcome = (Vec<PartStatus>, Option<TextChange>);

fn for_all(target: &Target, state: &'static str, note: &str) -> Vec<PartStatus> {
    target.parts.iter().map(|_| (state, Some(note.to_owned()))).collect()
}

/// Returns the state of each part.
pub fn check(target: &Target) -> Vec<PartStatus> {
    if let Some(refusal) = &target.refusal {
        return for_all(target, "broken", refusal);
    }
    let text = match files::read(&target.file) {
        // A missing file is an empty text.
        Ok(text) => text.unwrap_or_default(),
        Err(error) => return for_all(target, "broken", &error.to_string()),
    };
    let state = |part: &Part| match part.edit.state(&text) {
        Ok(state) => (state.name(), None),
        Err(error) => ("broken", Some(error.to_string())),
    };
    target.parts.iter().map(state).collect()
}

/// Writes the parts that are missing; in a dry run, says only what would be written.
pub fn install(target: &Target, dry_run: bool) -> Outcome {
    if let Some(refusal) = &target.refusal {
        return (for_all(target, "left alone", refusal), None);
    }
    let old = match files::read(&target.file) {
        Ok(text) => text,
        Err(error) => return (for_all(target, "left alone", &error.to_string()), None),
    };
    // A missing file is an empty text.
    let text = old.clone().unwrap_or_default();
    let original = backup::load(&target.file, &text);
    let mut new = text.clone();
    let mut statuses: Vec<PartStatus> = Vec::new();
    for Part { edit, .. } in &target.parts {
        match edit.install(&new, original.is_some()) {
            Ok(changed) if changed == new => statuses.push(("present", None)),
            Ok(changed) => {
                statuses.push((if dry_run { "to be written" } else { "written" }, None));
                new = changed;
            }
            Err(error) => statuses.push(("left alone", Some(error.to_string()))),
        }
    }
    if new == text {
        return (statuses, None);
    }
    let change = TextChange { before: old.clone(), after: Some(new.clone()) };
    if dry_run {
        return (statuses, Some(change));
    }
    match files::write(&target.file, &new) {
        Ok(folders) => {
            let original = original.unwrap_or(Original { text: old, folders });
            backup::save(&target.file, &original, &new);
            (statuses, Some(change))
        }
        Err(error) => (for_all(target, "left alone", &error.to_string()), None),
    }
}

/// Removes the parts. The file is then what it was, unless somebody else has changed it.
pub fn uninstall(project: &Path, target: &Target, for_user: bool, dry_run: bool) -> Outcome {
    if let Some(refusal) = &target.refusal {
        return (for_all(target, "left alone", refusal), None);
    }
    let text = match files::read(&target.file) {
        Ok(Some(text)) => text,
        Ok(None) => return (target.parts.iter().map(|_| ("absent", None)).collect(), None),
        Err(error) => return (for_all(target, "left alone", &error.to_string()), None),
    };
    let original = backup::load(&target.file, &text);
    let mut new = text.clone();
    let mut only_ours = Some(String::new());
    let mut statuses: Vec<PartStatus> = Vec::new();
    for part in &target.parts {
        let edit = &part.edit;
        if let Some(other) = needed_by(project, &target.file, for_user, part) {
            statuses.push(("kept", Some(format!("{} needs it as well", other.name()))));
            continue;
        }
        let changed = edit.remove(&new, original.is_some());
        only_ours = only_ours.and_then(|text| edit.install(&text, true).ok());
        match changed {
            Ok(changed) if changed == new => statuses.push(("absent", None)),
            Ok(changed) => {
                statuses.push((if dry_run { "to be removed" } else { "removed" }, None));
                new = changed;
            }
            Err(error) => statuses.push(("left alone", Some(error.to_string()))),
        }
    }
    if new == text {
        return (statuses, None);
    }
    let backup = original.filter(|original| keeps_parts(project, target, for_user, original.text.as_deref(), &new));
    let is_only_ours = new.trim().is_empty() || only_ours.as_ref() == Some(&text);
    let (after, folders) = match backup {
        Some(Original { text, folders }) => (text, folders),
        None if is_only_ours => (None, Vec::new()),
        None => (Some(new), Vec::new()),
    };
    let change = TextChange { before: Some(text), after };
    if dry_run {
        return (statuses, Some(change));
    }
    let result = match &change.after {
        Some(after) => files::write(&target.file, after).map(drop),
        None => files::remove(&target.file, &folders),
    };
    match result {
        Ok(()) => {
            backup::remove(&target.file);
            (statuses, Some(change))
        }
        Err(error) => (for_all(target, "left alone", &error.to_string()), None),
    }
}

/// Returns another client that has its server set up and reads the same part.
fn needed_by(project: &Path, file: &Path, for_user: bool, part: &Part) -> Option<Client> {
    let shares_part = |row: &&Row| is_in(row, file, project, for_user) && row.edit("handoff", project) == part.edit;
    let mut others =
        ROWS.iter().filter(shares_part).map(|row| row.client).filter(|client| !part.clients.contains(client));
    others.find(|client| {
        let mut servers = ROWS.iter().filter(|row| row.client == *client && row.kind == PartKind::Server);
        servers.any(|row| {
            let file = row.file(project, for_user);
            // A file that is missing or cannot be read has no server of ours.
            let text = file.and_then(|file| files::read(&file).ok().flatten()).unwrap_or_default();
            row.edit("handoff", project).state(&text).is_ok_and(|state| state == State::Present)
        })
    })
}

/// Returns true if a row belongs into a file, whose path may go through links.
fn is_in(row: &Row, file: &Path, project: &Path, for_user: bool) -> bool {
    row.file(project, for_user).is_some_and(|other| files::is_same(&other, file))
}

/// Returns true if restoring the original keeps the state of every part that the new text has.
fn keeps_parts(project: &Path, target: &Target, for_user: bool, old: Option<&str>, new: &str) -> bool {
    let rows = ROWS.iter().filter(|row| is_in(row, &target.file, project, for_user));
    let state = |edit: &FileEdit, text: &str| edit.state(text).unwrap_or(State::Different);
    rows.map(|row| row.edit("handoff", project)).all(|edit| {
        let (state_before, state_after) = (state(&edit, old.unwrap_or_default()), state(&edit, new));
        // The file had another entry of that name before.
        state_before == state_after || (state_after == State::Missing && state_before == State::Different)
    })
}
