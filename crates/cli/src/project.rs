//! One project: its engine, its folder, and who works on it.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use handoff_agent::Wish;
use handoff_engine::Engine;
use handoff_protocol::{Action, Actor, Capabilities, Context, Outcome};

use crate::disk::Disk;
use crate::identity;

/// The folder that makes a folder a project.
const FOLDER: &str = ".handoff";

/// A project, as it was when its folder was looked at last.
#[derive(Debug)]
pub struct Project {
    engine: Engine,
    disk: Disk,
    actor: Actor,
    writer: String,
}

impl Project {
    /// The project in a folder, for somebody; there may be none yet.
    pub fn open(folder: &Path, actor: Actor) -> Project {
        let disk = Disk::new(folder.join(FOLDER));
        let mut project = Project { engine: Engine::new(), disk, actor, writer: identity::writer() };
        project.look();
        project.recover();
        project
    }

    /// The project in a folder, only to read from.
    pub fn peek(folder: &Path) -> Engine {
        let mut engine = Engine::new();
        engine.feed(Disk::new(folder.join(FOLDER)).changes(), now());
        engine
    }

    /// Who works on it.
    pub fn actor(&self) -> Actor {
        self.actor.clone()
    }

    /// The folder that the project is in.
    pub fn folder(&self) -> PathBuf {
        self.disk.root().parent().map(Path::to_path_buf).unwrap_or_default()
    }

    /// The engine, with what the folder held at the last look.
    pub fn engine(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// What the engine may not find out by itself.
    pub fn context(&self) -> Context {
        let now = now();
        Context {
            now,
            utc_offset_minutes: identity::utc_offset_minutes(now),
            actor: self.actor.clone(),
            writer: self.writer.clone(),
            seed: identity::seed(),
        }
    }

    /// Takes in what other programs have changed.
    pub fn look(&mut self) {
        let changes = self.disk.changes();
        if !changes.is_empty() {
            self.engine.feed(changes, now());
        }
    }

    /// Completes or takes back what a program left behind that ended halfway.
    fn recover(&mut self) {
        let context = self.context();
        let action = self.engine.recover(context, CAPABILITIES);
        self.carry_out(action);
    }

    /// Carries out a wish.
    pub fn execute(&mut self, wish: Wish) -> Outcome {
        let context = self.context();
        let action = match wish {
            Wish::Command(command) => self.engine.begin(command, context, CAPABILITIES),
            Wish::Agent(command) => self.engine.begin_for_agent(command, context, CAPABILITIES),
        };
        self.carry_out(action)
    }

    fn carry_out(&mut self, mut action: Action) -> Outcome {
        loop {
            if let Action::End { outcome } = action {
                return outcome;
            }
            let answer = self.disk.perform(&action);
            action = self.engine.step(answer, now());
        }
    }
}

const CAPABILITIES: Capabilities = Capabilities { exclusive_create: true };

/// Milliseconds since 1970-01-01 UTC.
#[allow(clippy::disallowed_methods, reason = "a shell has the clock that the engine lacks")]
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
