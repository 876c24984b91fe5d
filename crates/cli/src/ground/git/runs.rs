//! Runs of Git: without a shell, without programs that the repository configures, and with a timeout.

use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use thiserror::Error;

use crate::ground::child::{self, Ended, Kept, Limits};

/// The timeout of one run of Git. In a repository where it takes longer, that part of the state is
/// left out.
pub(super) const TIMEOUT: Duration = Duration::from_secs(2);
/// The maximum size of the output that is read.
const MAX_OUTPUT_BYTES: usize = 1 << 20;

/// Why a run of Git has no output, as a part of a sentence.
#[derive(Debug, Error)]
pub enum GitError {
    /// The first line of the standard error.
    #[error("{0}")]
    Failed(String),
    #[error("Git did not respond")]
    TimedOut,
    #[error("{0}")]
    NotStarted(String),
}

/// The result of one run of Git.
pub(super) enum GitOutput {
    Success(String),
    Failed { code: Option<i32>, stderr: String },
    TimedOut,
    NotStarted(String),
}

impl GitOutput {
    /// Returns the standard output, or the reason why there is none.
    pub(super) fn into_result(self) -> Result<String, GitError> {
        match self {
            Self::Success(text) => Ok(text),
            Self::Failed { stderr, .. } => {
                Err(GitError::Failed(stderr.lines().next().unwrap_or("Git failed").to_owned()))
            }
            Self::TimedOut => Err(GitError::TimedOut),
            Self::NotStarted(reason) => Err(GitError::NotStarted(reason)),
        }
    }
}

pub(super) fn run_git(program: &str, folder: &Path, arguments: &[&str], timeout: Duration) -> GitOutput {
    run_git_within(program, folder, arguments, Limits { timeout, output_bytes: MAX_OUTPUT_BYTES, kept: Kept::Start })
}

pub(super) fn run_git_within(program: &str, folder: &Path, arguments: &[&str], limits: Limits) -> GitOutput {
    let mut command = Command::new(program);
    // A hook that runs this process sets these variables, and they name another work tree.
    for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
        command.env_remove(variable);
    }
    command
        // A repository may configure a program that watches its files; it is not run.
        .args([
            "--no-optional-locks",
            "-c",
            "core.fsmonitor=false",
            "-c",
            "core.quotepath=false",
            "-c",
            "color.ui=false",
        ])
        .args(arguments)
        .current_dir(folder)
        .env("LC_ALL", "C")
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("GIT_PAGER", "cat");
    match child::run(&mut command, None, limits) {
        Ok(Ended { timed_out: true, .. }) => GitOutput::TimedOut,
        Ok(Ended { status, stdout, stderr, .. }) => match status {
            Some(status) if status.is_success() => GitOutput::Success(String::from_utf8_lossy(&stdout).into_owned()),
            status => GitOutput::Failed { code: status.and_then(|status| status.code), stderr },
        },
        Err(error) if error.kind() == ErrorKind::NotFound => GitOutput::NotStarted("Git is not installed".to_owned()),
        Err(error) => GitOutput::NotStarted(error.to_string()),
    }
}

/// Runs `git config` with these arguments.
pub fn run_config(folder: &Path, arguments: &[&str]) -> Result<String, GitError> {
    run_git("git", folder, &[&["config"], arguments].concat(), TIMEOUT).into_result()
}

/// Returns the settings that turn off all filters of files, which are programs that a repository can
/// configure. A filtered file that was touched then counts as changed. If Git does not tell its filters,
/// the error says why, and nothing that could run one may follow.
pub(super) fn filters_off(run: &dyn Fn(&[&str]) -> GitOutput) -> Result<Vec<String>, GitError> {
    let names = match run(&["config", "-z", "--name-only", "--get-regexp", "^filter\\."]) {
        // The exit code for "there is no such setting".
        GitOutput::Failed { code: Some(1), .. } => return Ok(Vec::new()),
        output => output.into_result()?,
    };
    let value = |name: &str| if name.ends_with(".required") { "false" } else { "" };
    Ok(names.split('\0').filter(|name| !name.is_empty()).map(|name| format!("{name}={}", value(name))).collect())
}
