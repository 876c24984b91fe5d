//! Performs operations on a project: answers what they ask. The MCP server and the command line use
//! the same calls.

use std::path::{Path, PathBuf};

use handoff_agent::{Ended, HandoffError, Operation, OperationRun, OtherProject, Question, Reply, Survey, ToolContext};
use handoff_engine::Engine;
use handoff_engine::conversation::Turn;
use handoff_protocol::{ChangeSet, Command, Context, Outcome, Search, Text, UndoStep};
use serde_json::{Map, Value};

use crate::ground::progress::{NoProgress, Progress};
use crate::ground::{identity, paths};
use crate::project::open_project::Project;
use crate::project::{approval, file_probe, search, undo, user_store};

/// The reason why a cancelled operation ended.
const CANCELLED: &str = "The call was cancelled.";

/// Calls a tool on the project as it was last refreshed. `progress` receives reports and can cancel
/// the call between two questions.
pub fn call(project: &mut Project, name: &str, arguments: &Map<String, Value>, progress: &mut dyn Progress) -> Reply {
    let mut driver = Driver { project, progress, rehearsed: None };
    driver.run(handoff_agent::call(name, arguments.clone())).unwrap_or_else(Reply::from)
}

/// Performs an operation on the project as it was last refreshed. `progress` receives reports and can
/// cancel it between two questions.
pub fn perform<O: Operation>(
    project: &mut Project,
    params: O::Params,
    progress: &mut dyn Progress,
) -> Ended<O::Answer> {
    perform_begun(project, handoff_agent::begin::<O>(params), progress)
}

/// As [`perform`], for an operation that has begun.
pub fn perform_begun<A>(
    project: &mut Project,
    operation: OperationRun<Ended<A>>,
    progress: &mut dyn Progress,
) -> Ended<A> {
    let mut driver = Driver { project, progress, rehearsed: None };
    driver.run(operation).unwrap_or_else(not_ended)
}

/// Performs an operation without writing. Returns what came of it, and the change sets that it would
/// have committed.
pub fn rehearse<O: Operation>(project: &mut Project, params: O::Params) -> (Ended<O::Answer>, Vec<ChangeSet>) {
    rehearse_begun(project, handoff_agent::begin::<O>(params))
}

/// As [`rehearse`], for an operation that has begun.
pub fn rehearse_begun<A>(project: &mut Project, operation: OperationRun<Ended<A>>) -> (Ended<A>, Vec<ChangeSet>) {
    let mut driver = Driver { project, progress: &mut NoProgress, rehearsed: Some(Vec::new()) };
    let ended = driver.run(operation).unwrap_or_else(not_ended);
    (ended, driver.rehearsed.unwrap_or_default())
}

/// Answers what a conversation of the agent crate asks, and returns its result.
pub fn advance<T>(project: &mut Project, conversation: OperationRun<T>) -> Result<T, HandoffError> {
    Driver { project, progress: &mut NoProgress, rehearsed: None }.run(conversation)
}

fn not_ended<T>(error: HandoffError) -> Ended<T> {
    Ended { result: Err(error), notes: Vec::new() }
}

/// Returns the change set of a command. Writes nothing.
pub fn plan(engine: &mut Engine, command: &Command, context: &Context) -> Result<ChangeSet, HandoffError> {
    engine.plan(command, context).map_err(|refusal| HandoffError::from(&refusal))
}

/// Answers the questions of an operation.
struct Driver<'p> {
    project: &'p mut Project,
    progress: &'p mut dyn Progress,
    /// In a dry run, the change sets so far. They are in the engine, and not on the disk.
    rehearsed: Option<Vec<ChangeSet>>,
}

impl Driver<'_> {
    fn run<T>(&mut self, mut operation: OperationRun<T>) -> Result<T, HandoffError> {
        loop {
            match operation.advance() {
                Turn::Done(result) => return Ok(result),
                Turn::Ask(question @ Question::Read(_)) => self.answer(question),
                Turn::Ask(_) if self.progress.is_cancelled() => return Err(HandoffError::refused(CANCELLED)),
                Turn::Ask(question) => self.answer(question),
                Turn::Unanswered => return Err(HandoffError::System("A question was not answered.".into())),
            }
        }
    }

    fn answer(&mut self, question: Question) {
        match question {
            Question::Read(read) => {
                let (context, layout) = (self.project.context(), self.project.layout());
                read(ToolContext { engine: self.project.engine(), context: &context, layout });
            }
            Question::Commit(command, slot) => slot.fill(self.commit(&command)),
            Question::CommitElsewhere { folder, is_found, command, slot } => {
                slot.fill(self.commit_elsewhere(&folder, is_found, &command));
            }
            Question::CommitForUser(command, slot) => slot.fill(self.commit_for_user(&command)),
            Question::PrepareFolder { nested, beside, slot } => slot.fill(prepare_folder(self.project, nested, beside)),
            Question::FindProjects(search, slot) => slot.fill(find_projects(self.project, &search, self.progress)),
            Question::Git(slot) => slot.fill(self.project.ask_git()),
            Question::History(slot) => slot.fill(self.project.history()),
            Question::Files(requests, slot) => slot.fill(file_probe::probe_all(self.project.folder(), &requests)),
            Question::LoadPackages(slot) => {
                self.project.load_packages();
                slot.fill(user_store::user_packages(self.project));
            }
            Question::LoadTrash(slot) => {
                self.project.load_trash();
                slot.fill(());
            }
            Question::LoadLog(slot) => {
                self.project.load_figures();
                slot.fill(());
            }
            Question::LoadRecentLog(time, slot) => {
                self.project.load_log_since(&time);
                slot.fill(());
            }
            Question::Undo(slot) => slot.fill(self.undo()),
        }
    }

    fn commit(&mut self, command: &Command) -> Outcome {
        match &mut self.rehearsed {
            None => self.project.execute(command, self.progress),
            Some(rehearsed) => {
                let context = self.project.context();
                rehearse_command(self.project.engine(), command, &context, rehearsed)
            }
        }
    }

    fn commit_elsewhere(&mut self, folder: &str, is_found: bool, command: &Command) -> Result<Outcome, HandoffError> {
        let folder = other_project_folder(folder, self.project);
        if let Some(rehearsed) = &mut self.rehearsed {
            let context = self.project.context();
            return Ok(rehearse_command(&mut Project::read_engine(&folder), command, &context, rehearsed));
        }
        if is_found {
            check_found_project(self.project, &folder)?;
        }
        Ok(if folder == self.project.folder() {
            self.project.execute(command, self.progress)
        } else {
            Project::open(&folder, self.project.actor(), false).execute(command, self.progress)
        })
    }

    fn commit_for_user(&mut self, command: &Command) -> Outcome {
        let mut store = match user_store::open(self.project.actor()) {
            Ok(store) => store,
            Err(error) => return Outcome::Failed { path: String::new(), text: Text::plain(&error.to_string()) },
        };
        match &mut self.rehearsed {
            None => store.execute(command, self.progress),
            Some(rehearsed) => {
                let context = self.project.context();
                rehearse_command(store.engine(), command, &context, rehearsed)
            }
        }
    }

    fn undo(&mut self) -> Result<Option<(UndoStep, Outcome)>, HandoffError> {
        let Some(rehearsed) = &mut self.rehearsed else {
            return undo::revert_last(self.project, self.progress);
        };
        let Some(stored) = undo::last_own_undo_step(self.project)? else { return Ok(None) };
        let command = Command::Revert { steps: vec![stored.step.source.clone()], tasks: None };
        let context = self.project.context();
        let outcome = rehearse_command(self.project.engine(), &command, &context, rehearsed);
        Ok(Some((stored.step, outcome)))
    }
}

/// Executes a command in the engine alone, and adds its change set to those that were rehearsed.
fn rehearse_command(
    engine: &mut Engine,
    command: &Command,
    context: &Context,
    rehearsed: &mut Vec<ChangeSet>,
) -> Outcome {
    match engine.rehearse(command, context) {
        Err(refusal) => Outcome::Refused { refusal },
        Ok((revision, changes)) => {
            rehearsed.push(changes.clone());
            let ChangeSet { summary, created, warnings, edits, merged, proposed, .. } = changes;
            Outcome::Done { revision, summary, created, warnings, changed: !edits.is_empty(), merged, proposed }
        }
    }
}

/// Moves to the folder of a new project. Refuses one that belongs to a project or is the home folder,
/// unless the caller asks for that.
fn prepare_folder(project: &mut Project, nested: bool, beside: bool) -> Result<(), HandoffError> {
    if nested {
        project.move_to_start();
    }
    if let Some(sentence) = project.refusal() {
        return Err(HandoffError::Broken(sentence.into()));
    }
    let is_elsewhere = project.folder() != project.start() || project.borrowed_from().is_some();
    if is_elsewhere && project.engine().reader().is_initialized() {
        let name = project.engine().reader().config().name.clone();
        let home = project.home();
        let folder = home.parent().unwrap_or(&home).display().to_string();
        return Err(HandoffError::refused(format!(
            "This folder belongs to the project {name} in {folder}, which is used here. For another project in this folder, repeat with nested (--nested on the command line)."
        )));
    }
    let is_home =
        identity::home_folder().is_some_and(|home| paths::real_path(&home).unwrap_or(home) == project.start());
    if is_home && !beside {
        return Err(HandoffError::refused(
            "This is your home folder, and .handoff in it has the packages and the pause for all your projects. Choose another folder, or repeat with beside (--beside on the command line); the packages for all projects then belong to this one, and new ones are stored in the folder for state.",
        ));
    }
    Ok(())
}

/// Returns the canonical folder of another project.
fn other_project_folder(folder: &str, project: &Project) -> PathBuf {
    let folder = search::resolve_folder(folder, project.folder());
    paths::real_path(&folder).unwrap_or(folder)
}

/// Refuses to write to a project that was found through the configuration, unless a person has
/// approved that on this machine.
fn check_found_project(project: &Project, folder: &Path) -> Result<(), HandoffError> {
    let approved = [b"refer\0", folder.as_os_str().as_encoded_bytes()].concat();
    let home = project.home();
    if project.allows_found_projects() {
        return approval::approve(&home, &approved);
    }
    if approval::is_approved(&home, &approved) {
        return Ok(());
    }
    Err(HandoffError::refused(format!(
        "That project is in {}, which dashboard.scan_dirs of config.toml led to, and sending there is not approved on this machine. Name the folder itself, or a person runs handoff referral send once with --allow-folder.",
        folder.display()
    )))
}

/// Searches for other projects and reads them.
fn find_projects(project: &Project, search: &Search, progress: &mut dyn Progress) -> Survey {
    let home = project.folder();
    let (folders, cut) = search::find(search, home, progress);
    let mut found = Vec::new();
    for folder in folders {
        if progress.is_cancelled() {
            break;
        }
        found.push(OtherProject { folder: folder.display().to_string(), engine: Project::read_engine(&folder) });
        progress.report("projects read");
    }
    Survey { home: home.display().to_string(), found, cut }
}
