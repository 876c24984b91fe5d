//! Lists the tasks of a project with those of the projects inside it.

use handoff_engine::{Engine, TaskEntry};

use handoff_format::fnv1a;

use crate::Survey;
use crate::tools::tasks::{ListAnswer, Room, TaskFilter, TaskSummary, tree};

/// Returns the trees of all projects in one list. Each task has the project that it belongs to.
pub(super) fn list_all(engine: &Engine, survey: Survey<'_>, filter: &TaskFilter, today: i32) -> ListAnswer {
    let others = survey.found.iter().map(|other| (other.folder, other.engine));
    let (mut nodes, mut room) = (Vec::new(), Room::new(filter));
    let mut tasks: Vec<TaskEntry<'_>> = Vec::new();
    for (folder, engine) in std::iter::once((survey.home, engine)).chain(others) {
        let reading = engine.reading();
        let name = reading.config().name.as_str();
        for mut node in tree(reading, filter, &mut room) {
            node.belong_to(name, folder, &mark(folder));
            nodes.push(node);
        }
        tasks.extend(reading.tasks());
    }
    ListAnswer::new(nodes, &room, TaskSummary::new(&tasks, today))
}

/// Returns the FNV-1a hash of a folder, which distinguishes projects of the same name. Other programs compute
/// the same hash.
fn mark(folder: &str) -> String {
    format!("{:08x}", fnv1a(folder.as_bytes()))
}
