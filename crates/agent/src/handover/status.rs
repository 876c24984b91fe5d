//! Reports about a checkpoint: to scripts by `check`, to people by `status`, and to the next
//! conversation.

use serde_json::{Value, json};

use crate::handover::checkpoint::{Checkpoint, RunStatus, StepState};

/// The state of the last run, for scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckResult {
    /// No run is recorded.
    Clean,
    /// A run was interrupted, and steps are pending.
    Resume,
    /// The last run is complete, or only its last mark is missing.
    Completed,
}

impl CheckResult {
    /// Returns the result for a checkpoint.
    pub fn of(checkpoint: &Checkpoint) -> CheckResult {
        match checkpoint.status {
            RunStatus::None => CheckResult::Clean,
            RunStatus::InProgress if checkpoint.is_interrupted() => CheckResult::Resume,
            RunStatus::InProgress | RunStatus::Completed => CheckResult::Completed,
        }
    }

    /// Returns the exit code of `check`.
    pub const fn exit_code(self) -> u8 {
        match self {
            CheckResult::Clean => 0,
            CheckResult::Resume => 1,
            CheckResult::Completed => 2,
        }
    }

    /// Returns the name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            CheckResult::Clean => "clean",
            CheckResult::Resume => "resume",
            CheckResult::Completed => "completed",
        }
    }
}

/// Returns the sentence that says why a check has its result.
pub fn check_reason(checkpoint: &Checkpoint) -> String {
    let started = checkpoint.started_at.as_deref().map(short_time).unwrap_or_default();
    match CheckResult::of(checkpoint) {
        CheckResult::Clean => "No handover is recorded.".to_owned(),
        CheckResult::Resume => {
            let stopped = match &checkpoint.failed {
                Some(failed) => format!("stopped at the step {}: {}", failed.step, without_end(&failed.message)),
                None => "was interrupted".to_owned(),
            };
            let pending = checkpoint.pending().join(", ");
            format!("The handover of {started} {stopped}. Pending: {pending}. Run handoff handover run to resume.")
        }
        CheckResult::Completed => match &checkpoint.finished_at {
            Some(finished) => format!("The last handover was completed at {}.", short_time(finished)),
            None => format!("The handover of {started} is done; only its end is not recorded."),
        },
    }
}

/// Returns what the next conversation has to know about an interrupted run, or `None`.
pub fn load_remark(checkpoint: &Checkpoint) -> Option<String> {
    (CheckResult::of(checkpoint) == CheckResult::Resume).then(|| {
        let started = checkpoint.started_at.as_deref().map(short_time).unwrap_or_default();
        let done: Vec<&str> = checkpoint
            .steps
            .iter()
            .filter(|(_, state)| *state == StepState::Done)
            .map(|(name, _)| name.as_str())
            .collect();
        let done = if done.is_empty() { "nothing".to_owned() } else { done.join(", ") };
        let failed = checkpoint.failed.as_ref();
        let why = failed.map(|failed| format!(" ({})", without_end(&failed.message))).unwrap_or_default();
        format!(
            "The handover of {started} is half done: done {done}; pending {}{why}. The next closing save or \
             `handoff handover run` completes it.",
            checkpoint.pending().join(", ")
        )
    })
}

/// Who performs a run at the moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunningRun {
    /// The process and its host, such as `process 123 on build`.
    pub holder: String,
    /// The time of its begin, RFC 3339.
    pub since: String,
}

/// Returns the text of `status`: lines as `agent-handover` prints them, then Handoff's own.
pub fn status_text(checkpoint: &Checkpoint, running: Option<&RunningRun>) -> String {
    let mut lines = vec![format!("status: {}", checkpoint.status.name())];
    lines.extend(checkpoint.steps.iter().map(|(name, state)| {
        let mark = if *state == StepState::Done { 'x' } else { ' ' };
        format!("  [{mark}] {name}")
    }));
    if checkpoint.is_interrupted() {
        lines.push(format!("pending: {}", checkpoint.pending().join(", ")));
    }
    if let Some(failed) = &checkpoint.failed {
        lines.push(format!("failed: {}: {}", failed.step, failed.message));
    }
    if !checkpoint.orphaned.is_empty() {
        lines.push(format!("no longer declared: {}", checkpoint.orphaned.join(", ")));
    }
    if let Some(running) = running {
        let step = checkpoint.pending().first().map(|name| format!("{name}, ")).unwrap_or_default();
        lines.push(format!("running: {step}by {} since {}", running.holder, short_time(&running.since)));
    }
    lines.join("\n")
}

/// Returns the value of `status` and `check`.
pub fn status_value(checkpoint: &Checkpoint, running: Option<&RunningRun>, paused: Option<&str>) -> Value {
    let steps: Vec<Value> =
        checkpoint.steps.iter().map(|(name, state)| json!({"name": name, "state": state})).collect();
    json!({
        "result": CheckResult::of(checkpoint).name(),
        "reason": check_reason(checkpoint),
        "status": checkpoint.status.name(),
        "steps": steps,
        "pending": checkpoint.pending(),
        "orphaned": checkpoint.orphaned,
        "started_at": checkpoint.started_at,
        "finished_at": checkpoint.finished_at,
        "run": checkpoint.run,
        "failed": checkpoint.failed,
        "running": running.map(|running| json!({"holder": running.holder, "since": running.since})),
        "paused": paused,
    })
}

/// Returns the text of the result of a run, as `agent-handover` prints it.
pub fn executed_text(executed: &[String]) -> String {
    let steps = if executed.is_empty() { "(none)".to_owned() } else { executed.join(", ") };
    format!("handover steps executed: {steps}")
}

/// Returns a time without seconds, such as `2026-11-24 06:08 UTC`. Another form stays as it is.
fn short_time(time: &str) -> String {
    match chrono::DateTime::parse_from_rfc3339(time) {
        Ok(time) => time.naive_utc().format("%Y-%m-%d %H:%M UTC").to_string(),
        Err(_) => time.to_owned(),
    }
}

fn without_end(sentence: &str) -> &str {
    sentence.trim_end_matches(['.', '。'])
}
