//! The order in which tasks are taken up, and the task to do next.

use std::cmp::Reverse;

use handoff_protocol::{Actor, Context, Holder, Priority, Status};

use crate::Project;
use crate::claims;
use crate::model::TaskRef;
use crate::schedule::{Network, needed_by, slack_days};
use crate::timestamp::Day;

/// Why a task can be taken up. The first one comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Turn {
    /// The actor holds it.
    Held,
    /// It is in progress.
    InProgress,
    /// It is in review.
    InReview,
    /// It can be started.
    Ready,
}

/// Returns why an actor can take up a task without subtasks, `None` if it cannot. `is_free` says
/// that everything is finished that it waits for.
pub(crate) fn turn(status: Status, is_free: bool, holder: Option<&Holder>, actor: &Actor) -> Option<Turn> {
    let turn = match status {
        Status::InProgress => Turn::InProgress,
        Status::Review => Turn::InReview,
        Status::Todo if is_free => Turn::Ready,
        Status::Todo | Status::Blocked | Status::Done | Status::Skipped => return None,
    };
    match holder {
        None => Some(turn),
        Some(holder) => claims::is_same_holder(&holder.actor, actor).then_some(Turn::Held),
    }
}

/// Returns a key that sorts tasks by priority, then by the day by which they are needed, then by
/// slack.
pub(crate) fn urgency(task: TaskRef<'_>, needed_by: Day, slack: Option<i32>) -> (Reverse<u8>, Day, i32) {
    let weight = match task.shown.summary.priority.unwrap_or(Priority::Medium) {
        Priority::Low => 1,
        Priority::Medium => 2,
        Priority::High => 3,
    };
    (Reverse(weight), needed_by, slack.unwrap_or(i32::MAX))
}

/// Returns the task that the actor should claim next: the most urgent one of the first turn.
pub(crate) fn next_task<'p>(project: &'p Project, context: &Context) -> Option<TaskRef<'p>> {
    next_tasks(project, context, 1).0.pop()
}

/// Returns the first tasks that the actor should take up, in this order, and the number of all.
///
/// An actor without a conversation may be several processes that ask at once, so it is offered
/// nothing that is held, not even by itself.
pub(crate) fn next_tasks<'p>(project: &'p Project, context: &Context, limit: usize) -> (Vec<TaskRef<'p>>, usize) {
    let tasks = &project.model.tasks;
    let network = Network::new(&project.model);
    let slack = slack_days(&network, &network.stored_dates());
    let needed_by = needed_by(&network);
    let holders = claims::holders(&project.model, context.now);
    let has_conversation = context.actor.conversation.is_some();
    let key = |(index, (task, slack)): (usize, (TaskRef<'p>, Option<i32>))| {
        let holder = holders.get(task.id()).copied();
        let is_candidate = network.is_leaf(index) && tasks.is_editable(task) && (has_conversation || holder.is_none());
        let turn = turn(task.status(), network.is_free(index), holder, &context.actor).filter(|_| is_candidate)?;
        Some(((turn, urgency(task, *needed_by.get(index)?, slack)), task))
    };
    let candidates = network.tasks.iter().map(|entry| entry.task).zip(slack).enumerate().filter_map(key);
    let mut candidates: Vec<_> = candidates.collect();
    candidates.sort_by_key(|(key, _)| *key);
    let total = candidates.len();
    (candidates.into_iter().take(limit).map(|(_, task)| task).collect(), total)
}
