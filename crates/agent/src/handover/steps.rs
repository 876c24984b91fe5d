//! The tasks of the steps of a project: each is one for the shell, which performs it and reports the
//! outcome.
//!
//! Invariant: a task that was performed before for the same run changes nothing. A step finds that
//! out by the ID of the run, which it leaves in what it writes.

use handoff_engine::ProjectReader;
use handoff_engine::sessions::{HANDOVER_RUN, SessionEntry};
use handoff_protocol::agent::handover::HandoverNote;
use handoff_protocol::{Command, GitState, SessionStatus, Status};
use serde_json::{Map, Value, json};

use crate::FailureKind;
use crate::Reply;
use crate::ToolContext;
use crate::handover::checkpoint::Checkpoint;
use crate::handover::declaration::{Declaration, DeclaredStep, PublishSettings, StepKind};
use crate::handover::inputs::Inputs;
use crate::handover::run::StepOutcome;
use crate::handover::text::note::note_text;
use crate::handover::text::state::current_state_text;

/// The event of a client before it compacts a conversation.
const PRE_COMPACT: &str = "pre-compact";
/// The key of the result of [`StepKind::Session`].
const SESSION_ID: &str = "session_id";

/// The task of a shell for a step.
#[derive(Debug, PartialEq)]
pub enum StepTask {
    /// Nothing.
    Nothing(StepOutcome),
    /// Read the state of Git; its outcome is [`facts`].
    ReadGit,
    /// Save the session; its outcome is [`finish_session`].
    SaveSession {
        /// The arguments of the tool.
        arguments: Map<String, Value>,
        /// Whose session the call closes, if it is another conversation's.
        remark: Option<String>,
    },
    /// Execute a command of the engine.
    Execute(Box<Command>),
    /// Commit the files of the handover with Git, and push them.
    Publish {
        /// How.
        settings: PublishSettings,
        /// The message of the commit.
        message: String,
    },
    /// Run a program in the folder of the project.
    RunProgram {
        /// The program and its arguments.
        command: Vec<String>,
        /// The time after which it is ended, in seconds.
        timeout_secs: u64,
    },
}

/// Returns the task of a step. The checkpoint has the inputs of the run and the results of earlier
/// steps.
pub fn step_task(
    ctx: ToolContext<'_>,
    step: &DeclaredStep,
    declaration: &Declaration,
    checkpoint: &Checkpoint,
) -> StepTask {
    let inputs = checkpoint.inputs();
    let tag = inputs.tag.clone().unwrap_or_else(|| declaration.tag.clone());
    match step.kind {
        StepKind::Facts => StepTask::ReadGit,
        StepKind::Session => session_task(ctx, checkpoint),
        StepKind::Note => note_task(ctx, checkpoint, &inputs, tag),
        StepKind::CurrentState => current_state_task(ctx, &inputs),
        StepKind::Archive => {
            StepTask::Execute(Box::new(Command::CompactHandover { month: None, older_than_days: None, summary: None }))
        }
        StepKind::Publish => StepTask::Publish {
            message: declaration.publish.message.clone().unwrap_or_else(|| format!("handover: {tag} session")),
            settings: declaration.publish.clone(),
        },
        StepKind::Command => StepTask::RunProgram { command: step.command.clone(), timeout_secs: step.timeout_secs },
    }
}

/// Returns the session that a run has written, if it has.
fn session_of_run(reader: ProjectReader<'_>, checkpoint: &Checkpoint) -> Option<SessionEntry> {
    let run = checkpoint.run.as_deref()?;
    let is_of_run = |session: &&SessionEntry| {
        session.record().get(HANDOVER_RUN).and_then(Value::as_str).is_some_and(|stored| stored == run)
    };
    reader.sessions().iter().find(is_of_run).cloned()
}

/// Returns the task that writes the session record: with the arguments of the call that started
/// the run, or else by closing the only active session.
fn session_task(ctx: ToolContext<'_>, checkpoint: &Checkpoint) -> StepTask {
    let reader = ctx.engine.reader();
    if let Some(session) = session_of_run(reader, checkpoint) {
        return StepTask::Nothing(StepOutcome::Done(Some(json!({SESSION_ID: session.id()}))));
    }
    let inputs = checkpoint.inputs();
    if inputs.event.as_deref() == Some(PRE_COMPACT) {
        // The hook has saved its draft before.
        return StepTask::Nothing(StepOutcome::Done(None));
    }
    let mut remark = None;
    let mut arguments = match inputs.session {
        Some(arguments) => arguments,
        None => match only_active(reader) {
            Ok(session) => {
                remark = session.is_of_other(&ctx.context.actor).then(|| {
                    let author = session.author().unwrap_or_else(|| "an agent".to_owned());
                    format!("Closed the session {}, which is that of {author}, in another conversation.", session.id())
                });
                std::iter::once(("close_session_id".to_owned(), Value::from(session.id()))).collect()
            }
            Err(remark) => return StepTask::Nothing(StepOutcome::Done(remark.map(|remark| json!({"remark": remark})))),
        },
    };
    if let Some(run) = &checkpoint.run {
        arguments.insert(HANDOVER_RUN.to_owned(), Value::from(run.as_str()));
    }
    StepTask::SaveSession { arguments, remark }
}

/// Returns the only active session, or a remark if there are several.
fn only_active(reader: ProjectReader<'_>) -> Result<SessionEntry, Option<String>> {
    let sessions = reader.sessions();
    let active: Vec<&SessionEntry> =
        sessions.iter().filter(|session| session.status() == Some(SessionStatus::Active)).collect();
    match active.as_slice() {
        [] => Err(None),
        [session] => Ok((*session).clone()),
        several => {
            let ids: Vec<String> = several.iter().map(|session| session.id()).collect();
            Err(Some(format!("Several sessions are active, so none was closed: {}.", ids.join(", "))))
        }
    }
}

/// Returns the task that appends the note of a run. A private session has none, because notes are
/// committed.
fn note_task(ctx: ToolContext<'_>, checkpoint: &Checkpoint, inputs: &Inputs, tag: String) -> StepTask {
    let reader = ctx.engine.reader();
    let sessions = reader.sessions();
    // A draft is in the active session.
    let session = session_of_run(reader, checkpoint).or_else(|| {
        let is_active = |session: &&SessionEntry| session.status() == Some(SessionStatus::Active);
        sessions.iter().rfind(is_active).filter(|_| inputs.event.is_some()).cloned()
    });
    let is_private = session.as_ref().is_some_and(SessionEntry::is_private);
    let made = || session.as_ref().map(|session| note_text(reader, session, &stored_git(checkpoint)));
    let text = match &inputs.note {
        Some(note) => note.clone(),
        None if is_private => return without_note("The session is private, so no note was written."),
        None => match made() {
            Some(text) => text,
            None => return without_note("No session was closed and no note was given, so none was written."),
        },
    };
    let run = checkpoint.run.clone().unwrap_or_default();
    let session = session.filter(|_| !is_private).map(|session| session.id());
    StepTask::Execute(Box::new(Command::AppendHandoverNote { note: HandoverNote { run, tag, text, session } }))
}

fn without_note(remark: &str) -> StepTask {
    StepTask::Nothing(StepOutcome::Done(Some(json!({"remark": remark}))))
}

/// Returns the task that writes the current state.
fn current_state_task(ctx: ToolContext<'_>, inputs: &Inputs) -> StepTask {
    let made = || current_state_text(ctx.engine.reader(), ctx.context.now);
    let text = inputs.current_state.clone().unwrap_or_else(made);
    StepTask::Execute(Box::new(Command::WriteCurrentState { text }))
}

/// Returns the outcome of the call that writes the session record.
pub fn finish_session(ctx: ToolContext<'_>, checkpoint: &Checkpoint, reply: &Reply) -> StepOutcome {
    match reply.failed {
        Some(FailureKind::Paused) => StepOutcome::Paused(reply.text.to_string()),
        Some(_) => StepOutcome::Failed(reply.text.to_string()),
        None => {
            let session = session_of_run(ctx.engine.reader(), checkpoint);
            StepOutcome::Done(session.map(|session| json!({SESSION_ID: session.id()})))
        }
    }
}

/// Returns the outcome of [`StepTask::ReadGit`]: the facts that a note needs and that later steps
/// must not see differently.
pub fn facts(ctx: ToolContext<'_>, git: &GitState) -> StepOutcome {
    let tasks = ctx.engine.reader().tasks();
    let in_progress = tasks.iter().filter(|task| task.status() == Status::InProgress);
    let in_progress: Vec<&str> = in_progress.map(|task| task.fields().id.as_str()).collect();
    // A file of the timers that cannot be read is no fact; doctor names it.
    let timers = ctx.engine.reader().timers(ctx.context.now).unwrap_or_default();
    let timer = |(task, elapsed_ms): (&str, u64)| json!({"task": task, "minutes": elapsed_ms / 60_000});
    let timers: Vec<Value> = timers.running().map(timer).collect();
    StepOutcome::Done(Some(json!({
        "timers": timers,
        "branch": git.branch,
        "commit": git.commit,
        "recent": git.recent,
        "changed_files": git.dirty,
        "changed_files_cut": git.dirty_cut,
        "git_absence": git.absence,
        "in_progress": in_progress,
    })))
}

/// Returns the state of Git that [`facts`] has stored.
fn stored_git(checkpoint: &Checkpoint) -> GitState {
    let Some(facts) = checkpoint.results.values().find(|result| result.get("changed_files").is_some()) else {
        return GitState::default();
    };
    let text = |key: &str| facts.get(key).and_then(Value::as_str).map(str::to_owned);
    let list = |key: &str| {
        let values = facts.get(key).and_then(Value::as_array).into_iter().flatten();
        values.filter_map(Value::as_str).map(str::to_owned).collect()
    };
    GitState {
        branch: text("branch"),
        commit: text("commit"),
        recent: list("recent"),
        dirty: list("changed_files"),
        dirty_cut: facts.get("changed_files_cut") == Some(&Value::Bool(true)),
        absence: text("git_absence"),
        ..GitState::default()
    }
}
