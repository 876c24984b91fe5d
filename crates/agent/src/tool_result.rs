//! The next step of a tool call: its reply, or a request to the shell that comes before it.

use handoff_protocol::{Command, MergeReport, Outcome, Refusal, Step, Text};
use serde_json::Value;

use crate::FileAnswer;
use crate::FileRequest;
use crate::GitState;
use crate::HandoffError;
use crate::InvalidArgument;
use crate::PendingGit;
use crate::Reply;
use crate::Search;
use crate::Survey;
use crate::ToolContext;
use crate::UserPackages;

/// The next step of a call.
pub enum ToolOutcome {
    /// The call is finished. The shell passes the reply to [`crate::with_unread_note`].
    Done(Reply),
    /// Commit a command first.
    Commit {
        /// The command.
        command: Box<Command>,
        /// Continues with the outcome.
        then: Then,
    },
    /// Commit a command in another project first.
    Elsewhere {
        /// The folder of that project, as the person wrote it.
        folder: String,
        /// Whether the folder was found through the project's configuration, and not named by the
        /// caller. It needs the approval of a person on this machine then.
        is_found: bool,
        /// The command.
        command: Box<Command>,
        /// Continues with the outcome, in the context of this project.
        then: Then,
    },
    /// Search for other projects first.
    Survey {
        /// The search.
        search: Search,
        /// Continues with the projects.
        then: ThenSurvey,
    },
    /// Start to read the state of the Git working tree first.
    Git {
        /// Continues with a handle to the state.
        then: ThenGit,
    },
    /// Load the packages of the project and of the user first.
    Packages {
        /// Continues with the loaded project, and with the user's packages unless they are those of the
        /// project.
        then: ThenPackages,
    },
    /// Commit a command in the user's store first, with its packages loaded.
    UserStore {
        /// The command.
        command: Box<Command>,
        /// Continues with the outcome, in the context of the project.
        then: Then,
    },
    /// Read files of the project first.
    Files {
        /// The files.
        requests: Vec<FileRequest>,
        /// Continues with the answers.
        then: ThenFiles,
    },
    /// Load the trash and the whole activity log first.
    Trash {
        /// Continues with the loaded project.
        then: ThenTrash,
    },
    /// Revert the last change of this conversation first.
    Undo {
        /// Continues with that change and the outcome of the revert; `None` if there is no change.
        then: ThenUndo,
    },
}

/// Continues a call with the change that was reverted and the outcome.
pub type ThenUndo = Box<dyn FnOnce(ToolContext<'_>, Option<(Step, Outcome)>) -> ToolOutcome + Send>;

/// Continues a call with the outcome of a command.
pub type Then = Box<dyn FnOnce(ToolContext<'_>, Outcome) -> ToolOutcome + Send>;

/// Continues a call after the packages were loaded.
pub type ThenPackages = Box<dyn FnOnce(ToolContext<'_>, Option<UserPackages>) -> ToolOutcome + Send>;

/// Continues a call after the trash was loaded.
pub type ThenTrash = Box<dyn FnOnce(ToolContext<'_>) -> ToolOutcome + Send>;

/// Continues a call with the answers, which have the order of the requests.
pub type ThenFiles = Box<dyn FnOnce(ToolContext<'_>, Vec<FileAnswer>) -> ToolOutcome + Send>;

/// Continues a call with the result of a search.
pub type ThenSurvey = Box<dyn FnOnce(ToolContext<'_>, Survey) -> ToolOutcome + Send>;

/// Continues a call while Git is running. The handle waits for the state when it is needed.
pub type ThenGit = Box<dyn FnOnce(ToolContext<'_>, PendingGit) -> ToolOutcome + Send>;

impl ToolOutcome {
    /// Reads the state of the working tree first.
    pub(crate) fn git(then: impl FnOnce(ToolContext<'_>, GitState) -> ToolOutcome + Send + 'static) -> ToolOutcome {
        ToolOutcome::git_meanwhile(|ctx, git| then(ctx, git()))
    }

    /// Loads the packages first.
    pub(crate) fn packages(
        then: impl FnOnce(ToolContext<'_>, Option<UserPackages>) -> ToolOutcome + Send + 'static,
    ) -> ToolOutcome {
        ToolOutcome::Packages { then: Box::new(then) }
    }

    /// As [`ToolOutcome::git`], for a call that can do other work while Git is running.
    pub(crate) fn git_meanwhile(
        then: impl FnOnce(ToolContext<'_>, PendingGit) -> ToolOutcome + Send + 'static,
    ) -> ToolOutcome {
        ToolOutcome::Git { then: Box::new(then) }
    }

    /// Reads files first, if there are any to read.
    pub(crate) fn files(
        ctx: ToolContext<'_>,
        requests: Vec<FileRequest>,
        then: impl FnOnce(ToolContext<'_>, Vec<FileAnswer>) -> ToolOutcome + Send + 'static,
    ) -> ToolOutcome {
        if requests.is_empty() { then(ctx, Vec::new()) } else { ToolOutcome::Files { requests, then: Box::new(then) } }
    }

    /// Adds a member to the value of a reply that has one.
    pub(crate) fn with_member(self, name: &str, value: Value) -> ToolOutcome {
        match self {
            ToolOutcome::Done(Reply { structured: Some(Value::Object(mut members)), failed: None, .. }) => {
                members.insert(name.to_owned(), value);
                ToolOutcome::Done(Reply::value(Value::Object(members)))
            }
            other => other,
        }
    }

    /// Adds a note to the reply.
    pub(crate) fn with_note(self, note: String) -> ToolOutcome {
        self.map_reply(move |reply| reply.with_note(&note))
    }

    /// Changes the reply.
    pub(crate) fn map_reply(self, change: impl FnOnce(Reply) -> Reply + Send + 'static) -> ToolOutcome {
        match self {
            ToolOutcome::Done(reply) => ToolOutcome::Done(change(reply)),
            ToolOutcome::Commit { command, then } => {
                let then: Then = Box::new(move |ctx, outcome| then(ctx, outcome).map_reply(change));
                ToolOutcome::Commit { command, then }
            }
            ToolOutcome::Elsewhere { folder, is_found, command, then } => {
                let then: Then = Box::new(move |ctx, outcome| then(ctx, outcome).map_reply(change));
                ToolOutcome::Elsewhere { folder, is_found, command, then }
            }
            ToolOutcome::Survey { search, then } => {
                ToolOutcome::Survey { search, then: Box::new(move |ctx, survey| then(ctx, survey).map_reply(change)) }
            }
            ToolOutcome::Git { then } => {
                ToolOutcome::Git { then: Box::new(move |ctx, state| then(ctx, state).map_reply(change)) }
            }
            ToolOutcome::Files { requests, then } => ToolOutcome::Files {
                requests,
                then: Box::new(move |ctx, answers| then(ctx, answers).map_reply(change)),
            },
            ToolOutcome::Packages { then } => ToolOutcome::packages(move |ctx, user| then(ctx, user).map_reply(change)),
            ToolOutcome::UserStore { command, then } => {
                let then: Then = Box::new(move |ctx, outcome| then(ctx, outcome).map_reply(change));
                ToolOutcome::UserStore { command, then }
            }
            ToolOutcome::Trash { then } => {
                ToolOutcome::Trash { then: Box::new(move |ctx| then(ctx).map_reply(change)) }
            }
            ToolOutcome::Undo { then } => {
                ToolOutcome::Undo { then: Box::new(move |ctx, undone| then(ctx, undone).map_reply(change)) }
            }
        }
    }

    /// Commits a command and replies if it is done. Every other outcome is a failure.
    pub(crate) fn commit(
        command: Command,
        answer: impl FnOnce(ToolContext<'_>, Vec<String>) -> Reply + Send + 'static,
    ) -> ToolOutcome {
        ToolOutcome::commit_with(command, move |ctx, done| {
            ToolOutcome::Done(answer(ctx, done.created).with_warnings(&done.warnings))
        })
    }

    /// Commits a command that creates or changes one record, and replies with its ID.
    pub(crate) fn commit_record(
        command: Command,
        answer: impl FnOnce(ToolContext<'_>, String) -> Reply + Send + 'static,
    ) -> ToolOutcome {
        ToolOutcome::commit_with(command, move |ctx, done| {
            ToolOutcome::Done(match done.first_id() {
                Ok(id) => answer(ctx, id).with_warnings(&done.warnings),
                Err(reply) => reply,
            })
        })
    }

    /// As [`ToolOutcome::commit`], for a call that needs more than the new IDs or has further
    /// steps.
    pub(crate) fn commit_with(
        command: Command,
        next: impl FnOnce(ToolContext<'_>, Done) -> ToolOutcome + Send + 'static,
    ) -> ToolOutcome {
        let then = move |ctx: ToolContext<'_>, outcome: Outcome| match outcome {
            Outcome::Done { created, warnings, merged, .. } => next(ctx, Done { created, warnings, merged }),
            other => ToolOutcome::Done(self::outcome_to_reply(&other)),
        };
        ToolOutcome::Commit { command: Box::new(command), then: Box::new(then) }
    }
}

/// The outcome of a committed command.
pub(crate) struct Done {
    /// IDs of what it created.
    pub(crate) created: Vec<String>,
    /// Warnings for the caller.
    pub(crate) warnings: Vec<Text>,
    /// Report of a merge of sessions.
    pub(crate) merged: Option<MergeReport>,
}

impl Done {
    /// Returns the ID of the first record that the command created or changed, or a failure if
    /// there is none.
    pub(crate) fn first_id(&self) -> Result<String, Reply> {
        self.created.first().cloned().ok_or_else(missing_result)
    }

    /// Returns the ID of the last record that the command created or changed, or a failure if there
    /// is none.
    pub(crate) fn last_id(&self) -> Result<String, Reply> {
        self.created.last().cloned().ok_or_else(missing_result)
    }
}

/// Returns the reply for a committed command whose outcome lacks an expected result.
pub(crate) fn missing_result() -> Reply {
    HandoffError::missing_result().into()
}

impl From<InvalidArgument> for ToolOutcome {
    fn from(invalid: InvalidArgument) -> ToolOutcome {
        ToolOutcome::Done(invalid.into())
    }
}

/// Returns the reply for the outcome of a command.
pub fn outcome_to_reply(outcome: &Outcome) -> Reply {
    match outcome {
        Outcome::Done { summary, .. } => Reply::done(to_english(summary)),
        other => HandoffError::of_outcome(other).map_or_else(missing_result, Reply::from),
    }
}

/// Returns the reply for a refusal of the engine.
pub fn refusal_to_reply(refusal: &Refusal) -> Reply {
    HandoffError::from(refusal).into()
}

/// Returns a text of the engine in English.
pub(crate) fn to_english(text: &Text) -> String {
    text.to_string()
}
