//! One level of the task tree, with the ancestors of matching tasks.

use handoff_protocol::view::{ExplorerRow, ExplorerView, TasksInside};
use handoff_protocol::{Filter, Priority, Sort, Status};

use crate::analysis::problems::has_problems;
use crate::model::filter::TaskFilter;
use crate::model::{Slot, TaskRef, Tasks, compare_ranks};
use crate::read::view::card::{Cards, count};
use crate::read::view::order::compare;

/// Maximum number of characters of the notes in a tooltip.
const MAX_EXCERPT: usize = 400;

/// Builds the rows below a parent.
pub(crate) fn explorer(cards: &Cards<'_>, parent: Option<&str>, filter: &Filter, sort: Sort) -> ExplorerView {
    let tasks = &cards.model.tasks;
    let revision = cards.model.revision;
    let task_filter = TaskFilter::new(filter, tasks, cards.today);
    let parent = match parent {
        None => None,
        Some(key) => match tasks.find(key) {
            Ok(task) => Some(task.slot),
            Err(_) => return ExplorerView { revision, rows: Vec::new(), matches: 0 },
        },
    };
    let visible = VisibleTasks::new(tasks, parent, &task_filter);
    let mut shown = tasks.children(parent);
    shown.retain(|task| visible.contains(task.slot));
    shown.sort_by(|a, b| compare(sort, compare_ranks, *a, *b));
    let rows = shown.into_iter().map(|task| ExplorerRow {
        children: count(tasks.children(Some(task.slot)).iter().filter(|child| visible.contains(child.slot)).count()),
        matches: task_filter.passes(task),
        excerpt: excerpt(task),
        inside: inside(cards, task.slot),
        card: cards.card(task),
    });
    ExplorerView { revision, rows: rows.collect(), matches: visible.matches }
}

/// The tasks that match or have a matching descendant.
struct VisibleTasks {
    /// By slot. `None` if all are visible.
    marks: Option<Vec<bool>>,
    matches: u32,
}

impl VisibleTasks {
    /// Searches only below the parent, because a filtered tree queries the children of many tasks.
    fn new(tasks: &Tasks, parent: Option<Slot>, task_filter: &TaskFilter<'_>) -> VisibleTasks {
        let descendants = parent.map_or_else(|| tasks.all().collect(), |parent| below(tasks, parent));
        if task_filter.passes_all() {
            return VisibleTasks { marks: None, matches: count(descendants.len()) };
        }
        let mut marks = vec![false; tasks.capacity()];
        let mut matches = 0;
        for task in descendants.into_iter().filter(|task| task_filter.passes(*task)) {
            matches += 1;
            let mut next = Some(task);
            while let Some(task) = next {
                match marks.get_mut(task.slot.index()) {
                    Some(mark) if !*mark => *mark = true,
                    _ => break,
                }
                next = tasks.parent(task.slot);
            }
        }
        VisibleTasks { marks: Some(marks), matches }
    }

    fn contains(&self, slot: Slot) -> bool {
        self.marks.as_ref().is_none_or(|marks| marks.get(slot.index()) == Some(&true))
    }
}

/// Counts what is below a task.
fn inside(cards: &Cards<'_>, parent: Slot) -> TasksInside {
    let tasks = &cards.model.tasks;
    let mut inside = TasksInside::default();
    for task in below(tasks, parent) {
        inside.late += u32::from(tasks.is_overdue(task, cards.today));
        inside.troubled += u32::from(has_problems(tasks, cards.cycles, task));
        let status = task.status();
        inside.blocked += u32::from(status == Status::Blocked);
        if !status.is_terminal() && tasks.is_leaf(task.slot) {
            inside.open += 1;
            inside.urgent += u32::from(task.shown.task.priority == Some(Priority::High));
            let is_at_work = status == Status::InProgress || cards.holders.contains_key(task.id());
            inside.at_work += u32::from(is_at_work);
        }
    }
    inside
}

/// Returns all descendants of a task.
fn below(tasks: &Tasks, parent: Slot) -> Vec<TaskRef<'_>> {
    let mut family = tasks.subtree(parent);
    if !family.is_empty() {
        family.remove(0);
    }
    family
}

fn excerpt(task: TaskRef<'_>) -> String {
    task.shown.task.notes.iter().flat_map(|notes| notes.chars()).take(MAX_EXCERPT).collect()
}
