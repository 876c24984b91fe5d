//! The kanban board: a column per status.

use handoff_protocol::view::{BoardColumn, BoardView, Card};
use handoff_protocol::{Filter, Sort, Status};

use crate::model::TaskRef;
use crate::model::filter::TaskFilter;
use crate::read::view::card::{Cards, count};
use crate::read::view::order::first_cards;

/// Maximum number of proposed tasks of a column.
const MAX_GHOSTS: usize = 20;

/// The tasks of one column.
#[derive(Default)]
struct Column<'a> {
    /// Number of its tasks without subtasks, with or without the filter.
    work: usize,
    matching: Vec<TaskRef<'a>>,
}

/// Builds the board. `limit` is the maximum number of cards of a column.
pub(crate) fn board(
    cards: &Cards<'_>,
    filter: &Filter,
    sort: Sort,
    leaves_only: bool,
    limit: &dyn Fn(Status) -> usize,
) -> BoardView {
    let tasks = &cards.model.tasks;
    let task_filter = TaskFilter::new(filter, tasks, cards.today);
    let mut columns = Status::ALL.map(|status| (status, Column::default()));
    let mut unfiltered = 0;
    for task in tasks.all() {
        if let Some((_, column)) = columns.iter_mut().find(|(status, _)| *status == task.status()) {
            let is_leaf = tasks.is_leaf(task.slot);
            column.work += usize::from(is_leaf);
            // A group that is overdue itself only has to be closed.
            let is_hidden = leaves_only && !is_leaf;
            if is_hidden && !(filter.overdue && tasks.is_overdue(task, cards.today)) {
                continue;
            }
            unfiltered += usize::from(!is_hidden);
            if task_filter.passes(task) {
                column.matching.push(task);
            }
        }
    }
    let card = |task: TaskRef<'_>| Card {
        found_in_notes: task_filter.is_found_in_notes(task).then_some(true),
        ..cards.card(task)
    };
    let board_column = |(status, Column { work, matching })| {
        let total = count(matching.len());
        let shown = first_cards(matching, limit(status), sort, status);
        BoardColumn {
            status,
            total,
            limit: cards.model.config.wip_limit(status),
            wip: count(work),
            cards: shown.into_iter().map(card).collect(),
            ghosts: Vec::new(),
        }
    };
    let mut ghosts = if *filter == Filter::default() { cards.proposed.new_tasks() } else { Vec::new() };
    let mut columns: Vec<BoardColumn> = columns.into_iter().map(board_column).collect();
    for column in &mut columns {
        column.ghosts = ghosts.extract_if(.., |card| card.status == column.status).take(MAX_GHOSTS).collect();
    }
    BoardView { revision: cards.model.revision, unfiltered: count(unfiltered), columns }
}
