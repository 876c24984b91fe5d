//! Dates from the scheduler, and the decision that says so.

use std::collections::BTreeSet;

use handoff_format::{Document, PathSegment, Value, format_date};
use handoff_protocol::{ChangeSet, Context, Refusal, Reschedule, Text};
use serde_json::json;

use crate::Project;
use crate::container::of_path;
use crate::plan::change_set_builder::Draft;
use crate::plan::tasks::reschedule::{Rescheduled, rescheduled};

const SCHEDULE: &str = "Schedule {count} tasks from {date}";
const NOT_NOTED: &str = "The decision was not recorded in {path}, since the file cannot be written.";

/// Gives tasks the scheduler's dates.
pub(in crate::plan) fn auto_schedule(
    project: &Project,
    context: &Context,
    from: Option<&str>,
    assignees: &[String],
) -> Result<ChangeSet, Refusal> {
    let wish = Reschedule::Auto { from: from.map(str::to_owned), assignees: assignees.to_vec(), level: false };
    let found = rescheduled(project, context, &wish)?;
    let count = found.moved().len();
    let date = from.map_or_else(|| format_date(found.today), str::to_owned);
    let mut draft = Draft::new(project, context);
    found.write(project, context, &wish, &mut draft)?;
    if count > 0 {
        note(project, &mut draft, &decision(&found, count, &date));
    }
    Ok(draft.finish(Text::with(SCHEDULE, [("count", count.to_string()), ("date", date)])))
}

fn decision(found: &Rescheduled<'_>, count: usize, date: &str) -> Value {
    let mut people: BTreeSet<&str> = BTreeSet::default();
    let assignee_of = |place: usize| found.network.facts.get(place)?.task.shown.task.assignee.as_deref();
    people.extend(found.moved().into_iter().filter_map(assignee_of));
    let people = people.len();
    json!({
        "decision": format!("Auto-scheduled {count} task(s) across {people} assignee(s) from {date}"),
        "reason": "Dates follow from dependencies, working time, priorities and milestones.",
        "confidence": "confirmed",
    })
}

/// Adds a decision to every active session.
fn note(project: &Project, draft: &mut Draft<'_>, decision: &Value) {
    for path in project.model.records.active_sessions() {
        match noted(project, path, decision) {
            Some(bytes) => draft.write(path, bytes),
            None => draft.warn(Text::with(NOT_NOTED, [("path", path.to_owned())])),
        }
    }
}

/// A session's file with one more decision; none where the file is not as it should be.
fn noted(project: &Project, path: &str, decision: &Value) -> Option<Vec<u8>> {
    let mut document = Document::parse(of_path(path)?, project.tree.file(path)?).ok()?;
    let decisions = PathSegment::Key("decisions");
    match document.get(&[decisions]) {
        Some(Value::Array(known)) if !known.is_empty() => {
            document.set(&[decisions, PathSegment::Index(known.len())], decision).ok()?;
        }
        None | Some(Value::Null | Value::Array(_)) => {
            document.set(&[decisions], &Value::Array(vec![decision.clone()])).ok()?;
        }
        Some(_) => return None,
    }
    Some(document.render())
}
