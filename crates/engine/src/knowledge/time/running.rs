//! The running timers with their owners.

use std::collections::BTreeMap;

use handoff_format::{Authority, TimerEntry, timestamp};
use handoff_protocol::view::RunningTimer;
use handoff_protocol::{Actor, ActorKind, Holder, TimerOwner};

use crate::Project;
use crate::ground::timestamp::parse_timestamp;
use crate::knowledge::time::agent_signs::last_sign;
use crate::knowledge::time::timer_changes::{Running, running_since};
use crate::knowledge::time::tracker::Tracker;
use crate::knowledge::time::{self, AGENT, EDITOR};

/// Returns the running timers with their owners. The time of a program that has ended counts until the
/// last sign of it, unless a person has started the timer at the shell: that one measures until it is
/// stopped. `tracker` measures the timers that this program runs; `holders` are the holders
/// of tasks, by ID. `now` is in milliseconds since 1970-01-01 UTC.
pub(crate) fn running_timers(
    project: &Project,
    tracker: Option<&Tracker>,
    holders: &BTreeMap<&str, Holder>,
    now: i64,
) -> Vec<RunningTimer> {
    let record = time::authority(project).ok().flatten().map(|file| file.value);
    let own = tracker.filter(|tracker| {
        tracker.leads && record.as_ref().is_some_and(|record| record.owner_instance == tracker.instance())
    });
    let last = Last::of(project, record.as_ref().filter(|_| own.is_none()), now);
    let owner = record.as_ref().and_then(|record| match record.owner.as_str() {
        EDITOR => Some(TimerOwner::Editor),
        AGENT => Some(TimerOwner::Server),
        _ => None,
    });
    let agent = |task: &str, starter: Option<Actor>| {
        let holder = || holders.get(task).map(|holder| &holder.actor).filter(|actor| actor.kind == ActorKind::Agent);
        match (own, owner, starter) {
            (Some(tracker), _, _) => tracker.worker.clone(),
            (None, Some(TimerOwner::Server), Some(starter)) => Some(starter).filter(|actor| !is_human(actor)),
            (None, Some(TimerOwner::Server), None) => {
                Some(holder().or(last.agent.as_ref()).cloned().unwrap_or_else(|| Actor::agent("")))
            }
            (None, _, _) => None,
        }
    };
    let state = Running::of(project, own.map(|tracker| tracker.pending.as_slice()).unwrap_or_default(), None);
    let running = state.timers.iter().filter(|(_, entry)| running_since(entry).is_some());
    let view = |(id, entry): &(String, TimerEntry)| {
        let starter = time::starter(project, id, entry);
        let is_at_shell = owner == Some(TimerOwner::Server) && starter.as_ref().is_some_and(is_human);
        let last_at = last.at.filter(|_| !is_at_shell);
        let elapsed_ms = time::elapsed_ms(entry, last_at.unwrap_or(now));
        let task = project.model.tasks.find(id).ok();
        RunningTimer {
            id: id.clone(),
            title: task.map(|task| task.title().to_owned()).unwrap_or_default(),
            elapsed_ms,
            started_at: last_at.is_none().then(|| timestamp(now.saturating_sub_unsigned(elapsed_ms))),
            owner,
            agent: agent(id, starter),
        }
    };
    running.map(view).collect()
}

fn is_human(actor: &Actor) -> bool {
    actor.kind == ActorKind::Human
}

/// The last sign of the program that ran the timers.
#[derive(Default)]
struct Last {
    /// Its time in milliseconds since 1970-01-01 UTC; `None` if the program is alive.
    at: Option<i64>,
    /// The agent of the sign.
    agent: Option<Actor>,
}

impl Last {
    /// Returns the last sign by the record of a program. An editor is heard of by its heartbeat, a
    /// server also by what its agent does, as a program that takes its timers over counts it.
    fn of(project: &Project, record: Option<&Authority>, now: i64) -> Last {
        let Some(record) = record.filter(|record| !time::is_alive(record, now)) else { return Last::default() };
        let heartbeat = parse_timestamp(&record.heartbeat_at).map_or(0, |at| at.timestamp_millis()).min(now);
        if record.owner == EDITOR {
            return Last { at: Some(heartbeat), agent: None };
        }
        let (at, agent) = last_sign(project, heartbeat);
        Last { at: Some(at.min(now)), agent: agent.cloned() }
    }
}
