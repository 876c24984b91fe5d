//! Problems of task folders: files, names and ids that do not match.

use std::collections::BTreeMap;

use handoff_format::Task;
use handoff_protocol::{Command, Position, Problem, ProblemCode, Repair, Status, TaskPatch, TaskUpdate, Text};

use crate::Project;
use crate::analysis::problems::{ProblemEntry, severity};
use crate::ground::texts;
use crate::ground::tree::{Entry, name, within};
use crate::model::{CONFIG, Node, Slot, TaskRef, Tasks};

/// The length of a path below `.handoff/` from which on Windows, which allows 260 with the folder of the
/// project, may refuse it. In UTF-16 code units, as Windows counts.
const MAX_PATH_UNITS: usize = 200;
/// Maximum number of references that a repair names.
const MAX_REFERENCES: usize = 10;

pub(crate) fn problems(project: &Project) -> Vec<ProblemEntry> {
    let tasks = &project.model.tasks;
    let mut problems = Vec::new();
    for (slot, node) in tasks.folders() {
        problems.extend(no_task(project, slot, node));
        problems.extend(several_files(node));
        if let Some(task) = tasks.get(slot) {
            problems.extend(mismatch(tasks, task));
            problems.extend(unknown_status(tasks, task));
        }
    }
    problems.extend(long_paths(tasks));
    let references = shared_references(project);
    for id in tasks.shared_ids().filter(|id| !id.is_empty()) {
        let owner = id_owner(tasks, id).map(|task| task.slot);
        let names = references.get(id).map_or(&[][..], Vec::as_slice);
        problems.extend(tasks.with_id(id).map(|task| duplicate(tasks, id, task, owner == Some(task.slot), names)));
    }
    problems
}

/// Returns what refers to each ID that several tasks have: the names of tasks, and the paths of other
/// records.
fn shared_references(project: &Project) -> BTreeMap<&str, Vec<String>> {
    let tasks = &project.model.tasks;
    let mut references: BTreeMap<&str, Vec<String>> = tasks.shared_ids().map(|id| (id, Vec::new())).collect();
    if references.is_empty() {
        return references;
    }
    let mut add = |id: &str, name: String| {
        if let Some(names) = references.get_mut(id).filter(|names| !names.contains(&name)) {
            names.push(name);
        }
    };
    for task in tasks.in_order() {
        for id in referenced_ids(&task.shown.task) {
            add(id, format!("{} “{}”", task.id(), task.title()));
        }
    }
    for (id, path) in project.model.records.references() {
        add(id, path.to_owned());
    }
    references
}

/// Returns the IDs of the tasks that a task depends on or links to.
pub(crate) fn referenced_ids(task: &Task) -> impl Iterator<Item = &str> {
    let links = task.task_links.iter().filter(|link| link.link_type == "task").map(|link| link.target.as_str());
    task.dependencies.iter().map(String::as_str).chain(links)
}

fn about(code: ProblemCode, path: &str, task: Option<&str>, text: Text, repairs: Vec<Repair>) -> ProblemEntry {
    let task = task.filter(|id| !id.is_empty()).map(str::to_owned);
    let position = Position::default();
    let problem =
        Problem { code, severity: severity(code), path: path.to_owned(), position, task, text, cost: None, repairs };
    // A problem of an id is shown at the id.
    let is_about_id = matches!(code, ProblemCode::IdMismatch | ProblemCode::DuplicateId);
    ProblemEntry { problem, position: None, key: is_about_id.then(|| "id".to_owned()).into_iter().collect() }
}

/// Returns the problem of a folder that has no task, but files. Folders alone are no problem: Git leaves them
/// where it removes a task, because it ignores the files of locks.
fn no_task(project: &Project, slot: Slot, node: &Node) -> Option<ProblemEntry> {
    let tasks = &project.model.tasks;
    let is_empty = || project.tree.walk(&node.folder).all(|(_, entry)| matches!(entry, Entry::Folder(_)));
    if node.shown.is_some() || is_empty() {
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
    repairs.extend(move_subtasks(tasks, slot, node));
    let text = Text::with(texts::NO_TASK_FILE, [("path", node.folder.clone())]);
    // An editor cannot open a folder, so the problem is shown at the file of the parent.
    let path = tasks.parent(slot).map_or(CONFIG, |parent| &parent.shown.path);
    Some(about(ProblemCode::NoTaskFile, path, None, text, repairs))
}

/// Returns the repair for subtasks that were left behind when their parent moved to another folder,
/// as after a merge in Git: they move to it.
fn move_subtasks(tasks: &Tasks, slot: Slot, node: &Node) -> Option<Repair> {
    let subtasks = tasks.sorted_children(Some(slot));
    let names = handoff_format::parse_task_folder(node.name());
    let moved_parent = names.iter().find_map(|name| tasks.find(&name.id).ok())?;
    let ids: Vec<String> = subtasks.iter().map(|task| tasks.key(*task)).collect();
    let is_locked = subtasks.iter().any(|task| !tasks.is_editable(*task));
    if ids.is_empty() || is_locked || within(&moved_parent.node.folder, &node.folder) {
        return None;
    }
    let parent = ("parent", moved_parent.id().to_owned());
    let title = match subtasks.as_slice() {
        [task] => Text::with(texts::REPAIR_MOVE, [("id", task.id().to_owned()), parent]),
        many => Text::with(texts::REPAIR_MOVE_MANY, [("count", many.len().to_string()), parent]),
    };
    Some(Repair {
        title,
        command: Command::UpdateTasks(TaskUpdate::to_parent(ids, Some(moved_parent.id().to_owned()))),
        proposed: true,
    })
}

/// Returns one problem for all paths that are too long for Windows in a usual folder of a project.
fn long_paths(tasks: &Tasks) -> Option<ProblemEntry> {
    let length = |task: &TaskRef<'_>| task.shown.path.encode_utf16().count();
    let long: Vec<TaskRef<'_>> = tasks.all().filter(|task| length(task) > MAX_PATH_UNITS).collect();
    let longest = *long.iter().max_by_key(|task| length(task))?;
    let args = [("count", long.len().to_string()), ("limit", MAX_PATH_UNITS.to_string())];
    let text = Text::with(texts::LONG_PATHS, args);
    Some(about(ProblemCode::LongPath, &longest.shown.path, Some(longest.id()), text, Vec::new()))
}

fn several_files(node: &Node) -> Option<ProblemEntry> {
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
        // Keeping the shown file changes nothing for people.
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

fn mismatch(tasks: &Tasks, task: TaskRef<'_>) -> Option<ProblemEntry> {
    if !task.node.is_misnamed {
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
    let is_only_repair = repairs.is_empty();
    repairs.extend(use_id_of_folder(tasks, task.node).map(|repair| Repair { proposed: is_only_repair, ..repair }));
    let text = Text::with(texts::ID_MISMATCH, [("name", task.node.name().to_owned()), ("id", id.clone())]);
    Some(about(ProblemCode::IdMismatch, &task.shown.path, Some(&id), text, repairs))
}

/// Returns the repair that gives a task the id in its folder's name, if no other task has it.
pub(super) fn use_id_of_folder(tasks: &Tasks, node: &Node) -> Option<Repair> {
    let ids = handoff_format::parse_task_folder(node.name()).into_iter().map(|name| name.id);
    let mut free = ids.filter(|id| handoff_format::check_new_id(id).is_ok() && tasks.with_id(id).next().is_none());
    let id = free.next()?;
    Some(Repair {
        title: Text::with(texts::REPAIR_CHANGE_ID, [("id", id.clone())]),
        command: Command::ChangeId { folder: node.folder.clone(), id: Some(id), follow: None },
        proposed: true,
    })
}

fn unknown_status(tasks: &Tasks, task: TaskRef<'_>) -> Option<ProblemEntry> {
    if task.shown.named_status.is_some() {
        return None;
    }
    let repairs = if tasks.is_editable(task) {
        let patch = TaskPatch { status: Some(Status::Todo), ..TaskPatch::default() };
        vec![Repair {
            title: Text::plain(texts::REPAIR_STATUS).with_status(Status::Todo),
            command: Command::UpdateTasks(TaskUpdate::of_task(task.id(), patch)),
            proposed: true,
        }]
    } else {
        Vec::new()
    };
    let text = Text::with(texts::UNKNOWN_STATUS, [("path", task.shown.path.clone())]);
    Some(about(ProblemCode::UnknownStatus, &task.shown.path, Some(task.id()), text, repairs))
}

/// Returns the task that keeps a shared id, while the others get new ones: a task whose id cannot
/// be changed, else one whose folder's name matches the id, else one with subtasks, else the
/// oldest, else the first by path.
pub(super) fn id_owner<'a>(tasks: &'a Tasks, id: &str) -> Option<TaskRef<'a>> {
    let sort_key = |task: &TaskRef<'_>| {
        let created = task.shown.task.created_at.as_deref().map(crate::ground::timestamp::sort_key);
        let is_changeable = task.can_change_id();
        (is_changeable, task.node.is_misnamed, tasks.is_leaf(task.slot), created.is_none(), created)
    };
    // `with_id` sorts by path, and `min_by` returns the first of equal tasks.
    tasks.with_id(id).min_by(|a, b| sort_key(a).cmp(&sort_key(b)))
}

fn duplicate(tasks: &Tasks, id: &str, task: TaskRef<'_>, keeps_id: bool, references: &[String]) -> ProblemEntry {
    let folder = task.node.folder.clone();
    let mut repairs = Vec::new();
    if task.can_change_id() {
        let from_folder = use_id_of_folder(tasks, task.node).filter(|_| task.node.is_misnamed);
        let proposed = !keeps_id && from_folder.is_none();
        repairs.extend(from_folder.map(|repair| Repair { proposed: !keeps_id, ..repair }));
        let choices: &[(&str, Option<bool>)] = match references {
            [] => &[(texts::REPAIR_NEW_ID, None)],
            _ => &[
                (texts::REPAIR_NEW_ID_BOTH, None),
                (texts::REPAIR_NEW_ID_FOLLOW, Some(true)),
                (texts::REPAIR_NEW_ID_STAY, Some(false)),
            ],
        };
        let mut named: Vec<&str> = references.iter().map(String::as_str).take(MAX_REFERENCES).collect();
        let more = references.len().saturating_sub(MAX_REFERENCES);
        let rest = format!("… (+{more})");
        named.extend((more > 0).then_some(rest.as_str()));
        for (template, follow) in choices {
            let args = [("name", task.node.name().to_owned()), ("id", id.to_owned()), ("references", named.join(", "))];
            repairs.push(Repair {
                title: Text::with(template, args),
                command: Command::ChangeId { folder: folder.clone(), id: None, follow: *follow },
                proposed: proposed && follow.is_none(),
            });
        }
    }
    // After a merge of two branches that moved a task, Git has it in both places, with its
    // subtasks.
    let is_elsewhere = |task: &TaskRef<'_>| tasks.with_id(task.id()).any(|other| !within(&other.node.folder, &folder));
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
