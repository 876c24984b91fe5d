//! Task folders whose files, names and ids do not go together.

use handoff_protocol::{Command, Place, Position, Problem, ProblemCode, Repair, Status, TaskPatch, Text};

use crate::Project;
use crate::model::{CONFIG, Node, Slot, TaskRef, Tasks};
use crate::problems::{Trouble, severity};
use crate::texts;
use crate::tree::{name, within};

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
    for id in tasks.shared_ids().filter(|id| !id.is_empty()) {
        let keeper = keeper(tasks, id).map(|task| task.slot);
        problems.extend(tasks.with_id(id).map(|task| duplicate(tasks, id, task, keeper == Some(task.slot))));
    }
    problems
}

fn about(code: ProblemCode, path: &str, task: Option<&str>, text: Text, repairs: Vec<Repair>) -> Trouble {
    let task = task.filter(|id| !id.is_empty()).map(str::to_owned);
    let position = Position::default();
    let problem =
        Problem { code, severity: severity(code), path: path.to_owned(), position, task, text, cost: None, repairs };
    // What is wrong about an id is shown at the id.
    let is_about_id = matches!(code, ProblemCode::IdMismatch | ProblemCode::DuplicateId);
    Trouble { problem, position: None, key: is_about_id.then(|| "id".to_owned()).into_iter().collect() }
}

fn no_task(tasks: &Tasks, slot: Slot, node: &Node) -> Option<Trouble> {
    if node.shown.is_some() {
        return None;
    }
    let mut repairs = Vec::new();
    if tasks.is_leaf(slot) {
        repairs.push(Repair {
            title: Text::with(texts::REPAIR_DISCARD, [("name", node.name().to_owned())]),
            command: Command::Discard { path: node.folder.clone() },
            proposed: true,
        });
    }
    repairs.extend(homecoming(tasks, slot, node));
    let text = Text::with(texts::NO_TASK_FILE, [("path", node.folder.clone())]);
    // A folder cannot be opened, so it is shown at the nearest file above.
    let path = tasks.parent(slot).map_or(CONFIG, |above| &above.shown.path);
    Some(about(ProblemCode::NoTaskFile, path, None, text, repairs))
}

/// Where the task of a folder has gone to another one, as by a merge in Git, the tasks that were left behind may follow it.
fn homecoming(tasks: &Tasks, slot: Slot, node: &Node) -> Option<Repair> {
    let left = tasks.arranged(Some(slot));
    let named = handoff_format::parse_task_folder(node.name());
    let home = named.iter().find_map(|name| tasks.find(&name.id).ok())?;
    let ids: Vec<String> = left.iter().map(|task| tasks.key(*task)).collect();
    let is_fixed = left.iter().any(|task| !tasks.is_editable(*task));
    if ids.is_empty() || is_fixed || within(&home.node.folder, &node.folder) {
        return None;
    }
    let parent = ("parent", home.id().to_owned());
    let title = match left.as_slice() {
        [task] => Text::with(texts::MOVE_TASK, [("id", task.id().to_owned()), parent]),
        many => Text::with(texts::MOVE_TASKS, [("count", many.len().to_string()), parent]),
    };
    Some(Repair {
        title,
        command: Command::MoveTasks { ids, parent: Some(home.id().to_owned()), place: Place::Last {} },
        proposed: true,
    })
}

fn several_files(node: &Node) -> Option<Trouble> {
    if node.files.len() < 2 {
        return None;
    }
    let mut paths: Vec<&str> = node.files.iter().map(|file| file.path.as_str()).collect();
    paths.sort_unstable();
    let names: Vec<&str> = paths.iter().map(|path| name(path)).collect();
    let shown = node.shown.as_ref()?;
    let keep = |path: &&str| Repair {
        title: Text::with(texts::REPAIR_KEEP_FILE, [("file", name(path).to_owned())]),
        command: Command::KeepTaskFile { path: (*path).to_owned() },
        // What people see stays.
        proposed: *path == shown.path,
    };
    let repairs = paths.iter().map(keep).collect();
    let args = [("name", node.name().to_owned()), ("files", names.join(", "))];
    Some(about(
        ProblemCode::TwoStatusFiles,
        &shown.path,
        Some(&shown.task.id),
        Text::with(texts::TWO_STATUS_FILES, args),
        repairs,
    ))
}

fn mismatch(tasks: &Tasks, task: TaskRef<'_>) -> Option<Trouble> {
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
            proposed: true,
        });
    }
    let is_only_way = repairs.is_empty();
    repairs.extend(id_of_name(tasks, task.node).map(|repair| Repair { proposed: is_only_way, ..repair }));
    let text = Text::with(texts::ID_MISMATCH, [("name", task.node.name().to_owned()), ("id", id.clone())]);
    Some(about(ProblemCode::IdMismatch, &task.shown.path, Some(&id), text, repairs))
}

/// Gives the task in a folder the id that the folder's name tells, if no other task has it.
pub(super) fn id_of_name(tasks: &Tasks, node: &Node) -> Option<Repair> {
    let named = handoff_format::parse_task_folder(node.name()).into_iter().map(|name| name.id);
    let mut free = named.filter(|id| handoff_format::check_id(id).is_ok() && tasks.with_id(id).next().is_none());
    let id = free.next()?;
    Some(Repair {
        title: Text::with(texts::REPAIR_CHANGE_ID, [("id", id.clone())]),
        command: Command::ChangeId { folder: node.folder.clone(), id: Some(id) },
        proposed: true,
    })
}

fn unknown_status(tasks: &Tasks, task: TaskRef<'_>) -> Option<Trouble> {
    if task.shown.named_status.is_some() {
        return None;
    }
    let repairs = if tasks.is_editable(task) {
        let patch = TaskPatch { status: Some(Status::Todo), ..TaskPatch::default() };
        vec![Repair {
            title: Text::plain(texts::REPAIR_STATUS).with_status(Status::Todo),
            command: Command::UpdateTasks { ids: vec![task.id().to_owned()], patch, seen: None, estimates: None },
            proposed: true,
        }]
    } else {
        Vec::new()
    };
    let text = Text::with(texts::UNKNOWN_STATUS, [("path", task.shown.path.clone())]);
    Some(about(ProblemCode::UnknownStatus, &task.shown.path, Some(task.id()), text, repairs))
}

/// The task that keeps an id that several tasks have, while the others are proposed for another one: one whose id cannot be changed, else
/// one whose folder's name agrees with the id, else one with subtasks, else the oldest, else the first by path.
pub(super) fn keeper<'a>(tasks: &'a Tasks, id: &str) -> Option<TaskRef<'a>> {
    let claim = |task: &TaskRef<'_>| {
        let created = task.shown.task.created_at.as_deref().map(crate::timestamp::sortable);
        let is_changeable = task.can_change_id();
        (is_changeable, task.node.misnamed, tasks.is_leaf(task.slot), created.is_none(), created)
    };
    // They come by path, and of equal ones the first is taken.
    tasks.with_id(id).min_by(|a, b| claim(a).cmp(&claim(b)))
}

fn duplicate(tasks: &Tasks, id: &str, task: TaskRef<'_>, keeps_id: bool) -> Trouble {
    let folder = task.node.folder.clone();
    let mut repairs = Vec::new();
    if task.can_change_id() {
        let of_name = id_of_name(tasks, task.node).filter(|_| task.node.misnamed);
        let proposed = !keeps_id && of_name.is_none();
        repairs.extend(of_name.map(|repair| Repair { proposed: !keeps_id, ..repair }));
        repairs.push(Repair {
            title: Text::with(texts::REPAIR_NEW_ID, [("name", task.node.name().to_owned())]),
            command: Command::ChangeId { folder: folder.clone(), id: None },
            proposed,
        });
    }
    // Git leaves a task that two branches have moved in both places, with all that is below it.
    let is_elsewhere = |task: &TaskRef<'_>| tasks.with_id(task.id()).any(|twin| !within(&twin.node.folder, &folder));
    if tasks.subtree(task.slot).iter().all(is_elsewhere) {
        repairs.push(Repair {
            title: Text::with(texts::REPAIR_DISCARD, [("name", folder.clone())]),
            command: Command::Discard { path: folder.clone() },
            proposed: false,
        });
    }
    let text = Text::with(texts::DUPLICATE_ID, [("id", id.to_owned()), ("name", task.node.name().to_owned())]);
    about(ProblemCode::DuplicateId, &task.shown.path, Some(id), text, repairs)
}
