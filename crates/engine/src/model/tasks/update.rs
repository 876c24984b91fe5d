//! Changes of the task tree: the files and folders of a feed.

use std::collections::BTreeMap;

use crate::ground::tree::{parent, within};
use crate::model::node::{Node, Slot, TaskFile};
use crate::model::task_summary::NameTable;
use crate::model::tasks::{ROOT, Tasks};

/// A task stays visible for this time without a file: another program may be between deleting and
/// writing it.
const KEEP_MISSING_MS: i64 = 1_000;

impl Tasks {
    /// Adds a folder.
    pub(crate) fn add_folder(&mut self, folder: &str) {
        if is_task_folder(folder) {
            self.insert_folder(folder);
        }
    }

    /// Adds a task's file, or replaces the one at that path.
    pub(crate) fn add_task(&mut self, path: &str, file: TaskFile) {
        let slot = self.insert_folder(parent(path));
        if let Some(node) = self.nodes.get_mut(slot.0) {
            node.files.retain(|other| other.path != path);
            // There is hardly ever a second file.
            node.files.reserve_exact(1);
            node.files.push(file);
        }
        self.changed_slots.push(slot);
    }

    /// Removes a file, or a folder with everything below it.
    pub(crate) fn remove(&mut self, path: &str) {
        if within(ROOT, path) {
            *self = Tasks { wiring: self.wiring + 1, ..Tasks::default() };
            return;
        }
        if let Some(slot) = self.by_folder.get(path).copied() {
            self.remove_subtree(slot);
            return;
        }
        let slot = path.rsplit_once('/').and_then(|(folder, _)| self.by_folder.get(folder)).copied();
        if let Some(slot) = slot
            && let Some(node) = self.nodes.get_mut(slot.0)
        {
            let before = node.files.len();
            node.files.retain(|file| file.path != path);
            if node.files.len() != before {
                self.changed_slots.push(slot);
            }
        }
    }

    /// Returns the slot of a folder. Adds the folder and its parents if they are not there.
    fn insert_folder(&mut self, folder: &str) -> Slot {
        if let Some(slot) = self.by_folder.get(folder) {
            return *slot;
        }
        let parent = folder.rsplit_once('/').map(|(parent, _)| parent).filter(|parent| is_task_folder(parent));
        let parent = parent.map(|parent| self.insert_folder(parent));
        let node = Node { folder: folder.to_owned(), parent, ..Node::default() };
        let slot = self.free_slots.pop().unwrap_or(Slot(self.nodes.len()));
        match self.nodes.get_mut(slot.0) {
            Some(free_node) => *free_node = node,
            None => self.nodes.push(node),
        }
        self.child_slots(parent).push(slot);
        self.by_folder.insert(folder.to_owned(), slot);
        slot
    }

    fn remove_subtree(&mut self, slot: Slot) {
        let Some(node) = self.nodes.get_mut(slot.0).map(std::mem::take) else { return };
        for child in node.children {
            self.remove_subtree(child);
        }
        self.child_slots(node.parent).retain(|child| *child != slot);
        if let Some(shown) = &node.shown {
            self.unindex_id(&shown.task.id, slot);
            self.discard_outline();
        }
        self.by_folder.remove(&node.folder);
        self.missing_slots.remove(&slot);
        self.crowded_slots.remove(&slot);
        self.claimed_slots.remove(&slot);
        self.faulty_slots.remove(&slot);
        self.free_slots.push(slot);
    }

    /// Returns the children of a node, or the roots for `None`.
    fn child_slots(&mut self, parent: Option<Slot>) -> &mut Vec<Slot> {
        match parent.and_then(|parent| self.nodes.get_mut(parent.0)) {
            Some(parent) => &mut parent.children,
            None => &mut self.roots,
        }
    }

    /// Adds a node to the index of IDs.
    fn index_id(&mut self, id: &str, slot: Slot) {
        let nodes = &self.nodes;
        let folder = |slot: Slot| nodes.get(slot.0).map(|node| node.folder.as_str());
        let Some(first) = self.by_id.get_mut(id) else {
            self.by_id.insert(id.to_owned(), slot);
            return;
        };
        let other = if folder(slot) < folder(*first) { std::mem::replace(first, slot) } else { slot };
        let others = self.duplicates.entry(id.to_owned()).or_default();
        others.insert(others.partition_point(|listed| folder(*listed) < folder(other)), other);
    }

    /// Removes a node from the index of IDs.
    fn unindex_id(&mut self, id: &str, slot: Slot) {
        let Some(first) = self.by_id.get_mut(id) else { return };
        match self.duplicates.get_mut(id) {
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
                    self.duplicates.remove(id);
                }
            }
        }
    }

    /// Ends a feed: selects the task of each changed folder, and removes the tasks whose file has
    /// been missing for [`KEEP_MISSING_MS`]. Returns whether a task was removed.
    pub(crate) fn apply_changes(&mut self, now: i64) -> bool {
        let mut changed_slots = std::mem::take(&mut self.changed_slots);
        changed_slots.sort();
        changed_slots.dedup();
        for slot in changed_slots {
            self.update_node(slot, |node, names, times| node.select_task(names, times, now));
        }
        let is_expired = |since: i64| now.saturating_sub(since) >= KEEP_MISSING_MS;
        let expired_slots: Vec<Slot> = self
            .missing_slots
            .iter()
            .copied()
            .filter(|slot| self.node(*slot).missing_since.is_some_and(is_expired))
            .collect();
        for slot in &expired_slots {
            self.update_node(*slot, |node, _, _| {
                node.shown = None;
                node.missing_since = None;
            });
        }
        !expired_slots.is_empty()
    }

    /// Changes a node, and with it the indexes and caches that depend on its task.
    fn update_node(&mut self, slot: Slot, change: impl FnOnce(&mut Node, &mut NameTable, &BTreeMap<String, i64>)) {
        let Some(node) = self.nodes.get_mut(slot.0) else { return };
        let task_and_ranks = |node: &Node| node.shown.as_ref().map(|shown| (shown.task.clone(), shown.ranks.clone()));
        let is_broken = |node: &Node| node.shown.as_ref().is_some_and(|shown| shown.is_broken);
        let before = task_and_ranks(node);
        let was_broken = is_broken(node);
        change(node, &mut self.names, &self.file_times);
        let after = task_and_ranks(node);
        let is_broken_anew = is_broken(node) != was_broken;
        if node.missing_since.is_some() {
            self.missing_slots.insert(slot);
        } else {
            self.missing_slots.remove(&slot);
        }
        if node.files.len() > 1 {
            self.crowded_slots.insert(slot);
        } else {
            self.crowded_slots.remove(&slot);
            self.file_times.retain(|path, _| parent(path) != node.folder);
        }
        if node.shown.as_ref().is_some_and(|shown| shown.peer_claim.is_some()) {
            self.claimed_slots.insert(slot);
        } else {
            self.claimed_slots.remove(&slot);
        }
        if node.files.iter().any(|file| !file.findings.is_empty()) {
            self.faulty_slots.insert(slot);
        } else {
            self.faulty_slots.remove(&slot);
        }
        if is_broken_anew {
            self.discard_outline();
        }
        match (before, after) {
            (Some((old, old_ranks)), Some((new, ranks))) if old.id == new.id => {
                let is_linked_anew =
                    old.dependencies != new.dependencies || old.dependency_links != new.dependency_links;
                if is_linked_anew || old_ranks.sibling != ranks.sibling {
                    self.discard_outline();
                }
            }
            (None, None) => {}
            (old, new) => {
                self.discard_outline();
                if let Some((old, _)) = old {
                    self.unindex_id(&old.id, slot);
                }
                if let Some((new, _)) = new {
                    self.index_id(&new.id, slot);
                }
            }
        }
    }
}

/// Returns whether a folder is below `tasks/`.
fn is_task_folder(folder: &str) -> bool {
    folder.strip_prefix(ROOT).is_some_and(|rest| rest.starts_with('/'))
}
