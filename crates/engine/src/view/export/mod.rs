//! The plan in other programs' forms: all tasks in the order of the tree, as the Gantt chart tells them.
//!
//! Invariant: nothing of a task's text can end the place where it stands or be carried out by who reads it.

mod calendar;
mod ms_project;
mod table;

use handoff_protocol::gantt::{GanttLink, GanttRow, GanttView};
use handoff_protocol::{Context, ExportFormat, Filter, GanttGroup, GanttSort};

use super::gantt::{Asked, gantt};
use crate::Project;
use crate::calendar::Day;
use crate::model::TaskRef;
use crate::problem::Circles;

pub(crate) fn export(project: &Project, circles: &Circles, context: &Context, format: ExportFormat) -> String {
    let everything = Filter::default();
    let asked = Asked {
        filter: Some(&everything),
        sort: Some(GanttSort::Manual),
        group: Some(GanttGroup::Tree),
        baseline: None,
        loads: Some(false),
    };
    let chart = gantt(project, circles, context, &asked);
    let plan = Plan { project, context, lines: lines(project, &chart), chart: &chart };
    match format {
        ExportFormat::Csv => table::write(&plan),
        ExportFormat::ICalendar => calendar::write(&plan),
        ExportFormat::MsProject => ms_project::write(&plan),
    }
}

/// What is written.
struct Plan<'a> {
    project: &'a Project,
    context: &'a Context,
    chart: &'a GanttView,
    lines: Vec<Line<'a>>,
}

/// A task with what the chart tells of it.
struct Line<'a> {
    row: &'a GanttRow,
    task: TaskRef<'a>,
    /// Its position, and that of the task above it.
    place: usize,
    parent: Option<usize>,
}

/// What a word of a form stands for.
///
/// A form is a text of names, each with a word for the value under it. A word that names no fact stands for itself, and a name without a value is left out.
type Facts<'a> = &'a dyn Fn(&str) -> String;

fn lines<'a>(project: &'a Project, chart: &'a GanttView) -> Vec<Line<'a>> {
    let mut lines: Vec<Line<'a>> = Vec::with_capacity(chart.rows.len());
    for row in &chart.rows {
        let Ok(task) = project.model.tasks.find(&row.key) else { continue };
        let parent = if row.depth == 0 { None } else { lines.iter().rposition(|above| above.row.depth < row.depth) };
        lines.push(Line { row, task, place: lines.len(), parent });
    }
    lines
}

impl<'a> Line<'a> {
    /// The first and the last day, where there is at least one of them.
    fn days(&self) -> Option<(Day, Day)> {
        let (start, due) = (self.row.start.or(self.row.due)?, self.row.due.or(self.row.start)?);
        Some((start.min(due), start.max(due)))
    }

    fn notes(&self) -> &'a str {
        self.task.shown.task.notes.as_deref().unwrap_or_default()
    }

    fn is_leaf(&self) -> bool {
        self.row.below == 0
    }

    fn waits_by(&self, link: &GanttLink) -> bool {
        usize::try_from(link.to) == Ok(self.place)
    }
}

impl Plan<'_> {
    /// What an assignee is called.
    fn name_of<'p>(&'p self, key: &'p str) -> &'p str {
        let configured = &self.project.model.config.values().assignees;
        let name = configured.iter().find(|(known, _)| known == key).and_then(|(_, who)| who.display_name.as_deref());
        name.filter(|name| !name.is_empty()).unwrap_or(key)
    }

    /// What every form can tell of a task.
    fn fact(&self, line: &Line<'_>, word: &str) -> String {
        let row = line.row;
        let text = match word {
            "id" => line.task.id(),
            "parent" => line.parent.and_then(|place| self.lines.get(place)).map_or("", |parent| parent.task.id()),
            "title" => line.task.title(),
            "status" => row.status.map_or("", |status| status.name()),
            "priority" => row.priority.map_or("", |priority| priority.name()),
            "assignee" => row.assignee.as_deref().unwrap_or_default(),
            "name" => row.assignee.as_deref().map_or("", |key| self.name_of(key)),
            "milestone" => row.milestone.as_deref().unwrap_or_default(),
            "notes" => line.notes(),
            "start" => return date(row.start),
            "due" => return date(row.due),
            "estimate" => return hours(row.hours),
            "actual" => return hours(row.actual_hours),
            "remaining" => return hours(row.remaining_hours),
            "progress" => return row.progress.to_string(),
            itself => itself,
        };
        text.to_owned()
    }
}

fn date(day: Option<Day>) -> String {
    day.map(handoff_format::date_of).unwrap_or_default()
}

fn hours(hours: Option<f64>) -> String {
    hours.map(|hours| hours.to_string()).unwrap_or_default()
}
