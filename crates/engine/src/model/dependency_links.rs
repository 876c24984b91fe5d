//! Dependencies with their kind and lag.
//!
//! Invariant: a task waits for exactly the IDs in its `dependencies`, which other programs read and
//! write. `handoff_dependencies` adds kind and lag to some of them; an entry with another ID has no
//! effect.

use std::collections::BTreeSet;

use handoff_format::Task;
use handoff_protocol::DependencyLink;

/// Returns kind and lag of one dependency of a task.
pub(crate) fn link_to(task: &Task, id: &str) -> DependencyLink {
    let link = task.dependency_links.iter().find(|link| link.id == id);
    link.cloned().unwrap_or_else(|| default_link(id))
}

/// Returns every dependency of a task, each once.
pub(crate) fn all_links(task: &Task) -> Vec<DependencyLink> {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    task.dependencies.iter().filter(|id| seen.insert(id)).map(|id| link_to(task, id)).collect()
}

/// Adds a dependency, or sets its kind and lag. Default values are not written.
pub(crate) fn set_link(task: &mut Task, link: DependencyLink) {
    let Task { dependencies, dependency_links: links, .. } = task;
    if !dependencies.contains(&link.id) {
        dependencies.push(link.id.clone());
    }
    let index = links.iter().position(|other| other.id == link.id).unwrap_or(links.len());
    links.retain(|other| other.id != link.id);
    if link != default_link(&link.id) {
        links.insert(index, link);
    }
}

/// Removes the links of IDs that are no dependencies, or were none in `before`: a new dependency
/// does not take over kind and lag of an older one with the same ID.
pub(crate) fn remove_stale_links(task: &mut Task, before: &[String]) {
    let Task { dependencies, dependency_links: links, .. } = task;
    if !links.is_empty() {
        let (dependencies, before) = (BTreeSet::from_iter(&*dependencies), BTreeSet::from_iter(before));
        links.retain(|link| dependencies.contains(&link.id) && before.contains(&link.id));
    }
}

/// Changes the ID of a link.
pub(crate) fn rename_link(task: &mut Task, old: &str, new: &str) {
    let links = &mut task.dependency_links;
    links.retain(|link| link.id != new);
    for link in links.iter_mut().filter(|link| link.id == old) {
        new.clone_into(&mut link.id);
    }
}

/// Returns a dependency with default kind and lag.
fn default_link(id: &str) -> DependencyLink {
    DependencyLink { id: id.to_owned(), ..DependencyLink::default() }
}
