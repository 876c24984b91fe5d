//! Calls of tools, as both doors make them: the MCP server and the command line.

use std::path::PathBuf;

use handoff_agent::{Neighbour, Reply, Search, Survey, ThenSurvey, ToolContext, ToolOutcome, Trouble, refused};
use handoff_engine::Engine;
use handoff_protocol::{ChangeSet, Command, Context, Layout, Outcome};
use serde_json::{Map, Value};

use crate::disk::file_probe;
use crate::output::progress::{NoProgress, Progress};
use crate::pause;
use crate::project::Project;
use crate::project_scan;

/// Answers a call about a project as it was looked at last, carrying out what the call asks for. Somebody hears how it goes and may stop it
/// between two steps.
pub fn answer(
    project: &mut Project,
    layout: Layout,
    name: &str,
    arguments: &Map<String, Value>,
    progress: &mut dyn Progress,
) -> Reply {
    let context = project.context();
    let mut step =
        handoff_agent::call(ToolContext { engine: project.engine(), context: &context, layout }, name, arguments);
    loop {
        match step {
            ToolOutcome::Done(reply) => return reply,
            _ if progress.is_stopped() => return Reply::failure(STOPPED),
            ToolOutcome::Commit { command, then } => {
                let outcome = match execute(project, &command, progress) {
                    Ok(outcome) => outcome,
                    Err(paused) => return paused,
                };
                let context = project.context();
                step = then(ToolContext { engine: project.engine(), context: &context, layout }, outcome);
            }
            ToolOutcome::Elsewhere { folder, command, then } => {
                let folder = elsewhere(&folder, project);
                let outcome = if folder == project.folder() {
                    execute(project, &command, progress)
                } else {
                    execute(&mut Project::open(&folder, project.actor(), false), &command, progress)
                };
                let outcome = match outcome {
                    Ok(outcome) => outcome,
                    Err(paused) => return paused,
                };
                let context = project.context();
                step = then(ToolContext { engine: project.engine(), context: &context, layout }, outcome);
            }
            ToolOutcome::Survey { search, then } => step = surveyed(project, layout, &search, then, progress),
            ToolOutcome::Git { then } => {
                let git = project.ask_git();
                let context = project.context();
                step = then(ToolContext { engine: project.engine(), context: &context, layout }, git);
            }
            ToolOutcome::Files { looks, then } => {
                let sights = file_probe::look(project.folder(), &looks);
                let context = project.context();
                step = then(ToolContext { engine: project.engine(), context: &context, layout }, sights);
            }
        }
    }
}

/// Carries out a command, unless the brake is on.
pub fn execute(project: &mut Project, command: &Command, progress: &mut dyn Progress) -> Result<Outcome, Reply> {
    match pause::pause_reason(&project.home()) {
        Some(sentence) => Err(Reply::trouble(Trouble::Paused, sentence)),
        None => Ok(project.execute(command, progress)),
    }
}

/// Answers a call of a tool that only reads.
pub fn ask(project: &mut Project, name: &str, arguments: &Map<String, Value>) -> Reply {
    answer(project, Layout::Toml, name, arguments, &mut NoProgress)
}

/// What is said where nobody listens any more.
const STOPPED: &str = "The call was cancelled.";

/// The folder of another project, as the disk has it.
fn elsewhere(folder: &str, project: &Project) -> PathBuf {
    let folder = project_scan::written(folder, project.folder());
    folder.canonicalize().unwrap_or(folder)
}

/// Reads other projects, and goes on with a call.
fn surveyed(
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
        if progress.is_stopped() {
            return ToolOutcome::Done(Reply::failure(STOPPED));
        }
        others.push((folder.display().to_string(), Project::peek(folder)));
        progress.beat("projects read");
    }
    let found: Vec<Neighbour<'_>> = others.iter().map(|(folder, engine)| Neighbour { folder, engine }).collect();
    let home = home.display().to_string();
    let context = project.context();
    let ctx = ToolContext { engine: project.engine(), context: &context, layout };
    then(ctx, Survey { home: &home, found: &found, cut })
}

/// What a call would change first, if anything; else its answer. Nothing is written.
pub fn rehearse(
    project: &mut Project,
    layout: Layout,
    name: &str,
    arguments: &Map<String, Value>,
) -> Result<ChangeSet, Reply> {
    let context = project.context();
    let ctx = ToolContext { engine: project.engine(), context: &context, layout };
    let mut step = handoff_agent::call(ctx, name, arguments);
    loop {
        match step {
            ToolOutcome::Done(reply) => return Err(reply),
            ToolOutcome::Commit { command, .. } => return plan(project.engine(), &command, &context),
            ToolOutcome::Elsewhere { folder, command, .. } => {
                return plan(&mut Project::peek(&elsewhere(&folder, project)), &command, &context);
            }
            ToolOutcome::Survey { search, then } => step = surveyed(project, layout, &search, then, &mut NoProgress),
            ToolOutcome::Git { then } => {
                let git = project.ask_git();
                step = then(ToolContext { engine: project.engine(), context: &context, layout }, git);
            }
            ToolOutcome::Files { looks, then } => {
                let sights = file_probe::look(project.folder(), &looks);
                step = then(ToolContext { engine: project.engine(), context: &context, layout }, sights);
            }
        }
    }
}

/// What a command would change. Nothing is written.
pub fn plan(engine: &mut Engine, command: &Command, context: &Context) -> Result<ChangeSet, Reply> {
    let planned = engine.plan(command, context);
    planned.map_err(|refusal| refused(&refusal))
}
