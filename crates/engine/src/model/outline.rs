//! The tasks in the order of the tree and what ties them: what stays the same while their other fields change.
//!
//! Invariant: the tasks below a task follow it directly, so a branch is a range. It is made when it is asked for and thrown away when a task
//! comes, goes, is arranged anew or waits for something else.
#![allow(clippy::indexing_slicing, reason = "tables have one entry per task or slot")]

use std::ops::Range;

use handoff_protocol::DependencyKind;

use crate::model::dependency_links::links;
use crate::model::{Slot, TaskRef, Tasks};

/// No task.
pub(crate) const NONE: usize = usize::MAX;

#[derive(Clone, Debug, Default)]
pub(crate) struct Outline {
    /// Parents before children, siblings as people arranged them.
    pub(crate) rows: Vec<Row>,
    /// The position of the task in each slot.
    places: Vec<usize>,
    /// By the task that waits.
    pub(crate) ties: Vec<Tie>,
}

/// A task in its place.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) slot: Slot,
    /// The position of its parent.
    pub(crate) above: usize,
    /// The position after everything below it.
    pub(crate) end: usize,
    /// It waits for an id that no task has.
    pub(crate) dangles: bool,
}

/// A dependency, by positions.
#[derive(Clone, Debug)]
pub(crate) struct Tie {
    /// Which is waited for.
    pub(crate) from: usize,
    /// Which waits.
    pub(crate) to: usize,
    pub(crate) kind: DependencyKind,
    pub(crate) lag: i32,
    /// One is below the other.
    pub(crate) related: bool,
}

impl Outline {
    pub(super) fn of(tasks: &Tasks) -> Outline {
        let mut outline = Outline { places: vec![NONE; tasks.capacity()], ..Outline::default() };
        outline.plant(tasks, None, NONE);
        outline.tie(tasks);
        outline
    }

    /// Reads the tree below a task.
    fn plant(&mut self, tasks: &Tasks, slot: Option<Slot>, above: usize) {
        for TaskRef { slot, .. } in tasks.arranged(slot) {
            let place = self.rows.len();
            self.places[slot.index()] = place;
            self.rows.push(Row { slot, above, end: NONE, dangles: false });
            self.plant(tasks, Some(slot), place);
            self.rows[place].end = self.rows.len();
        }
    }

    /// Reads the dependencies.
    fn tie(&mut self, tasks: &Tasks) {
        for to in 0..self.rows.len() {
            let Some(task) = tasks.get(self.rows[to].slot) else { continue };
            if task.shown.task.dependencies.is_empty() {
                continue;
            }
            for link in links(&task.shown.task) {
                let before = self.ties.len();
                for other in tasks.with_id(&link.id) {
                    let from = self.places[other.slot.index()];
                    let related = from != to && (self.branch(from).contains(&to) || self.branch(to).contains(&from));
                    self.ties.push(Tie { from, to, kind: link.kind, lag: link.lag, related });
                }
                self.rows[to].dangles |= self.ties.len() == before;
            }
        }
    }

    /// The position of a task.
    pub(crate) fn place(&self, slot: Slot) -> Option<usize> {
        self.places.get(slot.index()).copied().filter(|place| *place != NONE)
    }

    /// A task with everything below it.
    pub(crate) fn branch(&self, place: usize) -> Range<usize> {
        place..self.rows[place].end
    }
}

#[cfg(test)]
mod tests {
    use handoff_protocol::FileState;

    use crate::Project;
    use crate::model::outline::Outline;

    fn task(folder: &str, id: &str, more: &str) -> FileState {
        let json = format!("{{\"id\":\"{id}\",\"title\":\"{id}\"{more}}}");
        FileState::File { path: format!("tasks/{folder}/_task.todo.json"), bytes: json.into_bytes() }
    }

    fn gone(path: &str) -> FileState {
        FileState::Gone { path: format!("tasks/{path}") }
    }

    #[test]
    fn it_is_made_anew_whenever_something_in_it_changes() {
        let links =
            |kind: &str| format!(r#","dependencies":["b"],"handoff_dependencies":[{{"id":"b","kind":"{kind}"}}]"#);
        let steps: Vec<(&str, Vec<FileState>)> = vec![
            ("tasks come", vec![task("b-x", "b", ""), task("a-x", "a", ""), task("a-x/a.1-x", "a.1", "")]),
            ("one gets a place of its own", vec![task("b-x", "b", r#","order":7"#)]),
            ("and another", vec![task("a-x", "a", r#","handoff_rank":"C""#)]),
            ("it waits for another", vec![task("a-x", "a", r#","dependencies":["b"]"#)]),
            ("in another way", vec![task("a-x", "a", &links("SS"))]),
            ("what it waits for goes", vec![gone("b-x")]),
            ("a task comes below a folder without one", vec![task("c/d-x", "d", "")]),
            ("that becomes one", vec![task("c", "c", "")]),
            ("one gets another id", vec![task("c/d-x", "b", "")]),
            ("two have one id", vec![task("b-x", "b", "")]),
            ("a branch is moved", vec![gone("a-x"), task("c/a-x", "a", &links("FF")), task("c/a-x/a.1-x", "a.1", "")]),
            ("everything goes", vec![FileState::Gone { path: "tasks".to_owned() }]),
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
