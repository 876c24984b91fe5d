//! Assignees: the people who work on tasks.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::{Args, Subcommand, ValueEnum};
use handoff_agent::operations::people::assignees::add::AddAssignee;
use handoff_agent::operations::people::assignees::list::{self, ListAssignees};
use handoff_agent::operations::people::assignees::remove::{self, RemoveAssignee};
use handoff_agent::operations::people::assignees::update::UpdateAssignee;
use handoff_agent::operations::people::assignees::{AssigneeParams, AssigneeValues};
use handoff_agent::{NoParams, RequiredText};
use handoff_engine::ProjectPart;
use serde_json::Value;

use crate::ground::styled::Styled;
use crate::verbs::arguments::parsers::not_blank;
use crate::verbs::calendar::{WEEKDAYS, WorkingTime};
use crate::verbs::invocation::Invocation;
use crate::verbs::output::table::{Align, Table};
use crate::verbs::output::{Page, empty_list, format_hours};

/// The verbs of assignees.
#[derive(Debug, Subcommand)]
pub enum AssigneeCommand {
    /// Configured assignees, with working time, tasks and hours.
    #[command(after_help = "Example: handoff assignee list")]
    List,
    /// Add an assignee.
    #[command(after_help = "Example: handoff assignee add maya --name \"Maya Ito\" --hours 6")]
    Add {
        /// The key that tasks use.
        #[arg(value_parser = not_blank)]
        key: RequiredText,
        #[command(flatten)]
        fields: Fields,
    },
    /// Change an assignee.
    #[command(after_help = "Example: handoff assignee update maya --closed 2026-12-28 --closed 2026-12-29")]
    Update {
        /// The key that tasks use.
        #[arg(value_parser = not_blank)]
        key: RequiredText,
        #[command(flatten)]
        fields: Fields,
        /// A field to clear. Repeatable.
        #[arg(long, value_enum, value_name = "FIELD")]
        clear: Vec<Clearable>,
    },
    /// Remove an assignee from the configuration and from all tasks.
    #[command(after_help = "Example: handoff assignee remove maya")]
    Remove {
        /// The key that tasks use.
        #[arg(value_parser = not_blank)]
        key: RequiredText,
    },
}

/// The fields of an assignee.
#[derive(Debug, Args)]
pub struct Fields {
    /// The display name.
    #[arg(long)]
    name: Option<String>,
    /// Color of CSS, such as #1E90FF or teal.
    #[arg(long)]
    color: Option<String>,
    #[command(flatten)]
    time: WorkingTime,
}

/// The fields that can be cleared, so that the project's values apply.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Clearable {
    /// The name.
    Name,
    /// The color.
    Color,
    /// The hours per working day.
    Hours,
    /// The closed weekdays.
    ClosedWeekday,
    /// The closed days.
    Closed,
    /// The open days.
    Open,
    /// The hours of single days.
    DayHours,
}

impl Fields {
    fn into_params(self, key: RequiredText, clear: Vec<Clearable>) -> AssigneeParams {
        let mut values =
            AssigneeValues { display_name: self.name.into(), color: self.color.into(), working_time: self.time.into() };
        for field in clear {
            let time = &mut values.working_time;
            match field {
                Clearable::Name => values.display_name.clear_if_absent(),
                Clearable::Color => values.color.clear_if_absent(),
                Clearable::Hours => time.work_hours_per_day.clear_if_absent(),
                Clearable::ClosedWeekday => time.closed_weekdays.clear_if_absent(),
                Clearable::Closed => time.closed_dates.clear_if_absent(),
                Clearable::Open => time.open_dates.clear_if_absent(),
                Clearable::DayHours => time.day_hours.clear_if_absent(),
            }
        }
        AssigneeParams { key, values }
    }
}

impl AssigneeCommand {
    /// Returns the invocation.
    pub fn invocation(self) -> Invocation {
        match self {
            AssigneeCommand::List => Invocation::operation::<ListAssignees, _>(NoParams {}, assignees),
            AssigneeCommand::Add { key, fields } => {
                Invocation::plain::<AddAssignee>(fields.into_params(key, Vec::new()))
            }
            AssigneeCommand::Update { key, fields, clear } => {
                Invocation::plain::<UpdateAssignee>(fields.into_params(key, clear))
            }
            AssigneeCommand::Remove { key } => Invocation::plain::<RemoveAssignee>(remove::Params { key }),
        }
    }
}

/// Renders the configured assignees.
fn assignees(answer: &list::Answer, page: Page<'_>) -> Styled {
    let assignees = &answer.assignees.0;
    if assignees.is_empty() {
        return empty_list(page, ProjectPart::Config, "No assignees yet. handoff assignee add KEY adds one.").into();
    }
    let mut table = Table::new(&[
        ("KEY", Align::Left),
        ("NAME", Align::Flexible),
        ("HOURS/DAY", Align::Right),
        ("FREE", Align::Left),
        ("TASKS", Align::Right),
        ("AT WORK", Align::Right),
        ("ESTIMATED", Align::Right),
        ("SPENT", Align::Right),
    ])
    .with_optional(&["ESTIMATED", "SPENT", "FREE", "AT WORK"]);
    for (key, assignee) in assignees {
        table.row(vec![
            key.as_str().into(),
            assignee.display_name.as_str().into(),
            format_hours(assignee.work_hours_per_day).into(),
            weekdays(&assignee.closed_weekdays).into(),
            assignee.task_count.to_string().into(),
            assignee.active_task_count.to_string().into(),
            format_hours(assignee.total_estimate_hours).into(),
            format_hours(assignee.total_actual_hours).into(),
        ]);
    }
    table.text(page.width)
}

/// Returns the names of weekdays as the configuration stores them, by name or number: "Sun, Sat".
fn weekdays(stored: &Value) -> String {
    let name = |day: &Value| match day.as_str() {
        Some(name) => WEEKDAYS.iter().find(|short| name.to_lowercase().starts_with(&short.to_lowercase())),
        None => WEEKDAYS.get(usize::try_from(day.as_u64()?).ok()?),
    };
    stored.as_array().into_iter().flatten().filter_map(name).copied().collect::<Vec<_>>().join(", ")
}
