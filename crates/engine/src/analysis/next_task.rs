//! The order in which tasks are taken up, and the task to do next.

use std::cmp::Reverse;

use handoff_format::Config;
use handoff_protocol::{Actor, ActorKind, Context, Holder, Priority, Status};

use crate::Project;
use crate::analysis::schedule::{DEFAULT_AGENTS, Network, needed_by, slack_days};
use crate::ground::timestamp::Day;
use crate::knowledge::claims;
use crate::model::TaskRef;

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
        // A subagent is at work on it.
        Some(holder) if holder.subagent.is_some() => None,
        Some(holder) => claims::is_same_holder(&holder.actor, actor).then_some(Turn::Held),
    }
}

/// Whose task it is, by its assignee. The first one comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Owner {
    /// The actor's.
    Actor,
    /// It has no assignee.
    Nobody,
    /// Another person's or agent's. An actor takes it up only on request, unless the actor holds it.
    Other,
}

/// Returns whose task it is. The assignee is the actor if the key or the display name is the actor's
/// name. The keys `ai` and `agent` are every agent.
pub(crate) fn owner(config: &Config, assignee: Option<&str>, actor: &Actor) -> Owner {
    let Some(key) = assignee.filter(|key| !key.is_empty()) else { return Owner::Nobody };
    let entry = config.assignees.iter().find(|(name, _)| name == key);
    let display_name = entry.and_then(|(_, assignee)| assignee.display_name.as_deref());
    let is_any_agent = actor.kind == ActorKind::Agent && DEFAULT_AGENTS.contains(&key);
    let is_actor = key == actor.name || display_name == Some(actor.name.as_str()) || is_any_agent;
    if is_actor { Owner::Actor } else { Owner::Other }
}

/// Returns a key that sorts tasks in the order in which an actor takes them up: what the actor holds,
/// then the actor's own, then nobody's, then those of others. `None` for a task of another that the
/// actor does not hold, unless `any` is set.
pub fn precedence(turn: Turn, owner: Owner, any: bool) -> Option<(bool, Owner, Turn)> {
    let is_held = turn == Turn::Held;
    (is_held || any || owner != Owner::Other).then_some((!is_held, owner, turn))
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

/// The tasks that an actor should take up.
pub(crate) struct NextTasks<'p> {
    /// The first ones, in order.
    pub(crate) tasks: Vec<TaskRef<'p>>,
    /// The number of all.
    pub(crate) total: usize,
    /// The number of those that were left out because they are assigned to others.
    pub(crate) passed_over: usize,
}

/// Returns the first tasks that the actor should take up. With `any`, those that are assigned to others
/// are the last ones; otherwise they are left out.
///
/// Subagents ask in the conversation of their parent, and an actor without a conversation may be several
/// processes. So none is offered what is held, not even by itself.
pub(crate) fn next_tasks<'p>(project: &'p Project, context: &Context, limit: usize, any: bool) -> NextTasks<'p> {
    tasks_by_turn(project, context, limit, any, |_| true)
}

/// Returns the first tasks that come next: as [`next_tasks`] with `any`, without those at which somebody
/// is at work.
pub(crate) fn upcoming_tasks<'p>(project: &'p Project, context: &Context, limit: usize) -> NextTasks<'p> {
    tasks_by_turn(project, context, limit, true, |turn| turn == Turn::Ready)
}

fn tasks_by_turn<'p>(
    project: &'p Project,
    context: &Context,
    limit: usize,
    any: bool,
    is_wanted: impl Fn(Turn) -> bool,
) -> NextTasks<'p> {
    let tasks = &project.model.tasks;
    let network = Network::new(&project.model);
    let slack = slack_days(&network, &network.stored_dates());
    let needed_by = needed_by(&network);
    let holders = claims::holders(&project.model, context.now);
    let mut passed_over = 0;
    let key = |(index, (task, slack)): (usize, (TaskRef<'p>, Option<i32>))| {
        let is_candidate = network.is_leaf(index) && tasks.is_editable(task) && !holders.contains_key(task.id());
        let turn = turn(task.status(), network.is_free(index), None, &context.actor).filter(|_| is_candidate)?;
        let owner = owner(project.model.config.values(), task.shown.task.assignee.as_deref(), &context.actor);
        let precedence = precedence(turn, owner, any);
        passed_over += usize::from(precedence.is_none());
        Some(((precedence.filter(|_| is_wanted(turn))?, urgency(task, *needed_by.get(index)?, slack)), task))
    };
    let candidates = network.tasks.iter().map(|entry| entry.task).zip(slack).enumerate().filter_map(key);
    let mut candidates: Vec<_> = candidates.collect();
    candidates.sort_by_key(|(key, _)| *key);
    let total = candidates.len();
    NextTasks { tasks: candidates.into_iter().take(limit).map(|(_, task)| task).collect(), total, passed_over }
}
