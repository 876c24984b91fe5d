//! Referrals: requests to and from other projects.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::{ArgGroup, Subcommand};
use serde_json::json;

use crate::commands::{object_with, possible_values, put, put_list, text_or_stdin};
use crate::invocation::Invocation;
use crate::output;

/// The verbs of referrals.
#[derive(Debug, Subcommand)]
pub enum ReferralCommand {
    /// Send a request to another project.
    #[command(group(ArgGroup::new("goal").required(true).args(["to", "folder"])))]
    #[command(
        after_help = "Example: handoff referral send \"Feed drops rows\" --to harbour-ops --type bug --priority high"
    )]
    Send {
        /// The request in one line; - reads standard input.
        #[arg(value_parser = text_or_stdin)]
        summary: String,
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
        #[arg(long = "type", value_name = "TYPE", value_parser = possible_values("handoff_refer", &["referral_type"]))]
        kind: Option<String>,
        /// Priority.
        #[arg(long, value_parser = possible_values("handoff_refer", &["priority"]))]
        priority: Option<String>,
        /// Details; - reads standard input.
        #[arg(long, value_name = "TEXT", value_parser = text_or_stdin)]
        details: Option<String>,
        /// Title of a proposed task. Repeatable.
        #[arg(long = "task", value_name = "TITLE")]
        tasks: Vec<String>,
    },
    /// Requests from other projects.
    #[command(after_help = "Example: handoff referral list --status open")]
    List {
        /// Only those with this status.
        #[arg(long, value_parser = possible_values("handoff_list_referrals", &["status_filter"]))]
        status: Option<String>,
    },
    /// All details of one referral.
    #[command(after_help = "Example: handoff referral get 20261121-025727")]
    Get {
        /// ID, or the start of it.
        id: String,
    },
    /// Set the status of a referral.
    #[command(after_help = "Example: handoff referral update 20261121-025727 acknowledged")]
    Update {
        /// ID.
        id: String,
        /// The new status.
        #[arg(value_parser = possible_values("handoff_update_referral", &["status"]))]
        status: String,
    },
}

impl ReferralCommand {
    /// Returns the invocation.
    pub fn invocation(self) -> Invocation {
        match self {
            ReferralCommand::Send { summary, to, folder, allow_folder, kind, priority, details, tasks } => {
                let mut arguments = object_with("summary", summary);
                put(&mut arguments, "target_project", to);
                put(&mut arguments, "target_project_dir", folder);
                put(&mut arguments, "referral_type", kind);
                put(&mut arguments, "priority", priority);
                put(&mut arguments, "details", details);
                put_list(&mut arguments, "tasks", tasks.into_iter().map(|title| json!({"title": title})).collect());
                Invocation::prepare_call("handoff_refer", move |project| {
                    project.set_allows_found_projects(allow_folder);
                    Ok(arguments)
                })
            }
            ReferralCommand::List { status } => {
                Invocation::call("handoff_list_referrals", json!({"status_filter": status}))
                    .render_with(output::people::referrals)
            }
            ReferralCommand::Get { id } => Invocation::call("handoff_get_referral", json!({"referral_id": id}))
                .render_with(output::people::referral),
            ReferralCommand::Update { id, status } => {
                Invocation::call("handoff_update_referral", json!({"referral_id": id, "status": status}))
            }
        }
    }
}
