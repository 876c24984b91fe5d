//! The time of people and agents: by day, hour of the day and actor.
//!
//! The time of a day is that of its entries. Sessions count only on days without one, so that no
//! time is counted twice. A session is recorded when it begins and whenever it is saved. The time between two records counts
//! as work unless it is longer than a working day: then there was a break.
#![allow(clippy::indexing_slicing, reason = "an hour of the day is less than 24")]

use std::collections::{BTreeMap, BTreeSet};

use handoff_protocol::report::{ActorTime, DayTimeSource, SessionDay, SessionTime};
use handoff_protocol::{Actor, ActorKind, Change, Event};

use crate::Project;
use crate::analysis::metrics::figures::entry_time::entry_parts;
use crate::analysis::metrics::past::Past;
use crate::ground::timestamp::{Day, parse_timestamp};
use crate::knowledge::sessions;
use crate::knowledge::sessions::SessionEntry;

/// The maximum time between two records of a session that counts as work: eight hours.
const MAX_GAP_MS: i64 = 8 * HOUR_MS;
const HOUR_MS: i64 = 3_600_000;

/// A session with the times at which it was recorded.
struct RecordedSession<'a> {
    author: Option<String>,
    /// The actor of the first event about it.
    actor: Option<&'a Actor>,
    /// In milliseconds since 1970-01-01 UTC, sorted.
    times: Vec<i64>,
}

fn milliseconds(stamp: &str) -> Option<i64> {
    parse_timestamp(stamp).map(|at| at.timestamp_millis())
}

fn recorded_sessions(project: &Project) -> Vec<RecordedSession<'_>> {
    let mut events: BTreeMap<&str, Vec<&Event>> = BTreeMap::new();
    for event in project.model.activity.figure_events() {
        if let (Some(id), Change::Session { .. }) = (&event.session, &event.change) {
            events.entry(id).or_default().push(event);
        }
    }
    let record = |session: &SessionEntry| {
        let own = events.get(session.id().as_str()).map(Vec::as_slice).unwrap_or_default();
        let stamps = [session.text("started_at"), session.text("ended_at")].into_iter().flatten();
        let mut times: Vec<i64> =
            stamps.chain(own.iter().map(|event| event.at.as_str())).filter_map(milliseconds).collect();
        times.sort_unstable();
        let first = own.iter().min_by_key(|event| milliseconds(&event.at));
        let author = sessions::authors::of_session(session.own());
        RecordedSession { author, actor: first.map(|event| event.actor.as_ref()), times }
    };
    sessions::all(project).iter().map(record).collect()
}

/// Returns the number of sessions whose length is not known, because fewer than two of their times are
/// recorded: those of the days from `from` to `to`, and those without any time.
pub(crate) fn untimed_sessions(project: &Project, past: &Past, from: Day, to: Day) -> usize {
    let is_untimed = |session: &RecordedSession<'_>| match session.times.as_slice() {
        [] => true,
        [at] => (from..=to).contains(&past.day(*at)),
        _ => false,
    };
    recorded_sessions(project).iter().filter(|session| is_untimed(session)).count()
}

/// Returns the day of the first session, `None` without one.
pub(crate) fn first_session_day(project: &Project, past: &Past) -> Option<Day> {
    let firsts = recorded_sessions(project).into_iter().filter_map(|session| session.times.first().copied());
    firsts.min().map(|at| past.day(at))
}

/// Milliseconds of people, of agents, and of actors of which the kind is not known.
#[derive(Clone, Copy, Default)]
struct Time {
    people: i64,
    agents: i64,
    unknown: i64,
}

impl Time {
    fn add(&mut self, kind: Option<ActorKind>, time: i64) {
        *match kind {
            Some(ActorKind::Human) => &mut self.people,
            Some(ActorKind::Agent) => &mut self.agents,
            None => &mut self.unknown,
        } += time;
    }

    fn all(self) -> i64 {
        self.people + self.agents + self.unknown
    }
}

/// The sums of a report.
struct Sums {
    days: BTreeMap<Day, Time>,
    by_hour: [Time; 24],
    total: Time,
    /// The number of sessions and the time of each actor.
    actors: BTreeMap<(String, Option<bool>), (u32, i64)>,
}

impl Sums {
    /// Adds time of a day of the report.
    fn add(&mut self, day: Day, hour: Option<usize>, kind: Option<ActorKind>, time: i64) {
        self.days.entry(day).or_default().add(kind, time);
        self.total.add(kind, time);
        if let Some(hour) = hour {
            self.by_hour[hour].add(kind, time);
        }
    }

    fn actor(&mut self, name: String, kind: Option<ActorKind>) -> &mut (u32, i64) {
        self.actors.entry((name, kind.map(|kind| kind == ActorKind::Agent))).or_default()
    }
}

/// Returns the time of entries, and of sessions on days without one, from `from` to `to`.
pub(crate) fn session_time(project: &Project, past: &Past, from: Day, to: Day) -> SessionTime {
    let mut sums = Sums {
        days: (from..=to).map(|day| (day, Time::default())).collect(),
        by_hour: [Time::default(); 24],
        total: Time::default(),
        actors: BTreeMap::new(),
    };
    let parts = entry_parts(project, past, (from, to));
    let entry_days: BTreeSet<Day> = parts.iter().map(|part| part.day).collect();
    for part in parts {
        let kind = Some(part.actor.kind);
        sums.add(part.day, part.hour, kind, part.time);
        sums.actor(part.actor.name.clone(), kind).1 += part.time;
    }
    let mut count = 0;
    for session in recorded_sessions(project) {
        let kind = session.actor.map(|actor| actor.kind);
        let mut own = 0;
        for pair in session.times.windows(2).filter(|pair| pair[1] - pair[0] <= MAX_GAP_MS) {
            for (start, length) in hours(pair[0], pair[1], past) {
                let day = past.day(start);
                if (from..=to).contains(&day) && !entry_days.contains(&day) {
                    sums.add(day, Some(past.hour(start)), kind, length);
                    own += length;
                }
            }
        }
        let is_within = session.times.iter().any(|at| (from..=to).contains(&past.day(*at)));
        if is_within || own > 0 {
            count += 1;
            let name = session.actor.map(|actor| actor.name.clone()).or(session.author).unwrap_or_default();
            let actor = sums.actor(name, kind);
            actor.0 += 1;
            actor.1 += own;
        }
    }
    let mut actors: Vec<ActorTime> = sums.actors.into_iter().map(to_actor_time).collect();
    actors.sort_by(|a, b| b.hours.total_cmp(&a.hours));
    let day = |(day, time): (Day, Time)| SessionDay {
        day,
        hours: to_hours(time.all()),
        people_hours: to_hours(time.people),
        agents_hours: to_hours(time.agents),
        source: if entry_days.contains(&day) { DayTimeSource::Entries } else { DayTimeSource::Sessions },
    };
    let by_hour = |part: fn(Time) -> i64| sums.by_hour.iter().map(|time| to_hours(part(*time))).collect();
    SessionTime {
        sessions: count,
        entry_days: u32::try_from(entry_days.len()).unwrap_or(u32::MAX),
        total_hours: to_hours(sums.total.all()),
        people_hours: to_hours(sums.total.people),
        agents_hours: to_hours(sums.total.agents),
        days: sums.days.into_iter().map(day).collect(),
        by_hour: by_hour(Time::all),
        people_by_hour: by_hour(|time| time.people),
        agents_by_hour: by_hour(|time| time.agents),
        actors,
    }
}

fn to_actor_time(((name, is_agent), (sessions, time)): ((String, Option<bool>), (u32, i64))) -> ActorTime {
    let kind = is_agent.map(|is_agent| if is_agent { ActorKind::Agent } else { ActorKind::Human });
    ActorTime { name, kind, sessions, hours: to_hours(time) }
}

/// Divides a time span at the end of each hour of the person's time zone. Returns the start and the length
/// of each part.
fn hours(start: i64, end: i64, past: &Past) -> Vec<(i64, i64)> {
    let mut parts = Vec::new();
    let mut at = start;
    while at < end {
        let next = past.hour_end(at).min(end);
        parts.push((at, next - at));
        at = next;
    }
    parts
}

#[allow(clippy::cast_precision_loss, reason = "times are far below 2^53 milliseconds")]
fn to_hours(time: i64) -> f64 {
    time as f64 / HOUR_MS as f64
}
