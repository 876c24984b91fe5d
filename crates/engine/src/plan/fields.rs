//! A task's fields as the activity log tells them.

use handoff_format::{Task, Value, wire};
use handoff_protocol::wire::Write;
use handoff_protocol::{Change, Priority, Status};
use serde_json::json;

/// Longer texts lose their middle in the log: it tells what happened, the files hold what is.
const LONGEST: usize = 200;

/// A task and where it stands; none when the name on disk has no known status.
pub(crate) type State<'a> = (&'a Task, Option<Status>);

/// One event per field that differs, in the order of the task table.
pub(crate) fn changes(before: State<'_>, after: State<'_>) -> Vec<Change> {
    let pairs = values(before).into_iter().zip(values(after));
    let differing = pairs.filter(|((_, from), (_, to))| from != to);
    differing
        .map(|((field, from), (_, to))| Change::Field { field: field.to_owned(), from: cut(from), to: cut(to) })
        .collect()
}

fn values((task, status): State<'_>) -> [(&'static str, Value); 20] {
    let schedule = task.schedule.clone().unwrap_or_default();
    [
        ("title", json!(task.title)),
        ("status", json!(status.map(Status::name))),
        ("priority", json!(task.priority.map(Priority::name))),
        ("assignee", json!(task.assignee)),
        ("milestone", json!(schedule.milestone)),
        ("startDate", json!(schedule.start_date)),
        ("dueDate", json!(schedule.due_date)),
        ("estimateHours", json!(schedule.estimate_hours)),
        ("actualHours", json!(schedule.actual_hours)),
        ("remainingHours", json!(schedule.remaining_hours)),
        ("pinned", json!(schedule.pinned)),
        ("labels", json!(task.labels)),
        ("links", json!(task.links)),
        ("taskLinks", list(&task.task_links)),
        ("dependencies", json!(task.dependencies)),
        ("dependencyLinks", list(&task.dependency_links)),
        ("criteria", list(&task.criteria)),
        ("notes", json!(task.notes)),
        ("rank", json!(task.rank)),
        ("boardRank", json!(task.board_rank)),
    ]
}

/// A list as it crosses the wire.
fn list(values: &dyn Write) -> Value {
    wire::unpack(&wire::line(values), &[]).unwrap_or_default()
}

/// What a text begins and ends with; the same whatever it is compared with.
fn cut(value: Value) -> Value {
    let Value::String(text) = &value else { return value };
    let characters: Vec<char> = text.chars().collect();
    let Some(middle) = characters.len().checked_sub(LONGEST).filter(|length| *length > 0) else { return value };
    let (start, end) = (characters.iter().take(LONGEST / 2), characters.iter().skip(LONGEST / 2 + middle));
    Value::String(start.chain(['…'].iter()).chain(end).collect())
}
