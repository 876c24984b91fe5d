//! Lists the assignees.

use handoff_engine::TaskEntry;
use handoff_format::{Container, DataFile};
use handoff_protocol::Status;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::HandoffError;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::calendar::Week;
use crate::operations::common::{hours, reader};
use crate::params::{NamedValues, NoParams, Object};
use crate::tool::ToolSet;

/// Lists the configured assignees.
pub struct ListAssignees;

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    #[schemars(with = "Object")]
    pub assignees: NamedValues<Assignee>,
}

/// An assignee with working time, tasks and hours.
#[derive(Debug, Serialize)]
pub struct Assignee {
    pub display_name: String,
    pub color: String,
    pub task_count: usize,
    pub active_task_count: usize,
    pub total_estimate_hours: f64,
    pub total_actual_hours: f64,
    pub work_hours_per_day: f64,
    /// As they are stored: names or numbers.
    pub closed_weekdays: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub work_start_hour: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub work_end_hour: Option<Value>,
}

impl Operation for ListAssignees {
    const DEFINITION: Definition = Definition {
        name: "handoff_list_assignees",
        title: "List assignees",
        description: "Configured assignees, with working time, tasks and hours.",
        set: ToolSet::Team,
        effect: Effect::Reads,
    };
    type Params = NoParams;
    type Answer = Answer;

    async fn run(shell: Shell, _: NoParams) -> Result<Answered<Answer>, HandoffError> {
        Ok(shell.read(list).await?.into())
    }
}

const CONFIG: &str = "config.toml";
const CLOSED_WEEKDAYS: &str = "closed_weekdays";

fn list(ctx: ToolContext<'_>) -> Result<Answer, HandoffError> {
    let reader = reader(ctx)?;
    let config = reader.config();
    let tasks = reader.tasks();
    let data = reader.file(CONFIG).and_then(|bytes| DataFile::parse(Container::Toml, bytes).ok());
    let stored = data.map(|data| data.root()).unwrap_or_default();
    let assignees = config.assignees.iter().map(|(key, assignee)| {
        let assigned = assigned_to(&tasks, key);
        let active = [Status::InProgress, Status::Review];
        let week = Week::new(&assignee.calendar, &config.calendar);
        let own = stored.get("assignees").and_then(|entries| entries.get(key));
        let own = |name: &str| own.and_then(|entry| entry.get(name));
        let project = stored.get("calendar").and_then(|calendar| calendar.get(CLOSED_WEEKDAYS));
        let row = Assignee {
            display_name: assignee.display_name.as_ref().unwrap_or(key).clone(),
            color: assignee.color.clone().unwrap_or_default(),
            task_count: assigned.len(),
            active_task_count: assigned.iter().filter(|task| active.contains(&task.status())).count(),
            total_estimate_hours: hours(&assigned, TaskEntry::estimate).unwrap_or_default(),
            total_actual_hours: hours(&assigned, TaskEntry::spent).unwrap_or_default(),
            work_hours_per_day: week.work_hours_per_day,
            closed_weekdays: own(CLOSED_WEEKDAYS).or(project).cloned().unwrap_or_else(|| json!(week.closed_weekdays)),
            work_start_hour: own("work_start_hour").cloned(),
            work_end_hour: own("work_end_hour").cloned(),
        };
        (key.clone(), row)
    });
    Ok(Answer { assignees: assignees.collect() })
}

fn assigned_to<'a>(tasks: &[TaskEntry<'a>], key: &str) -> Vec<TaskEntry<'a>> {
    tasks.iter().copied().filter(|task| task.fields().assignee.as_deref() == Some(key)).collect()
}
