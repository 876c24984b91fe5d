//! The Gantt chart: the tree, or headings with tasks below, as rows with their dates.
//!
//! Invariant: a row's descendants follow it directly, and everything that the chart draws or tells stands in the view already.

use std::cmp::{Ordering, Reverse};

use handoff_format::{day, sort_by};
use handoff_protocol::gantt::{
    DayHours, GanttCalendar, GanttChoices, GanttLink, GanttLoad, GanttMilestone, GanttMode, GanttRow, GanttView,
    GanttZoom,
};
use handoff_protocol::{Context, Filter, GanttGroup, GanttSort, Status};

use super::card::count;
use super::filter::Sieve;
use crate::Project;
use crate::calendar::{Calendar, Day};
use crate::map::Map;
use crate::model::{Slot, Span, TaskRef, Tasks, by_rank};
use crate::moment::instant;
use crate::problem::Circles;
use crate::progress::{percent, progress};
use crate::schedule::{Dates, Network, Slack, load, slack, span};

/// What a task without an estimate weighs beside others, in hours.
const USUAL_WEIGHT: f64 = 8.0;

/// What is asked for; what is absent is as `[gantt_view]` says.
pub(crate) struct Asked<'q> {
    pub(crate) filter: Option<&'q Filter>,
    pub(crate) sort: Option<GanttSort>,
    pub(crate) group: Option<GanttGroup>,
    pub(crate) baseline: Option<&'q str>,
    pub(crate) loads: Option<bool>,
}

pub(crate) fn gantt(project: &Project, circles: &Circles, context: &Context, asked: &Asked<'_>) -> GanttView {
    let model = &project.model;
    let choices = choices(project, asked);
    let own_filter = Filter {
        assignees: Some(choices.filter_assignee.clone()).filter(|key| !key.is_empty()).into_iter().collect(),
        ..Filter::default()
    };
    let network = Network::new(model);
    let stored = network.stored();
    let chart = Chart {
        project,
        spans: span(&network, &stored),
        slack: slack(&network, &stored),
        sieve: Sieve::new(asked.filter.unwrap_or(&own_filter)),
        sort: choices.sort,
        network: &network,
        baseline: asked.baseline.and_then(|path| model.records.baseline(path)),
        goals: goals(project),
        starts: model.activity.starts(),
        offset: context.utc_offset_minutes,
        today: day(&handoff_format::today(context.now, context.utc_offset_minutes)).unwrap_or_default(),
    };
    let mut rows = Rows::default();
    match choices.group {
        GanttGroup::Tree => {
            chart.branch(&mut rows, None, 0, None);
        }
        GanttGroup::Assignee => chart.headings(&mut rows, |task| task.shown.task.assignee.clone()),
        GanttGroup::Milestone => chart.headings(&mut rows, |task| chart.milestone(task).map(str::to_owned)),
    }
    let today = chart.today;
    let (links, milestones) = (chart.links(&rows), milestones(project, &rows.rows));
    GanttView {
        revision: model.revision,
        today,
        links,
        calendars: network.people.calendars.iter().map(calendar).collect(),
        milestones,
        baselines: model.records.baselines(),
        loads: if choices.show_workload { loads(&network, &stored, today) } else { Vec::new() },
        choices,
        end: rows.rows.iter().filter_map(|row| row.due).max(),
        circle: circles.first(&model.tasks),
        rows: rows.rows,
    }
}

/// What `[gantt_view]` says, in words that are understood, unless the question says otherwise.
fn choices(project: &Project, asked: &Asked<'_>) -> GanttChoices {
    let told = &project.model.config.values().gantt_view;
    let sort = match told.sort.as_deref() {
        Some("start") => GanttSort::Start,
        Some("id") => GanttSort::Id,
        Some("id-desc") => GanttSort::IdDescending,
        Some("status") => GanttSort::Status,
        _ => GanttSort::Manual,
    };
    let group = if told.group_by_assignee == Some(true) {
        GanttGroup::Assignee
    } else if told.group_by_milestone == Some(true) {
        GanttGroup::Milestone
    } else {
        GanttGroup::Tree
    };
    GanttChoices {
        sort: asked.sort.unwrap_or(sort),
        zoom: match told.zoom.as_deref() {
            Some("day") => GanttZoom::Day,
            Some("month") => GanttZoom::Month,
            _ => GanttZoom::Week,
        },
        mode: match told.mode.as_deref() {
            Some("actual") => GanttMode::Actual,
            Some("compare") => GanttMode::Compare,
            _ => GanttMode::Plan,
        },
        group: asked.group.unwrap_or(group),
        show_workload: asked.loads.unwrap_or(told.show_workload == Some(true)),
        filter_assignee: told.filter_assignee.clone().unwrap_or_default(),
    }
}

/// The days of dated milestones by name.
fn goals(project: &Project) -> Map<&str, Day> {
    let milestones = project.model.config.values().milestones.iter();
    Map::of(milestones.filter_map(|(name, goal)| Some((name.as_str(), day(goal.date.as_deref()?)?))).collect())
}

/// What a branch of the tree comes to.
#[derive(Clone, Copy, Default)]
struct Sum {
    start: Option<Day>,
    due: Option<Day>,
    hours: Option<f64>,
    actual: Option<f64>,
    remaining: Option<f64>,
    weight: f64,
    finished: f64,
    began: Option<Day>,
    ended: Option<Day>,
    /// Something has begun and not ended.
    running: bool,
    /// What the baseline says.
    kept: Span,
}

impl Sum {
    fn add(&mut self, other: &Sum) {
        let least = |a: Option<Day>, b: Option<Day>| [a, b].into_iter().flatten().min();
        let most = |a: Option<Day>, b: Option<Day>| a.max(b);
        let both = |a: Option<f64>, b: Option<f64>| a.map_or(b, |a| Some(a + b.unwrap_or(0.0)));
        *self = Sum {
            start: least(self.start, other.start),
            due: most(self.due, other.due),
            hours: both(self.hours, other.hours),
            actual: both(self.actual, other.actual),
            remaining: both(self.remaining, other.remaining),
            weight: self.weight + other.weight,
            finished: self.finished + other.finished,
            began: least(self.began, other.began),
            ended: most(self.ended, other.ended),
            running: self.running || other.running,
            kept: (least(self.kept.0, other.kept.0), most(self.kept.1, other.kept.1)),
        };
    }

    fn put(&self, row: &mut GanttRow) {
        row.start = self.start;
        row.due = self.due;
        row.hours = self.hours;
        row.actual_hours = self.actual;
        row.remaining_hours = self.remaining;
        (row.baseline_start, row.baseline_due) = self.kept;
        row.actual_start = self.began;
        row.actual_end = self.ended.filter(|_| !self.running);
        row.progress = percent(if self.weight > 0.0 { self.finished / self.weight } else { 0.0 });
    }
}

/// Rows so far, and which row each task has.
#[derive(Default)]
struct Rows {
    rows: Vec<GanttRow>,
    slots: Vec<Option<Slot>>,
}

impl Rows {
    fn push(&mut self, slot: Option<Slot>, row: GanttRow) -> usize {
        self.rows.push(row);
        self.slots.push(slot);
        self.rows.len() - 1
    }

    /// Completes a row by what has come below it.
    fn close(&mut self, place: usize, change: impl FnOnce(&mut GanttRow)) {
        let below = count(self.rows.len() - place - 1);
        if let Some(row) = self.rows.get_mut(place) {
            row.below = below;
            change(row);
        }
    }

    fn truncate(&mut self, length: usize) {
        self.rows.truncate(length);
        self.slots.truncate(length);
    }
}

struct Chart<'a> {
    project: &'a Project,
    network: &'a Network<'a>,
    /// Of each task in the network, as the files have it.
    spans: Vec<Dates>,
    slack: Slack,
    sieve: Sieve<'a>,
    sort: GanttSort,
    baseline: Option<&'a Map<String, Span>>,
    goals: Map<&'a str, Day>,
    starts: Map<&'a str, &'a str>,
    offset: i32,
    today: Day,
}

impl<'a> Chart<'a> {
    fn tasks(&self) -> &'a Tasks {
        &self.project.model.tasks
    }

    /// Adds the rows below a task, and gives what all tasks below it come to, whether shown or not. `goal` is the earliest date of
    /// the milestones above.
    fn branch(&self, rows: &mut Rows, parent: Option<Slot>, depth: u32, goal: Option<Day>) -> Sum {
        let mut total = Sum::default();
        for task in self.sorted(self.tasks().children(parent)) {
            let begin = rows.rows.len();
            let goal = [goal, self.goal(task)].into_iter().flatten().min();
            let passes = self.sieve.passes(task);
            let mut row = self.row(task, depth, goal);
            row.context = !passes;
            let place = rows.push(Some(task.slot), row);
            let mut sum = self.branch(rows, Some(task.slot), depth + 1, goal);
            let is_leaf = self.tasks().is_leaf(task.slot);
            if is_leaf {
                sum = self.own_sum(task);
            } else {
                Dates { start: sum.start, due: sum.due } = self.dates(task);
            }
            total.add(&sum);
            rows.close(place, |row| {
                if !is_leaf {
                    sum.put(row);
                    self.judge(task, row, goal);
                }
            });
            if !passes && rows.rows.len() == begin + 1 {
                rows.truncate(begin);
            }
        }
        total
    }

    /// Adds a heading for every name with the leaves that have it, those without a name last.
    fn headings(&self, rows: &mut Rows, name: impl Fn(TaskRef<'a>) -> Option<String>) {
        let leaves = self.leaves(None, None);
        let mut groups: Map<(bool, String), Vec<(TaskRef<'a>, Option<Day>)>> = Map::default();
        for (task, goal) in leaves {
            let name = name(task).unwrap_or_default();
            groups.get_or_insert_with((name.is_empty(), name), Vec::new).push((task, goal));
        }
        for ((_, name), members) in groups {
            let heading = GanttRow { key: format!("group:{name}"), title: name, ..GanttRow::default() };
            let place = rows.push(None, heading);
            let mut sum = Sum::default();
            let goals: Map<Slot, Option<Day>> =
                Map::of(members.iter().map(|(task, goal)| (task.slot, *goal)).collect());
            for task in self.sorted(members.into_iter().map(|(task, _)| task).collect()) {
                sum.add(&self.own_sum(task));
                let goal = goals.get(&task.slot).copied().flatten();
                rows.push(Some(task.slot), self.row(task, 1, goal));
            }
            rows.close(place, |row| sum.put(row));
        }
    }

    /// The tasks without subtasks that pass, in the order of the tree, with the earliest milestone date of each.
    fn leaves(&self, parent: Option<Slot>, goal: Option<Day>) -> Vec<(TaskRef<'a>, Option<Day>)> {
        let mut found = Vec::new();
        for task in self.tasks().arranged(parent) {
            let goal = [goal, self.goal(task)].into_iter().flatten().min();
            if !self.tasks().is_leaf(task.slot) {
                found.extend(self.leaves(Some(task.slot), goal));
            } else if self.sieve.passes(task) {
                found.push((task, goal));
            }
        }
        found
    }

    fn goal(&self, task: TaskRef<'_>) -> Option<Day> {
        task.shown.milestone().and_then(|name| self.goals.get(name)).copied()
    }

    fn sorted(&self, mut tasks: Vec<TaskRef<'a>>) -> Vec<TaskRef<'a>> {
        if self.sort == GanttSort::Start {
            let starts = |task: &TaskRef<'_>| self.dates(*task).start;
            let mut keyed: Vec<(Option<Day>, TaskRef<'a>)> = tasks.iter().map(|task| (starts(task), *task)).collect();
            let late = |start: Option<Day>| (start.is_none(), start);
            sort_by(&mut keyed, |a, b| late(a.0).cmp(&late(b.0)).then_with(|| by_rank(a.1, b.1)));
            return keyed.into_iter().map(|(_, task)| task).collect();
        }
        sort_by(&mut tasks, |a, b| self.compare(*a, *b).then_with(|| by_rank(*a, *b)));
        tasks
    }

    fn compare(&self, a: TaskRef<'_>, b: TaskRef<'_>) -> Ordering {
        let column = |task: TaskRef<'_>| Status::ALL.iter().position(|status| *status == task.status());
        match self.sort {
            GanttSort::Manual | GanttSort::Start => Ordering::Equal,
            GanttSort::Id => a.shown.natural.cmp(&b.shown.natural),
            GanttSort::IdDescending => Reverse(&a.shown.natural).cmp(&Reverse(&b.shown.natural)),
            GanttSort::Status => column(a).cmp(&column(b)),
        }
    }

    fn dates(&self, task: TaskRef<'_>) -> Dates {
        let place = self.network.place(task.slot);
        place.and_then(|place| self.spans.get(place)).copied().unwrap_or_default()
    }

    /// The dependencies between rows.
    fn links(&self, rows: &Rows) -> Vec<GanttLink> {
        let mut places: Vec<Option<u32>> = vec![None; self.network.tasks.len()];
        for (row, slot) in rows.slots.iter().enumerate() {
            let place = slot.and_then(|slot| self.network.place(slot));
            if let Some(known) = place.and_then(|place| places.get_mut(place)) {
                *known = Some(count(row));
            }
        }
        let row = |place: usize| places.get(place).copied().flatten();
        let is = |marks: &[bool], at: usize| marks.get(at).copied().unwrap_or(false);
        let links = self.network.links.iter().enumerate();
        let shown = links.filter_map(|(at, link)| {
            Some(GanttLink {
                from: row(link.from)?,
                to: row(link.to)?,
                kind: link.kind,
                lag: link.lag,
                broken: is(&self.slack.broken, at),
                critical: is(&self.slack.critical_links, at),
            })
        });
        shown.collect()
    }

    fn row(&self, task: TaskRef<'_>, depth: u32, goal: Option<Day>) -> GanttRow {
        let record = &task.shown.task;
        let place = self.network.place(task.slot);
        let fact = place.and_then(|place| self.network.facts.get(place));
        let mut row = GanttRow {
            key: self.tasks().key(task),
            id: record.id.clone(),
            title: record.title.clone(),
            status: Some(task.status()),
            priority: record.priority,
            assignee: record.assignee.clone(),
            milestone: task.shown.milestone().map(str::to_owned),
            depth,
            calendar: count(self.network.people.calendars.place(record.assignee.as_deref())),
            pinned: fact.is_some_and(|fact| fact.pinned),
            locked: fact.is_none_or(|fact| fact.locked),
            slack: place.and_then(|place| self.slack.days.get(place)).copied().flatten(),
            critical: place.and_then(|place| self.slack.critical.get(place)) == Some(&true),
            ..GanttRow::default()
        };
        self.own_sum(task).put(&mut row);
        self.judge(task, &mut row, goal);
        row
    }

    /// Says what the dates mean today.
    fn judge(&self, task: TaskRef<'_>, row: &mut GanttRow, goal: Option<Day>) {
        let open = !task.status().is_terminal();
        row.overdue = open && row.due.is_some_and(|due| due < self.today);
        let late = row.due.zip(goal).map_or(0, |(due, goal)| due.saturating_sub(goal));
        row.late = if open { u32::try_from(late).unwrap_or(0) } else { 0 };
        let calendar = self.network.people.calendars.of_assignee(row.assignee.as_deref());
        row.slip = row.due.zip(row.baseline_due).map(|(due, kept)| calendar.open_days_between(kept, due));
    }

    /// The milestone of a task, or the nearest one above it.
    fn milestone(&self, task: TaskRef<'a>) -> Option<&'a str> {
        let above = self.tasks().ancestors(task.slot).into_iter().rev();
        std::iter::once(task).chain(above).find_map(|task| task.shown.milestone())
    }

    /// What one task says of itself.
    fn own_sum(&self, task: TaskRef<'_>) -> Sum {
        let schedule = task.shown.task.schedule.as_ref();
        let Dates { start, due } = self.dates(task);
        let hours = schedule.and_then(|schedule| schedule.estimate_hours);
        let weight = hours.filter(|hours| *hours > 0.0).unwrap_or(USUAL_WEIGHT);
        let (began, ended) = self.happened(task, start, due);
        Sum {
            start,
            due,
            hours,
            actual: schedule.and_then(|schedule| schedule.actual_hours),
            remaining: schedule.and_then(|schedule| schedule.remaining_hours),
            weight,
            finished: weight * progress(&task.shown.task, task.status()),
            began,
            ended,
            running: began.is_some() && ended.is_none(),
            kept: self.baseline.and_then(|plan| plan.get(task.id())).copied().unwrap_or_default(),
        }
    }

    /// When work began and ended: as the log and the stamps tell, else as it was planned, but never after today.
    fn happened(&self, task: TaskRef<'_>, start: Option<Day>, due: Option<Day>) -> (Option<Day>, Option<Day>) {
        if matches!(task.status(), Status::Todo | Status::Skipped) {
            return (None, None);
        }
        let record = &task.shown.task;
        let logged = self.starts.get(record.id.as_str()).and_then(|stamp| self.civil(stamp));
        let begun = |last: Day| logged.or(start).map(|start| start.min(last));
        if task.status() != Status::Done {
            return (begun(self.today), None);
        }
        let stamped = record.completed_at.as_deref().and_then(|stamp| self.civil(stamp));
        let ended = stamped.or(due.map(|due| due.min(self.today)));
        (ended.and_then(|ended| begun(ended).or(Some(ended))), ended)
    }

    /// The person's civil day of a moment.
    fn civil(&self, stamp: &str) -> Option<Day> {
        instant(stamp).and_then(|moment| day(&handoff_format::today(moment.timestamp_millis(), self.offset)))
    }
}

fn milestones(project: &Project, rows: &[GanttRow]) -> Vec<GanttMilestone> {
    let config = project.model.config.values();
    let late = |name: &str, day: Day| {
        let missed = |row: &&GanttRow| {
            row.below == 0
                && row.milestone.as_deref() == Some(name)
                && row.status.is_some_and(|status| !status.is_terminal())
                && row.due.is_some_and(|due| due > day)
        };
        count(rows.iter().filter(missed).count())
    };
    let mut found: Vec<GanttMilestone> = config
        .milestones
        .iter()
        .filter_map(|(name, goal)| {
            let day = day(goal.date.as_deref()?)?;
            let color = goal.color.clone().filter(|color| crate::plan::is_color(color)).unwrap_or_default();
            Some(GanttMilestone { name: name.clone(), day, color, late: late(name, day) })
        })
        .collect();
    sort_by(&mut found, |a, b| (a.day, &a.name).cmp(&(b.day, &b.name)));
    found
}

/// What each assignee has to do by the stored dates, by name, "nobody" last.
fn loads(network: &Network<'_>, stored: &[Dates], today: Day) -> Vec<GanttLoad> {
    let tracks = network.people.tracks.iter().zip(load(network, stored, today));
    let busy = tracks.filter(|(_, load)| !load.days.is_empty());
    let mut found: Vec<GanttLoad> = busy
        .map(|(track, load)| GanttLoad {
            assignee: track.key.clone(),
            calendar: count(track.calendar),
            limit_percent: track.limit_percent,
            days: load.days.into_iter().map(|(day, minutes)| DayHours { day, hours: hours(minutes) }).collect(),
        })
        .collect();
    sort_by(&mut found, |a, b| (a.assignee.is_empty(), &a.assignee).cmp(&(b.assignee.is_empty(), &b.assignee)));
    found
}

#[allow(clippy::cast_precision_loss, reason = "far below 2^52")]
fn hours(minutes: i64) -> f64 {
    minutes as f64 / 60.0
}

fn calendar(calendar: &Calendar) -> GanttCalendar {
    let of_day = |minutes: u32| hours(i64::from(minutes));
    GanttCalendar {
        week: calendar.week().into_iter().map(of_day).collect(),
        exceptions: calendar.exceptions().map(|(day, minutes)| DayHours { day, hours: of_day(minutes) }).collect(),
    }
}
