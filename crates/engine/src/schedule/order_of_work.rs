//! What a task waits for, and due dates that contradict the order of work.

use crate::model::{TaskRef, Tasks};

/// Returns the open tasks that a task waits for: its own dependencies, then those of its parents.
pub(crate) fn open_dependencies<'a>(tasks: &'a Tasks, task: TaskRef<'a>) -> Vec<TaskRef<'a>> {
    let mut open: Vec<TaskRef<'a>> = Vec::new();
    for waiting in std::iter::successors(Some(task), |task| tasks.parent(task.slot)) {
        for id in &waiting.shown.task.dependencies {
            for other in tasks.with_id(id).filter(|other| !other.status().is_terminal()) {
                if open.iter().all(|known| known.slot != other.slot) {
                    open.push(other);
                }
            }
        }
    }
    open
}

/// Returns the pairs of open tasks, of which a task is one, where the first waits for the second
/// and is due before it.
pub(crate) fn early_due_dates<'a>(tasks: &'a Tasks, task: TaskRef<'a>) -> Vec<(TaskRef<'a>, TaskRef<'a>)> {
    let awaited = task.shown.task.dependencies.iter().flat_map(|id| tasks.with_id(id)).map(|other| (task, other));
    let waits = |other: &TaskRef<'_>| other.shown.task.dependencies.iter().any(|id| id == task.id());
    let waiting = tasks.all().filter(waits).map(|other| (other, task));
    let is_early = |(first, second): &(TaskRef<'_>, TaskRef<'_>)| {
        let due = |task: TaskRef<'_>| task.shown.summary.dates.due.filter(|_| !task.status().is_terminal());
        due(*first).zip(due(*second)).is_some_and(|(first, second)| first < second)
    };
    awaited.chain(waiting).filter(is_early).collect()
}
