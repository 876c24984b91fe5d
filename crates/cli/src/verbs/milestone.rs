//! Milestones.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use anstyle::Style;
use clap::{Args, Subcommand, ValueEnum};
use handoff_agent::operations::people::milestones::add::AddMilestone;
use handoff_agent::operations::people::milestones::list::{self, ListMilestones};
use handoff_agent::operations::people::milestones::remove::{self, RemoveMilestone};
use handoff_agent::operations::people::milestones::update::UpdateMilestone;
use handoff_agent::operations::people::milestones::{MilestoneParams, MilestoneValues};
use handoff_agent::{NoParams, RequiredText};
use handoff_engine::ProjectPart;

use crate::ground::styled::Styled;
use crate::verbs::arguments::parsers::{not_blank, text_or_stdin};
use crate::verbs::invocation::Invocation;
use crate::verbs::output::table::{Align, Cell, Table};
use crate::verbs::output::{Page, empty_list};

/// The verbs of milestones.
#[derive(Debug, Subcommand)]
pub enum MilestoneCommand {
    /// The configured milestones.
    #[command(after_help = "Example: handoff milestone list")]
    List,
    /// Add a milestone.
    #[command(after_help = "Example: handoff milestone add beta --date 2026-12-18")]
    Add {
        /// The name.
        #[arg(value_parser = not_blank)]
        name: RequiredText,
        #[command(flatten)]
        fields: Fields,
    },
    /// Change a milestone.
    #[command(after_help = "Example: handoff milestone update beta --date 2026-12-21")]
    Update {
        /// The name.
        #[arg(value_parser = not_blank)]
        name: RequiredText,
        #[command(flatten)]
        fields: Fields,
        /// A field to clear. Repeatable.
        #[arg(long, value_enum, value_name = "FIELD")]
        clear: Vec<Clearable>,
    },
    /// Remove a milestone; tasks keep its name.
    #[command(after_help = "Example: handoff milestone remove beta")]
    Remove {
        /// The name.
        #[arg(value_parser = not_blank)]
        name: RequiredText,
    },
}

/// The fields of a milestone.
#[derive(Debug, Args)]
pub struct Fields {
    /// Date, YYYY-MM-DD.
    #[arg(long)]
    date: Option<String>,
    /// Color of CSS, such as #1E90FF or teal.
    #[arg(long)]
    color: Option<String>,
    /// A description; - reads standard input.
    #[arg(long, value_name = "TEXT", value_parser = text_or_stdin)]
    description: Option<String>,
}

/// The fields that can be cleared.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Clearable {
    /// The date.
    Date,
    /// The color.
    Color,
    /// The description.
    Description,
}

impl Fields {
    fn into_params(self, name: RequiredText, clear: Vec<Clearable>) -> MilestoneParams {
        let mut values =
            MilestoneValues { date: self.date.into(), color: self.color.into(), description: self.description.into() };
        for field in clear {
            match field {
                Clearable::Date => values.date.clear_if_absent(),
                Clearable::Color => values.color.clear_if_absent(),
                Clearable::Description => values.description.clear_if_absent(),
            }
        }
        MilestoneParams { name, values }
    }
}

impl MilestoneCommand {
    /// Returns the invocation.
    pub fn invocation(self) -> Invocation {
        match self {
            MilestoneCommand::List => Invocation::operation::<ListMilestones, _>(NoParams {}, milestones),
            MilestoneCommand::Add { name, fields } => {
                Invocation::plain::<AddMilestone>(fields.into_params(name, Vec::new()))
            }
            MilestoneCommand::Update { name, fields, clear } => {
                Invocation::plain::<UpdateMilestone>(fields.into_params(name, clear))
            }
            MilestoneCommand::Remove { name } => Invocation::plain::<RemoveMilestone>(remove::Params { name }),
        }
    }
}

/// Renders the milestones.
fn milestones(answer: &list::Answer, page: Page<'_>) -> Styled {
    let milestones = &answer.milestones.0;
    if milestones.is_empty() {
        return empty_list(page, ProjectPart::Config, "No milestones yet. handoff milestone add NAME adds one.").into();
    }
    let mut table = Table::new(&[
        ("NAME", Align::Left),
        ("DATE", Align::Left),
        ("DESCRIPTION", Align::Flexible),
        ("COLOR", Align::Left),
    ])
    .with_optional(&["COLOR"]);
    for (name, milestone) in milestones {
        table.row(vec![
            name.as_str().into(),
            milestone.date.as_deref().unwrap_or_default().into(),
            milestone.description.as_deref().unwrap_or_default().into(),
            Cell::styled(milestone.color.as_deref().unwrap_or_default(), Style::new().dimmed()),
        ]);
    }
    table.text(page.width)
}
