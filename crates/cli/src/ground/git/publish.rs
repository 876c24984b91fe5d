//! Publishes files of a project through Git: runs the calls that the agent crate decides on.
//!
//! Invariant: no decision is made here, except that files of ours in the Git folder are the only
//! ones that are written or removed.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use handoff_agent::HandoffError;
use handoff_agent::handover::publish::{
    self, Destination, GitAnswer, GitCall, Publish, PublishFailure, PublishQuestion, PublishReport, PublishRequest,
};
use handoff_engine::conversation::Turn;
use thiserror::Error;

use crate::ground::child::{self, Kept, Limits};

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
    drive(&Executor::new(folder), publish::publish(request), pause, is_approved)
}

/// Returns where the publication would push to, without changing anything.
pub fn find_destination(folder: &Path, request: PublishRequest) -> Result<Option<Destination>, PublishFailure> {
    let publish = publish::find_destination(request);
    drive(&Executor::new(folder), publish, &mut || None, &|_| false).map(|report| report.destination)
}

fn drive(
    executor: &Executor,
    mut publish: Publish,
    pause: &mut dyn FnMut() -> Option<String>,
    is_approved: &dyn Fn(&Destination) -> bool,
) -> Result<PublishReport, PublishFailure> {
    loop {
        match publish.advance() {
            Turn::Ask(question) => executor.answer(question, pause, is_approved),
            Turn::Done(result) => return result,
            Turn::Unanswered => return Err(PublishFailure::without_answer()),
        }
    }
}

/// Why a call was not made. It is a sentence.
#[derive(Debug, Error)]
enum CallError {
    #[error("Git is not installed.")]
    NotInstalled,
    #[error("This file is not one of Handoff.")]
    ForeignFile,
    #[error("{0}.")]
    Io(#[from] io::Error),
}

impl From<CallError> for HandoffError {
    fn from(error: CallError) -> HandoffError {
        HandoffError::System(error.to_string().into())
    }
}

/// Answers the questions of a publication.
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

    /// Answers a question.
    pub fn answer(
        &self,
        question: PublishQuestion,
        pause: &mut dyn FnMut() -> Option<String>,
        is_approved: &dyn Fn(&Destination) -> bool,
    ) {
        match question {
            PublishQuestion::Git(call, slot) => slot.fill(self.run(&call).map_err(HandoffError::from)),
            PublishQuestion::Write { path, bytes, slot } => {
                let written = own_file(&path).and_then(|path| Ok(fs::write(path, &bytes)?));
                slot.fill(written.map_err(HandoffError::from));
            }
            PublishQuestion::Remove { paths, slot } => {
                // One that cannot be removed keeps none of the others.
                let removed: Vec<_> = paths.iter().map(|path| own_file(path).and_then(remove)).collect();
                let removed: Result<(), CallError> = removed.into_iter().collect();
                slot.fill(removed.map_err(HandoffError::from));
            }
            PublishQuestion::Approve(destination, slot) => slot.fill(is_approved(&destination)),
            PublishQuestion::Pause(_, slot) => slot.fill(pause()),
        }
    }

    fn run(&self, call: &GitCall) -> Result<GitAnswer, CallError> {
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
        let limits = Limits {
            timeout: Duration::from_secs(u64::from(call.timeout_secs)),
            output_bytes: MAX_OUTPUT_BYTES,
            kept: Kept::Start,
        };
        match child::run(&mut command, call.input.clone(), limits) {
            Ok(ended) => Ok(GitAnswer {
                code: ended.status.and_then(|status| status.code),
                stdout: ended.stdout,
                stderr: ended.stderr,
                timed_out: ended.timed_out,
                truncated: ended.truncated,
            }),
            Err(error) if error.kind() == ErrorKind::NotFound && self.folder.is_dir() => Err(CallError::NotInstalled),
            Err(error) => Err(error.into()),
        }
    }
}

/// Returns a path if it is of a file of ours.
fn own_file(path: &str) -> Result<&Path, CallError> {
    let path = Path::new(path);
    let name = path.file_name().and_then(|name| name.to_str());
    let is_own = path.is_absolute() && name.is_some_and(|name| name.starts_with(FILE_PREFIX));
    if is_own { Ok(path) } else { Err(CallError::ForeignFile) }
}

fn remove(path: &Path) -> Result<(), CallError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}
