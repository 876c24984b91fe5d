//! Tools for assignees and milestones.

use handoff_engine::{ProjectReader, TaskEntry};
use handoff_format::{Container, Document};
use handoff_protocol::agent::Section;
use handoff_protocol::{Command, ConfigChange, Status};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::InvalidArgument;
use crate::Reply;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::operation::Effect;
use crate::operations::calendar::{WorkingTime, changes};
use crate::operations::common::{finish, hours, reader};
use crate::operations::planning::Week;
use crate::params::{MainMember, NoParams, RequiredText, Unchecked, input, output, parse};
use crate::reply::DoneAnswer;
use crate::tool::{Tool, ToolSet, Work};

/// Creates a tool of the table below.
#[allow(clippy::too_many_arguments, reason = "each call is a row of the table")]
const fn tool(
    name: &'static str,
    title: &'static str,
    description: &'static str,
    effect: Effect,
    input: fn() -> Value,
    output: fn() -> Value,
    answer: fn(ToolContext<'_>, &Map<String, Value>) -> Result<ToolOutcome, InvalidArgument>,
) -> Tool {
    Tool {
        name,
        title,
        description,
        set: ToolSet::Team,
        effect,
        input,
        output: Some(output),
        work: Work::Steps(answer),
    }
}

pub(crate) const TOOLS: &[Tool] = &[
    tool(
        "handoff_list_assignees",
        "List assignees",
        "Configured assignees, with working time, tasks and hours.",
        Effect::Reads,
        input::<NoParams>,
        output::<AssigneesAnswer>,
        |ctx, _| Ok(list_assignees(ctx)),
    ),
    tool(
        "handoff_add_assignee",
        "Add an assignee",
        "Add a person or agent who works on tasks.",
        Effect::Adds,
        input::<AssigneeParams>,
        output::<DoneAnswer>,
        |ctx, arguments| change_assignee(ctx, &parse(arguments)?, true),
    ),
    tool(
        "handoff_update_assignee",
        "Change an assignee",
        "Lists and day_hours replace; null clears.",
        Effect::Changes,
        input::<AssigneeParams>,
        output::<DoneAnswer>,
        |ctx, arguments| change_assignee(ctx, &parse(arguments)?, false),
    ),
    tool(
        "handoff_remove_assignee",
        "Remove an assignee",
        "Remove from the configuration and from all tasks.",
        Effect::Removes,
        input::<KeyParams>,
        output::<DoneAnswer>,
        |_, arguments| Ok(remove_assignee(parse(arguments)?)),
    ),
    tool(
        "handoff_list_milestones",
        "List milestones",
        "The configured milestones.",
        Effect::Reads,
        input::<NoParams>,
        output::<MilestonesAnswer>,
        |ctx, _| Ok(list_milestones(ctx)),
    ),
    tool(
        "handoff_add_milestone",
        "Add a milestone",
        "Add a milestone.",
        Effect::Adds,
        input::<MilestoneParams>,
        output::<DoneAnswer>,
        |_, arguments| change_milestone(&parse(arguments)?, true),
    ),
    tool(
        "handoff_update_milestone",
        "Change a milestone",
        "null clears.",
        Effect::Changes,
        input::<MilestoneParams>,
        output::<DoneAnswer>,
        |_, arguments| change_milestone(&parse(arguments)?, false),
    ),
    tool(
        "handoff_remove_milestone",
        "Remove a milestone",
        "Remove it from the configuration; tasks keep its name.",
        Effect::Removes,
        input::<NameParams>,
        output::<DoneAnswer>,
        |_, arguments| Ok(remove_milestone(parse(arguments)?)),
    ),
];

#[derive(Deserialize, JsonSchema)]
struct KeyParams {
    key: RequiredText,
}

#[derive(Deserialize, JsonSchema)]
struct NameParams {
    name: RequiredText,
}

#[derive(Deserialize, JsonSchema)]
struct AssigneeParams {
    key: RequiredText,
    #[serde(flatten)]
    values: AssigneeValues,
}

#[derive(Default, Deserialize, Serialize, JsonSchema)]
#[serde(default)]
struct AssigneeValues {
    #[serde(skip_serializing_if = "Unchecked::is_absent")]
    display_name: Unchecked<String>,
    #[schemars(description = "CSS color")]
    #[serde(skip_serializing_if = "Unchecked::is_absent")]
    color: Unchecked<String>,
    #[serde(flatten)]
    working_time: WorkingTime,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct MilestoneParams {
    name: RequiredText,
    #[serde(flatten)]
    values: MilestoneValues,
}

#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default)]
struct MilestoneValues {
    /// YYYY-MM-DD
    #[serde(skip_serializing_if = "Unchecked::is_absent")]
    date: Unchecked<String>,
    #[schemars(description = "CSS color")]
    #[serde(skip_serializing_if = "Unchecked::is_absent")]
    color: Unchecked<String>,
    #[serde(skip_serializing_if = "Unchecked::is_absent")]
    description: Unchecked<String>,
}

#[derive(Serialize, JsonSchema)]
struct AssigneesAnswer {
    assignees: Map<String, Value>,
}

#[derive(Serialize, JsonSchema)]
struct MilestonesAnswer {
    milestones: Map<String, Value>,
}

/// An assignee with working time, tasks and hours.
#[derive(Serialize)]
struct AssigneeRow {
    display_name: String,
    color: String,
    task_count: usize,
    active_task_count: usize,
    total_estimate_hours: f64,
    total_actual_hours: f64,
    work_hours_per_day: f64,
    /// As they are stored: names or numbers.
    closed_weekdays: Value,
}

const CONFIG: &str = "config.toml";
const CLOSED_WEEKDAYS: &str = "closed_weekdays";

fn list_assignees(ctx: ToolContext<'_>) -> ToolOutcome {
    finish(reader(ctx).map(|reader| {
        let config = reader.config();
        let tasks = reader.tasks();
        let document = reader.file(CONFIG).and_then(|bytes| Document::parse(Container::Toml, bytes).ok());
        let stored = document.map(|document| document.root()).unwrap_or_default();
        let mut assignees = Map::new();
        for (key, assignee) in &config.assignees {
            let assigned: Vec<TaskEntry<'_>> = assigned_to(&tasks, key);
            let active = [Status::InProgress, Status::Review];
            let week = Week::new(&assignee.calendar, &config.calendar);
            let own = stored.get("assignees").and_then(|entries| entries.get(key)?.get(CLOSED_WEEKDAYS));
            let project = stored.get("calendar").and_then(|calendar| calendar.get(CLOSED_WEEKDAYS));
            let row = AssigneeRow {
                display_name: assignee.display_name.as_ref().unwrap_or(key).clone(),
                color: assignee.color.clone().unwrap_or_default(),
                task_count: assigned.len(),
                active_task_count: assigned.iter().filter(|task| active.contains(&task.status())).count(),
                total_estimate_hours: hours(&assigned, TaskEntry::estimate).unwrap_or_default(),
                total_actual_hours: hours(&assigned, TaskEntry::spent).unwrap_or_default(),
                work_hours_per_day: week.work_hours_per_day,
                closed_weekdays: own.or(project).cloned().unwrap_or_else(|| json!(week.closed_weekdays)),
            };
            assignees.insert(key.clone(), json!(row));
        }
        Reply::value(json!(AssigneesAnswer { assignees }))
    }))
}

fn assigned_to<'a>(tasks: &[TaskEntry<'a>], key: &str) -> Vec<TaskEntry<'a>> {
    tasks.iter().copied().filter(|task| task.fields().assignee.as_deref() == Some(key)).collect()
}

fn change_assignee(ctx: ToolContext<'_>, params: &AssigneeParams, new: bool) -> Result<ToolOutcome, InvalidArgument> {
    let key = &params.key.0;
    let reader = match reader(ctx) {
        Ok(reader) => reader,
        Err(reply) => return Ok(ToolOutcome::Done(reply)),
    };
    let existing = reader.config().assignees.iter().find(|(other, _)| other == key);
    let old = existing.map(|(_, assignee)| &assignee.calendar);
    let mut changes = changes(&params.values, &["assignees", key], old)?;
    // An entry needs at least one value in the file.
    if new && changes.iter().all(|change| change.value.is_null()) {
        let name = ["assignees", key.as_str(), "display_name"].map(str::to_owned).to_vec();
        changes.push(ConfigChange { key: name, value: json!(key), seen: None });
    }
    Ok(change(Section::Assignees, key, new, changes))
}

/// Adds or changes an entry of the configuration.
fn change(section: Section, name: &str, new: bool, changes: Vec<ConfigChange>) -> ToolOutcome {
    let text = format!("{} {name}.", if new { "Added" } else { "Updated" });
    let command = Command::ChangeEntry { section, name: name.to_owned(), new, changes };
    ToolOutcome::commit(command, move |_, _| Reply::done(text))
}

fn remove_assignee(params: KeyParams) -> ToolOutcome {
    ToolOutcome::commit_only(Command::RemoveAssignee { key: params.key.0 })
}

fn list_milestones(ctx: ToolContext<'_>) -> ToolOutcome {
    finish(reader(ctx).map(|reader| Reply::value(json!(MilestonesAnswer { milestones: milestones(reader) }))))
}

fn milestones(reader: ProjectReader<'_>) -> Map<String, Value> {
    let rows = reader.config().milestones.iter().map(|(name, milestone)| {
        let members = json!({
            "date": milestone.date,
            "color": milestone.color,
            "description": milestone.description,
        });
        (name.clone(), members)
    });
    rows.collect()
}

impl MainMember for MilestoneParams {
    const NAME: &'static str = "name";
}

/// Returns the changes that add a milestone, or that give an existing one new values.
pub(crate) fn milestone_changes(
    reader: ProjectReader<'_>,
    params: &MilestoneParams,
) -> Result<Vec<ConfigChange>, InvalidArgument> {
    let is_new = reader.config().milestones.iter().all(|(name, _)| *name != params.name.0);
    values_of_milestone(params, is_new)
}

/// Returns the values of a milestone. A new one needs at least one value in the file.
fn values_of_milestone(params: &MilestoneParams, is_new: bool) -> Result<Vec<ConfigChange>, InvalidArgument> {
    let name = params.name.0.as_str();
    let mut changes = changes(&params.values, &["milestones", name], None)?;
    if is_new && changes.iter().all(|change| change.value.is_null()) {
        let key = ["milestones", name, "description"].map(str::to_owned).to_vec();
        changes.push(ConfigChange { key, value: json!(""), seen: None });
    }
    Ok(changes)
}

fn change_milestone(params: &MilestoneParams, new: bool) -> Result<ToolOutcome, InvalidArgument> {
    Ok(change(Section::Milestones, &params.name.0, new, values_of_milestone(params, new)?))
}

fn remove_milestone(params: NameParams) -> ToolOutcome {
    let name = params.name.0;
    let key = vec!["milestones".to_owned(), name.clone()];
    let text = format!("Removed {name}.");
    let changes = vec![ConfigChange { key, value: Value::Null, seen: None }];
    let command = Command::ChangeEntry { section: Section::Milestones, name, new: false, changes };
    ToolOutcome::commit(command, move |_, _| Reply::done(text))
}
