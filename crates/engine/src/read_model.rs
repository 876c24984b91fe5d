//! What a native program reads from a project without a view: borrowed from the model, nothing is copied.
//!
//! Invariant: nothing here decides anything; a rule belongs to a plan or a view.

use std::sync::Arc;

use handoff_format::{Config, Container, Document, Finding, Memory, PathKind, Referral, Task, classify, read_referral};
use handoff_protocol::agent::NewMemory;
use handoff_protocol::planning::Proposal;
use handoff_protocol::view::RecordsView;
use handoff_protocol::{Context, Priority, Reschedule, Status, Text};

use crate::Project;
use crate::memory;
use crate::memory::{MemoryEntry, MemoryReport, Verdict};
use crate::model::{LookupError, TaskRef, Tasks};
use crate::project::unread;
use crate::report;
use crate::report::{CapacityDay, Metrics};
use crate::schedule::{Fact, Network, slack_days};
use crate::sessions;
use crate::sessions::SessionEntry;
use crate::timers;
use crate::timers::Timer;
use crate::tree::{Entry, join};

/// Where requests from other projects lie.
const REFERRALS: &str = "referrals";

/// A project as it was fed last.
#[derive(Clone, Copy)]
pub struct Reading<'a>(&'a Project);

impl<'a> Reading<'a> {
    pub(crate) fn of(project: &'a Project) -> Reading<'a> {
        Reading(project)
    }

    /// Whether there is a project at all.
    pub fn is_initialized(self) -> bool {
        self.0.is_initialized()
    }

    /// The configuration, with defaults for what is absent.
    pub fn config(self) -> &'a Config {
        self.0.model.config.values()
    }

    /// The content of a file below `.handoff/`.
    pub fn file(self, path: &str) -> Option<&'a [u8]> {
        self.0.tree.file(path)
    }

    /// Every task, parents before children, siblings as people arranged them.
    pub fn tasks(self) -> Vec<TaskEntry<'a>> {
        self.rows().into_iter().map(|row| row.task).collect()
    }

    /// The same, and where what is below each ends.
    pub fn rows(self) -> Vec<Row<'a>> {
        let tasks = &self.0.model.tasks;
        let entry = |slot| tasks.get(slot).map(|task| TaskEntry { tasks, task });
        tasks.outline().rows.iter().filter_map(|row| Some(Row { task: entry(row.slot)?, end: row.end })).collect()
    }

    /// What other dates would mean.
    pub fn proposal(self, context: &Context, wish: &Reschedule) -> Proposal {
        crate::view::proposal(self.0, context, wish)
    }

    /// The project in numbers, or what an assignee has of it; `today` is counted from 1970-01-01.
    pub fn metrics(self, assignee: Option<&str>, today: i32) -> Metrics {
        report::metrics(self.0, assignee, today)
    }

    /// The days from one to another, both included and counted from 1970-01-01, with an assignee's working hours and what is to be done;
    /// everybody's where none is named.
    pub fn capacity(self, days: (i32, i32), assignee: Option<&str>, today: i32) -> Vec<CapacityDay> {
        report::capacity(self.0, days, assignee, today)
    }

    /// What lists show of sessions, referrals, memories, pages and timers.
    pub fn records(self) -> RecordsView {
        self.0.model.records.view()
    }

    /// Every memory, oldest first.
    pub fn memories(self) -> Vec<MemoryEntry> {
        memory::all(self.0)
    }

    /// How something new stands to what is remembered.
    pub fn weigh_memory(self, new: &NewMemory) -> Verdict {
        memory::weigh(self.0, new)
    }

    /// The memories that fit a question and are about some paths, best first, with their scores.
    pub fn query_memories(self, text: &str, paths: &[String]) -> Vec<(MemoryEntry, f64)> {
        memory::query(self.0, text, paths)
    }

    /// Whether a conversation has been told a memory as it is now.
    pub fn is_told(self, session_id: &str, memory: &Memory) -> bool {
        memory::is_told(self.0, session_id, memory)
    }

    /// What could be cleaned up among memories, at a time in milliseconds since 1970-01-01 UTC.
    pub fn memory_report(self, now: i64) -> MemoryReport {
        memory::report(self.0, now)
    }

    /// A task's timer, at a time in milliseconds since 1970-01-01 UTC; the error is what is wrong with a file.
    pub fn timer(self, id: &str, now: i64) -> Result<Timer, Finding> {
        timers::timer(self.0, id, now)
    }

    /// How many sessions are active.
    pub fn active_sessions(self) -> usize {
        self.0.model.records.active_sessions().count()
    }

    /// Every task in the order of [`Reading::tasks`], with what the plan says of it.
    pub fn planned(self) -> Vec<PlannedTask<'a>> {
        let tasks = &self.0.model.tasks;
        let network = Network::new(&self.0.model);
        let days = slack_days(&network, &network.stored());
        let planned = |(place, (fact, slack)): (usize, (&Fact<'a>, Option<i32>))| PlannedTask {
            task: TaskEntry { tasks, task: fact.task },
            is_leaf: network.is_leaf(place),
            is_free: network.is_free(place),
            slack,
        };
        network.facts.iter().zip(days).enumerate().map(planned).collect()
    }

    /// The task with an id, or with the folder's path where the id is not unique. The error says whether there are several.
    pub fn task(self, key: &str) -> Result<TaskEntry<'a>, Missing> {
        let tasks = &self.0.model.tasks;
        let missing = |miss| if miss == LookupError::Ambiguous { Missing::Ambiguous } else { Missing::Unknown };
        tasks.find(key).map(|task| TaskEntry { tasks, task }).map_err(missing)
    }

    /// Every session that can be read with all that it builds on, by the names of their files.
    pub fn sessions(self) -> Vec<SessionEntry> {
        sessions::whole(self.0)
    }

    /// Every referral that can be read with where it stands, oldest first.
    pub fn referrals(self) -> Vec<(String, Referral)> {
        let tree = &self.0.tree;
        let read = |(name, _): (&str, &Entry)| {
            let path = join(REFERRALS, name);
            let PathKind::Referral { status } = classify(&path) else { return None };
            let document = Document::parse(Container::Json, tree.file(&path)?).ok()?;
            Some((status, read_referral(&document).0))
        };
        tree.children(REFERRALS).filter_map(read).collect()
    }

    /// Why there seems to be no project, where that is because it could not be read.
    pub fn why_unreadable(self) -> Option<Text> {
        unread::of_project(self.0)
    }

    /// Why tasks may be missing, and whether none of them could be read.
    pub fn unread_tasks(self) -> (Vec<Text>, bool) {
        unread::of_tasks(self.0)
    }

    /// Why sessions may be missing.
    pub fn unread_sessions(self) -> Vec<Text> {
        unread::of_sessions(self.0)
    }

    /// The files of sessions that cannot be read.
    pub fn broken_sessions(self) -> Vec<String> {
        sessions::unreadable(self.0)
    }
}

/// Why a key names no single task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// No task has it.
    Unknown,
    /// Several tasks have it as their id.
    Ambiguous,
}

/// A task in the order of the tree.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    /// The task.
    pub task: TaskEntry<'a>,
    /// The position after everything below it, which follows it directly.
    pub end: usize,
}

/// A task with what the plan says of it.
#[derive(Clone, Copy)]
pub struct PlannedTask<'a> {
    /// The task.
    pub task: TaskEntry<'a>,
    /// No task is below it.
    pub is_leaf: bool,
    /// Everything is over that it, or a task above it, waits for.
    pub is_free: bool,
    /// The working days by which it may end later without moving the end of everything: 0 on the critical path, none for what is over or
    /// has no dates, and for all where dependencies form a circle.
    pub slack: Option<i32>,
}

/// A task and its place in the tree.
#[derive(Clone, Copy)]
pub struct TaskEntry<'a> {
    tasks: &'a Tasks,
    task: TaskRef<'a>,
}

impl<'a> TaskEntry<'a> {
    /// What its file says.
    pub fn fields(self) -> &'a Arc<Task> {
        &self.task.shown.task
    }

    /// Where it stands; the status is in a name on disk, not in the file.
    pub fn status(self) -> Status {
        self.task.status()
    }

    /// Names it uniquely: its id, or its folder where several have that id.
    pub fn key(self) -> String {
        self.tasks.key(self.task)
    }

    /// Its folder below `.handoff/`.
    pub fn folder(self) -> &'a str {
        &self.task.node.folder
    }

    /// Not terminal, and due before `today`, counted from 1970-01-01.
    pub fn is_overdue(self, today: i32) -> bool {
        self.task.shown.is_overdue(today)
    }

    /// The day on which it is due, counted from 1970-01-01; none where its file names no day of the calendar.
    pub fn due(self) -> Option<i32> {
        self.task.shown.summary.dates.due
    }

    /// How much it matters.
    pub fn priority(self) -> Option<Priority> {
        self.task.shown.summary.priority
    }

    /// When it was finished, as far as its file tells, as a text that sorts by time.
    pub fn finished_at(self) -> String {
        let task = self.fields();
        let stamp = task.completed_at.as_deref().or(task.updated_at.as_deref());
        crate::timestamp::sortable(stamp.unwrap_or_default())
    }

    /// Hours that it is expected to take. Those of a task with parts are those of its parts, and not counted again.
    pub fn estimate(self) -> Option<f64> {
        self.task.shown.summary.estimate.filter(|_| self.is_leaf())
    }

    /// Hours that are left, of a task without parts that tracks them.
    pub fn remaining(self) -> Option<f64> {
        self.task.shown.summary.remaining.filter(|_| self.is_leaf())
    }

    /// Hours that were spent on it. What is noted at a task with parts was spent beside them.
    pub fn spent(self) -> Option<f64> {
        self.task.shown.summary.actual
    }

    /// The task that it is a part of.
    pub fn parent(self) -> Option<TaskEntry<'a>> {
        self.tasks.parent(self.task.slot).map(|task| TaskEntry { tasks: self.tasks, task })
    }

    /// Whether it has no parts.
    pub fn is_leaf(self) -> bool {
        self.tasks.is_leaf(self.task.slot)
    }
}
