//! The past of the tasks: what was there, and which values it had, at the end of each day.
//!
//! The value at the end of a day is that after the last logged change until then; without one that
//! before the first logged change after the day; without one that of today. Where the log has no
//! change, the stamps in tasks say when a task was created and completed, and the Git history of the
//! files, if the shell has it, which status it had.
#![allow(clippy::indexing_slicing, reason = "indices of tasks come from this module")]

mod history;
mod log;
mod state;

use std::collections::{BTreeMap, BTreeSet};

use handoff_protocol::report::ReportSource;
use handoff_protocol::{Change, Context, Status, TimeZone};

use crate::Project;
use crate::analysis::metrics::past::log::{LogReader, LoggedPast, TaskHistory, labels};
use crate::ground::timestamp::{Day, parse_timestamp};
use crate::model::{NameTable, Slot, TaskRef};

pub use history::HistoryCommit;
pub(crate) use log::PastChange;
pub(crate) use state::{Fact, MicroHours, TaskState, to_hours, to_micro};

const HOUR_MS: i64 = 3_600_000;
const DAY_MS: i64 = 24 * HOUR_MS;

/// A task that is or was there.
#[derive(Debug)]
pub(crate) struct PastTask {
    pub(crate) id: String,
    pub(crate) title: String,
    /// Its place in the model, if it is there today.
    pub(crate) slot: Option<Slot>,
    /// Its values before the first change.
    pub(crate) initial: TaskState,
    /// The time of its creation in milliseconds, if it is known.
    pub(crate) created_at: Option<i64>,
}

/// The past of all tasks.
#[derive(Debug)]
pub(crate) struct Past {
    pub(crate) tasks: Vec<PastTask>,
    /// Sorted by time.
    pub(crate) changes: Vec<PastChange>,
    pub(crate) names: NameTable,
    pub(crate) source: ReportSource,
    /// The first day from whose end on all changes are known.
    pub(crate) exact_from: Option<Day>,
    /// The first day on which something is known.
    pub(crate) first_day: Day,
    pub(crate) time_zone: TimeZone,
}

impl Past {
    /// Reads the past of a project from its log, the stamps in its tasks, and the commits that the
    /// shell has, in the order of their times.
    pub(crate) fn of(project: &Project, context: &Context, history: &[HistoryCommit]) -> Past {
        let activity = &project.model.activity;
        let log_start = activity.first_at();
        let mut log = LogReader { log_start, ..LogReader::default() };
        if !history.is_empty() {
            log.read_history(history, &known_ids(project));
        }
        log.read(activity);
        let uses_history = log.tasks.iter().any(|task| task.history.is_some_and(TaskHistory::has_change));
        let mut builder = Builder { log, tasks: Vec::new(), gap_at: None, log_start, uses_history, now: context.now };
        builder.add_tasks(project);
        let Builder { log, tasks, gap_at, uses_history, .. } = builder;
        let history_start = log.history_span.map(|(start, _)| start);
        let source = match (log_start, uses_history) {
            (Some(_), true) => ReportSource::LogAndGit,
            (Some(_), false) => ReportSource::Log,
            (None, true) => ReportSource::Git,
            (None, false) => ReportSource::Stamps,
        };
        let mut past = Past {
            tasks,
            changes: log.changes,
            names: log.names,
            source,
            exact_from: None,
            first_day: 0,
            time_zone: context.time_zone.clone(),
        };
        let now = context.now;
        // What a clock ahead of this one has logged is there already.
        for change in &mut past.changes {
            change.at = change.at.min(now);
        }
        past.changes.sort_by_key(|change| change.at);
        past.exact_from = log_start.map(|start| past.day(gap_at.map_or(start, |gap| gap.min(now).max(start))));
        let first = past.changes.first().map(|change| change.at);
        let first = first.into_iter().chain(log_start).chain(history_start).min();
        past.first_day = first.map_or_else(|| context.today(), |at| past.day(at)).min(context.today());
        past
    }

    /// Returns the civil day of a time in milliseconds.
    pub(crate) fn day(&self, at: i64) -> Day {
        self.time_zone.day_of(at)
    }

    /// Returns the hour of the day, 0 to 23, of a time in milliseconds.
    pub(crate) fn hour(&self, at: i64) -> usize {
        usize::try_from(self.time_zone.local(at).rem_euclid(DAY_MS) / HOUR_MS).unwrap_or_default()
    }

    /// Returns the time at which a day begins.
    pub(crate) fn day_start(&self, day: Day) -> i64 {
        self.time_zone.day_start(day)
    }

    /// Returns the end of the hour of the day in which a time is.
    pub(crate) fn hour_end(&self, at: i64) -> i64 {
        self.time_zone.hour_end(at)
    }
}

/// Returns the IDs of the tasks of today and of the log.
fn known_ids(project: &Project) -> BTreeSet<&str> {
    let tasks = &project.model.tasks;
    let present = tasks.in_order().map(TaskRef::id);
    let events = || project.model.activity.figure_events();
    let former = events().filter_map(|event| match &event.change {
        Change::Field { field, from, .. } if field == "id" => from.as_str(),
        _ => None,
    });
    present.chain(events().filter_map(|event| event.task.as_deref())).chain(former).collect()
}

/// Returns whether a task is older than the log, or may be.
pub(crate) fn has_past_before_log(project: &Project) -> bool {
    let Some(start) = project.model.activity.first_at() else { return true };
    let tasks = &project.model.tasks;
    tasks.in_order().any(|task| {
        let created_at = task.shown.task.created_at.as_deref().and_then(parse_timestamp);
        created_at.is_none_or(|at| at.timestamp_millis() < start)
    })
}

/// Joins the log with the tasks of today.
struct Builder {
    log: LogReader,
    /// In the order of the log's tasks.
    tasks: Vec<PastTask>,
    /// The last time at which something happened that the log does not have.
    gap_at: Option<i64>,
    /// The time of the first event of the log.
    log_start: Option<i64>,
    /// Whether the commits have something that neither the log nor the stamps have.
    uses_history: bool,
    now: i64,
}

impl Builder {
    fn add_tasks(&mut self, project: &Project) {
        let tasks = &project.model.tasks;
        let rows: Vec<TaskRef<'_>> = tasks.in_order().collect();
        let mut by_slot: BTreeMap<Slot, usize> = BTreeMap::new();
        let mut present: Vec<Option<TaskRef<'_>>> = Vec::new();
        for task in &rows {
            let index = self.index_of(task.id(), &present);
            present.resize(self.log.tasks.len(), None);
            present[index] = Some(*task);
            by_slot.insert(task.slot, index);
        }
        present.resize(self.log.tasks.len(), None);
        self.gap_at = self.log.gap_at;
        for (index, task) in present.iter().enumerate() {
            let logged = std::mem::take(&mut self.log.tasks[index]);
            let past = match task {
                Some(task) => {
                    let parent = tasks.parent(task.slot).and_then(|parent| by_slot.get(&parent.slot).copied());
                    self.join(index, &logged, *task, parent)
                }
                None => self.close(index, logged),
            };
            self.tasks.push(past);
        }
    }

    /// Returns the index of the task that has an ID today. A second task with the same ID has no
    /// past in the log.
    fn index_of(&mut self, id: &str, present: &[Option<TaskRef<'_>>]) -> usize {
        match self.log.by_id.get(id) {
            Some(index) if present.get(*index).is_none_or(Option::is_none) => *index,
            _ => {
                self.log.tasks.push(LoggedPast { id: id.to_owned(), ..LoggedPast::default() });
                self.log.tasks.len() - 1
            }
        }
    }

    /// Completes the past of a task that is there today.
    fn join(&mut self, index: usize, logged: &LoggedPast, task: TaskRef<'_>, parent: Option<usize>) -> PastTask {
        let record = &task.shown.task;
        let summary = &task.shown.summary;
        let names = &mut self.log.names;
        let mut initial = TaskState {
            exists: false,
            status: task.status(),
            estimate: summary.estimate.map(state::to_micro).unwrap_or_default(),
            actual: summary.actual.map(state::to_micro).unwrap_or_default(),
            remaining: summary.remaining.map(state::to_micro),
            parent,
            assignee: names.intern(record.assignee.as_deref().unwrap_or_default()),
            milestone: names.intern(task.shown.milestone().unwrap_or_default()),
            labels: labels(names, record.labels.iter().map(String::as_str)),
        };
        let now = initial.facts();
        let is_continued = logged.last.iter().zip(&now).all(|(last, now)| last.as_ref().is_none_or(|last| last == now));
        // A stamp in the future (another clock, an edit) counts as now, so that the figures of today agree
        // with the status.
        let latest = self.now;
        let stamp = |text: &Option<String>| {
            text.as_deref().and_then(parse_timestamp).map(|at| at.timestamp_millis().min(latest))
        };
        let (created_at, updated_at) = (stamp(&record.created_at), stamp(&record.updated_at));
        if logged.is_deleted || !is_continued {
            // Another program changed it at an unknown time.
            self.add_gap(updated_at.unwrap_or(self.now));
        }
        for fact in logged.first.iter().flatten() {
            initial.set(fact.clone());
        }
        // Whatever the clocks of the writers said, the file has what came last.
        let settled_at = updated_at.unwrap_or(self.now).max(logged.last_at.unwrap_or(i64::MIN));
        for (last, now) in logged.last.iter().zip(now) {
            if last.as_ref().is_some_and(|last| *last != now) {
                self.change(settled_at, index, now);
            }
        }
        if logged.is_deleted {
            self.change(settled_at, index, Fact::Exists(true));
        }
        let completed_at = stamp(&record.completed_at);
        self.join_history(index, logged, task.status(), &mut initial, (completed_at, updated_at));
        let finished_at = completed_at.or(updated_at.filter(|_| !logged.is_imported));
        self.complete(index, logged, task, &mut initial, finished_at);
        let start = self.log.history_span.map_or(i64::MAX, |(start, _)| start);
        // The stamp is more precise than the commit, unless the task had another ID, or another task
        // had its ID.
        let created_at = match logged.history.map(|history| history.appeared) {
            Some(Some((at, before))) => created_at.filter(|created| before < *created && *created < at).or(Some(at)),
            Some(None) => {
                self.uses_history |= created_at.is_some_and(|created| created > start);
                created_at.filter(|created| *created <= start)
            }
            None => created_at,
        };
        if !logged.is_created {
            match created_at {
                Some(at) => self.change(at, index, Fact::Exists(true)),
                None => initial.exists = true,
            }
            let is_unlogged =
                logged.history.is_none() && self.log_start.is_some_and(|start| created_at.is_none_or(|at| at >= start));
            if is_unlogged && logged.last_at.is_none() {
                self.add_gap(updated_at.or(created_at).unwrap_or(self.now));
            } else if is_unlogged {
                self.add_gap(created_at.unwrap_or(self.now));
            }
        }
        PastTask { id: record.id.clone(), title: record.title.clone(), slot: Some(task.slot), initial, created_at }
    }

    /// Joins the Git history of a task with its stamps, where the log has no change of its status.
    fn join_history(
        &mut self,
        index: usize,
        logged: &LoggedPast,
        today: Status,
        initial: &mut TaskState,
        (completed_at, updated_at): (Option<i64>, Option<i64>),
    ) {
        let Some(history) = logged.history.filter(|_| logged.last[0].is_none()) else { return };
        if let Some(Fact::Status(first)) = logged.first[0] {
            initial.status = first;
        } else {
            initial.status = history.status;
        }
        if history.status != today {
            self.uses_history = true;
            // Nobody committed it. From its start on, the log would have it.
            let at = completed_at.filter(|_| today.is_terminal()).or(updated_at).unwrap_or(self.now);
            self.change(at.min(self.log_start.unwrap_or(self.now)), index, Fact::Status(today));
        } else if let Some((change, before)) = history.last_change.filter(|_| today.is_terminal()) {
            // The stamp has the time at which it was done, the commit only a later one.
            let change = &mut self.log.changes[change];
            if let Some(at) = completed_at.filter(|at| before < *at && *at < change.at) {
                change.at = at;
            }
        }
    }

    /// Adds that a task was completed, where the log does not have it.
    fn complete(
        &mut self,
        index: usize,
        logged: &LoggedPast,
        task: TaskRef<'_>,
        initial: &mut TaskState,
        completed_at: Option<i64>,
    ) {
        let Some(at) = completed_at else { return };
        let history_start = self.log.history_span.map(|(start, _)| start);
        let first_at = match logged.history {
            // A later stamp is about a later change than the status with which it was first committed.
            Some(history) => history.appeared.map(|(at, _)| at).or(history_start),
            None => logged.first_status_at,
        };
        let is_before_log = first_at.map_or(task.status().is_terminal(), |first| at < first);
        let is_known = logged.first_status_at.is_none() && logged.first[0].is_some() && !logged.is_imported;
        if initial.status.is_terminal() && is_before_log && !is_known {
            self.change(at, index, Fact::Status(initial.status));
            initial.status = Status::Todo;
            let is_logged_time = self.log_start.is_some_and(|start| at >= start);
            if is_logged_time {
                self.add_gap(at);
            }
        }
    }

    /// Completes the past of a task that is not there any more.
    fn close(&mut self, index: usize, logged: LoggedPast) -> PastTask {
        let mut initial = TaskState::default();
        for fact in logged.first.iter().flatten() {
            initial.set(fact.clone());
        }
        if let Some(last_at) = logged.last_at.filter(|_| !logged.is_deleted) {
            // It vanished without a trace, at the earliest after the last event about it.
            self.change(last_at, index, Fact::Exists(false));
            self.add_gap(self.now);
        }
        if let Some(history) = logged.history {
            self.uses_history = true;
            initial.parent = initial.parent.or(logged.history_parent);
            initial.status = if logged.first[0].is_some() { initial.status } else { history.status };
            if let Some((_, end)) = self.log.history_span.filter(|_| history.is_present && logged.last_at.is_none()) {
                // It vanished after the last commit and before the log.
                self.change(end, index, Fact::Exists(false));
            }
        }
        let appeared = logged.history.and_then(|history| history.appeared).map(|(at, _)| at);
        match logged.created_at.or(appeared) {
            Some(at) if !logged.is_created => self.change(at, index, Fact::Exists(true)),
            _ => initial.exists = (logged.is_deleted || logged.history.is_some()) && !logged.is_created,
        }
        let created_at = logged.created_at;
        PastTask { id: logged.id, title: logged.title, slot: None, initial, created_at }
    }

    fn change(&mut self, at: i64, task: usize, fact: Fact) {
        self.log.changes.push(PastChange { at, task, fact });
    }

    fn add_gap(&mut self, at: i64) {
        self.gap_at = self.gap_at.max(Some(at));
    }
}
