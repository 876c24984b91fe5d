//! Who runs the timers, and how long they have run.
//!
//! Invariant: a file that cannot be read whole is nobody's word, and is never written over.

use handoff_format::{
    Authority, Container, Document, Finding, PathKind, TimerCommand, TimerEntry, TimerRequest, TimerState, classify,
    read_authority, read_timer_request, read_timer_state,
};

use crate::Project;
use crate::timestamp::instant;
use crate::tree::{Entry, join};

pub(crate) const STATE: &str = "timer/state.json";
pub(crate) const AUTHORITY: &str = "timer/authority.json";
/// Where commands wait for the editor.
pub(crate) const REQUESTS: &str = "timer/requests";
/// A request that nobody has answered for so many milliseconds is of no use any more: half an hour, longer than an editor takes to start.
const EXPIRED_AFTER: i64 = 30 * 60 * 1000;
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

/// What agents have asked the editor for and has not been answered, oldest first, with each file's path. An editor answers by taking the file
/// away. What makes no sense is left to it.
pub(crate) fn requests(project: &Project) -> Vec<(String, TimerRequest)> {
    let read = |(name, entry): (&str, &Entry)| {
        let path = join(REQUESTS, name);
        let Entry::File(bytes) = entry else { return None };
        let document =
            Document::parse(Container::Json, bytes).ok().filter(|_| classify(&path) == PathKind::TimerRequest)?;
        let (request, findings) = read_timer_request(&document);
        (findings.is_empty() && request.issued_by.as_deref() == Some(AGENT)).then_some((path, request))
    };
    project.tree.children(REQUESTS).filter_map(read).collect()
}

/// For how many milliseconds a request has waited.
pub(crate) fn waited(request: &TimerRequest, now: i64) -> i64 {
    let issued = request.issued_at.as_deref().and_then(instant);
    issued.map_or(0, |issued| now.saturating_sub(issued.timestamp_millis()).max(0))
}

/// Whether a request has waited so long that whoever asked does not mean it any more.
pub(crate) fn is_expired(request: &TimerRequest, now: i64) -> bool {
    waited(request, now) > EXPIRED_AFTER
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
    /// What an agent has asked the editor to do with it, as long as that is not answered, and since how many milliseconds.
    pub asked: Option<(TimerCommand, i64)>,
}

/// A task's timer; the error is what is wrong with a file.
pub(crate) fn timer(project: &Project, id: &str, now: i64) -> Result<Timer, Finding> {
    let state = state(project)?.map(|kept| kept.value).unwrap_or_default();
    let entry = state.timers.into_iter().find(|(task, _)| task == id).map(|(_, entry)| entry);
    let elapsed_ms = entry.as_ref().map_or(0, |entry| elapsed(entry, now));
    let authority = authority(project)?.map(|kept| (kept.value.owner.clone(), is_alive(&kept.value, now)));
    let asked = requests(project)
        .into_iter()
        .map(|(_, request)| request)
        .rfind(|request| request.task_id == id && !is_expired(request, now))
        .map(|request| (request.command.clone(), waited(&request, now)));
    Ok(Timer { entry, elapsed_ms, elapsed_hours: hours(elapsed_ms), authority, asked })
}
