//! One project: its engine, its folder, and who works on it.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use handoff_agent::{AskedGit, GitState};
use handoff_engine::{Engine, LoadedFile};
use handoff_protocol::{Action, Actor, Command, Context, Outcome, RefusalCode};

use crate::disk::Disk;
use crate::git;
use crate::identity;
use crate::output::progress::{NoProgress, Progress};

/// The folder that makes a folder a project.
const FOLDER: &str = ".handoff";

/// How often a command is begun while another program holds the project. The engine waits five seconds each time and takes a lock for
/// abandoned after ten, so that a program that crashes delays others and turns none away. A person at a surface would rather be told.
const ATTEMPTS: usize = 3;

/// A project, as it was when its folder was looked at last.
#[derive(Debug)]
pub struct Project {
    /// Where it is worked on.
    folder: PathBuf,
    /// The main checkout whose `.handoff/` it is, where the folder is another worktree without one of its own.
    borrowed_from: Option<PathBuf>,
    engine: Engine,
    disk: Disk,
    /// Whether it is looked at again and again.
    is_lasting: bool,
    actor: Actor,
    writer: String,
    /// Whether another program's change was found halfway, and completed or taken back.
    recovered: bool,
}

impl Project {
    /// The project in a folder, for somebody; there may be none yet. Who means to look again and again says that it is lasting.
    pub fn open(folder: &Path, actor: Actor, is_lasting: bool) -> Project {
        let mut project = Project::unread(folder, actor, is_lasting);
        fill(&mut project.engine, &mut project.disk);
        project.recover();
        project
    }

    fn unread(folder: &Path, actor: Actor, is_lasting: bool) -> Project {
        let borrowed_from = lender(folder);
        let home = borrowed_from.as_deref().unwrap_or(folder).join(FOLDER);
        Project {
            folder: folder.to_path_buf(),
            borrowed_from,
            engine: Engine::new(),
            disk: Disk::new(home, is_lasting),
            is_lasting,
            actor,
            writer: identity::writer(),
            recovered: false,
        }
    }

    /// The project in a folder, only to read from.
    pub fn peek(folder: &Path) -> Engine {
        let mut engine = Engine::new();
        fill(&mut engine, &mut Disk::new(folder.join(FOLDER), false));
        engine
    }

    /// The project in a folder as far as one task goes, only to read that task from: nothing else is there, and nothing is recovered.
    pub fn open_at_task(folder: &Path, actor: Actor, id: &str) -> Project {
        let mut project = Project::unread(folder, actor, false);
        let found = project.disk.task_folders(|name| Engine::may_hold(name, id));
        project.engine.feed(found, now());
        project
    }

    /// Who works on it.
    pub fn actor(&self) -> Actor {
        self.actor.clone()
    }

    /// The folder that the project is worked on in.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Its `.handoff` folder, which need not exist.
    pub fn home(&self) -> PathBuf {
        self.borrowed_from.as_ref().unwrap_or(&self.folder).join(FOLDER)
    }

    /// What Git says there.
    pub fn git_state(&self) -> GitState {
        self.ask_git()()
    }

    /// Begins to ask Git.
    pub fn ask_git(&self) -> AskedGit {
        let borrowed_from = self.borrowed_from.as_ref().map(|main| main.display().to_string());
        let folder = self.folder.clone();
        let asked = thread::spawn(move || git::state(&folder));
        Box::new(move || GitState { borrowed_from, ..asked.join().unwrap_or_default() })
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

    /// Whether a program had ended in the middle of a change when the project was opened.
    pub fn has_recovered(&self) -> bool {
        self.recovered
    }

    /// Takes in what other programs have changed, and says whether that was anything.
    pub fn look(&mut self) -> bool {
        if self.borrowed_from.is_some() && self.folder.join(FOLDER).is_dir() {
            // It has got one of its own.
            *self = Project::open(&self.folder.clone(), self.actor.clone(), self.is_lasting);
            return true;
        }
        let changes = self.disk.changes(self.engine.tree());
        !changes.is_empty() && self.engine.feed(changes, now()).changed
    }

    /// Takes in what lies at a path that is not looked at otherwise, such as something in the trash.
    pub fn take_in(&mut self, path: &str) {
        self.engine.feed(self.disk.all_at(path), now());
    }

    /// Completes or takes back what a program left behind that ended halfway.
    fn recover(&mut self) {
        let context = self.context();
        let action = self.engine.recover(context, Disk::capabilities());
        self.recovered = matches!(self.carry_out(action, &mut NoProgress), Outcome::Done { changed: true, .. });
    }

    /// Carries out a command, with somebody who hears how it goes; it is never stopped halfway. Where another program holds the project, it
    /// waits until that one is done, or known to have crashed.
    pub fn execute(&mut self, command: &Command, progress: &mut dyn Progress) -> Outcome {
        let mut outcome = self.attempt(command.clone(), progress);
        for _ in 1..ATTEMPTS {
            if !matches!(&outcome, Outcome::Refused { refusal } if refusal.code == RefusalCode::Locked) {
                break;
            }
            outcome = self.attempt(command.clone(), progress);
        }
        outcome
    }

    fn attempt(&mut self, command: Command, progress: &mut dyn Progress) -> Outcome {
        let context = self.context();
        let action = self.engine.begin(command, context, Disk::capabilities());
        self.carry_out(action, progress)
    }

    fn carry_out(&mut self, mut action: Action, progress: &mut dyn Progress) -> Outcome {
        loop {
            if let Action::End { outcome } = action {
                return outcome;
            }
            let answer = self.disk.perform(&action);
            if matches!(action, Action::Replace { .. } | Action::Move { .. }) {
                progress.beat("files written");
            }
            action = self.engine.step(answer, now());
        }
    }
}

/// Reads everything for the first time.
fn fill(engine: &mut Engine, disk: &mut Disk) {
    disk.first(LoadedFile::read, |found| engine.fill(found));
    engine.feed(Vec::new(), now());
}

/// The main checkout of a worktree that has no `.handoff/` of its own, where that has one.
fn lender(folder: &Path) -> Option<PathBuf> {
    if folder.join(FOLDER).is_dir() {
        return None;
    }
    git::main_checkout(folder).filter(|main| main.join(FOLDER).is_dir())
}

/// The day here, `YYYY-MM-DD`.
pub fn today() -> String {
    let now = now();
    handoff_format::today(now, identity::utc_offset_minutes(now))
}

/// Milliseconds since 1970-01-01 UTC.
#[allow(clippy::disallowed_methods, reason = "a shell has the clock that the engine lacks")]
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use handoff_protocol::{ActorKind, Command, Layout};

    use super::*;
    use crate::disk::temp_dir::Scratch;

    #[test]
    fn a_worktree_uses_the_folder_of_its_main_checkout_until_it_has_its_own() {
        let scratch = Scratch::new("borrowed");
        let (main, side) = scratch.worktrees();
        let open = |folder: &Path| Project::open(folder, Actor { kind: ActorKind::Agent, name: String::new() }, true);
        let init = |name: &str| {
            let (name, description) = (name.to_owned(), None);
            Command::InitProject { name, description, layout: Layout::Toml }
        };
        assert_eq!(open(&side).git_state().borrowed_from, None, "there is nothing to borrow");
        open(&main).execute(&init("Main"), &mut NoProgress);
        let mut project = open(&side);
        let state = project.git_state();
        assert_eq!(state.borrowed_from, Some(main.display().to_string()));
        assert_eq!(state.branch.as_deref(), Some("side"), "Git is asked where the work is");
        assert_eq!(project.engine().reading().config().name, "Main");

        let own = side.join(FOLDER);
        std::fs::create_dir_all(&own).unwrap();
        std::fs::write(own.join("config.toml"), "[project]\nname = \"Side\"\n").unwrap();
        project.look();
        assert_eq!(project.engine().reading().config().name, "Side");
        assert_eq!(project.git_state().borrowed_from, None);
    }
}
