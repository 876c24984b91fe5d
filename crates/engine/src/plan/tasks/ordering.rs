//! Places among siblings and on the board, turned into ranks.
//!
//! Invariant: when things already stand as asked, nothing is written.

use handoff_format::Task;
use handoff_protocol::{Place, Refusal, Status};

use crate::model::rank;
use crate::model::{Slot, TaskRef, by_board_rank};
use crate::plan::staged_tasks::Stage;
use crate::plan::task_lookup;

/// Which of a task's two ranks is meant.
#[derive(Clone, Copy)]
pub(crate) enum Ranking {
    Siblings,
    Board,
}

impl Ranking {
    pub(crate) fn of(self, task: TaskRef<'_>) -> &str {
        match self {
            Ranking::Siblings => &task.shown.ranks.sibling,
            Ranking::Board => &task.shown.ranks.board,
        }
    }

    pub(crate) fn set(self, task: &mut Task, rank: String) {
        match self {
            Ranking::Siblings => task.rank = Some(rank),
            Ranking::Board => task.board_rank = Some(rank),
        }
    }
}

/// Where among `others` (in order, the moved ones taken out) a place is. `old` is the order with the moved ones in it, for a
/// place beside a moved one. An anchor that is not there counts by its rank.
pub(crate) fn position(
    stage: &Stage<'_>,
    ranking: Ranking,
    others: &[TaskRef<'_>],
    old: &[TaskRef<'_>],
    place: &Place,
) -> Result<usize, Refusal> {
    let (key, behind) = match place {
        Place::First {} => return Ok(0),
        Place::Last {} => return Ok(others.len()),
        Place::Before { id } => (id, false),
        Place::After { id } => (id, true),
    };
    let anchor = task_lookup::existing(&stage.project.model.tasks, key)?;
    if let Some(at) = others.iter().position(|task| task.slot == anchor.slot) {
        return Ok(at + usize::from(behind));
    }
    let is_other = |task: &&TaskRef<'_>| others.iter().any(|other| other.slot == task.slot);
    if let Some(at) = old.iter().position(|task| task.slot == anchor.slot) {
        return Ok(old.iter().take(at).filter(is_other).count());
    }
    Ok(others.partition_point(|task| ranking.of(*task) < ranking.of(anchor)))
}

/// New ranks for `moved` at a position among `others`; neighbours that must give way are staged as well.
pub(crate) fn put(
    stage: &mut Stage<'_>,
    ranking: Ranking,
    others: &[TaskRef<'_>],
    at: usize,
    moved: &[TaskRef<'_>],
) -> Result<(), Refusal> {
    if stands(ranking, others, at, moved) {
        return Ok(());
    }
    let ranks: Vec<&str> = others.iter().map(|task| ranking.of(*task)).collect();
    let placed = rank::place(&ranks, at, moved.len());
    for (task, rank) in moved.iter().zip(placed.inserted) {
        let key = stage.project.model.tasks.key(*task);
        ranking.set(&mut stage.edit(&key)?.1.new, rank);
    }
    give_way(stage, ranking, others, placed.given_way)
}

/// Stages the new ranks of neighbours.
pub(crate) fn give_way(
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

/// Where among others in order a task goes by its own order: before the first that other programs list behind it.
pub(crate) fn by_order(others: &[TaskRef<'_>], task: &Task) -> usize {
    let own = rank::implicit(task.order, &task.id);
    let follows = |other: &TaskRef<'_>| rank::implicit(other.shown.task.order, other.id()) > own;
    others.iter().position(follows).unwrap_or(others.len())
}

/// Gives a task that is not among the others a rank for a position among them, unless its order and id alone put it there.
pub(crate) fn rank_at(
    stage: &mut Stage<'_>,
    others: &[TaskRef<'_>],
    at: usize,
    task: &mut Task,
) -> Result<(), Refusal> {
    let own = rank::implicit(task.order, &task.id);
    let rank_of =
        |index: Option<usize>| index.and_then(|index| others.get(index)).map(|task| &task.shown.ranks.sibling);
    let fits_before = rank_of(at.checked_sub(1)).is_none_or(|before| *before < own);
    let fits_behind = rank_of(Some(at)).is_none_or(|behind| own < *behind);
    task.rank = None;
    if fits_before && fits_behind {
        return Ok(());
    }
    let ranks: Vec<&str> = others.iter().map(|task| task.shown.ranks.sibling.as_str()).collect();
    let placed = rank::place(&ranks, at, 1);
    task.rank = placed.inserted.into_iter().next();
    give_way(stage, Ranking::Siblings, others, placed.given_way)
}

/// Whether the ranks of things put at a position already say that order.
fn stands(ranking: Ranking, others: &[TaskRef<'_>], at: usize, moved: &[TaskRef<'_>]) -> bool {
    let before = at.checked_sub(1).and_then(|index| others.get(index));
    let line: Vec<_> = before.into_iter().chain(moved).chain(others.get(at)).collect();
    line.windows(2).all(|pair| matches!(pair, [a, b] if in_order(ranking, **a, **b)))
}

fn in_order(ranking: Ranking, a: TaskRef<'_>, b: TaskRef<'_>) -> bool {
    match ranking {
        Ranking::Siblings => crate::model::by_rank(a, b).is_lt(),
        Ranking::Board => by_board_rank(a, b).is_lt(),
    }
}

/// The cards of a column as people arranged them, as the stage leaves the statuses.
pub(crate) fn column<'a>(stage: &Stage<'a>, status: Status) -> Vec<TaskRef<'a>> {
    let mut cards: Vec<_> = stage.project.model.tasks.all().filter(|task| stage.status(*task) == status).collect();
    cards.sort_by(|a, b| by_board_rank(*a, *b));
    cards
}

/// Those that are not in `slots`.
pub(crate) fn without<'a>(tasks: &[TaskRef<'a>], slots: &[Slot]) -> Vec<TaskRef<'a>> {
    tasks.iter().copied().filter(|task| !slots.contains(&task.slot)).collect()
}
