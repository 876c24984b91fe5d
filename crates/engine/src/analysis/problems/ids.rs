//! Problems of ids that other file systems, or people, take for something else. New tasks cannot get
//! them, but other programs and earlier versions gave them.

use std::collections::BTreeMap;

use handoff_protocol::{Command, Position, Problem, ProblemCode, Repair, Text};

use crate::Project;
use crate::analysis::problems::{ProblemEntry, severity};
use crate::ground::case_fold::fold_name;
use crate::ground::texts;
use crate::model::{TaskRef, Tasks};

pub(crate) fn problems(project: &Project) -> Vec<ProblemEntry> {
    let tasks = &project.model.tasks;
    let unsuitable = tasks.all().filter_map(|task| {
        let why = handoff_format::check_new_id(task.id()).err()?;
        // An id that cannot name a folder at all is a problem of its own.
        handoff_format::check_id(task.id()).is_ok().then(|| {
            let args = [("id", task.id().to_owned()), ("why", why.to_string())];
            of_id(task, Text::with(texts::ODD_ID, args))
        })
    });
    unsuitable.chain(look_alikes(tasks)).collect()
}

/// Returns a problem for each task whose id differs from that of an earlier one by case or by the
/// composition of characters only.
fn look_alikes(tasks: &Tasks) -> Vec<ProblemEntry> {
    // Of two such ids, at least one is not its own folded form.
    let is_folded = |id: &str| id.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase());
    let mut found = Vec::new();
    let mut first: BTreeMap<String, TaskRef<'_>> = BTreeMap::new();
    for task in tasks.all().filter(|task| !is_folded(task.id())) {
        let key = fold_name(task.id());
        let other = tasks.with_id(&key).next().or_else(|| first.get(&key).copied());
        match other.filter(|other| other.id() != task.id()) {
            Some(other) => {
                let args = [("id", task.id().to_owned()), ("other", other.id().to_owned())];
                found.push(of_id(task, Text::with(texts::LOOK_ALIKE, args)));
            }
            None => {
                first.insert(key, task);
            }
        }
    }
    found
}

/// Creates a problem at the id of a task, with a repair that gives it another one.
fn of_id(task: TaskRef<'_>, text: Text) -> ProblemEntry {
    let command = Command::ChangeId { folder: task.node.folder.clone(), id: None, follow: None };
    let title = Text::with(texts::REPAIR_NEW_ID, [("name", task.node.name().to_owned())]);
    let repair = task.can_change_id().then_some(Repair { title, command, proposed: false });
    let problem = Problem {
        code: ProblemCode::OddId,
        severity: severity(ProblemCode::OddId),
        path: task.shown.path.clone(),
        position: Position::default(),
        task: Some(task.id().to_owned()),
        text,
        cost: None,
        repairs: repair.into_iter().collect(),
    };
    ProblemEntry { problem, position: None, key: vec!["id".to_owned()] }
}
