//! Edits of change sets, applied to a tree of files in memory.
//!
//! Invariant: a change set with explicit folders, followed by its inverse, leaves the tree as it
//! was, except for logs.

mod inverse;

use handoff_protocol::{Edit, FileState};
use thiserror::Error;

pub(crate) use inverse::is_local;
pub use inverse::{inverse, inverse_edits};

use crate::ground::tree::{Entry, LOCAL, TRASH, Tree, is_log, join, parent, within};

/// An edit expects something else than the tree holds.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{path} is not in the state that the change expects")]
pub struct Clash {
    /// The path that differs.
    pub path: String,
}

/// Applies edits. Compares what each expects with the tree; on a clash the tree stays unchanged.
pub fn apply(tree: &mut Tree, edits: &[Edit]) -> Result<(), Clash> {
    let mut undo: Vec<Undo> = Vec::new();
    for edit in edits {
        if let Err(clash) = check(tree, edit) {
            while let Some(undo) = undo.pop() {
                undo.apply(tree);
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

/// Returns a tree with only the files and folders that the edits touch, to which they can be
/// applied as a test.
pub(crate) fn touched_tree(tree: &Tree, edits: &[Edit]) -> Tree {
    let mut touched = Tree::default();
    for path in edits.iter().flat_map(paths) {
        if let Some(entry) = tree.get(path) {
            touched.insert(path, entry.clone());
        }
    }
    touched
}

/// Returns what a scan finds after an edit, as a change to a tree that may have a part of it already.
pub(crate) fn states_after(tree: &Tree, edit: &Edit) -> Vec<FileState> {
    match edit {
        Edit::Write { path, after, .. } => vec![FileState::File { path: path.clone(), bytes: after.clone() }],
        Edit::Remove { path, .. } => vec![FileState::Gone { path: path.clone() }],
        Edit::Move { from, to } => {
            let Some(entry) = tree.get(from) else { return Vec::new() };
            let below =
                tree.walk(from).map(|(path, entry)| (join_rest(to, below(&path, from).unwrap_or_default()), entry));
            let moved = std::iter::once((to.clone(), entry)).chain(below).map(|(path, entry)| entry.state(path));
            std::iter::once(FileState::Gone { path: from.clone() }).chain(moved).collect()
        }
        Edit::MakeFolder { path } => vec![FileState::Folder { path: path.clone() }],
        Edit::RemoveFolder { path } if tree.children(path).next().is_none() => {
            vec![FileState::Gone { path: path.clone() }]
        }
        Edit::RemoveFolder { .. } => Vec::new(),
        Edit::Append { path, lines } if is_log(path) => {
            let bytes = next_lines(tree, path, lines).into_bytes();
            vec![FileState::LogEnd { path: path.clone(), offset: tree.size(path).unwrap_or(0), bytes }]
        }
        Edit::Append { path, lines } => {
            vec![FileState::File { path: path.clone(), bytes: appended(tree.file(path), lines) }]
        }
    }
}

/// Inserts a `MakeFolder` before each edit that would create a parent folder, so that the inverse
/// removes it. Folders of logs, of the trash and of local files stay implicit: they are never
/// removed.
pub fn with_folders(tree: &Tree, edits: Vec<Edit>) -> Vec<Edit> {
    let mut done: Vec<Edit> = Vec::with_capacity(edits.len());
    for edit in edits {
        let target = match &edit {
            Edit::Write { path, before: None, .. } | Edit::MakeFolder { path } => path.as_str(),
            Edit::Move { to, .. } => to.as_str(),
            _ => "",
        };
        let mut missing = Vec::new();
        let mut folder = parent(target);
        while !folder.is_empty()
            && ![TRASH, LOCAL].iter().any(|kept| within(folder, kept))
            && !exists_after(tree, &done, folder)
        {
            missing.push(folder.to_owned());
            folder = parent(folder);
        }
        done.extend(missing.into_iter().rev().map(|path| Edit::MakeFolder { path }));
        done.push(edit);
    }
    done
}

/// Returns what to append to a file so that the lines begin on a new line.
pub(crate) fn next_lines(tree: &Tree, path: &str, lines: &str) -> String {
    let is_torn = tree.last_byte(path).is_some_and(|last| last != b'\n');
    if is_torn { format!("\n{lines}") } else { lines.to_owned() }
}

/// Returns a file's content with lines appended. An unterminated last line gets a line end first.
pub fn appended(content: Option<&[u8]>, lines: &str) -> Vec<u8> {
    let mut bytes = content.map(<[u8]>::to_vec).unwrap_or_default();
    if bytes.last().is_some_and(|last| *last != b'\n') {
        bytes.push(b'\n');
    }
    bytes.extend_from_slice(lines.as_bytes());
    bytes
}

/// Returns true if a folder exists after some edits.
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

/// Returns the rest of a path after a folder, or `None` if it is not below that folder.
pub(crate) fn below<'a>(path: &'a str, folder: &str) -> Option<&'a str> {
    let rest = path.strip_prefix(folder)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix('/') }
}

/// Joins a folder and the rest of a path, which may be empty.
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
            if !matches!(tree.get(path), None | Some(Entry::File(_) | Entry::Log { .. })) || !can_hold(tree, path) {
                return clash(path);
            }
        }
    }
    Ok(())
}

/// Returns true if the path is not empty and each of its parents is a folder or missing.
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

/// Returns the path of an edit; of a move its source and its target.
pub(crate) fn paths(edit: &Edit) -> impl Iterator<Item = &String> {
    let (path, target) = match edit {
        Edit::Write { path, .. }
        | Edit::Remove { path, .. }
        | Edit::MakeFolder { path }
        | Edit::RemoveFolder { path }
        | Edit::Append { path, .. } => (path, None),
        Edit::Move { from, to } => (from, Some(to)),
    };
    std::iter::once(path).chain(target)
}

/// Restores a tree after one edit, including logs and implicit folders.
struct Undo {
    /// Source and target of a move.
    moved: Option<(String, String)>,
    /// The outermost other path that the edit changes, and its entry before.
    replaced: (String, Option<Entry>),
}

impl Undo {
    fn before(tree: &Tree, edit: &Edit) -> Undo {
        let (target, moved) = match edit {
            Edit::Write { path, .. }
            | Edit::Append { path, .. }
            | Edit::MakeFolder { path }
            | Edit::Remove { path, .. }
            | Edit::RemoveFolder { path } => (path, None),
            Edit::Move { from, to } => (to, Some((from.clone(), to.clone()))),
        };
        let mut outermost = target.as_str();
        while !parent(outermost).is_empty() && tree.get(parent(outermost)).is_none() {
            outermost = parent(outermost);
        }
        Undo { moved, replaced: (outermost.to_owned(), tree.get(outermost).cloned()) }
    }

    fn apply(self, tree: &mut Tree) {
        if let Some((from, to)) = self.moved {
            tree.rename(&to, &from);
        }
        match self.replaced {
            (path, Some(entry)) => tree.insert(&path, entry),
            (path, None) => {
                tree.remove(&path);
            }
        }
    }
}

#[cfg(test)]
mod tests {
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
    fn apply_compares_each_edit_with_the_tree() {
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
    fn with_folders_creates_folders_that_an_undo_must_remove() {
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

    /// A path of up to three parts over a small alphabet, so that edits often touch the same path.
    fn path() -> impl Strategy<Value = String> {
        proptest::collection::vec("[abc]", 1..4).prop_map(|parts| parts.join("/"))
    }

    /// An edit whose expectations are filled in by [`expecting`].
    fn draft_edit() -> impl Strategy<Value = (u8, String, String)> {
        (0u8..6, path(), path())
    }

    /// Completes an edit so that it expects what the tree holds.
    fn expecting(tree: &Tree, (kind, path, other): (u8, String, String)) -> Edit {
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
        fn inverse_restores_the_tree(files in proptest::collection::btree_map(path(), "[xyz]", 0..6), drafts in proptest::collection::vec(draft_edit(), 0..12)) {
            let mut start = Tree::default();
            for (path, text) in &files {
                start.insert(path, Entry::File(text.clone().into_bytes()));
            }
            let (mut now, mut edits) = (start.clone(), Vec::new());
            for draft in drafts {
                for edit in with_folders(&now, vec![expecting(&now, draft)]) {
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
