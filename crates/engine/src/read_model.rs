//! Read access to a project for programs that need more than a view shows. Borrows from the model.
//!
//! Invariant: there is no rule here; rules belong to plans and views.

use std::collections::BTreeMap;
use std::sync::Arc;

use handoff_format::{Config, Finding, Memory, Referral, Task};
use handoff_protocol::agent::NewMemory;
use handoff_protocol::planning::Proposal;
use handoff_protocol::view::{RecordsView, TrashEntry};
use handoff_protocol::{Actor, Context, Holder, Priority, Report, Reschedule, Status, Text};

use crate::Project;
use crate::claims;
use crate::documents::Documents;
use crate::handover::Handover;
use crate::memory;
use crate::memory::{MemoryEntry, MemoryMatch, MemoryReport};
use crate::metrics;
use crate::metrics::{CapacityDay, Metrics, ReportCache, ReportRequest};
use crate::model::{TaskLookupError, TaskRef, Tasks};
use crate::next_task;
use crate::next_task::Turn;
use crate::project::{pause, unread};
use crate::referrals;
use crate::register::Register;
use crate::schedule::{Network, NetworkTask, early_due_dates, needed_by, open_dependencies, slack_days};
use crate::sessions;
use crate::sessions::SessionEntry;
use crate::timers;
use crate::timers::{Timer, TimerList};
use crate::trash;

/// Read access to a project.
#[derive(Clone, Copy)]
pub struct ProjectReader<'a>(&'a Project);

impl<'a> ProjectReader<'a> {
    pub(crate) fn of(project: &'a Project) -> ProjectReader<'a> {
        ProjectReader(project)
    }

    /// Returns whether there is a project.
    pub fn is_initialized(self) -> bool {
        self.0.is_initialized()
    }

    /// Returns the configuration, with defaults for absent values.
    pub fn config(self) -> &'a Config {
        self.0.model.config.values()
    }

    /// Returns the content of a file below `.handoff/`.
    pub fn file(self, path: &str) -> Option<&'a [u8]> {
        self.0.tree.file(path)
    }

    /// Returns every task, parents before children, siblings in the order that people gave them.
    pub fn tasks(self) -> Vec<TaskEntry<'a>> {
        self.rows().into_iter().map(|row| row.task).collect()
    }

    /// Returns every task in the order of [`Reading::tasks`], with the end of its branch.
    pub fn rows(self) -> Vec<OutlineRow<'a>> {
        let tasks = &self.0.model.tasks;
        let entry = |slot| tasks.get(slot).map(|task| TaskEntry { tasks, task });
        tasks
            .outline()
            .rows
            .iter()
            .filter_map(|row| Some(OutlineRow { task: entry(row.slot)?, end: row.end }))
            .collect()
    }

    /// Returns the effects of changing dates, without changing them.
    pub fn proposal(self, context: &Context, reschedule: &Reschedule) -> Proposal {
        crate::view::proposal(self.0, context, reschedule)
    }

    /// Returns the metrics of the project, or of an assignee's tasks. `today` is in days since
    /// 1970-01-01.
    pub fn metrics(self, assignee: Option<&str>, today: i32) -> Metrics {
        metrics::metrics(self.0, assignee, today)
    }

    /// Returns whether a report needs the Git history: a task may be older than the activity log, which
    /// has to be loaded.
    pub fn has_past_before_log(self) -> bool {
        metrics::has_past_before_log(self.0)
    }

    /// Computes a report. The whole activity log has to be loaded.
    pub fn report(self, context: &Context, request: &ReportRequest<'_>) -> Report {
        metrics::report(self.0, &mut ReportCache::default(), context, request)
    }

    /// Returns the working hours and planned hours of an assignee for each day, or of everybody for
    /// `None`. `days` are the first and the last day, both inclusive, in days since 1970-01-01.
    pub fn capacity(self, days: (i32, i32), assignee: Option<&str>, today: i32) -> Vec<CapacityDay> {
        metrics::capacity(self.0, days, assignee, today)
    }

    /// Returns the rows that lists show of sessions, referrals, memories, documents and timers.
    pub fn records(self) -> RecordsView {
        self.0.model.records.view()
    }

    /// Returns what was deleted, newest first. The shell has to feed `trash/` before.
    pub fn trash(self) -> Vec<TrashEntry> {
        trash::entries(self.0)
    }

    /// Returns what the project knows, over all its sessions.
    pub fn register(self) -> Register {
        Register::of(&self.sessions())
    }

    /// Returns the documents.
    pub fn documents(self) -> Documents {
        Documents::of(self.0)
    }

    /// Returns the notes, the archives and the current state of handovers.
    pub fn handover(self) -> Handover {
        Handover::of(self.0)
    }

    /// Returns every memory, oldest first.
    pub fn memories(self) -> Vec<MemoryEntry> {
        memory::all(self.0)
    }

    /// Compares a new memory with the existing ones.
    pub fn compare_memory(self, new: &NewMemory) -> MemoryMatch {
        memory::compare(self.0, new)
    }

    /// Returns the memories that match a query with scores, best first. Those about `paths` get more.
    pub fn query_memories(self, text: &str, paths: &[String]) -> Vec<(MemoryEntry, f64)> {
        memory::query(self.0, text, paths)
    }

    /// Returns whether a conversation has received the current text of a memory.
    pub fn is_delivered(self, session_id: &str, memory: &Memory) -> bool {
        memory::is_delivered(self.0, session_id, memory)
    }

    /// Returns which memories could be cleaned up. `now` is in milliseconds since 1970-01-01 UTC.
    pub fn memory_report(self, now: i64) -> MemoryReport {
        memory::report(self.0, now)
    }

    /// Returns all timers. `now` is in milliseconds since 1970-01-01 UTC. The error is a finding in one
    /// of the files.
    pub fn timers(self, now: i64) -> Result<TimerList, Finding> {
        timers::list(self.0, now)
    }

    /// Returns the timer of a task, with the arguments and errors of [`ProjectReader::timers`].
    pub fn timer(self, id: &str, now: i64) -> Result<Timer, Finding> {
        timers::timer(self.0, id, now)
    }

    /// Returns the holder of each task that is held, by ID. `now` is as in [`ProjectReader::timers`].
    pub fn holders(self, now: i64) -> BTreeMap<&'a str, &'a Holder> {
        claims::holders(&self.0.model, now)
    }

    /// Returns the IDs of the tasks that an actor has claimed, and whether a claim should be renewed.
    pub fn claims_of(self, actor: &Actor, now: i64) -> (Vec<&'a str>, bool) {
        let own = || self.0.model.records.claims().filter(|(_, holder)| claims::is_same_holder(&holder.actor, actor));
        let is_renewable = own().any(|(_, holder)| claims::is_renewable(holder, now));
        (own().map(|(id, _)| id).collect(), is_renewable)
    }

    /// Returns the number of active sessions.
    pub fn active_sessions(self) -> usize {
        self.0.model.records.active_sessions().count()
    }

    /// Returns every task, as [`ProjectReader::tasks`], with its slack and whether it is ready.
    pub fn planned_tasks(self) -> Vec<PlannedTask<'a>> {
        let tasks = &self.0.model.tasks;
        let network = Network::new(&self.0.model);
        let slack = slack_days(&network, &network.stored_dates());
        let days = slack.into_iter().zip(needed_by(&network));
        let to_planned_task =
            |(position, (entry, (slack, needed_by))): (usize, (&NetworkTask<'a>, (Option<i32>, i32)))| PlannedTask {
                task: TaskEntry { tasks, task: entry.task },
                is_leaf: network.is_leaf(position),
                is_free: network.is_free(position),
                slack,
                needed_by,
            };
        network.tasks.iter().zip(days).enumerate().map(to_planned_task).collect()
    }

    /// Returns the tasks that can be started and that wait for one of these tasks, themselves or by
    /// one of their parents.
    pub fn ready_after(self, ids: &[String]) -> Vec<PlannedTask<'a>> {
        let waits = |task: TaskEntry<'a>| {
            let branch = std::iter::successors(Some(task), |task| task.parent());
            branch.into_iter().any(|task| task.fields().dependencies.iter().any(|id| ids.contains(id)))
        };
        let is_ready = |task: &PlannedTask<'a>| {
            task.is_leaf && task.is_free && task.task.status() == Status::Todo && waits(task.task)
        };
        self.planned_tasks().into_iter().filter(is_ready).collect()
    }

    /// Returns the task with a key: an ID, or the folder's path if the ID is not unique.
    pub fn task(self, key: &str) -> Result<TaskEntry<'a>, TaskLookupError> {
        let tasks = &self.0.model.tasks;
        tasks.find(key).map(|task| TaskEntry { tasks, task })
    }

    /// Returns every session that can be parsed with the content of its bases, by file name.
    pub fn sessions(self) -> Vec<SessionEntry> {
        sessions::resolve_all(self.0)
    }

    /// Returns every referral that can be parsed with its status, oldest first.
    pub fn referrals(self) -> Vec<(String, Referral)> {
        referrals::all(self.0).into_iter().map(|entry| (entry.status, entry.referral)).collect()
    }

    /// Returns the sentence that writing is paused, why, and how to resume; `None` if it is not.
    pub fn pause(self, context: &Context) -> Option<Text> {
        pause::current(&self.0.tree, context).map(|pause| pause.text)
    }

    /// Returns why the project could not be read, `None` if it could or if there is none.
    pub fn unreadable_reason(self) -> Option<Text> {
        unread::project_gap(self.0)
    }

    /// Returns the reasons why tasks may be missing, and whether all of them are.
    pub fn unread_tasks(self) -> (Vec<Text>, bool) {
        unread::task_gaps(self.0)
    }

    /// Returns the reasons why sessions may be missing.
    pub fn unread_sessions(self) -> Vec<Text> {
        unread::session_gaps(self.0)
    }

    /// Returns the paths of session files that cannot be parsed.
    pub fn broken_sessions(self) -> Vec<String> {
        sessions::unreadable(self.0)
    }
}

/// A task in the order of the tree.
#[derive(Clone, Copy)]
pub struct OutlineRow<'a> {
    /// The task.
    pub task: TaskEntry<'a>,
    /// The position after its last descendant. Its descendants follow it directly.
    pub end: usize,
}

/// A task with its slack and whether it is ready.
#[derive(Clone, Copy)]
pub struct PlannedTask<'a> {
    /// The task.
    pub task: TaskEntry<'a>,
    /// Whether it has no children.
    pub is_leaf: bool,
    /// Whether all tasks are finished that it, or one of its ancestors, waits for.
    pub is_free: bool,
    /// The working days by which it may end later without moving the end of the project: 0 on the
    /// critical path, `None` if it is finished or has no dates. `None` for all tasks if
    /// dependencies form a cycle.
    pub slack: Option<i32>,
    /// The day by which it, or what waits for it, is due, in days since 1970-01-01; [`i32::MAX`] if
    /// nothing is.
    pub needed_by: i32,
}

impl PlannedTask<'_> {
    /// Returns a key that sorts tasks by how urgent they are.
    pub fn urgency(&self) -> impl Ord + use<> {
        next_task::urgency(self.task.task, self.needed_by, self.slack)
    }

    /// Returns why an actor can take it up, `None` if it cannot. `holder` is its holder.
    pub fn turn(&self, holder: Option<&Holder>, actor: &Actor) -> Option<Turn> {
        next_task::turn(self.task.status(), self.is_free, holder, actor).filter(|_| self.is_leaf)
    }
}

/// A task with access to its parents and children.
#[derive(Clone, Copy)]
pub struct TaskEntry<'a> {
    tasks: &'a Tasks,
    task: TaskRef<'a>,
}

impl<'a> TaskEntry<'a> {
    /// Returns the fields of its file.
    pub fn fields(self) -> &'a Arc<Task> {
        &self.task.shown.task
    }

    /// Returns its status, which is in a name on disk and not in the file.
    pub fn status(self) -> Status {
        self.task.status()
    }

    /// Returns its unique key: its ID, or its folder if several tasks have that ID.
    pub fn key(self) -> String {
        self.tasks.key(self.task)
    }

    /// Returns its folder below `.handoff/`.
    pub fn folder(self) -> &'a str {
        &self.task.node.folder
    }

    /// Returns whether it is not terminal and due before `today`, in days since 1970-01-01.
    pub fn is_overdue(self, today: i32) -> bool {
        self.task.shown.is_overdue(today)
    }

    /// Returns its due date in days since 1970-01-01, `None` without a valid date.
    pub fn due(self) -> Option<i32> {
        self.task.shown.summary.dates.due
    }

    /// Returns its priority.
    pub fn priority(self) -> Option<Priority> {
        self.task.shown.summary.priority
    }

    /// Returns the time when it was finished, else when it was last updated, as a text that sorts
    /// by time. Empty without either.
    pub fn finished_at(self) -> String {
        let task = self.fields();
        let timestamp = task.completed_at.as_deref().or(task.updated_at.as_deref());
        timestamp.map(crate::timestamp::sort_key).unwrap_or_default()
    }

    /// Returns the estimated hours. `None` for a task with children, whose hours are those of its
    /// children.
    pub fn estimate(self) -> Option<f64> {
        self.task.shown.summary.estimate.filter(|_| self.is_leaf())
    }

    /// Returns the remaining hours, `None` for a task with children.
    pub fn remaining(self) -> Option<f64> {
        self.task.shown.summary.remaining.filter(|_| self.is_leaf())
    }

    /// Returns the hours that were spent. Those of a task with children are in addition to theirs.
    pub fn spent(self) -> Option<f64> {
        self.task.shown.summary.actual
    }

    /// Returns the open tasks that it waits for, itself or by one of its parents.
    pub fn open_dependencies(self) -> Vec<TaskEntry<'a>> {
        let entry = |task| TaskEntry { tasks: self.tasks, task };
        open_dependencies(self.tasks, self.task).into_iter().map(entry).collect()
    }

    /// Returns the pairs of open tasks, of which it is one, where the first waits for the second
    /// and is due before it.
    pub fn early_due_dates(self) -> Vec<(TaskEntry<'a>, TaskEntry<'a>)> {
        let entry = |task| TaskEntry { tasks: self.tasks, task };
        let pairs = early_due_dates(self.tasks, self.task).into_iter();
        pairs.map(|(first, second)| (entry(first), entry(second))).collect()
    }

    /// Returns the latest entry of its notes, without the timestamp above it.
    pub fn latest_note(self) -> Option<&'a str> {
        let notes = self.task.shown.task.notes.as_deref()?;
        let latest = notes.rsplit("\n--- ").next().unwrap_or(notes);
        let is_stamped = latest.len() < notes.len() || notes.starts_with("--- ");
        let text = if is_stamped { latest.split_once('\n').map_or("", |(_, text)| text) } else { latest };
        Some(text.trim()).filter(|text| !text.is_empty())
    }

    /// Returns its parent.
    pub fn parent(self) -> Option<TaskEntry<'a>> {
        self.tasks.parent(self.task.slot).map(|task| TaskEntry { tasks: self.tasks, task })
    }

    /// Returns whether it is open although it has children and all of them are finished.
    pub fn can_be_closed(self) -> bool {
        let children = self.tasks.children(Some(self.task.slot));
        !self.status().is_terminal()
            && !children.is_empty()
            && children.iter().all(|child| child.status().is_terminal())
    }

    /// Returns whether it has no children.
    pub fn is_leaf(self) -> bool {
        self.tasks.is_leaf(self.task.slot)
    }
}
