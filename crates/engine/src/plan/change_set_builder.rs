//! A change set in the making.
//!
//! Invariant: callers name files and folders as they are on disk before the change; the draft knows where earlier renames of
//! the same unit have taken them.

use std::collections::BTreeSet;

use handoff_protocol::{Change, ChangeSet, Context, Edit, Event, MergeReport, Settled, Text};

use crate::Project;
use crate::edit::{below, join_rest, with_folders};
use crate::model::activity_log;
use crate::plan::rules::Evidence;
use crate::tree::join;

pub(crate) struct Draft<'a> {
    project: &'a Project,
    context: &'a Context,
    edits: Vec<Edit>,
    moves: Vec<(String, String)>,
    claimed: BTreeSet<String>,
    evidence: Evidence,
    changes: Vec<(Option<String>, Change)>,
    created: Vec<String>,
    warnings: Vec<Text>,
    settled: Option<Settled>,
    merged: Option<MergeReport>,
}

impl<'a> Draft<'a> {
    pub(crate) fn new(project: &'a Project, context: &'a Context) -> Draft<'a> {
        Draft {
            project,
            context,
            edits: Vec::new(),
            moves: Vec::new(),
            claimed: BTreeSet::default(),
            evidence: Evidence::default(),
            changes: Vec::new(),
            created: Vec::new(),
            warnings: Vec::new(),
            settled: None,
            merged: None,
        }
    }

    /// The project as it is before the change.
    pub(crate) fn project(&self) -> &'a Project {
        self.project
    }

    /// Where a file or folder of before the change is by now.
    pub(crate) fn place_of(&self, path: &str) -> String {
        let mut path = path.to_owned();
        for (from, to) in &self.moves {
            if let Some(rest) = below(&path, from) {
                path = join_rest(to, rest);
            }
        }
        path
    }

    /// Whether something is, or will be, at a path of after the change.
    pub(crate) fn is_taken(&self, path: &str) -> bool {
        self.claimed.contains(path) || (self.project.tree.get(path).is_some() && self.place_of(path) == path)
    }

    /// A path in `folder` with that last part, numbered when it is taken.
    pub(crate) fn free_path(&self, folder: &str, name: &str) -> String {
        self.free_file(folder, name, "")
    }

    /// The same for a name with an extension, before which the number goes.
    pub(crate) fn free_file(&self, folder: &str, stem: &str, extension: &str) -> String {
        let plain = join(folder, stem);
        let path = plain.clone() + extension;
        if !self.is_taken(&path) {
            return path;
        }
        let mut numbered = (2..u32::MAX).map(|number| format!("{plain}-{number}{extension}"));
        numbered.find(|path| !self.is_taken(path)).unwrap_or(path)
    }

    /// Replaces the content of a file of before the change.
    pub(crate) fn write(&mut self, path: &str, after: Vec<u8>) {
        let before = self.project.tree.file(path).map(<[u8]>::to_vec);
        if before.as_deref() != Some(&after) {
            self.edits.push(Edit::Write { path: self.place_of(path), before, after });
        }
    }

    /// Takes a file of before the change away for good: for bookkeeping that nobody misses.
    pub(crate) fn remove(&mut self, path: &str) {
        if let Some(before) = self.project.tree.file(path) {
            self.edits.push(Edit::Remove { path: self.place_of(path), before: before.to_vec() });
        }
    }

    /// Makes a new file; the path is one of after the change.
    pub(crate) fn create(&mut self, path: String, after: Vec<u8>) {
        self.claim(&path);
        self.edits.push(Edit::Write { path, before: None, after });
    }

    /// Adds whole lines at the end of a file, or makes the file. An undo leaves them.
    pub(crate) fn append(&mut self, path: &str, lines: String) {
        self.claim(path);
        self.edits.push(Edit::Append { path: path.to_owned(), lines });
    }

    pub(crate) fn make_folder(&mut self, path: &str) {
        self.claim(path);
        self.edits.push(Edit::MakeFolder { path: path.to_owned() });
    }

    /// Renames a file or folder of before the change to a path of after the change.
    pub(crate) fn rename(&mut self, from: &str, to: String) {
        let from = self.place_of(from);
        if from != to {
            self.claim(&to);
            self.edits.push(Edit::Move { from: from.clone(), to: to.clone() });
            self.moves.push((from, to));
        }
    }

    /// Whether the change makes something at a path, or is known to write it.
    pub(crate) fn is_claimed(&self, path: &str) -> bool {
        self.claimed.contains(path)
    }

    pub(crate) fn claim(&mut self, path: &str) {
        self.claimed.insert(path.to_owned());
        if let Some((folder, _)) = path.rsplit_once('/') {
            self.claimed.insert(folder.to_owned());
        }
    }

    /// The files and folders by which the change is judged.
    pub(crate) fn evidence(&mut self) -> &mut Evidence {
        &mut self.evidence
    }

    pub(crate) fn log(&mut self, task: Option<&str>, change: Change) {
        self.changes.push((task.filter(|id| !id.is_empty()).map(str::to_owned), change));
    }

    pub(crate) fn created(&mut self, id: &str) {
        self.created.push(id.to_owned());
    }

    pub(crate) fn warn(&mut self, text: Text) {
        self.warnings.push(text);
    }

    /// Records the damage that the change repairs, or that an undo of such a change brings back.
    /// Sets what a merge of sessions added.
    pub(crate) fn report_merge(&mut self, report: MergeReport) {
        self.merged = Some(report);
    }

    pub(crate) fn settle(&mut self, settled: Option<Settled>) {
        self.settled = settled;
    }

    /// The edits of an undo come ready.
    pub(crate) fn extend(&mut self, edits: Vec<Edit>) {
        self.edits.extend(edits);
    }

    /// The complete change set, with the lines of the activity log as its last edit: what other programs were seen to do before, and what
    /// this change does. Without edits nothing is logged.
    pub(crate) fn finish(self, summary: Text) -> ChangeSet {
        let Draft { project, context, edits, evidence, changes, created, warnings, settled, merged, .. } = self;
        let mut events: Vec<Event> = Vec::new();
        if !edits.is_empty() {
            events.extend(project.observer.pending(context.now));
            events.extend(own_events(context, changes));
        }
        let mut edits = with_folders(&project.tree, edits);
        edits.extend(activity_log::append(&events, context));
        ChangeSet {
            summary,
            edits,
            relies_on: evidence.into_iter().collect(),
            events,
            created,
            warnings,
            settled,
            merged,
        }
    }
}

fn own_events(context: &Context, changes: Vec<(Option<String>, Change)>) -> impl Iterator<Item = Event> {
    let at = handoff_format::timestamp(context.now);
    let number = move |(index, (task, change))| Event {
        id: format!("e-{}-{:08x}-{index:04}", context.now, context.seed),
        at: at.clone(),
        actor: context.actor.clone(),
        task,
        change,
        observed: false,
        since: None,
    };
    changes.into_iter().enumerate().map(number)
}
