//! Dependencies with their kind and lag.
//!
//! Invariant: a task waits for exactly the ids in its `dependencies`, which other programs read and write. `handoff_dependencies` only says
//! more about some of them; an entry about an id that is not there means nothing.

use handoff_format::Task;
use handoff_protocol::DependencyLink;

/// What a task says about one of its dependencies.
pub(crate) fn link(task: &Task, id: &str) -> DependencyLink {
    let told = task.dependency_links.iter().find(|link| link.id == id);
    told.cloned().unwrap_or_else(|| DependencyLink { id: id.to_owned(), ..DependencyLink::default() })
}

/// Every dependency of a task, each once.
pub(crate) fn links(task: &Task) -> Vec<DependencyLink> {
    let ids = &task.dependencies;
    let first = |(place, id): &(usize, &String)| !ids.iter().take(*place).any(|other| other == *id);
    ids.iter().enumerate().filter(first).map(|(_, id)| link(task, id)).collect()
}

/// Sets what a task says about a dependency, which it gets where it is missing.
pub(crate) fn set(task: &mut Task, link: DependencyLink) {
    if !task.dependencies.contains(&link.id) {
        task.dependencies.push(link.id.clone());
    }
    task.dependency_links.retain(|known| known.id != link.id);
    task.dependency_links.push(link);
}

/// Forgets what is said about ids that are no dependencies, and what goes without saying.
pub(crate) fn tidy(task: &mut Task) {
    let Task { dependencies, dependency_links, .. } = task;
    let plain = |link: &DependencyLink| *link == DependencyLink { id: link.id.clone(), ..DependencyLink::default() };
    dependency_links.retain(|link| dependencies.contains(&link.id) && !plain(link));
}
