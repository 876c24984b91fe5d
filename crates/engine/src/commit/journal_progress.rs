//! How far an interrupted series of steps got, by what lies on disk.
//!
//! Invariant: the facts at each boundary between two steps are exactly what the steps before it leave and those behind it expect.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use crate::commit::io::{Io, IoResult};
use crate::commit::journal::Step;
use crate::edit::{below, join_rest};
use crate::tree::{name, parent, within};

/// What must lie at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fact<'a> {
    /// A file with this content.
    Content(&'a [u8]),
    /// Anything.
    Present,
    /// Nothing.
    Absent,
}

/// What lies at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
enum FileOutcome {
    Content(Vec<u8>),
    Present,
    Absent,
}

impl Fact<'_> {
    fn holds(self, found: &FileOutcome) -> bool {
        match (self, found) {
            (Fact::Content(wanted), FileOutcome::Content(bytes)) => wanted == bytes,
            (Fact::Present, FileOutcome::Content(_) | FileOutcome::Present) | (Fact::Absent, FileOutcome::Absent) => {
                true
            }
            _ => false,
        }
    }
}

/// The facts at one boundary.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Facts<'a>(BTreeMap<String, Fact<'a>>);

impl<'a> Facts<'a> {
    /// What holds before the first step.
    pub(super) fn before_all(steps: &'a [Step]) -> Facts<'a> {
        let mut facts = Facts::after_all(steps);
        for step in steps.iter().rev() {
            facts.take_back(step);
        }
        facts
    }

    /// What holds behind the last step.
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

    /// What must hold besides, where nothing else is known.
    pub(super) fn require(&mut self, path: &str, fact: Fact<'a>) {
        self.0.entry(path.to_owned()).or_insert(fact);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&String, Fact<'a>)> {
        self.0.iter().map(|(path, fact)| (path, *fact))
    }

    /// The paths at which something else was found.
    pub(super) fn contradicted(&self, findings: &Findings) -> impl Iterator<Item = &str> {
        self.iter().filter(|(path, fact)| findings.contradicts(path, *fact)).map(|(path, _)| path.as_str())
    }

    /// Goes back over a step. Gives the paths for which something else holds now.
    fn take_back(&mut self, step: &'a Step) -> Vec<String> {
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
        let mut changed = self.within(path);
        for path in &changed {
            self.0.insert(path.clone(), Fact::Absent);
        }
        changed.extend(self.set(path, Fact::Absent));
        changed
    }

    fn rename(&mut self, from: &str, to: &str) -> Vec<String> {
        let mut changed = self.within(from);
        for path in changed.clone() {
            if let (Some(rest), Some(fact)) = (below(&path, from), self.0.remove(&path)) {
                let goal = join_rest(to, rest);
                self.0.insert(goal.clone(), fact);
                changed.push(goal);
            }
        }
        changed.extend(self.set(from, Fact::Absent));
        match self.0.get(to) {
            None | Some(Fact::Absent) => changed.extend(self.set(to, Fact::Present)),
            Some(_) => {}
        }
        changed
    }

    fn within(&self, folder: &str) -> Vec<String> {
        let candidates = self.0.range::<str, _>((Bound::Included(folder), Bound::Unbounded)).map(|(path, _)| path);
        candidates.take_while(|path| path.starts_with(folder)).filter(|path| within(path, folder)).cloned().collect()
    }
}

/// A place between two steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Boundary {
    /// So many steps are done.
    pub done: usize,
    /// Paths that are as no boundary has them: another program changed them.
    pub foreign: BTreeSet<String>,
}

/// The boundary that fits best to what was found; of several the last.
pub(super) fn boundary(steps: &[Step], findings: &Findings) -> Boundary {
    let mut facts = Facts::after_all(steps);
    let mut foreign: BTreeSet<String> = facts.contradicted(findings).map(str::to_owned).collect();
    let mut best = Boundary { done: steps.len(), foreign: foreign.clone() };
    for (done, step) in steps.iter().enumerate().rev() {
        if best.foreign.is_empty() {
            break;
        }
        for path in facts.take_back(step) {
            if facts.0.get(&path).is_some_and(|fact| findings.contradicts(&path, *fact)) {
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

/// What was found at some paths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Findings {
    found: BTreeMap<String, FileOutcome>,
    /// The names in folders that were listed for it.
    pub folders: BTreeMap<String, BTreeSet<String>>,
}

impl Findings {
    /// Whether something else than a fact was found at its path.
    pub(super) fn contradicts(&self, path: &str, fact: Fact<'_>) -> bool {
        self.found.get(path).is_some_and(|found| !fact.holds(found))
    }
}

/// Looks at every path that holds a fact at some boundary.
pub(super) async fn find_all(io: &Io, steps: &[Step]) -> IoResult<Findings> {
    let mut wanted: BTreeMap<String, bool> = BTreeMap::default();
    let mut note = |path: &str, fact: Fact| {
        *wanted.entry(path.to_owned()).or_default() |= matches!(fact, Fact::Content(_));
    };
    let mut facts = Facts::after_all(steps);
    facts.iter().for_each(|(path, fact)| note(path, fact));
    for step in steps.iter().rev() {
        for path in facts.take_back(step) {
            if let Some(fact) = facts.0.get(&path) {
                note(&path, *fact);
            }
        }
    }
    find(io, wanted).await
}

/// Looks at the paths of some facts.
pub(super) async fn find_for(io: &Io, facts: &Facts<'_>) -> IoResult<Findings> {
    let mut wanted = BTreeMap::default();
    for (path, fact) in facts.iter() {
        wanted.insert(path.clone(), matches!(fact, Fact::Content(_)));
    }
    find(io, wanted).await
}

/// Looks at paths; true where the content matters.
async fn find(io: &Io, wanted: BTreeMap<String, bool>) -> IoResult<Findings> {
    let mut findings = Findings::default();
    for (path, content) in wanted {
        let found = if content {
            io.read(&path).await?.map_or(FileOutcome::Absent, FileOutcome::Content)
        } else {
            let folder = parent(&path);
            if !findings.folders.contains_key(folder) {
                let names = io.list(folder).await?.unwrap_or_default();
                findings.folders.insert(folder.to_owned(), names.into_iter().collect());
            }
            let there = findings.folders.get(folder).is_some_and(|names| names.contains(name(&path)));
            if there { FileOutcome::Present } else { FileOutcome::Absent }
        };
        findings.found.insert(path, found);
    }
    Ok(findings)
}
