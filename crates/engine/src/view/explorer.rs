//! One level of the task tree, with ancestors of matches kept for context.

use handoff_protocol::view::{ExplorerRow, ExplorerView};
use handoff_protocol::{Filter, Sort};

use crate::model::{Slot, TaskRef, Tasks, by_rank};
use crate::view::card::{Cards, count};
use crate::view::filter::TaskFilter;
use crate::view::order::compare;

/// The notes' beginning that a tooltip shows.
const EXCERPT: usize = 400;

pub(crate) fn explorer(cards: &Cards<'_>, parent: Option<&str>, filter: &Filter, sort: Sort) -> ExplorerView {
    let tasks = &cards.model.tasks;
    let revision = cards.model.revision;
    let task_filter = TaskFilter::new(filter);
    let parent = match parent {
        None => None,
        Some(key) => match tasks.find(key) {
            Ok(task) => Some(task.slot),
            Err(_) => return ExplorerView { revision, rows: Vec::new(), matches: 0 },
        },
    };
    let kept = Kept::new(tasks, parent, &task_filter);
    let mut shown = tasks.children(parent);
    shown.retain(|task| kept.keeps(task.slot));
    shown.sort_by(|a, b| compare(sort, by_rank, *a, *b));
    let rows = shown.into_iter().map(|task| ExplorerRow {
        children: count(tasks.children(Some(task.slot)).iter().filter(|child| kept.keeps(child.slot)).count()),
        matches: task_filter.passes(task),
        excerpt: excerpt(task),
        card: cards.card(task),
    });
    ExplorerView { revision, rows: rows.collect(), matches: kept.matches }
}

/// Tasks that match or have a match below them.
struct Kept {
    /// By slot; none when all are kept.
    marks: Option<Vec<bool>>,
    matches: u32,
}

impl Kept {
    /// Looks below the parent alone, since a tree that is filtered asks for the children of very many.
    fn new(tasks: &Tasks, parent: Option<Slot>, task_filter: &TaskFilter<'_>) -> Kept {
        let below = parent.map_or_else(|| tasks.all().collect(), |parent| below(tasks, parent));
        if task_filter.is_open() {
            return Kept { marks: None, matches: count(below.len()) };
        }
        let mut marks = vec![false; tasks.capacity()];
        let mut matches = 0;
        for task in below.into_iter().filter(|task| task_filter.passes(*task)) {
            matches += 1;
            let mut at = Some(task);
            while let Some(task) = at {
                match marks.get_mut(task.slot.index()) {
                    Some(mark) if !*mark => *mark = true,
                    _ => break,
                }
                at = tasks.parent(task.slot);
            }
        }
        Kept { marks: Some(marks), matches }
    }

    fn keeps(&self, slot: Slot) -> bool {
        self.marks.as_ref().is_none_or(|marks| marks.get(slot.index()) == Some(&true))
    }
}

/// The tasks below one, at any depth.
fn below(tasks: &Tasks, parent: Slot) -> Vec<TaskRef<'_>> {
    let mut found = tasks.children(Some(parent));
    let mut next = 0;
    while let Some(task) = found.get(next) {
        next += 1;
        found.extend(tasks.children(Some(task.slot)));
    }
    found
}

fn excerpt(task: TaskRef<'_>) -> String {
    task.shown.task.notes.as_deref().unwrap_or_default().chars().take(EXCERPT).collect()
}
