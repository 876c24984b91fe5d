//! The task tree: one node per folder below `tasks/`.
//!
//! Invariant: parents and children agree. `by_id` together with `duplicates` holds exactly the
//! nodes that have a task.

mod outline;
mod task_ref;
mod update;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use handoff_format::{Finding, PathKind, classify};

use crate::ground::timestamp::Day;
use crate::ground::tree::parent;
use crate::model::node::{Node, Slot};
use crate::model::peer_claim::PeerClaim;
use crate::model::task_summary::NameTable;

pub(crate) use outline::{NO_POSITION, Outline, OutlineLink};
pub use task_ref::TaskLookupError;
pub(crate) use task_ref::{Obstacle, TaskRef, by_id, compare_board_ranks, compare_ranks};

/// The folder that holds all tasks.
pub(crate) const ROOT: &str = "tasks";
/// Two files of one task for longer than this time are not a replacement under way, in milliseconds.
pub const REPLACEMENT_MS: u64 = 100;

/// All tasks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tasks {
    nodes: Vec<Node>,
    /// Slots that are not in use.
    free_slots: Vec<Slot>,
    /// The node of every slot that is not in use.
    empty_node: Node,
    /// Nodes without a parent.
    roots: Vec<Slot>,
    by_folder: BTreeMap<String, Slot>,
    /// The node of an ID; if several nodes have the ID, the first by folder.
    by_id: BTreeMap<String, Slot>,
    /// The other nodes with the same ID, by folder.
    duplicates: BTreeMap<String, Vec<Slot>>,
    /// Nodes whose files have changed since the last call of `settle`.
    changed_slots: Vec<Slot>,
    /// Nodes whose task has no file.
    missing_slots: BTreeSet<Slot>,
    /// Nodes with several task files.
    crowded_slots: BTreeSet<Slot>,
    /// Nodes whose task has a claim in its file.
    claimed_slots: BTreeSet<Slot>,
    /// Nodes with a file that has findings.
    faulty_slots: BTreeSet<Slot>,
    /// When the files in folders with several were written, by path, as far as that is known.
    file_times: BTreeMap<String, i64>,
    names: NameTable,
    /// See [`Tasks::wiring`].
    wiring: u64,
    outline: OnceLock<Outline>,
}

impl Tasks {
    /// Returns why a task's file cannot be written, or `None` if it can.
    pub(crate) fn obstacle(&self, task: TaskRef<'_>) -> Option<Obstacle> {
        if task.shown.is_broken {
            Some(Obstacle::Broken)
        } else if !task.shown.summary.named {
            Some(Obstacle::NoId)
        } else if !self.is_unique(task) {
            Some(Obstacle::SharedId)
        } else if task.node.files.len() > 1 {
            Some(Obstacle::SeveralFiles)
        } else if task.node.missing_since.is_some() {
            Some(Obstacle::FileMissing)
        } else {
            None
        }
    }

    /// Returns true if the task's file can be written.
    pub(crate) fn is_editable(&self, task: TaskRef<'_>) -> bool {
        self.obstacle(task).is_none()
    }

    /// Returns the node of a slot, an empty one if the slot is not in use.
    pub(crate) fn node(&self, slot: Slot) -> &Node {
        self.nodes.get(slot.0).unwrap_or(&self.empty_node)
    }

    /// Returns the task of a slot, or `None` if its folder has none.
    pub(crate) fn get(&self, slot: Slot) -> Option<TaskRef<'_>> {
        let node = self.node(slot);
        node.shown.as_ref().map(|shown| TaskRef { slot, node, shown })
    }

    /// Returns every task, in no particular order.
    pub(crate) fn all(&self) -> impl Iterator<Item = TaskRef<'_>> {
        (0..self.nodes.len()).filter_map(|index| self.get(Slot(index)))
    }

    /// Returns every folder of the tree, by path.
    pub(crate) fn folders(&self) -> impl Iterator<Item = (Slot, &Node)> {
        self.by_folder.values().map(|slot| (*slot, self.node(*slot)))
    }

    /// Returns a number that changes with the outline, whose positions other caches have.
    pub(crate) fn wiring(&self) -> u64 {
        self.wiring
    }

    fn discard_outline(&mut self) {
        self.wiring += 1;
        self.outline.take();
    }

    /// Returns all tasks in the order of the tree, with their dependencies. Cached.
    pub(crate) fn outline(&self) -> &Outline {
        self.outline.get_or_init(|| Outline::of(self))
    }

    /// Returns every task in the order of the tree.
    pub(crate) fn in_order(&self) -> impl Iterator<Item = TaskRef<'_>> {
        self.outline().rows.iter().filter_map(|row| self.get(row.slot))
    }

    /// Returns the table of names that [`TaskSummary`](crate::model::TaskSummary) refers to.
    pub(crate) fn names(&self) -> &NameTable {
        &self.names
    }

    /// Returns the number of slots, for tables with one entry per slot.
    pub(crate) fn capacity(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the tasks with an ID; several if it is not unique.
    pub(crate) fn with_id<'a>(&'a self, id: &str) -> impl Iterator<Item = TaskRef<'a>> {
        self.slots_of(id).filter_map(|slot| self.get(slot))
    }

    fn slots_of(&self, id: &str) -> impl Iterator<Item = Slot> {
        self.by_id.get(id).into_iter().chain(self.duplicates.get(id).into_iter().flatten()).copied()
    }

    /// Returns the IDs that several tasks have.
    pub(crate) fn shared_ids(&self) -> impl Iterator<Item = &str> {
        self.duplicates.keys().map(String::as_str)
    }

    /// Returns the task of a folder.
    pub(crate) fn task_in_folder(&self, folder: &str) -> Option<TaskRef<'_>> {
        self.by_folder.get(folder).and_then(|slot| self.get(*slot))
    }

    /// Returns the task with a key: an ID, or the folder of a task whose ID is not unique.
    pub(crate) fn find(&self, key: &str) -> Result<TaskRef<'_>, TaskLookupError> {
        let mut matches = self.with_id(key);
        match (matches.next(), matches.next()) {
            (Some(task), None) => Ok(task),
            (Some(_), Some(_)) => Err(TaskLookupError::Ambiguous),
            (None, _) => self.task_in_folder(key).ok_or(TaskLookupError::Unknown),
        }
    }

    /// Returns whether the task has an ID that no other task has.
    pub(crate) fn is_unique(&self, task: TaskRef<'_>) -> bool {
        task.shown.summary.named && (self.duplicates.is_empty() || !self.duplicates.contains_key(task.id()))
    }

    /// Returns the key that [`Tasks::find`] accepts for this task.
    pub(crate) fn key(&self, task: TaskRef<'_>) -> String {
        if self.is_unique(task) { task.id().to_owned() } else { task.node.folder.clone() }
    }

    /// Returns the parent task: that of the nearest folder above that has a task.
    pub(crate) fn parent(&self, slot: Slot) -> Option<TaskRef<'_>> {
        let mut parent = self.node(slot).parent;
        while let Some(slot) = parent {
            if let Some(task) = self.get(slot) {
                return Some(task);
            }
            parent = self.node(slot).parent;
        }
        None
    }

    /// Returns the parent tasks, the topmost first, without the task itself.
    pub(crate) fn ancestors(&self, slot: Slot) -> Vec<TaskRef<'_>> {
        let mut ancestors = Vec::new();
        let mut parent = self.parent(slot);
        while let Some(task) = parent {
            ancestors.push(task);
            parent = self.parent(task.slot);
        }
        ancestors.reverse();
        ancestors
    }

    /// Returns the direct children of a task, or of the top level for `None`, in no particular
    /// order. A folder without a task is replaced by its children.
    pub(crate) fn children(&self, parent: Option<Slot>) -> Vec<TaskRef<'_>> {
        let mut children = Vec::new();
        self.collect_tasks(parent.map_or(&self.roots, |slot| &self.node(slot).children), &mut children);
        children
    }

    fn collect_tasks<'a>(&'a self, slots: &[Slot], tasks: &mut Vec<TaskRef<'a>>) {
        for slot in slots {
            match self.get(*slot) {
                Some(task) => tasks.push(task),
                None => self.collect_tasks(&self.node(*slot).children, tasks),
            }
        }
    }

    fn has_task(&self, slots: &[Slot]) -> bool {
        slots.iter().any(|slot| self.get(*slot).is_some() || self.has_task(&self.node(*slot).children))
    }

    /// Returns whether a task has no children.
    pub(crate) fn is_leaf(&self, slot: Slot) -> bool {
        !self.has_task(&self.node(slot).children)
    }

    /// Returns the day since which a task counts as overdue: it is not terminal, no task below it is open,
    /// and its last day is before `today`. That day is the task's due date, else the last one of the
    /// tasks below it. All counts, lists and marks of overdue tasks follow this rule: of a group with
    /// open subtasks these are late and not the group, and a group that somebody only has to close is
    /// late itself.
    pub(crate) fn overdue_since(&self, task: TaskRef<'_>, today: Day) -> Option<Day> {
        let due = |task: TaskRef<'_>| task.shown.summary.dates.due;
        if task.status().is_terminal() {
            return None;
        }
        let mut last = due(task);
        if !self.is_leaf(task.slot) {
            let family = self.subtree(task.slot);
            let below = family.get(1..).unwrap_or_default();
            if below.iter().any(|task| !task.status().is_terminal()) {
                return None;
            }
            last = last.or_else(|| below.iter().filter_map(|task| due(*task)).max());
        }
        last.filter(|last| *last < today)
    }

    /// Returns whether a task counts as overdue.
    pub(crate) fn is_overdue(&self, task: TaskRef<'_>, today: Day) -> bool {
        self.overdue_since(task, today).is_some()
    }

    /// Returns the same as [`Tasks::children`], in the order that people gave them.
    pub(crate) fn sorted_children(&self, parent: Option<Slot>) -> Vec<TaskRef<'_>> {
        let mut children = self.children(parent);
        children.sort_by(|a, b| compare_ranks(*a, *b));
        children
    }

    /// Returns a task and all its descendants, parents before children, siblings in the order that
    /// people gave them.
    pub(crate) fn subtree(&self, slot: Slot) -> Vec<TaskRef<'_>> {
        let outline = self.outline();
        let rows = outline.position(slot).and_then(|position| outline.rows.get(outline.branch(position)));
        rows.into_iter().flatten().filter_map(|row| self.get(row.slot)).collect()
    }

    /// Returns the findings of all files, each with the path of its file.
    pub(crate) fn findings(&self) -> impl Iterator<Item = (&str, &Finding)> {
        let files = self.faulty_slots.iter().flat_map(|slot| &self.node(*slot).files);
        files.flat_map(|file| file.findings.iter().map(|finding| (file.path.as_str(), finding)))
    }

    /// Returns the folders whose task has no file.
    pub(crate) fn missing_folders(&self) -> Vec<String> {
        self.missing_slots.iter().map(|slot| self.node(*slot).folder.clone()).collect()
    }

    /// Returns the tasks with a claim in their file, also with one whose lease is over.
    pub(crate) fn with_peer_claim(&self) -> impl Iterator<Item = (TaskRef<'_>, &PeerClaim)> {
        let tasks = self.claimed_slots.iter().filter_map(|slot| self.get(*slot));
        tasks.filter_map(|task| Some((task, task.shown.peer_claim.as_deref()?)))
    }

    /// Returns the paths of the task files that are in one folder with another one, among those of the tree and
    /// new ones.
    pub(crate) fn rivals<'p>(&'p self, new: impl Iterator<Item = &'p str>) -> BTreeSet<String> {
        let known = self.crowded_slots.iter().filter_map(|slot| self.node(*slot).files.first()).map(|file| &*file.path);
        let mut files: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for path in known.chain(new.filter(|path| matches!(classify(path), PathKind::TaskFile { .. }))) {
            let beside = self.by_folder.get(parent(path)).into_iter().flat_map(|slot| &self.node(*slot).files);
            files.entry(parent(path)).or_default().extend(beside.map(|file| &*file.path).chain([path]));
        }
        files.into_values().filter(|files| files.len() > 1).flatten().map(str::to_owned).collect()
    }

    /// Sets when files were written. It decides which file of a folder counts, from the next feed on.
    pub(crate) fn set_file_times(&mut self, times: impl IntoIterator<Item = (String, i64)>) {
        for (path, time) in times {
            self.changed_slots.extend(self.by_folder.get(parent(&path)));
            self.file_times.insert(path, time);
        }
    }

    /// Returns the folders with several task files. Another program that sets a status may have written the new
    /// file and be about to remove the old one.
    pub(crate) fn folders_with_several_files(&self) -> impl Iterator<Item = &str> {
        self.crowded_slots.iter().map(|slot| self.node(*slot).folder.as_str())
    }
}
