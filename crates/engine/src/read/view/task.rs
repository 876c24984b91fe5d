//! The page of one task.

use std::collections::BTreeSet;

use handoff_format::{format_date, note_stamp};
use handoff_protocol::view::{Comment, Dependency, TaskName, TaskRequirement, TaskView};
use handoff_protocol::{Actor, ActorKind, Change, DependencyLink, Event};

use crate::Project;
use crate::analysis::problems::Problems;
use crate::analysis::schedule::subtask_span;
use crate::ground::timestamp::{Day, parse_timestamp};
use crate::ground::words::mentioned_ids;
use crate::ground::words::notes::{self, Entry};
use crate::knowledge::documents::{Documents, REQUIREMENT_LINK, Requirement};
use crate::knowledge::usage;
use crate::model::{TaskRef, by_id};
use crate::model::{criterion_details, dependency_links};
use crate::read::view::card::{Cards, name};

/// Maximum number of events on the page.
const MAX_HISTORY: usize = 200;

/// Builds the page of a task, or returns `None` if no single task has the key.
pub(crate) fn task(project: &Project, cards: &Cards<'_>, problems: &Problems, key: &str) -> Option<TaskView> {
    let model = &project.model;
    let tasks = &model.tasks;
    let task = tasks.find(key).ok()?;
    let record = &task.shown.task;
    let is_own = |path: &str| crate::ground::tree::within(path, &task.node.folder) && !is_in_subtask(cards, task, path);
    let history = model.activity.task_events(&record.id, MAX_HISTORY);
    let notes = notes::split(record.notes.as_deref().unwrap_or_default());
    let span = subtask_span(tasks, task.slot);
    let day = |day: Option<Day>| day.map(format_date).unwrap_or_default();
    Some(TaskView {
        revision: model.revision,
        card: cards.card(task),
        ancestors: tasks.ancestors(task.slot).into_iter().map(name).collect(),
        subtasks: tasks.sorted_children(Some(task.slot)).into_iter().map(name).collect(),
        notes: record.notes.clone().unwrap_or_default(),
        description: notes.description.to_owned(),
        comments: notes.entries.iter().map(|entry| comment(entry, &history)).collect(),
        mentions: mentioned(cards, task),
        schedule: record.schedule.clone().unwrap_or_default(),
        subtasks_start: day(span.start),
        subtasks_due: day(span.due),
        criteria: record.criteria.clone(),
        criterion_details: criterion_details::all_details(record).cloned().collect(),
        links: record.links.clone(),
        task_links: record.task_links.clone(),
        requirements: requirements(project, task),
        scope_paths: record.scope_paths.clone(),
        dependencies: dependencies(cards, task),
        dependents: dependents(cards, task),
        created_at: record.created_at.clone().unwrap_or_default(),
        updated_at: record.updated_at.clone().unwrap_or_default(),
        completed_at: record.completed_at.clone().unwrap_or_default(),
        usage: usage::of_task(model, task),
        history,
        problems: problems.of_paths(project, is_own),
        editable: tasks.is_editable(task),
    })
}

/// Returns a comment with its author. The log knows who changed the notes in that second, and whether
/// it was a person; agents do not sign.
fn comment(Entry { stamp, author, text }: &Entry<'_>, history: &[Event]) -> Comment {
    let is_origin = |event: &&Event| {
        !event.observed
            && !event.actor.name.is_empty()
            && (author.is_empty() || event.actor.name == *author)
            && matches!(&event.change, Change::Field { field, .. } if field == "notes")
            && parse_timestamp(&event.at).is_some_and(|at| note_stamp(at.timestamp_millis()) == *stamp)
    };
    let mut origins = history.iter().filter(is_origin).map(|event| event.actor.as_ref()).collect::<Vec<&Actor>>();
    origins.sort_by_key(|actor| actor.kind != ActorKind::Agent);
    let signed = (!author.is_empty()).then(|| Actor::person(*author));
    Comment {
        at: (*stamp).to_owned(),
        author: origins.first().map(|actor| (*actor).clone()).or(signed),
        text: (*text).to_owned(),
    }
}

/// Returns the other tasks that the notes mention, by ID.
fn mentioned(cards: &Cards<'_>, task: TaskRef<'_>) -> Vec<TaskName> {
    let notes = task.shown.task.notes.as_deref().unwrap_or_default();
    let ids: BTreeSet<&str> = mentioned_ids(notes).filter(|id| *id != task.id()).collect();
    ids.into_iter().filter_map(|id| cards.model.tasks.with_id(id).next().map(name)).collect()
}

/// Returns true if a path is in the folder of a subtask.
fn is_in_subtask(cards: &Cards<'_>, task: TaskRef<'_>, path: &str) -> bool {
    let children = cards.model.tasks.children(Some(task.slot));
    children.iter().any(|child| crate::ground::tree::within(path, &child.node.folder))
}

/// Returns the requirements that a task links to. Documents are parsed only if it has such a link.
fn requirements(project: &Project, task: TaskRef<'_>) -> Vec<TaskRequirement> {
    let record = &task.shown.task;
    if !record.task_links.iter().any(|link| link.link_type == REQUIREMENT_LINK) {
        return Vec::new();
    }
    let documents = Documents::of(project);
    let row = |found: Requirement<'_>| {
        let role = found.role_of(record)?.to_owned();
        let path = found.document.path.clone();
        Some(TaskRequirement { id: found.id, title: found.title, status: found.status, stage: found.stage, role, path })
    };
    documents.requirements().into_iter().filter_map(row).collect()
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
