//! The fields of a task: their names in patches and in the activity log, and their values.

use handoff_format::{Task, Value};
use handoff_protocol::{Change, CriterionDetail, LoggedTask, Priority, Status, TaskPatch};
use serde::Serialize;
use serde_json::json;

use crate::ground::hours::round_hours;
use crate::model::{criterion_details, dependency_links};

/// The maximum length of a text in characters. Longer texts lose their middle: the log records what
/// happened, the whole text is in the task's file.
const MAX_CHARS: usize = 200;

/// The smallest number of hours that the log records: less than half a second. Sums of hours differ
/// in their last digits.
const MIN_HOURS: f64 = 0.0001;

/// A task and its status; `None` if the name on disk has no known status.
pub(crate) type State<'a> = (&'a Task, Option<Status>);

/// Returns one change per field that differs, in the order of [`task_fields`].
pub(crate) fn field_changes(before: State<'_>, after: State<'_>) -> Vec<Change> {
    let pairs = task_fields(before, Some(after.0)).into_iter().zip(task_fields(after, Some(before.0)));
    let differing = pairs.filter(|((_, from), (_, to))| from != to);
    differing
        .map(|((field, from), (_, to))| Change::Field { field: field.to_owned(), from: shorten(from), to: shorten(to) })
        .collect()
}

/// Returns the values of a task that the log records when it is created or deleted.
pub(crate) fn logged_task((task, status): State<'_>, parent: Option<&str>) -> Box<LoggedTask> {
    let schedule = task.schedule.clone().unwrap_or_default();
    Box::new(LoggedTask {
        status: status.map(|status| status.name().to_owned()),
        parent: parent.map(str::to_owned),
        assignee: task.assignee.clone(),
        milestone: schedule.milestone,
        labels: task.labels.clone(),
        estimate_hours: schedule.estimate_hours,
        actual_hours: schedule.actual_hours,
        remaining_hours: schedule.remaining_hours,
        created_at: task.created_at.clone(),
        imported: false,
    })
}

/// Returns what a change to the fields means beyond their values: hours that were added, and
/// criteria that were checked or unchecked, and proofs.
pub(crate) fn detail_changes(before: &Task, after: &Task) -> Vec<Change> {
    let hours = |task: &Task| task.schedule.as_ref().and_then(|schedule| schedule.actual_hours).unwrap_or_default();
    let added = hours(after) - hours(before);
    let time = (added.abs() >= MIN_HOURS)
        .then_some(Change::Time { hours: round_hours((added / MIN_HOURS).round() * MIN_HOURS) });
    let was_checked = |item: &str| before.criteria.iter().find(|other| other.item == item).map(|other| other.checked);
    let changed = after.criteria.iter().filter(|criterion| was_checked(&criterion.item) == Some(!criterion.checked));
    let ticks =
        changed.map(|criterion| Change::Criterion { item: shorten_text(&criterion.item), checked: criterion.checked });
    time.into_iter().chain(ticks).chain(new_proofs(before, after)).collect()
}

/// Returns the proofs that were given between two states of a task.
fn new_proofs(before: &Task, after: &Task) -> Vec<Change> {
    let proof_before = |item: &str| criterion_details::detail_of(before, item).and_then(|detail| detail.proof.as_ref());
    let describe = |detail: &CriterionDetail| {
        let proof = detail.proof.as_ref().filter(|proof| proof_before(&detail.item) != Some(proof))?;
        Some(Change::Proof {
            item: shorten_text(&detail.item),
            proof: proof.kind,
            target: shorten_text(&proof.target),
            exit_code: proof.exit_code,
        })
    };
    criterion_details::all_details(after).filter_map(describe).collect()
}

/// Returns the fields of a task that patches change and the log records, with their values. The names are
/// those of [`TaskPatch`](handoff_protocol::TaskPatch). A list of tables is null if `other` has the same: to
/// turn it into JSON would take longer than all other fields.
fn task_fields((task, status): State<'_>, other: Option<&Task>) -> [(&'static str, Value); 21] {
    let schedule = task.schedule.clone().unwrap_or_default();
    let is_same = |same: fn(&Task, &Task) -> bool| other.is_some_and(|other| same(task, other));
    [
        ("title", Value::from(task.title.as_str())),
        ("status", Value::from(status.map(Status::name))),
        ("priority", Value::from(task.priority.map(Priority::name))),
        ("assignee", Value::from(task.assignee.as_deref())),
        ("milestone", Value::from(schedule.milestone.as_deref())),
        ("startDate", Value::from(schedule.start_date.as_deref())),
        ("dueDate", Value::from(schedule.due_date.as_deref())),
        ("estimateHours", Value::from(schedule.estimate_hours)),
        ("actualHours", Value::from(schedule.actual_hours)),
        ("remainingHours", Value::from(schedule.remaining_hours)),
        ("pinned", Value::from(schedule.pinned)),
        ("labels", Value::from(task.labels.clone())),
        ("links", Value::from(task.links.clone())),
        ("taskLinks", list(&task.task_links, is_same(|a, b| a.task_links == b.task_links))),
        ("scopePaths", Value::from(task.scope_paths.clone())),
        ("dependencies", Value::from(task.dependencies.clone())),
        ("dependencyLinks", list(&task.dependency_links, is_same(|a, b| a.dependency_links == b.dependency_links))),
        ("criteria", list(&task.criteria, is_same(|a, b| a.criteria == b.criteria))),
        ("notes", Value::from(task.notes.as_deref())),
        ("rank", Value::from(task.rank.as_deref())),
        ("boardRank", Value::from(task.board_rank.as_deref())),
    ]
}

/// Returns a list as JSON, or null if it is the same in another task.
fn list(values: &impl Serialize, is_same: bool) -> Value {
    if is_same { Value::Null } else { json!(values) }
}

/// Returns the first field whose value is no longer what a person saw. Absent and empty are the same.
pub(crate) fn first_stale(task: State<'_>, seen: &TaskPatch) -> Option<&'static str> {
    let link = seen.dependency.as_ref();
    if link.is_some_and(|link| *link != dependency_links::link_to(task.0, &link.id)) {
        return Some("dependencies");
    }
    let seen = json!(seen);
    let is_stale = |(name, now): &(&'static str, Value)| {
        // A patch of a list shows the whole list that was seen.
        let seen = seen.get(*name).map(|seen| if seen.is_object() { seen.get("set") } else { Some(seen) });
        seen.flatten().is_some_and(|seen| !is_same_value(seen, now))
    };
    task_fields(task, None).into_iter().find(is_stale).map(|(name, _)| name)
}

/// Returns the value of a field, by its name in a patch; `None` for a field that has no value of its own.
pub(crate) fn value_of(task: State<'_>, field: &str) -> Option<Value> {
    task_fields(task, None).into_iter().find(|(name, _)| *name == field).map(|(_, value)| value)
}

/// Returns whether two values of a field are the same. Absent and empty are.
pub(crate) fn is_same_value(one: &Value, other: &Value) -> bool {
    without_empty(one) == without_empty(other)
}

fn without_empty(value: &Value) -> Option<&Value> {
    let is_empty = matches!(value, Value::Null | Value::Bool(false)) || value.as_str() == Some("");
    (!is_empty).then_some(value)
}

/// Shortens a long text to its beginning and end. The result depends on the text alone.
fn shorten(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(shorten_text(&text)),
        value => value,
    }
}

/// Shortens a long text to its beginning and end.
pub(crate) fn shorten_text(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let Some(middle) = characters.len().checked_sub(MAX_CHARS).filter(|length| *length > 0) else {
        return text.to_owned();
    };
    let (start, end) = (characters.iter().take(MAX_CHARS / 2), characters.iter().skip(MAX_CHARS / 2 + middle));
    start.chain(['…'].iter()).chain(end).collect()
}
