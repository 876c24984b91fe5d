//! Requests to and from other projects.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::{ArgGroup, Subcommand};
use serde_json::{Value, json};

use crate::commands::{one, put, put_list, said, words};
use crate::invocation::Job;
use crate::output;

/// What is to be done with referrals.
#[derive(Debug, Subcommand)]
pub enum ReferralWork {
    /// Send a request to another project.
    #[command(group(ArgGroup::new("goal").required(true).args(["to", "folder"])))]
    #[command(
        after_help = "Example: handoff referral send \"Feed drops rows\" --to harbour-ops --type bug --priority high"
    )]
    Send {
        /// The request in one line; - reads standard input.
        #[arg(value_parser = said)]
        summary: String,
        /// Name of the project, searched in the folders of dashboard.scan_dirs.
        #[arg(long, value_name = "PROJECT")]
        to: Option<String>,
        /// The folder of the project.
        #[arg(long, value_name = "FOLDER")]
        folder: Option<String>,
        /// The type.
        #[arg(long = "type", value_name = "TYPE", value_parser = words("handoff_refer", &["referral_type"]))]
        kind: Option<String>,
        /// Priority.
        #[arg(long, value_parser = words("handoff_refer", &["priority"]))]
        priority: Option<String>,
        /// Details; - reads standard input.
        #[arg(long, value_name = "TEXT", value_parser = said)]
        details: Option<String>,
        /// Title of a proposed task. Repeatable.
        #[arg(long = "task", value_name = "TITLE")]
        tasks: Vec<String>,
    },
    /// Requests from other projects.
    #[command(after_help = "Example: handoff referral list --status open")]
    List {
        /// Only those with this status.
        #[arg(long, value_parser = words("handoff_list_referrals", &["status_filter"]))]
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
        #[arg(value_parser = words("handoff_update_referral", &["status"]))]
        status: String,
    },
}

impl ReferralWork {
    /// What is to be asked for.
    pub fn job(self) -> Job {
        match self {
            ReferralWork::Send { summary, to, folder, kind, priority, details, tasks } => {
                let mut arguments = one("summary", summary);
                put(&mut arguments, "target_project", to);
                put(&mut arguments, "target_project_dir", folder);
                put(&mut arguments, "referral_type", kind);
                put(&mut arguments, "priority", priority);
                put(&mut arguments, "details", details);
                put_list(&mut arguments, "tasks", tasks.into_iter().map(|title| json!({"title": title})).collect());
                Job::call("handoff_refer", Value::Object(arguments))
            }
            ReferralWork::List { status } => {
                Job::call("handoff_list_referrals", json!({"status_filter": status})).shown(output::people::referrals)
            }
            ReferralWork::Get { id } => {
                Job::call("handoff_get_referral", json!({"referral_id": id})).shown(output::people::referral)
            }
            ReferralWork::Update { id, status } => {
                Job::call("handoff_update_referral", json!({"referral_id": id, "status": status}))
            }
        }
    }
}
