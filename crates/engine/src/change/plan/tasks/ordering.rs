//! Ranks for places among siblings and in columns of the board.
//!
//! Invariant: if the order is already as requested, nothing is written.

use handoff_format::Task;
use handoff_protocol::{Place, Refusal, Status};

use crate::change::plan::staged_tasks::Stage;
use crate::change::plan::task_lookup;
use crate::model::rank;
use crate::model::{Slot, TaskRef, compare_board_ranks};

/// The two kinds of ranks of a task.
#[derive(Clone, Copy)]
pub(crate) enum Ranking {
    Siblings,
    Board,
}

impl Ranking {
    /// Returns the rank of a task.
    pub(crate) fn of(self, task: TaskRef<'_>) -> &str {
        match self {
            Ranking::Siblings => &task.shown.ranks.sibling,
            Ranking::Board => &task.shown.ranks.board,
        }
    }

    /// Sets the rank of a task.
    pub(crate) fn set(self, task: &mut Task, rank: String) {
        match self {
            Ranking::Siblings => task.rank = Some(rank),
            Ranking::Board => task.board_rank = Some(rank),
        }
    }
}

/// Returns the index of a place in `others`, which is sorted and does not contain the moved tasks.
/// `old` contains them, for a place next to a moved task. An anchor in neither list counts by its
/// rank.
pub(crate) fn position(
    stage: &Stage<'_>,
    ranking: Ranking,
    others: &[TaskRef<'_>],
    old: &[TaskRef<'_>],
    place: &Place,
) -> Result<usize, Refusal> {
    let (key, is_after) = match place {
        Place::First {} => return Ok(0),
        Place::Last {} => return Ok(others.len()),
        Place::Before { id } => (id, false),
        Place::After { id } => (id, true),
    };
    let anchor = task_lookup::existing(&stage.project.model.tasks, key)?;
    if let Some(index) = others.iter().position(|task| task.slot == anchor.slot) {
        return Ok(index + usize::from(is_after));
    }
    let is_other = |task: &&TaskRef<'_>| others.iter().any(|other| other.slot == task.slot);
    if let Some(index) = old.iter().position(|task| task.slot == anchor.slot) {
        return Ok(old.iter().take(index).filter(is_other).count());
    }
    Ok(others.partition_point(|task| ranking.of(*task) < ranking.of(anchor)))
}

/// Stages ranks for `moved` at an index in `others`, and new ranks for neighbours where there is no
/// room.
pub(crate) fn insert(
    stage: &mut Stage<'_>,
    ranking: Ranking,
    others: &[TaskRef<'_>],
    index: usize,
    moved: &[TaskRef<'_>],
) -> Result<(), Refusal> {
    if is_in_place(ranking, others, index, moved) {
        return Ok(());
    }
    let ranks: Vec<&str> = others.iter().map(|task| ranking.of(*task)).collect();
    let placed = rank::insert_ranks(&ranks, index, moved.len());
    for (task, rank) in moved.iter().zip(placed.inserted) {
        let key = stage.project.model.tasks.key(*task);
        ranking.set(&mut stage.edit(&key)?.1.new, rank);
    }
    stage_neighbours(stage, ranking, others, placed.reassigned)
}

/// Stages new ranks of neighbours, by their indices in `others`.
pub(crate) fn stage_neighbours(
    stage: &mut Stage<'_>,
    ranking: Ranking,
    others: &[TaskRef<'_>],
    ranks: Vec<(usize, String)>,
) -> Result<(), Refusal> {
    for (index, rank) in ranks {
        if let Some(task) = others.get(index) {
            let key = stage.project.model.tasks.key(*task);
            ranking.set(&mut stage.edit(&key)?.1.new, rank);
        }
    }
    Ok(())
}

/// Returns the index in `others` for a task's `order`: before the first task that other programs
/// list after it.
pub(crate) fn index_by_order(others: &[TaskRef<'_>], task: &Task) -> usize {
    let own = rank::implicit_rank(task.order, &task.id);
    let is_after = |other: &TaskRef<'_>| rank::implicit_rank(other.shown.task.order, other.id()) > own;
    others.iter().position(is_after).unwrap_or(others.len())
}

/// Gives a task that is not in `others` a rank for an index there, unless its order and id already
/// sort it there.
pub(crate) fn rank_at(
    stage: &mut Stage<'_>,
    others: &[TaskRef<'_>],
    index: usize,
    task: &mut Task,
) -> Result<(), Refusal> {
    let own = rank::implicit_rank(task.order, &task.id);
    let rank_of =
        |index: Option<usize>| index.and_then(|index| others.get(index)).map(|task| &task.shown.ranks.sibling);
    let is_after_previous = rank_of(index.checked_sub(1)).is_none_or(|previous| *previous < own);
    let is_before_next = rank_of(Some(index)).is_none_or(|next| own < *next);
    task.rank = None;
    if is_after_previous && is_before_next {
        return Ok(());
    }
    let ranks: Vec<&str> = others.iter().map(|task| task.shown.ranks.sibling.as_str()).collect();
    let placed = rank::insert_ranks(&ranks, index, 1);
    task.rank = placed.inserted.into_iter().next();
    stage_neighbours(stage, Ranking::Siblings, others, placed.reassigned)
}

/// Returns true if the ranks already sort `moved` at an index in `others`.
fn is_in_place(ranking: Ranking, others: &[TaskRef<'_>], index: usize, moved: &[TaskRef<'_>]) -> bool {
    let previous = index.checked_sub(1).and_then(|index| others.get(index));
    let neighbours: Vec<_> = previous.into_iter().chain(moved).chain(others.get(index)).collect();
    neighbours.windows(2).all(|pair| matches!(pair, [a, b] if is_sorted(ranking, **a, **b)))
}

fn is_sorted(ranking: Ranking, a: TaskRef<'_>, b: TaskRef<'_>) -> bool {
    match ranking {
        Ranking::Siblings => crate::model::compare_ranks(a, b).is_lt(),
        Ranking::Board => compare_board_ranks(a, b).is_lt(),
    }
}

/// Returns the tasks of a board column in their order, with staged statuses applied.
pub(crate) fn column<'a>(stage: &Stage<'a>, status: Status) -> Vec<TaskRef<'a>> {
    let mut cards: Vec<_> = stage.project.model.tasks.all().filter(|task| stage.status(*task) == status).collect();
    cards.sort_by(|a, b| compare_board_ranks(*a, *b));
    cards
}

/// Returns the tasks whose slots are not in `slots`.
pub(crate) fn without<'a>(tasks: &[TaskRef<'a>], slots: &[Slot]) -> Vec<TaskRef<'a>> {
    tasks.iter().copied().filter(|task| !slots.contains(&task.slot)).collect()
}
