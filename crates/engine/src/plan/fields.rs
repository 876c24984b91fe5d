//! A task's fields as the activity log tells them.

use handoff_format::{Task, Value};
use handoff_protocol::{Change, Status};
use serde_json::json;

use super::stage::Staged;

/// Long texts are cut in the log: it tells what happened, the files hold what is.
const LONGEST: usize = 200;

/// One event per field that differs, in the order of the task table.
pub(crate) fn changes(staged: &Staged, new: &Task) -> Vec<Change> {
    let before = values(&staged.old, staged.old_status);
    let after = values(new, Some(staged.status));
    let differing = before.into_iter().zip(after).filter(|((_, from), (_, to))| from != to);
    differing.map(|((field, from), (_, to))| Change::Field { field: field.to_owned(), from, to }).collect()
}

fn values(task: &Task, status: Option<Status>) -> [(&'static str, Value); 19] {
    let schedule = task.schedule.clone().unwrap_or_default();
    [
        ("title", json!(task.title)),
        ("status", json!(status)),
        ("priority", json!(task.priority)),
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
        ("taskLinks", json!(task.task_links)),
        ("dependencies", json!(task.dependencies)),
        ("criteria", json!(task.criteria)),
        ("notes", json!(task.notes.as_deref().map(cut))),
        ("rank", json!(task.rank)),
        ("boardRank", json!(task.board_rank)),
    ]
}

fn cut(text: &str) -> String {
    let mut characters = text.chars();
    let start: String = characters.by_ref().take(LONGEST).collect();
    if characters.next().is_some() { start + "…" } else { start }
}
