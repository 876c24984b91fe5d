//! The order of rows and cards.

use std::cmp::{Ordering, Reverse};

use handoff_protocol::{Sort, Status};

use crate::ground::timestamp::parse_timestamp;
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

/// Returns the first `limit` cards of a column in order, without sorting the rest. In a column of finished
/// tasks the order by the time at which they were finished, newest first, takes the place of the manual one.
pub(crate) fn first_cards(tasks: Vec<TaskRef<'_>>, limit: usize, sort: Sort, status: Status) -> Vec<TaskRef<'_>> {
    let key = |task: TaskRef<'_>| {
        let finished = if status.is_terminal() { finished_at(task) } else { None };
        (Reverse(finished), rank_prefix(&task.shown.ranks.board))
    };
    let mut cards: Vec<_> = tasks.into_iter().map(|task| (key(task), task)).collect();
    let order = |(a_key, a): &((Reverse<Option<i64>>, u64), TaskRef<'_>), (b_key, b): &(_, TaskRef<'_>)| {
        compare(sort, |a, b| a_key.cmp(b_key).then_with(|| compare_board_ranks(a, b)), *a, *b)
    };
    if limit < cards.len() {
        cards.select_nth_unstable_by(limit, order);
        cards.truncate(limit);
    }
    cards.sort_by(order);
    cards.into_iter().map(|(_, task)| task).collect()
}

/// Returns when a terminal task was finished, in milliseconds since 1970-01-01 UTC: `completed_at`, else
/// `updated_at`.
fn finished_at(task: TaskRef<'_>) -> Option<i64> {
    let record = &task.shown.task;
    let stamp = record.completed_at.as_deref().or(record.updated_at.as_deref())?;
    parse_timestamp(stamp).map(|time| time.timestamp_millis())
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
