//! Claims: which actor works on which task right now. A claim is a file with a lease, and the process
//! with which it ends; or the claim that `handoff-mcp` stores in the file of a task, with its lease.
//!
//! Invariant: a claim whose file has a finding, whose lease has ended, or whose process has ended, holds
//! nothing. Of both kinds for one task, the later one counts. In the JSON layout Handoff writes the second
//! kind beside its own, for other programs; it does not count here.

use std::collections::BTreeMap;

use handoff_format::{Container, DataFile, PEER_CLAIM, PathSegment};
use handoff_protocol::view::ClaimsSummary;
use handoff_protocol::{Actor, Context, Holder, Layout, Process, Status};

use crate::ground::holder_process::HolderProcess;
use crate::ground::timestamp::{parse_timestamp, sort_key};
use crate::model::{Model, PeerClaim, TaskRef};

/// The folder of the claims. Each is a file that is named for the ID of its task.
pub(crate) const FOLDER: &str = "local/claims";
/// The lease: a claim ends this time after its holder was heard of last.
pub(crate) const LEASE_MS: u64 = 15 * 60 * 1000;
/// A claim that was renewed within this time is not renewed again.
const RENEWAL_AFTER_MS: u64 = 60 * 1000;

/// Returns the path of the claim of a task.
pub(crate) fn path(id: &str) -> String {
    format!("{FOLDER}/{id}.json")
}

/// Returns the holder of each task that is held. `now` is in milliseconds since 1970-01-01 UTC.
pub(crate) fn holders(model: &Model, now: i64) -> BTreeMap<&str, &Holder> {
    let own = model.records.claims().filter(|(_, holder)| is_valid(model, holder, now));
    own.chain(peer_claims(model, now).map(|(id, claim)| (id, &claim.holder))).collect()
}

/// Returns who held each task whose claim has ended without being released, as after a crash.
pub(crate) fn ended(model: &Model, now: i64) -> BTreeMap<&str, &Holder> {
    model.records.claims().filter(|(_, holder)| !is_valid(model, holder, now)).collect()
}

/// Returns the holder of a task, `None` if it has none.
pub(crate) fn holder<'m>(model: &'m Model, id: &str, now: i64) -> Option<&'m Holder> {
    let peer = || model.tasks.with_id(id).find_map(|task| peer_claim(model, task, now));
    let own = || model.records.claim(&path(id)).filter(|holder| is_valid(model, holder, now));
    peer().map(|claim| &claim.holder).or_else(own)
}

/// Returns the claims of other programs that hold a task.
fn peer_claims(model: &Model, now: i64) -> impl Iterator<Item = (&str, &PeerClaim)> {
    model.tasks.with_peer_claim().filter_map(move |(task, _)| Some((task.id(), peer_claim(model, task, now)?)))
}

/// Returns the claim of another program in a task's file, if it holds the task.
fn peer_claim<'m>(model: &'m Model, task: TaskRef<'m>, now: i64) -> Option<&'m PeerClaim> {
    let claim = task.shown.peer_claim.as_deref()?;
    let own = model.records.claim(&path(task.id()));
    let is_decided_by = |own: &Holder| {
        let is_later = sort_key(&own.since) > sort_key(&claim.holder.since);
        claim.belongs_to(own) || is_later && is_valid(model, own, now)
    };
    let holds = claim.ends_at > now && !task.status().is_terminal() && !own.is_some_and(is_decided_by);
    holds.then_some(claim)
}

/// Returns whether a claim has not ended. After the clock was set back, it may have been renewed in the
/// future: its lease ends when that is further away than a lease is long.
fn is_valid(model: &Model, holder: &Holder, now: i64) -> bool {
    !model.processes.has_ended(holder.process.as_ref())
        && distance_ms(holder, now).is_some_and(|distance| distance <= LEASE_MS)
}

/// Returns the processes of claims, and of agents that need a person, of which only the system of `own` knows whether they are running.
pub(crate) fn processes_to_check(model: &Model, own: &Process) -> Vec<Process> {
    let mut processes: Vec<Process> = Vec::new();
    let holders = model.records.claims().map(|(_, holder)| holder.process.as_ref());
    for process in holders.chain(model.records.agent_needs().map(|(_, need)| need.process.as_ref())) {
        if let HolderProcess::Local(process) = HolderProcess::seen_from(process, Some(own))
            && !processes.contains(process)
        {
            processes.push(process.clone());
        }
    }
    processes
}

/// Returns whether a claim should be renewed when its holder is heard of.
pub(crate) fn is_renewable(holder: &Holder, now: i64) -> bool {
    distance_ms(holder, now).is_none_or(|distance| distance >= RENEWAL_AFTER_MS)
}

/// Returns the time between the last sign of the holder and `now`, in either direction.
fn distance_ms(holder: &Holder, now: i64) -> Option<u64> {
    let heard_at = parse_timestamp(&holder.heard_at)?;
    Some(now.saturating_sub(heard_at.timestamp_millis()).unsigned_abs())
}

/// Returns the minutes since the holder was heard of last. `now` is in milliseconds since 1970-01-01
/// UTC.
pub fn minutes_since_heard(holder: &Holder, now: i64) -> i64 {
    minutes_since(&holder.heard_at, now)
}

/// Returns the minutes since a time, 0 for one that cannot be read or is in the future.
pub(super) fn minutes_since(time: &str, now: i64) -> i64 {
    let time = parse_timestamp(time).map_or(now, |time| time.timestamp_millis());
    now.saturating_sub(time).max(0) / 60_000
}

/// Returns whether two actors count as the same holder. Two agents with the same client differ by
/// their conversation.
pub fn is_same_holder(one: &Actor, other: &Actor) -> bool {
    (one.kind, &one.name, &one.conversation) == (other.kind, &other.name, &other.conversation)
}

/// Returns the holder of a task if it is not the actor of the context.
pub(crate) fn other_holder<'m>(model: &'m Model, id: &str, context: &Context) -> Option<&'m Holder> {
    holder(model, id, context.now).filter(|holder| !is_same_holder(&holder.actor, &context.actor))
}

/// Returns the time at which the claim of each held task ends unless it is renewed.
pub(crate) fn ends(model: &Model, now: i64) -> BTreeMap<&str, i64> {
    let peer_ends: BTreeMap<&str, i64> = peer_claims(model, now).map(|(id, claim)| (id, claim.ends_at)).collect();
    let end = |(id, holder): (&'_ str, &Holder)| {
        let heard_at = || Some(parse_timestamp(&holder.heard_at)?.timestamp_millis());
        // A claim is valid up to and including the end of its lease.
        peer_ends.get(id).copied().or_else(|| Some(heard_at()?.saturating_add_unsigned(LEASE_MS + 1)))
    };
    holders(model, now).into_iter().filter_map(|(id, holder)| Some((id, end((id, holder))?))).collect()
}

/// Summarizes the claims for the actor of the context, `None` if no task is held.
pub(crate) fn summary(model: &Model, context: &Context) -> Option<ClaimsSummary> {
    let holders = holders(model, context.now);
    let next_end = ends(model, context.now).into_values().min()?;
    let (mut own, mut others) = (Vec::new(), Vec::new());
    for (id, holder) in holders {
        let list = if is_same_holder(&holder.actor, &context.actor) { &mut own } else { &mut others };
        list.push(id.to_owned());
    }
    Some(ClaimsSummary { own, others, next_end })
}

/// Returns whether a task with a status keeps a claim of `handoff-mcp`. When the lease of a claim is over,
/// that program sets the task to `todo`, whatever its status is.
pub fn keeps_peer_claim(status: Option<Status>) -> bool {
    status == Some(Status::InProgress)
}

/// Returns the content of a task's file without a claim of `handoff-mcp`, or `None` if it has none.
pub fn without_peer_claim(layout: Layout, bytes: &[u8]) -> Option<Vec<u8>> {
    let mut data = DataFile::parse(Container::of_layout(layout), bytes).ok()?;
    data.get(&[PathSegment::Key(PEER_CLAIM)])?;
    data.remove(&[PathSegment::Key(PEER_CLAIM)]).ok()?;
    Some(data.render())
}
