//! The waiting relation between tasks: the one definition for refusals, problems, repairs and the scheduler.
//!
//! Invariant: a task starts after its parent starts and after everything ends that it depends on. It
//! ends after it starts and after all its subtasks end. A dependency between a task and its own
//! ancestor has no effect, because a parent spans its subtasks.
#![allow(clippy::indexing_slicing, reason = "tables have one entry per task or endpoint of the outline")]

use std::collections::{BTreeMap, VecDeque};

use crate::model::{NO_POSITION, Outline, OutlineLink};

/// The start or the end of a task. The number is twice the task's index, plus one for the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Endpoint(pub(crate) usize);

impl Endpoint {
    pub(crate) fn start(task: usize) -> Endpoint {
        Endpoint(task * 2)
    }

    pub(crate) fn end(task: usize) -> Endpoint {
        Endpoint(task * 2 + 1)
    }

    pub(crate) fn is_end(self) -> bool {
        self.0 % 2 == 1
    }

    /// Returns the index of the task.
    pub(crate) fn index(self) -> usize {
        self.0 / 2
    }
}

/// The waiting relation between tasks, by their positions in an outline.
pub(crate) struct WaitGraph<'a> {
    outline: &'a Outline,
    /// By position, the positions of the tasks that a task depends on.
    dependencies: Vec<Vec<usize>>,
}

/// Tasks that wait for each other, by position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Circle {
    /// The tasks at the ends of its dependencies. Each waits for the next, the last for the first.
    pub(crate) tasks: Vec<usize>,
    /// Its dependencies: the task that waits, and the one that it waits for.
    pub(crate) dependencies: Vec<(usize, usize)>,
}

impl Circle {
    /// Returns true if a task waits for another only because of a task above it or below it.
    pub(crate) fn has_parents(&self) -> bool {
        self.tasks.len() > self.dependencies.len()
    }

    /// Returns the circle of a path on which each endpoint waits for the next one, and the last for the
    /// first. It begins at the last one.
    pub(crate) fn of_path(path: &[Endpoint]) -> Circle {
        let steps = path.last().into_iter().chain(path).zip(path);
        // Only a dependency leads from a start to an end.
        let is_dependency = |(from, to): &(&Endpoint, &Endpoint)| !from.is_end() && to.is_end();
        let pair = |(from, to): (&Endpoint, &Endpoint)| (from.index(), to.index());
        let dependencies: Vec<(usize, usize)> = steps.filter(is_dependency).map(pair).collect();
        let mut tasks: Vec<usize> = dependencies.iter().flat_map(|(from, to)| [*from, *to]).collect();
        tasks.dedup();
        if tasks.len() > 1 && tasks.first() == tasks.last() {
            tasks.pop();
        }
        Circle { tasks, dependencies }
    }
}

/// The endpoints that a search has reached, and which of them wait for each other.
pub(crate) struct Reached {
    /// By endpoint, the number of its group; [`NO_POSITION`] if it was not reached.
    group_of: Vec<usize>,
    /// The groups of several endpoints that wait for each other.
    pub(crate) groups: Vec<Vec<Endpoint>>,
}

impl Reached {
    pub(crate) fn contains(&self, endpoint: Endpoint) -> bool {
        self.group_of[endpoint.0] != NO_POSITION
    }

    /// Returns true if two endpoints wait for each other.
    pub(crate) fn is_circular(&self, one: Endpoint, other: Endpoint) -> bool {
        self.contains(one) && self.group_of[one.0] == self.group_of[other.0]
    }
}

impl<'a> WaitGraph<'a> {
    /// Returns the graph of the dependencies that `is_active` accepts, by their index.
    pub(crate) fn new(outline: &'a Outline, is_active: impl Fn(usize, &OutlineLink) -> bool) -> WaitGraph<'a> {
        let mut dependencies = vec![Vec::new(); outline.rows.len()];
        for (index, link) in outline.links.iter().enumerate() {
            if !link.is_related && is_active(index, link) {
                dependencies[link.to].push(link.from);
            }
        }
        WaitGraph { outline, dependencies }
    }

    /// Returns the positions of the tasks that a task itself waits for.
    pub(crate) fn dependencies(&self, task: usize) -> &[usize] {
        &self.dependencies[task]
    }

    /// Returns every endpoint, in the order of the tree.
    pub(crate) fn endpoints(&self) -> impl Iterator<Item = Endpoint> + use<> {
        (0..2 * self.outline.rows.len()).map(Endpoint)
    }

    /// Returns what an endpoint waits for.
    pub(crate) fn awaited(&self, endpoint: Endpoint) -> Vec<Endpoint> {
        let index = endpoint.index();
        let row = &self.outline.rows[index];
        if !endpoint.is_end() {
            let parent = Some(row.above).filter(|parent| *parent != NO_POSITION).map(Endpoint::start);
            return self.dependencies[index].iter().map(|other| Endpoint::end(*other)).chain(parent).collect();
        }
        let mut awaited = vec![Endpoint::start(index)];
        let mut child = index + 1;
        while child < row.end {
            awaited.push(Endpoint::end(child));
            child = self.outline.rows[child].end;
        }
        awaited
    }

    /// Returns for each endpoint whether it waits for another one, itself or through others.
    pub(crate) fn waiting_for(&self, awaited: Endpoint) -> Vec<bool> {
        let mut waiting: Vec<Vec<Endpoint>> = vec![Vec::new(); 2 * self.outline.rows.len()];
        for endpoint in self.endpoints() {
            for other in self.awaited(endpoint) {
                waiting[other.0].push(endpoint);
            }
        }
        let mut is_waiting = vec![false; waiting.len()];
        let mut open = vec![awaited];
        while let Some(endpoint) = open.pop() {
            for next in &waiting[endpoint.0] {
                if !std::mem::replace(&mut is_waiting[next.0], true) {
                    open.push(*next);
                }
            }
        }
        is_waiting
    }

    /// Follows what some endpoints wait for, by Tarjan's algorithm without recursion.
    pub(crate) fn search(&self, starts: impl Iterator<Item = Endpoint>) -> Reached {
        let count = 2 * self.outline.rows.len();
        let mut reached = Reached { group_of: vec![NO_POSITION; count], groups: Vec::new() };
        // By endpoint, the order of the first visit, and the smallest such number that it reaches.
        let (mut numbers, mut lows) = (vec![NO_POSITION; count], vec![NO_POSITION; count]);
        let (mut visits, mut group_count) = (0, 0);
        let mut stack: Vec<Endpoint> = Vec::new();
        for start in starts {
            let mut path: Vec<(Endpoint, Vec<Endpoint>)> = Vec::new();
            let mut entered = Some(start).filter(|start| numbers[start.0] == NO_POSITION);
            loop {
                if let Some(endpoint) = entered.take() {
                    (numbers[endpoint.0], lows[endpoint.0]) = (visits, visits);
                    visits += 1;
                    stack.push(endpoint);
                    path.push((endpoint, self.awaited(endpoint)));
                }
                let Some((endpoint, remaining)) = path.last_mut() else { break };
                let endpoint = *endpoint;
                if let Some(next) = remaining.pop() {
                    if numbers[next.0] == NO_POSITION {
                        entered = Some(next);
                    } else if reached.group_of[next.0] == NO_POSITION {
                        lows[endpoint.0] = lows[endpoint.0].min(numbers[next.0]);
                    }
                    continue;
                }
                path.pop();
                if lows[endpoint.0] == numbers[endpoint.0] {
                    let first = stack.iter().rposition(|member| *member == endpoint).unwrap_or_default();
                    let group = stack.split_off(first);
                    for member in &group {
                        reached.group_of[member.0] = group_count;
                    }
                    group_count += 1;
                    if group.len() > 1 {
                        reached.groups.push(group);
                    }
                }
                if let Some((before, _)) = path.last() {
                    lows[before.0] = lows[before.0].min(lows[endpoint.0]);
                }
            }
        }
        reached
    }

    /// Returns a circle for each group of tasks that wait for each other.
    pub(crate) fn circles(&self) -> Vec<Circle> {
        let reached = self.search(self.endpoints());
        reached.groups.iter().filter_map(|group| self.circle_in(&reached, group)).collect()
    }

    fn circle_in(&self, reached: &Reached, group: &[Endpoint]) -> Option<Circle> {
        let dependency = |start: &Endpoint| {
            let awaited = self.awaited(*start).into_iter().filter(|other| other.is_end());
            awaited.into_iter().find(|end| reached.is_circular(*start, *end)).map(|end| (*start, end))
        };
        let starts = group.iter().filter(|endpoint| !endpoint.is_end());
        let (waiting, awaited) = starts.filter_map(dependency).min_by_key(|(start, _)| *start)?;
        self.circle_through(reached, waiting, awaited)
    }

    /// Returns a shortest circle in which `waiting` waits for `awaited`. Both are in the same group.
    pub(crate) fn circle_through(&self, reached: &Reached, waiting: Endpoint, awaited: Endpoint) -> Option<Circle> {
        let next = |endpoint| {
            let mut next = self.awaited(endpoint);
            next.retain(|next| reached.is_circular(*next, waiting));
            next
        };
        shortest_path(awaited, waiting, next).map(|path| Circle::of_path(&path))
    }
}

/// Returns the shortest path from an endpoint to another, including both (breadth-first search).
pub(crate) fn shortest_path(
    from: Endpoint,
    to: Endpoint,
    next: impl Fn(Endpoint) -> Vec<Endpoint>,
) -> Option<Vec<Endpoint>> {
    let mut reached_from = BTreeMap::from([(from, from)]);
    let mut queue = VecDeque::from([from]);
    while let Some(endpoint) = queue.pop_front() {
        if endpoint == to {
            let mut path = vec![to];
            let mut endpoint = to;
            while endpoint != from {
                endpoint = *reached_from.get(&endpoint)?;
                path.push(endpoint);
            }
            path.reverse();
            return Some(path);
        }
        for next in next(endpoint) {
            reached_from.entry(next).or_insert_with(|| {
                queue.push_back(next);
                endpoint
            });
        }
    }
    None
}
