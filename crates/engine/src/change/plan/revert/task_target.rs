//! A task as a revert finds it and as it will be.

use std::sync::Arc;

use handoff_format::{Container, DataFile, PEER_CLAIM, PathKind, Task, Value, classify, parse_task_folder, read_task};
use handoff_protocol::{FieldRevert, Layout, Status, Text};

use crate::Project;
use crate::change::plan::task_lookup;
use crate::ground::merge::{Favor, RecordKind, revert_record};
use crate::ground::texts;
use crate::ground::tree::{name, parent};
use crate::knowledge::claims;
use crate::model::task_fields;
use crate::model::{TaskFile, TaskRef};

/// Where a task is before the revert.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    /// Its folder, below `tasks/` or in the trash.
    pub(super) folder: String,
    /// Name of its folder outside of the trash.
    pub(super) name: String,
    /// Its file.
    pub(super) path: String,
    pub(super) layout: Layout,
    pub(super) status: Option<Status>,
    pub(super) task: Arc<Task>,
    /// The values of its file.
    pub(super) record: Value,
    /// ID of its parent; of a deleted task, the parent that it had.
    pub(super) parent: Option<String>,
}

/// A task that the change sets have changed.
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[derive(Clone, Debug)]
pub(super) struct TaskTarget {
    pub(super) id: String,
    /// Whether the task exists before the revert.
    pub(super) exists: bool,
    /// Whether it exists after the revert.
    pub(super) is_wanted: bool,
    /// Where it is before the revert; `None` if it is neither among the tasks nor in the trash.
    pub(super) origin: Option<Origin>,
    /// The values of its file after the revert.
    pub(super) record: Value,
    pub(super) status: Option<Status>,
    pub(super) parent: Option<String>,
    /// Whether a change set created it.
    pub(super) was_created: bool,
    /// Whether a change set deleted it.
    pub(super) was_deleted: bool,
    /// Whether a change set moved it, and it is not where it was.
    pub(super) was_moved: bool,
    /// The fields that stay as they are, with the values that they would have got.
    pub(super) kept: Vec<FieldRevert>,
    /// Why the task as a whole stays as it is.
    pub(super) conflict: Option<Text>,
}

impl Origin {
    /// Returns where an existing task is, or why its file cannot be written.
    pub(super) fn of(project: &Project, task: TaskRef<'_>) -> Result<Origin, Text> {
        let tasks = &project.model.tasks;
        if let Some(refusal) = task_lookup::obstacle(tasks, task) {
            return Err(refusal.text);
        }
        let file_missing = || Text::with(texts::FILE_MISSING, [("id", task.id().to_owned())]);
        let bytes = project.tree.file(&task.shown.path).ok_or_else(file_missing)?;
        Ok(Origin {
            folder: task.node.folder.clone(),
            name: task.node.name().to_owned(),
            path: task.shown.path.clone(),
            layout: task.shown.layout,
            status: task.shown.named_status,
            task: task.shown.task.clone(),
            record: record_of(task.shown.layout, bytes).ok_or_else(file_missing)?,
            parent: tasks.parent(task.slot).map(|parent| parent.id().to_owned()),
        })
    }

    /// Returns the tasks in a folder of the trash, which was moved there from the folder `from`.
    pub(super) fn in_trash(project: &Project, from: &str, trashed: &str) -> Vec<Origin> {
        let mut origins: Vec<Origin> = Vec::new();
        for (path, _) in project.tree.walk(trashed) {
            let PathKind::TaskFile { layout, status } = kind_in_trash(&path, from, trashed) else { continue };
            let Some(bytes) = project.tree.file(&path) else { continue };
            let folder = parent(&path).to_owned();
            let file = TaskFile::read(path, layout, status, bytes);
            let Some(record) = record_of(layout, bytes).filter(|_| !file.is_broken) else { continue };
            let own_name = if folder == trashed { name(from) } else { name(&folder) }.to_owned();
            let (path, task) = (file.path, file.task);
            origins.push(Origin { folder, name: own_name, path, layout, status, task, record, parent: None });
        }
        let folders: Vec<(String, String)> =
            origins.iter().map(|origin| (origin.folder.clone(), origin.task.id.clone())).collect();
        for origin in &mut origins {
            let is_above = |(folder, _): &&(String, String)| {
                *folder != origin.folder && crate::ground::tree::within(&origin.folder, folder)
            };
            origin.parent = match folders.iter().filter(is_above).max_by_key(|(folder, _)| folder.len()) {
                Some((_, id)) => Some(id.clone()),
                None => task_named(project, name(parent(from))),
            };
        }
        origins
    }
}

/// Classifies a file in the trash by the path that it had.
fn kind_in_trash(path: &str, from: &str, trashed: &str) -> PathKind {
    let rest = path.strip_prefix(trashed).unwrap_or_default();
    classify(&format!("{from}{rest}"))
}

/// Returns the ID of the existing task to which a folder's name belongs.
fn task_named(project: &Project, folder: &str) -> Option<String> {
    let ids = parse_task_folder(folder).into_iter().map(|name| name.id);
    let known = |id: &String| project.model.tasks.with_id(id).next().is_some();
    let all: Vec<String> = ids.collect();
    all.iter().find(|id| known(id)).or(all.first()).filter(|_| folder != crate::model::ROOT).cloned()
}

/// Returns the values of a task's file, or `None` if it cannot be parsed.
pub(super) fn record_of(layout: Layout, bytes: &[u8]) -> Option<Value> {
    Some(DataFile::parse(Container::of_layout(layout), bytes).ok()?.root())
}

impl TaskTarget {
    /// Returns the task with an ID as it is, or was before it was deleted.
    pub(super) fn current(project: &Project, id: &str) -> TaskTarget {
        let mut tasks = project.model.tasks.with_id(id);
        let found = tasks.next().map(|task| Origin::of(project, task));
        let mut target = TaskTarget::absent(id);
        match found {
            Some(Ok(origin)) => {
                target.exists = true;
                target.start_from(origin);
            }
            Some(Err(text)) => target.conflict = Some(text),
            None => {}
        }
        target
    }

    /// Returns a task that exists neither among the tasks nor, as far as is known, in the trash.
    pub(super) fn absent(id: &str) -> TaskTarget {
        TaskTarget {
            id: id.to_owned(),
            exists: false,
            is_wanted: false,
            origin: None,
            record: Value::Null,
            status: None,
            parent: None,
            was_created: false,
            was_deleted: false,
            was_moved: false,
            kept: Vec::new(),
            conflict: None,
        }
    }

    /// Sets where the task is, and the state from which it is reverted.
    pub(super) fn start_from(&mut self, origin: Origin) {
        self.is_wanted = true;
        self.record = origin.record.clone();
        self.status = origin.status;
        self.parent.clone_from(&origin.parent);
        self.origin = Some(origin);
    }

    /// Leaves the task as it is.
    pub(super) fn keep(&mut self, reason: Text) {
        self.conflict.get_or_insert(reason);
        self.is_wanted = self.exists;
        self.kept.clear();
        if let Some(origin) = self.origin.take() {
            self.record = origin.record.clone();
            self.status = origin.status;
            self.parent.clone_from(&origin.parent);
            self.origin = Some(origin);
        }
    }

    /// Takes a change of the parent back.
    pub(super) fn take_back_parent(&mut self, project: &Project, from: Option<&str>, to: Option<&str>) {
        let now = self.parent.as_deref();
        if now == to || now == from {
            self.was_moved |= now != from;
            self.parent = from.map(str::to_owned);
        } else {
            let (now, then) = (Value::from(now), Value::from(from));
            self.keep_field(project, FieldRevert { field: "parent".to_owned(), now, then, conflict: None });
        }
    }

    /// Takes a change of the status back.
    pub(super) fn take_back_status(&mut self, project: &Project, from: Option<Status>, to: Option<Status>) {
        if self.status == to || self.status == from {
            self.status = from;
        } else {
            let value = |status: Option<Status>| Value::from(status.map(Status::name));
            let (now, then) = (value(self.status), value(from));
            self.keep_field(project, FieldRevert { field: "status".to_owned(), now, then, conflict: None });
        }
    }

    /// Takes a change of the file's content back.
    pub(super) fn take_back_content(&mut self, project: &Project, layout: Layout, before: &[u8], after: &[u8]) {
        if self.origin.is_none() {
            return;
        }
        let (Some(before), Some(after)) = (record_of(layout, before), record_of(layout, after)) else { return };
        let (before, after) = (without_stamp(before), without_stamp(after));
        let reverted = |favor| revert_record(RecordKind::Task, favor, (&before, &after), &self.record);
        let (record, conflicts) = reverted(Favor::Ours);
        if !conflicts.is_empty() {
            let forced = reverted(Favor::Theirs).0;
            for row in field_rows((&record, self.status), (&forced, self.status)) {
                self.keep_field(project, row);
            }
        }
        self.record = record;
    }

    /// Ends a claim of `handoff-mcp` that the revert would give to a task which does not keep it.
    pub(super) fn end_peer_claim(&mut self) {
        let claim = |record: &Value| record.get(PEER_CLAIM).cloned();
        let is_untouched =
            |origin: &Origin| origin.status == self.status && claim(&origin.record) == claim(&self.record);
        let keeps = claims::keeps_peer_claim(self.status);
        if !keeps && !self.origin.as_ref().is_some_and(is_untouched) {
            self.record.as_object_mut().and_then(|values| values.shift_remove(PEER_CLAIM));
        }
    }

    /// Records that a field stays as it is. The value of the oldest change counts.
    pub(super) fn keep_field(&mut self, project: &Project, row: FieldRevert) {
        let conflict = Some(changed_since(project, &self.id, &row));
        self.kept.retain(|other| other.field != row.field);
        self.kept.push(FieldRevert { conflict, ..row });
    }

    /// Returns the fields that the revert changes, followed by those that stay as they are.
    pub(super) fn fields(&self) -> Vec<FieldRevert> {
        let Some(origin) = &self.origin else { return Vec::new() };
        let mut rows = field_rows((&origin.record, origin.status), (&self.record, self.status));
        if origin.parent != self.parent {
            let (now, then) = (Value::from(origin.parent.clone()), Value::from(self.parent.clone()));
            rows.insert(0, FieldRevert { field: "parent".to_owned(), now, then, conflict: None });
        }
        let is_changed = |row: &&FieldRevert| rows.iter().any(|other| other.field == row.field);
        let kept: Vec<FieldRevert> = self.kept.iter().filter(|row| !is_changed(row)).cloned().collect();
        rows.extend(kept);
        rows
    }

    /// Returns whether the revert changes the task's content or status.
    pub(super) fn has_changes(&self) -> bool {
        self.origin.as_ref().is_some_and(|origin| origin.record != self.record || origin.status != self.status)
    }
}

/// Returns the task that some values are of.
pub(super) fn task_of(record: &Value) -> Option<Task> {
    let data = DataFile::from_value(Container::Json, record).ok()?;
    Some(read_task(&data).0)
}

/// Returns the fields that differ between two versions of a task.
fn field_rows(now: (&Value, Option<Status>), then: (&Value, Option<Status>)) -> Vec<FieldRevert> {
    let (Some(now_task), Some(then_task)) = (task_of(now.0), task_of(then.0)) else { return Vec::new() };
    let changes = task_fields::field_changes((&now_task, now.1), (&then_task, then.1));
    let rows = changes.into_iter().filter_map(|change| match change {
        handoff_protocol::Change::Field { field, from, to } => {
            Some(FieldRevert { field, now: from, then: to, conflict: None })
        }
        _ => None,
    });
    rows.collect()
}

/// Returns the values without the time of the last write, which every write changes, and without the claim, whose
/// lease changes as long as its holder works.
fn without_stamp(mut record: Value) -> Value {
    if let Some(values) = record.as_object_mut() {
        values.shift_remove("updated_at");
        values.shift_remove(PEER_CLAIM);
    }
    record
}

/// Returns the sentence about a field that somebody else has changed since.
fn changed_since(project: &Project, id: &str, FieldRevert { field, now, .. }: &FieldRevert) -> Text {
    let id_arg = ("id", id.to_owned());
    let author = project.model.activity.author_of_value(id, field, now);
    let text = match author.map(|actor| actor.name.clone()) {
        Some(actor) if !actor.is_empty() => Text::with(texts::REVERT_FIELD_CHANGED_BY, [id_arg, ("actor", actor)]),
        _ => Text::with(texts::REVERT_FIELD_CHANGED, [id_arg]),
    };
    text.with_field(field)
}

/// Returns whether a task is as it was created: apart from its times and ranks, which other changes
/// also set.
pub(super) fn is_as_created(now: &Value, created: &Value) -> bool {
    let essential = |record: &Value| {
        let mut record = without_stamp(record.clone());
        if let Some(values) = record.as_object_mut() {
            for key in ["completed_at", "order", "handoff_rank", "handoff_board_rank"] {
                values.shift_remove(key);
            }
        }
        record
    };
    essential(now) == essential(created)
}

/// Returns whether a folder's name at a path can be that of a task, or of the top level for `None`.
pub(super) fn is_below(path: &str, parent_id: Option<&str>) -> bool {
    let folder = parent(parent(path));
    match parent_id {
        None => folder == crate::model::ROOT,
        Some(id) => parse_task_folder(name(folder)).iter().any(|name| name.id == id),
    }
}
