//! What agents need from a person right now: each is a file of this machine, named for the conversation.
//!
//! Invariant: a need whose file has a finding, whose process has ended, or that is older than 12 hours, is none.

use std::collections::BTreeMap;

use handoff_format::fnv1a_hex;
use handoff_protocol::{AgentNeed, Holder};

use crate::ground::timestamp::{parse_timestamp, sort_key};
use crate::knowledge::claims;
use crate::model::Model;

/// A need counts this long. A client that crashed cannot say that its agent no longer waits.
const MAX_AGE_MS: u64 = 12 * 60 * 60 * 1000;

/// Returns the path of the file of a conversation, as the client names it.
pub fn path(conversation: &str) -> String {
    format!("{}/needs/{}.json", claims::FOLDER, fnv1a_hex(conversation.as_bytes()))
}

/// Returns what agents need, with the key of each conversation, the longest waiting first. `now` is in
/// milliseconds since 1970-01-01 UTC.
pub(crate) fn current(model: &Model, now: i64) -> Vec<(&str, &AgentNeed)> {
    let mut needs: Vec<(&str, &AgentNeed)> =
        model.records.agent_needs().filter(|(_, need)| is_current(model, need, now)).collect();
    needs.sort_by_cached_key(|(_, need)| sort_key(&need.since));
    needs
}

fn is_current(model: &Model, need: &AgentNeed, now: i64) -> bool {
    let since = parse_timestamp(&need.since).map(|since| since.timestamp_millis());
    let is_new = since.is_some_and(|since| now.saturating_sub(since).unsigned_abs() <= MAX_AGE_MS);
    is_new && !model.processes.has_ended(need.process.as_ref())
}

/// Returns the holder of each task that is held, with what it needs; of several needs, the first.
pub(crate) fn holders(model: &Model, now: i64) -> BTreeMap<&str, Holder> {
    let needs = current(model, now);
    let of = |holder: &Holder| {
        let own = |(_, need): &&(&str, &AgentNeed)| claims::is_same_holder(&need.actor, &holder.actor);
        Holder { needs: needs.iter().find(own).map(|(_, need)| need.kind), ..holder.clone() }
    };
    claims::holders(model, now).into_iter().map(|(id, holder)| (id, of(holder))).collect()
}
