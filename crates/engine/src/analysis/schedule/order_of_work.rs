//! The predecessors of a task, the time when it is needed, and due dates that contradict the order of work.
#![allow(clippy::indexing_slicing, reason = "tables have one entry per task, and indices come from the network")]

use crate::analysis::schedule::dependency_graph::{Network, NetworkTask};
use crate::ground::timestamp::Day;
use crate::model::{TaskRef, Tasks};

/// Returns for each open task the day by which it is needed: the earliest due date among its own,
/// its parents' and those of the tasks that wait for it. [`Day::MAX`] if there is none. In a
/// dependency cycle only the own due date counts.
pub(crate) fn needed_by(network: &Network<'_>) -> Vec<Day> {
    let own_due = |entry: &NetworkTask<'_>| entry.dates.due.filter(|_| !entry.closed).unwrap_or(Day::MAX);
    let mut days: Vec<Day> = network.tasks.iter().map(own_due).collect();
    // For what waits before a task, its subtasks count too.
    let mut with_subtasks = days.clone();
    for endpoint in network.order.iter().rev() {
        let index = endpoint.index();
        if endpoint.is_end() {
            let above = network.parent(index).map(|parent| days[parent]);
            let behind = network.outgoing_links(index).map(|link| with_subtasks[link.to]);
            let earliest = behind.chain(above).fold(days[index], Day::min);
            days[index] = earliest;
        } else {
            with_subtasks[index] = with_subtasks[index].min(days[index]);
            if let Some(parent) = network.parent(index) {
                with_subtasks[parent] = with_subtasks[parent].min(with_subtasks[index]);
            }
        }
    }
    days
}

/// Returns the tasks that a task itself depends on, without those that are above or below it, on which a
/// dependency has no effect.
pub(crate) fn own_dependencies<'a>(tasks: &'a Tasks, task: TaskRef<'a>) -> impl Iterator<Item = TaskRef<'a>> {
    let others = task.shown.task.dependencies.iter().flat_map(|id| tasks.with_id(id));
    others.filter(move |other| !task.is_in_line_with(*other))
}

/// Returns the open tasks that a task waits for: its own dependencies, then those of its parents.
pub(crate) fn open_dependencies<'a>(tasks: &'a Tasks, task: TaskRef<'a>) -> Vec<TaskRef<'a>> {
    let mut open: Vec<TaskRef<'a>> = Vec::new();
    for waiting in std::iter::successors(Some(task), |task| tasks.parent(task.slot)) {
        for other in own_dependencies(tasks, waiting).filter(|other| !other.status().is_terminal()) {
            if open.iter().all(|known| known.slot != other.slot) {
                open.push(other);
            }
        }
    }
    open
}

/// Returns the pairs of open tasks, of which a task is one, where the first waits for the second
/// and is due before it.
pub(crate) fn early_due_dates<'a>(tasks: &'a Tasks, task: TaskRef<'a>) -> Vec<(TaskRef<'a>, TaskRef<'a>)> {
    let awaited = own_dependencies(tasks, task).map(|other| (task, other));
    let names_it = |other: &TaskRef<'_>| other.shown.task.dependencies.iter().any(|id| id == task.id());
    let waits = |other: &TaskRef<'_>| names_it(other) && !other.is_in_line_with(task);
    let waiting = tasks.all().filter(waits).map(|other| (other, task));
    let is_early = |(first, second): &(TaskRef<'_>, TaskRef<'_>)| {
        let due = |task: TaskRef<'_>| task.shown.summary.dates.due.filter(|_| !task.status().is_terminal());
        due(*first).zip(due(*second)).is_some_and(|(first, second)| first < second)
    };
    awaited.chain(waiting).filter(is_early).collect()
}
