//! Tasks on their way: a criterion that holds, hours that were spent.

use handoff_protocol::{Command, CriterionEdit, Schedule, TaskPatch};
use serde_json::{Value, json};

use super::common::{found, reading};
use crate::arguments::Arguments;
use crate::schema::{count, flag, meaning, nullable, number, object, text};
use crate::tool::{Effect, Tool, ToolSet};
use crate::{Complaint, Desk, Reply, Step};

pub(super) const TOOLS: &[Tool] = &[
    Tool {
        name: "handoff_check_criterion",
        title: "Tick a criterion",
        description: "Set or clear the tick of one done criterion.",
        set: ToolSet::Core,
        effect: Effect::Changes,
        input: check_input,
        output: Some(check_output),
        answer: check_criterion,
    },
    Tool {
        name: "handoff_log_time",
        title: "Log time",
        description: "Add hours spent on a task; remaining hours shrink where tracked.",
        set: ToolSet::Core,
        effect: Effect::Adds,
        input: log_input,
        output: Some(log_output),
        answer: log_time,
    },
];

fn check_input() -> Value {
    let members = [
        ("task_id", text()),
        ("criterion_index", meaning(count(), "from 0")),
        ("checked", flag()),
        ("project_dir", text()),
    ];
    object(members, &["task_id", "criterion_index", "checked"])
}

fn check_output() -> Value {
    let summary = object([("total", count()), ("checked", count())], &["total", "checked"]);
    let members = [
        ("task_id", text()),
        ("criterion_index", count()),
        ("item", text()),
        ("checked", flag()),
        ("done_criteria_summary", summary),
    ];
    object(members, &["task_id", "criterion_index", "item", "checked", "done_criteria_summary"])
}

fn check_criterion(desk: Desk<'_>, arguments: &Arguments<'_>) -> Result<Step, Complaint> {
    let id = arguments.required_text("task_id")?.to_owned();
    let takes = "a whole number from 0; it is required";
    let index = arguments.optional("criterion_index", takes, |value| u32::try_from(value.as_u64()?).ok())?;
    let index = index.ok_or_else(|| arguments.complaint("criterion_index", takes))?;
    let checked = arguments.flag("checked")?;
    let checked = checked.ok_or_else(|| arguments.complaint("checked", "true or false; it is required"))?;
    let entry = match reading(desk).and_then(|reading| found(reading, &id)) {
        Ok(entry) => entry,
        Err(reply) => return Ok(Step::Done(reply)),
    };
    let criteria = &entry.fields().criteria;
    let Some(criterion) = usize::try_from(index).ok().and_then(|index| criteria.get(index)) else {
        let told = match criteria.len() {
            0 => format!("{id} has no criteria."),
            count => format!("{id} has {count} criteria, counted from 0; there is none at {index}."),
        };
        return Ok(Step::Done(Reply::failure(told)));
    };
    let item = criterion.item.clone();
    let edit = CriterionEdit::Check { index, item: item.clone(), checked };
    let patch = TaskPatch { criterion: Some(edit), ..TaskPatch::default() };
    let command = Command::UpdateTasks { ids: vec![id.clone()], patch, seen: None, estimates: None };
    Ok(Step::commit(command, move |desk, _| {
        let entry = desk.engine.reading().task(&id);
        let criteria = entry.map(|entry| entry.fields().criteria.clone()).unwrap_or_default();
        let ticked = criteria.iter().filter(|criterion| criterion.checked).count();
        let summary = json!({"total": criteria.len(), "checked": ticked});
        Reply::value(json!({
            "task_id": id, "criterion_index": index, "item": item, "checked": checked, "done_criteria_summary": summary
        }))
    }))
}

fn log_input() -> Value {
    object([("task_id", text()), ("hours", number()), ("project_dir", text())], &["task_id", "hours"])
}

fn log_output() -> Value {
    let members = [
        ("task_id", text()),
        ("logged_hours", number()),
        ("actual_hours", number()),
        ("remaining_hours", nullable(number())),
    ];
    object(members, &["task_id", "logged_hours", "actual_hours", "remaining_hours"])
}

fn log_time(desk: Desk<'_>, arguments: &Arguments<'_>) -> Result<Step, Complaint> {
    let id = arguments.required_text("task_id")?.to_owned();
    let Some(hours) = arguments.number("hours")?.filter(|hours| *hours > 0.0) else {
        return Err(arguments.complaint("hours", "a number above 0; it is required"));
    };
    if let Err(reply) = reading(desk).and_then(|reading| found(reading, &id)) {
        return Ok(Step::Done(reply));
    }
    let command = Command::LogTime { id: id.clone(), hours };
    Ok(Step::commit(command, move |desk, _| {
        let schedule = desk.engine.reading().task(&id).ok().and_then(|entry| entry.fields().schedule.clone());
        let Schedule { actual_hours, remaining_hours, .. } = schedule.unwrap_or_default();
        let left = remaining_hours.map_or_else(String::new, |left| format!(", {left:.1}h remaining"));
        let actual = actual_hours.unwrap_or_default();
        Reply::told(
            format!("Logged {hours:.1}h on {id}: {actual:.1}h in all{left}."),
            json!({"task_id": id, "logged_hours": hours, "actual_hours": actual, "remaining_hours": remaining_hours}),
        )
    }))
}
