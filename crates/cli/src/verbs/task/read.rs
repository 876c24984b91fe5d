//! The verb that shows the tree of tasks.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use std::fmt::Write as _;

use anstyle::Style;
use clap::Args;
use handoff_agent::operations::common::{ScheduleAnswer, TaskNode};
use handoff_agent::operations::tasks::list;
use handoff_protocol::{Priority, Status};

use super::{priorities, statuses};
use crate::ground::styled::Styled;
use crate::verbs::output::table::{Align, Cell, Table};
use crate::verbs::output::{Page, format_hours, pluralize, status_style};

#[derive(Debug, Args)]
pub struct List {
    /// Only tasks with this status.
    #[arg(long, value_parser = statuses())]
    status: Option<Status>,
    /// Only this assignee.
    #[arg(long)]
    assignee: Option<String>,
    /// Only tasks of this milestone.
    #[arg(long)]
    milestone: Option<String>,
    /// Only tasks with this priority.
    #[arg(long, value_parser = priorities())]
    priority: Option<Priority>,
    /// Only tasks with this label.
    #[arg(long)]
    label: Option<String>,
    /// Include the projects inside this one.
    #[arg(long)]
    inner: bool,
}

impl From<List> for list::Params {
    fn from(args: List) -> list::Params {
        list::Params {
            status_filter: args.status,
            assignee_filter: args.assignee,
            milestone_filter: args.milestone,
            priority_filter: args.priority,
            label_filter: args.label,
            include_children: Some(args.inner),
            limit: Some(0),
        }
    }
}

/// Renders the task tree, with counts.
pub fn tree(answer: &list::Answer, page: Page<'_>) -> Styled {
    if answer.task_tree.is_empty() {
        return match page.engine.reader().tasks().len() {
            0 => "No tasks yet. handoff task create TITLE adds one.\n".into(),
            total => format!("None of {} matches.\n", pluralize(total, "task")).into(),
        };
    }
    let mut table = Table::new(&[
        ("ID", Align::Left),
        ("STATUS", Align::Left),
        ("TITLE", Align::Flexible),
        ("ASSIGNEE", Align::Left),
        ("HELD BY", Align::Left),
        ("START", Align::Left),
        ("DUE", Align::Left),
        ("HOURS", Align::Right),
    ])
    .with_optional(&["START", "HOURS", "ASSIGNEE", "DUE", "HELD BY"]);
    for node in &answer.task_tree {
        add_rows(&mut table, node, 0);
    }
    table.text(page.width).then(format!("\n{}\n", counts(answer)))
}

fn add_rows(table: &mut Table, node: &TaskNode, depth: usize) {
    let indent = "  ".repeat(depth);
    // A list of several projects has the name of its project for each task.
    let home = node.home.as_ref().filter(|home| !home.project_name.is_empty());
    table.row(match home {
        Some(home) => {
            let name = format!("{indent}{}", home.project_name);
            vec!["".into(), "".into(), Cell::styled(name, Style::new().bold())]
        }
        None => task_row(node, &indent),
    });
    for child in &node.children {
        add_rows(table, child, depth + 1);
    }
}

fn task_row(node: &TaskNode, indent: &str) -> Vec<Cell> {
    let status = node.status.name();
    let schedule = node.schedule.as_ref();
    let date = |of: fn(&ScheduleAnswer) -> &Option<String>| schedule.and_then(|schedule| of(schedule).as_deref());
    vec![
        node.id.as_str().into(),
        Cell::styled(status, status_style(status)),
        format!("{indent}{}", node.title).into(),
        node.assignee.as_deref().unwrap_or_default().into(),
        node.held_by.as_deref().unwrap_or_default().into(),
        date(|schedule| &schedule.start_date).unwrap_or_default().into(),
        date(|schedule| &schedule.due_date).unwrap_or_default().into(),
        schedule.and_then(|schedule| schedule.estimate_hours).map(format_hours).unwrap_or_default().into(),
    ]
}

/// Returns "41 tasks: 12 todo, 20 done; 3 overdue; 5 finished earlier, not listed". With parents it is
/// "41 tasks; 15 of 29 without subtasks finished", because numbers by status count no parents.
fn counts(answer: &list::Answer) -> String {
    let summary = &answer.task_summary;
    let mut text = pluralize(summary.total, "task");
    // Writing to a string cannot fail.
    if summary.work.total < summary.total {
        let _ = write!(text, "; {} of {} without subtasks finished", summary.work.finished, summary.work.total);
    } else {
        let parts = summary.by_status.0.iter().map(|(status, count)| format!("{count} {}", status.name()));
        let _ = write!(text, ": {}", parts.collect::<Vec<_>>().join(", "));
    }
    if summary.overdue_count > 0 {
        let _ = write!(text, "; {} overdue", summary.overdue_count);
    }
    if let Some(finished) = answer.finished_omitted {
        let _ = write!(text, "; {finished} finished earlier, not listed");
    }
    text
}
