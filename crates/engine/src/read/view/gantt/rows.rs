//! The rows of the chart: the tree of tasks, or groups with the tasks in them.
//!
//! Invariant: a row's descendants follow it directly.
#![allow(clippy::indexing_slicing, reason = "tables have one entry per task, and indices come from the network")]

use std::cmp::Ordering;
use std::collections::BTreeMap;

use handoff_protocol::gantt::{FinishedTasks, GanttLink, GanttRow};
use handoff_protocol::{GanttSort, Holder, Status, TimeZone};

use crate::Project;
use crate::analysis::schedule::{Network, Slack};
use crate::ground::hours::round_hours;
use crate::ground::timestamp::{Day, parse_timestamp};
use crate::model::dates::Dates;
use crate::model::filter::TaskFilter;
use crate::model::{Slot, Span, TaskRef, compare_ranks};
use crate::read::view::card::count;
use crate::read::view::progress::{percent, progress};

/// The weight of a task without an estimate in the progress of its parent, in hours.
const DEFAULT_WEIGHT: f64 = 8.0;

/// The totals of a task or a subtree.
#[derive(Clone, Copy, Default)]
pub(super) struct Totals {
    plan: Dates,
    baseline: Dates,
    actual: Dates,
    /// Whether a task has started and not ended.
    running: bool,
    /// Estimated, actual and remaining.
    hours: [Option<f64>; 3],
    /// The weight for the progress, in hours.
    weight: f64,
    /// The completed part of the weight.
    finished: f64,
    /// Whether the task or one below it is open.
    has_open: bool,
}

impl Totals {
    fn add(&mut self, other: &Totals) {
        self.plan = self.plan.cover(other.plan);
        self.baseline = self.baseline.cover(other.baseline);
        self.actual = self.actual.cover(other.actual);
        self.running |= other.running;
        for (own, more) in self.hours.iter_mut().zip(other.hours) {
            if let Some(more) = more {
                *own = Some(own.map_or(more, |own| round_hours(own + more)));
            }
        }
        self.weight += other.weight;
        self.finished += other.finished;
        self.has_open |= other.has_open;
    }

    fn write_to(&self, row: &mut GanttRow) {
        (row.start, row.due) = (self.plan.start, self.plan.due);
        (row.baseline_start, row.baseline_due) = (self.baseline.start, self.baseline.due);
        row.actual_start = self.actual.start;
        row.actual_end = self.actual.due.filter(|_| !self.running);
        [row.hours, row.actual_hours, row.remaining_hours] = self.hours;
        row.progress = percent(if self.weight > 0.0 { self.finished / self.weight } else { 0.0 }, self.has_open);
    }
}

pub(super) struct Rows {
    pub(super) rows: Vec<GanttRow>,
    /// By task, the index of its row.
    pub(super) of_task: Vec<Option<u32>>,
}

impl Rows {
    /// Completes a row after its descendants have been added.
    fn finish(&mut self, index: usize, totals: &Totals) -> &mut GanttRow {
        let below = count(self.rows.len() - index - 1);
        let row = &mut self.rows[index];
        row.below = below;
        totals.write_to(row);
        row
    }
}

/// The inputs of the rows.
pub(super) struct Chart<'a> {
    pub(super) project: &'a Project,
    pub(super) network: &'a Network<'a>,
    /// By task, the stored dates rolled up to parents.
    pub(super) spans: Vec<Dates>,
    pub(super) slack: Slack,
    /// By task, the day of its milestone.
    pub(super) milestone_days: Vec<Option<Day>>,
    pub(super) task_filter: TaskFilter<'a>,
    /// By task, whether it belongs below a heading of finished tasks; empty if there are none.
    pub(super) finished: Vec<bool>,
    pub(super) sort: GanttSort,
    pub(super) baseline: Option<&'a BTreeMap<String, Span>>,
    /// By id, the time at which the task was started, from the activity log.
    pub(super) starts: BTreeMap<&'a str, &'a str>,
    pub(super) time_zone: &'a TimeZone,
    pub(super) today: Day,
    /// The holders of tasks, by ID.
    pub(super) holders: BTreeMap<&'a str, Holder>,
}

impl<'a> Chart<'a> {
    /// Adds the rows below a task. Returns the totals of all tasks below it, including those that
    /// the filter hides.
    pub(super) fn add_subtree(&self, rows: &mut Rows, parent: Option<Slot>, depth: u32) -> Totals {
        let all = &self.project.model.tasks;
        let mut tasks = all.children(parent);
        tasks.sort_by(|a, b| self.compare(*a, *b));
        let (finished, open): (Vec<_>, Vec<_>) = tasks
            .into_iter()
            .filter_map(|task| self.network.index_of(task.slot))
            .partition(|index| self.is_finished(*index));
        let mut total = self.add_tasks(rows, &open, depth);
        let group = parent.and_then(|slot| all.get(slot)).map(|task| all.key(task)).unwrap_or_default();
        total.add(&self.add_finished(rows, &group, &finished, depth));
        total
    }

    fn add_tasks(&self, rows: &mut Rows, tasks: &[usize], depth: u32) -> Totals {
        let mut total = Totals::default();
        for index in tasks.iter().copied() {
            let task = self.network.tasks[index].task;
            let row_index = rows.rows.len();
            let mut totals = self.add_row(rows, index, depth);
            let below = self.add_subtree(rows, Some(task.slot), depth + 1);
            if !self.network.is_leaf(index) {
                totals = Totals { plan: self.spans[index], has_open: totals.has_open || below.has_open, ..below };
            }
            total.add(&totals);
            let passes = self.task_filter.passes(task);
            let row = rows.finish(row_index, &totals);
            row.context = !passes;
            self.set_delays(index, row);
            if !passes && rows.rows.len() == row_index + 1 {
                rows.rows.pop();
                rows.of_task[index] = None;
            }
        }
        total
    }

    /// Adds the finished tasks of a group below a heading. Adds no heading if the filter hides all of them.
    fn add_finished(&self, rows: &mut Rows, group: &str, tasks: &[usize], depth: u32) -> Totals {
        let row_index = rows.rows.len();
        if tasks.is_empty() {
            return Totals::default();
        }
        rows.rows.push(GanttRow { key: format!("finished:{group}"), depth, ..GanttRow::default() });
        let totals = self.add_tasks(rows, tasks, depth + 1);
        let mut counts = FinishedTasks::default();
        for row in rows.rows.iter().skip(row_index + 1).filter(|row| row.depth == depth + 1) {
            let count = if row.status == Some(Status::Skipped) { &mut counts.skipped } else { &mut counts.done };
            *count += 1;
        }
        if counts == FinishedTasks::default() {
            rows.rows.pop();
        } else {
            rows.finish(row_index, &totals).finished = Some(counts);
        }
        totals
    }

    fn is_finished(&self, index: usize) -> bool {
        self.finished.get(index) == Some(&true)
    }

    /// Adds a row for each group and below it the matching tasks without subtasks. Tasks without a
    /// group come last.
    pub(super) fn add_groups(&self, rows: &mut Rows, name: &dyn Fn(usize) -> Option<&'a str>) {
        let mut leaves: Vec<(&str, usize)> = Vec::new();
        for (index, entry) in self.network.tasks.iter().enumerate() {
            if self.network.is_leaf(index) && self.task_filter.passes(entry.task) {
                leaves.push((name(index).unwrap_or_default(), index));
            }
        }
        let task = |index: usize| self.network.tasks[index].task;
        leaves.sort_by(|(a, own), (b, other)| {
            let by_name = (a.is_empty(), a).cmp(&(b.is_empty(), b));
            by_name.then_with(|| self.compare(task(*own), task(*other)))
        });
        for group in leaves.chunk_by(|(a, _), (b, _)| a == b) {
            let row_index = rows.rows.len();
            let name = group.first().map_or("", |(name, _)| name);
            let key = format!("group:{name}");
            rows.rows.push(GanttRow { key: key.clone(), title: name.to_owned(), ..GanttRow::default() });
            let (finished, open): (Vec<_>, Vec<_>) =
                group.iter().map(|(_, index)| *index).partition(|index| self.is_finished(*index));
            let mut totals = self.add_tasks(rows, &open, 1);
            totals.add(&self.add_finished(rows, &key, &finished, 1));
            rows.finish(row_index, &totals);
        }
    }

    /// Compares siblings.
    fn compare(&self, a: TaskRef<'_>, b: TaskRef<'_>) -> Ordering {
        let column = |task: TaskRef<'_>| Status::ALL.iter().position(|status| *status == task.status());
        let start = |task: TaskRef<'_>| {
            let start = self.network.index_of(task.slot).and_then(|index| self.spans[index].start);
            (start.is_none(), start)
        };
        let order = match self.sort {
            GanttSort::Manual => Ordering::Equal,
            GanttSort::Start => start(a).cmp(&start(b)),
            GanttSort::Id => a.shown.ranks.natural.cmp(&b.shown.ranks.natural),
            GanttSort::IdDescending => b.shown.ranks.natural.cmp(&a.shown.ranks.natural),
            GanttSort::Status => column(a).cmp(&column(b)),
        };
        order.then_with(|| compare_ranks(a, b))
    }

    /// Returns the dependencies between rows.
    pub(super) fn links(&self, rows: &Rows) -> Vec<GanttLink> {
        let mut links = Vec::new();
        let effective = self.project.model.tasks.outline().links.iter().map(|link| !link.is_related);
        let all = self.network.links.iter().zip(&self.slack.links).zip(effective);
        for ((link, state), _) in all.filter(|(_, has_effect)| *has_effect) {
            if let (Some(from), Some(to)) = (rows.of_task[link.from], rows.of_task[link.to]) {
                let (broken, critical) = (state.broken, state.critical);
                links.push(GanttLink { from, to, kind: link.kind, lag: link.lag, broken, critical });
            }
        }
        links
    }

    /// Adds the row of a task and returns the task's own totals.
    fn add_row(&self, rows: &mut Rows, index: usize, depth: u32) -> Totals {
        let entry = &self.network.tasks[index];
        let record = &entry.task.shown.task;
        let mut row = GanttRow {
            key: self.project.model.tasks.key(entry.task),
            id: record.id.clone(),
            title: record.title.clone(),
            status: Some(entry.task.status()),
            priority: record.priority,
            assignee: record.assignee.clone(),
            milestone: entry.task.shown.milestone().map(str::to_owned),
            depth,
            calendar: count(self.network.resources.calendars.index_of(record.assignee.as_deref())),
            pinned: entry.pinned,
            locked: entry.locked,
            slack: self.slack.days[index],
            critical: self.slack.is_critical(index),
            holder: self.holders.get(record.id.as_str()).cloned(),
            ..GanttRow::default()
        };
        let totals = self.own_totals(index);
        totals.write_to(&mut row);
        self.set_delays(index, &mut row);
        rows.of_task[index] = Some(count(rows.rows.len()));
        rows.rows.push(row);
        totals
    }

    /// Sets what follows from the dates: overdue, late for a milestone, and the slip from the
    /// baseline.
    fn set_delays(&self, index: usize, row: &mut GanttRow) {
        let open = !self.network.tasks[index].task.status().is_terminal();
        row.overdue = self.project.model.tasks.is_overdue(self.network.tasks[index].task, self.today);
        let late = row.due.zip(self.milestone_days[index]).map_or(0, |(due, day)| due.saturating_sub(day).max(0));
        row.late = if open { late.unsigned_abs() } else { 0 };
        let calendar = self.network.resources.calendars.of_assignee(row.assignee.as_deref());
        row.slip = row.due.zip(row.baseline_due).map(|(due, baseline)| calendar.open_days_between(baseline, due));
    }

    /// Returns the milestone of a task or of its nearest ancestor with one.
    pub(super) fn milestone(&self, index: usize) -> Option<&'a str> {
        let mut next = Some(index);
        while let Some(index) = next {
            let own = self.network.tasks[index].task.shown.milestone();
            if own.is_some() {
                return own;
            }
            next = self.network.parent(index);
        }
        None
    }

    /// Returns the totals of one task without its subtasks.
    fn own_totals(&self, index: usize) -> Totals {
        let task = self.network.tasks[index].task;
        let plan = self.spans[index];
        let mut hours = [None; 3];
        if let Some(schedule) = &task.shown.task.schedule {
            hours = [schedule.estimate_hours, schedule.actual_hours, schedule.remaining_hours];
        }
        let weight = hours[0].filter(|hours| *hours > 0.0).unwrap_or(DEFAULT_WEIGHT);
        let baseline = self.baseline.and_then(|plan| plan.get(task.id())).copied().unwrap_or_default();
        let actual = self.actual_dates(task, plan);
        Totals {
            plan,
            baseline: Dates { start: baseline.0, due: baseline.1 },
            actual,
            running: actual.start.is_some() && actual.due.is_none(),
            hours,
            weight,
            finished: weight * progress(&task.shown.task, task.status()),
            has_open: !task.status().is_terminal(),
        }
    }

    /// Returns the days on which work started and ended: from the activity log and `completed_at`,
    /// else the planned days, but not after today.
    fn actual_dates(&self, task: TaskRef<'_>, plan: Dates) -> Dates {
        if matches!(task.status(), Status::Todo | Status::Skipped) {
            return Dates::default();
        }
        let record = &task.shown.task;
        let started = self.starts.get(record.id.as_str()).and_then(|stamp| self.local_day(stamp)).or(plan.start);
        let is_done = task.status() == Status::Done;
        let mut due = None;
        if is_done {
            let completed = record.completed_at.as_deref().and_then(|stamp| self.local_day(stamp));
            due = completed.or(plan.due.map(|due| due.min(self.today)));
        }
        let start = match due {
            Some(last) => Some(started.map_or(last, |started| started.min(last))),
            None if is_done => None,
            None => started.map(|started| started.min(self.today)),
        };
        Dates { start, due }
    }

    /// Returns the day of a timestamp in the person's time zone.
    fn local_day(&self, stamp: &str) -> Option<Day> {
        parse_timestamp(stamp).map(|time| self.time_zone.day_of(time.timestamp_millis()))
    }
}
