//! Metrics: progress, hours, overdue tasks, budget and milestones.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use anstyle::AnsiColor;
use clap::Args;
use handoff_agent::operations::planning::metrics::{self, Answer, GetMetrics, Milestone, OverdueTask};
use handoff_protocol::MilestoneStatus;

use crate::ground::styled::Styled;
use crate::verbs::invocation::Invocation;
use crate::verbs::output::table::{Align, Cell, Table};
use crate::verbs::output::{Details, Page, colored, format_hours, pluralize};

/// No limit: a person pays for no tokens.
pub const NO_LIMIT: u64 = u32::MAX as u64;

/// Progress, hours, overdue tasks, budget and milestones.
#[derive(Debug, Args)]
#[command(after_help = "Example: handoff metrics --assignee maya")]
pub struct Metrics {
    /// Only tasks of this assignee.
    #[arg(long)]
    assignee: Option<String>,
}

impl Metrics {
    /// Returns the invocation.
    pub fn invocation(self) -> Invocation {
        let assignee = self.assignee.clone();
        let params =
            metrics::Params { assignee: self.assignee, overdue_limit: Some(NO_LIMIT), ..metrics::Params::default() };
        Invocation::operation::<GetMetrics, _>(params, move |answer, page| match answer {
            Answer::Metrics(metrics) => render(metrics, assignee.as_deref(), page),
            Answer::Report(_) => Styled::default(),
        })
    }
}

/// Renders the metrics of one person or of all.
fn render(metrics: &metrics::Metrics, assignee: Option<&str>, page: Page<'_>) -> Styled {
    let name = &page.engine.reader().config().name;
    let tasks = pluralize(metrics.total as usize, "task");
    let mut details = Details::new(&format!("{name}: {tasks}{}", of_assignee(assignee)));
    if metrics.total == 0 {
        let hint = match assignee {
            Some(name) => format!("handoff task update ID --assignee {name} assigns a task."),
            None => "handoff task create TITLE adds a task.".to_owned(),
        };
        details.raw(format!("No tasks to count yet. {hint}\n"));
        return details.into_text();
    }
    let work = &metrics.work;
    let groups = if work.total < metrics.total { " without subtasks" } else { "" };
    let percent = format_hours(work.completion_percent);
    details.field("done", &format!("{percent} %: {} of {}{groups}", work.finished, work.total));
    let by_status = work.by_status.iter().flat_map(|counts| &counts.0);
    let by_status: Vec<String> = by_status.map(|(status, count)| format!("{count} {status}")).collect();
    details.field("tasks", &by_status.join(", "));
    hours(&mut details, metrics);
    if !metrics.overdue_tasks.is_empty() {
        details.raw(Styled::from("\n").then(overdue(&metrics.overdue_tasks, page)));
    }
    if !metrics.milestones.is_empty() {
        details.raw(Styled::from("\n").then(milestones(&metrics.milestones, page)));
    }
    details.into_text()
}

/// Returns " of maya", or nothing for everybody.
pub fn of_assignee(assignee: Option<&str>) -> String {
    assignee.map_or_else(String::new, |name| format!(" of {name}"))
}

/// Adds the hours and the budget.
fn hours(details: &mut Details, metrics: &metrics::Metrics) {
    let estimate = format_hours(metrics.total_estimate_hours);
    let adjusted = format_hours(metrics.total_adjusted_estimate_hours);
    let adjusted = if adjusted == estimate {
        String::new()
    } else {
        let factor = format_hours(metrics.ai_estimate_multiplier);
        format!("; {adjusted} h with agents at {factor} of a person's time")
    };
    let all = format_hours(metrics.all_estimate_hours);
    let all = if all == estimate { String::new() } else { format!("; {all} h with parent tasks") };
    details.field("estimated", &format!("{estimate} h{all}{adjusted}"));
    details.field("spent", &format!("{} h", format_hours(metrics.total_actual_hours)));
    details.field("left", &format!("{} h", format_hours(metrics.total_remaining_hours)));
    if let Some(budget) = &metrics.budget {
        let [all, used, left] = [budget.total_hours, budget.used_hours, budget.remaining_hours].map(format_hours);
        details.field("budget", &format!("{all} h: {used} used, {left} left"));
    }
}

fn overdue(tasks: &[OverdueTask], page: Page<'_>) -> Styled {
    let mut table = Table::new(&[
        ("OVERDUE", Align::Left),
        ("TITLE", Align::Flexible),
        ("DUE", Align::Left),
        ("DAYS", Align::Right),
    ]);
    for task in tasks {
        table.row(vec![
            Cell::styled(task.id.as_str(), colored(AnsiColor::Red)),
            task.title.as_str().into(),
            task.due_date.as_str().into(),
            task.days_overdue.to_string().into(),
        ]);
    }
    table.text(page.width)
}

fn milestones(milestones: &[Milestone], page: Page<'_>) -> Styled {
    let mut table = Table::new(&[
        ("MILESTONE", Align::Flexible),
        ("DATE", Align::Left),
        ("STATUS", Align::Left),
        ("DONE", Align::Right),
        ("ESTIMATED", Align::Right),
        ("SPENT", Align::Right),
    ]);
    for milestone in milestones {
        table.row(vec![
            milestone.name.as_str().into(),
            date(milestone).into(),
            milestone.status.map_or("", MilestoneStatus::name).into(),
            format!("{}/{}", milestone.work.finished, milestone.work.total).into(),
            format_hours(milestone.estimate_hours).into(),
            format_hours(milestone.actual_hours).into(),
        ]);
    }
    table.text(page.width)
}

/// Returns the date of a milestone, or else the latest due date of its open tasks.
fn date(milestone: &Milestone) -> String {
    let date = milestone.date.as_deref().unwrap_or_default();
    match milestone.latest_due.as_deref().unwrap_or_default() {
        due if date.is_empty() && !due.is_empty() => format!("(tasks: {due})"),
        _ => date.to_owned(),
    }
}
