//! What others have changed while a conversation goes on.

use handoff_engine::ProjectReader;
use handoff_format::timestamp;
use handoff_protocol::{Actor, Event};

use super::sent_back::{is_own, sent_back};
use crate::claims;
use crate::lines::cut;
use crate::restoration::recent_changes::changes_since;

/// Maximum length of the sentence, in tokens.
const MAX_TOKENS: usize = 60;

/// Returns a sentence about what others than an actor have changed since a time in milliseconds since 1970-01-01 UTC,
/// `None` if they have changed nothing. Without a known conversation, all agents of the actor's name are the actor.
pub fn news(reader: ProjectReader<'_>, actor: &Actor, since_ms: i64) -> Option<String> {
    let name = |event: &Event| (!is_own(&event.actor, actor)).then(|| claims::name(&event.actor).to_owned());
    let changes = changes_since(reader, &timestamp(since_ms), name);
    let sentence = (!changes.is_empty())
        .then(|| cut(&format!("Handoff: meanwhile, others changed: {}.", changes.join("; ")), MAX_TOKENS));
    let returned = sent_back(reader, actor, since_ms).into_iter().map(|task| format!("Handoff: {}", task.sentence));
    let sentences: Vec<String> = sentence.into_iter().chain(returned).collect();
    (!sentences.is_empty()).then(|| sentences.join("\n"))
}
