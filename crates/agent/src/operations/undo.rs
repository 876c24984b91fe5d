//! The tool that takes the conversation's own last change back.

use handoff_protocol::{Outcome, Step};

use crate::Reply;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::operation::Effect;
use crate::params::{NoParams, input, output};
use crate::reply::DoneAnswer;
use crate::tool::{Tool, ToolSet, Work};
use crate::tool_result::{self, to_english};

pub(super) const TOOLS: &[Tool] = &[Tool {
    name: "handoff_undo",
    title: "Undo",
    description: "Undo your own last change; again: the one before. What others changed since is kept.",
    set: ToolSet::Core,
    effect: Effect::Adds,
    input: input::<NoParams>,
    output: Some(output::<DoneAnswer>),
    work: Work::Steps(|_, _| Ok(ToolOutcome::Undo { then: Box::new(describe) })),
}];

/// Replies with what was undone and what was kept.
fn describe(_: ToolContext<'_>, undone: Option<(Step, Outcome)>) -> ToolOutcome {
    ToolOutcome::Done(match undone {
        None => Reply::failure("Nothing to undo: no change of this conversation is stored."),
        Some((step, Outcome::Done { changed, warnings, .. })) => {
            let verb = if changed { "Undone" } else { "Nothing was left to undo of" };
            Reply::done(format!("{verb}: {}.", to_english(&step.summary))).with_warnings(&warnings)
        }
        Some((_, other)) => tool_result::outcome_to_reply(&other),
    })
}
