//! Runs the commands that show whether the done criteria of a task are met.
//!
//! A task is a file of the project, which may come from somebody else. So its commands run only after a
//! person has approved these very words in this project on this machine.

use std::process::Command as Process;
use std::time::Duration;

use handoff_agent::handover::redacted_text;
use handoff_agent::{HandoffError, proof_files};
use handoff_protocol::{
    Command, CriterionDetailPatch, CriterionSelection, Outcome, Proof, ProofKind, TaskPatch, TaskUpdate,
};

use crate::ground::child::{self, Ended, Kept, Limits};
use crate::ground::progress::Progress;
use crate::project::{Project, approval, drive};

/// The maximum number of bytes of each output that are read. The engine stores less.
const MAX_OUTPUT_BYTES: usize = 16 * 1024;

/// A command of a criterion.
#[derive(Clone, Debug)]
pub struct CriterionCommand {
    /// The text of the criterion.
    pub item: String,
    /// The program and its arguments.
    pub words: Vec<String>,
}

impl CriterionCommand {
    /// Returns the command as people write it, with quotes around words that need them.
    pub fn text(&self) -> String {
        let is_plain = |word: &str| {
            !word.is_empty() && word.chars().all(|letter| letter.is_alphanumeric() || "-_=./:@+,%".contains(letter))
        };
        let quoted = |word: &String| if is_plain(word) { word.clone() } else { format!("{word:?}") };
        self.words.iter().map(quoted).collect::<Vec<_>>().join(" ")
    }

    /// Returns what a person approves.
    fn approval(&self) -> Vec<u8> {
        format!("verify\0{}", self.words.join("\0")).into_bytes()
    }
}

/// Stores the approval of commands, or refuses those that no person has approved.
pub fn authorize(project: &Project, id: &str, commands: &[CriterionCommand], allow: bool) -> Result<(), HandoffError> {
    let home = project.home();
    if allow {
        return commands.iter().try_for_each(|command| approval::approve(&home, &command.approval()));
    }
    let mut refused: Vec<String> = Vec::new();
    for command in commands.iter().filter(|command| !approval::is_approved(&home, &command.approval())) {
        let text = format!("`{}`", command.text());
        if !refused.contains(&text) {
            refused.push(text);
        }
    }
    if refused.is_empty() {
        return Ok(());
    }
    Err(HandoffError::Arguments(
        format!(
            "Task {id} runs commands that are not approved on this machine: {}. Read them, then add --allow-commands once.",
            refused.join(", ")
        )
        .into(),
    ))
}

/// Runs a command in the folder of the project and stores what came of it as the proof of its criterion, which
/// is ticked if the command succeeds. Returns the proof.
pub fn verify(
    project: &mut Project,
    id: &str,
    command: &CriterionCommand,
    timeout: Duration,
    progress: &mut dyn Progress,
) -> Result<Proof, HandoffError> {
    // As they are before the command: what changes meanwhile makes the proof stale.
    let files = drive::advance(project, proof_files(id.to_owned()))??;
    let mut proof =
        Proof { kind: ProofKind::Command, target: redacted_text(command.text()), files, ..Proof::default() };
    let (exit_code, output) = run(project, command, timeout)?;
    proof.exit_code = exit_code;
    proof.output = Some(redacted_text(output));
    project.refresh();
    let detail = CriterionDetailPatch {
        item: command.item.clone(),
        proof: Some(proof.clone()),
        ..CriterionDetailPatch::default()
    };
    let check = proof.holds().then(|| CriterionSelection::Named { items: vec![command.item.clone()] });
    let patch = TaskPatch { check, criterion_details: Some(vec![detail]), ..TaskPatch::default() };
    let outcome = project.execute(&Command::UpdateTasks(TaskUpdate::of_task(id, patch)), progress);
    match outcome {
        Outcome::Done { .. } => Ok(proof),
        other => Err(HandoffError::of_outcome(&other).unwrap_or_else(HandoffError::missing_result)),
    }
}

/// Runs a command. Returns its exit code, `None` if it did not end by itself, and the end of its output.
fn run(
    project: &Project,
    command: &CriterionCommand,
    timeout: Duration,
) -> Result<(Option<i64>, String), HandoffError> {
    let Some((program, arguments)) = command.words.split_first() else {
        return Err(HandoffError::refused(format!("“{}” has no command.", command.item)));
    };
    let mut process = Process::new(program);
    process.args(arguments).current_dir(project.folder());
    let limits = Limits { timeout, output_bytes: MAX_OUTPUT_BYTES, kept: Kept::End };
    let Ended { status, timed_out, stdout, stderr, .. } = match child::run(&mut process, None, limits) {
        Ok(ended) => ended,
        Err(error) => return Ok((None, format!("{program} cannot be started: {error}."))),
    };
    let mut output = String::from_utf8_lossy(&stdout).into_owned();
    output.push('\n');
    output.push_str(&stderr);
    if timed_out {
        output = format!("{output}\nEnded after {} seconds.", timeout.as_secs());
    }
    Ok((status.and_then(|status| status.code).map(i64::from), output))
}
