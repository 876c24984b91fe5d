//! The step that publishes the files of a handover with Git.

use handoff_agent::handover::{PublishSettings, StepOutcome};

use crate::project::Project;

/// Commits the files of `.handoff/`, and pushes them if that is set. Returns remarks, or the outcome
/// of the step.
pub fn publish(
    _: &mut Project,
    _: &PublishSettings,
    _: &str,
    _: impl FnMut(&mut Project) -> Option<String>,
) -> Result<Vec<String>, StepOutcome> {
    Err(StepOutcome::Failed("Publishing is not available.".to_owned()))
}
