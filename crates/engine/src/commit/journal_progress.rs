//! Determines from the files on disk how far an interrupted series of journal steps got.
//!
//! Invariant: the facts at a boundary between two steps are exactly what the steps before it leave
//! and what the steps after it expect.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use crate::commit::io::{Io, IoResult};
use crate::commit::journal::Step;
use crate::edit::{below, join_rest};
use crate::tree::{name, parent, within};

/// The expected state of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fact<'a> {
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

impl Fact<'_> {
    fn matches(self, state: &PathState) -> bool {
        match (self, state) {
            (Fact::Content(expected), PathState::Content(bytes)) => expected == bytes,
            (Fact::Present, PathState::Content(_) | PathState::Present) | (Fact::Absent, PathState::Absent) => true,
            _ => false,
        }
    }
}

/// The expected state of each path at one boundary.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Facts<'a>(BTreeMap<String, Fact<'a>>);

impl<'a> Facts<'a> {
    /// Returns the facts before the first step.
    pub(super) fn before_all(steps: &'a [Step]) -> Facts<'a> {
        let mut facts = Facts::after_all(steps);
        for step in steps.iter().rev() {
            facts.revert(step);
        }
        facts
    }

    /// Returns the facts after the last step.
    pub(super) fn after_all(steps: &'a [Step]) -> Facts<'a> {
        let mut facts = Facts::default();
        for step in steps {
            match step {
                Step::Write { path, after, .. } => facts.set(path, Fact::Content(&after.0)),
                Step::Remove { path, .. } => facts.set(path, Fact::Absent),
                Step::Move { from, to } => facts.rename(from, to),
                Step::MakeFolder { path } => facts.set(path, Fact::Present),
                Step::RemoveFolder { path } => facts.clear(path),
            };
        }
        facts
    }

    /// Adds a fact, unless the path has one already.
    pub(super) fn require(&mut self, path: &str, fact: Fact<'a>) {
        self.0.entry(path.to_owned()).or_insert(fact);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&String, Fact<'a>)> {
        self.0.iter().map(|(path, fact)| (path, *fact))
    }

    /// Returns the paths whose state on disk differs from the fact.
    pub(super) fn contradicted(&self, disk: &DiskState) -> impl Iterator<Item = &str> {
        self.iter().filter(|(path, fact)| disk.contradicts(path, *fact)).map(|(path, _)| path.as_str())
    }

    /// Changes the facts from those after a step to those before it. Returns the paths whose fact
    /// changed.
    fn revert(&mut self, step: &'a Step) -> Vec<String> {
        match step {
            Step::Write { path, before: Some(before), .. } | Step::Remove { path, before, .. } => {
                self.set(path, Fact::Content(&before.0))
            }
            Step::Write { path, before: None, .. } => self.set(path, Fact::Absent),
            Step::Move { from, to } => self.rename(to, from),
            Step::MakeFolder { path } => self.clear(path),
            Step::RemoveFolder { path } => self.set(path, Fact::Present),
        }
    }

    fn set(&mut self, path: &str, fact: Fact<'a>) -> Vec<String> {
        self.0.insert(path.to_owned(), fact);
        vec![path.to_owned()]
    }

    fn clear(&mut self, path: &str) -> Vec<String> {
        let mut changed = self.paths_within(path);
        for path in &changed {
            self.0.insert(path.clone(), Fact::Absent);
        }
        changed.extend(self.set(path, Fact::Absent));
        changed
    }

    fn rename(&mut self, from: &str, to: &str) -> Vec<String> {
        let mut changed = self.paths_within(from);
        for path in changed.clone() {
            if let (Some(rest), Some(fact)) = (below(&path, from), self.0.remove(&path)) {
                let target = join_rest(to, rest);
                self.0.insert(target.clone(), fact);
                changed.push(target);
            }
        }
        changed.extend(self.set(from, Fact::Absent));
        match self.0.get(to) {
            None | Some(Fact::Absent) => changed.extend(self.set(to, Fact::Present)),
            Some(_) => {}
        }
        changed
    }

    fn paths_within(&self, folder: &str) -> Vec<String> {
        let candidates = self.0.range::<str, _>((Bound::Included(folder), Bound::Unbounded)).map(|(path, _)| path);
        candidates.take_while(|path| path.starts_with(folder)).filter(|path| within(path, folder)).cloned().collect()
    }
}

/// A position between two steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Boundary {
    /// The number of steps before it.
    pub done: usize,
    /// Paths whose state on disk matches no boundary: another program changed them.
    pub foreign: BTreeSet<String>,
}

/// Returns the boundary that contradicts the disk at the fewest paths; of several the last one.
pub(super) fn boundary(steps: &[Step], disk: &DiskState) -> Boundary {
    let mut facts = Facts::after_all(steps);
    let mut foreign: BTreeSet<String> = facts.contradicted(disk).map(str::to_owned).collect();
    let mut best = Boundary { done: steps.len(), foreign: foreign.clone() };
    for (done, step) in steps.iter().enumerate().rev() {
        if best.foreign.is_empty() {
            break;
        }
        for path in facts.revert(step) {
            if facts.0.get(&path).is_some_and(|fact| disk.contradicts(&path, *fact)) {
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
    /// Returns whether the state of a path differs from a fact.
    pub(super) fn contradicts(&self, path: &str, fact: Fact<'_>) -> bool {
        self.paths.get(path).is_some_and(|state| !fact.matches(state))
    }
}

/// Reads the state of every path that has a fact at some boundary.
pub(super) async fn find_all(io: &Io, steps: &[Step]) -> IoResult<DiskState> {
    let mut needs_content: BTreeMap<String, bool> = BTreeMap::default();
    let mut note = |path: &str, fact: Fact| {
        *needs_content.entry(path.to_owned()).or_default() |= matches!(fact, Fact::Content(_));
    };
    let mut facts = Facts::after_all(steps);
    facts.iter().for_each(|(path, fact)| note(path, fact));
    for step in steps.iter().rev() {
        for path in facts.revert(step) {
            if let Some(fact) = facts.0.get(&path) {
                note(&path, *fact);
            }
        }
    }
    read_state(io, needs_content).await
}

/// Reads the state of the paths of some facts.
pub(super) async fn find_for(io: &Io, facts: &Facts<'_>) -> IoResult<DiskState> {
    let mut needs_content = BTreeMap::default();
    for (path, fact) in facts.iter() {
        needs_content.insert(path.clone(), matches!(fact, Fact::Content(_)));
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
