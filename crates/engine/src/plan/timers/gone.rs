//! Timers whose program is gone: how long they have run.

use handoff_format::{Authority, TimerEntry};
use handoff_protocol::{ActorKind, Context};

use crate::Project;
use crate::timers::steps::running_since;
use crate::timers::{self, EDITOR, idle_timeout_ms, is_alive};
use crate::timestamp::parse_timestamp;

/// The beginning of the names of conversations, whose servers renew their heartbeat. Commands and
/// other programs do not, so their timers run until they are stopped.
const CONVERSATION: &str = "c-";

/// Returns the time at which running timers have ended, in milliseconds since 1970-01-01 UTC. `None`
/// if they run on.
///
/// The timers of an editor have run as long as it was heard of. Those of a server have run as long as
/// its agent, or another one, was at work.
pub(super) fn ended_at(project: &Project, context: &Context, record: Option<&Authority>) -> Option<i64> {
    let record = record.filter(|record| !is_alive(record, context.now))?;
    let heartbeat = parse_timestamp(&record.heartbeat_at)?.timestamp_millis().min(context.now);
    if record.owner == EDITOR {
        return Some(heartbeat);
    }
    let is_server = record.owner_instance.starts_with(CONVERSATION);
    if !is_server || record.owner_instance == timers::instance(context) {
        return None;
    }
    let timeout = i64::try_from(idle_timeout_ms(project)).unwrap_or(i64::MAX);
    let mut last = heartbeat;
    for event in project.model.activity.events_after(heartbeat) {
        let at = parse_timestamp(&event.at).map_or(last, |at| at.timestamp_millis());
        if at.saturating_sub(last) > timeout {
            break;
        }
        if event.actor.kind == ActorKind::Agent && !event.observed {
            last = at;
        }
    }
    (timeout > 0 && context.now.saturating_sub(last) > timeout).then_some(last)
}

/// Pauses timers that have ended. Their time is added when they are stopped or started again, by
/// whoever does that.
pub(super) fn pause(timers: &mut [(String, TimerEntry)], ended_at: i64) {
    for (_, entry) in timers {
        if running_since(entry).is_some() {
            entry.elapsed_ms = timers::elapsed_ms(entry, ended_at);
            timers::PAUSED.clone_into(&mut entry.state);
            entry.started_at = None;
        }
        // The timers of a person do not go on when an agent returns.
        entry.paused_by_idle = false;
    }
}
