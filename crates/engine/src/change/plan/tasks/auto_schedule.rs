//! The scheduler as an agent calls it: sets the dates and records a decision in the active
//! sessions.

use std::collections::BTreeSet;

use handoff_format::{Container, DataFile, PathSegment, Value, format_date};
use handoff_protocol::{ChangeSet, Context, Refusal, Reschedule, Text};
use serde_json::json;

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::summary;
use crate::change::plan::tasks::reschedule::{self, NewDates};
use crate::ground::texts;

/// Plans new dates for all tasks, or for those of some assignees.
pub(in crate::change::plan) fn auto_schedule(
    project: &Project,
    context: &Context,
    from: Option<&str>,
    assignees: &[String],
) -> Result<ChangeSet, Refusal> {
    let request = Reschedule::Auto { from: from.map(str::to_owned), assignees: assignees.to_vec(), level: false };
    let new_dates = reschedule::compute(project, context, &request)?;
    let count = new_dates.moved_tasks().len();
    let date = from.map_or_else(|| format_date(new_dates.today), str::to_owned);
    let mut builder = ChangeSetBuilder::new(project, context);
    new_dates.write(project, context, &request, &mut builder)?;
    if count > 0 {
        record_decision(project, &mut builder, &decision(&new_dates, count, &date));
    }
    Ok(builder.finish(Text::plain(texts::SCHEDULED_FROM).with_arg("task", summary::count_tasks(count)).with_date(date)))
}

/// Creates the entry for a session's `decisions`.
fn decision(new_dates: &NewDates<'_>, count: usize, date: &str) -> Value {
    let assignee_of = |index: usize| new_dates.network.tasks.get(index)?.task.shown.task.assignee.as_deref();
    let assignees: BTreeSet<&str> = new_dates.moved_tasks().into_iter().filter_map(assignee_of).collect();
    let args = [("count", count.to_string()), ("assignees", assignees.len().to_string()), ("date", date.to_owned())];
    json!({
        "decision": Text::with(texts::SCHEDULE_DECISION, args).to_string(),
        "reason": texts::SCHEDULE_REASON,
        "confidence": "confirmed",
    })
}

/// Adds a decision to every active session.
fn record_decision(project: &Project, builder: &mut ChangeSetBuilder<'_>, decision: &Value) {
    for path in project.model.records.active_sessions() {
        match with_decision(project, path, decision) {
            Some(bytes) => builder.write(path, bytes),
            None => builder.warn(Text::with(texts::SCHEDULE_NOT_RECORDED, [("path", path.to_owned())])),
        }
    }
}

/// Returns a session's file with one more decision, or `None` if the file is invalid.
fn with_decision(project: &Project, path: &str, decision: &Value) -> Option<Vec<u8>> {
    let mut data = DataFile::parse(Container::of_path(path)?, project.tree.file(path)?).ok()?;
    let decisions = PathSegment::Key("decisions");
    match data.get(&[decisions]) {
        Some(Value::Array(entries)) if !entries.is_empty() => {
            data.set(&[decisions, PathSegment::Index(entries.len())], decision).ok()?;
        }
        None | Some(Value::Null | Value::Array(_)) => {
            data.set(&[decisions], &Value::Array(vec![decision.clone()])).ok()?;
        }
        Some(_) => return None,
    }
    Some(data.render())
}
