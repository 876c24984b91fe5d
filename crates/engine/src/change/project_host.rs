//! A project with its undo history: the host of its commits.
//!
//! Invariant: the model has a commit's changes before the commit ends.

use handoff_protocol::agent::documents::DocumentChange;
use handoff_protocol::{ChangeSet, Command, Context, FileState, Refusal, RefusalCode};

use crate::Project;
use crate::change::commit::Host;
use crate::change::plan::{is_view_choice, plan};
use crate::ground::history::{History, UndoEffect};
use crate::ground::tree::Tree;
use crate::knowledge::time::Tracker;
use crate::knowledge::time::server::Server;
use crate::model::Interruption;
use crate::model::project::pause;

#[derive(Debug, Default)]
pub(crate) struct ProjectHost {
    pub(crate) project: Project,
    pub(crate) history: History,
    /// The timers as this program measures them.
    pub(crate) tracker: Option<Tracker>,
    /// The timers of the server that this program is, if it is one.
    pub(crate) server: Server,
}

impl Host for ProjectHost {
    fn tree(&self) -> &Tree {
        &self.project.tree
    }

    fn revision(&self) -> u32 {
        self.project.model.revision
    }

    fn pause_refusal(&self, command: Option<&Command>, context: &Context) -> Option<Refusal> {
        let pause = pause::current(&self.project.tree, context).filter(|_| !command.is_some_and(pause::is_exempt))?;
        Some(Refusal { code: RefusalCode::Paused, text: pause.text, task: None, field: None, by: None })
    }

    fn unsettled_folders(&self) -> Vec<String> {
        let tasks = &self.project.model.tasks;
        tasks.missing_folders().into_iter().chain(tasks.folders_with_several_files().map(str::to_owned)).collect()
    }

    fn plan(&mut self, command: &Command, context: &Context) -> Result<ChangeSet, Refusal> {
        plan(&self.project, &self.history, command, context)
    }

    fn feed(&mut self, files: Vec<FileState>, now: i64) {
        self.project.feed(files, now);
    }

    fn committed(&mut self, command: &Command, changes: &ChangeSet, now: i64) -> u32 {
        self.history.record(undo_effect(command), changes);
        self.server.written(command);
        if let (Command::TrackTime { record }, Some(tracker)) = (command, &mut self.tracker) {
            tracker.written(record);
        }
        self.project.apply(&changes.edits, now);
        self.project.model.revision
    }

    fn interrupted(&mut self, interruption: Interruption) {
        self.project.model.add_interruption(interruption);
    }

    fn no_pending_interruption(&mut self) {
        self.project.model.remove_pending_interruptions();
    }
}

/// Returns what a command does to the undo history.
fn undo_effect(command: &Command) -> UndoEffect {
    match command {
        Command::UpdateConfig { changes } if is_view_choice(changes) => UndoEffect::None,
        Command::MarkMemories { .. }
        | Command::ChangeDocuments { change: DocumentChange::MarkDelivered { .. } }
        | Command::PauseWriting { .. }
        | Command::ResumeWriting {}
        | Command::ClaimTask { .. }
        | Command::ReleaseTasks { .. }
        | Command::RenewClaims {}
        | Command::NeedPerson { .. }
        | Command::GoOn { .. }
        | Command::RecordUsage { .. }
        | Command::TrackTime { .. } => UndoEffect::None,
        Command::Undo {} => UndoEffect::Undo,
        Command::Redo {} => UndoEffect::Redo,
        _ => UndoEffect::Step,
    }
}
