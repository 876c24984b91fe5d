//! Signs of agents at work: events in the log, claims, and requests.

use std::collections::BTreeMap;

use handoff_protocol::{Actor, ActorKind, Event};

use crate::Project;
use crate::ground::timestamp::parse_timestamp;
use crate::knowledge::time::clock::{MAX_GAP_MS, Moment};
use crate::knowledge::time::idle_timeout_ms;

/// The last sign of an agent.
#[derive(Debug, Default)]
pub(super) struct AgentSigns {
    /// In monotonic milliseconds, with the agent.
    last: Option<(u64, Actor)>,
    /// The number of events that were read of each log.
    events: BTreeMap<String, usize>,
}

impl AgentSigns {
    /// Begins to listen: what is in the log already is no sign.
    pub(super) fn new(project: &Project) -> AgentSigns {
        AgentSigns { last: None, events: project.model.activity.counts() }
    }

    /// Returns the monotonic time of the last sign.
    pub(super) fn last_at(&self) -> Option<u64> {
        self.last.as_ref().map(|(at, _)| *at)
    }

    /// Returns the agent of the last sign; one without a name if only requests are known.
    pub(super) fn last_actor(&self) -> Actor {
        self.last.as_ref().map_or_else(|| Actor::agent(""), |(_, actor)| actor.clone())
    }

    /// Notes the signs since the last call.
    pub(super) fn hear(&mut self, project: &Project, now: Moment) {
        let activity = &project.model.activity;
        let since = now.wall.saturating_sub_unsigned(2 * MAX_GAP_MS);
        for event in activity.events_read_since(&self.events, since) {
            self.note_logged(now, event);
        }
        self.events = activity.counts();
        for (_, holder) in project.model.records.claims() {
            self.note_event(now, &holder.actor, &holder.heard_at);
        }
    }

    /// Notes the signs in the log since a time of day.
    pub(super) fn note_events_since(&mut self, project: &Project, now: Moment, since: i64) {
        for event in project.model.activity.events_after(since) {
            self.note_logged(now, event);
        }
    }

    /// Notes a line of the log. A change of a program that writes no log is a sign of an agent: the
    /// changes of a person are activity anyway.
    fn note_logged(&mut self, now: Moment, event: &Event) {
        if !event.observed {
            self.note_event(now, &event.actor, &event.at);
        } else if let Some(at) = parse_timestamp(&event.at) {
            self.note_unnamed(now.monotonic_at(at.timestamp_millis()));
        }
    }

    /// Notes a sign of an agent whose name is not known: the last one, if there is one.
    pub(super) fn note_unnamed(&mut self, monotonic: u64) {
        let actor = self.last_actor();
        self.note(monotonic, &actor);
    }

    fn note_event(&mut self, now: Moment, actor: &Actor, at: &str) {
        let at = parse_timestamp(at).filter(|_| actor.kind == ActorKind::Agent);
        if let Some(at) = at {
            self.note(now.monotonic_at(at.timestamp_millis()), actor);
        }
    }

    pub(super) fn note(&mut self, monotonic: u64, actor: &Actor) {
        if self.last.as_ref().is_none_or(|(last, _)| *last < monotonic) {
            self.last = Some((monotonic, actor.clone()));
        }
    }
}

/// Returns the last sign of an agent after a time, without a gap before it that is longer than the
/// idle timeout. Returns the time itself, and no agent, without such a sign. In milliseconds since
/// 1970-01-01 UTC.
pub(crate) fn last_sign(project: &Project, since: i64) -> (i64, Option<&Actor>) {
    let timeout = match idle_timeout_ms(project) {
        0 => i64::MAX,
        timeout => i64::try_from(timeout).unwrap_or(i64::MAX),
    };
    let mut last: (i64, Option<&Actor>) = (since, None);
    for event in project.model.activity.events_after(since) {
        let Some(at) = parse_timestamp(&event.at).map(|at| at.timestamp_millis()) else { continue };
        if at.saturating_sub(last.0) > timeout {
            break;
        }
        if event.actor.kind == ActorKind::Agent && !event.observed {
            last = (at, Some(&event.actor));
        }
    }
    last
}
