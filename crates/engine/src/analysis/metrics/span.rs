//! The days of a report with everything that its figures are made of.

use std::collections::BTreeMap;

use crate::Project;
use crate::analysis::metrics::past::Past;
use crate::analysis::metrics::replay::{DayFigures, Replay, Replayed};
use crate::analysis::schedule::calendar::Calendar;
use crate::analysis::schedule::milestone_days;
use crate::ground::timestamp::{Day, day_in};

/// The maximum number of days that are replayed one by one: ten years. Keeps a wrong year from using
/// much memory.
pub(crate) const MAX_DAYS: Day = 3653;

/// A range of days of the past of the selected tasks.
pub(crate) struct ReportSpan<'p> {
    pub(crate) project: &'p Project,
    pub(crate) past: &'p Past,
    /// The calendar of the project.
    pub(crate) calendar: &'p Calendar,
    /// The first day of the report.
    pub(crate) from: Day,
    /// The last day of the report.
    pub(crate) to: Day,
    pub(crate) seed: Option<u32>,
    /// Whether all tasks are selected.
    pub(crate) is_whole: bool,
    /// The effort budget of the project. A part of the tasks has none.
    pub(crate) budget: Option<f64>,
    /// All days from the first of the past to the last of the report, without gaps.
    pub(crate) all_days: &'p [DayFigures],
    /// The state of the tasks at the end of the last day.
    pub(crate) end: &'p Replay,
    /// The first day of the ideal line.
    pub(crate) start: Option<Day>,
    /// The last day of the ideal line.
    pub(crate) target: Option<Day>,
}

/// The inputs that all spans of a report share.
#[derive(Clone, Copy)]
pub(crate) struct SpanBasis<'p> {
    pub(crate) project: &'p Project,
    pub(crate) past: &'p Past,
    pub(crate) calendar: &'p Calendar,
    /// The first and the last day.
    pub(crate) days: (Day, Day),
    pub(crate) seed: Option<u32>,
}

impl<'p> ReportSpan<'p> {
    /// Creates the span of the tasks that were replayed.
    pub(crate) fn new(basis: SpanBasis<'p>, replayed: &'p Replayed) -> ReportSpan<'p> {
        let SpanBasis { project, past, calendar, days: (from, to), seed } = basis;
        let Replayed { all_days, end } = replayed;
        let first_scope = all_days.iter().find(|figures| figures.totals.scope_tasks() > 0).map(|figures| figures.day);
        let started = project.model.config.values().started_at.as_deref();
        let configured = started.and_then(|start| day_in(start, &past.time_zone)).filter(|day| *day <= to);
        let start = first_scope.map(|first| configured.map_or(first, |start| start.max(first)));
        let is_whole = end.selection.is_everything();
        let budget = project.model.config.values().effort_budget.filter(|_| is_whole);
        let mut span = ReportSpan {
            project,
            past,
            calendar,
            from,
            to,
            seed,
            is_whole,
            budget,
            all_days,
            end,
            start,
            target: None,
        };
        span.target = span.last_target();
        span
    }

    /// Returns the date of the last milestone of the selected tasks, else their last due date.
    fn last_target(&self) -> Option<Day> {
        let milestones: BTreeMap<&str, Day> = milestone_days(&self.project.model);
        let tasks = (0..self.past.tasks.len()).filter(|task| self.end.is_selected_leaf(*task));
        let shown = |task: usize| {
            let slot = self.past.tasks.get(task)?.slot?;
            Some(self.project.model.tasks.get(slot)?.shown)
        };
        let (mut milestone, mut due) = (None, None);
        for shown in tasks.filter_map(shown) {
            milestone = milestone.max(shown.milestone().and_then(|name| milestones.get(name).copied()));
            due = due.max(shown.summary.dates.due);
        }
        milestone.or(due)
    }

    /// Returns the days within the range.
    pub(crate) fn days(&self) -> &[DayFigures] {
        let before = self.all_days.iter().take_while(|figures| figures.day < self.from).count();
        self.all_days.get(before..).unwrap_or_default()
    }

    /// Returns the figures of the last day.
    pub(crate) fn last(&self) -> DayFigures {
        self.all_days.last().copied().unwrap_or_default()
    }

    /// Returns the part of the scope that remains at the end of a day if it is worked off evenly over
    /// the working days until the target.
    pub(crate) fn ideal_left(&self, day: Day) -> Option<f64> {
        let (start, target) = (self.start.filter(|start| *start <= day)?, self.target?);
        let (elapsed, all) = (self.calendar.open_days(start, day), self.calendar.open_days(start, target));
        Some(if elapsed >= all { 0.0 } else { f64::from(all - elapsed) / f64::from(all) })
    }
}
