//! The tasks of a project together with those of the projects inside it.

use handoff_engine::{Engine, TaskEntry};

use handoff_format::fnv1a;

use crate::Survey;
use crate::tools::tasks::{ListAnswer, Room, TaskSummary, Wanted, tree};

/// All trees in one, each task with the project that it belongs to.
pub(super) fn list_all(engine: &Engine, survey: Survey<'_>, wanted: &Wanted, today: i32) -> ListAnswer {
    let inner = survey.found.iter().map(|other| (other.folder, other.engine));
    let (mut nodes, mut room) = (Vec::new(), Room::of(wanted));
    let mut tasks: Vec<TaskEntry<'_>> = Vec::new();
    for (folder, engine) in std::iter::once((survey.home, engine)).chain(inner) {
        let reading = engine.reading();
        let name = reading.config().name.as_str();
        for mut node in tree(reading, wanted, &mut room) {
            node.belong_to(name, folder, &mark(folder));
            nodes.push(node);
        }
        tasks.extend(reading.tasks());
    }
    ListAnswer::new(nodes, &room, TaskSummary::new(&tasks, today))
}

/// Returns the FNV-1a hash of the folder, which tells projects of the same name apart. Other
/// programs compute it too.
fn mark(folder: &str) -> String {
    format!("{:08x}", fnv1a(folder.as_bytes()))
}
