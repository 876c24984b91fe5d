//! Which program runs the timers of a project.
//!
//! Invariant: of several windows and servers at most one leads, namely the one that the authority
//! file names, as long as its heartbeat is recent.

use handoff_format::{Authority, timestamp};
use handoff_protocol::{Text, TimerLead, TimerOwner};

use crate::Project;
use crate::ground::texts;
use crate::ground::timestamp::parse_timestamp;
use crate::knowledge::time::{AGENT, AUTHORITY, EDITOR, STATE, authority, broken_text, is_alive, state};

/// The relation of a program to the timers of a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Lead {
    /// The program leads.
    Own,
    /// No program leads; the last one left this record.
    Free(Option<Authority>),
    /// Another program of the same kind leads, with this record.
    Peer(Authority),
    /// A program of the other kind leads. With the end of its heartbeat, in milliseconds.
    Other(i64),
    /// The program may not lead.
    Off(Text),
    /// One of the files cannot be read.
    Broken(Text),
}

/// Returns the relation of a program to the timers. `now` is in milliseconds since 1970-01-01 UTC.
pub(crate) fn lead(project: &Project, owner: TimerOwner, instance: &str, now: i64) -> Lead {
    let (own, other, excluded) = match owner {
        TimerOwner::Editor => (EDITOR, AGENT, ("mcp", texts::TIMERS_LEFT_TO_SERVERS)),
        TimerOwner::Server => (AGENT, EDITOR, ("vscode", texts::TIMERS_LEFT_TO_EDITOR)),
    };
    match project.model.config.values().settings.timer_provider.as_str() {
        "off" => return Lead::Off(Text::plain(texts::TIMERS_OFF)),
        provider if provider == excluded.0 => return Lead::Off(Text::plain(excluded.1)),
        _ => {}
    }
    if let Err(finding) = state(project) {
        return Lead::Broken(broken_text(STATE, &finding));
    }
    let record = match authority(project) {
        Ok(file) => file.map(|file| file.value),
        Err(finding) => return Lead::Broken(broken_text(AUTHORITY, &finding)),
    };
    match record {
        Some(record) if record.owner == own && record.owner_instance == instance => Lead::Own,
        Some(record) if record.owner == own && is_alive(&record, now) => Lead::Peer(record),
        Some(record) if record.owner == other && is_alive(&record, now) => Lead::Other(valid_until(&record)),
        record => Lead::Free(record),
    }
}

/// Returns the time until which a record counts as alive, in milliseconds since 1970-01-01 UTC.
pub(crate) fn valid_until(record: &Authority) -> i64 {
    let heartbeat = parse_timestamp(&record.heartbeat_at).map_or(0, |time| time.timestamp_millis());
    let ttl = i64::try_from(record.ttl_secs).unwrap_or(i64::MAX).saturating_add(1).saturating_mul(1000);
    heartbeat.saturating_add(ttl)
}

impl Lead {
    /// Returns what a window shows.
    pub(crate) fn view(&self, owner: TimerOwner) -> TimerLead {
        match self {
            Lead::Own | Lead::Free(_) => TimerLead::Own {},
            Lead::Peer(_) => TimerLead::OtherWindow {},
            Lead::Other(_) if owner == TimerOwner::Server => TimerLead::OtherWindow {},
            Lead::Other(until) => TimerLead::Server { until: timestamp(*until) },
            Lead::Off(reason) => TimerLead::Off { reason: reason.clone() },
            Lead::Broken(reason) => TimerLead::Broken { reason: reason.clone() },
        }
    }
}
