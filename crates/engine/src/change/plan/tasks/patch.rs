//! Applies a patch to a task, and checks every value.

use std::collections::BTreeSet;

use handoff_format::{Task, format_date, parse_date};
use handoff_protocol::{
    Actor, ActorKind, Context, Criterion, DependencyLink, ListPatch, Refusal, RefusalCode, Schedule, TaskLink,
    TaskPatch, Text,
};

use crate::change::plan::refusal::{About, refuse};
use crate::change::plan::rules::{MAX_HOURS, check_title, one_line};
use crate::change::plan::tasks::criteria;
use crate::ground::hours::round_hours;
use crate::ground::texts;
use crate::ground::timestamp::Day;
use crate::ground::words::notes;
use crate::model::activity_log::Activity;
use crate::model::criterion_details;
use crate::model::dependency_links;
use crate::model::task_fields;

/// Returns the task with the patch applied. The caller handles the status, the timestamps and the
/// rules.
pub(crate) fn apply(before: &Task, patch: &TaskPatch, context: &Context) -> Result<Task, Refusal> {
    let mut task = before.clone();
    if let Some(title) = &patch.title {
        task.title = check_title(title)?;
    }
    if let Some(priority) = &patch.priority {
        task.priority = *priority;
    }
    if let Some(assignee) = &patch.assignee {
        task.assignee = optional_name(assignee.as_deref(), "assignee")?;
    }
    apply_schedule(&mut task.schedule, patch)?;
    apply_list(&mut task.labels, patch.labels.as_ref(), "labels")?;
    apply_list(&mut task.links, patch.links.as_ref(), "links")?;
    apply_list(&mut task.scope_paths, patch.scope_paths.as_ref(), "scopePaths")?;
    apply_list(&mut task.dependencies, patch.dependencies.as_ref(), "dependencies")?;
    if task.dependencies != before.dependencies {
        dependency_links::remove_stale_links(&mut task, &before.dependencies);
    }
    if let Some(link) = &patch.dependency {
        dependency_links::set_link(&mut task, check_dependency(link)?);
    }
    if let Some(links) = &patch.task_links {
        task.task_links = links.iter().map(check_link).collect::<Result<_, _>>()?;
    }
    match (&patch.criteria, &patch.criterion) {
        (Some(_), Some(_)) => {
            return Err(refuse(RefusalCode::BadCommand, Text::plain(texts::CRITERIA_TWICE)).about_field("criteria"));
        }
        (Some(list), None) => task.criteria = list.iter().map(check_criterion).collect::<Result<_, _>>()?,
        (None, Some(edit)) => task.criteria = criteria::edit(&task.criteria, edit)?,
        (None, None) => {}
    }
    if task.criteria != before.criteria {
        criterion_details::follow(&mut task, &before.criteria, patch.criterion.as_ref());
    }
    if let Some(selection) = &patch.check {
        task.criteria = criteria::check(&task.criteria, selection)?;
    }
    for detail in patch.criterion_details.iter().flatten() {
        let detail = criteria::check_detail(&task.criteria, detail)?;
        criterion_details::set(&mut task, &detail, context);
    }
    match (&patch.notes, &patch.append_notes) {
        (Some(notes), _) => task.notes = notes.clone().filter(|notes| !notes.is_empty()),
        (None, Some(text)) if !text.trim().is_empty() => {
            task.notes = Some(notes::append(task.notes.as_deref(), text, context.now, None));
        }
        (None, _) => {}
    }
    if let Some(text) = patch.comment.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
        task.notes = Some(notes::append(task.notes.as_deref(), text, context.now, Some(&context.actor)));
    }
    Ok(task)
}

fn bad(template: &'static str, value: &str, field: &str) -> Refusal {
    refuse(RefusalCode::BadValue, Text::with(template, [("value", value.to_owned())])).about_field(field)
}

/// Returns a trimmed name, or `None` if it is empty.
fn optional_name(name: Option<&str>, field: &str) -> Result<Option<String>, Refusal> {
    match name.map(str::trim) {
        None | Some("") => Ok(None),
        Some(name) => one_line(name, field).map(Some),
    }
}

/// Applies the schedule fields of a patch. A schedule without values is not created.
fn apply_schedule(schedule: &mut Option<Schedule>, patch: &TaskPatch) -> Result<(), Refusal> {
    let mut new = schedule.clone().unwrap_or_default();
    if let Some(text) = &patch.start_date {
        new.start_date = date(text.as_deref(), "startDate")?.map(format_date);
    }
    if let Some(text) = &patch.due_date {
        new.due_date = date(text.as_deref(), "dueDate")?.map(format_date);
    }
    if let Some(value) = patch.estimate_hours {
        new.estimate_hours = hours(value, "estimate_hours", "estimateHours")?;
    }
    if let Some(value) = patch.actual_hours {
        new.actual_hours = hours(value, "actual_hours", "actualHours")?;
    }
    if let Some(value) = patch.remaining_hours {
        new.remaining_hours = hours(value, "remaining_hours", "remainingHours")?;
    }
    if let Some(hours) = patch.add_hours {
        add_hours(&mut new, hours)?;
    }
    if let Some(milestone) = &patch.milestone {
        new.milestone = optional_name(milestone.as_deref(), "milestone")?;
    }
    if let Some(pinned) = patch.pinned {
        new.pinned = pinned;
    }
    if schedule.is_some() || new != Schedule::default() {
        *schedule = Some(new);
    }
    Ok(())
}

/// Adds hours to those spent, and subtracts them from the remaining ones if there are any.
pub(super) fn add_hours(schedule: &mut Schedule, hours: f64) -> Result<(), Refusal> {
    if !(hours > 0.0 && hours <= MAX_HOURS) {
        let text = Text::with(texts::BAD_LOGGED_HOURS, [("limit", MAX_HOURS.to_string())]);
        return Err(refuse(RefusalCode::BadCommand, text).about_field("hours"));
    }
    schedule.actual_hours = Some(round_hours(schedule.actual_hours.unwrap_or(0.0) + hours));
    schedule.remaining_hours = schedule.remaining_hours.map(|remaining| round_hours(remaining - hours).max(0.0));
    Ok(())
}

/// Parses a date. An empty text means none.
pub(crate) fn date(text: Option<&str>, field: &str) -> Result<Option<Day>, Refusal> {
    match text {
        None | Some("") => Ok(None),
        Some(text) => parse_date(text).map(Some).ok_or_else(|| bad(texts::BAD_DATE, text, field)),
    }
}

/// Refuses a number that is no amount of hours. `key` is the name of the field in files.
fn hours(value: Option<f64>, key: &str, field: &str) -> Result<Option<f64>, Refusal> {
    match value {
        Some(hours) if !(0.0..=MAX_HOURS).contains(&hours) => {
            // All digits of a huge number would be unreadable.
            let shown = if hours.abs() < 1e9 { hours.to_string() } else { format!("{hours:e}") };
            let args = [("value", shown), ("field", key.to_owned()), ("limit", MAX_HOURS.to_string())];
            Err(refuse(RefusalCode::BadValue, Text::with(texts::BAD_HOURS, args)).about_field(field))
        }
        value => Ok(value),
    }
}

/// Changes a list of distinct values: first `set`, then `remove`, then `add`. A list that does not
/// change keeps its duplicates.
fn apply_list(list: &mut Vec<String>, patch: Option<&ListPatch>, field: &str) -> Result<(), Refusal> {
    let Some(patch) = patch else { return Ok(()) };
    if let Some(values) = &patch.set
        && values != list
    {
        list.clear();
        add_all(list, values, field)?;
    }
    if let Some(values) = &patch.remove {
        let removed = BTreeSet::from_iter(values);
        list.retain(|value| !removed.contains(value));
    }
    if let Some(values) = &patch.add {
        add_all(list, values, field)?;
    }
    Ok(())
}

fn add_all(list: &mut Vec<String>, values: &[String], field: &str) -> Result<(), Refusal> {
    let mut known = BTreeSet::from_iter(list.clone());
    for value in values {
        let value = value.trim();
        if value.is_empty() {
            return Err(bad(texts::EMPTY_ENTRY, value, field));
        }
        let value = one_line(value, field)?;
        if known.insert(value.clone()) {
            list.push(value);
        }
    }
    Ok(())
}

fn check_link(link: &TaskLink) -> Result<TaskLink, Refusal> {
    let (target, link_type) = (link.target.trim(), link.link_type.trim());
    if target.is_empty() || link_type.is_empty() {
        return Err(bad(texts::EMPTY_LINK, target, "taskLinks"));
    }
    Ok(TaskLink {
        target: one_line(target, "taskLinks")?,
        link_type: one_line(link_type, "taskLinks")?,
        label: optional_name(link.label.as_deref(), "taskLinks")?,
        role: optional_name(link.role.as_deref(), "taskLinks")?,
        baseline_hash: optional_name(link.baseline_hash.as_deref(), "taskLinks")?,
    })
}

fn check_dependency(link: &DependencyLink) -> Result<DependencyLink, Refusal> {
    let id = link.id.trim();
    if id.is_empty() {
        return Err(bad(texts::EMPTY_ENTRY, id, "dependencies"));
    }
    if !(-1000..=1000).contains(&link.lag) {
        return Err(bad(texts::BAD_LAG, &link.lag.to_string(), "dependencies"));
    }
    Ok(DependencyLink { id: one_line(id, "dependencies")?, ..link.clone() })
}

fn check_criterion(criterion: &Criterion) -> Result<Criterion, Refusal> {
    Ok(Criterion { item: criteria::check_item(&criterion.item)?, checked: criterion.checked })
}

/// Refuses a change if a field no longer has the value that the person saw.
pub(crate) fn check_seen(
    activity: &Activity,
    id: &str,
    task: &Task,
    status: handoff_protocol::Status,
    seen: &TaskPatch,
) -> Result<(), Refusal> {
    task_fields::first_stale((task, Some(status)), seen).map_or(Ok(()), |field| Err(stale(activity, id, field)))
}

/// Creates the refusal of a change to an outdated value of a field. Names who changed it, if the log
/// does.
pub(crate) fn stale(activity: &Activity, id: &str, field: &str) -> Refusal {
    let id_arg = ("id", id.to_owned());
    let author = activity.last_author(id, field).filter(|actor| !actor.name.is_empty());
    let text = match author {
        None => Text::with(texts::FIELD_CHANGED, [id_arg]),
        Some(Actor { kind, name, .. }) => {
            let template = match kind {
                ActorKind::Human => texts::FIELD_CHANGED_BY,
                ActorKind::Agent => texts::FIELD_CHANGED_BY_AGENT,
            };
            Text::with(template, [id_arg, ("actor", name.clone())])
        }
    };
    let refusal = refuse(RefusalCode::Stale, text).about_task(id).about_field(field);
    Refusal { by: author.cloned().map(Box::new), ..refusal }
}
