//! One file with what belongs into it: looked at, written, taken back.
//!
//! Invariant: a file is written as a whole and only when something of ours in it changes.

use std::path::{Path, PathBuf};

use crate::setup::backup;
use crate::setup::backup::Before;
use crate::setup::clients::{Client, ROWS, Row, What};
use crate::setup::disk;
use crate::setup::edit::{Edit, State};

/// The things that belong into one file.
pub struct Target {
    pub file: PathBuf,
    pub parts: Vec<Part>,
}

/// Something that clients need; several read the same lines of some files.
pub struct Part {
    pub clients: Vec<Client>,
    pub what: What,
    pub edit: Edit,
}

/// For each part, how it stands or what became of it, and what a person should know.
pub type Said = Vec<(&'static str, Option<String>)>;

fn for_all(target: &Target, state: &'static str, more: &str) -> Said {
    target.parts.iter().map(|_| (state, Some(more.to_owned()))).collect()
}

/// How each part stands.
pub fn checked(target: &Target) -> Said {
    let text = match disk::read(&target.file) {
        Ok(text) => text.unwrap_or_default(),
        Err(error) => return for_all(target, "broken", &error),
    };
    let state = |part: &Part| match part.edit.state(&text) {
        Ok(state) => (state.name(), None),
        Err(error) => ("broken", Some(error)),
    };
    target.parts.iter().map(state).collect()
}

/// Writes what is not there.
pub fn installed(target: &Target, dry_run: bool) -> Said {
    let old = match disk::read(&target.file) {
        Ok(text) => text,
        Err(error) => return for_all(target, "left alone", &error),
    };
    let text = old.clone().unwrap_or_default();
    let before = backup::recall(&target.file, &text);
    let mut new = text.clone();
    let mut said: Said = Vec::new();
    for Part { edit, .. } in &target.parts {
        match edit.install(&new, before.is_some()) {
            Ok(with) if with == new => said.push(("present", None)),
            Ok(with) => {
                said.push((if dry_run { "to be written" } else { "written" }, None));
                new = with;
            }
            Err(error) => said.push(("left alone", Some(error))),
        }
    }
    if new == text || dry_run {
        return said;
    }
    match disk::write(&target.file, &new) {
        Ok(folders) => {
            let before = before.unwrap_or(Before { text: old, folders });
            backup::keep(&target.file, &before, &new);
            said
        }
        Err(error) => for_all(target, "left alone", &error.to_string()),
    }
}

/// Takes away what is there; the file is then what it was, as far as nobody else has changed it.
pub fn uninstalled(project: &Path, target: &Target, for_user: bool, dry_run: bool) -> Said {
    let text = match disk::read(&target.file) {
        Ok(Some(text)) => text,
        Ok(None) => return target.parts.iter().map(|_| ("absent", None)).collect(),
        Err(error) => return for_all(target, "left alone", &error),
    };
    let before = backup::recall(&target.file, &text);
    let mut new = text.clone();
    let mut fresh = String::new();
    let mut said: Said = Vec::new();
    for part in &target.parts {
        let edit = &part.edit;
        if let Some(other) = needed_by(project, &target.file, for_user, part) {
            said.push(("kept", Some(format!("{} needs it as well", other.name()))));
            continue;
        }
        let done = edit.remove(&new, before.is_some());
        fresh = edit.install(&fresh, true).unwrap_or_default();
        match done {
            Ok(without) if without == new => said.push(("absent", None)),
            Ok(without) => {
                said.push((if dry_run { "to be removed" } else { "removed" }, None));
                new = without;
            }
            Err(error) => said.push(("left alone", Some(error))),
        }
    }
    if new == text || dry_run {
        return said;
    }
    let known = before.filter(|before| stays(project, target, for_user, before.text.as_deref(), &new));
    let is_only_ours = new.trim().is_empty() || text == fresh;
    let result = match &known {
        Some(Before { text: Some(old), .. }) => disk::write(&target.file, old).map(drop),
        Some(Before { text: None, folders }) => disk::remove(&target.file, folders),
        None if is_only_ours => disk::remove(&target.file, &[]),
        None => disk::write(&target.file, &new).map(drop),
    };
    match result {
        Ok(()) => {
            backup::forget(&target.file);
            said
        }
        Err(error) => for_all(target, "left alone", &error.to_string()),
    }
}

/// Another client that has its server set up and reads the same lines.
fn needed_by(project: &Path, file: &Path, for_user: bool, part: &Part) -> Option<Client> {
    let reads = |row: &&Row| row.file(project, for_user).as_deref() == Some(file) && row.edit("handoff") == part.edit;
    let mut others = ROWS.iter().filter(reads).map(|row| row.client).filter(|client| !part.clients.contains(client));
    others.find(|client| {
        let mut servers = ROWS.iter().filter(|row| row.client == *client && row.what == What::Server);
        servers.any(|row| {
            let file = row.file(project, for_user);
            let text = file.and_then(|file| disk::read(&file).ok().flatten()).unwrap_or_default();
            row.edit("handoff").state(&text) == Ok(State::Present)
        })
    })
}

/// Whether what a file was holds as much of ours as what is to be left in it.
fn stays(project: &Path, target: &Target, for_user: bool, old: Option<&str>, new: &str) -> bool {
    let rows = ROWS.iter().filter(|row| row.file(project, for_user).as_deref() == Some(&target.file));
    let state = |edit: &Edit, text: &str| edit.state(text).unwrap_or(State::Different);
    rows.map(|row| row.edit("handoff")).all(|edit| {
        let (was, is) = (state(&edit, old.unwrap_or_default()), state(&edit, new));
        // Something else of that name has stood there.
        was == is || (is == State::Missing && was == State::Different)
    })
}
