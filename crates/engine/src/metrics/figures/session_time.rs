//! The time spent in sessions: by day, hour of the day and actor.
//!
//! A session is recorded when it begins and whenever it is saved. The time between two records counts
//! as work unless it is longer than a working day: then there was a break.
#![allow(clippy::indexing_slicing, reason = "an hour of the day is less than 24")]

use std::collections::BTreeMap;

use handoff_protocol::report::{ActorTime, SessionDay, SessionTime};
use handoff_protocol::{Actor, ActorKind, Change, Event};

use crate::Project;
use crate::metrics::past::Past;
use crate::sessions;
use crate::sessions::SessionEntry;
use crate::timestamp::{Day, parse_timestamp};

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
        RecordedSession { author, actor: first.map(|event| &event.actor), times }
    };
    sessions::all(project).iter().map(record).collect()
}

/// Returns the day of the first session, `None` without one.
pub(crate) fn first_session_day(project: &Project, past: &Past) -> Option<Day> {
    let firsts = recorded_sessions(project).into_iter().filter_map(|session| session.times.first().copied());
    firsts.min().map(|at| past.day(at))
}

/// Returns the time spent in sessions from `from` to `to`.
pub(crate) fn session_time(project: &Project, past: &Past, from: Day, to: Day) -> SessionTime {
    let mut days: BTreeMap<Day, i64> = (from..=to).map(|day| (day, 0)).collect();
    let mut by_hour = [0_i64; 24];
    let mut actors: BTreeMap<(String, Option<bool>), (u32, i64)> = BTreeMap::new();
    let (mut count, mut total) = (0, 0);
    for session in recorded_sessions(project) {
        let mut own = 0;
        for pair in session.times.windows(2).filter(|pair| pair[1] - pair[0] <= MAX_GAP_MS) {
            for (start, length) in hours(pair[0], pair[1], past) {
                let day = past.day(start);
                if let Some(sum) = days.get_mut(&day) {
                    *sum += length;
                    by_hour[past.hour(start)] += length;
                    own += length;
                }
            }
        }
        let is_within = session.times.iter().any(|at| (from..=to).contains(&past.day(*at)));
        if is_within || own > 0 {
            count += 1;
            total += own;
            let kind = session.actor.map(|actor| actor.kind == ActorKind::Agent);
            let name = session.actor.map(|actor| actor.name.clone()).or(session.author).unwrap_or_default();
            let actor = actors.entry((name, kind)).or_default();
            actor.0 += 1;
            actor.1 += own;
        }
    }
    let mut actors: Vec<ActorTime> = actors.into_iter().map(to_actor_time).collect();
    actors.sort_by(|a, b| b.hours.total_cmp(&a.hours));
    SessionTime {
        sessions: count,
        total_hours: to_hours(total),
        days: days.into_iter().map(|(day, time)| SessionDay { day, hours: to_hours(time) }).collect(),
        by_hour: by_hour.iter().map(|time| to_hours(*time)).collect(),
        actors,
    }
}

fn to_actor_time(((name, is_agent), (sessions, time)): ((String, Option<bool>), (u32, i64))) -> ActorTime {
    let kind = is_agent.map(|is_agent| if is_agent { ActorKind::Agent } else { ActorKind::Human });
    ActorTime { name, kind, sessions, hours: to_hours(time) }
}

/// Divides a time span at each full hour of the person's time zone. Returns the start and the length
/// of each part.
fn hours(start: i64, end: i64, past: &Past) -> Vec<(i64, i64)> {
    let mut parts = Vec::new();
    let mut at = start;
    while at < end {
        let next = past.next_hour(at).min(end);
        parts.push((at, next - at));
        at = next;
    }
    parts
}

#[allow(clippy::cast_precision_loss, reason = "times are far below 2^53 milliseconds")]
fn to_hours(time: i64) -> f64 {
    time as f64 / HOUR_MS as f64
}
