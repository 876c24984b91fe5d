//! The tasks in the order of the tree, with their dependencies by position.
//!
//! Invariant: the descendants of a task follow it directly, so a branch is a range. The outline is
//! built on first use. It is discarded when a task is added, removed or reordered or when its
//! dependencies change; changes of other fields keep it.
#![allow(clippy::indexing_slicing, reason = "tables have one entry per task or slot")]

use std::ops::Range;

use handoff_protocol::DependencyKind;

use crate::model::dependency_links::all_links;
use crate::model::node::Slot;
use crate::model::tasks::{TaskRef, Tasks};

/// The position that means no task.
pub(crate) const NO_POSITION: usize = usize::MAX;

#[derive(Clone, Debug, Default)]
pub(crate) struct Outline {
    /// Parents before children, siblings in the order that people gave them.
    pub(crate) rows: Vec<Row>,
    /// The position of each slot's task.
    positions: Vec<usize>,
    /// Sorted by the task that waits.
    pub(crate) links: Vec<OutlineLink>,
}

/// A task in the order of the tree.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) slot: Slot,
    /// The position of its parent.
    pub(crate) above: usize,
    /// The position after everything below it.
    pub(crate) end: usize,
    /// Whether a dependency names an ID that no task has, or the dependencies cannot be read.
    pub(crate) has_unknown_dependency: bool,
}

/// A dependency between two positions.
#[derive(Clone, Debug)]
pub(crate) struct OutlineLink {
    /// The task that is waited for.
    pub(crate) from: usize,
    /// The task that waits.
    pub(crate) to: usize,
    pub(crate) kind: DependencyKind,
    pub(crate) lag: i32,
    /// Whether one task is a descendant of the other.
    pub(crate) is_related: bool,
}

impl Outline {
    pub(super) fn of(tasks: &Tasks) -> Outline {
        let mut outline = Outline { positions: vec![NO_POSITION; tasks.capacity()], ..Outline::default() };
        outline.add_rows(tasks, None, NO_POSITION);
        outline.add_dependencies(tasks);
        outline
    }

    /// Adds the descendants of a task.
    fn add_rows(&mut self, tasks: &Tasks, slot: Option<Slot>, parent: usize) {
        for TaskRef { slot, shown, .. } in tasks.sorted_children(slot) {
            let position = self.rows.len();
            self.positions[slot.index()] = position;
            self.rows.push(Row { slot, above: parent, end: NO_POSITION, has_unknown_dependency: shown.is_broken });
            self.add_rows(tasks, Some(slot), position);
            self.rows[position].end = self.rows.len();
        }
    }

    /// Adds the dependencies of all rows.
    fn add_dependencies(&mut self, tasks: &Tasks) {
        for to in 0..self.rows.len() {
            let Some(task) = tasks.get(self.rows[to].slot) else { continue };
            if task.shown.task.dependencies.is_empty() {
                continue;
            }
            for link in all_links(&task.shown.task) {
                let count_before = self.links.len();
                for other in tasks.with_id(&link.id) {
                    let from = self.positions[other.slot.index()];
                    let is_related = from != to && (self.branch(from).contains(&to) || self.branch(to).contains(&from));
                    self.links.push(OutlineLink { from, to, kind: link.kind, lag: link.lag, is_related });
                }
                // Of tasks that share an ID, not the order in which they were read.
                if let Some(added) = self.links.get_mut(count_before..) {
                    added.sort_unstable_by_key(|link| link.from);
                }
                self.rows[to].has_unknown_dependency |= self.links.len() == count_before;
            }
        }
    }

    /// Returns the position of a slot's task, `None` if it has no task.
    pub(crate) fn position(&self, slot: Slot) -> Option<usize> {
        self.positions.get(slot.index()).copied().filter(|position| *position != NO_POSITION)
    }

    /// Returns the positions of a task and its descendants.
    pub(crate) fn branch(&self, position: usize) -> Range<usize> {
        position..self.rows[position].end
    }
}

#[cfg(test)]
mod tests {
    use handoff_protocol::FileState;

    use crate::Project;
    use crate::model::tasks::Outline;

    fn task(folder: &str, id: &str, more: &str) -> FileState {
        let json = format!("{{\"id\":\"{id}\",\"title\":\"{id}\"{more}}}");
        FileState::File { path: format!("tasks/{folder}/_task.todo.json"), bytes: json.into_bytes() }
    }

    fn gone(path: &str) -> FileState {
        FileState::Gone { path: format!("tasks/{path}") }
    }

    #[test]
    fn outline_is_rebuilt_when_its_content_changes() {
        let links =
            |kind: &str| format!(r#","dependencies":["b"],"handoff_dependencies":[{{"id":"b","kind":"{kind}"}}]"#);
        let steps: Vec<(&str, Vec<FileState>)> = vec![
            ("tasks are added", vec![task("b-x", "b", ""), task("a-x", "a", ""), task("a-x/a.1-x", "a.1", "")]),
            ("a task gets an order", vec![task("b-x", "b", r#","order":7"#)]),
            ("a task gets a rank", vec![task("a-x", "a", r#","handoff_rank":"C""#)]),
            ("a task gets a dependency", vec![task("a-x", "a", r#","dependencies":["b"]"#)]),
            ("a dependency gets another kind", vec![task("a-x", "a", &links("SS"))]),
            ("the task that is waited for is removed", vec![gone("b-x")]),
            ("a task is added below a folder without a task", vec![task("c/d-x", "d", "")]),
            ("that folder gets a task", vec![task("c", "c", "")]),
            ("a task gets another ID", vec![task("c/d-x", "b", "")]),
            ("two tasks have the same ID", vec![task("b-x", "b", "")]),
            ("a branch is moved", vec![gone("a-x"), task("c/a-x", "a", &links("FF")), task("c/a-x/a.1-x", "a.1", "")]),
            ("all tasks are removed", vec![FileState::Gone { path: "tasks".to_owned() }]),
        ];
        let mut project = Project::default();
        let mut before = format!("{:?}", project.model.tasks.outline());
        for (name, files) in steps {
            project.feed(files, 0);
            project.feed(Vec::new(), 10_000);
            let now = format!("{:?}", project.model.tasks.outline());
            assert_eq!(now, format!("{:?}", Outline::of(&project.model.tasks)), "{name}");
            assert_ne!(now, before, "{name} changes nothing");
            before = now;
        }
    }
}
