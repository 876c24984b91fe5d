//! One project: its engine, its folder and its actor.

use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use handoff_agent::PendingGit;
use handoff_engine::packages::FOLDER as PACKAGES;
use handoff_engine::{Engine, HistoryCommit, LoadedFile, Ownership, REPLACEMENT_MS, ServerEvent};
use handoff_protocol::{
    Action, Actor, ActorKind, Answer, Command, Context, FileState, GitState, Layout, Outcome, Problem, Process,
    RefusalCode,
};

use crate::ground::clock::{self, now};
use crate::ground::disk::Disk;
use crate::ground::disk::process;
use crate::ground::disk::roots::{Roots, SHARED};
use crate::ground::interrupt::{self, Deferral};
use crate::ground::progress::{NoProgress, Progress};
use crate::ground::{git, identity, threads};
use crate::project::activity_logs;
use crate::project::history::{History, StepSizes};
use crate::project::pause::{self, PAUSE_FILE};
use crate::project::place::{FOLDER, Place};

/// The number of attempts while another program holds the lock. The engine waits five seconds in
/// each and treats a lock as abandoned after ten, so a crashed program delays others but blocks
/// nobody. Surfaces do not retry: a person prefers a quick answer.
const ATTEMPTS: usize = 3;

/// A project, as it was when its folder was last scanned.
#[derive(Debug)]
pub struct Project {
    /// The folder from which on the project was searched.
    start: PathBuf,
    place: Place,
    engine: Engine,
    disk: Disk,
    /// True if the project will be refreshed, so that watching its folders pays off.
    is_long_lived: bool,
    actor: Actor,
    writer: String,
    /// True if an interrupted change was completed or reverted when the project was opened.
    recovered: bool,
    /// True if a person allows sending to a project that the configuration leads to.
    allows_found_projects: bool,
    /// The layout of a new project, if a call does not give one.
    layout: Layout,
    step_sizes: StepSizes,
}

/// The parts to load of a project that is opened only to read it.
#[derive(Clone, Copy, Debug)]
pub enum Part<'a> {
    /// Nothing, to find out whether writing is paused.
    Nothing,
    /// One task with an ID, and the claims.
    Task(&'a str),
    /// The claims.
    Claims,
    /// The parts that packages need.
    Packages,
    /// What sessions and memories say.
    Knowledge,
}

impl Project {
    /// Opens the project of a folder; there may be none yet. Completes or reverts an interrupted
    /// change. Pass `is_long_lived` if the project will be refreshed.
    pub fn open(folder: &Path, actor: Actor, is_long_lived: bool) -> Project {
        Project::open_place(folder, Place::find(folder), actor, is_long_lived)
    }

    /// Opens the project at a place that was found from the folder `start` on.
    fn open_place(start: &Path, place: Place, actor: Actor, is_long_lived: bool) -> Project {
        let mut project = Project::new_empty(start, place, actor, is_long_lived);
        fill(&mut project.engine, &mut project.disk);
        project.wait_for_replacements(&[]);
        project.recover();
        check_claims(&mut project.engine);
        project
    }

    /// Opens the store in a folder like `.handoff`.
    pub fn open_store(home: PathBuf, actor: Actor) -> Project {
        let folder = home.parent().unwrap_or(&home).to_path_buf();
        let place = Place { folder: folder.clone(), home, borrowed_from: None, is_project: false, refusal: None };
        Project::open_place(&folder, place, actor, false)
    }

    /// Replaces the project by the one in exactly the folder from which on it was searched, which need not
    /// exist.
    pub fn move_to_start(&mut self) {
        let place = Place::at(&self.start);
        if place != self.place {
            self.reopen(place);
        }
    }

    fn reopen(&mut self, place: Place) {
        let project = Project::open_place(&self.start, place, self.actor.clone(), self.is_long_lived);
        *self = Project { layout: self.layout, ..project };
    }

    fn new_empty(start: &Path, place: Place, actor: Actor, is_long_lived: bool) -> Project {
        let home = place.home.clone();
        let roots = match &place.refusal {
            Some(reason) => Roots::refused(home, reason.clone()),
            None => Roots::new(home, place.main_home()),
        };
        Project {
            start: start.to_path_buf(),
            place,
            engine: Engine::new(),
            disk: Disk::new(roots, is_long_lived),
            is_long_lived,
            actor,
            writer: identity::writer(),
            recovered: false,
            allows_found_projects: false,
            layout: Layout::Toml,
            step_sizes: StepSizes::new(),
        }
    }

    /// Sets the layout of a new project, for calls that do not give one.
    pub fn set_layout(&mut self, layout: Layout) {
        self.layout = layout;
    }

    /// Returns the layout of a new project, for calls that do not give one.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// Sets whether a person allows sending to a project that the configuration leads to.
    pub fn set_allows_found_projects(&mut self, allows: bool) {
        self.allows_found_projects = allows;
    }

    /// Returns whether a person allows sending to a project that the configuration leads to.
    pub fn allows_found_projects(&self) -> bool {
        self.allows_found_projects
    }

    /// Reads the project in a folder, without recovery, and returns its engine.
    pub fn read_engine(folder: &Path) -> Engine {
        let mut engine = Engine::new();
        fill(&mut engine, &mut Disk::new(Roots::new(folder.join(FOLDER), None), false));
        check_claims(&mut engine);
        engine
    }

    /// Opens a part of a project to read it. Nothing is recovered.
    pub fn open_part(folder: &Path, actor: Actor, part: Part<'_>) -> Project {
        let mut project = Project::new_empty(folder, Place::find(folder), actor, false);
        match part {
            Part::Nothing => {}
            Part::Task(id) => {
                let files = project.disk.task_folders(|name| Engine::may_hold(name, id));
                feed(&mut project.engine, &project.disk, files);
                project.load_claims();
            }
            Part::Claims => project.load_claims(),
            Part::Packages | Part::Knowledge => {
                let mut files = project.disk.read_below("config.toml");
                if let Part::Knowledge = part {
                    files.extend(["sessions", "memory"].iter().flat_map(|folder| project.disk.read_below(folder)));
                }
                if project.place.is_project && project.home().join("tasks").is_dir() {
                    files.push(FileState::Folder { path: "tasks".to_owned() });
                }
                project.engine.feed(files, now());
            }
        }
        project
    }

    fn load_claims(&mut self) {
        let files = self.disk.read_below(SHARED);
        feed(&mut self.engine, &self.disk, files);
        check_claims(&mut self.engine);
    }

    /// Returns the sentence that says why writing is paused at the moment, or `None` if it is not.
    pub fn pause_sentence(&mut self) -> Option<String> {
        let context = self.context();
        let is_on_disk = self.home().join(PAUSE_FILE).symlink_metadata().is_ok();
        if is_on_disk {
            self.feed_path(PAUSE_FILE);
        }
        let sentence = self.engine.reader().pause(&context);
        if sentence.is_some() != (is_on_disk || context.pause.is_some()) {
            // The file has been removed, or it cannot be read.
            self.refresh();
        }
        self.engine.reader().pause(&context).map(|text| text.to_string())
    }

    /// Returns who works on the project. A person has a name once it matters.
    pub fn actor(&self) -> Actor {
        self.actor.clone()
    }

    /// Returns who works on the project, a person with a name.
    pub fn named_actor(&mut self) -> Actor {
        self.name_person();
        self.actor()
    }

    /// Sets who works on the project from now on.
    pub fn set_actor(&mut self, actor: Actor) {
        self.actor = actor;
    }

    /// Gives a person a name if a person holds a task or tasks are assigned, so that the person's own tasks
    /// are known.
    pub fn recognize_person(&mut self) {
        let reader = self.engine.reader();
        let is_held = reader.holders(now()).values().any(|holder| holder.actor.kind == ActorKind::Human);
        if is_held || reader.tasks().into_iter().any(|task| task.fields().assignee.is_some()) {
            self.name_person();
        }
    }

    /// Renews the claims of the actor, if it has some that were not renewed a moment ago. Returns
    /// the IDs of the tasks that it holds.
    pub fn renew_claims(&mut self) -> Vec<String> {
        let (held, is_renewable) = self.engine.reader().claims_of(&self.actor, now());
        let held = held.into_iter().map(str::to_owned).collect();
        if is_renewable {
            // A claim that cannot be renewed ends, for example because writing is paused.
            let _ = self.execute(&Command::RenewClaims {}, &mut NoProgress);
        }
        held
    }

    /// Releases the tasks that the actor holds.
    pub fn release_claims(&mut self) {
        if !self.engine.reader().claims_of(&self.actor, now()).0.is_empty() {
            // A claim that cannot be released ends after its lease.
            let _ = self.execute(&Command::ReleaseTasks { ids: Vec::new() }, &mut NoProgress);
        }
    }

    /// Gives a person the name that Git knows.
    fn name_person(&mut self) {
        if self.actor.kind == ActorKind::Human && self.actor.name.is_empty() {
            self.actor.name = identity::shorten(&git::user_name(self.folder()));
        }
    }

    /// Returns the folder of the work tree.
    pub fn folder(&self) -> &Path {
        &self.place.folder
    }

    /// Returns the folder from which on the project was searched.
    pub fn start(&self) -> &Path {
        &self.start
    }

    /// Returns true if the project was found in its own folder.
    fn is_own(&self) -> bool {
        self.place.is_project && self.place.borrowed_from.is_none() && self.place.refusal.is_none()
    }

    /// Returns true if this is the project of a folder, without a search for another one. In doubt it is false.
    pub fn is_still_in(&self, folder: &Path) -> bool {
        let is = |path: &Path, test: fn(&Metadata) -> bool| path.symlink_metadata().is_ok_and(|data| test(&data));
        self.is_own()
            && self.place.folder == folder
            && self.engine.reader().ownership() == Ownership::Project
            && is(&self.place.home, Metadata::is_dir)
            && is(&self.place.home.join("config.toml"), Metadata::is_file)
    }

    /// Returns why nothing is read or written here: the `.handoff` is a link that is not followed.
    pub fn refusal(&self) -> Option<String> {
        let reason = self.place.refusal.as_ref()?;
        Some(format!("{} cannot be used: {reason}. Remove the link, or correct it.", self.place.home.display()))
    }

    /// Returns the folder of another working tree whose `.handoff` is used.
    pub fn borrowed_from(&self) -> Option<&Path> {
        self.place.borrowed_from.as_deref()
    }

    /// Returns the `.handoff` folder, which need not exist.
    pub fn home(&self) -> PathBuf {
        self.place.home.clone()
    }

    /// Returns the state of Git in the folder.
    pub fn git_state(&self) -> GitState {
        self.ask_git()()
    }

    /// Starts to read the state of Git on another thread.
    pub fn ask_git(&self) -> PendingGit {
        let borrowed_from = self.borrowed_from().map(|main| main.display().to_string());
        let folder = self.place.folder.clone();
        let state = threads::begin(move || git::state(&folder));
        Box::new(move || GitState {
            borrowed_from,
            ..state().unwrap_or_else(|| git::unavailable("Git could not be read"))
        })
    }

    /// Returns the Git history of the tasks, in the order of its times.
    pub fn history(&self) -> Vec<HistoryCommit> {
        git::history(&self.home())
    }

    /// Returns the engine, with the content of the last refresh.
    pub fn engine(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// Returns the engine alone.
    pub fn into_engine(self) -> Engine {
        self.engine
    }

    /// Returns the context of a command: time, actor and randomness, which the engine has no access
    /// to.
    pub fn context(&self) -> Context {
        let now = now();
        Context {
            now,
            time_zone: clock::time_zone(now),
            actor: self.actor.clone(),
            writer: self.writer.clone(),
            seed: identity::seed(),
            pause: pause::outer_pause(),
            // The claims of one command outlive it.
            process: if self.is_long_lived { process::current() } else { None },
        }
    }

    /// Returns true if an interrupted change was recovered when the project was opened.
    pub fn has_recovered(&self) -> bool {
        self.recovered
    }

    /// Loads what other programs have changed. Returns true if that was anything.
    pub fn refresh(&mut self) -> bool {
        let place = if self.is_own() { None } else { Some(Place::find(&self.start)) };
        // For example, the worktree has its own `.handoff` by now.
        if let Some(place) = place.filter(|place| place.home != self.place.home || place.refusal != self.place.refusal)
        {
            self.reopen(place);
            return true;
        }
        let known = self.engine.folders_with_several_files();
        let mut is_changed = self.read_changes();
        is_changed |= self.wait_for_replacements(&known);
        check_claims(&mut self.engine);
        if !self.engine.has_pending_interruption() {
            return is_changed;
        }
        self.recover();
        is_changed || self.recovered
    }

    /// Loads what is different on disk. Returns true if that was anything.
    fn read_changes(&mut self) -> bool {
        let changes = self.disk.changes(self.engine.tree());
        // Without a change as well: a task whose file is missing ends after a while.
        feed(&mut self.engine, &self.disk, changes)
    }

    /// Reads again after a moment if a task has several files that are not known: another program may be
    /// replacing one. Returns true if anything changed.
    fn wait_for_replacements(&mut self, known: &[String]) -> bool {
        if self.engine.folders_with_several_files().iter().all(|folder| known.contains(folder)) {
            return false;
        }
        thread::sleep(Duration::from_millis(REPLACEMENT_MS));
        self.read_changes()
    }

    /// Loads the activity log from the month of an RFC 3339 time on. Otherwise only what is appended to it is
    /// loaded.
    pub fn load_log_since(&mut self, time: &str) {
        let context = self.context();
        activity_logs::load_since(&mut self.engine, &self.disk, time, &context);
    }

    /// Returns the problems of the activity log, which is not loaded.
    pub fn log_problems(&self) -> Vec<Problem> {
        activity_logs::problems(&self.disk, &self.context())
    }

    /// Loads what figures and lists of time entries and deletions need of the activity log, by its indexes.
    pub fn load_figures(&mut self) {
        let context = self.context();
        activity_logs::load_figures(&mut self.engine, &self.disk, &context);
    }

    /// Loads the files at a path that is not scanned, such as one in the trash.
    pub fn feed_path(&mut self, path: &str) {
        self.engine.feed(self.disk.read_below(path), now());
    }

    /// Loads the packages, which are not scanned.
    pub fn load_packages(&mut self) {
        if self.engine.tree().is_folder(PACKAGES) {
            let files = self.disk.read_folder(PACKAGES, |state| state);
            let context = self.context();
            self.engine.feed_places(&[PACKAGES.to_owned()], files, &context);
        } else {
            self.engine.fill(self.disk.read_folder(PACKAGES, LoadedFile::read));
            self.engine.feed(Vec::new(), now());
        }
    }

    /// Loads the trash, which is not scanned, and the log of the deletions.
    pub fn load_trash(&mut self) {
        self.load_figures();
        let places = ["trash".to_owned()];
        let files = self.disk.read_below("trash");
        let context = self.context();
        self.engine.feed_places(&places, files, &context);
    }

    /// Completes or reverts a change that a crashed program left behind.
    fn recover(&mut self) {
        let context = self.context();
        let action = self.engine.recover(context, self.disk.capabilities());
        let (outcome, _) = self.run_actions(action, &mut NoProgress);
        self.recovered = matches!(outcome, Outcome::Done { changed: true, .. });
    }

    /// Executes a command, reports its progress, and stores its step for a later undo. A commit is
    /// never cancelled halfway. While another program holds the lock, it waits until the lock is
    /// released or abandoned.
    pub fn execute(&mut self, command: &Command, progress: &mut dyn Progress) -> Outcome {
        // Deferred until the step is saved as well.
        let (outcome, _deferral) = self.commit(command, progress);
        if matches!(outcome, Outcome::Done { .. }) {
            let steps = self.engine.take_undo_steps();
            if let (false, Ok(history)) = (steps.is_empty(), History::of(&self.home())) {
                history.save(&self.actor, &steps, &mut self.step_sizes);
            }
        }
        outcome
    }

    /// Executes a command like [`Project::execute`], but stores no step.
    pub fn execute_without_undo_step(&mut self, command: &Command, progress: &mut dyn Progress) -> Outcome {
        let (outcome, _) = self.commit(command, progress);
        self.engine.take_undo_steps();
        outcome
    }

    /// Measures the time of the timers that this server has started, and writes it. Returns the
    /// milliseconds until the next tick, `None` if no timer runs.
    ///
    /// Changes that cannot be written now, for example because another program writes, is written later.
    pub fn track_time(&mut self, event: ServerEvent, monotonic_ms: u64) -> Option<u64> {
        let context = self.context();
        let timers = self.engine.track_server_time(event, monotonic_ms, &context);
        if let Some(command) = timers.command {
            self.attempt(command, &mut NoProgress);
        }
        timers.next_ms
    }

    fn commit(&mut self, command: &Command, progress: &mut dyn Progress) -> (Outcome, Option<Deferral>) {
        let mut ended = self.attempt(command.clone(), progress);
        for _ in 1..ATTEMPTS {
            if !matches!(&ended.0, Outcome::Refused { refusal } if refusal.code == RefusalCode::Locked) {
                break;
            }
            ended = self.attempt(command.clone(), progress);
        }
        ended
    }

    fn attempt(&mut self, command: Command, progress: &mut dyn Progress) -> (Outcome, Option<Deferral>) {
        self.name_person();
        let context = self.context();
        let action = self.engine.begin(command, context, self.disk.capabilities());
        self.run_actions(action, progress)
    }

    /// Returns the outcome, and what defers the end of the process since the lock was taken.
    fn run_actions(&mut self, mut action: Action, progress: &mut dyn Progress) -> (Outcome, Option<Deferral>) {
        let mut deferral = None;
        loop {
            if let Action::End { outcome } = action {
                return (outcome, deferral);
            }
            let is_lock = matches!(action, Action::Create { .. });
            if is_lock {
                deferral.get_or_insert_with(interrupt::defer);
            }
            let answer = self.disk.perform_in_commit(&action, self.engine.tree());
            if is_lock && answer != (Answer::Ok {}) {
                deferral = None;
            }
            if matches!(action, Action::Replace { .. } | Action::Move { .. }) {
                progress.report("files written");
            }
            action = self.engine.answer(answer, now());
        }
    }
}

/// Finds out which processes that hold tasks have ended.
fn check_claims(engine: &mut Engine) {
    let Some(own) = process::current() else { return };
    let has_ended = |holder: &Process| process::is_running(holder.pid, holder.started.as_deref()) == Some(false);
    let ended = engine.claim_processes(&own).into_iter().filter(has_ended).collect();
    engine.set_ended_processes(&own, ended);
}

/// Loads all files into a new engine.
fn fill(engine: &mut Engine, disk: &mut Disk) {
    disk.read_all(LoadedFile::read, |files| engine.fill(files));
    feed(engine, disk, Vec::new());
    if !engine.folders_with_several_files().is_empty() {
        feed(engine, disk, Vec::new());
    }
}

/// Updates the engine with files. If a task has several, the one that was written last counts, as for
/// `handoff-mcp`. Returns true if anything changed.
fn feed(engine: &mut Engine, disk: &Disk, files: Vec<FileState>) -> bool {
    let written_at = |path: String| disk.written_at(&path).map(|time| (path, time));
    let times = engine.rival_files(&files).into_iter().filter_map(written_at).collect();
    engine.set_file_times(times);
    engine.feed(files, now()).changed
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::fs;

    use super::*;
    use crate::ground::disk::temp_dir::TempDir;

    #[test]
    fn lock_of_an_ended_process_is_removed() {
        let scratch = TempDir::new("ended");
        let lock = scratch.0.join(".handoff/.lock");
        let open = || Project::open(&scratch.0, Actor::agent(""), false);
        let init = |name: &str| {
            let (name, description) = (name.to_owned(), None);
            Command::InitProject { name, description, layout: Layout::Toml, beside: None }
        };
        let mut child = std::process::Command::new("true").spawn().unwrap();
        child.wait().unwrap();
        let own = process::current().unwrap();
        let ended = Process { pid: child.id(), ..own.clone() };
        let reused = Process { started: Some("another time".to_owned()), ..own };
        for holder in [ended, reused] {
            let hold = || {
                // A stamp from the future, so that only the process can tell that the lock is
                // abandoned.
                let (since, process) = (now() + 3_600_000, handoff_protocol::to_json(&holder));
                let line = format!(r#"{{"writer":"w","since":{since},"nonce":"n","process":{process}}}"#);
                fs::create_dir_all(scratch.0.join(".handoff")).unwrap();
                fs::write(&lock, line).unwrap();
            };
            hold();
            open();
            assert!(!lock.exists(), "opening the project clears it away");
            let mut project = open();
            hold();
            let outcome = project.execute(&init("Harbour"), &mut NoProgress);
            assert!(matches!(outcome, Outcome::Done { .. }), "{outcome:?}");
            assert!(!lock.exists());
            fs::remove_dir_all(scratch.0.join(".handoff")).unwrap();
        }
    }
}
