//! Referrals: requests to and from other projects.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::{ArgGroup, Args, Subcommand};
use handoff_agent::operations::referrals::ReferralStatus;
use handoff_agent::operations::referrals::get::{self, GetReferral};
use handoff_agent::operations::referrals::list::{self, ListReferrals};
use handoff_agent::operations::referrals::send::{self, ReferralType, SendReferral};
use handoff_agent::operations::referrals::update::{self, UpdateReferral};
use handoff_agent::{RequiredText, Short};
use handoff_engine::ProjectPart;
use handoff_format::ProposedTask;
use handoff_protocol::Priority;

use crate::ground::styled::Styled;
use crate::verbs::arguments::parsers::{non_empty, not_blank, required_text, text_or_stdin, words, words_of};
use crate::verbs::invocation::Invocation;
use crate::verbs::output::table::{Align, Cell, Table};
use crate::verbs::output::{Details, Page, empty_list, local_time, priority_style, status_style};

/// The verbs of referrals.
#[derive(Debug, Subcommand)]
pub enum ReferralCommand {
    /// Send a request to another project.
    #[command(group(ArgGroup::new("goal").required(true).args(["to", "folder"])))]
    #[command(
        after_help = "Example: handoff referral send \"Feed drops rows\" --to harbour-ops --type bug --priority high"
    )]
    Send(Send),
    /// Requests from other projects.
    #[command(after_help = "Example: handoff referral list --status open")]
    List {
        /// Only those with this status.
        #[arg(long, value_parser = words::<ReferralStatus>())]
        status: Option<ReferralStatus>,
    },
    /// All details of one referral.
    #[command(after_help = "Example: handoff referral get 20261121-025727")]
    Get {
        /// ID, or the start of it.
        #[arg(value_parser = not_blank)]
        id: RequiredText,
    },
    /// Set the status of a referral.
    #[command(after_help = "Example: handoff referral update 20261121-025727 acknowledged")]
    Update {
        /// ID.
        #[arg(value_parser = not_blank)]
        id: RequiredText,
        /// The new status.
        #[arg(value_parser = words::<ReferralStatus>())]
        status: ReferralStatus,
    },
}

#[derive(Debug, Args)]
pub struct Send {
    /// The request in one line; - reads standard input.
    #[arg(value_parser = required_text)]
    summary: RequiredText,
    /// Name of the project, searched in the folders of dashboard.scan_dirs.
    #[arg(long, value_name = "PROJECT")]
    to: Option<String>,
    /// The folder of the other project.
    #[arg(long, value_name = "FOLDER")]
    folder: Option<String>,
    /// Allow this project to send to the folder that --to finds, on this machine.
    #[arg(long, requires = "to")]
    allow_folder: bool,
    /// The type.
    #[arg(long = "type", value_name = "TYPE", value_parser = words::<ReferralType>())]
    kind: Option<ReferralType>,
    /// Priority.
    #[arg(long, value_parser = words_of::<Priority, _>([Priority::Low, Priority::Medium, Priority::High].map(Priority::name)))]
    priority: Option<Priority>,
    /// Details; - reads standard input.
    #[arg(long, value_name = "TEXT", value_parser = text_or_stdin)]
    details: Option<String>,
    /// Title of a proposed task. Repeatable.
    #[arg(long = "task", value_name = "TITLE", value_parser = not_blank)]
    tasks: Vec<RequiredText>,
}

impl From<Send> for send::Params {
    fn from(args: Send) -> send::Params {
        send::Params {
            target_project_dir: args.folder,
            target_project: args.to,
            summary: args.summary,
            referral_type: args.kind,
            details: args.details,
            priority: args.priority,
            tasks: non_empty(args.tasks.into_iter().map(|title| Short(title.into())).collect()),
            context: None,
        }
    }
}

impl ReferralCommand {
    /// Returns the invocation.
    pub fn invocation(self) -> Invocation {
        match self {
            ReferralCommand::Send(args) => Invocation::prepare_plain::<SendReferral>(|project, _| {
                project.set_allows_found_projects(args.allow_folder);
                Ok(args.into())
            }),
            ReferralCommand::List { status } => {
                Invocation::operation::<ListReferrals, _>(list::Params { status_filter: status }, render_list)
            }
            ReferralCommand::Get { id } => {
                Invocation::operation::<GetReferral, _>(get::Params { referral_id: id }, render_referral)
            }
            ReferralCommand::Update { id, status } => {
                Invocation::plain::<UpdateReferral>(update::Params { referral_id: id, status })
            }
        }
    }
}

fn render_list(answer: &list::Answer, page: Page<'_>) -> Styled {
    if answer.referrals.is_empty() {
        return empty_list(
            page,
            ProjectPart::Referrals,
            "No referrals. Other projects leave them with handoff referral send.",
        )
        .into();
    }
    let mut table = Table::new(&[
        ("ID", Align::Left),
        ("STATUS", Align::Left),
        ("TYPE", Align::Left),
        ("PRIORITY", Align::Left),
        ("SUMMARY", Align::Flexible),
        ("FROM", Align::Left),
        ("SENT", Align::Left),
    ])
    .with_optional(&["SENT", "TYPE", "FROM", "PRIORITY"]);
    for referral in &answer.referrals {
        let priority = referral.priority.as_deref().unwrap_or_default();
        table.row(vec![
            referral.id.as_deref().unwrap_or_default().into(),
            Cell::styled(referral.status.as_str(), status_style(&referral.status)),
            referral.referral_type.as_deref().unwrap_or_default().into(),
            Cell::styled(priority, priority_style(priority)),
            referral.summary.as_deref().unwrap_or_default().into(),
            referral.source_project.as_deref().unwrap_or_default().into(),
            local_time(referral.created_at.as_deref().unwrap_or_default()).into(),
        ]);
    }
    table.text(page.width)
}

fn render_referral(get::Answer { referral, status, .. }: &get::Answer, _: Page<'_>) -> Styled {
    let mut details = Details::new(&format!("{} {}", referral.id, referral.summary));
    let priority = referral.priority.as_deref().unwrap_or_default();
    details.styled_field("status", status, status_style(status));
    details.field("type", &referral.referral_type);
    details.styled_field("priority", priority, priority_style(priority));
    details.field("from", &referral.source_project);
    details.field("folder", &referral.source_project_dir);
    details.field("sent", &local_time(&referral.created_at));
    details.body(referral.details.as_deref().unwrap_or_default());
    details.section("Proposed tasks", referral.tasks.iter().map(render_task));
    details.section("Context", referral.context.iter().map(|context| format!("{context:#}")));
    details.into_text()
}

fn render_task(task: &ProposedTask) -> String {
    let criteria = task.criteria.iter().map(|criterion| format!("\n[ ] {}", criterion.item));
    format!("- {}{}", task.title, criteria.collect::<String>())
}
