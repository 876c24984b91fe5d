//! The questions of an operation to its shell. The shell acts within limits, follows no links and decides
//! nothing.

use std::sync::{Arc, Mutex, PoisonError};

use handoff_engine::conversation::{AnswerSlot, Conversation, Mailbox};
use handoff_engine::{Engine, HistoryCommit};
use handoff_protocol::{Command, FileAnswer, FileRequest, GitState, MergeReport, Outcome, Search, Text, UndoStep};

use crate::HandoffError;
use crate::ToolContext;

/// An operation that is under way.
pub type OperationRun<T> = Conversation<Question, T>;

/// A question of an operation.
pub enum Question {
    /// Lend the project, as it is after everything that was asked before.
    Read(Box<dyn FnOnce(ToolContext<'_>) + Send>),
    /// Commit a command in the project.
    Commit(Box<Command>, AnswerSlot<Outcome>),
    /// Commit a command in another project.
    CommitElsewhere {
        /// The folder of that project, as the person wrote it.
        folder: String,
        /// Whether the folder was found through the project's configuration, and not named by the
        /// caller. It needs the approval of a person on this machine then.
        is_found: bool,
        /// The command.
        command: Box<Command>,
        /// The outcome, or why nothing may be written there.
        slot: AnswerSlot<Result<Outcome, HandoffError>>,
    },
    /// Commit a command in the user's store, with its packages loaded.
    CommitForUser(Box<Command>, AnswerSlot<Outcome>),
    /// Prepare the folder of a new project, or say why there can be none.
    PrepareFolder {
        /// Whether the folder may be inside a project.
        nested: bool,
        /// Whether it may be a folder with other uses.
        beside: bool,
        /// Whether it is prepared.
        slot: AnswerSlot<Result<(), HandoffError>>,
    },
    /// Search for other projects and read them.
    FindProjects(Search, AnswerSlot<Survey>),
    /// Start to read the state of the Git working tree.
    Git(AnswerSlot<PendingGit>),
    /// Read the Git history of `.handoff/tasks`: the commits in the order of their times; none without
    /// a history.
    History(AnswerSlot<Vec<HistoryCommit>>),
    /// Read files of the project. The answers have the order of the requests.
    Files(Vec<FileRequest>, AnswerSlot<Vec<FileAnswer>>),
    /// Load the packages of the project, and return those of the user unless they are the same.
    LoadPackages(AnswerSlot<Option<UserPackages>>),
    /// Load the trash and the whole activity log.
    LoadTrash(AnswerSlot<()>),
    /// Load what figures need of the activity log.
    LoadLog(AnswerSlot<()>),
    /// Load the activity log from the month of an RFC 3339 time on.
    LoadRecentLog(String, AnswerSlot<()>),
    /// Revert the last change of this conversation: that change and the outcome of the revert; `None` if
    /// there is no change.
    Undo(AnswerSlot<Result<Option<(UndoStep, Outcome)>, HandoffError>>),
}

/// The result of a search, sorted by path.
#[derive(Default)]
pub struct Survey {
    /// Folder of the project that the operation works on.
    pub home: String,
    /// The projects.
    pub found: Vec<OtherProject>,
    /// Whether the search was stopped at its limits.
    pub cut: bool,
}

/// Another project.
pub struct OtherProject {
    /// Its folder.
    pub folder: String,
    /// Its engine, with its files loaded.
    pub engine: Engine,
}

/// The packages of the user, beside those of the project.
pub struct UserPackages {
    /// The engine of the user's store, with its packages loaded.
    pub engine: Engine,
    /// Why the project beside it could not be read.
    pub warning: Option<String>,
}

/// Waits for the state of the working tree.
pub type PendingGit = Box<dyn FnOnce() -> GitState + Send>;

/// The shell of one operation.
#[derive(Clone)]
pub struct Shell {
    mailbox: Mailbox<Question>,
    notes: Arc<Mutex<Vec<String>>>,
}

/// The result of a committed command.
pub struct Done {
    /// The sentence about it.
    pub summary: Text,
    /// IDs of the records that it created or changed.
    pub created: Vec<String>,
    /// Report of a merge of sessions.
    pub merged: Option<MergeReport>,
    /// False if the project was as it would have left it.
    pub changed: bool,
    /// ID of the proposal that was stored instead of making the changes.
    pub proposed: Option<String>,
}

impl Done {
    /// Returns the ID of the first record that the command created or changed.
    pub fn first_id(&self) -> Result<String, HandoffError> {
        self.created.first().cloned().ok_or_else(HandoffError::missing_result)
    }

    /// Returns the ID of the last record that the command created or changed.
    pub fn last_id(&self) -> Result<String, HandoffError> {
        self.created.last().cloned().ok_or_else(HandoffError::missing_result)
    }
}

impl Shell {
    /// Creates the shell of an operation that asks through a mailbox.
    pub(crate) fn new(mailbox: Mailbox<Question>) -> Shell {
        Shell { mailbox, notes: Arc::default() }
    }

    /// Adds a note to the answer.
    pub fn note(&self, text: impl Into<String>) {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner).push(text.into());
    }

    /// Adds warnings to the answer, as one note.
    pub fn warn(&self, warnings: &[Text]) {
        let lines: Vec<String> = warnings.iter().map(|warning| format!("Warning: {warning}")).collect();
        if !lines.is_empty() {
            self.note(lines.join("\n"));
        }
    }

    /// Returns the notes, and forgets them.
    pub(crate) fn take_notes(&self) -> Vec<String> {
        std::mem::take(&mut self.notes.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Calls `read` with the project, as it is after everything that was asked before, and returns the
    /// result.
    pub async fn read<R: Send + 'static>(&self, read: impl FnOnce(ToolContext<'_>) -> R + Send + 'static) -> R {
        let question = |slot: AnswerSlot<R>| Question::Read(Box::new(move |ctx| slot.fill(read(ctx))));
        self.mailbox.ask(question).await
    }

    /// Commits a command. Its warnings become a note. Every outcome but done is an error.
    pub async fn commit(&self, command: Command) -> Result<Done, HandoffError> {
        let outcome = self.try_commit(command).await;
        self.done(outcome)
    }

    /// As [`Shell::commit`], but returns the warnings instead of adding a note.
    pub async fn commit_with_warnings(&self, command: Command) -> Result<(Done, Vec<Text>), HandoffError> {
        done_with_warnings(self.try_commit(command).await)
    }

    /// Commits a command and returns its outcome.
    pub async fn try_commit(&self, command: Command) -> Outcome {
        self.mailbox.ask(|slot| Question::Commit(Box::new(command), slot)).await
    }

    /// Commits a command in another project; `is_found` tells whether its folder was found through the
    /// configuration of this one, and not named by the caller.
    pub async fn commit_elsewhere(
        &self,
        folder: String,
        is_found: bool,
        command: Command,
    ) -> Result<Done, HandoffError> {
        let outcome = self.try_commit_elsewhere(folder, is_found, command).await?;
        self.done(outcome)
    }

    pub(crate) async fn try_commit_elsewhere(
        &self,
        folder: String,
        is_found: bool,
        command: Command,
    ) -> Result<Outcome, HandoffError> {
        let command = Box::new(command);
        self.mailbox.ask(|slot| Question::CommitElsewhere { folder, is_found, command, slot }).await
    }

    /// Commits a command in the user's store of packages.
    pub async fn commit_for_user(&self, command: Command) -> Result<Done, HandoffError> {
        let outcome = self.try_commit_for_user(command).await;
        self.done(outcome)
    }

    pub(crate) async fn try_commit_for_user(&self, command: Command) -> Outcome {
        self.mailbox.ask(|slot| Question::CommitForUser(Box::new(command), slot)).await
    }

    /// Returns what an outcome did. Its warnings become a note.
    pub fn done(&self, outcome: Outcome) -> Result<Done, HandoffError> {
        let (done, warnings) = done_with_warnings(outcome)?;
        self.warn(&warnings);
        Ok(done)
    }

    /// Prepares the folder of a new project.
    pub async fn prepare_folder(&self, nested: bool, beside: bool) -> Result<(), HandoffError> {
        self.mailbox.ask(|slot| Question::PrepareFolder { nested, beside, slot }).await
    }

    /// Searches for other projects and reads them.
    pub async fn find_projects(&self, search: Search) -> Survey {
        self.mailbox.ask(|slot| Question::FindProjects(search, slot)).await
    }

    /// Searches the project's own folder for other projects, and reads them.
    pub async fn find_inner_projects(&self) -> Survey {
        let without = ["node_modules", "target", "dist"].map(str::to_owned).to_vec();
        self.find_projects(Search { folders: vec![".".to_owned()], depth: 5, without, ..Search::default() }).await
    }

    /// Reads the state of the Git working tree.
    pub async fn git(&self) -> GitState {
        let git = self.start_git().await;
        git()
    }

    /// Starts to read the state of the Git working tree, for an operation that can do other work
    /// meanwhile.
    pub async fn start_git(&self) -> PendingGit {
        self.mailbox.ask(Question::Git).await
    }

    /// Returns the commits of `.handoff/tasks` in the order of their times; none without a history.
    pub async fn history(&self) -> Vec<HistoryCommit> {
        self.mailbox.ask(Question::History).await
    }

    /// Reads files of the project. The answers have the order of the requests.
    pub async fn files(&self, requests: Vec<FileRequest>) -> Vec<FileAnswer> {
        if requests.is_empty() {
            return Vec::new();
        }
        self.mailbox.ask(|slot| Question::Files(requests, slot)).await
    }

    /// Loads the packages of the project, and returns those of the user unless they are the same.
    pub async fn load_packages(&self) -> Option<UserPackages> {
        self.mailbox.ask(Question::LoadPackages).await
    }

    /// Loads the trash and the whole activity log.
    pub async fn load_trash(&self) {
        self.mailbox.ask(Question::LoadTrash).await;
    }

    /// Loads what figures need of the activity log.
    pub async fn load_log(&self) {
        self.mailbox.ask(Question::LoadLog).await;
    }

    /// Loads the activity log from the month of an RFC 3339 time on; all of it if that is empty.
    pub async fn load_recent_log(&self, time: String) {
        self.mailbox.ask(|slot| Question::LoadRecentLog(time, slot)).await;
    }

    /// Reverts the last change of this conversation: returns that change and the outcome of the revert;
    /// `None` if there is no change.
    pub async fn undo(&self) -> Result<Option<(UndoStep, Outcome)>, HandoffError> {
        self.mailbox.ask(Question::Undo).await
    }
}

/// Returns what an outcome did, and its warnings.
fn done_with_warnings(outcome: Outcome) -> Result<(Done, Vec<Text>), HandoffError> {
    match outcome {
        Outcome::Done { summary, created, warnings, merged, changed, proposed, .. } => {
            Ok((Done { summary, created, merged, changed, proposed }, warnings))
        }
        other => Err(HandoffError::of_outcome(&other).unwrap_or_else(HandoffError::missing_result)),
    }
}
