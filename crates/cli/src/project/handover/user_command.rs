//! Runs the program of a step: without a shell, in the folder of the project, with a timeout.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use handoff_agent::handover::StepOutcome;

use crate::ground::child::{self, Ended, Kept, Limits};

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
    process.args(arguments).current_dir(folder).env("HANDOFF_RUN", run);
    let Ended { status, stderr, timed_out, .. } =
        match child::run(&mut process, None, Limits { timeout, output_bytes: MAX_OUTPUT_BYTES, kept: Kept::Start }) {
            Ok(ended) => ended,
            Err(error) => return StepOutcome::Failed(format!("{program} cannot be started: {error}.")),
        };
    match status {
        _ if timed_out => StepOutcome::Failed(format!("{program} was ended after {} seconds.", timeout.as_secs())),
        Some(status) if status.is_success() => StepOutcome::Done(None),
        Some(status) => {
            let reason = last_line(&stderr).map_or_else(String::new, |line| format!(": {line}"));
            StepOutcome::Failed(format!("{program} ended with {status}{reason}"))
        }
        None => StepOutcome::Failed(format!("{program} cannot be observed.")),
    }
}

fn last_line(text: &str) -> Option<String> {
    let line = text.lines().map(str::trim).rfind(|line| !line.is_empty())?;
    Some(line.chars().filter(|letter| !letter.is_control()).take(MAX_REASON_CHARS).collect())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::ground::disk::temp_dir::TempDir;

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
