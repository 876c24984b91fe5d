//! Determines from the files on disk how far an interrupted series of journal edits got.
//!
//! Invariant: the expectations at a boundary between two edits are exactly what the edits before it leave
//! and what the edits after it expect.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use crate::change::commit::io::{Io, IoResult};
use crate::change::commit::journal::JournalEdit;
use crate::ground::edit::{below, join_rest};
use crate::ground::tree::{name, parent, within};

/// The expected state of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExpectedState<'a> {
    /// A file with this content.
    Content(&'a [u8]),
    /// A file or folder, whatever its content.
    Present,
    /// No entry.
    Absent,
}

/// The actual state of a path on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
enum PathState {
    Content(Vec<u8>),
    Present,
    Absent,
}

impl ExpectedState<'_> {
    fn matches(self, state: &PathState) -> bool {
        match (self, state) {
            (ExpectedState::Content(expected), PathState::Content(bytes)) => expected == bytes,
            (ExpectedState::Present, PathState::Content(_) | PathState::Present)
            | (ExpectedState::Absent, PathState::Absent) => true,
            _ => false,
        }
    }
}

/// The expected state of each path at one boundary. Logs are left out: their edits are repeatable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ExpectedStates<'a>(BTreeMap<String, ExpectedState<'a>>);

impl<'a> ExpectedStates<'a> {
    /// Returns the expectations before the first edit.
    pub(super) fn before_all(edits: &'a [JournalEdit]) -> ExpectedStates<'a> {
        let mut expected = ExpectedStates::after_all(edits);
        for edit in edits.iter().rev() {
            expected.revert(edit);
        }
        expected
    }

    /// Returns the expectations after the last edit.
    pub(super) fn after_all(edits: &'a [JournalEdit]) -> ExpectedStates<'a> {
        let mut expected = ExpectedStates::default();
        for edit in edits {
            match edit {
                JournalEdit::Write { path, after, .. } => expected.set(path, ExpectedState::Content(&after.0)),
                JournalEdit::Append { .. } | JournalEdit::Cut { .. } => Vec::new(),
                JournalEdit::Remove { path, .. } => expected.set(path, ExpectedState::Absent),
                JournalEdit::Move { from, to } => expected.rename(from, to),
                JournalEdit::MakeFolder { path } => expected.set(path, ExpectedState::Present),
                JournalEdit::RemoveFolder { path } => expected.clear(path),
            };
        }
        expected
    }

    /// Adds an expectation. One that the path has already stays, except that a content is added to
    /// the presence which a move expects.
    pub(super) fn require(&mut self, path: &str, expectation: ExpectedState<'a>) {
        let known = self.0.entry(path.to_owned()).or_insert(expectation);
        if let (ExpectedState::Present, ExpectedState::Content(_)) = (&known, expectation) {
            *known = expectation;
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&String, ExpectedState<'a>)> {
        self.0.iter().map(|(path, expectation)| (path, *expectation))
    }

    /// Returns the paths whose state on disk differs from the expectation.
    pub(super) fn contradicted_paths(&self, disk: &DiskState) -> impl Iterator<Item = &str> {
        self.iter().filter(|(path, expectation)| disk.contradicts(path, *expectation)).map(|(path, _)| path.as_str())
    }

    /// Changes the expectations from those after an edit to those before it. Returns the paths whose expectation
    /// changed.
    fn revert(&mut self, edit: &'a JournalEdit) -> Vec<String> {
        match edit {
            JournalEdit::Write { path, before: Some(before), .. } | JournalEdit::Remove { path, before, .. } => {
                self.set(path, ExpectedState::Content(&before.0))
            }
            JournalEdit::Write { path, before: None, .. } => self.set(path, ExpectedState::Absent),
            JournalEdit::Append { .. } | JournalEdit::Cut { .. } => Vec::new(),
            JournalEdit::Move { from, to } => self.rename(to, from),
            JournalEdit::MakeFolder { path } => self.clear(path),
            JournalEdit::RemoveFolder { path } => self.set(path, ExpectedState::Present),
        }
    }

    fn set(&mut self, path: &str, expectation: ExpectedState<'a>) -> Vec<String> {
        self.0.insert(path.to_owned(), expectation);
        vec![path.to_owned()]
    }

    fn clear(&mut self, path: &str) -> Vec<String> {
        let mut changed = self.paths_within(path);
        for path in &changed {
            self.0.insert(path.clone(), ExpectedState::Absent);
        }
        changed.extend(self.set(path, ExpectedState::Absent));
        changed
    }

    fn rename(&mut self, from: &str, to: &str) -> Vec<String> {
        let mut changed = self.paths_within(from);
        for path in changed.clone() {
            if let (Some(rest), Some(expectation)) = (below(&path, from), self.0.remove(&path)) {
                let target = join_rest(to, rest);
                self.0.insert(target.clone(), expectation);
                changed.push(target);
            }
        }
        changed.extend(self.set(from, ExpectedState::Absent));
        match self.0.get(to) {
            None | Some(ExpectedState::Absent) => changed.extend(self.set(to, ExpectedState::Present)),
            Some(_) => {}
        }
        changed
    }

    fn paths_within(&self, folder: &str) -> Vec<String> {
        let candidates = self.0.range::<str, _>((Bound::Included(folder), Bound::Unbounded)).map(|(path, _)| path);
        candidates.take_while(|path| path.starts_with(folder)).filter(|path| within(path, folder)).cloned().collect()
    }
}

/// A position between two edits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Boundary {
    /// The number of edits before it.
    pub done: usize,
    /// Paths whose state on disk matches no boundary: another program changed them.
    pub foreign: BTreeSet<String>,
}

/// Returns the boundary that contradicts the disk at the fewest paths; of several the last one.
pub(super) fn find_boundary(edits: &[JournalEdit], disk: &DiskState) -> Boundary {
    let mut expected = ExpectedStates::after_all(edits);
    let mut foreign: BTreeSet<String> = expected.contradicted_paths(disk).map(str::to_owned).collect();
    let mut best = Boundary { done: edits.len(), foreign: foreign.clone() };
    for (done, edit) in edits.iter().enumerate().rev() {
        if best.foreign.is_empty() {
            break;
        }
        for path in expected.revert(edit) {
            if expected.0.get(&path).is_some_and(|expectation| disk.contradicts(&path, *expectation)) {
                foreign.insert(path);
            } else {
                foreign.remove(&path);
            }
        }
        if foreign.len() < best.foreign.len() {
            best = Boundary { done, foreign: foreign.clone() };
        }
    }
    best
}

/// The state of some paths on disk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct DiskState {
    paths: BTreeMap<String, PathState>,
    /// The names in the folders that were listed to check whether a path is present.
    pub folders: BTreeMap<String, BTreeSet<String>>,
}

impl DiskState {
    /// Returns whether the state of a path differs from an expectation.
    pub(super) fn contradicts(&self, path: &str, expectation: ExpectedState<'_>) -> bool {
        self.paths.get(path).is_some_and(|state| !expectation.matches(state))
    }
}

/// Reads the state of every path that has an expectation at some boundary.
pub(super) async fn read_for_edits(io: &Io, edits: &[JournalEdit]) -> IoResult<DiskState> {
    let mut needs_content: BTreeMap<String, bool> = BTreeMap::default();
    let mut note = |path: &str, expectation: ExpectedState| {
        *needs_content.entry(path.to_owned()).or_default() |= matches!(expectation, ExpectedState::Content(_));
    };
    let mut expected = ExpectedStates::after_all(edits);
    expected.iter().for_each(|(path, expectation)| note(path, expectation));
    for edit in edits.iter().rev() {
        for path in expected.revert(edit) {
            if let Some(expectation) = expected.0.get(&path) {
                note(&path, *expectation);
            }
        }
    }
    read_state(io, needs_content).await
}

/// Reads the state of the paths of some expectations.
pub(super) async fn read_expected(io: &Io, expected: &ExpectedStates<'_>) -> IoResult<DiskState> {
    let mut needs_content = BTreeMap::default();
    for (path, expectation) in expected.iter() {
        needs_content.insert(path.clone(), matches!(expectation, ExpectedState::Content(_)));
    }
    read_state(io, needs_content).await
}

/// Reads the state of paths; `needs_content` says for each path whether its content is compared.
async fn read_state(io: &Io, needs_content: BTreeMap<String, bool>) -> IoResult<DiskState> {
    let mut disk = DiskState::default();
    for (path, needs_content) in needs_content {
        let state = if needs_content {
            io.read(&path).await?.map_or(PathState::Absent, PathState::Content)
        } else {
            let folder = parent(&path);
            if !disk.folders.contains_key(folder) {
                // A missing folder has no names.
                let names = io.list(folder).await?.unwrap_or_default();
                disk.folders.insert(folder.to_owned(), names.into_iter().collect());
            }
            let is_present = disk.folders.get(folder).is_some_and(|names| names.contains(name(&path)));
            if is_present { PathState::Present } else { PathState::Absent }
        };
        disk.paths.insert(path, state);
    }
    Ok(disk)
}
