//! Commands of agents and the command line: sessions, memories, referrals, timers, imports.

pub(super) mod entries;
pub(super) mod import;
pub(super) mod memory;
pub(super) mod order;
pub(super) mod referral;
pub(super) mod schedule;
pub(super) mod session;
pub(super) mod start;
pub(super) mod time;
pub(super) mod timer;

use handoff_protocol::Context;

/// A task whose file cannot be written keeps what a change to many would change.
const STAYS: &str = "{id} stays as it is, since its file cannot be written: {path}";

/// The part of an id that says when it was given: to the second, and what tells it from others of that second, which is the time of the
/// clock as far as that goes and by chance beyond.
fn id_stamp(context: &Context) -> (String, u32) {
    let second: String = handoff_format::note_stamp(context.now)
        .chars()
        .filter(|character| *character != '-' && *character != ':')
        .map(|character| if character == 'T' { '-' } else { character })
        .collect();
    let millisecond = u32::try_from(context.now.rem_euclid(1000)).unwrap_or_default();
    (second, millisecond * 1_000_000 + context.seed % 1_000_000)
}
