//! Runs a program with threads that wait for its end and read its output.

use std::collections::BTreeSet;
use std::io::{self, Read, Write as _};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process_group};

use super::{Ended, Kept, Limits, Status};

/// How long to wait for the rest of the output after the program has ended. A process that it has left
/// running, such as a shared SSH connection, may keep the pipe open.
const OUTPUT_GRACE: Duration = Duration::from_secs(1);
/// How long the program may take to clean up after it was asked to end.
const TERMINATION_GRACE: Duration = Duration::from_secs(2);

/// Runs a program and waits for its end. `input` is its standard input.
///
/// # Errors
///
/// The program cannot be started.
pub fn run(command: &mut Command, input: Option<Vec<u8>>, limits: Limits) -> io::Result<Ended> {
    command.stdin(if input.is_some() { Stdio::piped() } else { Stdio::null() });
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    // A group of its own, so that the processes that it starts are ended with it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let mut child = command.spawn()?;
    if let Some((mut pipe, input)) = child.stdin.take().zip(input) {
        // An error means that the program has ended before it read everything; its status says why.
        thread::spawn(move || pipe.write_all(&input));
    }
    let stdout = child.stdout.take().map(|pipe| Output::read(pipe, limits.output_bytes, limits.kept));
    let stderr = child.stderr.take().map(|pipe| Output::read(pipe, limits.output_bytes, Kept::End));
    let (status, timed_out) = wait(child, limits.timeout);
    let (stdout, truncated) = stdout.map(Output::take).unwrap_or_default();
    let (stderr, _) = stderr.map(Output::take).unwrap_or_default();
    let status = status.map(|status| Status { code: status.code(), text: status.to_string() });
    Ok(Ended { status, timed_out, stdout, truncated, stderr: String::from_utf8_lossy(&stderr).into_owned() })
}

/// Waits for the end of a program. Ends it after the timeout, and returns true then.
fn wait(mut child: Child, timeout: Duration) -> (Option<ExitStatus>, bool) {
    let process = child.id();
    let (sender, ended) = channel();
    running().insert(process);
    // After a timeout the result is dropped.
    thread::spawn(move || sender.send(child.wait()));
    let ending = match ended.recv_timeout(timeout) {
        Ok(status) => (status.ok(), false),
        Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
            terminate(process, &ended);
            (None, true)
        }
    };
    running().remove(&process);
    ending
}

/// Returns the programs that are running, by the IDs of their processes.
fn running() -> MutexGuard<'static, BTreeSet<u32>> {
    static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Asks all running programs, and what they have started, to end. Ctrl-C does not reach them, because
/// each has a process group of its own.
pub fn terminate_all() {
    for process in running().iter() {
        request_end(*process);
    }
}

/// Ends a program and what it has started: first with a signal on which Git removes its lock files.
#[cfg(unix)]
fn terminate(process: u32, ended: &Receiver<io::Result<ExitStatus>>) {
    for signal in [Signal::TERM, Signal::KILL] {
        signal_group(process, signal);
        // An error is the end of the grace, or an end that was received before.
        let _ = ended.recv_timeout(TERMINATION_GRACE);
    }
}

#[cfg(unix)]
fn request_end(process: u32) {
    signal_group(process, Signal::TERM);
}

#[cfg(unix)]
fn signal_group(process: u32, signal: Signal) {
    if let Some(group) = i32::try_from(process).ok().and_then(Pid::from_raw) {
        // It fails if everything has ended just now.
        let _ = kill_process_group(group, signal);
    }
}

#[cfg(not(unix))]
fn terminate(process: u32, ended: &Receiver<io::Result<ExitStatus>>) {
    request_end(process);
    let _ = ended.recv_timeout(TERMINATION_GRACE);
}

#[cfg(not(unix))]
fn request_end(process: u32) {
    // It fails if the program has ended just now.
    let _ = Command::new("taskkill").args(["/T", "/F", "/PID", &process.to_string()]).output();
}

/// The output of a program, read by a thread of its own.
struct Output {
    bytes: Arc<Mutex<(Vec<u8>, bool)>>,
    complete: Receiver<()>,
}

impl Output {
    /// Reads a pipe to its end. What is not kept is read too, so that the program never waits for a
    /// reader.
    fn read(mut pipe: impl Read + Send + 'static, max_bytes: usize, part: Kept) -> Output {
        let bytes = Arc::new(Mutex::new((Vec::new(), false)));
        let (sender, complete) = channel();
        let shared = bytes.clone();
        thread::spawn(move || {
            let mut buffer = vec![0; 1 << 16];
            while let Ok(length @ 1..) = pipe.read(&mut buffer) {
                let mut content = shared.lock().unwrap_or_else(PoisonError::into_inner);
                content.0.extend(buffer.iter().take(length));
                let surplus = content.0.len().saturating_sub(max_bytes);
                content.1 |= surplus > 0;
                match part {
                    Kept::Start => content.0.truncate(max_bytes),
                    Kept::End => drop(content.0.drain(..surplus)),
                }
            }
            // After the grace the receiver is dropped.
            let _ = sender.send(());
        });
        Output { bytes, complete }
    }

    /// Returns what was kept, and whether there was more.
    fn take(self) -> (Vec<u8>, bool) {
        // Without the end of the pipe, what was read so far is everything that the program has written.
        let _ = self.complete.recv_timeout(OUTPUT_GRACE);
        std::mem::take(&mut *self.bytes.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, input: Option<&str>, limits: Limits) -> Ended {
        let input = input.map(|text| text.as_bytes().to_vec());
        run(Command::new("sh").args(["-c", script]), input, limits).unwrap()
    }

    const PLENTY: Limits = Limits { timeout: Duration::from_mins(1), output_bytes: 1 << 20, kept: Kept::Start };

    #[test]
    fn run_returns_status_and_output() {
        let ended = shell("cat; echo why >&2; exit 3", Some("in"), PLENTY);
        assert_eq!(ended.status.and_then(|status| status.code), Some(3));
        assert_eq!((ended.stdout.as_slice(), ended.stderr.as_str()), (b"in".as_slice(), "why\n"));
        assert!(!ended.timed_out && !ended.truncated);
    }

    #[test]
    fn start_of_output_and_end_of_errors_are_kept() {
        let script = "printf 123456789; printf abcdefghi >&2";
        let ended = shell(script, None, Limits { output_bytes: 4, ..PLENTY });
        assert_eq!((ended.stdout.as_slice(), ended.stderr.as_str()), (b"1234".as_slice(), "fghi"));
        assert!(ended.truncated);
        let ended = shell(script, None, Limits { output_bytes: 4, kept: Kept::End, ..PLENTY });
        assert_eq!(ended.stdout.as_slice(), b"6789".as_slice());
    }

    #[test]
    fn program_and_its_children_are_ended_after_the_timeout() {
        let ended = shell("sleep 60 & sleep 60", None, Limits { timeout: Duration::ZERO, ..PLENTY });
        assert!(ended.timed_out && ended.status.is_none());
    }

    #[test]
    fn missing_program_is_an_error() {
        assert_eq!(
            run(&mut Command::new("no such program"), None, PLENTY).unwrap_err().kind(),
            io::ErrorKind::NotFound
        );
    }
}
