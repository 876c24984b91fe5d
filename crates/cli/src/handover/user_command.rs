//! Runs the program of a step: without a shell, in the folder of the project, with a timeout.

use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use handoff_agent::handover::StepOutcome;

/// The interval between two looks at the program.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// The time to wait for the rest of the output after the program has ended.
const OUTPUT_TIMEOUT: Duration = Duration::from_secs(1);
/// The maximum number of bytes of the output that are kept.
const MAX_OUTPUT_BYTES: usize = 64 * 1024;
/// The maximum length of the reason of a failure, in characters.
const MAX_REASON_CHARS: usize = 300;

/// Runs a program and waits for its end.
pub fn run(folder: &Path, command: &[String], timeout: Duration, run: &str) -> StepOutcome {
    let Some((program, arguments)) = command.split_first() else {
        return StepOutcome::Failed("No program is named.".to_owned());
    };
    let mut process = Command::new(program);
    process
        .args(arguments)
        .current_dir(folder)
        .env("HANDOFF_RUN", run)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    // A group of its own, so that the processes that it starts are ended with it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut process, 0);
    let mut child = match process.spawn() {
        Ok(child) => child,
        Err(error) => return StepOutcome::Failed(format!("{program} cannot be started: {error}.")),
    };
    let output = child.stderr.take().map(read_in_background);
    match wait(&mut child, timeout) {
        Ok(Some(status)) if status.success() => StepOutcome::Done(None),
        Ok(Some(status)) => {
            let text = output.and_then(|output| output.recv_timeout(OUTPUT_TIMEOUT).ok()).unwrap_or_default();
            let reason = last_line(&text).map_or_else(String::new, |line| format!(": {line}"));
            StepOutcome::Failed(format!("{program} ended with {}{reason}", describe(status)))
        }
        Ok(None) => StepOutcome::Failed(format!("{program} was ended after {} seconds.", timeout.as_secs())),
        Err(error) => StepOutcome::Failed(format!("{program} cannot be observed: {error}.")),
    }
}

/// Waits for the end of a program; ends it after the timeout and returns `None` then.
fn wait(child: &mut Child, timeout: Duration) -> std::io::Result<Option<ExitStatus>> {
    let start = clock();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() >= timeout {
            end(child);
            return Ok(None);
        }
        thread::sleep(POLL_INTERVAL);
    }
}

/// Ends a program and the processes of its group.
fn end(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        // Fails if the group has ended by itself just now.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    // Both fail if the program has ended by itself just now.
    let _ = child.kill();
    let _ = child.wait();
}

/// Reads a pipe to its end, so that the program never waits for a reader. Keeps the last part.
fn read_in_background(mut pipe: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut kept: Vec<u8> = Vec::new();
        let mut part = [0; 8192];
        while let Ok(count) = pipe.read(&mut part) {
            let Some(bytes) = part.get(..count).filter(|bytes| !bytes.is_empty()) else { break };
            kept.extend_from_slice(bytes);
            let surplus = kept.len().saturating_sub(MAX_OUTPUT_BYTES);
            kept.drain(..surplus);
        }
        // After the timeout nobody receives it.
        let _ = sender.send(String::from_utf8_lossy(&kept).into_owned());
    });
    receiver
}

fn last_line(text: &str) -> Option<String> {
    let line = text.lines().map(str::trim).rfind(|line| !line.is_empty())?;
    Some(line.chars().filter(|letter| !letter.is_control()).take(MAX_REASON_CHARS).collect())
}

fn describe(status: ExitStatus) -> String {
    status.code().map_or_else(|| status.to_string(), |code| format!("exit code {code}"))
}

#[allow(clippy::disallowed_methods, reason = "a shell has the clock that the engine lacks")]
fn clock() -> Instant {
    Instant::now()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::disk::temp_dir::TempDir;

    #[test]
    fn outcome_says_why_a_program_failed() {
        let scratch = TempDir::new("user-command");
        let run = |command: &[&str], timeout| {
            let command: Vec<String> = command.iter().map(|word| (*word).to_owned()).collect();
            run(&scratch.0, &command, Duration::from_millis(timeout), "h-1")
        };
        let minute = 60_000;
        assert_eq!(run(&["true"], minute), StepOutcome::Done(None));
        assert_eq!(run(&["sh", "-c", "test $HANDOFF_RUN = h-1"], minute), StepOutcome::Done(None));
        let failed = |text: &str| StepOutcome::Failed(text.to_owned());
        let script = "echo out; echo first >&2; echo last >&2; exit 3";
        assert_eq!(run(&["sh", "-c", script], minute), failed("sh ended with exit code 3: last"));
        assert_eq!(run(&["sh", "-c", "sleep 60 & sleep 60"], 0), failed("sh was ended after 0 seconds."));
        assert!(
            matches!(run(&["no such program"], minute), StepOutcome::Failed(text) if text.contains("no such program"))
        );
    }
}
