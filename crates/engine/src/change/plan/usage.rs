//! Counts the tokens that conversations have used.

use std::ops::Range;

use handoff_format::{is_date, new_usage};
use handoff_protocol::{ChangeSet, Context, ConversationUsage, Refusal, RefusalCode, Text, UsedTokens};

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::refusal::refuse;
use crate::ground::texts;
use crate::knowledge::usage;

/// Adds the tokens of a part of a conversation's transcript, in bytes. A part that does not begin where the last one
/// ended is counted already, by another hook of the conversation.
pub(in crate::change::plan) fn record(
    project: &Project,
    context: &Context,
    conversation: &str,
    part: Range<u64>,
    tokens: &[UsedTokens],
) -> Result<ChangeSet, Refusal> {
    let mut builder = ChangeSetBuilder::new(project, context);
    let path = usage::path(conversation);
    let records = &project.model.records;
    if records.findings().any(|(broken, _)| broken == path) {
        return Err(refuse(RefusalCode::BrokenFile, Text::with(texts::BROKEN_TASK, [("path", path)])));
    }
    let counted = records.usage().find(|(other, _)| *other == path).map(|(_, usage)| usage.clone());
    let mut counted =
        counted.unwrap_or(ConversationUsage { actor: context.actor.clone(), position: 0, tokens: Vec::new() });
    if counted.position == part.start && part.end > part.start {
        counted.position = part.end;
        for used in tokens.iter().filter(|used| is_date(&used.day)) {
            match counted.tokens.iter_mut().find(|other| other.is_same_use(used)) {
                Some(other) => {
                    let mut count = other.count();
                    count.add(used.count());
                    (other.input, other.cached, other.output) = (count.input, count.cached, count.output);
                }
                None => counted.tokens.push(used.clone()),
            }
        }
        builder.write(&path, new_usage(&counted).render());
    }
    Ok(builder.finish(Text::plain(texts::COUNTED_TOKENS)))
}
