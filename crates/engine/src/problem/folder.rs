//! Task folders whose files, names and ids do not go together.

use handoff_protocol::{Command, Problem, ProblemCode, Repair, Status, TaskPatch, Text};

use super::{Trouble, severity};
use crate::Project;
use crate::model::{Node, Slot, TaskRef, Tasks};
use crate::texts;
use crate::tree::name;

pub(crate) fn troubles(project: &Project) -> Vec<Trouble> {
    let tasks = &project.model.tasks;
    let mut problems = Vec::new();
    for (slot, node) in tasks.folders() {
        problems.extend(no_task(tasks, slot, node));
        problems.extend(several_files(node));
        if let Some(task) = tasks.get(slot) {
            problems.extend(mismatch(tasks, task));
            problems.extend(unknown_status(tasks, task));
        }
    }
    for (id, slots) in tasks.shared_ids().filter(|(id, _)| !id.is_empty()) {
        problems.extend(slots.iter().filter_map(|slot| tasks.get(*slot)).map(|task| duplicate(id, task)));
    }
    problems.into_iter().map(|problem| Trouble { problem, key: Vec::new() }).collect()
}

fn about(code: ProblemCode, path: &str, task: Option<&str>, text: Text, repairs: Vec<Repair>) -> Problem {
    let task = task.filter(|id| !id.is_empty()).map(str::to_owned);
    Problem { code, severity: severity(code), path: path.to_owned(), position: None, task, text, repairs }
}

fn no_task(tasks: &Tasks, slot: Slot, node: &Node) -> Option<Problem> {
    if node.shown.is_some() {
        return None;
    }
    let mut repairs = Vec::new();
    if tasks.is_leaf(slot) {
        repairs.push(Repair {
            title: Text::with(texts::REPAIR_DISCARD, [("name", node.name().to_owned())]),
            command: Command::Discard { path: node.folder.clone() },
        });
    }
    let text = Text::with(texts::NO_TASK_FILE, [("name", node.name().to_owned())]);
    Some(about(ProblemCode::NoTaskFile, &node.folder, None, text, repairs))
}

fn several_files(node: &Node) -> Option<Problem> {
    if node.files.len() < 2 {
        return None;
    }
    let mut paths: Vec<&str> = node.files.iter().map(|file| file.path.as_str()).collect();
    paths.sort_unstable();
    let names: Vec<&str> = paths.iter().map(|path| name(path)).collect();
    let keep = |path: &&str| Repair {
        title: Text::with(texts::REPAIR_KEEP_FILE, [("file", name(path).to_owned())]),
        command: Command::KeepTaskFile { path: (*path).to_owned() },
    };
    let repairs = paths.iter().map(keep).collect();
    let args = [("name", node.name().to_owned()), ("files", names.join(", "))];
    let id = node.shown.as_ref().map(|shown| shown.task.id.as_str());
    Some(about(ProblemCode::TwoStatusFiles, &node.folder, id, Text::with(texts::TWO_STATUS_FILES, args), repairs))
}

fn mismatch(tasks: &Tasks, task: TaskRef<'_>) -> Option<Problem> {
    if !task.node.misnamed {
        return None;
    }
    let folder = task.node.folder.clone();
    let id = task.id().to_owned();
    let mut repairs = Vec::new();
    if handoff_format::check_id(&id).is_ok() {
        repairs.push(Repair {
            title: Text::with(texts::REPAIR_RENAME_FOLDER, [("id", id.clone())]),
            command: Command::RenameFolder { folder: folder.clone() },
        });
    }
    let named = handoff_format::parse_task_folder(task.node.name()).into_iter().map(|name| name.id);
    let free = named.filter(|named| handoff_format::check_id(named).is_ok() && tasks.with_id(named).next().is_none());
    repairs.extend(free.take(1).map(|named| Repair {
        title: Text::with(texts::REPAIR_CHANGE_ID, [("id", named.clone())]),
        command: Command::ChangeId { folder: folder.clone(), id: Some(named) },
    }));
    let text = Text::with(texts::ID_MISMATCH, [("name", task.node.name().to_owned()), ("id", id.clone())]);
    Some(about(ProblemCode::IdMismatch, &folder, Some(&id), text, repairs))
}

fn unknown_status(tasks: &Tasks, task: TaskRef<'_>) -> Option<Problem> {
    if task.shown.named_status.is_some() {
        return None;
    }
    let repairs = if crate::plan::is_editable(tasks, task) {
        let patch = TaskPatch { status: Some(Status::Todo), ..TaskPatch::default() };
        vec![Repair {
            title: Text::with(texts::REPAIR_STATUS, [("status", Status::Todo.name().to_owned())]),
            command: Command::UpdateTasks { ids: vec![task.id().to_owned()], patch, seen: None },
        }]
    } else {
        Vec::new()
    };
    let text = Text::with(texts::UNKNOWN_STATUS, [("path", task.shown.path.clone())]);
    Some(about(ProblemCode::UnknownStatus, &task.shown.path, Some(task.id()), text, repairs))
}

fn duplicate(id: &str, task: TaskRef<'_>) -> Problem {
    let folder = task.node.folder.clone();
    let repairs = vec![Repair {
        title: Text::with(texts::REPAIR_NEW_ID, [("name", task.node.name().to_owned())]),
        command: Command::ChangeId { folder: folder.clone(), id: None },
    }];
    let text = Text::with(texts::DUPLICATE_ID, [("id", id.to_owned()), ("name", task.node.name().to_owned())]);
    about(ProblemCode::DuplicateId, &folder, Some(id), text, repairs)
}
