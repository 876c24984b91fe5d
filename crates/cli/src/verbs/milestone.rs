//! Milestones.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use anstyle::Style;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand, ValueEnum};
use handoff_agent::RequiredText;
use handoff_agent::operations::people::milestones::add::AddMilestone;
use handoff_agent::operations::people::milestones::list::{self, ListMilestones};
use handoff_agent::operations::people::milestones::remove::{self, RemoveMilestone};
use handoff_agent::operations::people::milestones::update::{self, UpdateMilestone};
use handoff_agent::operations::people::milestones::{MilestoneParams, MilestoneValues};
use handoff_engine::ProjectPart;
use handoff_protocol::MilestoneStatus;

use crate::ground::styled::Styled;
use crate::verbs::arguments::parsers::{non_empty, not_blank, text_or_stdin};
use crate::verbs::invocation::Invocation;
use crate::verbs::output::table::{Align, Cell, Table};
use crate::verbs::output::{Page, empty_list};

/// The verbs of milestones.
#[derive(Debug, Subcommand)]
pub enum MilestoneCommand {
    /// The configured milestones, in their order.
    #[command(after_help = "Example: handoff milestone list")]
    List {
        /// Only milestones with this status.
        #[arg(long, value_parser = status())]
        status: Option<MilestoneStatus>,
    },
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
        /// Let the status go back.
        #[arg(long)]
        force: bool,
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
    /// Version that it brings, such as 2.1.0.
    #[arg(long, value_name = "TEXT")]
    version: Option<String>,
    /// Status; it goes forward only.
    #[arg(long, value_parser = status())]
    status: Option<MilestoneStatus>,
    /// Place in lists, ascending.
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    order: Option<i64>,
    /// A milestone that comes before it. Repeatable; replaces the existing list.
    #[arg(long = "after", value_name = "NAME")]
    depends_on: Vec<String>,
}

fn status() -> impl TypedValueParser<Value = MilestoneStatus> {
    let names = PossibleValuesParser::new(MilestoneStatus::NAMES);
    names.map(|name| MilestoneStatus::from_name(&name).unwrap_or_default())
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
    /// The version.
    Version,
    /// The place in lists.
    Order,
    /// The milestones before it.
    After,
}

impl Fields {
    fn into_params(self, name: RequiredText, clear: Vec<Clearable>) -> MilestoneParams {
        let mut values = MilestoneValues {
            date: self.date.into(),
            color: self.color.into(),
            description: self.description.into(),
            version: self.version.into(),
            status: self.status.into(),
            order: self.order.into(),
            depends_on: non_empty(self.depends_on).into(),
        };
        for field in clear {
            match field {
                Clearable::Date => values.date.clear_if_absent(),
                Clearable::Color => values.color.clear_if_absent(),
                Clearable::Description => values.description.clear_if_absent(),
                Clearable::Version => values.version.clear_if_absent(),
                Clearable::Order => values.order.clear_if_absent(),
                Clearable::After => values.depends_on.clear_if_absent(),
            }
        }
        MilestoneParams { name, values }
    }
}

impl MilestoneCommand {
    /// Returns the invocation.
    pub fn invocation(self) -> Invocation {
        match self {
            MilestoneCommand::List { status } => {
                Invocation::operation::<ListMilestones, _>(list::Params { status_filter: status }, milestones)
            }
            MilestoneCommand::Add { name, fields } => {
                Invocation::plain::<AddMilestone>(fields.into_params(name, Vec::new()))
            }
            MilestoneCommand::Update { name, fields, clear, force } => {
                let milestone = fields.into_params(name, clear);
                Invocation::plain::<UpdateMilestone>(update::Params { milestone, force })
            }
            MilestoneCommand::Remove { name } => Invocation::plain::<RemoveMilestone>(remove::Params { name }),
        }
    }
}

/// Renders the milestones.
fn milestones(answer: &list::Answer, page: Page<'_>) -> Styled {
    let milestones = &answer.milestones.0;
    if milestones.is_empty() && !page.engine.reader().config().milestones.is_empty() {
        return "No milestone has this status.\n".into();
    }
    if milestones.is_empty() {
        return empty_list(page, ProjectPart::Config, "No milestones yet. handoff milestone add NAME adds one.").into();
    }
    let mut table = Table::new(&[
        ("NAME", Align::Left),
        ("DATE", Align::Left),
        ("STATUS", Align::Left),
        ("VERSION", Align::Left),
        ("AFTER", Align::Left),
        ("DESCRIPTION", Align::Flexible),
        ("COLOR", Align::Left),
    ])
    .with_optional(&["VERSION", "AFTER", "COLOR"]);
    for (name, milestone) in milestones {
        table.row(vec![
            name.as_str().into(),
            milestone.date.as_deref().unwrap_or_default().into(),
            milestone.status.name().into(),
            milestone.version.as_deref().unwrap_or_default().into(),
            milestone.depends_on.join(", ").into(),
            milestone.description.as_deref().unwrap_or_default().into(),
            Cell::styled(milestone.color.as_deref().unwrap_or_default(), Style::new().dimmed()),
        ]);
    }
    table.text(page.width)
}
