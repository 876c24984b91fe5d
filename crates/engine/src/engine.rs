//! The engine: one project, its history and at most one commit in progress.

use handoff_protocol::{
    Action, Answer, Capabilities, ChangeSet, Command, Context, Fed, FileState, Outcome, Query, Refusal, Text, View,
};

use crate::Project;
use crate::commit::{Commit, Host, Interruption};
use crate::history::History;
use crate::texts;
use crate::tree::Tree;
use crate::view::Findings;

/// One project.
#[derive(Debug, Default)]
pub struct Engine {
    project: Project,
    history: History,
    findings: Findings,
    commit: Option<Commit>,
}

impl Engine {
    /// An engine that has seen no file.
    pub fn new() -> Engine {
        Engine::default()
    }

    /// Whether a shell should read and feed what is at this path below `.handoff/`.
    pub fn is_content(path: &str) -> bool {
        handoff_format::is_content(path)
    }

    /// Takes in files that appeared, changed or vanished; `now` is in milliseconds since 1970-01-01 UTC. Never fails.
    pub fn feed(&mut self, files: Vec<FileState>, now: i64) -> Fed {
        self.project.feed(files, now)
    }

    /// A read model for one surface.
    pub fn view(&mut self, query: &Query, context: &Context) -> View {
        crate::view::view(&self.project, &mut self.findings, self.history.summaries(), query, context)
    }

    /// What a command would write, or why it is refused. Nothing is changed.
    pub fn plan(&mut self, command: &Command, context: &Context) -> Result<ChangeSet, Refusal> {
        crate::plan::plan(&self.project, &self.history, command, context)
    }
    /// Begins to commit a command: what the shell must do first. A commit that was in progress is given up as if the program had ended.
    pub fn begin(&mut self, command: Command, context: Context, capabilities: Capabilities) -> Action {
        self.commit = None;
        let (commit, action) = Commit::begin(self, command, context, capabilities);
        self.commit = Some(commit);
        action
    }

    /// Begins to complete what an interrupted commit left behind; for a project that is being opened.
    pub fn recover(&mut self, context: Context, capabilities: Capabilities) -> Action {
        self.commit = None;
        let (commit, action) = Commit::recover(self, context, capabilities);
        self.commit = Some(commit);
        action
    }

    /// Takes the report on the last action, at a time in milliseconds since 1970-01-01 UTC, and says what to do next.
    pub fn step(&mut self, answer: Answer, now: i64) -> Action {
        let Some(mut commit) = self.commit.take() else {
            let text = Text::plain(texts::NO_COMMIT);
            return Action::End { outcome: Outcome::Failed { path: String::new(), text } };
        };
        let action = commit.step(self, answer, now);
        if !matches!(action, Action::End { .. }) {
            self.commit = Some(commit);
        }
        action
    }
}

impl Host for Engine {
    fn tree(&self) -> &Tree {
        &self.project.tree
    }

    fn revision(&self) -> u32 {
        self.project.model.revision
    }

    fn plan(&mut self, command: &Command, context: &Context) -> Result<ChangeSet, Refusal> {
        Engine::plan(self, command, context)
    }

    fn feed(&mut self, files: Vec<FileState>, now: i64) {
        self.project.feed(files, now);
    }

    fn committed(&mut self, command: &Command, changes: &ChangeSet, now: i64) -> u32 {
        self.history.record(command, changes);
        self.project.follow(&changes.edits, now)
    }

    fn interrupted(&mut self, interruption: Interruption) {
        self.project.interrupted(interruption);
    }
}
