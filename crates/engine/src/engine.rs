//! The engine: one project, its history and at most one commit in progress.

use handoff_protocol::{ChangeSet, Command, Context, Fed, FileState, Query, Refusal, View};

use crate::Project;
use crate::history::History;
use crate::view::Findings;

/// One project.
#[derive(Debug, Default)]
pub struct Engine {
    project: Project,
    history: History,
    findings: Findings,
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
}
