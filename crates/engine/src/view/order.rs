//! The order of rows and cards.

use std::cmp::{Ordering, Reverse};

use handoff_protocol::{Sort, Status};

use crate::model::{TaskRef, by_board_rank};

/// Compares two tasks; `manual` decides where the sort finds no difference.
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

/// None last.
fn due(task: TaskRef<'_>) -> (bool, Option<&str>) {
    let due = task.shown.due_date();
    (due.is_none(), due)
}

fn column(task: TaskRef<'_>) -> Option<usize> {
    Status::ALL.iter().position(|status| *status == task.status())
}

/// The first so many cards in order, without sorting the rest.
pub(crate) fn first_cards(tasks: Vec<TaskRef<'_>>, limit: usize, sort: Sort) -> Vec<TaskRef<'_>> {
    let mut cards: Vec<_> = tasks.into_iter().map(|task| (head(&task.shown.ranks.board), task)).collect();
    let in_order = |(a_head, a): &(u64, TaskRef<'_>), (b_head, b): &(u64, TaskRef<'_>)| {
        compare(sort, |a, b| a_head.cmp(b_head).then_with(|| by_board_rank(a, b)), *a, *b)
    };
    if limit < cards.len() {
        cards.select_nth_unstable_by(limit, in_order);
        cards.truncate(limit);
    }
    cards.sort_by(in_order);
    cards.into_iter().map(|(_, task)| task).collect()
}

/// The beginning of a rank as a number: it nearly always decides, and unlike the rank it lies with what is sorted.
fn head(rank: &str) -> u64 {
    let bytes = rank.as_bytes();
    let padded = || {
        let mut padded = [0; 8];
        padded.iter_mut().zip(bytes).for_each(|(place, byte)| *place = *byte);
        padded
    };
    u64::from_be_bytes(bytes.first_chunk().copied().unwrap_or_else(padded))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::head;

    proptest! {
        #[test]
        fn a_head_never_contradicts_its_rank(a in "[0-9A-Za-z]{0,12}", b in "[0-9A-Za-z]{0,12}") {
            prop_assert!(head(&a) == head(&b) || head(&a).cmp(&head(&b)) == a.cmp(&b));
        }
    }
}
