//! Assignees and milestones that the configuration does not know. A project that configures none has none to miss.

use handoff_protocol::{Command, ConfigChange, Position, Problem, ProblemCode, Repair, Text};
use serde_json::Value;

use crate::Project;
use crate::model::{CONFIG, TaskRef};
use crate::problems::{Trouble, severity};
use crate::texts;

pub(crate) fn troubles(project: &Project) -> Vec<Trouble> {
    let model = &project.model;
    let config = model.config.values();
    let mut troubles = Vec::new();
    for task in model.tasks.all() {
        if let Some(name) = task.shown.task.assignee.as_deref()
            && !config.assignees.is_empty()
            && !config.assignees.iter().any(|(known, _)| known == name)
        {
            troubles.push(unknown(
                task,
                texts::UNKNOWN_ASSIGNEE,
                name,
                &["assignee"],
                ["assignees", name, "display_name"],
                name,
            ));
        }
        if let Some(name) = task.shown.milestone()
            && !config.milestones.is_empty()
            && !config.milestones.iter().any(|(known, _)| known == name)
        {
            troubles.push(unknown(
                task,
                texts::UNKNOWN_MILESTONE,
                name,
                &["schedule", "milestone"],
                ["milestones", name, "description"],
                "",
            ));
        }
    }
    troubles
}

fn unknown(task: TaskRef<'_>, template: &str, name: &str, key: &[&str], setting: [&str; 3], value: &str) -> Trouble {
    let change = ConfigChange { key: setting.map(str::to_owned).to_vec(), value: Value::from(value) };
    let problem = Problem {
        code: ProblemCode::UnknownName,
        severity: severity(ProblemCode::UnknownName),
        path: task.shown.path.clone(),
        position: Position::default(),
        task: Some(task.id().to_owned()),
        text: Text::with(template, [("id", task.id().to_owned()), ("name", name.to_owned())]),
        cost: None,
        repairs: vec![Repair {
            title: Text::with(texts::REPAIR_NAME, [("name", name.to_owned()), ("file", CONFIG.to_owned())]),
            command: Command::UpdateConfig { changes: vec![change] },
            proposed: true,
        }],
    };
    Trouble { problem, position: None, key: key.iter().map(|part| (*part).to_owned()).collect() }
}
