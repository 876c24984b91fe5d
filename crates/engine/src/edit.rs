//! Change sets on a tree: applying one, taking one back, and following one that is already on disk.
//!
//! Invariant: applying a change set whose folders are explicit and then its inverse leaves the tree as it was, logs excepted.

use handoff_format::Value;
use handoff_protocol::{Change, ChangeSet, Edit, Event, FileState};
use thiserror::Error;

use crate::tree::{Entry, Tree, join, parent, within};

/// A change set met something else than it expects.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{path} is not in the state that the change expects")]
pub struct Clash {
    /// Where.
    pub path: String,
}

/// Carries edits out, comparing what they expect with what is there. On a clash the tree stays as it was.
pub fn apply(tree: &mut Tree, edits: &[Edit]) -> Result<(), Clash> {
    let mut undo: Vec<Undo> = Vec::new();
    for edit in edits {
        if let Err(clash) = check(tree, edit) {
            while let Some(step) = undo.pop() {
                step.take_back(tree);
            }
            return Err(clash);
        }
        undo.push(Undo::before(tree, edit));
        for state in states_after(tree, edit) {
            tree.apply(state);
        }
    }
    Ok(())
}

/// What a shell finds once an edit is on disk, as a delta to a tree that may know a part of it already.
pub(crate) fn states_after(tree: &Tree, edit: &Edit) -> Vec<FileState> {
    match edit {
        Edit::Write { path, after, .. } => vec![FileState::File { path: path.clone(), bytes: after.clone() }],
        Edit::Remove { path, .. } => vec![FileState::Gone { path: path.clone() }],
        Edit::Move { from, to } => {
            let Some(entry) = tree.get(from) else { return Vec::new() };
            let below =
                tree.walk(from).map(|(path, entry)| (join_rest(to, below(&path, from).unwrap_or_default()), entry));
            let there = std::iter::once((to.clone(), entry)).chain(below).map(|(path, entry)| entry.state(path));
            std::iter::once(FileState::Gone { path: from.clone() }).chain(there).collect()
        }
        Edit::MakeFolder { path } => vec![FileState::Folder { path: path.clone() }],
        Edit::RemoveFolder { path } if tree.children(path).next().is_none() => {
            vec![FileState::Gone { path: path.clone() }]
        }
        Edit::RemoveFolder { .. } => Vec::new(),
        Edit::Append { path, lines } => {
            vec![FileState::File { path: path.clone(), bytes: appended(tree.file(path), lines) }]
        }
    }
}

/// The edits that lead back, last first. Logs have no way back.
pub fn inverse_edits(edits: &[Edit]) -> Vec<Edit> {
    edits.iter().rev().filter_map(inverse_edit).collect()
}

/// The change set that leads back. Its events are those of the first without what was only observed, turned round, still with their ids and times; the planner
/// of an undo gives them new ones and logs them.
pub fn inverse(changes: &ChangeSet) -> ChangeSet {
    let own = changes.events.iter().rev().filter(|event| !event.observed);
    let events: Vec<Event> = own.map(inverse_event).collect();
    let created = events
        .iter()
        .filter(|event| matches!(event.change, Change::Created { .. }))
        .filter_map(|event| event.task.clone())
        .collect();
    ChangeSet {
        summary: changes.summary.clone(),
        edits: inverse_edits(&changes.edits),
        events,
        created,
        settled: changes.settled.clone(),
        ..ChangeSet::default()
    }
}

/// Puts an explicit `MakeFolder` before each edit that would make a parent folder, so that the inverse removes it again.
/// Folders for logs and for the trash stay implicit: they are never taken back.
pub fn with_folders(tree: &Tree, edits: Vec<Edit>) -> Vec<Edit> {
    let mut done: Vec<Edit> = Vec::with_capacity(edits.len());
    for edit in edits {
        let goal = match &edit {
            Edit::Write { path, before: None, .. } | Edit::MakeFolder { path } => path.as_str(),
            Edit::Move { to, .. } => to.as_str(),
            _ => "",
        };
        let mut missing = Vec::new();
        let mut folder = parent(goal);
        while !folder.is_empty() && !within(folder, "trash") && !exists_after(tree, &done, folder) {
            missing.push(folder.to_owned());
            folder = parent(folder);
        }
        done.extend(missing.into_iter().rev().map(|path| Edit::MakeFolder { path }));
        done.push(edit);
    }
    done
}

/// The log content after lines were added; a last line without an end gets one first.
pub fn appended(content: Option<&[u8]>, lines: &str) -> Vec<u8> {
    let mut bytes = content.unwrap_or_default().to_vec();
    if bytes.last().is_some_and(|last| *last != b'\n') {
        bytes.push(b'\n');
    }
    bytes.extend_from_slice(lines.as_bytes());
    bytes
}

/// Whether there is a folder once some edits are carried out.
pub(crate) fn exists_after(tree: &Tree, done: &[Edit], folder: &str) -> bool {
    let mut folder = folder.to_owned();
    for edit in done.iter().rev() {
        match edit {
            Edit::MakeFolder { path } | Edit::Write { path, .. } | Edit::Append { path, .. }
                if within(path, &folder) =>
            {
                return true;
            }
            Edit::RemoveFolder { path } if within(&folder, path) => return false,
            Edit::Move { from, to } => {
                if let Some(rest) = below(&folder, to) {
                    folder = join_rest(from, rest);
                } else if within(to, &folder) {
                    return true;
                } else if within(&folder, from) {
                    return false;
                }
            }
            _ => {}
        }
    }
    tree.is_folder(&folder)
}

/// The rest of a path behind a folder; none when it does not lie there.
pub(crate) fn below<'a>(path: &'a str, folder: &str) -> Option<&'a str> {
    let rest = path.strip_prefix(folder)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix('/') }
}

/// A folder and the rest of a path, which may be empty.
pub(crate) fn join_rest(folder: &str, rest: &str) -> String {
    if rest.is_empty() { folder.to_owned() } else { join(folder, rest) }
}

fn check(tree: &Tree, edit: &Edit) -> Result<(), Clash> {
    let clash = |path: &str| Err(Clash { path: path.to_owned() });
    match edit {
        Edit::Write { path, before: Some(before), .. } | Edit::Remove { path, before } => {
            if tree.file(path) != Some(before.as_slice()) {
                return clash(path);
            }
        }
        Edit::Write { path, before: None, .. } | Edit::MakeFolder { path } => {
            if tree.get(path).is_some() || !can_hold(tree, path) {
                return clash(path);
            }
        }
        Edit::Move { from, to } => {
            if tree.get(from).is_none() {
                return clash(from);
            }
            if tree.get(to).is_some() || within(to, from) || !can_hold(tree, to) {
                return clash(to);
            }
        }
        Edit::RemoveFolder { path } => {
            if !tree.is_folder(path) || path.is_empty() || tree.children(path).next().is_some() {
                return clash(path);
            }
        }
        Edit::Append { path, .. } => {
            if !matches!(tree.get(path), None | Some(Entry::File(_))) || !can_hold(tree, path) {
                return clash(path);
            }
        }
    }
    Ok(())
}

/// Whether a path has a name and all its parents are folders or missing.
fn can_hold(tree: &Tree, path: &str) -> bool {
    let mut folder = parent(path);
    while !folder.is_empty() {
        match tree.get(folder) {
            Some(Entry::Folder(_)) => return true,
            Some(_) => return false,
            None => folder = parent(folder),
        }
    }
    !path.is_empty()
}

fn inverse_edit(edit: &Edit) -> Option<Edit> {
    Some(match edit.clone() {
        Edit::Write { path, before: Some(before), after } => Edit::Write { path, before: Some(after), after: before },
        Edit::Write { path, before: None, after } => Edit::Remove { path, before: after },
        Edit::Remove { path, before } => Edit::Write { path, before: None, after: before },
        Edit::Move { from, to } => Edit::Move { from: to, to: from },
        Edit::MakeFolder { path } => Edit::RemoveFolder { path },
        Edit::RemoveFolder { path } => Edit::MakeFolder { path },
        Edit::Append { .. } => return None,
    })
}

fn inverse_event(event: &Event) -> Event {
    let task = match &event.change {
        // What is told of a task's id is told under the new one.
        Change::Field { field, from: Value::String(id), .. } if field == "id" => Some(id.clone()),
        _ => event.task.clone(),
    };
    let change = match event.change.clone() {
        Change::Created { title } => Change::Deleted { title },
        Change::Deleted { title } => Change::Created { title },
        Change::Moved { from, to } => Change::Moved { from: to, to: from },
        Change::Field { field, from, to } => Change::Field { field, from: to, to: from },
        Change::Renamed { from, to } => Change::Renamed { from: to, to: from },
        Change::Baseline { from, to } => Change::Baseline { from: to, to: from },
        Change::Repaired { path, key, from, to } => Change::Repaired { path, key, from: to, to: from },
        Change::Config { key, from, to } => Change::Config { key, from: to, to: from },
    };
    Event { task, change, ..event.clone() }
}

/// What takes one edit back on a tree, logs and implicit folders included.
struct Undo {
    /// A move's source and goal.
    moved: Option<(String, String)>,
    /// The highest path that the edit changes besides, and what was there.
    put: (String, Option<Entry>),
}

impl Undo {
    fn before(tree: &Tree, edit: &Edit) -> Undo {
        let (goal, moved) = match edit {
            Edit::Write { path, .. }
            | Edit::Append { path, .. }
            | Edit::MakeFolder { path }
            | Edit::Remove { path, .. }
            | Edit::RemoveFolder { path } => (path, None),
            Edit::Move { from, to } => (to, Some((from.clone(), to.clone()))),
        };
        let mut highest = goal.as_str();
        while !parent(highest).is_empty() && tree.get(parent(highest)).is_none() {
            highest = parent(highest);
        }
        Undo { moved, put: (highest.to_owned(), tree.get(highest).cloned()) }
    }

    fn take_back(self, tree: &mut Tree) {
        if let Some((from, to)) = self.moved {
            tree.rename(&to, &from);
        }
        match self.put {
            (path, Some(entry)) => tree.insert(&path, entry),
            (path, None) => {
                tree.remove(&path);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use handoff_protocol::{Actor, ActorKind, Text};
    use proptest::prelude::*;

    use super::*;

    fn tree(files: &[(&str, &str)]) -> Tree {
        let mut tree = Tree::default();
        for (path, text) in files {
            tree.insert(path, Entry::File(text.as_bytes().to_vec()));
        }
        tree
    }

    fn write(path: &str, before: Option<&str>, after: &str) -> Edit {
        Edit::Write {
            path: path.to_owned(),
            before: before.map(|text| text.as_bytes().to_vec()),
            after: after.as_bytes().to_vec(),
        }
    }

    fn moved(from: &str, to: &str) -> Edit {
        Edit::Move { from: from.to_owned(), to: to.to_owned() }
    }

    #[test]
    fn an_edit_compares_before_it_acts() {
        let start = tree(&[("a/x", "1"), ("b", "2")]);
        let remove = |path: &str, before: &str| Edit::Remove { path: path.to_owned(), before: before.into() };
        let folder = |path: &str| Edit::MakeFolder { path: path.to_owned() };
        let no_folder = |path: &str| Edit::RemoveFolder { path: path.to_owned() };
        for (edit, clash) in [
            (write("b", Some("2"), "3"), None),
            (write("b", Some("0"), "3"), Some("b")),
            (write("b", None, "3"), Some("b")),
            (write("n", Some("2"), "3"), Some("n")),
            (write("b/c", None, "3"), Some("b/c")),
            (write("", None, "3"), Some("")),
            (remove("b", "2"), None),
            (remove("b", "1"), Some("b")),
            (remove("a", "1"), Some("a")),
            (moved("a", "c/d"), None),
            (moved("a", "a/b"), Some("a/b")),
            (moved("a", "b"), Some("b")),
            (moved("n", "c"), Some("n")),
            (folder("c"), None),
            (folder("a"), Some("a")),
            (no_folder("a"), Some("a")),
            (no_folder("b"), Some("b")),
        ] {
            let mut after = start.clone();
            let edits = [write("first/of/all", None, "1"), moved("b", "other"), moved("other", "b"), edit];
            let result = apply(&mut after, &edits).err().map(|clash| clash.path);
            assert_eq!(result.as_deref(), clash, "{edits:?}");
            assert_eq!(after == start, clash.is_some(), "a clash changes nothing: {edits:?}");
        }
    }

    #[test]
    fn folders_are_made_explicit_where_an_undo_must_remove_them() {
        let start = tree(&[("tasks/t1/x", "1")]);
        let folders = |edits: Vec<Edit>| -> Vec<String> {
            with_folders(&start, edits)
                .into_iter()
                .filter_map(|edit| match edit {
                    Edit::MakeFolder { path } => Some(path),
                    _ => None,
                })
                .collect()
        };
        assert_eq!(folders(vec![write("tasks/t1/y", None, "1")]), [""; 0]);
        assert_eq!(folders(vec![write("a/b/y", None, "1"), write("a/b/z", None, "1")]), ["a", "a/b"]);
        assert_eq!(folders(vec![moved("tasks/t1", "tasks/t2"), write("tasks/t2/y", None, "1")]), [""; 0]);
        assert_eq!(folders(vec![moved("tasks/t1", "tasks/t2"), write("tasks/t1/y", None, "1")]), ["tasks/t1"]);
        assert_eq!(folders(vec![moved("tasks/t1", "trash/t1")]), [""; 0]);
        assert_eq!(folders(vec![Edit::Append { path: "activity/m/w".to_owned(), lines: "l\n".to_owned() }]), [""; 0]);
    }

    #[test]
    fn the_inverse_of_events_tells_the_way_back() {
        let event = |change| Event {
            id: "e".to_owned(),
            at: String::new(),
            actor: Actor { kind: ActorKind::Human, name: String::new() },
            task: Some("t1".to_owned()),
            change,
            observed: false,
            since: None,
        };
        let title = "x".to_owned();
        let there = ChangeSet {
            summary: Text::plain("Delete t1"),
            events: vec![
                event(Change::Moved { from: None, to: Some("t2".to_owned()) }),
                event(Change::Deleted { title: title.clone() }),
            ],
            warnings: vec![Text::plain("w")],
            ..ChangeSet::default()
        };
        let back = inverse(&there);
        assert_eq!(
            back.events,
            [event(Change::Created { title }), event(Change::Moved { from: Some("t2".to_owned()), to: None })]
        );
        assert_eq!(back.created, ["t1"]);
        assert!(back.warnings.is_empty());
        assert_eq!(inverse(&back).events, there.events);
    }

    /// A path of up to three parts over a small alphabet, so that edits meet often.
    fn path() -> impl Strategy<Value = String> {
        proptest::collection::vec("[abc]", 1..4).prop_map(|parts| parts.join("/"))
    }

    /// An edit that fits the tree as often as possible: its expectations are filled in when its turn comes.
    fn wish() -> impl Strategy<Value = (u8, String, String)> {
        (0u8..6, path(), path())
    }

    fn fitted(tree: &Tree, (kind, path, other): (u8, String, String)) -> Edit {
        let before = tree.file(&path).map(<[u8]>::to_vec);
        match kind {
            0 => Edit::Write { after: other.into_bytes(), path, before },
            1 => Edit::Remove { path, before: before.unwrap_or_default() },
            2 => Edit::Move { from: path, to: other },
            3 => Edit::MakeFolder { path },
            4 => Edit::RemoveFolder { path },
            _ => Edit::Append { path: "log".to_owned(), lines: "line\n".to_owned() },
        }
    }

    proptest! {
        #[test]
        fn the_inverse_leads_back(files in proptest::collection::btree_map(path(), "[xyz]", 0..6), wishes in proptest::collection::vec(wish(), 0..12)) {
            let mut start = Tree::default();
            for (path, text) in &files {
                start.insert(path, Entry::File(text.clone().into_bytes()));
            }
            let (mut now, mut edits) = (start.clone(), Vec::new());
            for wish in wishes {
                for edit in with_folders(&now, vec![fitted(&now, wish)]) {
                    if apply(&mut now, std::slice::from_ref(&edit)).is_ok() {
                        edits.push(edit);
                    }
                }
            }
            let mut there = start.clone();
            prop_assert_eq!(apply(&mut there, &edits), Ok(()));
            prop_assert_eq!(&there, &now);
            prop_assert_eq!(apply(&mut there, &inverse_edits(&edits)), Ok(()));
            start.remove("log");
            there.remove("log");
            prop_assert_eq!(there, start);
        }
    }
}
