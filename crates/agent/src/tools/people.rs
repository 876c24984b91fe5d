//! Who works on tasks, and goals.

use handoff_engine::{Reading, TaskEntry};
use handoff_protocol::agent::Section;
use handoff_protocol::{Command, ConfigChange, Status};
use serde_json::{Map, Value, json};

use super::common::{answered, any_object, hours, reading};
use super::{calendar, planning};
use crate::arguments::Arguments;
use crate::schema::{done, meaning, object, text};
use crate::tool::{Effect, Tool, ToolSet};
use crate::{Complaint, Desk, Reply, Step};

/// A tool of this table: they differ in little.
#[allow(clippy::too_many_arguments, reason = "it is a row of a table")]
const fn tool(
    name: &'static str,
    title: &'static str,
    description: &'static str,
    effect: Effect,
    input: fn() -> Value,
    output: fn() -> Value,
    answer: fn(Desk<'_>, &Arguments<'_>) -> Result<Step, Complaint>,
) -> Tool {
    Tool { name, title, description, set: ToolSet::Team, effect, input, output: Some(output), answer }
}

pub(super) const TOOLS: &[Tool] = &[
    tool(
        "handoff_list_assignees",
        "List assignees",
        "Who is configured, with working time, tasks and hours.",
        Effect::Reads,
        none_input,
        assignees_output,
        list_assignees,
    ),
    tool(
        "handoff_add_assignee",
        "Add an assignee",
        "Add somebody who works on tasks.",
        Effect::Adds,
        assignee_input,
        done,
        |desk, arguments| change_assignee(desk, arguments, true),
    ),
    tool(
        "handoff_update_assignee",
        "Change an assignee",
        "Lists and day_hours replace; null clears.",
        Effect::Changes,
        assignee_input,
        done,
        |desk, arguments| change_assignee(desk, arguments, false),
    ),
    tool(
        "handoff_remove_assignee",
        "Remove an assignee",
        "Remove from the configuration and from all tasks.",
        Effect::Removes,
        key_input,
        done,
        remove_assignee,
    ),
    tool(
        "handoff_list_milestones",
        "List milestones",
        "The configured milestones.",
        Effect::Reads,
        none_input,
        milestones_output,
        list_milestones,
    ),
    tool(
        "handoff_add_milestone",
        "Add a milestone",
        "Add a milestone.",
        Effect::Adds,
        milestone_input,
        done,
        |desk, arguments| change_milestone(desk, arguments, true),
    ),
    tool(
        "handoff_update_milestone",
        "Change a milestone",
        "null clears.",
        Effect::Changes,
        milestone_input,
        done,
        |desk, arguments| change_milestone(desk, arguments, false),
    ),
    tool(
        "handoff_remove_milestone",
        "Remove a milestone",
        "Remove it from the configuration; tasks keep its name.",
        Effect::Removes,
        name_input,
        done,
        remove_milestone,
    ),
];

fn none_input() -> Value {
    object([("project_dir", text())], &[])
}

fn key_input() -> Value {
    object([("key", text()), ("project_dir", text())], &["key"])
}

fn name_input() -> Value {
    object([("name", text()), ("project_dir", text())], &["name"])
}

fn assignee_input() -> Value {
    let [hours, weekdays, closed, open, by_day] = calendar::working_time();
    let members = [
        ("key", text()),
        ("display_name", text()),
        ("color", meaning(text(), "#RRGGBB")),
        hours,
        weekdays,
        closed,
        open,
        by_day,
        ("project_dir", text()),
    ];
    object(members, &["key"])
}

fn milestone_input() -> Value {
    let members = [
        ("name", text()),
        ("date", meaning(text(), "YYYY-MM-DD")),
        ("color", meaning(text(), "#RRGGBB")),
        ("description", text()),
        ("project_dir", text()),
    ];
    object(members, &["name"])
}

fn assignees_output() -> Value {
    object([("assignees", any_object())], &["assignees"])
}

fn milestones_output() -> Value {
    object([("milestones", any_object())], &["milestones"])
}

fn list_assignees(desk: Desk<'_>, _: &Arguments<'_>) -> Result<Step, Complaint> {
    answered(reading(desk).map(|reading| {
        let config = reading.config();
        let tasks = reading.tasks();
        let mut assignees = Map::new();
        for (key, assignee) in &config.assignees {
            let mine: Vec<TaskEntry<'_>> = assigned_to(&tasks, key);
            let active = [Status::InProgress, Status::Review];
            let mut told = json!({
                "display_name": assignee.display_name.as_ref().unwrap_or(key),
                "color": assignee.color.clone().unwrap_or_default(),
                "task_count": mine.len(),
                "active_task_count": mine.iter().filter(|task| active.contains(&task.status())).count(),
                "total_estimate_hours": hours(&mine, TaskEntry::estimate).unwrap_or_default(),
                "total_actual_hours": hours(&mine, TaskEntry::spent).unwrap_or_default(),
            });
            if let Some(members) = told.as_object_mut() {
                members.extend(planning::week(&assignee.calendar, &config.calendar));
            }
            assignees.insert(key.clone(), told);
        }
        Reply::value(json!({"assignees": assignees}))
    }))
}

fn assigned_to<'a>(tasks: &[TaskEntry<'a>], key: &str) -> Vec<TaskEntry<'a>> {
    tasks.iter().copied().filter(|task| task.fields().assignee.as_deref() == Some(key)).collect()
}

fn change_assignee(desk: Desk<'_>, arguments: &Arguments<'_>, new: bool) -> Result<Step, Complaint> {
    let key = arguments.required_text("key")?;
    let reading = match reading(desk) {
        Ok(reading) => reading,
        Err(reply) => return Ok(Step::Done(reply)),
    };
    let known = reading.config().assignees.iter().find(|(known, _)| known == key);
    let old = known.map(|(_, assignee)| &assignee.calendar);
    let names =
        ["display_name", "color", "work_hours_per_day", "closed_weekdays", "closed_dates", "open_dates", "day_hours"];
    let mut changes = calendar::changes(arguments, &["assignees", key], &names, old)?;
    // Of somebody about whom nothing is told the name is.
    if new && changes.iter().all(|change| change.value.is_null()) {
        let name = ["assignees", key, "display_name"].map(str::to_owned).to_vec();
        changes.push(ConfigChange { key: name, value: json!(key) });
    }
    Ok(change(Section::Assignees, key, new, changes))
}

/// Adds or changes an entry of the configuration.
fn change(section: Section, name: &str, new: bool, changes: Vec<ConfigChange>) -> Step {
    let said = format!("{} {name}.", if new { "Added" } else { "Updated" });
    let command = Command::ChangeEntry { section, name: name.to_owned(), new, changes };
    Step::commit(command, move |_, _| Reply::done(said))
}

fn remove_assignee(_: Desk<'_>, arguments: &Arguments<'_>) -> Result<Step, Complaint> {
    let key = arguments.required_text("key")?.to_owned();
    Ok(Step::carry_out(Command::RemoveAssignee { key }))
}

fn list_milestones(desk: Desk<'_>, _: &Arguments<'_>) -> Result<Step, Complaint> {
    answered(reading(desk).map(|reading| Reply::value(json!({"milestones": milestones(reading)}))))
}

fn milestones(reading: Reading<'_>) -> Map<String, Value> {
    let told = reading.config().milestones.iter().map(|(name, milestone)| {
        let members = json!({
            "date": milestone.date.clone().unwrap_or_default(),
            "color": milestone.color.clone().unwrap_or_default(),
            "description": milestone.description.clone().unwrap_or_default(),
        });
        (name.clone(), members)
    });
    told.collect()
}

fn change_milestone(_: Desk<'_>, arguments: &Arguments<'_>, new: bool) -> Result<Step, Complaint> {
    let name = arguments.required_text("name")?;
    let names = ["date", "color", "description"];
    let mut changes = calendar::changes(arguments, &["milestones", name], &names, None)?;
    if new && changes.iter().all(|change| change.value.is_null()) {
        let key = ["milestones", name, "description"].map(str::to_owned).to_vec();
        changes.push(ConfigChange { key, value: json!("") });
    }
    Ok(change(Section::Milestones, name, new, changes))
}

fn remove_milestone(_: Desk<'_>, arguments: &Arguments<'_>) -> Result<Step, Complaint> {
    let name = arguments.required_text("name")?;
    let gone = ConfigChange { key: ["milestones", name].map(str::to_owned).to_vec(), value: Value::Null };
    let said = format!("Removed {name}.");
    let command =
        Command::ChangeEntry { section: Section::Milestones, name: name.to_owned(), new: false, changes: vec![gone] };
    Ok(Step::commit(command, move |_, _| Reply::done(said)))
}
