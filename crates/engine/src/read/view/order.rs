//! The order of rows and cards.

use std::cmp::{Ordering, Reverse};

use handoff_protocol::{Sort, Status};

use crate::model::{TaskRef, compare_board_ranks};

/// Compares two tasks. `manual` decides between equal ones.
pub(crate) fn compare<'a>(
    sort: Sort,
    manual: impl FnOnce(TaskRef<'a>, TaskRef<'a>) -> Ordering,
    a: TaskRef<'a>,
    b: TaskRef<'a>,
) -> Ordering {
    let order = match sort {
        Sort::Manual => Ordering::Equal,
        Sort::Priority => Reverse(a.shown.task.priority).cmp(&Reverse(b.shown.task.priority)),
        Sort::Due => due(a).cmp(&due(b)),
        Sort::Status => column(a).cmp(&column(b)),
        Sort::Id => a.shown.ranks.natural.cmp(&b.shown.ranks.natural),
    };
    order.then_with(|| manual(a, b))
}

/// Returns a sort key that puts tasks without a due date last.
fn due(task: TaskRef<'_>) -> (bool, Option<&str>) {
    let due = task.shown.due_date();
    (due.is_none(), due)
}

fn column(task: TaskRef<'_>) -> Option<usize> {
    Status::ALL.iter().position(|status| *status == task.status())
}

/// Returns the first `limit` cards in order, without sorting the rest.
pub(crate) fn first_cards(tasks: Vec<TaskRef<'_>>, limit: usize, sort: Sort) -> Vec<TaskRef<'_>> {
    let mut cards: Vec<_> = tasks.into_iter().map(|task| (rank_prefix(&task.shown.ranks.board), task)).collect();
    let order = |(a_prefix, a): &(u64, TaskRef<'_>), (b_prefix, b): &(u64, TaskRef<'_>)| {
        compare(sort, |a, b| a_prefix.cmp(b_prefix).then_with(|| compare_board_ranks(a, b)), *a, *b)
    };
    if limit < cards.len() {
        cards.select_nth_unstable_by(limit, order);
        cards.truncate(limit);
    }
    cards.sort_by(order);
    cards.into_iter().map(|(_, task)| task).collect()
}

/// Returns the first eight bytes of a rank as a number. It decides almost every comparison and,
/// unlike the rank, is stored in the sorted elements.
fn rank_prefix(rank: &str) -> u64 {
    let bytes = rank.as_bytes();
    let padded = || {
        let mut padded = [0; 8];
        padded.iter_mut().zip(bytes).for_each(|(target, byte)| *target = *byte);
        padded
    };
    u64::from_be_bytes(bytes.first_chunk().copied().unwrap_or_else(padded))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::rank_prefix;

    proptest! {
        #[test]
        fn rank_prefixes_sort_like_ranks(a in "[0-9A-Za-z]{0,12}", b in "[0-9A-Za-z]{0,12}") {
            prop_assert!(rank_prefix(&a) == rank_prefix(&b) || rank_prefix(&a).cmp(&rank_prefix(&b)) == a.cmp(&b));
        }
    }
}
