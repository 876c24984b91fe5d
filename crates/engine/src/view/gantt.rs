//! The Gantt chart: the tree, or headings with tasks below, as rows with their dates.
//!
//! Invariant: a row's descendants follow it directly, and everything that the chart draws or tells stands in the view already.
#![allow(clippy::indexing_slicing, reason = "tables have one entry per task, and positions come from the network")]

use std::cmp::Ordering;
use std::collections::BTreeMap;

use handoff_format::parse_date;
use handoff_protocol::gantt::{
    DayHours, GanttCalendar, GanttChoices, GanttLink, GanttLoad, GanttMilestone, GanttMode, GanttRow, GanttView,
    GanttZoom,
};
use handoff_protocol::{Context, Filter, GanttGroup, GanttSort, Status};

use crate::Project;
use crate::model::dates::Dates;
use crate::model::dates::earliest;
use crate::model::{Slot, Span, TaskRef, by_rank};
use crate::problems::Circles;
use crate::schedule::Network;
use crate::schedule::Slack;
use crate::schedule::calendar::Calendar;
use crate::schedule::hours;
use crate::schedule::load;
use crate::schedule::milestone_days;
use crate::schedule::slack;
use crate::schedule::span;
use crate::timestamp::Day;
use crate::timestamp::instant;
use crate::view::card::count;
use crate::view::filter::TaskFilter;
use crate::view::progress::{percent, progress};

/// What a task without an estimate weighs beside others, in hours.
const USUAL_WEIGHT: f64 = 8.0;

/// What is asked for; what is absent is as `[gantt_view]` says.
pub(crate) struct GanttRequest<'q> {
    pub(crate) filter: Option<&'q Filter>,
    pub(crate) sort: Option<GanttSort>,
    pub(crate) group: Option<GanttGroup>,
    pub(crate) baseline: Option<&'q str>,
    pub(crate) loads: Option<bool>,
}

pub(crate) fn gantt(project: &Project, circles: &Circles, context: &Context, asked: &GanttRequest<'_>) -> GanttView {
    let model = &project.model;
    let choices = choices(project, asked);
    let mut own_filter = Filter::default();
    if !choices.filter_assignee.is_empty() {
        own_filter.assignees.push(choices.filter_assignee.clone());
    }
    let network = Network::new(model);
    let stored = network.stored();
    let chart = Chart {
        project,
        spans: span(&network, &stored),
        slack: slack(&network, &stored),
        targets: targets(project, &network),
        task_filter: TaskFilter::new(asked.filter.unwrap_or(&own_filter)),
        sort: choices.sort,
        network: &network,
        baseline: asked.baseline.and_then(|path| model.records.baseline(path)),
        starts: model.activity.starts(),
        offset: context.utc_offset_minutes,
        today: crate::timestamp::today(context),
    };
    let mut rows = Rows { rows: Vec::new(), of_task: vec![None; network.facts.len()] };
    match choices.group {
        GanttGroup::Tree => {
            chart.branch(&mut rows, None, 0);
        }
        GanttGroup::Assignee => chart.headings(&mut rows, &|place| {
            let task = network.facts[place].task;
            task.shown.task.assignee.as_deref()
        }),
        GanttGroup::Milestone => chart.headings(&mut rows, &|place| chart.milestone(place)),
    }
    let today = chart.today;
    let (links, milestones) = (chart.links(&rows), milestones(project, &rows.rows));
    let mut end = None;
    for row in &rows.rows {
        end = end.max(row.due);
    }
    GanttView {
        revision: model.revision,
        today,
        links,
        calendars: network.people.calendars.iter().map(calendar).collect(),
        milestones,
        baselines: model.records.baselines(),
        loads: if choices.show_workload { loads(&network, &stored, today) } else { Vec::new() },
        choices,
        end,
        circle: circles.first(&model.tasks),
        rows: rows.rows,
    }
}

/// What `[gantt_view]` says, in words that are understood, unless the question says otherwise.
fn choices(project: &Project, asked: &GanttRequest<'_>) -> GanttChoices {
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

/// Of each task in the network the earliest day of its milestone and of those above it.
fn targets(project: &Project, network: &Network<'_>) -> Vec<Option<Day>> {
    let goals = milestone_days(&project.model);
    let mut targets: Vec<Option<Day>> = Vec::new();
    for (place, fact) in network.facts.iter().enumerate() {
        let own = fact.task.shown.milestone().and_then(|name| goals.get(name)).copied();
        let above = network.above(place).and_then(|above| targets[above]);
        targets.push(earliest(above, own));
    }
    targets
}

/// What a branch of the tree comes to.
#[derive(Clone, Copy, Default)]
struct Sum {
    plan: Dates,
    /// What the baseline says.
    kept: Dates,
    happened: Dates,
    /// Something has begun and not ended.
    running: bool,
    /// Estimated, worked and remaining.
    hours: [Option<f64>; 3],
    weight: f64,
    finished: f64,
}

impl Sum {
    fn add(&mut self, other: &Sum) {
        self.plan = self.plan.cover(other.plan);
        self.kept = self.kept.cover(other.kept);
        self.happened = self.happened.cover(other.happened);
        self.running |= other.running;
        for (own, more) in self.hours.iter_mut().zip(other.hours) {
            if let Some(more) = more {
                *own = Some(own.map_or(more, |own| own + more));
            }
        }
        self.weight += other.weight;
        self.finished += other.finished;
    }

    fn put(&self, row: &mut GanttRow) {
        (row.start, row.due) = (self.plan.start, self.plan.due);
        (row.baseline_start, row.baseline_due) = (self.kept.start, self.kept.due);
        row.actual_start = self.happened.start;
        row.actual_end = self.happened.due.filter(|_| !self.running);
        [row.hours, row.actual_hours, row.remaining_hours] = self.hours;
        row.progress = percent(if self.weight > 0.0 { self.finished / self.weight } else { 0.0 });
    }
}

struct Rows {
    rows: Vec<GanttRow>,
    /// Which row each task in the network has.
    of_task: Vec<Option<u32>>,
}

impl Rows {
    /// Completes a row by what has come below it.
    fn close(&mut self, at: usize, sum: &Sum) -> &mut GanttRow {
        let below = count(self.rows.len() - at - 1);
        let row = &mut self.rows[at];
        row.below = below;
        sum.put(row);
        row
    }
}

struct Chart<'a> {
    project: &'a Project,
    network: &'a Network<'a>,
    /// Of each task in the network, as the files have it.
    spans: Vec<Dates>,
    slack: Slack,
    /// Of each task the day until which it is wanted.
    targets: Vec<Option<Day>>,
    task_filter: TaskFilter<'a>,
    sort: GanttSort,
    baseline: Option<&'a BTreeMap<String, Span>>,
    starts: BTreeMap<&'a str, &'a str>,
    offset: i32,
    today: Day,
}

impl<'a> Chart<'a> {
    /// Adds the rows below a task, and gives what all tasks below it come to, whether shown or not.
    fn branch(&self, rows: &mut Rows, parent: Option<Slot>, depth: u32) -> Sum {
        let mut total = Sum::default();
        let mut tasks = self.project.model.tasks.children(parent);
        tasks.sort_by(|a, b| self.compare(*a, *b));
        for task in tasks {
            let at = rows.rows.len();
            let place = self.place(task);
            let mut sum = self.add(rows, place, depth);
            let below = self.branch(rows, Some(task.slot), depth + 1);
            if !self.network.is_leaf(place) {
                sum = Sum { plan: self.spans[place], ..below };
            }
            total.add(&sum);
            let passes = self.task_filter.passes(task);
            let row = rows.close(at, &sum);
            row.context = !passes;
            self.judge(place, row);
            if !passes && rows.rows.len() == at + 1 {
                rows.rows.pop();
                rows.of_task[place] = None;
            }
        }
        total
    }

    /// Adds a heading for every name with the leaves that have it and pass, those without a name last.
    fn headings(&self, rows: &mut Rows, name: &dyn Fn(usize) -> Option<&'a str>) {
        let mut leaves: Vec<(&str, usize)> = Vec::new();
        for (place, fact) in self.network.facts.iter().enumerate() {
            if self.network.is_leaf(place) && self.task_filter.passes(fact.task) {
                leaves.push((name(place).unwrap_or_default(), place));
            }
        }
        let task = |place: usize| self.network.facts[place].task;
        leaves.sort_by(|(a, own), (b, other)| {
            let by_name = (a.is_empty(), a).cmp(&(b.is_empty(), b));
            by_name.then_with(|| self.compare(task(*own), task(*other)))
        });
        let mut next = 0;
        while let Some((name, _)) = leaves.get(next) {
            let at = rows.rows.len();
            rows.rows.push(GanttRow { key: format!("group:{name}"), title: (*name).to_owned(), ..GanttRow::default() });
            let mut sum = Sum::default();
            for (_, place) in leaves[next..].iter().take_while(|(known, _)| known == name) {
                sum.add(&self.add(rows, *place, 1));
                next += 1;
            }
            rows.close(at, &sum);
        }
    }

    /// The order of siblings.
    fn compare(&self, a: TaskRef<'_>, b: TaskRef<'_>) -> Ordering {
        let column = |task: TaskRef<'_>| Status::ALL.iter().position(|status| *status == task.status());
        let start = |task: TaskRef<'_>| {
            let start = self.spans[self.place(task)].start;
            (start.is_none(), start)
        };
        let wanted = match self.sort {
            GanttSort::Manual => Ordering::Equal,
            GanttSort::Start => start(a).cmp(&start(b)),
            GanttSort::Id => a.shown.ranks.natural.cmp(&b.shown.ranks.natural),
            GanttSort::IdDescending => b.shown.ranks.natural.cmp(&a.shown.ranks.natural),
            GanttSort::Status => column(a).cmp(&column(b)),
        };
        wanted.then_with(|| by_rank(a, b))
    }

    /// The position of a task in the network, which has all.
    fn place(&self, task: TaskRef<'_>) -> usize {
        self.network.place(task.slot).unwrap_or_default()
    }

    /// The dependencies between rows.
    fn links(&self, rows: &Rows) -> Vec<GanttLink> {
        let mut links = Vec::new();
        for (link, tie) in self.network.links.iter().zip(&self.slack.ties) {
            if let (Some(from), Some(to)) = (rows.of_task[link.from], rows.of_task[link.to]) {
                let (broken, critical) = (tie.broken, tie.critical);
                links.push(GanttLink { from, to, kind: link.kind, lag: link.lag, broken, critical });
            }
        }
        links
    }

    /// Adds the row of a task, and gives what the task says of itself.
    fn add(&self, rows: &mut Rows, place: usize, depth: u32) -> Sum {
        let fact = &self.network.facts[place];
        let record = &fact.task.shown.task;
        let mut row = GanttRow {
            key: self.project.model.tasks.key(fact.task),
            id: record.id.clone(),
            title: record.title.clone(),
            status: Some(fact.task.status()),
            priority: record.priority,
            assignee: record.assignee.clone(),
            milestone: fact.task.shown.milestone().map(str::to_owned),
            depth,
            calendar: count(self.network.people.calendars.place(record.assignee.as_deref())),
            pinned: fact.pinned,
            locked: fact.locked,
            slack: self.slack.days[place],
            critical: self.slack.is_critical(place),
            ..GanttRow::default()
        };
        let sum = self.own_sum(place);
        sum.put(&mut row);
        self.judge(place, &mut row);
        rows.of_task[place] = Some(count(rows.rows.len()));
        rows.rows.push(row);
        sum
    }

    /// Says what the dates mean today.
    fn judge(&self, place: usize, row: &mut GanttRow) {
        let open = !self.network.facts[place].task.status().is_terminal();
        row.overdue = open && row.due.is_some_and(|due| due < self.today);
        let late = row.due.zip(self.targets[place]).map_or(0, |(due, target)| due.saturating_sub(target));
        row.late = if open { u32::try_from(late).unwrap_or(0) } else { 0 };
        let calendar = self.network.people.calendars.of_assignee(row.assignee.as_deref());
        row.slip = row.due.zip(row.baseline_due).map(|(due, kept)| calendar.open_days_between(kept, due));
    }

    /// The milestone of a task, or the nearest one above it.
    fn milestone(&self, place: usize) -> Option<&'a str> {
        let mut at = Some(place);
        while let Some(place) = at {
            let own = self.network.facts[place].task.shown.milestone();
            if own.is_some() {
                return own;
            }
            at = self.network.above(place);
        }
        None
    }

    /// What one task says of itself.
    fn own_sum(&self, place: usize) -> Sum {
        let task = self.network.facts[place].task;
        let plan = self.spans[place];
        let mut hours = [None; 3];
        if let Some(schedule) = &task.shown.task.schedule {
            hours = [schedule.estimate_hours, schedule.actual_hours, schedule.remaining_hours];
        }
        let weight = hours[0].filter(|hours| *hours > 0.0).unwrap_or(USUAL_WEIGHT);
        let kept = self.baseline.and_then(|plan| plan.get(task.id())).copied().unwrap_or_default();
        let happened = self.happened(task, plan);
        Sum {
            plan,
            kept: Dates { start: kept.0, due: kept.1 },
            happened,
            running: happened.start.is_some() && happened.due.is_none(),
            hours,
            weight,
            finished: weight * progress(&task.shown.task, task.status()),
        }
    }

    /// When work began and ended: as the log and the stamps tell, else as it was planned, but never after today.
    fn happened(&self, task: TaskRef<'_>, plan: Dates) -> Dates {
        if matches!(task.status(), Status::Todo | Status::Skipped) {
            return Dates::default();
        }
        let record = &task.shown.task;
        let begun = self.starts.get(record.id.as_str()).and_then(|stamp| self.civil(stamp)).or(plan.start);
        let is_done = task.status() == Status::Done;
        let mut due = None;
        if is_done {
            let stamped = record.completed_at.as_deref().and_then(|stamp| self.civil(stamp));
            due = stamped.or(plan.due.map(|due| due.min(self.today)));
        }
        let start = match due {
            Some(last) => Some(begun.map_or(last, |begun| begun.min(last))),
            None if is_done => None,
            None => begun.map(|begun| begun.min(self.today)),
        };
        Dates { start, due }
    }

    /// The person's civil day of a moment.
    fn civil(&self, stamp: &str) -> Option<Day> {
        instant(stamp).and_then(|moment| parse_date(&handoff_format::today(moment.timestamp_millis(), self.offset)))
    }
}

fn milestones(project: &Project, rows: &[GanttRow]) -> Vec<GanttMilestone> {
    let mut found: Vec<GanttMilestone> = Vec::new();
    for (name, goal) in &project.model.config.values().milestones {
        let Some(day) = goal.date.as_deref().and_then(parse_date) else { continue };
        let color = goal.color.clone().filter(|color| crate::plan::is_color(color)).unwrap_or_default();
        let mut late = 0;
        for row in rows {
            let is_open = row.below == 0 && row.status.is_some_and(|status| !status.is_terminal());
            let has_it = row.milestone.as_deref() == Some(name);
            late += u32::from(is_open && has_it && row.due.is_some_and(|due| due > day));
        }
        found.push(GanttMilestone { name: name.clone(), day, color, late });
    }
    found.sort_by(|a, b| (a.day, &a.name).cmp(&(b.day, &b.name)));
    found
}

/// What each assignee has to do by the stored dates, by name, "nobody" last.
fn loads(network: &Network<'_>, stored: &[Dates], today: Day) -> Vec<GanttLoad> {
    let mut found: Vec<GanttLoad> = Vec::new();
    for (track, load) in network.people.tracks.iter().zip(&load(network, stored, today)) {
        if load.days.is_empty() {
            continue;
        }
        let mut days = Vec::new();
        for (day, minutes) in &load.days {
            days.push(DayHours { day: *day, hours: hours(*minutes) });
        }
        found.push(GanttLoad {
            assignee: track.key.clone(),
            calendar: count(track.calendar),
            limit_percent: track.limit_percent,
            days,
        });
    }
    found.sort_by(|a, b| (a.assignee.is_empty(), &a.assignee).cmp(&(b.assignee.is_empty(), &b.assignee)));
    found
}

fn calendar(calendar: &Calendar) -> GanttCalendar {
    let of_day = |minutes: u32| hours(i64::from(minutes));
    let (mut week, mut exceptions) = (Vec::new(), Vec::new());
    for minutes in calendar.week() {
        week.push(of_day(minutes));
    }
    for (day, minutes) in calendar.exceptions() {
        exceptions.push(DayHours { day, hours: of_day(minutes) });
    }
    GanttCalendar { week, exceptions }
}
