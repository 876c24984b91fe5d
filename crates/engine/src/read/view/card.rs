//! The data of a task that cards and rows show.

use std::collections::BTreeMap;

use handoff_format::Config;
use handoff_protocol::view::{Card, Progress, TaskName};
use handoff_protocol::{ActorKind, Context, Holder, Status};

use crate::Project;
use crate::analysis::problems::{Cycles, has_problems};
use crate::analysis::schedule::open_dependencies;
use crate::ground::timestamp::Day;
use crate::knowledge::{agent_needs, claims};
use crate::model::{Model, TaskRef};
use crate::read::view::card_proposals::CardProposals;

/// The inputs of all cards of a view.
pub(crate) struct Cards<'a> {
    pub(crate) model: &'a Model,
    pub(crate) cycles: &'a Cycles,
    /// The person's civil date.
    pub(crate) today: Day,
    /// The holders of tasks, by ID.
    pub(crate) holders: BTreeMap<&'a str, Holder>,
    /// Who held tasks until their claims ended without being released, by ID.
    pub(crate) ended: BTreeMap<&'a str, &'a Holder>,
    /// What open proposals would do.
    pub(crate) proposed: CardProposals<'a>,
}

impl<'a> Cards<'a> {
    pub(crate) fn of(project: &'a Project, cycles: &'a Cycles, context: &'a Context) -> Cards<'a> {
        let model = &project.model;
        Cards {
            model,
            cycles,
            today: context.today(),
            holders: agent_needs::holders(model, context.now),
            ended: claims::ended(model, context.now),
            proposed: CardProposals::of(project, context),
        }
    }

    /// Returns the agent that has left a task in progress.
    fn ended(&self, task: TaskRef<'_>) -> Option<Holder> {
        let is_left = task.status() == Status::InProgress && !self.holders.contains_key(task.id());
        let holder = self.ended.get(task.id()).copied().filter(|_| is_left)?;
        (holder.actor.kind == ActorKind::Agent).then(|| holder.clone())
    }

    /// Builds the card of a task.
    pub(crate) fn card(&self, task: TaskRef<'_>) -> Card {
        let tasks = &self.model.tasks;
        let record = &task.shown.task;
        let parent = tasks.parent(task.slot);
        let checked = record.criteria.iter().filter(|criterion| criterion.checked).count();
        let children = tasks.children(Some(task.slot));
        let closed = children.iter().filter(|child| child.status().is_terminal()).count();
        Card {
            key: tasks.key(task),
            id: record.id.clone(),
            title: record.title.clone(),
            status: task.status(),
            priority: record.priority,
            assignee: record.assignee.clone(),
            milestone: task.shown.milestone().map(str::to_owned),
            labels: record.labels.clone(),
            due_date: task.shown.due_date().map(str::to_owned),
            overdue: tasks.is_overdue(task, self.today),
            criteria: Progress { done: count(checked), total: count(record.criteria.len()) },
            subtasks: Progress { done: count(closed), total: count(children.len()) },
            blocked_by: blocked_by(self.model, task),
            parent: parent.map(|parent| tasks.key(parent)),
            parent_title: parent.map(|parent| parent.title().to_owned()),
            path: task.shown.path.clone(),
            troubled: has_problems(tasks, self.cycles, task),
            holder: self.holders.get(task.id()).cloned(),
            ended: self.ended(task),
            found_in_notes: None,
            proposed: self.proposed.changes(&tasks.key(task)),
        }
    }
}

/// Returns the ids of the open tasks that an open task waits for, itself or by one of its parents, each
/// once. Unknown ids do not block.
fn blocked_by(model: &Model, task: TaskRef<'_>) -> Vec<String> {
    if task.status().is_terminal() {
        return Vec::new();
    }
    let mut open: Vec<String> = Vec::new();
    for other in open_dependencies(&model.tasks, task) {
        if open.iter().all(|id| id != other.id()) {
            open.push(other.id().to_owned());
        }
    }
    open
}

/// Returns the id, title and status of a task.
pub(crate) fn name(task: TaskRef<'_>) -> TaskName {
    TaskName { id: task.id().to_owned(), title: task.title().to_owned(), status: task.status() }
}

/// Returns the display name of an assignee, else the key.
pub(crate) fn assignee_name<'k>(config: &'k Config, key: &'k str) -> &'k str {
    let configured = config.assignees.iter().find(|(listed, _)| listed == key);
    let name = configured.and_then(|(_, assignee)| assignee.display_name.as_deref());
    name.filter(|name| !name.is_empty()).unwrap_or(key)
}

/// Converts a count to the type of the views.
pub(crate) fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Returns the maximum number of cards that a column shows at first.
pub(crate) fn page(status: Status) -> usize {
    if status.is_terminal() { 30 } else { 100 }
}
