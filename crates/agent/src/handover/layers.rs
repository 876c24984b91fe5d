//! The tasks of the steps that write the layers of Markdown.

use crate::ToolContext;
use crate::handover::checkpoint::Checkpoint;
use crate::handover::inputs::Inputs;
use crate::handover::run::StepOutcome;
use crate::handover::steps::{StepTask, stored_git};

/// Returns the task that appends the note of a run.
pub(crate) fn note_task(_: ToolContext<'_>, checkpoint: &Checkpoint, _: &Inputs, _: String) -> StepTask {
    let _ = stored_git(checkpoint);
    StepTask::Nothing(StepOutcome::Done(None))
}

/// Returns the task that writes the current state.
pub(crate) fn current_state_task(_: ToolContext<'_>, _: &Inputs) -> StepTask {
    StepTask::Nothing(StepOutcome::Done(None))
}

/// Returns the task that archives the notes of past months.
pub(crate) fn archive_task() -> StepTask {
    StepTask::Nothing(StepOutcome::Done(None))
}
