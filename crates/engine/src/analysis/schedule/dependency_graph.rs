//! The project network: the tasks in the order of the tree, their dependencies, and a topological
//! order of their starts and ends.
//!
//! Invariant: indices are those of the model's outline. A task starts after the end of everything
//! that it or one of its ancestors depends on, and a parent ends after its children.
#![allow(clippy::indexing_slicing, reason = "tables have one entry per task, and indices come from the network")]

use std::ops::Range;

use handoff_protocol::{DependencyKind, Status};

use crate::analysis::schedule::resources::{RemainingEffort, Resources, Track, remaining_effort};
use crate::analysis::schedule::wait_graph::{Circle, Endpoint, WaitGraph};
use crate::model::dates::Dates;
use crate::model::{Model, NO_POSITION, NameId, Outline, Slot, TaskRef, Tasks};

/// A dependency between two tasks, by index.
#[derive(Debug)]
pub(crate) struct Link {
    /// The predecessor.
    pub(crate) from: usize,
    /// The dependent.
    pub(crate) to: usize,
    pub(crate) kind: DependencyKind,
    pub(crate) lag: i32,
    /// Whether the link constrains nothing: one of the tasks is closed, or one is an ancestor of
    /// the other and spans it anyway.
    pub(crate) inactive: bool,
    /// Index of the next active link with the same predecessor.
    next: usize,
}

impl Link {
    /// Returns true if the link constrains the end of the dependent, false if its start.
    pub(crate) fn limits_end(&self) -> bool {
        matches!(self.kind, DependencyKind::FinishToFinish | DependencyKind::StartToFinish)
    }

    /// Returns true if the link refers to the end of the predecessor, false if to its start.
    pub(crate) fn follows_end(&self) -> bool {
        matches!(self.kind, DependencyKind::FinishToStart | DependencyKind::FinishToFinish)
    }
}

/// The scheduling data of one task.
#[allow(clippy::struct_excessive_bools, reason = "independent facts")]
#[derive(Clone, Copy)]
pub(crate) struct NetworkTask<'a> {
    pub(crate) task: TaskRef<'a>,
    pub(crate) track: usize,
    pub(crate) dates: Dates,
    pub(crate) effort: RemainingEffort,
    /// Done or skipped.
    pub(crate) closed: bool,
    /// In progress, in review or blocked.
    pub(crate) started: bool,
    pub(crate) pinned: bool,
    /// Its file cannot be written.
    pub(crate) locked: bool,
    /// Index of the parent, or [`NO_POSITION`].
    parent: usize,
    /// The index after the last descendant.
    subtree_end: usize,
    /// It depends on an id that no task has.
    has_unknown_dependency: bool,
    /// Index of the first link that ends at this task; the others follow it.
    first_incoming: usize,
    /// Index of the first active link that starts at this task, or [`NO_POSITION`]. [`Link::next`] leads
    /// to the others.
    first_outgoing: usize,
}

/// The tasks with their dependencies and resources.
pub(crate) struct Network<'a> {
    /// By index.
    pub(crate) tasks: Vec<NetworkTask<'a>>,
    pub(crate) resources: Resources,
    /// Sorted by the dependent.
    pub(crate) links: Vec<Link>,
    /// The topological order of all endpoints. Incomplete if there is a cycle.
    pub(crate) order: Vec<Endpoint>,
    /// Open tasks that wait for each other.
    pub(crate) circle: Option<Circle>,
    outline: &'a Outline,
}

impl<'a> Network<'a> {
    pub(crate) fn new(model: &'a Model) -> Network<'a> {
        Network::with_resources(model, Resources::new(model.config.values()))
    }

    /// Returns the network with these resources.
    pub(crate) fn with_resources(model: &'a Model, resources: Resources) -> Network<'a> {
        let outline = model.tasks.outline();
        let mut network = Network {
            tasks: Vec::with_capacity(outline.rows.len()),
            resources,
            links: Vec::with_capacity(outline.links.len()),
            order: Vec::new(),
            circle: None,
            outline,
        };
        network.add_tasks(&model.tasks);
        network.add_links();
        network.sort();
        network
    }

    fn add_tasks(&mut self, tasks: &'a Tasks) {
        let mut tracks = vec![NO_POSITION; tasks.names().len()];
        for row in &self.outline.rows {
            let Some(task) = tasks.get(row.slot) else { continue };
            let summary = &task.shown.summary;
            let track = self.track_of(tasks, summary.assignee, &mut tracks);
            let status = task.status();
            self.tasks.push(NetworkTask {
                task,
                track,
                dates: summary.dates,
                effort: remaining_effort(summary, &self.resources, track),
                closed: status.is_terminal(),
                started: matches!(status, Status::InProgress | Status::Review | Status::Blocked),
                pinned: summary.pinned,
                locked: !tasks.is_editable(task),
                parent: row.above,
                subtree_end: row.end,
                has_unknown_dependency: row.has_unknown_dependency,
                first_incoming: NO_POSITION,
                first_outgoing: NO_POSITION,
            });
        }
    }

    /// Returns the track of an assignee. `tracks` caches them by the index of the name.
    fn track_of(&mut self, tasks: &Tasks, assignee: NameId, tracks: &mut [usize]) -> usize {
        let track = &mut tracks[assignee.index()];
        if *track == NO_POSITION {
            *track = self.resources.track(tasks.names().text(assignee));
        }
        *track
    }

    fn add_links(&mut self) {
        let mut first = 0;
        for (to, entry) in self.tasks.iter_mut().enumerate() {
            entry.first_incoming = first;
            first += self.outline.links[first..].iter().take_while(|tie| tie.to == to).count();
        }
        for tie in &self.outline.links {
            let is_closed = self.tasks[tie.from].closed || self.tasks[tie.to].closed && self.is_leaf(tie.to);
            let inactive = is_closed || tie.is_related;
            self.links.push(Link {
                from: tie.from,
                to: tie.to,
                kind: tie.kind,
                lag: tie.lag,
                inactive,
                next: NO_POSITION,
            });
        }
        for (index, link) in self.links.iter_mut().enumerate().rev() {
            if !link.inactive {
                link.next = std::mem::replace(&mut self.tasks[link.from].first_outgoing, index);
            }
        }
    }

    /// Returns the index of a task.
    pub(crate) fn index_of(&self, slot: Slot) -> Option<usize> {
        self.outline.position(slot)
    }

    /// Returns the indices of a task and its descendants.
    pub(crate) fn subtree(&self, index: usize) -> Range<usize> {
        index..self.tasks[index].subtree_end
    }

    pub(crate) fn is_leaf(&self, index: usize) -> bool {
        self.tasks[index].subtree_end == index + 1
    }

    pub(crate) fn parent(&self, index: usize) -> Option<usize> {
        Some(self.tasks[index].parent).filter(|parent| *parent != NO_POSITION)
    }

    /// Returns the direct subtasks of a task.
    fn children(&self, index: usize) -> impl Iterator<Item = usize> {
        let range = self.subtree(index);
        let mut next = index + 1;
        std::iter::from_fn(move || {
            let child = Some(next).filter(|next| range.contains(next))?;
            next = self.tasks[child].subtree_end;
            Some(child)
        })
    }

    /// Returns true if all dependencies of a task and of its ancestors are closed, or have no effect. A
    /// dependency on an unknown id is not, and neither are those of a task whose file cannot be parsed.
    pub(crate) fn is_free(&self, index: usize) -> bool {
        let mut ancestors = std::iter::successors(Some(index), |index| self.parent(*index));
        ancestors.all(|index| {
            let entry = &self.tasks[index];
            let mut links = self.outline.links[entry.first_incoming..].iter().take_while(|link| link.to == index);
            !entry.has_unknown_dependency && links.all(|link| link.is_related || self.tasks[link.from].closed)
        })
    }

    /// Returns the active links from a task to its dependents.
    pub(crate) fn outgoing_links(&self, index: usize) -> impl Iterator<Item = &Link> {
        let mut next = self.tasks[index].first_outgoing;
        std::iter::from_fn(move || {
            let link = self.links.get(next)?;
            next = link.next;
            Some(link)
        })
    }

    pub(crate) fn track(&self, index: usize) -> &Track {
        &self.resources.tracks[self.tasks[index].track]
    }

    /// Returns the dates from the files.
    pub(crate) fn stored_dates(&self) -> Vec<Dates> {
        self.tasks.iter().map(|entry| entry.dates).collect()
    }

    /// Computes the topological order, or finds a cycle.
    fn sort(&mut self) {
        let mut walk = TopologicalWalk::new(self);
        let mut order = Vec::new();
        while let Some(endpoint) = walk.ready.pop() {
            order.push(endpoint);
            walk.complete(self, endpoint);
        }
        if order.len() < walk.pending.len() {
            let graph = WaitGraph::new(self.outline, |index, _| !self.links[index].inactive);
            self.circle = graph.circles().into_iter().next();
        }
        self.order = order;
    }
}

/// A walk in topological order (Kahn's algorithm).
pub(crate) struct TopologicalWalk {
    /// By endpoint, the number of predecessors that are not completed.
    pending: Vec<usize>,
    /// The endpoints without such predecessors, not visited yet.
    pub(crate) ready: Vec<Endpoint>,
}

impl TopologicalWalk {
    pub(crate) fn new(network: &Network<'_>) -> TopologicalWalk {
        let mut walk = TopologicalWalk { pending: vec![0; 2 * network.tasks.len()], ready: Vec::new() };
        for (index, entry) in network.tasks.iter().enumerate() {
            walk.pending[Endpoint::end(index).0] += 1;
            if entry.parent != NO_POSITION {
                walk.pending[Endpoint::start(index).0] += 1;
                walk.pending[Endpoint::end(entry.parent).0] += 1;
            }
            for link in network.outgoing_links(index) {
                walk.pending[Endpoint::start(link.to).0] += 1;
            }
        }
        for index in 0..network.tasks.len() {
            if !walk.is_pending(Endpoint::start(index)) {
                walk.ready.push(Endpoint::start(index));
            }
        }
        walk
    }

    /// Returns true if an endpoint waits for another.
    fn is_pending(&self, endpoint: Endpoint) -> bool {
        self.pending[endpoint.0] > 0
    }

    /// Completes an endpoint, which may make its successors ready.
    pub(crate) fn complete(&mut self, network: &Network<'_>, endpoint: Endpoint) {
        let index = endpoint.index();
        if endpoint.is_end() {
            for link in network.outgoing_links(index) {
                self.release(Endpoint::start(link.to));
            }
            if let Some(parent) = network.parent(index) {
                self.release(Endpoint::end(parent));
            }
        } else {
            self.release(Endpoint::end(index));
            for child in network.children(index) {
                self.release(Endpoint::start(child));
            }
        }
    }

    fn release(&mut self, endpoint: Endpoint) {
        let pending = &mut self.pending[endpoint.0];
        *pending -= 1;
        if *pending == 0 {
            self.ready.push(endpoint);
        }
    }
}
