//! Sessions.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

mod combine;
mod list;
mod save;
mod show;
mod update;

use clap::{Args, Subcommand};
use handoff_agent::RequiredText;
use handoff_agent::operations::sessions::fork::ForkSession;
use handoff_agent::operations::sessions::get::{self, GetSession};
use handoff_agent::operations::sessions::list::ListSessions;
use handoff_agent::operations::sessions::load::{self, Format, LoadContext};
use handoff_agent::operations::sessions::merge::MergeSessions;
use handoff_agent::operations::sessions::save::{Params, SaveContext};
use serde_json::{Value, json};

use crate::project::handover::closing::remark_on_load;
use crate::verbs::arguments::parsers::not_blank;
use crate::verbs::invocation::Invocation;
use crate::verbs::performed::perform_operation;
use crate::verbs::session::combine::{Fork, Merge, fork_text, merge_text};
use crate::verbs::session::list::List;
use crate::verbs::session::save::{Save, closing, saving};
use crate::verbs::session::update::Update;

/// The verbs of sessions.
#[derive(Debug, Subcommand)]
pub enum SessionCommand {
    /// Load the context: what to do next, and what was decided. Continues the open session.
    #[command(after_help = "Example: handoff session load --budget 1000")]
    Load(Load),
    /// Save what the next conversation needs, and close the session. What is given is added; what is
    /// known stays known.
    #[command(
        after_help = "Example: handoff session save \"Parser done\" --suggest \"Add the retry\" --pointer src/feed.rs"
    )]
    Save(Box<Save>),
    /// Sessions, the last saved first.
    #[command(after_help = "Example: handoff session list --status closed --limit 5")]
    List(List),
    /// All entries of one session.
    #[command(after_help = "Example: handoff session show 20261121")]
    Show {
        /// ID, or the start of it.
        #[arg(value_parser = not_blank)]
        id: RequiredText,
    },
    /// Tick or add single entries of the active session.
    #[command(after_help = "Example: handoff session update --tick 2 --decision \"Keep SQLite\" --reason \"One file\"")]
    Update(Box<Update>),
    /// Begin an active session with the entries of another one, in any state.
    #[command(after_help = "Example: handoff session fork 20261121 \"Try vector tiles\" --label tiles")]
    Fork(Fork),
    /// Move the entries of several sessions into one, and close the others.
    #[command(after_help = "Example: handoff session merge 20261121-1 --into 20261121-2")]
    Merge(Merge),
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

#[derive(Debug, Args)]
pub struct Load {
    /// The session to continue, if several are open.
    id: Option<String>,
    /// Maximum number of tokens of the answer.
    #[arg(long, value_name = "TOKENS")]
    budget: Option<u32>,
}

impl Load {
    fn into_params(self, as_json: bool) -> load::Params {
        load::Params {
            session_id: self.id,
            format: as_json.then_some(Format::Json),
            budget_tokens: self.budget.map(f64::from),
            files: None,
        }
    }
}

impl SessionCommand {
    /// Returns the invocation.
    pub fn invocation(self, as_json: bool) -> Invocation {
        match self {
            SessionCommand::Load(args) => loading(args.into_params(as_json)),
            SessionCommand::Save(args) => saving(move |_| Ok((*args).into())),
            SessionCommand::List(args) => Invocation::operation::<ListSessions, _>(args.into(), list::rows),
            SessionCommand::Show { id } => {
                Invocation::operation::<GetSession, _>(get::Params { session_id: id }, show::details)
            }
            SessionCommand::Update(args) => update::updating(*args),
            SessionCommand::Fork(args) => Invocation::operation::<ForkSession, _>(args.into(), fork_text),
            SessionCommand::Merge(args) => Invocation::operation::<MergeSessions, _>(args.into(), merge_text),
            SessionCommand::Close { id } => closing(id),
            SessionCommand::Pause { id } => {
                let params = Params { pause_only: Some(true), pause_session_id: id, ..Params::default() };
                Invocation::plain::<SaveContext>(params)
            }
        }
    }
}

/// Loads the context, and says what of the last handover is missing.
fn loading(params: load::Params) -> Invocation {
    Invocation::performing(Some(context_schema), move |project, common| {
        let performed = perform_operation::<LoadContext>(project, common, params, |_, _| None);
        if common.dry_run || performed.has_failed() {
            return performed;
        }
        remark_on_load(project).iter().fold(performed, |performed, remark| performed.with_note(remark))
    })
}

/// Returns the schema of the context as JSON: the content of the text, under many keys.
fn context_schema() -> Value {
    json!({"type": "object"})
}
