//! Reverts change sets of one actor.

use handoff_protocol::{ChangeSet, Context, Refusal, RevertPreview, Text};

use crate::Project;
use crate::plan::change_set_builder::ChangeSetBuilder;

/// A planned revert.
pub(crate) struct Revert {
    /// What it does.
    pub(crate) preview: RevertPreview,
    /// The edits.
    pub(crate) changes: ChangeSet,
}

/// Plans the revert of change sets, which are given oldest first.
pub(crate) fn revert(
    project: &Project,
    context: &Context,
    _steps: &[ChangeSet],
    _tasks: Option<&[String]>,
) -> Result<Revert, Refusal> {
    let builder = ChangeSetBuilder::new(project, context);
    Ok(Revert { preview: RevertPreview::default(), changes: builder.finish(Text::plain("Revert changes")) })
}
