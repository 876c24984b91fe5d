//! The read model of the Gantt chart.
//!
//! Invariant: the view contains everything that the chart shows.
#![allow(clippy::indexing_slicing, reason = "tables have one entry per task, and indices come from the network")]

mod rows;

use handoff_format::parse_date;
use handoff_protocol::gantt::{
    DayHours, GanttCalendar, GanttChoices, GanttLoad, GanttMilestone, GanttMode, GanttRow, GanttView, GanttZoom,
};
use handoff_protocol::{Context, Filter, GanttGroup, GanttSort, MilestoneStatus};

use crate::Project;
use crate::analysis::problems::Cycles;
use crate::analysis::schedule::calendar::Calendar;
use crate::analysis::schedule::{Network, load, milestone_days, minutes_to_hours, roll_up, slack};
use crate::ground::color::to_hex;
use crate::ground::timestamp::Day;
use crate::knowledge::agent_needs;
use crate::model::dates::{Dates, earliest};
use crate::model::filter::TaskFilter;
use crate::read::view::card::count;
use crate::read::view::gantt::rows::{Chart, Rows};

/// The options of the query. Absent ones come from the table `[gantt_view]`.
pub(crate) struct GanttRequest<'q> {
    pub(crate) filter: Option<&'q Filter>,
    pub(crate) sort: Option<GanttSort>,
    pub(crate) group: Option<GanttGroup>,
    pub(crate) baseline: Option<&'q str>,
    pub(crate) loads: Option<bool>,
    pub(crate) fold_finished: bool,
}

/// Builds the chart.
pub(crate) fn gantt(project: &Project, cycles: &Cycles, context: &Context, request: &GanttRequest<'_>) -> GanttView {
    let model = &project.model;
    let choices = choices(project, request);
    let mut own_filter = Filter::default();
    if !choices.filter_assignee.is_empty() {
        own_filter.assignees.push(choices.filter_assignee.clone());
    }
    let filter = request.filter.unwrap_or(&own_filter);
    let folds = request.fold_finished && filter.statuses.is_empty() && filter.text.is_empty();
    let network = Network::new(model);
    let stored = network.stored_dates();
    let chart = Chart {
        finished: if folds { finished_subtrees(&network) } else { Vec::new() },
        project,
        spans: roll_up(&network, &stored),
        slack: slack(&network, &stored),
        milestone_days: earliest_milestones(project, &network),
        task_filter: TaskFilter::new(filter, &model.tasks, context.today()),
        sort: choices.sort,
        network: &network,
        baseline: request.baseline.and_then(|path| model.records.baseline(path)),
        starts: model.activity.first_starts(),
        time_zone: &context.time_zone,
        today: context.today(),
        holders: agent_needs::holders(model, context.now),
    };
    let mut rows = Rows { rows: Vec::new(), of_task: vec![None; network.tasks.len()] };
    match choices.group {
        GanttGroup::Tree => {
            chart.add_subtree(&mut rows, None, 0);
        }
        GanttGroup::Assignee => chart.add_groups(&mut rows, &|index| {
            let task = network.tasks[index].task;
            task.shown.task.assignee.as_deref()
        }),
        GanttGroup::Milestone => chart.add_groups(&mut rows, &|index| chart.milestone(index)),
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
        calendars: network.resources.calendars.iter().map(calendar).collect(),
        milestones,
        baselines: model.records.baselines(),
        loads: if choices.show_workload { loads(&network, &stored, today) } else { Vec::new() },
        choices,
        end,
        circle: cycles.first(&model.tasks),
        rows: rows.rows,
    }
}

/// Returns the options from the query, else from `[gantt_view]`. Unknown values there count as
/// absent.
fn choices(project: &Project, request: &GanttRequest<'_>) -> GanttChoices {
    let stored = &project.model.config.values().gantt_view;
    let sort = match stored.sort.as_deref() {
        Some("start") => GanttSort::Start,
        Some("id") => GanttSort::Id,
        Some("id-desc") => GanttSort::IdDescending,
        Some("status") => GanttSort::Status,
        _ => GanttSort::Manual,
    };
    let group = if stored.group_by_assignee == Some(true) {
        GanttGroup::Assignee
    } else if stored.group_by_milestone == Some(true) {
        GanttGroup::Milestone
    } else {
        GanttGroup::Tree
    };
    GanttChoices {
        sort: request.sort.unwrap_or(sort),
        zoom: match stored.zoom.as_deref() {
            Some("day") => Some(GanttZoom::Day),
            Some("week") => Some(GanttZoom::Week),
            Some("month") => Some(GanttZoom::Month),
            _ => None,
        },
        mode: match stored.mode.as_deref() {
            Some("actual") => GanttMode::Actual,
            Some("compare") => GanttMode::Compare,
            _ => GanttMode::Plan,
        },
        group: request.group.unwrap_or(group),
        show_workload: request.loads.unwrap_or(stored.show_workload == Some(true)),
        filter_assignee: stored.filter_assignee.clone().unwrap_or_default(),
    }
}

/// Returns, by task, whether it and all tasks below it are terminal and can be read. Empty if no task
/// is open.
fn finished_subtrees(network: &Network<'_>) -> Vec<bool> {
    let mut finished: Vec<bool> =
        network.tasks.iter().map(|entry| entry.task.status().is_terminal() && !entry.locked).collect();
    // Parents come before their children.
    for index in (0..finished.len()).rev() {
        if let Some(parent) = network.parent(index) {
            finished[parent] &= finished[index];
        }
    }
    if finished.iter().all(|finished| *finished) { Vec::new() } else { finished }
}

/// Returns, by task, the earliest date among the milestones of the task and its ancestors.
fn earliest_milestones(project: &Project, network: &Network<'_>) -> Vec<Option<Day>> {
    let days = milestone_days(&project.model);
    let mut by_task: Vec<Option<Day>> = Vec::new();
    for (index, entry) in network.tasks.iter().enumerate() {
        let own = entry.task.shown.milestone().and_then(|name| days.get(name)).copied();
        let inherited = network.parent(index).and_then(|parent| by_task[parent]);
        by_task.push(earliest(inherited, own));
    }
    by_task
}

/// Returns the dated milestones, by date, with the number of open tasks that end after them.
fn milestones(project: &Project, rows: &[GanttRow]) -> Vec<GanttMilestone> {
    let mut milestones: Vec<GanttMilestone> = Vec::new();
    for (name, milestone) in &project.model.config.values().milestones {
        let Some(day) = milestone.date.as_deref().and_then(parse_date) else { continue };
        let color = milestone.color.as_deref().map(to_hex).unwrap_or_default();
        let mut late = 0;
        for row in rows {
            let is_open = row.below == 0 && row.status.is_some_and(|status| !status.is_terminal());
            let is_in_milestone = row.milestone.as_deref() == Some(name);
            late += u32::from(is_open && is_in_milestone && row.due.is_some_and(|due| due > day));
        }
        let status = Some(milestone.status()).filter(|status| *status != MilestoneStatus::default());
        milestones.push(GanttMilestone {
            name: name.clone(),
            day,
            color,
            late,
            version: milestone.version.clone(),
            status,
        });
    }
    milestones.sort_by(|a, b| (a.day, &a.name).cmp(&(b.day, &b.name)));
    milestones
}

/// Returns the load of each assignee for the stored dates, by key, that of tasks without assignee
/// last.
fn loads(network: &Network<'_>, stored: &[Dates], today: Day) -> Vec<GanttLoad> {
    let mut loads: Vec<GanttLoad> = Vec::new();
    for (track, load) in network.resources.tracks.iter().zip(&load(network, stored, today)) {
        if load.days.is_empty() {
            continue;
        }
        let mut days = Vec::new();
        for (day, minutes) in &load.days {
            days.push(DayHours { day: *day, hours: minutes_to_hours(*minutes) });
        }
        loads.push(GanttLoad {
            assignee: track.key.clone(),
            calendar: count(track.calendar),
            limit_percent: track.limit_percent,
            days,
        });
    }
    loads.sort_by(|a, b| (a.assignee.is_empty(), &a.assignee).cmp(&(b.assignee.is_empty(), &b.assignee)));
    loads
}

fn calendar(calendar: &Calendar) -> GanttCalendar {
    let hours = |minutes: u32| minutes_to_hours(i64::from(minutes));
    let (mut week, mut exceptions) = (Vec::new(), Vec::new());
    for minutes in calendar.week() {
        week.push(hours(minutes));
    }
    for (day, minutes) in calendar.exceptions() {
        exceptions.push(DayHours { day, hours: hours(minutes) });
    }
    GanttCalendar { week, exceptions }
}
