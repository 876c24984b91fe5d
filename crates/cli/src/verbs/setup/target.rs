//! One file with its parts, and how they are checked, installed and removed.
//!
//! Invariant: a file is written as a whole, and only if one of its parts changes.

use std::path::{Path, PathBuf};

use crate::ground::client::Client;
use crate::verbs::setup::backup;
use crate::verbs::setup::backup::Original;
use crate::verbs::setup::change::TextChange;
use crate::verbs::setup::clients::{PartKind, ROWS, Role, Row, Scope};
use crate::verbs::setup::edit::{FileEdit, State};
use crate::verbs::setup::files;
use crate::verbs::setup::report::PartStatus;

/// A file with the parts that belong into it.
pub struct Target {
    pub file: PathBuf,
    /// Why the file is neither read nor written: a link of the project leads out of it.
    pub refusal: Option<String>,
    /// Why the parts are removed: earlier versions wrote them.
    pub stale: Option<&'static str>,
    pub parts: Vec<Part>,
}

/// A part of a file. Several clients may share it.
pub struct Part {
    pub clients: Vec<Client>,
    pub kind: PartKind,
    pub edit: FileEdit,
    /// Whether it is not missed: most people never had it.
    pub is_optional: bool,
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
    let state = |part: &Part| match (part.edit.state(&text), target.stale) {
        (Ok(_), Some(reason)) if part.edit.remove(&text, false).is_ok_and(|rest| rest != text) => {
            ("stale", Some(reason.to_owned()))
        }
        (Ok(_), Some(_)) => ("absent", None),
        (Ok(state @ State::Different), None) => (state.name(), part.edit.other_program(&text)),
        (Ok(state), None) => (state.name(), None),
        (Err(error), _) => ("broken", Some(error.to_string())),
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
pub fn uninstall(scope: &Scope<'_>, target: &Target, dry_run: bool) -> Outcome {
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
    let mut statuses: Vec<PartStatus> = Vec::new();
    let mut removed: Vec<&FileEdit> = Vec::new();
    // In reverse order, because a part may be inside an earlier one.
    for part in target.parts.iter().rev() {
        if let Some(other) = needed_by(scope, &target.file, part) {
            statuses.push(("kept", Some(format!("{} needs it as well", other.name()))));
            continue;
        }
        match part.edit.remove(&new, original.is_some()) {
            Ok(changed) if changed == new => statuses.push(("absent", None)),
            Ok(changed) => {
                removed.push(&part.edit);
                let reason = target.stale.map(str::to_owned);
                statuses.push((if dry_run { "to be removed" } else { "removed" }, reason));
                new = changed;
            }
            Err(error) => statuses.push(("left alone", Some(error.to_string()))),
        }
    }
    statuses.reverse();
    if new == text {
        return (statuses, None);
    }
    let only_ours = removed.iter().rev().try_fold(String::new(), |text, edit| edit.install(&text, true));
    let backup = original.filter(|original| keeps_parts(scope, target, original.text.as_deref(), &new));
    let is_only_ours = new.trim().is_empty() || only_ours.is_ok_and(|only_ours| only_ours == text);
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

/// Returns another client that is set up and reads the same part.
fn needed_by(scope: &Scope<'_>, file: &Path, part: &Part) -> Option<Client> {
    let mut others = readers(scope, file, &part.edit).filter(|client| !part.clients.contains(client));
    others.find(|client| is_set_up(scope, *client, &part.clients))
}

/// Returns the clients that read a part of a file.
fn readers<'s>(scope: &'s Scope<'_>, file: &'s Path, edit: &'s FileEdit) -> impl Iterator<Item = Client> + 's {
    let reads = |row: &&Row| row.role(scope) == Role::Active && is_in(row, file, scope) && row.edit(scope) == *edit;
    ROWS.iter().filter(reads).map(|row| row.client)
}

/// Returns true if a client is set up: it has the part that the fewest clients read. If one of the
/// removed clients reads that as well, nothing says that the client is set up.
fn is_set_up(scope: &Scope<'_>, client: Client, removed: &[Client]) -> bool {
    let rows = ROWS.iter().filter(|row| row.client == client && row.role(scope) == Role::Active);
    let parts = rows.filter_map(|row| Some((row, row.file(scope)?, row.edit(scope))));
    let own = parts.min_by_key(|(_, file, edit)| readers(scope, file, edit).count());
    own.is_some_and(|(row, file, edit)| {
        // A file that is missing or cannot be read has no part of ours.
        let text = files::read(&file).ok().flatten().unwrap_or_default();
        let is_there = match edit.state(&text) {
            Ok(State::Present) => true,
            // An entry of another program may have the same name.
            Ok(State::Different) => row.kind != PartKind::Server,
            Ok(State::Missing) | Err(_) => false,
        };
        is_there && !readers(scope, &file, &edit).any(|reader| removed.contains(&reader))
    })
}

/// Returns true if a row belongs into a file, whose path may go through links.
fn is_in(row: &Row, file: &Path, scope: &Scope<'_>) -> bool {
    row.file(scope).is_some_and(|other| files::is_same(&other, file))
}

/// Returns true if restoring the original keeps the state of every part that the new text has.
fn keeps_parts(scope: &Scope<'_>, target: &Target, old: Option<&str>, new: &str) -> bool {
    let rows = ROWS.iter().filter(|row| is_in(row, &target.file, scope));
    let state = |edit: &FileEdit, text: &str| edit.state(text).unwrap_or(State::Different);
    rows.map(|row| row.edit(scope)).all(|edit| {
        let (state_before, state_after) = (state(&edit, old.unwrap_or_default()), state(&edit, new));
        // The file had another entry of that name before.
        state_before == state_after || (state_after == State::Missing && state_before == State::Different)
    })
}
