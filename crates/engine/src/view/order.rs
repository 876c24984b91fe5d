//! The order of rows and cards.

use std::cmp::{Ordering, Reverse};

use handoff_format::keep_first_by;
use handoff_protocol::{Sort, Status};

use crate::model::TaskRef;

/// Compares two tasks; `manual` decides where the sort finds no difference.
pub(crate) fn compare(
    sort: Sort,
    manual: fn(TaskRef<'_>, TaskRef<'_>) -> Ordering,
    a: TaskRef<'_>,
    b: TaskRef<'_>,
) -> Ordering {
    let order = match sort {
        Sort::Manual => Ordering::Equal,
        Sort::Priority => Reverse(a.shown.task.priority).cmp(&Reverse(b.shown.task.priority)),
        Sort::Due => due(a).cmp(&due(b)),
        Sort::Status => column(a).cmp(&column(b)),
        Sort::Id => a.shown.natural.cmp(&b.shown.natural),
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

/// The first so many in order, without sorting the rest.
pub(crate) fn first_sorted(
    mut tasks: Vec<TaskRef<'_>>,
    limit: usize,
    sort: Sort,
    manual: fn(TaskRef<'_>, TaskRef<'_>) -> Ordering,
) -> Vec<TaskRef<'_>> {
    keep_first_by(&mut tasks, limit, |a, b| compare(sort, manual, *a, *b));
    tasks
}
