//! Calls of tools, used by the MCP server and the command line alike.

use std::path::{Path, PathBuf};

use handoff_agent::{
    FailureKind, OtherProject, Reply, Search, Survey, ThenPackages, ThenSurvey, ToolContext, ToolOutcome,
    refusal_to_reply,
};
use handoff_engine::Engine;
use handoff_protocol::{ChangeSet, Command, Context, Layout};
use serde_json::{Map, Value};

use crate::disk::file_probe;
use crate::handover::approval;
use crate::history::undo;
use crate::output::progress::{NoProgress, Progress};
use crate::packages::stores::{self, UserStore};
use crate::pause;
use crate::project::Project;
use crate::project_scan;

/// The tool that creates a project.
pub const INIT: &str = "handoff_init";

/// Calls a tool on the project as it was last refreshed, and executes what the tool asks for.
/// `progress` receives reports and can cancel the call between two steps.
pub fn call(
    project: &mut Project,
    layout: Layout,
    name: &str,
    arguments: &Map<String, Value>,
    progress: &mut dyn Progress,
) -> Reply {
    if let Some(reply) = prepare_init(project, name, arguments) {
        return reply;
    }
    let context = project.context();
    let mut step =
        handoff_agent::call(ToolContext { engine: project.engine(), context: &context, layout }, name, arguments);
    loop {
        match step {
            ToolOutcome::Done(reply) => return reply,
            _ if progress.is_cancelled() => return Reply::failure(STOPPED),
            ToolOutcome::Commit { command, then } => {
                let outcome = project.execute(&command, progress);
                let context = project.context();
                step = then(ToolContext { engine: project.engine(), context: &context, layout }, outcome);
            }
            ToolOutcome::Elsewhere { folder, is_found, command, then } => {
                let folder = other_project_folder(&folder, project);
                if is_found && let Some(reply) = refuse_found_project(project, &folder) {
                    return reply;
                }
                let outcome = if folder == project.folder() {
                    project.execute(&command, progress)
                } else {
                    Project::open(&folder, project.actor(), false).execute(&command, progress)
                };
                let context = project.context();
                step = then(ToolContext { engine: project.engine(), context: &context, layout }, outcome);
            }
            ToolOutcome::Survey { search, then } => step = survey_projects(project, layout, &search, then, progress),
            ToolOutcome::Git { then } => {
                let git = project.ask_git();
                let context = project.context();
                step = then(ToolContext { engine: project.engine(), context: &context, layout }, git);
            }
            ToolOutcome::Files { requests, then } => {
                let answers = file_probe::probe_all(project.folder(), &requests);
                let context = project.context();
                step = then(ToolContext { engine: project.engine(), context: &context, layout }, answers);
            }
            ToolOutcome::Packages { then } => step = load_packages(project, layout, then),
            ToolOutcome::UserStore { command, then } => {
                let outcome = stores::execute(project.actor(), &command, progress);
                let context = project.context();
                step = then(ToolContext { engine: project.engine(), context: &context, layout }, outcome);
            }
            ToolOutcome::Trash { then } => {
                project.load_trash();
                let context = project.context();
                step = then(ToolContext { engine: project.engine(), context: &context, layout });
            }
            ToolOutcome::Log { then } => {
                project.load_figures();
                let context = project.context();
                step = then(ToolContext { engine: project.engine(), context: &context, layout });
            }
            ToolOutcome::History { then } => {
                let commits = project.history();
                let context = project.context();
                step = then(ToolContext { engine: project.engine(), context: &context, layout }, commits);
            }
            ToolOutcome::Undo { then } => {
                let undone = match undo::revert_last(project, progress) {
                    Ok(undone) => undone,
                    Err(reply) => return reply,
                };
                let context = project.context();
                step = then(ToolContext { engine: project.engine(), context: &context, layout }, undone);
            }
        }
    }
}

/// Prepares a call that creates a project. Returns the refusal if its folder belongs to a project or is the
/// home folder, and the call does not ask for that.
fn prepare_init(project: &mut Project, name: &str, arguments: &Map<String, Value>) -> Option<Reply> {
    let has = |flag: &str| arguments.get(flag).and_then(Value::as_bool).unwrap_or_default();
    if name != INIT {
        return None;
    }
    if has("nested") {
        project.move_to_start();
    }
    if let Some(sentence) = project.refusal() {
        return Some(Reply::failure_of(FailureKind::Broken, sentence));
    }
    let is_elsewhere = project.folder() != project.start() || project.borrowed_from().is_some();
    if is_elsewhere && project.engine().reader().is_initialized() {
        let name = project.engine().reader().config().name.clone();
        let home = project.home();
        let folder = home.parent().unwrap_or(&home).display().to_string();
        return Some(Reply::failure(format!(
            "This folder belongs to the project {name} in {folder}, which is used here. For another project in this folder, repeat with nested (--nested on the command line)."
        )));
    }
    let is_home = pause::home().is_some_and(|home| home.canonicalize().unwrap_or(home) == project.start());
    (is_home && !has("beside")).then(|| {
        Reply::failure(
            "This is your home folder, and .handoff in it has the packages and the pause for all your projects. Choose another folder, or repeat with beside (--beside on the command line); the packages for all projects then belong to this one, and new ones are stored in the folder for state.",
        )
    })
}

/// Loads the packages of the project and of the user, and passes them to the next step of a call.
fn load_packages(project: &mut Project, layout: Layout, then: ThenPackages) -> ToolOutcome {
    project.load_packages();
    let mut user = UserStore::load(project);
    let context = project.context();
    let packages = user.as_mut().map(UserStore::packages);
    then(ToolContext { engine: project.engine(), context: &context, layout }, packages)
}

/// Calls a tool that only reads and returns its value, or its refusal.
pub fn read_value(project: &mut Project, name: &str, arguments: &Map<String, Value>) -> Result<Value, Reply> {
    match call(project, Layout::Toml, name, arguments, &mut NoProgress) {
        Reply { failed: None, structured: Some(value), .. } => Ok(value),
        Reply { failed: None, .. } => Err(Reply::failure_of(FailureKind::System, format!("{name} returned no value."))),
        refusal => Err(refusal),
    }
}

/// The reply of a cancelled call.
const STOPPED: &str = "The call was cancelled.";

/// Returns the canonical folder of another project.
fn other_project_folder(folder: &str, project: &Project) -> PathBuf {
    let folder = project_scan::resolve_folder(folder, project.folder());
    folder.canonicalize().unwrap_or(folder)
}

/// Returns the refusal to write to a project that was found through the configuration, unless a person
/// has approved that on this machine.
fn refuse_found_project(project: &Project, folder: &Path) -> Option<Reply> {
    let approved = [b"refer\0", folder.as_os_str().as_encoded_bytes()].concat();
    let home = project.home();
    if project.allows_found_projects() {
        let stored = approval::approve(&home, &approved);
        return stored.err().map(|failure| Reply::failure_of(FailureKind::System, failure.sentence));
    }
    let sentence = || {
        format!(
            "That project is in {}, which dashboard.scan_dirs of config.toml led to, and sending there is not approved on this machine. Name the folder itself, or a person runs handoff referral send once with --allow-folder.",
            folder.display()
        )
    };
    (!approval::is_approved(&home, &approved)).then(|| Reply::failure(sentence()))
}

/// Reads other projects and passes them to the next step of a call.
fn survey_projects(
    project: &mut Project,
    layout: Layout,
    search: &Search,
    then: ThenSurvey,
    progress: &mut dyn Progress,
) -> ToolOutcome {
    let home = project.folder().to_path_buf();
    let (folders, cut) = project_scan::find(search, &home, progress);
    let mut others: Vec<(String, Engine)> = Vec::new();
    for folder in &folders {
        if progress.is_cancelled() {
            return ToolOutcome::Done(Reply::failure(STOPPED));
        }
        others.push((folder.display().to_string(), Project::read_engine(folder)));
        progress.report("projects read");
    }
    let neighbours: Vec<OtherProject<'_>> =
        others.iter().map(|(folder, engine)| OtherProject { folder, engine }).collect();
    let home = home.display().to_string();
    let context = project.context();
    let ctx = ToolContext { engine: project.engine(), context: &context, layout };
    then(ctx, Survey { home: &home, found: &neighbours, cut })
}

/// Returns the first change set that a call would commit, or its reply if it commits none. Writes
/// nothing.
pub fn dry_run(
    project: &mut Project,
    layout: Layout,
    name: &str,
    arguments: &Map<String, Value>,
) -> Result<ChangeSet, Reply> {
    if let Some(reply) = prepare_init(project, name, arguments) {
        return Err(reply);
    }
    let context = project.context();
    let ctx = ToolContext { engine: project.engine(), context: &context, layout };
    let mut step = handoff_agent::call(ctx, name, arguments);
    loop {
        match step {
            ToolOutcome::Done(reply) => return Err(reply),
            ToolOutcome::Commit { command, .. } => return plan(project.engine(), &command, &context),
            ToolOutcome::Elsewhere { folder, command, .. } => {
                return plan(&mut Project::read_engine(&other_project_folder(&folder, project)), &command, &context);
            }
            ToolOutcome::Packages { then } => step = load_packages(project, layout, then),
            ToolOutcome::UserStore { command, .. } => {
                let mut store = stores::open(project.actor()).map_err(Reply::failure)?;
                return plan(store.engine(), &command, &context);
            }
            ToolOutcome::Survey { search, then } => {
                step = survey_projects(project, layout, &search, then, &mut NoProgress);
            }
            ToolOutcome::Git { then } => {
                let git = project.ask_git();
                step = then(ToolContext { engine: project.engine(), context: &context, layout }, git);
            }
            ToolOutcome::Files { requests, then } => {
                let answers = file_probe::probe_all(project.folder(), &requests);
                step = then(ToolContext { engine: project.engine(), context: &context, layout }, answers);
            }
            ToolOutcome::Trash { then } => {
                project.load_trash();
                step = then(ToolContext { engine: project.engine(), context: &context, layout });
            }
            ToolOutcome::Log { then } => {
                project.load_figures();
                step = then(ToolContext { engine: project.engine(), context: &context, layout });
            }
            ToolOutcome::History { then } => {
                let commits = project.history();
                step = then(ToolContext { engine: project.engine(), context: &context, layout }, commits);
            }
            ToolOutcome::Undo { then } => match undo::last_own_step(project) {
                Ok(Some(stored)) => {
                    let command = Command::Revert { steps: vec![stored.step.source], tasks: None };
                    return plan(project.engine(), &command, &context);
                }
                Err(reply) => return Err(reply),
                Ok(None) => step = then(ToolContext { engine: project.engine(), context: &context, layout }, None),
            },
        }
    }
}

/// Returns the change set of a command. Writes nothing.
pub fn plan(engine: &mut Engine, command: &Command, context: &Context) -> Result<ChangeSet, Reply> {
    let planned = engine.plan(command, context);
    planned.map_err(|refusal| refusal_to_reply(&refusal))
}
