//! The tasks that a command changes, before and after, so that rules see the unit as a whole.
//!
//! Invariant: each task's file is written at most once per unit, whatever a command changes in it.

use std::collections::BTreeMap;
use std::sync::Arc;

use handoff_format::{Document, Task, parse_task_folder, task_file_name, task_folder_name, task_slug, write_task};
use handoff_protocol::{Context, Layout, Refusal, RefusalCode, Status, Text};

use crate::Project;
use crate::container::of_layout;
use crate::model::field_changes;
use crate::model::{Slot, TaskRef};
use crate::plan::change_set_builder::Draft;
use crate::plan::refusal::{About, refuse};
use crate::plan::task_lookup;
use crate::texts;
use crate::tree::Tree;

/// A task before and after.
pub(crate) struct Staged {
    pub(crate) old: Arc<Task>,
    pub(crate) new: Task,
    pub(crate) old_status: Option<Status>,
    pub(crate) status: Status,
}

impl Staged {
    pub(crate) fn is_changed(&self) -> bool {
        *self.old != self.new || self.old_status != Some(self.status)
    }

    /// Whether anything but the task's place changes.
    pub(crate) fn has_new_fields(&self) -> bool {
        let placed =
            Task { rank: self.new.rank.clone(), board_rank: self.new.board_rank.clone(), ..(*self.old).clone() };
        placed != self.new || self.old_status != Some(self.status)
    }

    /// Whether the task waits for less than before and nothing else about it changes, as when a repair opens a circle.
    pub(crate) fn only_loses_dependencies(&self) -> bool {
        let Task { dependencies, dependency_links, .. } = &self.new;
        let (dependencies, dependency_links) = (dependencies.clone(), dependency_links.clone());
        let is_known = dependencies.iter().all(|id| self.old.dependencies.contains(id));
        let rest = Task { dependencies, dependency_links, ..(*self.old).clone() };
        is_known && rest == self.new && self.old_status == Some(self.status)
    }
}

/// All tasks of a unit.
pub(crate) struct Stage<'a> {
    pub(crate) project: &'a Project,
    pub(crate) context: &'a Context,
    /// In the order in which the command named them.
    staged: Vec<(Slot, Staged)>,
    places: BTreeMap<Slot, usize>,
}

impl<'a> Stage<'a> {
    pub(crate) fn new(project: &'a Project, context: &'a Context) -> Stage<'a> {
        Stage { project, context, staged: Vec::new(), places: BTreeMap::default() }
    }

    /// The task with that key, ready to be changed.
    #[allow(clippy::indexing_slicing, reason = "the place was found or made just before")]
    pub(crate) fn edit(&mut self, key: &str) -> Result<(TaskRef<'a>, &mut Staged), Refusal> {
        let task = task_lookup::editable(&self.project.model.tasks, key)?;
        let end = self.staged.len();
        let place = *self.places.entry(task.slot).or_insert(end);
        if place == end {
            let staged = Staged {
                old: task.shown.task.clone(),
                new: (*task.shown.task).clone(),
                old_status: task.shown.named_status,
                status: task.status(),
            };
            self.staged.push((task.slot, staged));
        }
        Ok((task, &mut self.staged[place].1))
    }

    /// Every staged task in the order in which the command named them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (TaskRef<'a>, &Staged)> {
        let project = self.project;
        self.staged.iter().filter_map(move |(slot, staged)| Some((project.model.tasks.get(*slot)?, staged)))
    }

    fn get(&self, task: TaskRef<'_>) -> Option<&Staged> {
        self.places.get(&task.slot).and_then(|place| self.staged.get(*place)).map(|(_, staged)| staged)
    }

    /// Where a task will stand.
    pub(crate) fn status(&self, task: TaskRef<'_>) -> Status {
        self.get(task).map_or_else(|| task.status(), |staged| staged.status)
    }

    /// What a task will wait for.
    pub(crate) fn dependencies<'s>(&'s self, task: TaskRef<'s>) -> &'s [String] {
        self.get(task).map_or(&task.shown.task.dependencies, |staged| &staged.new.dependencies)
    }

    /// Sets the stamps and puts files, renames and events into the draft.
    pub(crate) fn write(&self, draft: &mut Draft<'_>) -> Result<(), Refusal> {
        for (task, staged) in self.iter().filter(|(_, staged)| staged.is_changed()) {
            let mut new = staged.new.clone();
            if staged.status == Status::Done && staged.old_status != Some(Status::Done) {
                new.completed_at = Some(handoff_format::timestamp(self.context.now));
            }
            new.updated_at = Some(fresh_stamp(self.context.now, staged.old.updated_at.as_deref()));
            let mut document = open(&self.project.tree, task)?;
            write_task(&mut document, &staged.old, &new).map_err(|finding| broken(task, finding.text))?;
            let restated = staged.old_status != Some(staged.status);
            if restated && task.shown.layout == Layout::Json {
                let folder = draft.place_of(&task.node.folder);
                draft.rename(&task.shown.path, format!("{folder}/{}", task_file_name(Layout::Json, staged.status)));
            }
            draft.write(&task.shown.path, document.render());
            if restated && task.shown.layout == Layout::Toml {
                rename_folder(draft, task, staged.status);
            }
            for change in field_changes::changes((&staged.old, staged.old_status), (&new, Some(staged.status))) {
                draft.log(Some(task.id()), change);
            }
        }
        Ok(())
    }
}

/// The document of a task's file.
pub(crate) fn open(tree: &Tree, task: TaskRef<'_>) -> Result<Document, Refusal> {
    let Some(bytes) = tree.file(&task.shown.path) else {
        return Err(broken(task, Text::with(texts::FILE_MISSING, [("id", task.id().to_owned())])));
    };
    Document::parse(of_layout(task.shown.layout), bytes).map_err(|finding| broken(task, finding.text))
}

/// A refusal to write a file that does not read as it should.
pub(crate) fn broken(task: TaskRef<'_>, text: Text) -> Refusal {
    refuse(RefusalCode::BrokenFile, text).about_task(task.id())
}

/// A stamp of now that differs from the one before, since other programs detect changes by comparing them.
pub(crate) fn fresh_stamp(now: i64, old: Option<&str>) -> String {
    let stamp = handoff_format::timestamp(now);
    if old == Some(stamp.as_str()) { handoff_format::timestamp(now.saturating_add(1)) } else { stamp }
}

/// Gives a task's folder in the TOML layout the name that its status asks for; the slug stays.
fn rename_folder(draft: &mut Draft<'_>, task: TaskRef<'_>, status: Status) {
    let named = parse_task_folder(task.node.name())
        .into_iter()
        .find(|name| name.layout == Layout::Toml && name.id == task.id());
    let slug = named.map_or_else(|| task_slug(task.title()), |name| name.slug);
    let here = draft.place_of(&task.node.folder);
    let above = here.rsplit_once('/').map_or(crate::model::ROOT, |(above, _)| above).to_owned();
    let goal = draft.free_path(&above, &task_folder_name(Layout::Toml, task.id(), status, &slug));
    draft.rename(&task.node.folder, goal);
}
