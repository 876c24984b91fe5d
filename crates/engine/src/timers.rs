//! Who runs the timers, and how long they have run.
//!
//! Invariant: a file that cannot be read whole is nobody's word, and is never written over.

use handoff_format::{
    Authority, Container, Document, Finding, TimerEntry, TimerState, read_authority, read_timer_state,
};

use crate::Project;
use crate::moment::instant;

pub(crate) const STATE: &str = "timer/state.json";
pub(crate) const AUTHORITY: &str = "timer/authority.json";
/// The editor, as files call it.
pub(crate) const EDITOR: &str = "vscode";
/// Agents and the command line.
pub(crate) const AGENT: &str = "mcp";
/// The state of a timer that runs.
pub(crate) const TRACKING: &str = "tracking";

/// A file of the timers with what it says.
pub(crate) struct Kept<T> {
    pub(crate) document: Document,
    pub(crate) value: T,
}

/// A file, if it is there, read whole.
fn kept<T>(
    project: &Project,
    path: &str,
    read: fn(&Document) -> (T, Vec<Finding>),
) -> Result<Option<Kept<T>>, Finding> {
    let Some(bytes) = project.tree.file(path) else { return Ok(None) };
    let document = Document::parse(Container::Json, bytes)?;
    let (value, findings) = read(&document);
    match findings.into_iter().next() {
        Some(finding) => Err(finding),
        None => Ok(Some(Kept { document, value })),
    }
}

pub(crate) fn authority(project: &Project) -> Result<Option<Kept<Authority>>, Finding> {
    kept(project, AUTHORITY, read_authority)
}

pub(crate) fn state(project: &Project) -> Result<Option<Kept<TimerState>>, Finding> {
    kept(project, STATE, read_timer_state)
}

/// Whether the last sign of life counts still; one from the future counts likewise. `now` is in milliseconds since 1970-01-01 UTC.
pub(crate) fn is_alive(authority: &Authority, now: i64) -> bool {
    let Some(heartbeat) = instant(&authority.heartbeat_at) else { return false };
    now.saturating_sub(heartbeat.timestamp_millis()).unsigned_abs() / 1000 <= authority.ttl_secs
}

/// Milliseconds that a timer has run.
pub(crate) fn elapsed(entry: &TimerEntry, now: i64) -> u64 {
    let started = entry.started_at.as_deref().filter(|_| entry.state == TRACKING).and_then(instant);
    let running = started.map_or(0, |started| now.saturating_sub(started.timestamp_millis()).max(0));
    entry.elapsed_ms.saturating_add(running.unsigned_abs())
}

/// Hours of milliseconds.
#[allow(clippy::cast_precision_loss, reason = "far below 2^52")]
pub(crate) fn hours(milliseconds: u64) -> f64 {
    milliseconds as f64 / 3_600_000.0
}

/// A task's timer as programs tell of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Timer {
    /// What its entry says, if there is one.
    pub entry: Option<TimerEntry>,
    /// Milliseconds that it has run.
    pub elapsed_ms: u64,
    /// The same in hours.
    pub elapsed_hours: f64,
    /// Who runs the timers, and whether that is alive.
    pub authority: Option<(String, bool)>,
}

/// A task's timer; the error is what is wrong with a file.
pub(crate) fn timer(project: &Project, id: &str, now: i64) -> Result<Timer, Finding> {
    let state = state(project)?.map(|kept| kept.value).unwrap_or_default();
    let entry = state.timers.into_iter().find(|(task, _)| task == id).map(|(_, entry)| entry);
    let elapsed_ms = entry.as_ref().map_or(0, |entry| elapsed(entry, now));
    let authority = authority(project)?.map(|kept| (kept.value.owner.clone(), is_alive(&kept.value, now)));
    Ok(Timer { entry, elapsed_ms, elapsed_hours: hours(elapsed_ms), authority })
}
