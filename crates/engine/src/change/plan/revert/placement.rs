//! Decides which tasks a revert deletes, restores and moves.
//!
//! Invariant: afterwards every task has a parent that exists, no task is below itself, IDs are
//! unique, and no task waits for itself through others. What would break this is kept.

use std::collections::{BTreeMap, BTreeSet};

use handoff_protocol::Text;

use crate::Project;
use crate::change::plan::revert::task_target::TaskTarget;
use crate::change::plan::waiting::Cause;
use crate::ground::texts;
use crate::model::TaskRef;

/// The keys of a task's file that hold its dependencies.
const DEPENDENCY_KEYS: [&str; 2] = ["dependencies", "handoff_dependencies"];

/// Keeps every task whose revert would break a rule.
pub(super) fn settle(project: &Project, targets: &mut [TaskTarget]) {
    for target in targets.iter_mut() {
        match (target.conflict.clone(), target.is_wanted, target.origin.is_some()) {
            (Some(reason), ..) => target.keep(reason),
            (None, false, false) if target.was_deleted && !target.was_created => {
                target.keep(about(texts::REVERT_NOT_IN_TRASH, target));
            }
            (None, false, false) if !target.was_created => target.keep(about(texts::REVERT_DELETED, target)),
            _ => {}
        }
    }
    check_ids(project, targets);
    // Each round keeps at least one more task.
    for _ in 0..=targets.len() {
        let kept = check_places(project, targets);
        if kept.is_empty() {
            break;
        }
        for (index, reason) in kept {
            if let Some(target) = targets.get_mut(index) {
                target.keep(reason);
            }
        }
    }
}

fn about(template: &str, target: &TaskTarget) -> Text {
    Text::with(template, [("id", target.id.clone())])
}

/// Keeps deleted tasks in the trash whose ID another task has now.
fn check_ids(project: &Project, targets: &mut [TaskTarget]) {
    let removed: BTreeSet<String> =
        targets.iter().filter(|target| target.exists && !target.is_wanted).map(|target| target.id.clone()).collect();
    let mut restored = BTreeSet::new();
    for target in targets.iter_mut().filter(|target| !target.exists && target.is_wanted) {
        let is_taken = project.model.tasks.with_id(&target.id).next().is_some() && !removed.contains(&target.id);
        if is_taken || !restored.insert(target.id.clone()) {
            target.keep(about(texts::REVERT_ID_TAKEN, target));
        }
    }
}

/// Returns the tasks that cannot be where they would be, with the reasons.
fn check_places(project: &Project, targets: &[TaskTarget]) -> Vec<(usize, Text)> {
    let planned = PlannedTree::of(project, targets);
    let mut kept = Vec::new();
    for (index, target) in targets.iter().enumerate() {
        let was_at = target.origin.as_ref().filter(|_| target.exists).map(|origin| &origin.parent);
        if target.exists && !target.is_wanted {
            if planned.parents.values().any(|parent| *parent == Some(target.id.as_str())) {
                kept.push((index, about(texts::REVERT_HAS_SUBTASKS, target)));
            }
        } else if target.is_wanted && was_at != Some(&target.parent) {
            let Some(parent) = &target.parent else { continue };
            if !planned.parents.contains_key(parent.as_str()) {
                let args = [("id", target.id.clone()), ("parent", parent.clone())];
                kept.push((index, Text::with(texts::REVERT_PARENT_GONE, args)));
            } else if planned.is_below_itself(&target.id) {
                kept.push((index, about(texts::REVERT_BELOW_ITSELF, target)));
            }
        }
    }
    kept
}

/// The parent of each task after the revert, by ID.
struct PlannedTree<'a> {
    parents: BTreeMap<&'a str, Option<&'a str>>,
}

impl<'a> PlannedTree<'a> {
    fn of(project: &'a Project, targets: &'a [TaskTarget]) -> PlannedTree<'a> {
        let tasks = &project.model.tasks;
        let mut parents: BTreeMap<&str, Option<&str>> =
            tasks.all().map(|task| (task.id(), tasks.parent(task.slot).map(TaskRef::id))).collect();
        for target in targets.iter().filter(|target| target.exists && !target.is_wanted) {
            parents.remove(target.id.as_str());
        }
        for target in targets.iter().filter(|target| target.is_wanted) {
            parents.insert(&target.id, target.parent.as_deref());
        }
        PlannedTree { parents }
    }

    fn is_below_itself(&self, id: &str) -> bool {
        let mut seen = BTreeSet::new();
        let mut current = id;
        while let Some(Some(parent)) = self.parents.get(current) {
            if *parent == id {
                return true;
            }
            if !seen.insert(*parent) {
                return false;
            }
            current = parent;
        }
        false
    }
}

/// Keeps what would close a circle of tasks that wait for each other: the dependencies of a task, which
/// stays in the trash if it is there, or its place. Returns false if no target is the cause.
pub(super) fn keep_cause(project: &Project, targets: &mut [TaskTarget], cause: &Cause) -> bool {
    let Some(target) = targets.iter_mut().find(|target| target.is_wanted && target.id == cause.id) else {
        return false;
    };
    if cause.is_dependency {
        keep_dependencies(target);
    } else {
        target.keep(about(texts::REVERT_PLACE_CYCLE, target));
    }
    settle(project, targets);
    true
}

fn keep_dependencies(target: &mut TaskTarget) {
    let reason = about(texts::REVERT_DEPENDENCY_CYCLE, target);
    let Some(origin) = target.origin.as_ref().filter(|_| target.exists) else {
        target.keep(reason);
        return;
    };
    let rows = target.fields().into_iter().filter(|row| row.field == "dependencies");
    let rows: Vec<_> =
        rows.map(|row| handoff_protocol::FieldRevert { conflict: Some(reason.clone()), ..row }).collect();
    let mut record = target.record.clone();
    if let Some(values) = record.as_object_mut() {
        for key in DEPENDENCY_KEYS {
            match origin.record.get(key) {
                Some(value) => values.insert(key.to_owned(), value.clone()),
                None => values.shift_remove(key),
            };
        }
    }
    target.record = record;
    target.kept.retain(|row| row.field != "dependencies");
    target.kept.extend(rows);
}
