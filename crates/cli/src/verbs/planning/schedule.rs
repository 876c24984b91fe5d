//! The scheduler.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::Args;
use handoff_agent::operations::planning::schedule::{self, AutoSchedule};
use handoff_agent::{Date, HandoffError, RequiredText};
use handoff_engine::ProjectReader;

use crate::ground::styled::Styled;
use crate::verbs::arguments::parsers::required_text;
use crate::verbs::invocation::Invocation;
use crate::verbs::output::table::{Align, Table};
use crate::verbs::output::{Page, pluralize};
use crate::verbs::planning::metrics::NO_LIMIT;

/// Schedule open tasks.
#[derive(Debug, Args)]
#[command(after_help = "Example: handoff schedule --dry-run")]
pub struct Schedule {
    /// Only tasks of this assignee.
    #[arg(long)]
    assignee: Option<String>,
    /// No task starts before this day, YYYY-MM-DD; default: today.
    #[arg(long, value_name = "DATE")]
    from: Option<String>,
    /// Store the new dates as a proposal with this reason, which a person accepts or rejects.
    #[arg(long, value_name = "REASON", value_parser = required_text)]
    propose: Option<RequiredText>,
}

impl Schedule {
    /// Returns the invocation.
    pub fn invocation(self) -> Invocation {
        Invocation::prepare_operation::<AutoSchedule, _>(move |_, dry_run| self.into_params(dry_run), render)
    }

    fn into_params(self, dry_run: bool) -> Result<schedule::Params, HandoffError> {
        Ok(schedule::Params {
            dry_run: Some(dry_run),
            assignee_filter: self.assignee,
            start_date: self.from.map(|from| Date::of_argument("start_date", from)).transpose()?,
            change_limit: Some(NO_LIMIT),
            propose: self.propose.filter(|_| !dry_run).map(String::from),
        })
    }
}

/// Renders what the scheduler would change, or has changed.
fn render(answer: &schedule::Answer, page: Page<'_>) -> Styled {
    if answer.changes.is_empty() {
        return match answer.scheduled_count {
            0 => "No task to schedule: each one is started, finished or pinned.\n".into(),
            free => {
                format!("Nothing to change: the dates of {} are already right.\n", pluralize(free, "open task")).into()
            }
        };
    }
    let mut table =
        Table::new(&[("ID", Align::Left), ("TITLE", Align::Flexible), ("START", Align::Left), ("DUE", Align::Left)]);
    let reader = page.engine.reader();
    for change in &answer.changes {
        table.row(vec![
            change.task_id.as_str().into(),
            title(reader, &change.task_id).into(),
            date_change(change.old_start.as_deref(), change.new_start.as_deref()).into(),
            date_change(change.old_due.as_deref(), change.new_due.as_deref()).into(),
        ]);
    }
    let tasks = pluralize(answer.changes.len(), "task");
    let sentence = if answer.proposal.is_some() {
        format!("{tasks} would get new dates.")
    } else if answer.dry_run {
        format!("{tasks} would get new dates. Run without --dry-run to apply them.")
    } else {
        format!("{tasks} got new dates. Run handoff undo to undo.")
    };
    table.text(page.width).then(format!("\n{sentence}\n"))
}

fn title(reader: ProjectReader<'_>, id: &str) -> String {
    // The task may have been deleted since.
    reader.task(id).map_or_else(|_| String::new(), |entry| entry.fields().title.clone())
}

/// Returns "2026-11-24 → 2026-11-26"; only the new date if there was none or it stays.
fn date_change(old: Option<&str>, new: Option<&str>) -> String {
    let shown = new.unwrap_or_default();
    match old {
        Some(old) if Some(old) != new => format!("{old} → {shown}"),
        _ => shown.to_owned(),
    }
}
