//! The kanban board: a column per status.

use handoff_protocol::view::{BoardColumn, BoardView};
use handoff_protocol::{Filter, Sort, Status};

use super::card::{Cards, count, page};
use super::filter::Sieve;
use super::order::{compare, first_sorted};
use crate::model::{TaskRef, by_board_rank};

pub(crate) fn board(
    cards: &Cards<'_>,
    filter: &Filter,
    sort: Sort,
    leaves_only: bool,
    unlimited: &[Status],
) -> BoardView {
    let tasks = &cards.model.tasks;
    let sieve = Sieve::new(filter);
    let columns = Status::ALL.into_iter().map(|status| {
        let all = || tasks.all().filter(|task| task.status() == status);
        let wip = count(all().count());
        let matching: Vec<TaskRef<'_>> =
            all().filter(|task| !leaves_only || tasks.is_leaf(task.slot)).filter(|task| sieve.passes(*task)).collect();
        let total = count(matching.len());
        let limit = if unlimited.contains(&status) { usize::MAX } else { page(status) };
        let shown = first_sorted(matching, limit, |a, b| compare(sort, by_board_rank, *a, *b));
        BoardColumn {
            status,
            total,
            limit: cards.model.config.wip_limit(status),
            wip,
            cards: shown.into_iter().map(|task| cards.card(task)).collect(),
        }
    });
    BoardView { revision: cards.model.revision, columns: columns.collect() }
}
