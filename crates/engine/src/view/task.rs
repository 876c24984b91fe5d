//! The page of one task.

use handoff_protocol::DependencyLink;
use handoff_protocol::view::{Dependency, TaskName, TaskView};

use crate::Project;
use crate::model::dependency_links;
use crate::model::{TaskRef, by_id};
use crate::problems::Problems;
use crate::view::card::{Cards, name};

/// Maximum number of events on the page.
const MAX_HISTORY: usize = 200;

/// Builds the page of a task, or returns `None` if no single task has the key.
pub(crate) fn task(project: &Project, cards: &Cards<'_>, problems: &Problems, key: &str) -> Option<TaskView> {
    let model = &project.model;
    let tasks = &model.tasks;
    let task = tasks.find(key).ok()?;
    let record = &task.shown.task;
    let is_own = |path: &str| crate::tree::within(path, &task.node.folder) && !is_in_subtask(cards, task, path);
    Some(TaskView {
        revision: model.revision,
        card: cards.card(task),
        ancestors: tasks.ancestors(task.slot).into_iter().map(name).collect(),
        subtasks: tasks.sorted_children(Some(task.slot)).into_iter().map(name).collect(),
        notes: record.notes.clone().unwrap_or_default(),
        schedule: record.schedule.clone().unwrap_or_default(),
        criteria: record.criteria.clone(),
        links: record.links.clone(),
        task_links: record.task_links.clone(),
        dependencies: dependencies(cards, task),
        dependents: dependents(cards, task),
        created_at: record.created_at.clone().unwrap_or_default(),
        updated_at: record.updated_at.clone().unwrap_or_default(),
        completed_at: record.completed_at.clone().unwrap_or_default(),
        history: model.activity.task_events(&record.id, MAX_HISTORY),
        problems: problems.of_paths(project, is_own),
        editable: tasks.is_editable(task),
    })
}

/// Returns true if a path is in the folder of a subtask.
fn is_in_subtask(cards: &Cards<'_>, task: TaskRef<'_>, path: &str) -> bool {
    let children = cards.model.tasks.children(Some(task.slot));
    children.iter().any(|child| crate::tree::within(path, &child.node.folder))
}

fn dependencies(cards: &Cards<'_>, task: TaskRef<'_>) -> Vec<Dependency> {
    let dependency = |id: &String| {
        let DependencyLink { kind, lag, .. } = dependency_links::link_to(&task.shown.task, id);
        Dependency { id: id.clone(), task: cards.model.tasks.with_id(id).next().map(name), kind, lag }
    };
    task.shown.task.dependencies.iter().map(dependency).collect()
}

/// Returns the tasks that depend on a task, by id.
fn dependents(cards: &Cards<'_>, task: TaskRef<'_>) -> Vec<TaskName> {
    let is_dependent = |other: &TaskRef<'_>| other.shown.task.dependencies.iter().any(|id| id == task.id());
    let mut dependents: Vec<TaskRef<'_>> = cards.model.tasks.all().filter(is_dependent).collect();
    dependents.sort_by(|a, b| by_id(*a, *b));
    dependents.into_iter().map(name).collect()
}
