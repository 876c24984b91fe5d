//! What changed in the scope, the estimates and the hours of tasks within a range of days.
#![allow(clippy::indexing_slicing, reason = "tables have one entry per task of the past")]

use handoff_protocol::Status;

use crate::analysis::metrics::past::{MicroHours, PastTask, TaskState, to_hours};
use crate::analysis::metrics::span::ReportSpan;

/// A task and hours of it before and after the range.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ChangedTask {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) before: f64,
    pub(crate) after: f64,
}

/// The changes within a range of days, in the order of the past's tasks. Scope and estimates are those
/// of tasks without subtasks.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct SpanChanges {
    /// Tasks that were added to the selected ones, with their estimates.
    pub(crate) added: Vec<ChangedTask>,
    /// Tasks that were deleted or taken from the selected ones, with their estimates.
    pub(crate) removed: Vec<ChangedTask>,
    /// Tasks that were skipped, with their estimates.
    pub(crate) skipped: Vec<ChangedTask>,
    /// Tasks with another estimate.
    pub(crate) estimates: Vec<ChangedTask>,
    /// Tasks with other actual hours, also those with subtasks.
    pub(crate) used: Vec<ChangedTask>,
}

/// Compares the end of the last day before the range with the end of the range.
pub(crate) fn span_changes(span: &ReportSpan<'_>) -> SpanChanges {
    let mut before: Vec<TaskState> = span.past.tasks.iter().map(|task| task.initial.clone()).collect();
    for change in span.past.changes.iter().take_while(|change| span.past.day(change.at) < span.from) {
        before[change.task].set(change.fact.clone());
    }
    let mut children = vec![0_u32; before.len()];
    for parent in before.iter().filter(|state| state.exists).filter_map(|state| state.parent) {
        children[parent] += 1;
    }
    let mut changes = SpanChanges::default();
    for (index, (task, before)) in span.past.tasks.iter().zip(&before).enumerate() {
        let after = &span.end.states[index];
        let was_selected = before.exists && span.end.selection.contains(index, before);
        let (is_selected, is_leaf) = (span.end.is_selected(index), span.end.is_selected_leaf(index));
        let estimate = changed(task, before.estimate, after.estimate);
        if is_leaf && !was_selected {
            changes.added.push(estimate);
        } else if was_selected && !is_selected && children[index] == 0 {
            changes.removed.push(estimate);
        } else if is_leaf && after.status == Status::Skipped && before.status != Status::Skipped {
            changes.skipped.push(estimate);
        } else if is_leaf && after.estimate != before.estimate {
            changes.estimates.push(estimate);
        }
        let used_before = if before.exists { before.actual } else { 0 };
        if is_selected && after.actual != used_before {
            changes.used.push(changed(task, used_before, after.actual));
        }
    }
    changes
}

fn changed(task: &PastTask, before: MicroHours, after: MicroHours) -> ChangedTask {
    ChangedTask { id: task.id.clone(), title: task.title.clone(), before: to_hours(before), after: to_hours(after) }
}
