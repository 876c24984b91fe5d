//! Publishes files of a project through Git: runs the calls that the agent crate decides on.
//!
//! Invariant: no decision is made here, except that files of ours in the Git folder are the only
//! ones that are written or removed.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use handoff_agent::handover::publish::{
    Destination, GitAnswer, GitCall, Publish, PublishAction, PublishAnswer, PublishFailure, PublishReport,
    PublishRequest, PublishStep,
};

use crate::child::{self, Limits};

/// The maximum size of the output that is read.
const MAX_OUTPUT_BYTES: usize = 64 << 20;
/// The start of the names of our files in the Git folder.
const FILE_PREFIX: &str = "handoff-publish.";
/// A variable with which users replace SSH. It has priority over the call's.
const SSH_VARIABLES: [&str; 2] = ["GIT_SSH_COMMAND", "GIT_SSH"];

/// Publishes from a folder of the project. `pause` returns the reason why writing is paused, if it
/// is; it is asked before a commit and before a push. `is_approved` is asked before anything is sent.
pub fn publish(
    folder: &Path,
    request: PublishRequest,
    pause: &mut dyn FnMut() -> Option<String>,
    is_approved: &dyn Fn(&Destination) -> bool,
) -> Result<PublishReport, PublishFailure> {
    drive(&Executor::new(folder), Publish::start(request), pause, is_approved)
}

/// Returns where the publication would push to, without changing anything.
pub fn find_destination(folder: &Path, request: PublishRequest) -> Result<Option<Destination>, PublishFailure> {
    let begun = Publish::find_destination(request);
    drive(&Executor::new(folder), begun, &mut || None, &|_| false).map(|report| report.destination)
}

fn drive(
    executor: &Executor,
    (mut publish, mut step): (Publish, PublishStep),
    pause: &mut dyn FnMut() -> Option<String>,
    is_approved: &dyn Fn(&Destination) -> bool,
) -> Result<PublishReport, PublishFailure> {
    loop {
        match step {
            PublishStep::Act(action) => step = publish.answer(executor.perform(&action, pause, is_approved)),
            PublishStep::Done(report) => return Ok(report),
            PublishStep::Failed(failure) => return Err(failure),
        }
    }
}

/// Performs the actions of a publication.
pub struct Executor {
    folder: PathBuf,
    /// Further environment variables for Git.
    pub environment: Vec<(String, String)>,
}

impl Executor {
    /// Creates an executor that runs Git in a folder.
    pub fn new(folder: &Path) -> Executor {
        Executor { folder: folder.to_owned(), environment: Vec::new() }
    }

    /// Performs an action.
    pub fn perform(
        &self,
        action: &PublishAction,
        pause: &mut dyn FnMut() -> Option<String>,
        is_approved: &dyn Fn(&Destination) -> bool,
    ) -> PublishAnswer {
        match action {
            PublishAction::Git(call) => self.run(call),
            PublishAction::Write { path, bytes } => {
                own_file(path).map_or_else(refuse, |path| to_answer(fs::write(path, bytes)))
            }
            PublishAction::Remove { paths } => {
                let results = paths.iter().map(|path| own_file(path).map_or_else(refuse, remove));
                results.into_iter().find(|answer| *answer != PublishAnswer::Done).unwrap_or(PublishAnswer::Done)
            }
            PublishAction::Approve(destination) if is_approved(destination) => PublishAnswer::Done,
            PublishAction::Approve(_) => PublishAnswer::NotApproved,
            PublishAction::Ask(_) => pause().map_or(PublishAnswer::Done, PublishAnswer::Paused),
        }
    }

    fn run(&self, call: &GitCall) -> PublishAnswer {
        let mut command = Command::new("git");
        let has_own_ssh = SSH_VARIABLES.iter().any(|name| std::env::var_os(name).is_some());
        for (name, value) in &call.env {
            match value {
                None => command.env_remove(name),
                Some(_) if has_own_ssh && SSH_VARIABLES.contains(&name.as_str()) => &mut command,
                Some(value) => command.env(name, value),
            };
        }
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command.args(&call.args).current_dir(&self.folder);
        let limits =
            Limits { timeout: Duration::from_secs(u64::from(call.timeout_secs)), output_bytes: MAX_OUTPUT_BYTES };
        match child::run(&mut command, call.input.clone(), limits) {
            Ok(ended) => PublishAnswer::Git(GitAnswer {
                code: ended.status.and_then(|status| status.code()),
                stdout: ended.stdout,
                stderr: ended.stderr,
                timed_out: ended.timed_out,
                truncated: ended.truncated,
            }),
            Err(error) if error.kind() == ErrorKind::NotFound && self.folder.is_dir() => {
                PublishAnswer::Failed("Git is not installed.".to_owned())
            }
            Err(error) => PublishAnswer::Failed(format!("{error}.")),
        }
    }
}

/// Returns a path if it is of a file of ours.
fn own_file(path: &str) -> Option<&Path> {
    let path = Path::new(path);
    let is_own = path.is_absolute() && path.file_name()?.to_str()?.starts_with(FILE_PREFIX);
    is_own.then_some(path)
}

fn refuse() -> PublishAnswer {
    PublishAnswer::Failed("This file is not one of Handoff.".to_owned())
}

fn remove(path: &Path) -> PublishAnswer {
    match fs::remove_file(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => PublishAnswer::Done,
        result => to_answer(result),
    }
}

fn to_answer(result: std::io::Result<()>) -> PublishAnswer {
    result.map_or_else(|error| PublishAnswer::Failed(format!("{error}.")), |()| PublishAnswer::Done)
}
