//! Problems of names: assignees and milestones that are not in the configuration. Projects that
//! configure none are not checked.

use handoff_protocol::{Command, ConfigChange, Position, Problem, ProblemCode, Repair, Text};
use serde_json::Value;

use crate::Project;
use crate::analysis::problems::{ProblemEntry, severity};
use crate::ground::texts;
use crate::model::{CONFIG, TaskRef};

pub(crate) fn problems(project: &Project) -> Vec<ProblemEntry> {
    let model = &project.model;
    let config = model.config.values();
    let mut problems = Vec::new();
    for task in model.tasks.all() {
        if let Some(name) = task.shown.task.assignee.as_deref()
            && !config.assignees.is_empty()
            && !config.assignees.iter().any(|(key, _)| key == name)
        {
            problems.push(unknown(
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
            && !config.milestones.iter().any(|(configured, _)| configured == name)
        {
            problems.push(unknown(
                task,
                texts::UNKNOWN_MILESTONE,
                name,
                &["schedule", "milestone"],
                ["milestones", name, "description"],
                "",
            ));
        }
    }
    problems
}

/// Creates a problem at a name, with a repair that adds the name to the configuration.
fn unknown(
    task: TaskRef<'_>,
    template: &str,
    name: &str,
    key: &[&str],
    setting: [&str; 3],
    value: &str,
) -> ProblemEntry {
    let change = ConfigChange { key: setting.map(str::to_owned).to_vec(), value: Value::from(value), seen: None };
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
    ProblemEntry { problem, position: None, key: key.iter().map(|part| (*part).to_owned()).collect() }
}
