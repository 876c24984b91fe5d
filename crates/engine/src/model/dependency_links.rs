//! Dependencies with their kind and lag.
//!
//! Invariant: a task waits for exactly the ids in its `dependencies`, which other programs read and write. `handoff_dependencies` only says
//! more about some of them; an entry about an id that is not there means nothing.

use handoff_format::Task;
use handoff_protocol::DependencyLink;

/// What a task says about one of its dependencies.
pub(crate) fn link(task: &Task, id: &str) -> DependencyLink {
    let told = task.dependency_links.iter().find(|link| link.id == id);
    told.cloned().unwrap_or_else(|| plain(id))
}

/// Every dependency of a task, each once.
pub(crate) fn links(task: &Task) -> Vec<DependencyLink> {
    let ids = &task.dependencies;
    let first = |(place, id): &(usize, &String)| !ids.iter().take(*place).any(|other| other == *id);
    ids.iter().enumerate().filter(first).map(|(_, id)| link(task, id)).collect()
}

/// Sets what a task says about a dependency, which it gets where it is missing. What goes without saying is not said.
pub(crate) fn set(task: &mut Task, link: DependencyLink) {
    let Task { dependencies, dependency_links: told, .. } = task;
    if !dependencies.contains(&link.id) {
        dependencies.push(link.id.clone());
    }
    let place = told.iter().position(|known| known.id == link.id).unwrap_or(told.len());
    told.retain(|known| known.id != link.id);
    if link != plain(&link.id) {
        told.insert(place, link);
    }
}

/// Forgets what is said about ids that are no dependencies, or were none before: what an entry about such an id once meant is over.
pub(crate) fn forget(task: &mut Task, before: &[String]) {
    let Task { dependencies, dependency_links: told, .. } = task;
    told.retain(|link| dependencies.contains(&link.id) && before.contains(&link.id));
}

/// Lets an entry about a task name its new id.
pub(crate) fn rename(task: &mut Task, old: &str, new: &str) {
    let told = &mut task.dependency_links;
    told.retain(|link| link.id != new);
    for link in told.iter_mut().filter(|link| link.id == old) {
        new.clone_into(&mut link.id);
    }
}

/// A dependency of which nothing is said.
fn plain(id: &str) -> DependencyLink {
    DependencyLink { id: id.to_owned(), ..DependencyLink::default() }
}
