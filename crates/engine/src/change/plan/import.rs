//! Import of a tree of tasks, optionally with a session.
//!
//! Invariant: everything is checked before anything is written, and written as one change set. The
//! rules are those of every command that creates several tasks.

use handoff_protocol::agent::{SessionSave, TaskChange};
use handoff_protocol::{ChangeSet, Context, Refusal, Text};

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::session;
use crate::change::plan::tasks::change_tasks::{Origin, add_changes};
use crate::ground::texts;

/// Adds tasks, and a session.
pub(in crate::change::plan) fn import(
    project: &Project,
    context: &Context,
    tasks: &[TaskChange],
    session: Option<&SessionSave>,
    close_active: bool,
) -> Result<ChangeSet, Refusal> {
    let mut builder = ChangeSetBuilder::new(project, context);
    add_changes(&mut builder, (project, context), tasks, &[], Origin::Import)?;
    if let Some(save) = session {
        session::import(&mut builder, project, context, save, close_active)?;
    }
    Ok(builder.finish(Text::with(texts::TASKS_IMPORTED, [("count", count(tasks).to_string())])))
}

fn count(tasks: &[TaskChange]) -> usize {
    tasks.iter().map(|task| 1 + count(&task.parts)).sum()
}
