//! The tasks of the steps that write the layers of Markdown.

use handoff_engine::sessions::SessionEntry;
use handoff_protocol::agent::handover::HandoverNote;
use handoff_protocol::{Command, SessionStatus};
use serde_json::json;

use crate::ToolContext;
use crate::handover::checkpoint::Checkpoint;
use crate::handover::inputs::Inputs;
use crate::handover::run::StepOutcome;
use crate::handover::steps::{StepTask, session_of_run, stored_git};
use crate::handover::text::note::note_text;
use crate::handover::text::state::current_state_text;

/// Returns the task that appends the note of a run. A private session has none, because notes are
/// committed.
pub(crate) fn note_task(ctx: ToolContext<'_>, checkpoint: &Checkpoint, inputs: &Inputs, tag: String) -> StepTask {
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
pub(crate) fn current_state_task(ctx: ToolContext<'_>, inputs: &Inputs) -> StepTask {
    let made = || current_state_text(ctx.engine.reader(), ctx.context.now);
    let text = inputs.current_state.clone().unwrap_or_else(made);
    StepTask::Execute(Box::new(Command::WriteCurrentState { text }))
}

/// Returns the task that archives the notes of past months.
pub(crate) fn archive_task() -> StepTask {
    StepTask::Execute(Box::new(Command::CompactHandover { month: None, older_than_days: None, summary: None }))
}
