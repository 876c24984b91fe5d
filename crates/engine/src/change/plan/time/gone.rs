//! Timers whose program is gone: how long they have run.

use handoff_format::{Authority, TimerEntry};
use handoff_protocol::{ActorKind, Context};

use crate::Project;
use crate::ground::timestamp::parse_timestamp;
use crate::knowledge::time::agent_signs::last_sign;
use crate::knowledge::time::timer_changes::running_since;
use crate::knowledge::time::{self, EDITOR, idle_timeout_ms, is_alive};

/// The beginning of the names of conversations, whose servers renew their heartbeat. Commands and
/// other programs do not, so their timers run until they are stopped.
const CONVERSATION: &str = "c-";

/// When timers have ended whose program is gone.
#[derive(Clone, Copy)]
pub(super) struct Ended {
    /// In milliseconds since 1970-01-01 UTC.
    pub(super) at: i64,
    is_editor: bool,
}

/// Returns when running timers have ended, `None` if they run on.
///
/// The timers of an editor have run as long as it was heard of. Those of a server have run as long as
/// its agent, or another one, was at work; if that was a moment ago, an agent that `returns` to them
/// goes on with them. A program that has released its timers has none that run.
pub(super) fn ended(project: &Project, context: &Context, record: Option<&Authority>, returns: bool) -> Option<Ended> {
    let record = record.filter(|record| !is_alive(record, context.now))?;
    let heartbeat = parse_timestamp(&record.heartbeat_at)?.timestamp_millis().min(context.now);
    let is_editor = record.owner == EDITOR;
    if is_editor || heartbeat <= 0 {
        return (heartbeat > 0).then_some(Ended { at: heartbeat, is_editor });
    }
    let is_server = record.owner_instance.starts_with(CONVERSATION);
    let is_own = record.owner_instance == time::instance(context);
    // A person at the shell stops a timer when the work ends, whatever agents do.
    if !is_server || is_own || context.actor.kind == ActorKind::Human {
        return None;
    }
    let timeout = i64::try_from(idle_timeout_ms(project)).unwrap_or(i64::MAX);
    let (last, _) = last_sign(project, heartbeat);
    let is_recent = timeout == 0 || context.now.saturating_sub(last) <= timeout;
    (!returns || !is_recent).then_some(Ended { at: last, is_editor })
}

impl Ended {
    /// Returns whether the timer of a task belongs to the program that is gone. A timer that a person
    /// has started at the shell does not belong to a server.
    pub(super) fn concerns(self, project: &Project, id: &str, entry: &TimerEntry) -> bool {
        self.is_editor || time::starter(project, id, entry).is_none_or(|actor| actor.kind != ActorKind::Human)
    }

    /// Pauses the timers that have ended. Their time is added when somebody stops or starts
    /// them again.
    pub(super) fn pause(self, project: &Project, timers: &mut [(String, TimerEntry)]) {
        for (id, entry) in timers {
            if running_since(entry).is_some() && self.concerns(project, id, entry) {
                entry.elapsed_ms = time::elapsed_ms(entry, self.at);
                time::PAUSED.clone_into(&mut entry.state);
                entry.started_at = None;
            }
        }
    }
}
