//! Folds change sets, newest first, into the state that each task had before them.

use std::collections::BTreeMap;

use handoff_format::{PathKind, Value, classify, is_in_trash};
use handoff_protocol::{Change, ChangeSet, Edit, Layout, Status, Text};

use crate::Project;
use crate::change::plan::revert::task_target::{Origin, TaskTarget, is_as_created, is_below, record_of};
use crate::ground::texts;
use crate::ground::tree::within;
use crate::model::{ROOT, TaskFile};

/// A task's file that a change set writes.
struct Write<'s> {
    id: String,
    path: &'s str,
    layout: Layout,
    status: Option<Status>,
    before: Option<&'s [u8]>,
    after: &'s [u8],
    /// Whether the change set changes the ID.
    is_renamed: bool,
}

/// The tasks that change sets have changed. An ID can stand for several: a task that was deleted, and
/// a later one that got its ID.
struct Targets<'a> {
    project: &'a Project,
    all: Vec<TaskTarget>,
    /// The task that has an ID at the time of the change set that is being reverted.
    by_id: BTreeMap<String, usize>,
}

/// Returns the tasks that change sets have changed, as they were before.
pub(super) fn task_targets(project: &Project, steps: &[ChangeSet]) -> Vec<TaskTarget> {
    let mut targets = Targets { project, all: Vec::new(), by_id: BTreeMap::new() };
    for step in steps.iter().rev() {
        targets.take_back(step);
    }
    targets.all.sort_by(|one, other| one.id.cmp(&other.id));
    targets.all
}

impl Targets<'_> {
    #[allow(clippy::indexing_slicing, reason = "the index was looked up or added just before")]
    fn get(&mut self, id: &str) -> &mut TaskTarget {
        let end = self.all.len();
        let index = *self.by_id.entry(id.to_owned()).or_insert(end);
        if index == end {
            // A later task with the same ID is the one that exists.
            let is_taken = self.all.iter().any(|other| other.id == id);
            self.all.push(if is_taken { TaskTarget::absent(id) } else { TaskTarget::current(self.project, id) });
        }
        &mut self.all[index]
    }

    /// Takes one change set back.
    fn take_back(&mut self, step: &ChangeSet) {
        let project = self.project;
        let writes = task_writes(&step.edits);
        let trashed = trashed_tasks(project, &step.edits);
        for event in step.events.iter().rev().filter(|event| !event.observed) {
            let Some(id) = &event.task else { continue };
            match &event.change {
                Change::Created { .. } => {
                    let created = writes.iter().find(|write| write.id == *id && write.before.is_none());
                    self.take_creation_back(id, created);
                }
                Change::Deleted { .. } => {
                    let trashed = trashed.iter().find(|origin| origin.task.id == *id);
                    if trashed.is_some() && self.get(id).exists {
                        // It is still in the trash, so that the existing task is another one.
                        self.by_id.remove(id);
                    }
                    let target = self.get(id);
                    target.was_deleted = true;
                    match trashed {
                        Some(origin) if target.origin.is_none() => target.start_from(origin.clone()),
                        _ => target.is_wanted = target.origin.is_some(),
                    }
                }
                Change::Moved { from, to } => {
                    self.get(id).take_back_parent(project, from.as_deref(), to.as_deref());
                }
                Change::Field { field, from, to } if field == "status" => {
                    let status = |value: &Value| value.as_str().and_then(Status::from_name);
                    self.get(id).take_back_status(project, status(from), status(to));
                }
                _ => {}
            }
        }
        for write in writes.iter().rev() {
            if write.is_renamed {
                let target = self.get(&write.id);
                target.keep(Text::with(texts::REVERT_ID_CHANGED, [("id", write.id.clone())]));
            } else if let Some(before) = write.before {
                self.get(&write.id).take_back_content(project, write.layout, before, write.after);
            }
        }
    }

    /// Takes the creation of a task back. Without its content, it came back from the trash.
    fn take_creation_back(&mut self, id: &str, created: Option<&Write<'_>>) {
        let target = self.get(id);
        target.is_wanted = false;
        target.was_created = true;
        let Some(created) = created else { return };
        let is_untouched = target.kept.is_empty()
            && record_of(created.layout, created.after).is_some_and(|record| is_as_created(&target.record, &record))
            && target.status == created.status
            && is_below(created.path, target.parent.as_deref());
        if target.exists && !is_untouched {
            target.keep(Text::with(texts::REVERT_TASK_CHANGED, [("id", id.to_owned())]));
        }
        // Older changes are of another task that had this ID.
        self.by_id.remove(id);
    }
}

/// Returns the writes of tasks' files.
fn task_writes(edits: &[Edit]) -> Vec<Write<'_>> {
    let mut writes = Vec::new();
    for edit in edits {
        let Edit::Write { path, before, after } = edit else { continue };
        let PathKind::TaskFile { layout, status } = classify(path) else { continue };
        let id_of = |bytes: &[u8]| {
            let file = TaskFile::read(path.clone(), layout, status, bytes);
            (!file.is_broken).then(|| file.task.id.clone())
        };
        let Some(id) = id_of(after) else { continue };
        let is_renamed = before.as_deref().is_some_and(|before| id_of(before).is_some_and(|old| old != id));
        writes.push(Write { id, path, layout, status, before: before.as_deref(), after, is_renamed });
    }
    writes
}

/// Returns the tasks that edits have moved to the trash, as far as they are still there.
fn trashed_tasks(project: &Project, edits: &[Edit]) -> Vec<Origin> {
    let mut trashed = Vec::new();
    for edit in edits {
        if let Edit::Move { from, to } = edit
            && within(from, ROOT)
            && is_in_trash(to)
        {
            trashed.extend(Origin::in_trash(project, from, to));
        }
    }
    trashed
}
