//! The rules for tasks: statuses, dates, estimates and dependencies.

use std::collections::{BTreeMap, BTreeSet};

use handoff_format::{Task, is_date};
use handoff_protocol::{Refusal, RefusalCode, Schedule, Status, Text, TextArg};

use crate::model::{CONFIG, TaskRef};
use crate::plan::change_set_builder::ChangeSetBuilder;
use crate::plan::refusal::{About, refuse};
use crate::plan::staged_tasks::Stage;
use crate::project::unread;
use crate::texts;

/// The maximum of an amount of hours that is entered, far above any plan.
pub(crate) const MAX_HOURS: f64 = 100_000.0;
/// The maximum of the hours of a day.
pub(crate) const MAX_HOURS_PER_DAY: f64 = 24.0;

/// The paths of files and folders that a decision depends on. See `ChangeSet::relies_on`.
pub(crate) type Evidence = BTreeSet<String>;

/// Checks every staged task against the new state of the others.
pub(crate) fn check(stage: &Stage<'_>, builder: &mut ChangeSetBuilder<'_>) -> Result<(), Refusal> {
    for (task, staged) in stage.iter().filter(|(_, staged)| staged.has_new_fields()) {
        let children = stage.project.model.tasks.sorted_children(Some(task.slot));
        if staged.old_status != Some(staged.status) {
            check_entry(task.id(), &staged.new, staged.status)?;
            if staged.status.is_terminal() {
                unread::check_descendants(stage.project, &task.node.folder)?;
                builder.evidence().insert(task.node.folder.clone());
                builder.evidence().extend(children.iter().map(|child| child.shown.path.clone()));
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
                return Err(refuse(RefusalCode::OpenChild, text).about_task(task.id()).about_field("status"));
            }
        }
        let (before, after) = (dates(&staged.old), dates(&staged.new));
        if before != after {
            check_dates(task.id(), after, if before.1 == after.1 { "startDate" } else { "dueDate" })?;
        }
        if children.is_empty() && !staged.only_loses_dependencies() {
            let is_new_status = staged.old_status != Some(staged.status);
            check_estimate(stage, &staged.new, staged.status, is_new_status, builder.evidence())
                .map_err(|refusal| refusal.about_task(task.id()))?;
        }
        if staged.old.dependencies != staged.new.dependencies {
            check_dependencies(stage, task, builder)?;
        }
    }
    Ok(())
}

/// Refuses the status done while a criterion is open.
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

/// Returns the start and due date as they are written.
pub(crate) fn dates(task: &Task) -> (Option<&str>, Option<&str>) {
    let date = |field: fn(&Schedule) -> &Option<String>| {
        task.schedule.as_ref().and_then(|schedule| field(schedule).as_deref())
    };
    (date(|schedule| &schedule.start_date), date(|schedule| &schedule.due_date))
}

/// Refuses a due date before the start date.
pub(crate) fn check_dates(id: &str, (start, due): (Option<&str>, Option<&str>), field: &str) -> Result<(), Refusal> {
    match (start, due) {
        (Some(start), Some(due)) if is_date(start) && is_date(due) && due < start => {
            let date = |date: &str| TextArg::Date { date: date.to_owned() };
            let text = Text::with(texts::DUE_BEFORE_START, [("id", id.to_owned())])
                .with_arg("start", date(start))
                .with_arg("due", date(due));
            Err(refuse(RefusalCode::BadValue, text).about_task(id).about_field(field))
        }
        _ => Ok(()),
    }
}

/// Refuses to start a task without an estimate if the project requires one. `is_new_status` selects
/// the sentence: the change sets the status, or removes the estimate.
pub(crate) fn check_estimate(
    stage: &Stage<'_>,
    task: &Task,
    status: Status,
    is_new_status: bool,
    evidence: &mut Evidence,
) -> Result<(), Refusal> {
    let is_started = matches!(status, Status::InProgress | Status::Review | Status::Done);
    let has_estimate =
        task.schedule.as_ref().and_then(|schedule| schedule.estimate_hours).is_some_and(|hours| hours > 0.0);
    if is_started && !has_estimate {
        if !stage.project.model.config.require_estimate() {
            evidence.insert(CONFIG.to_owned());
            return Ok(());
        }
        let name = if task.title.is_empty() { &task.id } else { &task.title };
        let template = if is_new_status { texts::ESTIMATE_REQUIRED } else { texts::ESTIMATE_KEPT };
        let text = Text::with(template, [("title", name.clone())]).with_status(status);
        return Err(refuse(RefusalCode::EstimateRequired, text).about_field("estimateHours"));
    }
    Ok(())
}

/// Refuses new dependencies that close a cycle, and warns of those on unknown ids.
fn check_dependencies(stage: &Stage<'_>, task: TaskRef<'_>, builder: &mut ChangeSetBuilder<'_>) -> Result<(), Refusal> {
    let before = &task.shown.task.dependencies;
    let added: Vec<&String> = stage.dependencies(task).iter().filter(|id| !before.contains(id)).collect();
    check_acyclic(task.id(), added.clone(), &mut |id| dependencies_of(stage, id, builder.evidence()))?;
    warn_of_unknown(stage, task.id(), added.into_iter(), builder);
    Ok(())
}

/// Refuses dependencies of a new task that close a cycle: on itself, or on a task that already
/// depends on its id.
pub(crate) fn check_new_dependencies(
    stage: &Stage<'_>,
    id: &str,
    task: &Task,
    evidence: &mut Evidence,
) -> Result<(), Refusal> {
    check_acyclic(id, task.dependencies.iter().collect(), &mut |id| dependencies_of(stage, id, evidence))
}

/// Returns the new dependencies of the tasks with an id.
fn dependencies_of<'s>(stage: &'s Stage<'_>, id: &str, evidence: &mut Evidence) -> Vec<&'s String> {
    let mut dependencies: Vec<&String> = stage.created(id).into_iter().flatten().collect();
    for task in stage.project.model.tasks.with_id(id) {
        evidence.insert(task.shown.path.clone());
        dependencies.extend(stage.dependencies(task));
    }
    dependencies
}

/// Warns of ids that no task has. They are not refused, because other programs plan with ids of
/// tasks that do not exist yet. They are also reported as problems.
pub(crate) fn warn_of_unknown<'i>(
    stage: &Stage<'_>,
    of: &str,
    ids: impl Iterator<Item = &'i String>,
    builder: &mut ChangeSetBuilder<'_>,
) {
    for id in ids {
        if let Some(task) = stage.project.model.tasks.with_id(id).next() {
            builder.evidence().insert(task.shown.path.clone());
        } else if stage.created(id).is_none() {
            builder.warn(Text::with(texts::DANGLING, [("id", of.to_owned()), ("missing", id.clone())]));
        }
    }
}

/// Refuses if a path leads from the added dependencies of a task back to it (depth-first search).
/// `dependencies_of` returns the dependencies of the tasks with an id.
pub(crate) fn check_acyclic<'a>(
    start: &'a str,
    added: Vec<&'a String>,
    dependencies_of: &mut dyn FnMut(&str) -> Vec<&'a String>,
) -> Result<(), Refusal> {
    let mut reached_from: BTreeMap<&str, &str> = BTreeMap::default();
    let mut open = Vec::new();
    let mut current = start;
    let mut next = added;
    loop {
        for id in next {
            if !reached_from.contains_key(id.as_str()) {
                reached_from.insert(id, current);
                open.push(id.as_str());
            }
        }
        match open.pop() {
            Some(id) if id == start => break,
            Some(id) => (current, next) = (id, dependencies_of(id)),
            None => return Ok(()),
        }
    }
    Err(cycle_refusal(&cycle_path(start, &reached_from)).about_field("dependencies"))
}

/// Returns the ids of a cycle from `start` to the last one before it repeats.
fn cycle_path<'a>(start: &'a str, reached_from: &BTreeMap<&'a str, &'a str>) -> Vec<&'a str> {
    let mut path = Vec::new();
    let mut current = start;
    while let Some(before) = reached_from.get(current) {
        path.push(*before);
        current = before;
        if current == start {
            break;
        }
    }
    path.reverse();
    path
}

/// Creates the refusal for a dependency cycle, in which the last task depends on the first.
pub(crate) fn cycle_refusal(ids: &[&str]) -> Refusal {
    let text = Text::with(texts::DEPENDENCY_CYCLE, [("cycle", texts::circle(ids))]);
    refuse(RefusalCode::DependencyCycle, text).about_task(ids.first().unwrap_or(&""))
}
