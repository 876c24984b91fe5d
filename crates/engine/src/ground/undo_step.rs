//! The files of steps: committed change sets with their actor, stored so that a later process can
//! revert them.
//!
//! Invariant: [`changes`] returns the edits that an undo reverts and the events that [`encode`] was given. It does not validate
//! paths: planning refuses those outside of the project.

use std::collections::BTreeSet;

use handoff_protocol::{Actor, ChangeSet, Edit, Event, RepairedDamage, Text, UndoStep};
use serde::{Deserialize, Serialize};

use crate::ground::edit::is_local;
use crate::ground::stored_content::StoredContent;

/// The version of the format; there has been only one.
const VERSION: u32 = 1;

/// The content of a step's file.
#[derive(Serialize, Deserialize)]
struct UndoStepFile {
    version: u32,
    at: String,
    actor: Actor,
    summary: Text,
    edits: Vec<StoredEdit>,
    events: Vec<Event>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    created: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    settled: Option<RepairedDamage>,
}

/// An edit. Lines of logs and files that matter on this machine only are not stored: they stay when a
/// step is reverted.
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
enum StoredEdit {
    Write { path: String, before: Option<StoredContent>, after: StoredContent },
    Remove { path: String, before: StoredContent },
    Move { from: String, to: String },
    MakeFolder { path: String },
    RemoveFolder { path: String },
}

/// Returns the content of the file of a step, which was committed at a time in milliseconds since
/// 1970-01-01 UTC.
pub fn encode(now: i64, actor: &Actor, changes: &ChangeSet) -> Vec<u8> {
    let file = UndoStepFile {
        version: VERSION,
        at: handoff_format::timestamp(now),
        actor: actor.clone(),
        summary: changes.summary.clone(),
        edits: changes.edits.iter().filter_map(StoredEdit::of).collect(),
        events: changes.events.iter().filter(|event| !event.observed).cloned().collect(),
        created: changes.created.clone(),
        settled: changes.settled.clone(),
    };
    handoff_protocol::to_json(&file).into_bytes()
}

/// Parses the file of a step for a list of steps. Returns `None` if it is damaged or of a newer
/// version.
pub fn parse(bytes: &[u8]) -> Option<UndoStep> {
    let source = std::str::from_utf8(bytes).ok()?;
    let file = UndoStepFile::parse(source)?;
    let tasks: BTreeSet<&String> = file.events.iter().filter_map(|event| event.task.as_ref()).collect();
    let tasks = tasks.into_iter().cloned().collect();
    let trash = file.edits.iter().filter_map(|edit| match edit {
        StoredEdit::Move { to, .. } if handoff_format::is_in_trash(to) => Some(to.clone()),
        _ => None,
    });
    let packages = file.edits.iter().any(StoredEdit::changes_packages);
    Some(UndoStep {
        at: file.at,
        actor: file.actor,
        tasks,
        trash: trash.collect(),
        packages,
        summary: file.summary,
        source: source.to_owned(),
    })
}

/// Returns the change set in the file of a step. Returns `None` if it is damaged or of a newer
/// version.
pub fn changes(source: &str) -> Option<ChangeSet> {
    let file = UndoStepFile::parse(source)?;
    Some(ChangeSet {
        summary: file.summary,
        edits: file.edits.into_iter().map(Edit::from).collect(),
        events: file.events,
        created: file.created,
        settled: file.settled,
        ..ChangeSet::default()
    })
}

impl UndoStepFile {
    fn parse(source: &str) -> Option<UndoStepFile> {
        serde_json::from_str(source).ok().filter(|file: &UndoStepFile| file.version == VERSION)
    }
}

impl StoredEdit {
    /// Returns whether it changes a package, or the folder of the packages.
    fn changes_packages(&self) -> bool {
        let is_among = |path: &String| handoff_format::is_in_packages(path);
        match self {
            StoredEdit::Move { from, to } => is_among(from) || is_among(to),
            StoredEdit::Write { path, .. }
            | StoredEdit::Remove { path, .. }
            | StoredEdit::MakeFolder { path }
            | StoredEdit::RemoveFolder { path } => is_among(path),
        }
    }

    fn of(edit: &Edit) -> Option<StoredEdit> {
        if is_local(edit) {
            return None;
        }
        Some(match edit.clone() {
            Edit::Write { path, before, after } => {
                StoredEdit::Write { path, before: before.map(StoredContent), after: StoredContent(after) }
            }
            Edit::Remove { path, before } => StoredEdit::Remove { path, before: StoredContent(before) },
            Edit::Move { from, to } => StoredEdit::Move { from, to },
            Edit::MakeFolder { path } => StoredEdit::MakeFolder { path },
            Edit::RemoveFolder { path } => StoredEdit::RemoveFolder { path },
            Edit::Append { .. } => return None,
        })
    }
}

impl From<StoredEdit> for Edit {
    fn from(edit: StoredEdit) -> Edit {
        match edit {
            StoredEdit::Write { path, before, after } => {
                Edit::Write { path, before: before.map(|before| before.0), after: after.0 }
            }
            StoredEdit::Remove { path, before } => Edit::Remove { path, before: before.0 },
            StoredEdit::Move { from, to } => Edit::Move { from, to },
            StoredEdit::MakeFolder { path } => Edit::MakeFolder { path },
            StoredEdit::RemoveFolder { path } => Edit::RemoveFolder { path },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_survive_serialization_and_torn_files_are_rejected() {
        let write = |path: &str, before: Option<&[u8]>, after: &[u8]| Edit::Write {
            path: path.to_owned(),
            before: before.map(<[u8]>::to_vec),
            after: after.to_vec(),
        };
        let changes = ChangeSet {
            summary: Text::with("Add {id}\n", [("id", "ä".to_owned())]),
            edits: vec![
                write("a", None, b""),
                write("b", Some(b"1\n2"), b"\xff\n"),
                Edit::MakeFolder { path: "c".to_owned() },
                Edit::Move { from: "tasks/t1".to_owned(), to: "trash/t1".to_owned() },
            ],
            created: vec!["t1".to_owned()],
            settled: Some(RepairedDamage { shared_ids: vec!["t7".to_owned()], circles: vec![vec!["t1".to_owned()]] }),
            ..ChangeSet::default()
        };
        let actor = Actor { conversation: Some("c-1".to_owned()), ..Actor::agent("codex") };
        let bytes = encode(0, &actor, &changes);
        let step = parse(&bytes).unwrap();
        assert_eq!(super::changes(&step.source), Some(changes));
        assert_eq!((step.actor, step.trash), (actor, vec!["trash/t1".to_owned()]));
        for cut in 0..bytes.len() {
            assert!(parse(&bytes[..cut]).is_none(), "torn after {cut}");
        }
        let newer = String::from_utf8(bytes).unwrap().replacen("\"version\":1", "\"version\":2", 1);
        assert!(parse(newer.as_bytes()).is_none());
    }
}
