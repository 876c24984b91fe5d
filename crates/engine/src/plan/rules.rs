//! What must hold before a task may stand where a command wants it.

use std::collections::{BTreeMap, BTreeSet};

use handoff_format::{Task, is_date};
use handoff_protocol::{Refusal, RefusalCode, Schedule, Status, Text};

use crate::model::{CONFIG, TaskRef};
use crate::plan::change_set_builder::Draft;
use crate::plan::refusal::{About, refuse};
use crate::plan::staged_tasks::Stage;
use crate::project::unread;
use crate::texts;

/// The paths of files and folders by which a command was judged.
pub(crate) type Evidence = BTreeSet<String>;

/// Checks every task of a unit, each against the others as they will be.
pub(crate) fn check(stage: &Stage<'_>, draft: &mut Draft<'_>) -> Result<(), Refusal> {
    for (task, staged) in stage.iter().filter(|(_, staged)| staged.has_new_fields()) {
        let children = stage.project.model.tasks.arranged(Some(task.slot));
        if staged.old_status != Some(staged.status) {
            check_entry(task.id(), &staged.new, staged.status)?;
            if staged.status.is_terminal() {
                unread::check_below(stage.project, &task.node.folder)?;
                draft.evidence().insert(task.node.folder.clone());
                draft.evidence().extend(children.iter().map(|child| child.shown.path.clone()));
            }
            if staged.status.is_terminal()
                && let Some(child) = children.iter().find(|child| !stage.status(**child).is_terminal())
            {
                let args = [
                    ("id", task.id().to_owned()),
                    ("child", child.id().to_owned()),
                    ("title", child.title().to_owned()),
                ];
                let text = Text::with(texts::OPEN_CHILD, args).with_status(stage.status(*child));
                return Err(refuse(RefusalCode::OpenChild, text)
                    .about_task(task.id())
                    .about_field("status"));
            }
        }
        let (before, after) = (dates(&staged.old), dates(&staged.new));
        if before != after {
            check_dates(task.id(), after, if before.1 == after.1 { "startDate" } else { "dueDate" })?;
        }
        if children.is_empty() && !staged.only_loses_dependencies() {
            let moves = staged.old_status != Some(staged.status);
            check_estimate(stage, &staged.new, staged.status, moves, draft.evidence())
                .map_err(|refusal| refusal.about_task(task.id()))?;
        }
        if staged.old.dependencies != staged.new.dependencies {
            check_dependencies(stage, task, draft)?;
        }
    }
    Ok(())
}

/// Into done only with every criterion ticked.
pub(crate) fn check_entry(id: &str, task: &Task, status: Status) -> Result<(), Refusal> {
    let open = task.criteria.iter().find(|criterion| !criterion.checked);
    match open {
        Some(criterion) if status == Status::Done => {
            let args = [("id", id.to_owned()), ("item", criterion.item.clone())];
            Err(refuse(RefusalCode::OpenCriterion, Text::with(texts::OPEN_CRITERION, args))
                .about_task(id)
                .about_field("criteria"))
        }
        _ => Ok(()),
    }
}

/// Start and due date as they are written.
pub(crate) fn dates(task: &Task) -> (Option<&str>, Option<&str>) {
    let date =
        |of: fn(&Schedule) -> &Option<String>| task.schedule.as_ref().and_then(|schedule| of(schedule).as_deref());
    (date(|schedule| &schedule.start_date), date(|schedule| &schedule.due_date))
}

/// No task is given a due date before its start date. One that has them may keep them.
pub(crate) fn check_dates(id: &str, (start, due): (Option<&str>, Option<&str>), field: &str) -> Result<(), Refusal> {
    match (start, due) {
        (Some(start), Some(due)) if is_date(start) && is_date(due) && due < start => {
            let args = [("id", id.to_owned()), ("start", start.to_owned()), ("due", due.to_owned())];
            let text = Text::with(texts::DUE_BEFORE_START, args);
            Err(refuse(RefusalCode::BadValue, text).about_task(id).about_field(field))
        }
        _ => Ok(()),
    }
}

/// Work on a task without subtasks starts with an estimate, where the project wants it so. `moves` says whether the task
/// gets this status by the change.
pub(crate) fn check_estimate(
    stage: &Stage<'_>,
    task: &Task,
    status: Status,
    moves: bool,
    evidence: &mut Evidence,
) -> Result<(), Refusal> {
    let working = matches!(status, Status::InProgress | Status::Review | Status::Done);
    let estimated =
        task.schedule.as_ref().and_then(|schedule| schedule.estimate_hours).is_some_and(|hours| hours > 0.0);
    if working && !estimated {
        if !stage.project.model.config.require_estimate() {
            evidence.insert(CONFIG.to_owned());
            return Ok(());
        }
        let name = if task.title.is_empty() { &task.id } else { &task.title };
        let template = if moves { texts::ESTIMATE_REQUIRED } else { texts::ESTIMATE_KEPT };
        let text = Text::with(template, [("title", name.clone())]).with_status(status);
        return Err(refuse(RefusalCode::EstimateRequired, text).about_field("estimateHours"));
    }
    Ok(())
}

/// Refuses new dependencies that close a circle, and warns of those that name no task.
fn check_dependencies(stage: &Stage<'_>, task: TaskRef<'_>, draft: &mut Draft<'_>) -> Result<(), Refusal> {
    let before = &task.shown.task.dependencies;
    let added: Vec<&String> = stage.dependencies(task).iter().filter(|id| !before.contains(id)).collect();
    no_circle(task.id(), added.clone(), &mut |id| awaited(stage, id, draft.evidence()))?;
    warn_of_unknown(stage, task.id(), added.into_iter(), draft);
    Ok(())
}

/// A new task closes a circle only by naming itself, or when others already wait for its id.
pub(crate) fn check_new_dependencies(
    stage: &Stage<'_>,
    id: &str,
    task: &Task,
    evidence: &mut Evidence,
) -> Result<(), Refusal> {
    no_circle(id, task.dependencies.iter().collect(), &mut |id| awaited(stage, id, evidence))
}

/// What tasks with that id will wait for.
fn awaited<'s>(stage: &'s Stage<'_>, id: &str, evidence: &mut Evidence) -> Vec<&'s String> {
    let mut found = Vec::new();
    for task in stage.project.model.tasks.with_id(id) {
        evidence.insert(task.shown.path.clone());
        found.extend(stage.dependencies(task));
    }
    found
}

/// Warns of each id that names no task. Other programs plan with ids of tasks that are yet to come,
/// so this is no reason to refuse; it is also shown as a problem.
pub(crate) fn warn_of_unknown<'i>(
    stage: &Stage<'_>,
    of: &str,
    ids: impl Iterator<Item = &'i String>,
    draft: &mut Draft<'_>,
) {
    for id in ids {
        if let Some(task) = stage.project.model.tasks.with_id(id).next() {
            draft.evidence().insert(task.shown.path.clone());
        } else {
            draft.warn(Text::with(texts::DANGLING, [("id", of.to_owned()), ("missing", id.clone())]));
        }
    }
}

/// No way leads from what a task is to wait for back to the task; `awaited` tells what a task with an id waits for.
pub(crate) fn no_circle<'a>(
    start: &'a str,
    added: Vec<&'a String>,
    awaited: &mut dyn FnMut(&str) -> Vec<&'a String>,
) -> Result<(), Refusal> {
    let mut reached_from: BTreeMap<&str, &str> = BTreeMap::default();
    let mut open = Vec::new();
    let mut at = start;
    let mut next = added;
    loop {
        for id in next {
            if !reached_from.contains_key(id.as_str()) {
                reached_from.insert(id, at);
                open.push(id.as_str());
            }
        }
        match open.pop() {
            Some(id) if id == start => break,
            Some(id) => (at, next) = (id, awaited(id)),
            None => return Ok(()),
        }
    }
    Err(circle(&way(start, &reached_from)).about_field("dependencies"))
}

/// From the task to the last one before it comes again.
fn way<'a>(start: &'a str, reached_from: &BTreeMap<&'a str, &'a str>) -> Vec<&'a str> {
    let mut way = Vec::new();
    let mut at = start;
    while let Some(before) = reached_from.get(at) {
        way.push(*before);
        at = before;
        if at == start {
            break;
        }
    }
    way.reverse();
    way
}

/// A refusal because tasks wait for each other, the last for the first.
pub(crate) fn circle(ids: &[&str]) -> Refusal {
    let text = Text::with(texts::DEPENDENCY_CYCLE, [("cycle", texts::circle(ids))]);
    refuse(RefusalCode::DependencyCycle, text).about_task(ids.first().unwrap_or(&""))
}
