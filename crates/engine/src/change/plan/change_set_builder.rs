//! Builds a change set.
//!
//! Invariant: callers pass the paths of existing files and folders as they are before the change.
//! The builder applies the renames that it already contains.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use handoff_format::Task;
use handoff_protocol::{Change, ChangeSet, Context, Edit, Event, MergeReport, RepairedDamage, Status, Text};

use crate::Project;
use crate::change::plan::folder_names::FolderNames;
use crate::change::plan::moves::Moves;
use crate::change::plan::peer_logs;
use crate::change::plan::record_events::record_changes;
use crate::ground::case_fold::fold_name;
use crate::ground::edit::with_folders;
use crate::ground::texts;
use crate::ground::tree::{join, name, parent};
use crate::model::TaskRef;
use crate::model::activity_log;
use crate::model::task_fields::logged_task;

/// The paths of files and folders that a decision depends on. See `ChangeSet::relies_on`.
pub(crate) type Evidence = BTreeSet<String>;

/// The maximum number of warnings that a person or an agent is given.
const MAX_WARNINGS: usize = 20;

/// A change for the activity log.
struct LoggedChange {
    task: Option<String>,
    session: Option<String>,
    change: Change,
}

/// The edits, events and warnings of a change set.
pub(crate) struct ChangeSetBuilder<'a> {
    project: &'a Project,
    context: &'a Context,
    edits: Vec<Edit>,
    moves: Moves,
    names: FolderNames,
    /// New paths and their folders, folded.
    claimed: BTreeSet<String>,
    evidence: Evidence,
    /// Changes for the activity log.
    changes: Vec<LoggedChange>,
    /// IDs of new tasks by their folders.
    task_folders: BTreeMap<String, String>,
    created: Vec<String>,
    warnings: Vec<Text>,
    /// The number of warnings that are left out.
    more_warnings: usize,
    settled: Option<RepairedDamage>,
    merged: Option<MergeReport>,
}

impl<'a> ChangeSetBuilder<'a> {
    pub(crate) fn new(project: &'a Project, context: &'a Context) -> ChangeSetBuilder<'a> {
        ChangeSetBuilder {
            project,
            context,
            edits: Vec::new(),
            moves: Moves::default(),
            names: FolderNames::default(),
            claimed: BTreeSet::default(),
            evidence: Evidence::default(),
            changes: Vec::new(),
            task_folders: BTreeMap::default(),
            created: Vec::new(),
            warnings: Vec::new(),
            more_warnings: 0,
            settled: None,
            merged: None,
        }
    }

    /// Returns the project before the change.
    pub(crate) fn project(&self) -> &'a Project {
        self.project
    }

    /// Returns the time and the actor of the change.
    pub(crate) fn context(&self) -> &'a Context {
        self.context
    }

    /// Returns the current path of a file or folder that existed before the change.
    pub(crate) fn current_path(&self, path: &str) -> String {
        self.moves.current_path(path)
    }

    /// Returns true if a path after the change is in use, also by a name that other file systems take for the
    /// same.
    pub(crate) fn is_taken(&self, path: &str) -> bool {
        let (folder, own) = (parent(path), name(path));
        let stays = |other: &str| {
            let other = join(folder, other);
            self.current_path(&other) == other
        };
        self.claimed.contains(&fold_name(path))
            || self.names.same_as(&self.project.tree, folder, own).iter().any(|other| stays(other))
    }

    /// Returns an unused path in `folder` with that name, with a number at the end if necessary.
    pub(crate) fn free_path(&self, folder: &str, name: &str) -> String {
        self.free_file(folder, name, "")
    }

    /// Returns an unused path like [`ChangeSetBuilder::free_path`], with the number before the
    /// extension.
    pub(crate) fn free_file(&self, folder: &str, stem: &str, extension: &str) -> String {
        let path = join(folder, stem);
        let mut candidate = format!("{path}{extension}");
        let mut number = 1_u64;
        while self.is_taken(&candidate) {
            number += 1;
            candidate = format!("{path}-{number}{extension}");
        }
        candidate
    }

    /// Replaces the content of an existing file.
    pub(crate) fn write(&mut self, path: &str, after: Vec<u8>) {
        let before = self.project.tree.file(path).map(<[u8]>::to_vec);
        if before.as_deref() != Some(&after) {
            self.edits.push(Edit::Write { path: self.current_path(path), before, after });
        }
    }

    /// Deletes an existing file without moving it to the trash. For internal files only.
    pub(crate) fn remove(&mut self, path: &str) {
        if let Some(before) = self.project.tree.file(path) {
            self.edits.push(Edit::Remove { path: self.current_path(path), before: before.to_vec() });
        }
    }

    /// Creates a file at a path after the change.
    pub(crate) fn create(&mut self, path: String, after: Vec<u8>) {
        self.reserve(&path);
        self.edits.push(Edit::Write { path, before: None, after });
    }

    /// Appends whole lines to a file, or creates it. Undo leaves them in place.
    pub(crate) fn append(&mut self, path: &str, lines: String) {
        self.reserve(path);
        self.edits.push(Edit::Append { path: path.to_owned(), lines });
    }

    pub(crate) fn make_folder(&mut self, path: &str) {
        self.reserve(path);
        self.edits.push(Edit::MakeFolder { path: path.to_owned() });
    }

    /// Moves an existing file or folder to a path after the change.
    pub(crate) fn rename(&mut self, from: &str, to: String) {
        let from = self.current_path(from);
        if from != to {
            self.reserve(&to);
            self.edits.push(Edit::Move { from: from.clone(), to: to.clone() });
            self.moves.add(from, to);
        }
    }

    /// Returns true if the change creates or appends to a path, or if the path was claimed.
    pub(crate) fn is_reserved(&self, path: &str) -> bool {
        self.claimed.contains(&fold_name(path))
    }

    /// Marks a path and its folder as used.
    pub(crate) fn reserve(&mut self, path: &str) {
        self.claimed.insert(fold_name(path));
        if let Some((folder, _)) = path.rsplit_once('/') {
            self.claimed.insert(fold_name(folder));
        }
    }

    /// Returns the files and folders that the change relies on, for adding more.
    pub(crate) fn evidence(&mut self) -> &mut Evidence {
        &mut self.evidence
    }

    /// Adds an event of a task, or of the project, to the activity log.
    pub(crate) fn log(&mut self, task: Option<&str>, change: Change) {
        let task = task.filter(|id| !id.is_empty()).map(str::to_owned);
        self.changes.push(LoggedChange { task, session: None, change });
    }

    /// Adds the creation of a task in a folder to the activity log.
    pub(crate) fn log_creation(&mut self, folder: &str, task: &Task, status: Status, is_imported: bool) {
        let parent_folder = parent(folder);
        let existing = self.project.model.tasks.task_in_folder(parent_folder).map(|parent| parent.id().to_owned());
        let parent = self.task_folders.get(parent_folder).cloned().or(existing);
        let mut state = logged_task((task, Some(status)), parent.as_deref());
        state.imported = is_imported;
        let state = Some(state);
        self.task_folders.insert(folder.to_owned(), task.id.clone());
        self.log(Some(&task.id), Change::Created { title: task.title.clone(), state });
    }

    /// Adds the deletion of a task of the model to the activity log.
    pub(crate) fn log_deletion(&mut self, task: TaskRef<'_>) {
        let parent = self.project.model.tasks.parent(task.slot).map(TaskRef::id);
        let state = Some(logged_task((&task.shown.task, task.shown.named_status), parent));
        self.log(Some(task.id()), Change::Deleted { title: task.title().to_owned(), state });
    }

    /// Adds an event of a session to the activity log. That sessions are saved, closed, loaded or
    /// merged is logged without it.
    pub(crate) fn log_session(&mut self, session: &str, change: Change) {
        self.changes.push(LoggedChange { task: None, session: Some(session.to_owned()), change });
    }

    /// Adds an id to those that the change set reports as created.
    pub(crate) fn add_created(&mut self, id: &str) {
        self.created.push(id.to_owned());
    }

    /// Returns the changes for the activity log so far.
    pub(crate) fn changes(&self) -> impl Iterator<Item = &Change> {
        self.changes.iter().map(|logged| &logged.change)
    }

    /// Adds a warning, unless it is there already. Of very many, only the number is kept.
    pub(crate) fn warn(&mut self, text: Text) {
        if self.warnings.contains(&text) {
            return;
        }
        if self.warnings.len() < MAX_WARNINGS {
            self.warnings.push(text);
        } else {
            self.more_warnings += 1;
        }
    }

    /// Sets the report of a merge of sessions.
    pub(crate) fn report_merge(&mut self, report: MergeReport) {
        self.merged = Some(report);
    }

    /// Sets the rule violations that the change repairs, so that its undo may restore them.
    pub(crate) fn set_settled(&mut self, settled: Option<RepairedDamage>) {
        self.settled = settled;
    }

    /// Adds complete edits.
    pub(crate) fn extend(&mut self, edits: Vec<Edit>) {
        self.edits.extend(edits);
    }

    /// Returns the change set. Its last edits append to the activity log, first the observed
    /// changes of other programs, then the own ones, and to the logs of `handoff-mcp`. Without edits nothing is logged but time entries,
    /// which are nowhere else.
    pub(crate) fn finish(mut self, summary: Text) -> ChangeSet {
        let is_repaired = |file: &str| {
            self.changes.iter().any(|logged| matches!(&logged.change, Change::Repaired { path, .. } if path == file))
        };
        for (session, change) in record_changes(&self.project.tree, &self.edits, self.merged.is_some(), is_repaired) {
            if self.changes.iter().any(|logged| logged.change == change) {
                continue;
            }
            match session {
                Some(id) => self.log_session(&id, change),
                None => self.log(None, change),
            }
        }
        if self.more_warnings > 0 {
            self.warnings.push(Text::with(texts::MORE_WARNINGS, [("count", self.more_warnings.to_string())]));
        }
        let ChangeSetBuilder { project, context, edits, evidence, changes, created, warnings, settled, merged, .. } =
            self;
        let mut events: Vec<Event> = Vec::new();
        let is_logged = |logged: &LoggedChange| matches!(logged.change, Change::Entry { .. });
        if !edits.is_empty() || changes.iter().any(is_logged) {
            events.extend(project.observer.pending(context.now));
            events.extend(own_events(context, changes));
        }
        let mut edits = with_folders(&project.tree, edits);
        edits.extend(activity_log::append_events(&project.tree, &edits, &events, context));
        edits.extend(peer_logs::append_lines(project, &events, context));
        ChangeSet {
            summary,
            edits,
            relies_on: evidence.into_iter().collect(),
            events,
            created,
            warnings,
            settled,
            merged,
            proposed: None,
        }
    }
}

/// Numbers the changes as events.
fn own_events(context: &Context, changes: Vec<LoggedChange>) -> impl Iterator<Item = Event> {
    let at = handoff_format::timestamp(context.now);
    let actor = Arc::new(context.actor.clone());
    let event = move |(index, LoggedChange { task, session, change })| Event {
        id: format!("e-{}-{:08x}-{index:04}", context.now, context.seed),
        at: at.clone(),
        actor: Arc::clone(&actor),
        task,
        session,
        change,
        observed: false,
        since: None,
    };
    changes.into_iter().enumerate().map(event)
}
