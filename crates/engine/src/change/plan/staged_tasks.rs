//! The tasks that a command changes, before and after, so that rules see all changes at once.
//!
//! Invariant: a command writes each task's file at most once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use handoff_format::{FolderName, Task, parse_task_folder, task_file_name, task_folder_name, task_slug, write_task};
use handoff_protocol::{Change, Context, Layout, Refusal, Status, TimeEntry};

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::claims;
use crate::change::plan::task_file::{broken, next_timestamp, open};
use crate::change::plan::task_lookup;
use crate::knowledge::time::entries::{logged_hours, new_id};
use crate::model::task_fields;
use crate::model::{Slot, TaskRef};

/// A task before and after the change.
pub(crate) struct StagedTask {
    pub(crate) old: Arc<Task>,
    pub(crate) new: Task,
    pub(crate) old_status: Option<Status>,
    pub(crate) status: Status,
    /// Whether the command names it to change its fields, even if that changes nothing.
    pub(crate) is_named: bool,
    /// The hours among the actual ones that the command logs.
    pub(crate) logged_hours: f64,
    /// The time among the actual hours that was measured while the actor worked on it.
    pub(crate) measured: Option<TimeEntry>,
}

impl StagedTask {
    /// Sets the status, and ends a claim of `handoff-mcp` if the task does not keep it, even if the status
    /// is the same one.
    pub(crate) fn set_status(&mut self, status: Status) {
        self.status = status;
        if !crate::knowledge::claims::keeps_peer_claim(Some(status)) {
            self.new.peer_claim = None;
        }
    }

    pub(crate) fn is_changed(&self) -> bool {
        *self.old != self.new || self.old_status != Some(self.status)
    }

    /// Returns true if anything but the ranks changes.
    pub(crate) fn has_new_fields(&self) -> bool {
        let reordered =
            Task { rank: self.new.rank.clone(), board_rank: self.new.board_rank.clone(), ..(*self.old).clone() };
        reordered != self.new || self.old_status != Some(self.status)
    }

    /// Returns true if the change only removes dependencies, as a repair of a cycle does.
    pub(crate) fn only_loses_dependencies(&self) -> bool {
        let Task { dependencies, dependency_links, .. } = &self.new;
        let (dependencies, dependency_links) = (dependencies.clone(), dependency_links.clone());
        let only_old = dependencies.iter().all(|id| self.old.dependencies.contains(id));
        let rest = Task { dependencies, dependency_links, ..(*self.old).clone() };
        only_old && rest == self.new && self.old_status == Some(self.status)
    }
}

/// All tasks that a command changes.
pub(crate) struct Stage<'a> {
    pub(crate) project: &'a Project,
    pub(crate) context: &'a Context,
    /// In the order of the command.
    staged: Vec<(Slot, StagedTask)>,
    indices: BTreeMap<Slot, usize>,
    /// The IDs of the tasks that the command creates.
    created: BTreeSet<String>,
}

impl<'a> Stage<'a> {
    pub(crate) fn new(project: &'a Project, context: &'a Context) -> Stage<'a> {
        Stage { project, context, staged: Vec::new(), indices: BTreeMap::default(), created: BTreeSet::default() }
    }

    /// Adds a task that the command creates, for the rules about dependencies.
    pub(crate) fn add_created(&mut self, task: &Task) {
        self.created.insert(task.id.clone());
    }

    /// Returns true if the command creates a task with an ID.
    pub(crate) fn creates(&self, id: &str) -> bool {
        self.created.contains(id)
    }

    /// Stages the task with a key and returns it for editing.
    #[allow(clippy::indexing_slicing, reason = "the index was looked up or added just before")]
    pub(crate) fn edit(&mut self, key: &str) -> Result<(TaskRef<'a>, &mut StagedTask), Refusal> {
        let task = task_lookup::editable(&self.project.model.tasks, key)?;
        let end = self.staged.len();
        let index = *self.indices.entry(task.slot).or_insert(end);
        if index == end {
            let staged = StagedTask {
                old: task.shown.task.clone(),
                new: (*task.shown.task).clone(),
                old_status: task.shown.named_status,
                status: task.status(),
                is_named: false,
                logged_hours: 0.0,
                measured: None,
            };
            self.staged.push((task.slot, staged));
        }
        Ok((task, &mut self.staged[index].1))
    }

    /// Returns the staged tasks in the order of the command.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (TaskRef<'a>, &StagedTask)> {
        let project = self.project;
        self.staged.iter().filter_map(move |(slot, staged)| Some((project.model.tasks.get(*slot)?, staged)))
    }

    fn get(&self, task: TaskRef<'_>) -> Option<&StagedTask> {
        self.indices.get(&task.slot).and_then(|index| self.staged.get(*index)).map(|(_, staged)| staged)
    }

    /// Returns the new status of a task, staged or not.
    pub(crate) fn status(&self, task: TaskRef<'_>) -> Status {
        self.get(task).map_or_else(|| task.status(), |staged| staged.status)
    }

    /// Returns the new fields of a task, staged or not.
    pub(crate) fn fields<'s>(&'s self, task: TaskRef<'s>) -> &'s Task {
        self.get(task).map_or_else(|| &*task.shown.task, |staged| &staged.new)
    }

    /// Sets the timestamps and adds the files, renames and events to the builder.
    pub(crate) fn write(&self, builder: &mut ChangeSetBuilder<'_>) -> Result<(), Refusal> {
        for (task, _) in self.iter().filter(|(_, staged)| staged.is_named || staged.has_new_fields()) {
            claims::warn_of_holder(builder, task.id());
        }
        let mut entries = 0;
        for (task, staged) in self.iter().filter(|(_, staged)| staged.is_changed()) {
            let mut new = staged.new.clone();
            if staged.status == Status::Done && staged.old_status != Some(Status::Done) {
                new.completed_at = Some(handoff_format::timestamp(self.context.now));
            }
            new.updated_at = Some(next_timestamp(self.context.now, staged.old.updated_at.as_deref()));
            let status_changes = staged.old_status != Some(staged.status);
            if status_changes && task.shown.layout == Layout::Json {
                let present = new.peer_claim.take();
                new.peer_claim =
                    claims::peer_claim_after(self.project, self.context, task.id(), staged.status, present);
            }
            if !status_changes && claims::is_own(self.project, self.context, task.id()) {
                new.peer_claim.clone_from(&staged.old.peer_claim);
            }
            claims::forget_in_agent(builder, &staged.old, &new);
            let mut data = open(&self.project.tree, task)?;
            write_task(&mut data, &staged.old, &new).map_err(|finding| broken(task, finding.text))?;
            if status_changes && task.shown.layout == Layout::Json {
                let folder = builder.current_path(&task.node.folder);
                builder.rename(&task.shown.path, format!("{folder}/{}", task_file_name(Layout::Json, staged.status)));
            }
            builder.write(&task.shown.path, data.render());
            if status_changes && task.shown.layout == Layout::Toml {
                rename_for_status(builder, &task.node.folder, task.node.name(), &task.shown.task, staged.status);
            }
            for change in task_fields::field_changes((&staged.old, staged.old_status), (&new, Some(staged.status))) {
                builder.log(Some(task.id()), change);
            }
            if status_changes {
                claims::follow_status(builder, task.id(), staged.status);
            }
            for change in task_fields::detail_changes(&staged.old, &new) {
                builder.log(Some(task.id()), change);
            }
            let logged = logged_hours(self.context, task.id(), staged.logged_hours);
            for entry in logged.into_iter().chain(staged.measured.clone()) {
                let id = new_id(self.context, entries);
                builder.log(Some(task.id()), Change::Entry { id, from: None, to: Some(Box::new(entry)) });
                entries += 1;
            }
        }
        Ok(())
    }
}

/// Renames a task's folder, which has that name, in the TOML layout for a new status. The slug stays.
pub(crate) fn rename_for_status(
    builder: &mut ChangeSetBuilder<'_>,
    folder: &str,
    name: &str,
    task: &Task,
    status: Status,
) {
    let own_name = |parsed: &FolderName| parsed.layout == Layout::Toml && parsed.id == task.id;
    let parsed = parse_task_folder(name).into_iter().find(own_name);
    let slug = parsed.map_or_else(|| task_slug(&task.title), |parsed| parsed.slug);
    let current = builder.current_path(folder);
    let parent = current.rsplit_once('/').map_or(crate::model::ROOT, |(parent, _)| parent).to_owned();
    let target = builder.free_path(&parent, &task_folder_name(Layout::Toml, &task.id, status, &slug));
    builder.rename(folder, target);
}
