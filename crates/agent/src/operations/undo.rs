//! Undoes changes of a conversation.

use schemars::JsonSchema;
use serde::Serialize;

use crate::HandoffError;
use crate::Shell;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::params::NoParams;
use crate::tool::{Tool, ToolSet};

pub(super) const TOOLS: &[Tool] = &[Tool::of::<Undo>()];

/// Undoes the last change of this conversation. What others have changed since is kept.
pub struct Undo;

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub done: String,
}

impl Operation for Undo {
    const DEFINITION: Definition = Definition {
        name: "handoff_undo",
        title: "Undo",
        description: "Undo your own last change; again: the one before. What others changed since is kept.",
        set: ToolSet::Core,
        effect: Effect::Adds,
    };
    type Params = NoParams;
    type Answer = Answer;

    async fn run(shell: Shell, _: NoParams) -> Result<Answered<Answer>, HandoffError> {
        let Some((step, outcome)) = shell.undo().await? else {
            return Err(HandoffError::refused("Nothing to undo: no change of this conversation is stored."));
        };
        let verb = if shell.done(outcome)?.changed { "Undone" } else { "Nothing was left to undo of" };
        let done = format!("{verb}: {}.", step.summary);
        Ok(Answered::with_text(Answer { done: done.clone() }, done))
    }
}
