//! The past of tasks as the activity log has it.
//!
//! A task is followed through changes of its ID. A new task with the ID of a deleted one is another
//! task, unless it has the same title: then it was restored.
#![allow(clippy::indexing_slicing, reason = "indices of tasks and kinds come from this module")]

use std::collections::BTreeMap;

use handoff_format::Value;
use handoff_protocol::{Change, Event, LoggedTask, Status};

use crate::analysis::metrics::past::state::{Fact, KINDS, TaskState, to_micro};
use crate::ground::timestamp::parse_timestamp;
use crate::model::NameTable;
use crate::model::activity_log::Activity;

/// A change of a value.
#[derive(Clone, Debug)]
pub(crate) struct PastChange {
    /// Milliseconds since 1970-01-01 UTC.
    pub(crate) at: i64,
    /// The index of the task.
    pub(crate) task: usize,
    /// The new value.
    pub(crate) fact: Fact,
}

/// The Git history of a task before the log.
#[derive(Clone, Copy, Debug)]
pub(super) struct TaskHistory {
    /// Its status at the last commit in which it was there.
    pub(super) status: Status,
    /// Whether it is there at the last commit.
    pub(super) is_present: bool,
    /// The time of the commit with which it appeared, and of the one before; `None` if it was there
    /// at the first commit.
    pub(super) appeared: Option<(i64, i64)>,
    /// The index of its last change of the status, and the time of the commit before that.
    pub(super) last_change: Option<(usize, i64)>,
}

impl TaskHistory {
    /// Returns whether a commit after the first one changed the task.
    pub(super) fn has_change(self) -> bool {
        self.appeared.is_some() || self.last_change.is_some() || !self.is_present
    }
}

/// A task as far as the log has it.
#[derive(Debug, Default)]
pub(super) struct LoggedPast {
    /// Its last ID.
    pub(super) id: String,
    /// Its last known title.
    pub(super) title: String,
    /// By kind, the value before the first change.
    pub(super) first: [Option<Fact>; KINDS],
    /// By kind, the value after the last change.
    pub(super) last: [Option<Fact>; KINDS],
    /// The time of the first change of the status.
    pub(super) first_status_at: Option<i64>,
    /// Whether the log has its creation.
    pub(super) is_created: bool,
    /// Whether it was imported: its own stamps say when it was created and finished.
    pub(super) is_imported: bool,
    /// Whether the log has its deletion as the last that happened to it.
    pub(super) is_deleted: bool,
    /// The time of its creation by its own stamp, where the log has none.
    pub(super) created_at: Option<i64>,
    /// The time of the last event about it; `None` if it was only named as a parent.
    pub(super) last_at: Option<i64>,
    /// Its Git history before the log.
    pub(super) history: Option<TaskHistory>,
    /// The last parent in that history.
    pub(super) history_parent: Option<usize>,
}

/// The past of all tasks of the log.
#[derive(Debug, Default)]
pub(super) struct LogReader {
    pub(super) tasks: Vec<LoggedPast>,
    pub(super) changes: Vec<PastChange>,
    pub(super) names: NameTable,
    /// By ID, the task that has it after all events read so far.
    pub(super) by_id: BTreeMap<String, usize>,
    /// The last time at which the log contradicts itself: something happened that it does not have.
    pub(super) gap_at: Option<i64>,
    /// The time of the first event of the log, `None` without a log.
    pub(super) log_start: Option<i64>,
    /// The times of the first and the last commit before the log.
    pub(super) history_span: Option<(i64, i64)>,
}

impl LogReader {
    /// Reads all events.
    pub(super) fn read(&mut self, activity: &Activity) {
        for (at, event) in activity.facts() {
            if let Some(id) = &event.task {
                self.add(id, at.timestamp_millis(), event);
            }
        }
    }

    fn add(&mut self, id: &str, at: i64, event: &Event) {
        match &event.change {
            Change::Created { title, state } => self.create(id, at, title, state.as_deref()),
            Change::Deleted { title, state } => self.delete(id, at, title, state.as_deref()),
            Change::Moved { from, to } => {
                let task = self.task_at(id, at);
                let (from, to) = (self.parent(from.as_deref()), self.parent(to.as_deref()));
                self.change(task, at, from, to);
            }
            Change::Field { field, from, to } if field == "id" => {
                self.rename(from.as_str().unwrap_or_default(), to.as_str().unwrap_or(id), at);
            }
            Change::Field { field, to, .. } if field == "title" => {
                let task = self.task_at(id, at);
                to.as_str().unwrap_or_default().clone_into(&mut self.tasks[task].title);
            }
            Change::Field { field, from, to } => {
                let task = self.task_at(id, at);
                if let (Some(from), Some(to)) = (self.fact(field, from), self.fact(field, to)) {
                    self.change(task, at, from, to);
                }
            }
            _ => {}
        }
    }

    /// Follows a task to another ID.
    fn rename(&mut self, from: &str, to: &str, at: i64) {
        let former = self.by_id.get(from).copied();
        // A deleted task that was restored under another ID is a new task.
        if former.is_some_and(|task| self.tasks[task].is_deleted) {
            return;
        }
        self.by_id.remove(from);
        let task = former.unwrap_or_else(|| self.find_or_add(to));
        self.by_id.insert(to.to_owned(), task);
        to.clone_into(&mut self.tasks[task].id);
        self.tasks[task].last_at = Some(at);
    }

    /// Returns the task that has an ID now, and notes that an event is about it.
    fn task_at(&mut self, id: &str, at: i64) -> usize {
        let task = self.find_or_add(id);
        self.tasks[task].last_at = Some(at);
        task
    }

    pub(super) fn find_or_add(&mut self, id: &str) -> usize {
        match self.by_id.get(id) {
            Some(task) => *task,
            None => self.add_task(id),
        }
    }

    fn add_task(&mut self, id: &str) -> usize {
        let task = self.tasks.len();
        self.tasks.push(LoggedPast { id: id.to_owned(), ..LoggedPast::default() });
        self.by_id.insert(id.to_owned(), task);
        task
    }

    fn create(&mut self, id: &str, at: i64, title: &str, state: Option<&LoggedTask>) {
        let known = self.by_id.get(id).copied();
        let task = match known {
            Some(task) if self.tasks[task].is_deleted && self.tasks[task].title == title => task,
            Some(task) if !self.tasks[task].is_deleted => {
                // It was only named as a parent, or its deletion is not in the log.
                if self.tasks[task].last_at.is_some() {
                    self.gap_at = Some(at);
                }
                task
            }
            _ => self.add_task(id),
        };
        let past = &mut self.tasks[task];
        let is_new = past.last_at.is_none();
        past.is_imported = is_new && state.is_some_and(|state| state.imported);
        past.is_created |= is_new && !past.is_imported;
        let is_imported = past.is_imported;
        past.is_deleted = false;
        past.last_at = Some(at);
        title.clone_into(&mut past.title);
        if !is_imported {
            self.changes.push(PastChange { at, task, fact: Fact::Exists(true) });
        }
        for fact in state.map(|state| self.state(state).facts()).into_iter().flatten() {
            self.adopt(task, at, fact);
        }
    }

    fn delete(&mut self, id: &str, at: i64, title: &str, state: Option<&LoggedTask>) {
        let task = self.task_at(id, at);
        match state {
            Some(state) => {
                self.tasks[task].created_at =
                    state.created_at.as_deref().and_then(parse_timestamp).map(|stamp| stamp.timestamp_millis());
                for fact in self.state(state).facts() {
                    if self.adopt(task, at, fact) {
                        self.gap_at = Some(at);
                    }
                }
            }
            // Its earlier value is not known.
            None if self.tasks[task].last.iter().any(Option::is_none) => self.gap_at = Some(at),
            None => {}
        }
        title.clone_into(&mut self.tasks[task].title);
        self.tasks[task].is_deleted = true;
        self.changes.push(PastChange { at, task, fact: Fact::Exists(false) });
    }

    /// Adds a value that a task has at a time. Returns whether the log had another one.
    fn adopt(&mut self, task: usize, at: i64, fact: Fact) -> bool {
        let Some(kind) = fact.kind() else { return false };
        match self.tasks[task].last[kind].clone() {
            None => {
                self.leave_history(task, &fact);
                self.tasks[task].first[kind].get_or_insert(fact.clone());
                self.tasks[task].last[kind] = Some(fact);
                false
            }
            Some(last) if last != fact => {
                self.change(task, at, last, fact);
                true
            }
            Some(_) => false,
        }
    }

    /// Adds the change between the status at the last commit and the first one of the log.
    fn leave_history(&mut self, task: usize, first: &Fact) {
        let history = self.tasks[task].history.filter(|history| history.is_present);
        let (Some(history), Some(at), Fact::Status(_)) = (history, self.log_start, first) else { return };
        if *first != Fact::Status(history.status) {
            self.record(task, at, Fact::Status(history.status), first.clone());
        }
    }

    /// Adds a change of a value that the log has.
    fn change(&mut self, task: usize, at: i64, from: Fact, to: Fact) {
        let Some(kind) = to.kind() else { return };
        match &self.tasks[task].last[kind] {
            None => self.leave_history(task, &from),
            Some(last) if *last != from => self.gap_at = Some(at),
            Some(_) => {}
        }
        self.record(task, at, from, to);
    }

    /// Adds a change of a value.
    pub(super) fn record(&mut self, task: usize, at: i64, from: Fact, to: Fact) {
        let Some(kind) = to.kind() else { return };
        let past = &mut self.tasks[task];
        if matches!(to, Fact::Status(_)) {
            past.first_status_at.get_or_insert(at);
        }
        past.first[kind].get_or_insert(from);
        past.last[kind] = Some(to.clone());
        self.changes.push(PastChange { at, task, fact: to });
    }

    fn parent(&mut self, id: Option<&str>) -> Fact {
        Fact::Parent(id.map(|id| self.find_or_add(id)))
    }

    /// Returns the values of a task as the log has them.
    fn state(&mut self, logged: &LoggedTask) -> TaskState {
        TaskState {
            exists: true,
            status: status(logged.status.as_deref()),
            estimate: logged.estimate_hours.map(to_micro).unwrap_or_default(),
            actual: logged.actual_hours.map(to_micro).unwrap_or_default(),
            remaining: logged.remaining_hours.map(to_micro),
            parent: logged.parent.as_deref().map(|id| self.find_or_add(id)),
            assignee: self.names.intern(logged.assignee.as_deref().unwrap_or_default()),
            milestone: self.names.intern(logged.milestone.as_deref().unwrap_or_default()),
            labels: labels(&mut self.names, logged.labels.iter().map(String::as_str)),
        }
    }

    /// Returns the value of a field as a fact, `None` if figures do not need the field.
    fn fact(&mut self, field: &str, value: &Value) -> Option<Fact> {
        let micro = || value.as_f64().map(to_micro);
        Some(match field {
            "status" => Fact::Status(status(value.as_str())),
            "estimateHours" => Fact::Estimate(micro().unwrap_or_default()),
            "actualHours" => Fact::Actual(micro().unwrap_or_default()),
            "remainingHours" => Fact::Remaining(micro()),
            "assignee" => Fact::Assignee(self.names.intern(value.as_str().unwrap_or_default())),
            "milestone" => Fact::Milestone(self.names.intern(value.as_str().unwrap_or_default())),
            "labels" => {
                let texts = value.as_array().into_iter().flatten().filter_map(Value::as_str);
                Fact::Labels(labels(&mut self.names, texts))
            }
            _ => return None,
        })
    }
}

/// Returns the status with a name. Without a known name a task counts as not started.
fn status(name: Option<&str>) -> Status {
    name.and_then(Status::from_name).unwrap_or(Status::Todo)
}

/// Returns the names of labels, sorted.
pub(super) fn labels<'l>(names: &mut NameTable, texts: impl Iterator<Item = &'l str>) -> Vec<crate::model::NameId> {
    let mut labels: Vec<_> = texts.map(|text| names.intern(text)).collect();
    labels.sort();
    labels.dedup();
    labels
}
