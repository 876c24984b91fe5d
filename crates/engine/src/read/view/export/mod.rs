//! The plan as files for other programs: all tasks in the order of the tree, with the values of the
//! Gantt chart.
//!
//! Invariant: no text of a project breaks the syntax of a file or runs as a formula.

pub(crate) mod csv;
mod icalendar;
mod ms_project;

use handoff_format::Task;
use handoff_protocol::gantt::{GanttLink, GanttRow, GanttView};
use handoff_protocol::{Context, ExportFormat, Filter, GanttGroup, GanttSort};

use crate::Project;
use crate::analysis::problems::Cycles;
use crate::ground::timestamp::Day;
use crate::model::TaskRef;
use crate::read::view::card::assignee_name;
use crate::read::view::gantt::{GanttRequest, gantt};

/// Writes the whole plan in a format.
pub(crate) fn export(project: &Project, cycles: &Cycles, context: &Context, format: ExportFormat) -> String {
    let filter = Filter::default();
    let query = GanttRequest {
        filter: Some(&filter),
        sort: Some(GanttSort::Manual),
        group: Some(GanttGroup::Tree),
        baseline: None,
        loads: Some(false),
        fold_finished: false,
    };
    let chart = gantt(project, cycles, context, &query);
    let input = ExportInput { project, context, tasks: export_tasks(project, &chart), chart: &chart };
    match format {
        ExportFormat::Csv => csv::write(&input),
        ExportFormat::ICalendar => icalendar::write(&input),
        ExportFormat::MsProject => ms_project::write(&input),
    }
}

/// The input of every writer.
struct ExportInput<'a> {
    project: &'a Project,
    context: &'a Context,
    chart: &'a GanttView,
    tasks: Vec<ExportTask<'a>>,
}

/// A task with its row in the chart.
struct ExportTask<'a> {
    row: &'a GanttRow,
    task: TaskRef<'a>,
    /// Index in [`ExportInput::tasks`], and of the row in the chart.
    index: usize,
    /// Index of the parent.
    parent: Option<usize>,
}

/// Pairs the rows of the chart with their tasks.
fn export_tasks<'a>(project: &'a Project, chart: &'a GanttView) -> Vec<ExportTask<'a>> {
    let mut tasks: Vec<ExportTask<'a>> = Vec::with_capacity(chart.rows.len());
    for row in &chart.rows {
        let Ok(task) = project.model.tasks.find(&row.key) else { continue };
        let parent =
            if row.depth == 0 { None } else { tasks.iter().rposition(|earlier| earlier.row.depth < row.depth) };
        tasks.push(ExportTask { row, task, index: tasks.len(), parent });
    }
    tasks
}

impl<'a> ExportTask<'a> {
    fn record(&self) -> &'a Task {
        &self.task.shown.task
    }

    /// Returns the first and the last day. A task with one date has that day only.
    fn dates(&self) -> Option<(Day, Day)> {
        let (start, due) = (self.row.start.or(self.row.due)?, self.row.due.or(self.row.start)?);
        Some((start.min(due), start.max(due)))
    }

    fn assignee(&self) -> Option<&'a str> {
        self.row.assignee.as_deref()
    }

    fn notes(&self) -> &'a str {
        self.record().notes.as_deref().unwrap_or_default()
    }

    fn is_leaf(&self) -> bool {
        self.row.below == 0
    }
}

impl<'a> ExportInput<'a> {
    fn parent(&self, task: &ExportTask<'_>) -> Option<&ExportTask<'a>> {
        self.tasks.get(task.parent?)
    }

    /// Returns the display name of an assignee, else the key.
    fn assignee_name<'k>(&self, key: &'k str) -> &'k str
    where
        'a: 'k,
    {
        assignee_name(self.project.model.config.values(), key)
    }

    /// Returns the links from the tasks that this one depends on.
    fn incoming_links(&self, task: &ExportTask<'_>) -> impl Iterator<Item = &'a GanttLink> {
        let index = task.index;
        self.chart.links.iter().filter(move |link| usize::try_from(link.to) == Ok(index))
    }

    /// Returns the links to the tasks that depend on this one.
    fn outgoing_links(&self, task: &ExportTask<'_>) -> impl Iterator<Item = &'a GanttLink> {
        let index = task.index;
        self.chart.links.iter().filter(move |link| usize::try_from(link.from) == Ok(index))
    }
}

/// Formats a date as `YYYY-MM-DD`, `None` as an empty text.
fn format_date(day: Option<Day>) -> String {
    day.map(handoff_format::format_date).unwrap_or_default()
}

/// Formats hours as `8` or `2.5`, `None` as an empty text.
fn format_hours(hours: Option<f64>) -> String {
    hours.map(|hours| hours.to_string()).unwrap_or_default()
}
