//! Publishes files of a project through Git: runs the calls that the agent crate decides on.
//!
//! Invariant: no decision is made here, except that files of ours in the Git folder are the only
//! ones that are written or removed.

use std::fs;
use std::io::{ErrorKind, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use handoff_agent::handover::publish::{
    GitAnswer, GitCall, Publish, PublishAction, PublishAnswer, PublishFailure, PublishReport, PublishRequest,
    PublishStep,
};

/// The maximum size of the output that is read.
const MAX_OUTPUT_BYTES: usize = 64 << 20;
/// How long to wait for the rest of the output after Git has ended. A process that Git has left
/// running, such as a shared SSH connection, may keep the pipe open.
const OUTPUT_GRACE: Duration = Duration::from_secs(1);
/// How long Git may take to clean up after it was asked to end.
const TERMINATION_GRACE: Duration = Duration::from_secs(2);
/// The start of the names of our files in the Git folder.
const FILE_PREFIX: &str = "handoff-publish.";
/// A variable with which users replace SSH. It has priority over the call's.
const SSH_VARIABLES: [&str; 2] = ["GIT_SSH_COMMAND", "GIT_SSH"];

/// Publishes from a folder of the project. `pause` returns the reason why writing is paused, if it
/// is; it is asked before a commit and before a push.
pub fn publish(
    folder: &Path,
    request: PublishRequest,
    pause: &mut dyn FnMut() -> Option<String>,
) -> Result<PublishReport, PublishFailure> {
    let executor = Executor::new(folder);
    let (mut publish, mut step) = Publish::start(request);
    loop {
        match step {
            PublishStep::Act(action) => step = publish.answer(executor.perform(&action, pause)),
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
    pub fn perform(&self, action: &PublishAction, pause: &mut dyn FnMut() -> Option<String>) -> PublishAnswer {
        match action {
            PublishAction::Git(call) => self.run(call),
            PublishAction::Write { path, bytes } => {
                own_file(path).map_or_else(refuse, |path| to_answer(fs::write(path, bytes)))
            }
            PublishAction::Remove { paths } => {
                let results = paths.iter().map(|path| own_file(path).map_or_else(refuse, remove));
                results.into_iter().find(|answer| *answer != PublishAnswer::Done).unwrap_or(PublishAnswer::Done)
            }
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
        command.stdin(if call.input.is_some() { Stdio::piped() } else { Stdio::null() });
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        in_own_group(&mut command);
        match command.spawn() {
            Ok(child) => wait(child, call),
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

/// Waits until Git has ended and its output is read. Ends it after the timeout.
fn wait(mut child: Child, call: &GitCall) -> PublishAnswer {
    if let Some((mut pipe, input)) = child.stdin.take().zip(call.input.clone()) {
        // An error means that Git has ended before it read everything; its exit code says why.
        thread::spawn(move || pipe.write_all(&input));
    }
    let stdout = child.stdout.take().map(Output::read);
    let stderr = child.stderr.take().map(Output::read);
    let process = child.id();
    let (sender, ended) = channel();
    // After a timeout the result is dropped.
    thread::spawn(move || sender.send(child.wait()));
    let timeout = Duration::from_secs(u64::from(call.timeout_secs));
    let (status, timed_out) = match ended.recv_timeout(timeout) {
        Ok(status) => (status.ok(), false),
        Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
            terminate(process, &ended);
            (None, true)
        }
    };
    let (stdout, truncated) = stdout.map(Output::take).unwrap_or_default();
    let (stderr, _) = stderr.map(Output::take).unwrap_or_default();
    PublishAnswer::Git(GitAnswer {
        code: status.and_then(|status| status.code()),
        stdout,
        stderr: String::from_utf8_lossy(&stderr).into_owned(),
        timed_out,
        truncated,
    })
}

/// The output of a process, read by a thread of its own.
struct Output {
    bytes: Arc<Mutex<(Vec<u8>, bool)>>,
    complete: Receiver<()>,
}

impl Output {
    fn read(mut pipe: impl Read + Send + 'static) -> Output {
        let bytes = Arc::new(Mutex::new((Vec::new(), false)));
        let (sender, complete) = channel();
        let shared = bytes.clone();
        thread::spawn(move || {
            let mut buffer = vec![0; 1 << 16];
            while let Ok(length @ 1..) = pipe.read(&mut buffer) {
                let mut content = shared.lock().unwrap_or_else(PoisonError::into_inner);
                // Output beyond the maximum is read and dropped, so that the process can end.
                let room = MAX_OUTPUT_BYTES.saturating_sub(content.0.len());
                content.0.extend(buffer.iter().take(length.min(room)));
                content.1 |= length > room;
            }
            // Nobody may be waiting any more.
            let _ = sender.send(());
        });
        Output { bytes, complete }
    }

    /// Returns what was read, and whether something is missing.
    fn take(self) -> (Vec<u8>, bool) {
        // Without the end of the pipe, what was read so far is everything that Git has written.
        let _ = self.complete.recv_timeout(OUTPUT_GRACE);
        std::mem::take(&mut *self.bytes.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(unix)]
fn in_own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt as _;
    command.process_group(0);
}

#[cfg(not(unix))]
fn in_own_group(_command: &mut Command) {}

/// Ends Git and what it has started: first with a signal on which Git removes its lock files.
#[cfg(unix)]
fn terminate(process: u32, ended: &Receiver<std::io::Result<ExitStatus>>) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let Some(group) = i32::try_from(process).ok().and_then(Pid::from_raw) else { return };
    for signal in [Signal::TERM, Signal::KILL] {
        // It fails if everything has ended just now.
        let _ = kill_process_group(group, signal);
        if ended.recv_timeout(TERMINATION_GRACE).is_ok() && signal == Signal::KILL {
            return;
        }
    }
}

#[cfg(not(unix))]
fn terminate(process: u32, ended: &Receiver<std::io::Result<ExitStatus>>) {
    let process = process.to_string();
    // It fails if Git has ended just now.
    let _ = Command::new("taskkill").args(["/T", "/F", "/PID", &process]).output();
    let _ = ended.recv_timeout(TERMINATION_GRACE);
}
