//! The engine: one project, its history and at most one commit in progress.

use std::collections::BTreeSet;

use handoff_protocol::{
    Action, Answer, Capabilities, ChangeSet, Command, Context, Fed, FileState, Layout, Outcome, Query, Refusal, Text,
    View,
};

use crate::commit::{Commit, Host};
use crate::model::loaded_file::LoadedFile;
use crate::project_host::ProjectHost;
use crate::read_model::Reading;
use crate::texts;
use crate::tree::{Tree, path_of};
use crate::view::Findings;

/// One project.
#[derive(Debug, Default)]
pub struct Engine {
    host: ProjectHost,
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

    /// Whether a folder of that name may hold the task with that id. Only the id inside the file tells whether it does.
    pub fn may_hold(folder: &str, id: &str) -> bool {
        [Layout::Toml, Layout::Json].into_iter().any(|layout| handoff_format::folder_matches_id(folder, id, layout))
    }

    /// Takes in files that appeared, changed or vanished; `now` is in milliseconds since 1970-01-01 UTC. Never fails.
    pub fn feed(&mut self, files: Vec<FileState>, now: i64) -> Fed {
        self.host.project.feed(files, now)
    }

    /// Takes in everything that a shell found at or below some places. What is known there and was not found has vanished: the
    /// engine compares with its own tree, so this includes what its commits wrote and read.
    pub fn feed_places(&mut self, places: &[String], mut files: Vec<FileState>, now: i64) -> Fed {
        let is_gone = |state: &&FileState| matches!(state, FileState::Gone { .. });
        let found: BTreeSet<&str> = files.iter().filter(|state| !is_gone(state)).map(path_of).collect();
        let vanished = places.iter().flat_map(|place| self.tree().vanished(place, |path| found.contains(path)));
        let gone: Vec<FileState> = vanished.map(|path| FileState::Gone { path }).collect();
        files.splice(0..0, gone);
        self.feed(files, now)
    }

    /// What the engine believes to lie below `.handoff/`.
    pub fn tree(&self) -> &Tree {
        &self.host.project.tree
    }

    /// Takes in a portion of what is there when a project is opened, so that a shell can read on meanwhile. A feed, be it of nothing, ends it.
    pub fn fill(&mut self, files: Vec<LoadedFile>) {
        self.host.project.fill(files);
    }

    /// A read model for one surface.
    pub fn view(&mut self, query: &Query, context: &Context) -> View {
        let ProjectHost { project, history, .. } = &self.host;
        crate::view::view(project, &mut self.findings, history.summaries(), query, context)
    }

    /// The project itself, for programs that need more than a surface shows.
    pub fn reading(&self) -> Reading<'_> {
        Reading::of(&self.host.project)
    }

    /// The steps that can be taken back, the oldest first.
    pub fn steps(&self) -> &[ChangeSet] {
        self.host.history.steps()
    }

    /// Takes note of a step that another process of the same person carried out, so that undo takes it back.
    pub fn remember(&mut self, step: ChangeSet) {
        self.host.history.remember(step);
    }

    /// What a command would write, or why it is refused. Nothing is changed.
    pub fn plan(&mut self, command: &Command, context: &Context) -> Result<ChangeSet, Refusal> {
        self.host.plan(command, context)
    }

    /// Begins to carry out a command and says what the shell must do first. A commit in progress is given up for it, so
    /// the shell asks for one at a time.
    pub fn begin(&mut self, command: Command, context: Context, capabilities: Capabilities) -> Action {
        let (commit, action) = Commit::begin(&mut self.host, command, context, capabilities);
        self.commit = Some(commit);
        action
    }

    /// Begins to complete or take back what an interrupted commit left behind.
    pub fn recover(&mut self, context: Context, capabilities: Capabilities) -> Action {
        self.host.project.model.interruptions.clear();
        let (commit, action) = Commit::recover(&mut self.host, context, capabilities);
        self.commit = Some(commit);
        action
    }

    /// Takes the report on the last action, at a time in milliseconds since 1970-01-01 UTC, and says what to do next.
    pub fn step(&mut self, answer: Answer, now: i64) -> Action {
        match &mut self.commit {
            Some(commit) => commit.step(&mut self.host, answer, now),
            None => {
                Action::End { outcome: Outcome::Failed { path: String::new(), text: Text::plain(texts::NO_COMMIT) } }
            }
        }
    }
}
