//! Counts the tokens of a conversation.

use handoff_agent::{token_uses, used_tokens};
use handoff_format::timestamp;
use handoff_protocol::Command;
use serde_json::Value;

use super::transcript_file;
use crate::ground::clock;
use crate::ground::progress::NoProgress;
use crate::project::Project;

/// Counts what a transcript tells since it was counted last. `key` is that of its path in the input, and `conversation`
/// names it. A count that is refused, for example because writing is paused, is made up for by the next one.
pub fn count(project: &mut Project, input: &Value, key: &str, conversation: &str) {
    let from = project.engine().reader().counted_part(conversation);
    let Some(part) = transcript_file::read_part(input, key, from) else { return };
    let uses = token_uses(&part.before, &part.text);
    let Some(first) = uses.first() else { return };
    project.load_log_since(&timestamp(first.at));
    let (actor, now) = (project.actor(), clock::now());
    let tokens = used_tokens(project.engine().reader(), &actor, &uses, &clock::time_zone(now), now);
    let command = Command::RecordUsage { conversation: conversation.to_owned(), from, to: part.end, tokens };
    let _ = project.execute(&command, &mut NoProgress);
}
