//! Everything about one task, and a task as a prompt.

use std::fmt::Write;

use handoff_protocol::DependencyLink;
use handoff_protocol::view::{Dependency, TaskName, TaskView};

use super::card::{Cards, name};
use crate::Project;
use crate::links;
use crate::model::{TaskRef, by_id};
use crate::problem::Troubles;

/// So many events are shown.
const HISTORY: usize = 200;

pub(crate) fn task(project: &Project, cards: &Cards<'_>, troubles: &Troubles, key: &str) -> Option<TaskView> {
    let model = &project.model;
    let tasks = &model.tasks;
    let task = tasks.find(key).ok()?;
    let record = &task.shown.task;
    let own = |path: &str| crate::tree::within(path, &task.node.folder) && !path_is_of_child(cards, task, path);
    Some(TaskView {
        revision: model.revision,
        card: cards.card(task),
        ancestors: tasks.ancestors(task.slot).into_iter().map(name).collect(),
        subtasks: tasks.arranged(Some(task.slot)).into_iter().map(name).collect(),
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
        history: model.activity.of_task(&record.id, HISTORY),
        problems: troubles.problems(project, own),
        editable: crate::plan::is_editable(tasks, task),
    })
}

fn path_is_of_child(cards: &Cards<'_>, task: TaskRef<'_>, path: &str) -> bool {
    let children = cards.model.tasks.children(Some(task.slot));
    children.iter().any(|child| crate::tree::within(path, &child.node.folder))
}

fn dependencies(cards: &Cards<'_>, task: TaskRef<'_>) -> Vec<Dependency> {
    let named = |id: &String| {
        let DependencyLink { kind, lag, .. } = links::link(&task.shown.task, id);
        Dependency { id: id.clone(), task: cards.model.tasks.with_id(id).next().map(name), kind, lag }
    };
    task.shown.task.dependencies.iter().map(named).collect()
}

/// Who waits for the task, by id.
fn dependents(cards: &Cards<'_>, task: TaskRef<'_>) -> Vec<TaskName> {
    let waits = |other: &TaskRef<'_>| other.shown.task.dependencies.iter().any(|id| id == task.id());
    let mut waiting: Vec<TaskRef<'_>> = cards.model.tasks.all().filter(waits).collect();
    waiting.sort_by(|a, b| by_id(*a, *b));
    waiting.into_iter().map(name).collect()
}

/// A task as compact Markdown for an agent. The words are English: agents read it, and the files are named in it.
pub(crate) fn prompt(cards: &Cards<'_>, key: &str) -> Option<String> {
    let task = cards.model.tasks.find(key).ok()?;
    let record = &task.shown.task;
    let mut text = format!("# {}: {}\n\nStatus: {}", record.id, record.title, task.status().name());
    let schedule = record.schedule.clone().unwrap_or_default();
    let facts = [
        ("Priority", record.priority.map(|priority| priority.name().to_owned())),
        ("Assignee", record.assignee.clone()),
        ("Milestone", schedule.milestone),
        ("Start", schedule.start_date),
        ("Due", schedule.due_date),
        ("Estimate", schedule.estimate_hours.map(|hours| format!("{hours} h"))),
        ("Labels", (!record.labels.is_empty()).then(|| record.labels.join(", "))),
        ("Parent", cards.model.tasks.parent(task.slot).map(|parent| format!("{} {}", parent.id(), parent.title()))),
    ];
    for (label, value) in facts.into_iter().filter_map(|(label, value)| Some((label, value?))) {
        let _ = write!(text, "\n{label}: {value}");
    }
    let _ = write!(text, "\nFile: .handoff/{}", task.shown.path);
    let line = |name: &TaskName| format!("- {} {} [{}]", name.id, name.title, name.status.name());
    let criteria = record
        .criteria
        .iter()
        .map(|criterion| format!("- [{}] {}", if criterion.checked { 'x' } else { ' ' }, criterion.item));
    let waits_for = dependencies(cards, task).into_iter().map(|dependency| match &dependency.task {
        Some(task) => line(task),
        None => format!("- {} (no such task)", dependency.id),
    });
    let subtasks = cards.model.tasks.arranged(Some(task.slot)).into_iter().map(|task| line(&name(task)));
    let typed = record.task_links.iter().map(|link| match &link.label {
        Some(label) => format!("- {label} ({}): {}", link.link_type, link.target),
        None => format!("- {}: {}", link.link_type, link.target),
    });
    let links = typed.chain(record.links.iter().map(|link| format!("- {link}")));
    section(&mut text, "Done when", criteria);
    section(&mut text, "Waits for", waits_for);
    section(&mut text, "Subtasks", subtasks);
    section(&mut text, "Links", links);
    section(&mut text, "Notes", record.notes.iter().map(|notes| notes.trim().to_owned()));
    text.push('\n');
    Some(text)
}

fn section(text: &mut String, title: &str, lines: impl Iterator<Item = String>) {
    let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
    if !lines.is_empty() {
        let _ = write!(text, "\n\n## {title}\n\n{}", lines.join("\n"));
    }
}
