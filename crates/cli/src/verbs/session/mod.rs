//! Sessions.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

mod entries;
mod fields;

pub use crate::commands::session::entries::Entries;
pub use crate::commands::session::fields::Fields;
use clap::Subcommand;
use handoff_agent::Reply;
use handoff_protocol::SessionStatus;
use serde_json::{Value, json};

use crate::commands::{object_with, possible_values, put, put_list, text_or_stdin};
use crate::invocation::Invocation;
use crate::output;
use crate::project::Project;

/// The verbs of sessions.
#[derive(Debug, Subcommand)]
pub enum SessionCommand {
    /// Load the context: what to do next, and what was decided. Continues the open session.
    #[command(after_help = "Example: handoff session load --budget 1000")]
    Load {
        /// The session to continue, if several are open.
        id: Option<String>,
        /// Maximum number of tokens of the answer.
        #[arg(long, value_name = "TOKENS")]
        budget: Option<u32>,
    },
    /// Save what the next conversation needs, and close the session. What is given is added; what is
    /// known stays known.
    #[command(
        after_help = "Example: handoff session save \"Parser done\" --suggest \"Add the retry\" --pointer src/feed.rs"
    )]
    Save {
        /// What was done, in one line; - reads standard input.
        #[arg(value_parser = text_or_stdin)]
        summary: String,
        /// Keep the session active instead of closing it.
        #[arg(long)]
        active: bool,
        /// Session ID; default: the active session.
        #[arg(long, value_name = "ID")]
        session: Option<String>,
        #[command(flatten)]
        fields: Box<Fields>,
    },
    /// Sessions, the last saved first.
    #[command(after_help = "Example: handoff session list --status closed --limit 5")]
    List {
        /// Only those with this status.
        #[arg(long, value_parser = possible_values("handoff_list_sessions", &["status_filter"]))]
        status: Option<String>,
        /// Only sessions of this timeline.
        #[arg(long)]
        timeline: Option<String>,
        /// Maximum number of results; default: 20.
        #[arg(long, value_name = "NUMBER")]
        limit: Option<u32>,
    },
    /// All entries of one session.
    #[command(after_help = "Example: handoff session show 20261121")]
    Show {
        /// ID, or the start of it.
        id: String,
    },
    /// Tick or add single entries of the active session.
    #[command(after_help = "Example: handoff session update --tick 2 --decision \"Keep SQLite\" --reason \"One file\"")]
    Update(Box<Entries>),
    /// Begin an active session with the entries of another one, in any state.
    #[command(after_help = "Example: handoff session fork 20261121 \"Try vector tiles\" --label tiles")]
    Fork {
        /// ID of the session.
        source: String,
        /// The purpose in one line; - reads standard input.
        #[arg(value_parser = text_or_stdin)]
        summary: String,
        /// The label.
        #[arg(long)]
        label: Option<String>,
        /// The timeline of the session.
        #[arg(long)]
        timeline: Option<String>,
        /// A list to inherit. Repeatable.
        #[arg(long, value_name = "LIST", value_parser = possible_values("handoff_fork_session", &["inherit"]))]
        inherit: Vec<String>,
        /// ID of a related task. Repeatable.
        #[arg(long = "task", value_name = "ID")]
        tasks: Vec<String>,
    },
    /// Move the entries of several sessions into one, and close the others.
    #[command(after_help = "Example: handoff session merge 20261121-1 --into 20261121-2")]
    Merge {
        /// IDs of the sessions to merge.
        #[arg(required = true)]
        ids: Vec<String>,
        /// ID of the session that receives the entries.
        #[arg(long, value_name = "ID")]
        into: String,
        /// Do not close the other sessions.
        #[arg(long)]
        keep: bool,
    },
    /// Close a session. A closed session can be forked, but not continued.
    #[command(after_help = "Example: handoff session close")]
    Close {
        /// Session ID; default: the active session.
        id: Option<String>,
    },
    /// Pause a session.
    #[command(after_help = "Example: handoff session pause")]
    Pause {
        /// Session ID; default: all active sessions.
        id: Option<String>,
    },
}

impl SessionCommand {
    /// Returns the invocation.
    pub fn invocation(self, as_json: bool) -> Invocation {
        match self {
            SessionCommand::Load { id, budget } => {
                let format = as_json.then_some("json");
                Invocation::call(
                    "handoff_load_context",
                    json!({"session_id": id, "budget_tokens": budget, "format": format}),
                )
            }
            SessionCommand::Save { summary, active, session, fields } => {
                let mut arguments = fields.into_arguments();
                put(&mut arguments, "summary", Some(summary));
                put(&mut arguments, "session_status", active.then_some("active"));
                put(&mut arguments, "session_id", session);
                Invocation::call("handoff_save_context", Value::Object(arguments))
            }
            SessionCommand::List { status, timeline, limit } => {
                let filters = json!({"status_filter": status, "timeline": timeline, "limit": limit});
                Invocation::call("handoff_list_sessions", filters).render_with(output::session::list)
            }
            SessionCommand::Show { id } => {
                Invocation::call("handoff_get_session", json!({"session_id": id})).render_with(output::session::detail)
            }
            SessionCommand::Update(entries) => {
                Invocation::prepare_call("handoff_update_session", move |project| entries.into_arguments(project))
            }
            SessionCommand::Fork { source, summary, label, timeline, inherit, tasks } => {
                let mut arguments = object_with("source_session_id", source);
                put(&mut arguments, "summary", Some(summary));
                put(&mut arguments, "label", label);
                put(&mut arguments, "timeline", timeline);
                put_list(&mut arguments, "inherit", inherit);
                put_list(&mut arguments, "related_task_ids", tasks);
                Invocation::call("handoff_fork_session", Value::Object(arguments))
                    .render_with(output::session::fork_result)
            }
            SessionCommand::Merge { mut ids, into, keep } => {
                if !ids.contains(&into) {
                    ids.push(into.clone());
                }
                let arguments = json!({"source_session_ids": ids, "target_session_id": into, "close_sources": !keep});
                Invocation::call("handoff_merge_sessions", arguments).render_with(output::session::merge_result)
            }
            SessionCommand::Close { id } => Invocation::prepare_call("handoff_save_context", move |project| {
                let id = id.map_or_else(|| only_active(project, "name the one to close"), Ok)?;
                Ok(object_with("close_session_id", id))
            }),
            SessionCommand::Pause { id } => {
                Invocation::call("handoff_save_context", json!({"pause_only": true, "pause_session_id": id}))
            }
        }
    }
}

/// Returns the ID of the only active session; `how` is the advice of the refusal.
fn only_active(project: &mut Project, advice: &str) -> Result<String, Reply> {
    let sessions = project.engine().reader().sessions();
    let active = sessions.iter().filter(|session| session.status() == Some(SessionStatus::Active));
    let mut ids: Vec<String> = active.map(handoff_engine::sessions::SessionEntry::id).collect();
    match (ids.pop(), ids.is_empty()) {
        (Some(id), true) => Ok(id),
        (None, _) => Err(Reply::failure(format!("No session is active; {advice}."))),
        (Some(id), false) => {
            Err(Reply::failure(format!("Several sessions are active; {advice}: {}, {id}.", ids.join(", "))))
        }
    }
}
