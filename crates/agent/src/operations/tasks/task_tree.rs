//! The tasks of a project as a tree, with a filter and a limit.

use std::collections::BTreeMap;
use std::ops::Range;

use handoff_engine::{OutlineRow, ProjectReader, TaskEntry};
use handoff_protocol::{Context, Priority, Status};

use crate::claims::describe_holder;
use crate::operations::common::TaskNode;

/// Returns the matching tasks of a project with their ancestors. Of the finished ones, only the
/// latest are listed, up to the project's limit. The others are counted in `room`.
pub(crate) fn tree(
    reader: ProjectReader<'_>,
    filter: &TaskFilter,
    room: &mut Room,
    context: &Context,
) -> Vec<TaskNode> {
    let rows = reader.rows();
    let mut is_match: Vec<bool> = rows.iter().map(|row| filter.matches(row.task)).collect();
    let mut finished: Vec<(String, &mut bool)> = rows
        .iter()
        .zip(&mut is_match)
        .filter(|(row, is_match)| **is_match && row.task.status().is_terminal())
        .map(|(row, is_match)| (row.task.finished_at(), is_match))
        .collect();
    let limit = usize::try_from(reader.config().settings.done_task_limit).unwrap_or(usize::MAX);
    if finished.len() > limit {
        finished.sort_by(|(a, _), (b, _)| b.cmp(a));
        for (_, is_match) in finished.iter_mut().skip(limit) {
            **is_match = false;
            room.finished += 1;
        }
    }
    let matches_before = std::iter::once(0).chain(is_match.iter().scan(0, |count, is_match| {
        *count += usize::from(*is_match);
        Some(*count)
    }));
    let matches_before = matches_before.collect();
    let holders = reader.holders(context.now);
    let holders = holders.into_iter().map(|(id, holder)| (id, describe_holder(holder, context))).collect();
    let listing = Listing { holders, matches_before, is_ready: reader.readiness(), is_match, rows };
    listing.nodes(0..listing.rows.len(), room)
}

/// The tasks of a project in tree order, with the matches.
struct Listing<'a> {
    rows: Vec<OutlineRow<'a>>,
    is_match: Vec<bool>,
    /// Whether each can be started.
    is_ready: Vec<bool>,
    /// The holders of tasks, by ID.
    holders: BTreeMap<&'a str, String>,
    /// Number of matches before each index, and before the end.
    matches_before: Vec<usize>,
}

impl Listing<'_> {
    /// Returns the tasks in a range of indexes that match or have a matching descendant, while
    /// there is room.
    fn nodes(&self, range: Range<usize>, room: &mut Room) -> Vec<TaskNode> {
        let mut nodes = Vec::new();
        let mut index = range.start;
        while let Some(row) = self.rows.get(index).filter(|_| index < range.end) {
            let matches = self.matches_in(index..row.end);
            if room.remaining == 0 {
                room.omitted += matches;
            } else if matches > 0 {
                let children = self.nodes(index + 1..row.end, room);
                if !children.is_empty() || self.is_match.get(index) == Some(&true) {
                    room.remaining = room.remaining.saturating_sub(1);
                    let is_ready = self.is_ready.get(index) == Some(&true);
                    let holder = self.holders.get(row.task.fields().id.as_str()).cloned();
                    nodes.push(TaskNode::new(row.task, is_ready, holder, children));
                }
            }
            index = row.end;
        }
        nodes
    }

    fn matches_in(&self, range: Range<usize>) -> usize {
        // The ranges of rows end at the number of rows at most.
        let before = |index: usize| self.matches_before.get(index).copied().unwrap_or_default();
        before(range.end) - before(range.start)
    }
}

/// The filter of a list. An absent condition matches all tasks.
#[derive(Default)]
pub(crate) struct TaskFilter {
    pub(super) status: Option<Status>,
    pub(super) priority: Option<Priority>,
    pub(super) assignee: Option<String>,
    pub(super) milestone: Option<String>,
    pub(super) label: Option<String>,
    /// Maximum number of tasks.
    pub(super) limit: usize,
}

/// The remaining room for tasks in a list, and the number of omitted ones.
#[derive(Default)]
pub(crate) struct Room {
    remaining: usize,
    /// Number of finished tasks omitted because of the project's limit.
    pub(super) finished: usize,
    /// Number of tasks omitted because of the call's limit.
    pub(crate) omitted: usize,
}

impl Room {
    /// Creates the room that a filter allows.
    pub(crate) fn new(filter: &TaskFilter) -> Room {
        Room { remaining: filter.limit, ..Room::default() }
    }
}

impl TaskFilter {
    /// Creates a filter that matches all tasks.
    pub(crate) fn any(limit: usize) -> TaskFilter {
        TaskFilter { limit, ..TaskFilter::default() }
    }

    /// Returns the tasks of a project that match.
    pub(super) fn matching<'a>(&self, reader: ProjectReader<'a>) -> Vec<TaskEntry<'a>> {
        let mut tasks = reader.tasks();
        tasks.retain(|task| self.matches(*task));
        tasks
    }

    fn matches(&self, entry: TaskEntry<'_>) -> bool {
        let milestone = || entry.fields().schedule.as_ref().and_then(|schedule| schedule.milestone.as_deref());
        self.status.is_none_or(|status| status == entry.status())
            && self.priority.is_none_or(|priority| entry.priority() == Some(priority))
            && self.assignee.as_deref().is_none_or(|assignee| entry.fields().assignee.as_deref() == Some(assignee))
            && self.milestone.as_deref().is_none_or(|name| milestone() == Some(name))
            && self.label.as_ref().is_none_or(|label| entry.fields().labels.contains(label))
    }
}
