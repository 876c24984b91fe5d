//! The task tree: one node per folder below `tasks/`.
//!
//! Invariant: parents and children agree, and `by_id` with `twins` holds exactly the nodes that show a task.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use handoff_protocol::Status;

use crate::model::node::{Node, Shown, TaskFile};
use crate::model::outline::Outline;
use crate::model::task_summary::Names;
use crate::tree::{parent, within};

/// How long a task without a file may be between two writes of another program, in milliseconds.
const MISSING_FOR: i64 = 1_000;
/// The folder that holds all tasks.
pub(crate) const ROOT: &str = "tasks";

/// The place of a node, stable while its folder exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Slot(usize);

impl Slot {
    /// For tables beside the nodes.
    pub(crate) fn index(self) -> usize {
        self.0
    }
}

/// A node that shows a task.
#[derive(Clone, Copy)]
pub(crate) struct TaskRef<'a> {
    pub(crate) slot: Slot,
    pub(crate) node: &'a Node,
    pub(crate) shown: &'a Shown,
}

impl<'a> TaskRef<'a> {
    pub(crate) fn id(self) -> &'a str {
        &self.shown.task.id
    }

    pub(crate) fn title(self) -> &'a str {
        &self.shown.task.title
    }

    pub(crate) fn status(self) -> Status {
        self.shown.status()
    }

    /// Returns true if the task's ID can be changed, be it unique or not.
    pub(crate) fn can_change_id(self) -> bool {
        !self.shown.broken && self.node.missing_since.is_none() && self.node.files.len() == 1
    }
}

/// Why a task's file cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Obstacle {
    /// The file cannot be parsed.
    Broken,
    /// The file has no ID.
    NoId,
    /// Another task has the same ID.
    SharedId,
    /// The folder has several task files.
    SeveralFiles,
    /// The file is missing just now: another program may be replacing it.
    FileMissing,
}

/// Why a key names no task that can be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LookupError {
    Unknown,
    Ambiguous,
}

/// All tasks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tasks {
    nodes: Vec<Node>,
    free: Vec<Slot>,
    nothing: Node,
    /// Those without a parent.
    tops: Vec<Slot>,
    by_folder: BTreeMap<String, Slot>,
    /// Of several nodes with one id, the first by folder.
    by_id: BTreeMap<String, Slot>,
    /// The others, by folder.
    twins: BTreeMap<String, Vec<Slot>>,
    touched: Vec<Slot>,
    missing: BTreeSet<Slot>,
    names: Names,
    wiring: u64,
    outline: OnceLock<Outline>,
}

impl Tasks {
    /// Returns why a task's file cannot be written, or `None` if it can.
    pub(crate) fn obstacle(&self, task: TaskRef<'_>) -> Option<Obstacle> {
        if task.shown.broken {
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

    /// The node; a slot that is not in use reads as an empty one.
    pub(crate) fn node(&self, slot: Slot) -> &Node {
        self.nodes.get(slot.0).unwrap_or(&self.nothing)
    }

    pub(crate) fn get(&self, slot: Slot) -> Option<TaskRef<'_>> {
        let node = self.node(slot);
        node.shown.as_ref().map(|shown| TaskRef { slot, node, shown })
    }

    /// Every task, in no particular order.
    pub(crate) fn all(&self) -> impl Iterator<Item = TaskRef<'_>> {
        (0..self.nodes.len()).filter_map(|index| self.get(Slot(index)))
    }

    /// Every folder of the tree.
    pub(crate) fn folders(&self) -> impl Iterator<Item = (Slot, &Node)> {
        self.by_folder.values().map(|slot| (*slot, self.node(*slot)))
    }

    /// Another number whenever ids or dependencies have changed.
    pub(crate) fn wiring(&self) -> u64 {
        self.wiring
    }

    fn rewire(&mut self) {
        self.wiring += 1;
        self.outline.take();
    }

    /// All tasks in the order of the tree.
    pub(crate) fn outline(&self) -> &Outline {
        self.outline.get_or_init(|| Outline::of(self))
    }

    /// Texts that tasks have in common.
    pub(crate) fn names(&self) -> &Names {
        &self.names
    }

    /// One more than the greatest slot, for tables beside the nodes.
    pub(crate) fn capacity(&self) -> usize {
        self.nodes.len()
    }

    /// Tasks with that id; more than one only when it is not unique.
    pub(crate) fn with_id<'a>(&'a self, id: &str) -> impl Iterator<Item = TaskRef<'a>> {
        self.slots_of(id).filter_map(|slot| self.get(slot))
    }

    fn slots_of(&self, id: &str) -> impl Iterator<Item = Slot> {
        self.by_id.get(id).into_iter().chain(self.twins.get(id).into_iter().flatten()).copied()
    }

    /// Ids that several tasks have.
    pub(crate) fn shared_ids(&self) -> impl Iterator<Item = &str> {
        self.twins.keys().map(String::as_str)
    }

    pub(crate) fn in_folder(&self, folder: &str) -> Option<TaskRef<'_>> {
        self.by_folder.get(folder).and_then(|slot| self.get(*slot))
    }

    /// The task with that key: an id, or the folder of a task whose id is not unique.
    pub(crate) fn find(&self, key: &str) -> Result<TaskRef<'_>, LookupError> {
        let mut found = self.with_id(key);
        match (found.next(), found.next()) {
            (Some(task), None) => Ok(task),
            (Some(_), Some(_)) => Err(LookupError::Ambiguous),
            (None, _) => self.in_folder(key).ok_or(LookupError::Unknown),
        }
    }

    pub(crate) fn is_unique(&self, task: TaskRef<'_>) -> bool {
        task.shown.summary.named && (self.twins.is_empty() || !self.twins.contains_key(task.id()))
    }

    pub(crate) fn key(&self, task: TaskRef<'_>) -> String {
        if self.is_unique(task) { task.id().to_owned() } else { task.node.folder.clone() }
    }

    /// The nearest folder above that shows a task.
    pub(crate) fn parent(&self, slot: Slot) -> Option<TaskRef<'_>> {
        let mut above = self.node(slot).parent;
        while let Some(slot) = above {
            if let Some(task) = self.get(slot) {
                return Some(task);
            }
            above = self.node(slot).parent;
        }
        None
    }

    /// From the top down, without the task itself.
    pub(crate) fn ancestors(&self, slot: Slot) -> Vec<TaskRef<'_>> {
        let mut line = Vec::new();
        let mut above = self.parent(slot);
        while let Some(task) = above {
            line.push(task);
            above = self.parent(task.slot);
        }
        line.reverse();
        line
    }

    /// The tasks directly below a task (none: the top level), in no particular order. Folders without a task are looked through.
    pub(crate) fn children(&self, parent: Option<Slot>) -> Vec<TaskRef<'_>> {
        let mut found = Vec::new();
        self.gather(parent.map_or(&self.tops, |slot| &self.node(slot).children), &mut found);
        found
    }

    fn gather<'a>(&'a self, slots: &[Slot], into: &mut Vec<TaskRef<'a>>) {
        for slot in slots {
            match self.get(*slot) {
                Some(task) => into.push(task),
                None => self.gather(&self.node(*slot).children, into),
            }
        }
    }

    fn shows_any(&self, slots: &[Slot]) -> bool {
        slots.iter().any(|slot| self.get(*slot).is_some() || self.shows_any(&self.node(*slot).children))
    }

    /// Whether no task is directly below.
    pub(crate) fn is_leaf(&self, slot: Slot) -> bool {
        !self.shows_any(&self.node(slot).children)
    }

    /// Like [`Tasks::children`], as people arranged them.
    pub(crate) fn arranged(&self, parent: Option<Slot>) -> Vec<TaskRef<'_>> {
        let mut children = self.children(parent);
        children.sort_by(|a, b| by_rank(*a, *b));
        children
    }

    /// The task and everything below it, parents before children, siblings as arranged.
    pub(crate) fn subtree(&self, slot: Slot) -> Vec<TaskRef<'_>> {
        let outline = self.outline();
        let rows = outline.place(slot).and_then(|place| outline.rows.get(outline.branch(place)));
        rows.into_iter().flatten().filter_map(|row| self.get(row.slot)).collect()
    }

    /// Takes a folder into the tree.
    pub(crate) fn add_folder(&mut self, folder: &str) {
        if in_tree(folder) {
            self.enter(folder);
        }
    }

    /// Takes a task's file into the tree.
    pub(crate) fn add_task(&mut self, path: &str, file: TaskFile) {
        let slot = self.enter(parent(path));
        if let Some(node) = self.nodes.get_mut(slot.0) {
            node.files.retain(|known| known.path != path);
            // There is hardly ever a second one.
            node.files.reserve_exact(1);
            node.files.push(file);
        }
        self.touched.push(slot);
    }

    /// Forgets a file, or a folder with all that is below it.
    pub(crate) fn remove(&mut self, path: &str) {
        if within(ROOT, path) {
            *self = Tasks { wiring: self.wiring + 1, ..Tasks::default() };
            return;
        }
        if let Some(slot) = self.by_folder.get(path).copied() {
            self.drop_branch(slot);
            return;
        }
        let holder = path.rsplit_once('/').and_then(|(folder, _)| self.by_folder.get(folder)).copied();
        if let Some(slot) = holder
            && let Some(node) = self.nodes.get_mut(slot.0)
        {
            let before = node.files.len();
            node.files.retain(|file| file.path != path);
            if node.files.len() != before {
                self.touched.push(slot);
            }
        }
    }

    fn enter(&mut self, folder: &str) -> Slot {
        if let Some(slot) = self.by_folder.get(folder) {
            return *slot;
        }
        let parent = folder.rsplit_once('/').map(|(above, _)| above).filter(|above| in_tree(above));
        let parent = parent.map(|above| self.enter(above));
        let node = Node { folder: folder.to_owned(), parent, ..Node::default() };
        let slot = self.free.pop().unwrap_or(Slot(self.nodes.len()));
        match self.nodes.get_mut(slot.0) {
            Some(place) => *place = node,
            None => self.nodes.push(node),
        }
        self.siblings(parent).push(slot);
        self.by_folder.insert(folder.to_owned(), slot);
        slot
    }

    fn drop_branch(&mut self, slot: Slot) {
        let Some(node) = self.nodes.get_mut(slot.0).map(std::mem::take) else { return };
        for child in node.children {
            self.drop_branch(child);
        }
        self.siblings(node.parent).retain(|child| *child != slot);
        if let Some(shown) = &node.shown {
            self.unname(&shown.task.id, slot);
            self.rewire();
        }
        self.by_folder.remove(&node.folder);
        self.missing.remove(&slot);
        self.free.push(slot);
    }

    /// The nodes below a node, or those without a parent.
    fn siblings(&mut self, parent: Option<Slot>) -> &mut Vec<Slot> {
        match parent.and_then(|above| self.nodes.get_mut(above.0)) {
            Some(above) => &mut above.children,
            None => &mut self.tops,
        }
    }

    fn name(&mut self, id: &str, slot: Slot) {
        let nodes = &self.nodes;
        let folder = |slot: Slot| nodes.get(slot.0).map(|node| node.folder.as_str());
        let Some(first) = self.by_id.get_mut(id) else {
            self.by_id.insert(id.to_owned(), slot);
            return;
        };
        let other = if folder(slot) < folder(*first) { std::mem::replace(first, slot) } else { slot };
        let others = self.twins.entry(id.to_owned()).or_default();
        others.insert(others.partition_point(|known| folder(*known) < folder(other)), other);
    }

    fn unname(&mut self, id: &str, slot: Slot) {
        let Some(first) = self.by_id.get_mut(id) else { return };
        match self.twins.get_mut(id) {
            None if *first == slot => {
                self.by_id.remove(id);
            }
            None => {}
            Some(others) => {
                others.retain(|other| *other != slot);
                if *first == slot && !others.is_empty() {
                    *first = others.remove(0);
                }
                if others.is_empty() {
                    self.twins.remove(id);
                }
            }
        }
    }

    /// Ends a feed: decides what each touched folder shows, and lets tasks go whose file has been missing for long.
    /// Says whether a task was let go.
    pub(crate) fn settle(&mut self, now: i64) -> bool {
        let mut touched = std::mem::take(&mut self.touched);
        touched.sort();
        touched.dedup();
        for slot in touched {
            self.renew(slot, |node, names| node.settle(names, now));
        }
        let due: Vec<Slot> = self
            .missing
            .iter()
            .copied()
            .filter(|slot| self.node(*slot).missing_since.is_some_and(|since| now.saturating_sub(since) >= MISSING_FOR))
            .collect();
        for slot in &due {
            self.renew(*slot, |node, _| {
                node.shown = None;
                node.missing_since = None;
            });
        }
        !due.is_empty()
    }

    fn renew(&mut self, slot: Slot, change: impl FnOnce(&mut Node, &mut Names)) {
        let Some(node) = self.nodes.get_mut(slot.0) else { return };
        let shown = |node: &Node| node.shown.as_ref().map(|shown| (shown.task.clone(), shown.ranks.clone()));
        let before = shown(node);
        change(node, &mut self.names);
        let after = shown(node);
        if node.missing_since.is_some() {
            self.missing.insert(slot);
        } else {
            self.missing.remove(&slot);
        }
        match (before, after) {
            (Some((old, old_ranks)), Some((new, ranks))) if old.id == new.id => {
                if old.dependencies != new.dependencies {
                    self.rewire();
                } else if old.dependency_links != new.dependency_links || old_ranks.sibling != ranks.sibling {
                    self.outline.take();
                }
            }
            (None, None) => {}
            (old, new) => {
                self.rewire();
                if let Some((old, _)) = old {
                    self.unname(&old.id, slot);
                }
                if let Some((new, _)) = new {
                    self.name(&new.id, slot);
                }
            }
        }
    }

    /// Folders that show a task without a file.
    pub(crate) fn missing_folders(&self) -> Vec<String> {
        self.missing.iter().map(|slot| self.node(*slot).folder.clone()).collect()
    }
}

/// Whether a folder lies below `tasks/`.
fn in_tree(folder: &str) -> bool {
    folder.strip_prefix(ROOT).is_some_and(|rest| rest.starts_with('/'))
}

/// By natural id.
pub(crate) fn by_id(a: TaskRef<'_>, b: TaskRef<'_>) -> Ordering {
    (&a.shown.ranks.natural, &a.node.folder).cmp(&(&b.shown.ranks.natural, &b.node.folder))
}

/// As people arranged siblings.
pub(crate) fn by_rank(a: TaskRef<'_>, b: TaskRef<'_>) -> Ordering {
    a.shown.ranks.sibling.cmp(&b.shown.ranks.sibling).then_with(|| by_id(a, b))
}

/// As people arranged cards.
pub(crate) fn by_board_rank(a: TaskRef<'_>, b: TaskRef<'_>) -> Ordering {
    a.shown.ranks.board.cmp(&b.shown.ranks.board).then_with(|| by_id(a, b))
}
