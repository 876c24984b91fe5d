//! Task timers: which program runs them, and how long they have run.
//!
//! Invariant: a file with a finding is an error and is never overwritten.

pub(crate) mod agent_signs;
mod clock;
mod ended_today;
pub(crate) mod entries;
pub(crate) mod lead;
mod running;
pub(crate) mod server;
pub(crate) mod timer_changes;
mod tracker;

use std::collections::BTreeMap;
use std::sync::Arc;

use handoff_format::{
    Authority, Container, DataFile, Finding, PathKind, TimerCommand, TimerEntry, TimerRequest, TimerState, classify,
    read_authority, read_timer_request, read_timer_state,
};

use handoff_protocol::{Actor, Change, Context, Text, TimeSource};

use crate::Project;
use crate::ground::texts;
use crate::ground::timestamp::parse_timestamp;
use crate::ground::tree::{Entry, join};

/// The folder of all files of the timers.
pub(crate) const FOLDER: &str = "timer";
/// The file with the state of every timer.
pub(crate) const STATE: &str = "timer/state.json";
/// The file that names the program which runs the timers.
pub(crate) const AUTHORITY: &str = "timer/authority.json";
/// The folder of the requests from agents to the editor.
pub(crate) const REQUESTS: &str = "timer/requests";
/// An unanswered request expires after this time: half an hour, longer than an editor takes to
/// start.
const EXPIRED_AFTER_MS: i64 = 30 * 60 * 1000;
/// The maximum time between two calls of a program that runs timers.
pub(crate) const MAX_INTERVAL_MS: u64 = 10_000;
/// The minimum time between two calls, whatever the configuration says.
pub(crate) const MIN_INTERVAL_MS: u64 = 200;
const MINUTE_MS: u64 = 60_000;
/// The name of the editor in the files.
pub(crate) const EDITOR: &str = "vscode";
/// The name of agents and of the command line in the files.
pub(crate) const AGENT: &str = "mcp";
/// The state of a running timer.
pub(crate) const TRACKING: &str = "tracking";
/// The state of a timer that does not run.
pub(crate) const PAUSED: &str = "paused";

pub(crate) use running::running_timers;
pub(crate) use tracker::Tracker;

/// Returns what is wrong with a file of the timers.
pub(crate) fn broken_text(path: &str, finding: &Finding) -> Text {
    Text::with(texts::TIMER_FILE_BROKEN, [("path", path.to_owned()), ("why", finding.text.to_string())])
}

/// A parsed file of the timers.
pub(crate) struct TimerFile<T> {
    pub(crate) data: DataFile,
    pub(crate) value: T,
}

/// Parses a file. Returns `None` if it does not exist, and its first finding as the error.
fn read_file<T>(
    project: &Project,
    path: &str,
    read: fn(&DataFile) -> (T, Vec<Finding>),
) -> Result<Option<TimerFile<T>>, Finding> {
    let Some(bytes) = project.tree.file(path) else { return Ok(None) };
    let data = DataFile::parse(Container::Json, bytes)?;
    let (value, findings) = read(&data);
    match findings.into_iter().next() {
        Some(finding) => Err(finding),
        None => Ok(Some(TimerFile { data, value })),
    }
}

/// Returns the program that runs the timers.
pub(crate) fn authority(project: &Project) -> Result<Option<TimerFile<Authority>>, Finding> {
    read_file(project, AUTHORITY, read_authority)
}

/// Returns the state of every timer.
pub(crate) fn state(project: &Project) -> Result<Option<TimerFile<TimerState>>, Finding> {
    read_file(project, STATE, read_timer_state)
}

/// Returns whether the last heartbeat is recent enough; one from the near future counts as well.
/// `now` is in milliseconds since 1970-01-01 UTC.
pub(crate) fn is_alive(authority: &Authority, now: i64) -> bool {
    let Some(heartbeat) = parse_timestamp(&authority.heartbeat_at) else { return false };
    now.saturating_sub(heartbeat.timestamp_millis()).unsigned_abs() / 1000 <= authority.ttl_secs
}

/// Returns the unanswered requests from agents to the editor with the paths of their files, oldest
/// first. The editor answers by removing the file.
pub(crate) fn requests(project: &Project) -> Vec<(String, TimerRequest)> {
    let is_from_agent = |request: &TimerRequest| request.issued_by.as_deref() == Some(AGENT);
    let read = |(path, request): (String, Option<TimerRequest>)| Some((path, request.filter(is_from_agent)?));
    request_files(project).into_iter().filter_map(read).collect()
}

/// Returns the files of all requests with what they ask for, oldest first. The request is `None` if
/// its file cannot be parsed.
pub(crate) fn request_files(project: &Project) -> Vec<(String, Option<TimerRequest>)> {
    let parse = |(name, entry): (&str, &Entry)| {
        let path = join(REQUESTS, name);
        let Entry::File(bytes) = entry else { return None };
        if classify(&path) != PathKind::TimerRequest {
            return None;
        }
        let request = DataFile::parse(Container::Json, bytes).ok().and_then(|data| {
            let (request, findings) = read_timer_request(&data);
            findings.is_empty().then_some(request)
        });
        Some((path, request))
    };
    project.tree.children(REQUESTS).filter_map(parse).collect()
}

/// Returns the last request about each task that waits, if it asks for a start.
pub(crate) fn waiting_starts(project: &Project) -> Vec<TimerRequest> {
    let mut last: BTreeMap<String, TimerRequest> = BTreeMap::new();
    for (_, request) in requests(project) {
        last.insert(request.task_id.clone(), request);
    }
    last.into_values().filter(|request| request.command == TimerCommand::Start).collect()
}

/// Returns the age of a request in milliseconds, 0 if it has no valid time.
pub(crate) fn request_age_ms(request: &TimerRequest, now: i64) -> i64 {
    let issued_at = request.issued_at.as_deref().and_then(parse_timestamp);
    issued_at.map_or(0, |issued_at| now.saturating_sub(issued_at.timestamp_millis()).max(0))
}

/// Returns whether a request is too old to be carried out.
pub(crate) fn is_expired(request: &TimerRequest, now: i64) -> bool {
    request_age_ms(request, now) > EXPIRED_AFTER_MS
}

/// Returns the milliseconds that a timer has run.
pub(crate) fn elapsed_ms(entry: &TimerEntry, now: i64) -> u64 {
    let started_at = entry.started_at.as_deref().filter(|_| entry.state == TRACKING).and_then(parse_timestamp);
    let running_ms = started_at.map_or(0, |started_at| now.saturating_sub(started_at.timestamp_millis()).max(0));
    entry.elapsed_ms.saturating_add(running_ms.unsigned_abs())
}

/// Returns the time without activity after which the person or the agent is away; 0 if nobody ever
/// is.
pub(crate) fn idle_timeout_ms(project: &Project) -> u64 {
    project.model.config.values().settings.timer_idle_timeout_minutes.saturating_mul(MINUTE_MS)
}

/// Returns the time between two calls of a program that runs timers: several heartbeats must follow
/// each other before one expires.
pub(crate) fn call_interval_ms(project: &Project) -> u64 {
    let ttl_secs = project.model.config.values().settings.timer_authority_ttl_secs;
    MAX_INTERVAL_MS.min(ttl_secs.saturating_mul(1000) / 3).max(MIN_INTERVAL_MS)
}

/// Returns the time after which a heartbeat is due: a little less than that between two calls, which
/// is not exact.
pub(crate) fn heartbeat_interval_ms(project: &Project) -> u64 {
    call_interval_ms(project).saturating_mul(9) / 10
}

/// Returns the name of the program that runs a command, for the authority file: that of its
/// conversation if it is a server, which renews its heartbeat.
pub(crate) fn instance(context: &Context) -> &str {
    context.actor.conversation.as_deref().unwrap_or(&context.writer)
}

/// Returns who has started a timer, as far as its entry or the log says so.
pub(crate) fn starter(project: &Project, id: &str, entry: &TimerEntry) -> Option<Actor> {
    let from_log = || {
        let events = project.model.activity.task_events(id, usize::MAX);
        let start = events.into_iter().find(|event| matches!(event.change, Change::Timer { running: true }));
        start.map(|event| Arc::unwrap_or_clone(event.actor))
    };
    entry.started_by.clone().or_else(from_log)
}

/// Returns whether two actors are the same person, or the same agent in the same conversation.
pub(crate) fn is_same(one: &Actor, other: &Actor) -> bool {
    (one.kind, &one.name, &one.conversation) == (other.kind, &other.name, &other.conversation)
}

/// Returns a timestamp in milliseconds since 1970-01-01 UTC.
pub(crate) fn milliseconds(timestamp: &str) -> Option<i64> {
    parse_timestamp(timestamp).map(|time| time.timestamp_millis())
}

/// Returns the name of a source in files.
pub(crate) fn source_name(source: TimeSource) -> &'static str {
    match source {
        TimeSource::Editor => "editor",
        TimeSource::Agent => "agent",
        TimeSource::Manual => "manual",
    }
}

/// Converts milliseconds to hours.
#[allow(clippy::cast_precision_loss, reason = "far below 2^52")]
pub(crate) fn hours(milliseconds: u64) -> f64 {
    milliseconds as f64 / 3_600_000.0
}

/// The timer of a task.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Timer {
    /// Its entry in the state file, if there is one.
    pub entry: Option<TimerEntry>,
    /// The milliseconds that it has run.
    pub elapsed_ms: u64,
    /// The same in hours.
    pub elapsed_hours: f64,
    /// The program that runs the timers, and whether it is alive.
    pub authority: Option<(String, bool)>,
    /// The unanswered request of an agent about it, with its age in milliseconds.
    pub asked: Option<(TimerCommand, i64)>,
}

/// All timers, and the program that runs them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimerList {
    /// The IDs of the tasks with their entries in the state file and the milliseconds that they have
    /// run.
    pub timers: Vec<(String, TimerEntry, u64)>,
    /// The last record of the program that runs them, and whether it is alive.
    pub authority: Option<(Authority, bool)>,
}

impl TimerList {
    /// Returns the timers that run, with the milliseconds that they have run.
    pub fn running(&self) -> impl Iterator<Item = (&str, u64)> {
        let running = self.timers.iter().filter(|(_, entry, _)| entry.state == TRACKING);
        running.map(|(task, _, elapsed_ms)| (task.as_str(), *elapsed_ms))
    }
}

/// Returns all timers. The error is a finding in one of the files.
pub(crate) fn list(project: &Project, now: i64) -> Result<TimerList, Finding> {
    let state = state(project)?.map(|file| file.value).unwrap_or_default();
    let timers = state.timers.into_iter().map(|(task, entry)| {
        let elapsed_ms = elapsed_ms(&entry, now);
        (task, entry, elapsed_ms)
    });
    let authority = authority(project)?.map(|file| {
        let alive = is_alive(&file.value, now);
        (file.value, alive)
    });
    Ok(TimerList { timers: timers.collect(), authority })
}

/// Returns the timer of a task. The error is a finding in one of the files.
pub(crate) fn timer(project: &Project, id: &str, now: i64) -> Result<Timer, Finding> {
    // Without a state file no timer was ever started.
    let state = state(project)?.map(|file| file.value).unwrap_or_default();
    let entry = state.timers.into_iter().find(|(task, _)| task == id).map(|(_, entry)| entry);
    let elapsed_ms = entry.as_ref().map_or(0, |entry| elapsed_ms(entry, now));
    let authority = authority(project)?.map(|file| (file.value.owner.clone(), is_alive(&file.value, now)));
    let asked = requests(project)
        .into_iter()
        .map(|(_, request)| request)
        .rfind(|request| request.task_id == id && !is_expired(request, now))
        .map(|request| (request.command.clone(), request_age_ms(&request, now)));
    Ok(Timer { entry, elapsed_ms, elapsed_hours: hours(elapsed_ms), authority, asked })
}
