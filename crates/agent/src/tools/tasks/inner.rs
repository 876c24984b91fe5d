//! The tasks of a project together with those of the projects inside it.

use handoff_engine::{Engine, TaskEntry};
use handoff_format::fnv1a;
use serde_json::{Map, Value, json};

use super::{Room, Wanted, summary, tree};
use crate::Survey;

/// All trees in one, each task with the project that it belongs to.
pub(super) fn listed(engine: &Engine, survey: Survey<'_>, wanted: &Wanted, today: i32) -> Value {
    let inner = survey.found.iter().map(|other| (other.folder, other.engine));
    let (mut nodes, mut room) = (Vec::new(), Room::of(wanted));
    let mut tasks: Vec<TaskEntry<'_>> = Vec::new();
    for (folder, engine) in std::iter::once((survey.home, engine)).chain(inner) {
        let reading = engine.reading();
        let name = reading.config().name.as_str();
        for mut node in tree(reading, wanted, &mut room) {
            belong(&mut node, name, folder);
            nodes.push(node);
        }
        tasks.extend(reading.tasks());
    }
    super::listed(nodes, &room, summary(&tasks, today))
}

/// Says of a task and all below it where they belong.
fn belong(node: &mut Value, project: &str, folder: &str) {
    let Some(members) = node.as_object_mut() else { return };
    let id = members.get("id").and_then(Value::as_str).unwrap_or_default();
    let told = [
        ("project_name", json!(project)),
        ("project_dir", json!(folder)),
        ("task_ref", json!(format!("{project}-{}:{id}", mark(folder)))),
    ];
    members.extend(told.map(|(name, value)| (name.to_owned(), value)).into_iter().collect::<Map<String, Value>>());
    for child in members.get_mut("children").and_then(Value::as_array_mut).into_iter().flatten() {
        belong(child, project, folder);
    }
}

/// Returns the FNV-1a hash of the folder, which tells projects of the same name apart. Other
/// programs compute it too.
fn mark(folder: &str) -> String {
    format!("{:08x}", fnv1a(folder.as_bytes()))
}
