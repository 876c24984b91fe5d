//! Timers, run here or by the editor.
//!
//! Invariant: a stop takes the timer away and gives the task its hours in one step, so that no time is lost and none is counted twice; what a
//! pause has kept is never dropped.

use handoff_format::{
    Authority, Container, Document, Finding, TimerCommand, TimerEntry, TimerRequest, TimerState, new_timer_request,
    timestamp, write_authority, write_timer_state,
};
use handoff_protocol::{ChangeSet, Context, Refusal, RefusalCode, Schedule, Text};

use crate::Project;
use crate::plan::change_set_builder::Draft;
use crate::plan::new_ids::id_stamp;
use crate::plan::refusal::{About, refuse};
use crate::plan::staged_tasks::{Stage, fresh_stamp};
use crate::plan::task_lookup;
use crate::timers;
use crate::timers::{AGENT, AUTHORITY, EDITOR, Kept, REQUESTS, STATE, TRACKING};

const OFF: &str = "Timers are turned off: settings.timer_provider is off.";
const EDITOR_RUNS: &str = "An editor still runs the timers, although settings.timer_provider is mcp. It releases them at {until} at the latest; try again then.";
const BROKEN: &str = "{path} cannot be read, so it was not changed: {why}";
const NO_TIMER: &str = "No timer runs for {id}.";
const STARTED: &str = "Started the timer of {id}";
const RESUMED: &str = "Resumed the timer of {id} at {seconds} s";
const RUNS: &str = "The timer of {id} has already been running for {seconds} s";
const STOPPED: &str = "Stopped the timer of {id} and added {hours} h to the task";
const ASKED: &str = "Asked the editor to {what} the timer of {id}";
const WAITS: &str = "The editor was asked {seconds} s ago to {what} the timer of {id}, but has not responded";
const NOBODY: &str = "No editor is running to do that: its last heartbeat is too old.";

/// Begins to track.
pub(in crate::plan) fn start(project: &Project, context: &Context, id: &str) -> Result<ChangeSet, Refusal> {
    let task = task_lookup::editable(&project.model.tasks, id)?;
    let mut draft = Draft::new(project, context);
    if let Some(warning) = delegated(project, context)? {
        return Ok(ask(project, context, draft, id, TimerCommand::Start, warning));
    }
    let base = task.shown.task.schedule.as_ref().and_then(|schedule| schedule.actual_hours).unwrap_or_default();
    let kept = timers::state(project).map_err(|finding| broken(STATE, &finding))?;
    let mut state = kept.as_ref().map(|kept| kept.value.clone()).unwrap_or_default();
    let now = context.now;
    let seconds = |entry: &TimerEntry| ("seconds", (timers::elapsed(entry, now) / 1000).to_string());
    let named = ("id", id.to_owned());
    let summary = match state.timers.iter_mut().find(|(task, _)| task == id) {
        Some((_, entry)) if entry.state == TRACKING => {
            return Ok(draft.finish(Text::with(RUNS, [named, seconds(entry)])));
        }
        Some((_, entry)) => {
            let summary = Text::with(RESUMED, [named, seconds(entry)]);
            TRACKING.clone_into(&mut entry.state);
            entry.started_at = Some(timestamp(now));
            entry.paused_by_idle = false;
            summary
        }
        None => {
            let (state_name, started_at) = (TRACKING.to_owned(), Some(timestamp(now)));
            let entry = TimerEntry { state: state_name, started_at, base_hours: base, ..TimerEntry::default() };
            state.timers.push((id.to_owned(), entry));
            Text::with(STARTED, [named])
        }
    };
    claim(project, context, &mut draft)?;
    write_state(context, &mut draft, kept, state)?;
    Ok(draft.finish(summary))
}

/// Stops tracking and adds the hours to the task.
pub(in crate::plan) fn stop(project: &Project, context: &Context, id: &str) -> Result<ChangeSet, Refusal> {
    task_lookup::editable(&project.model.tasks, id)?;
    let mut draft = Draft::new(project, context);
    if let Some(warning) = delegated(project, context)? {
        return Ok(ask(project, context, draft, id, TimerCommand::Stop, warning));
    }
    let kept = timers::state(project).map_err(|finding| broken(STATE, &finding))?;
    let mut state = kept.as_ref().map(|kept| kept.value.clone()).unwrap_or_default();
    let Some(place) = state.timers.iter().position(|(task, _)| task == id) else {
        return Err(refuse(RefusalCode::BadCommand, Text::with(NO_TIMER, [("id", id.to_owned())])).about_task(id));
    };
    let (_, entry) = state.timers.remove(place);
    let hours = timers::hours(timers::elapsed(&entry, context.now));
    claim(project, context, &mut draft)?;
    write_state(context, &mut draft, kept, state)?;
    add_hours(project, context, &mut draft, id, hours)?;
    Ok(draft.finish(Text::with(STOPPED, [("id", id.to_owned()), ("hours", format!("{hours:.2}"))])))
}

/// What was spent is so much more, and what is left so much less.
fn add_hours(project: &Project, context: &Context, draft: &mut Draft<'_>, id: &str, hours: f64) -> Result<(), Refusal> {
    let mut stage = Stage::new(project, context);
    let schedule = stage.edit(id)?.1.new.schedule.get_or_insert_with(Schedule::default);
    schedule.actual_hours = Some(schedule.actual_hours.unwrap_or_default() + hours);
    schedule.remaining_hours = schedule.remaining_hours.map(|left| (left - hours).max(0.0));
    stage.write(draft)
}

fn broken(path: &str, finding: &Finding) -> Refusal {
    let args = [("path", path.to_owned()), ("why", finding.text.to_string())];
    refuse(RefusalCode::BrokenFile, Text::with(BROKEN, args))
}

/// Whether the editor is to run the timer, and then, whether nobody may be there to do so.
fn delegated(project: &Project, context: &Context) -> Result<Option<bool>, Refusal> {
    let provider = project.model.config.values().settings.timer_provider.as_str();
    if provider == "off" {
        return Err(refuse(RefusalCode::BadCommand, Text::plain(OFF)));
    }
    let authority = timers::authority(project).map_err(|finding| broken(AUTHORITY, &finding))?.map(|kept| kept.value);
    let alive = authority.filter(|authority| timers::is_alive(authority, context.now));
    let editor = alive.as_ref().filter(|authority| authority.owner == EDITOR);
    match (provider, editor) {
        ("mcp", Some(editor)) => {
            let heartbeat = crate::timestamp::instant(&editor.heartbeat_at).map_or(0, |time| time.timestamp_millis());
            let lasts = i64::try_from(editor.ttl_secs).unwrap_or(i64::MAX).saturating_add(1).saturating_mul(1000);
            let until = timestamp(heartbeat.saturating_add(lasts));
            Err(refuse(RefusalCode::Locked, Text::with(EDITOR_RUNS, [("until", until)])))
        }
        ("mcp", None) => Ok(None),
        ("vscode", _) => Ok(Some(alive.is_none())),
        (_, editor) => Ok(editor.map(|_| false)),
    }
}

/// Leaves the editor a request, unless the same is waiting for it. Those that have expired go, so that they do not pile up.
fn ask(
    project: &Project,
    context: &Context,
    mut draft: Draft<'_>,
    id: &str,
    command: TimerCommand,
    nobody: bool,
) -> ChangeSet {
    let (expired, waiting): (Vec<_>, Vec<_>) =
        timers::requests(project).into_iter().partition(|(_, request)| timers::is_expired(request, context.now));
    for (path, _) in expired {
        draft.remove(&path);
    }
    let what = if command == TimerCommand::Start { "start" } else { "stop" };
    let what = [("what", what.to_owned()), ("id", id.to_owned())];
    if nobody {
        draft.warn(Text::plain(NOBODY));
    }
    let last = waiting.iter().rfind(|(_, request)| request.task_id == id);
    if let Some((_, same)) = last.filter(|(_, request)| request.command == command) {
        let seconds = ("seconds", (timers::waited(same, context.now) / 1000).to_string());
        let [what, named] = what;
        return draft.finish(Text::with(WAITS, [what, named, seconds]));
    }
    let (second, rest) = id_stamp(context);
    let second: String = second.chars().filter(|character| *character != '-').collect();
    let request_id = format!("{second}{rest:09}-{}-0", context.seed);
    let request = TimerRequest {
        version: 1,
        id: request_id.clone(),
        command,
        task_id: id.to_owned(),
        issued_by: Some(AGENT.to_owned()),
        issued_at: Some(timestamp(context.now)),
    };
    draft.create(format!("{REQUESTS}/{request_id}.json"), new_timer_request(&request).render());
    draft.finish(Text::with(ASKED, what))
}

/// Says that agents run the timers now.
fn claim(project: &Project, context: &Context, draft: &mut Draft<'_>) -> Result<(), Refusal> {
    let kept = timers::authority(project).map_err(|finding| broken(AUTHORITY, &finding))?;
    let old = kept.as_ref().map(|kept| kept.value.clone()).unwrap_or_default();
    let stamp = fresh_stamp(context.now, Some(&old.updated_at));
    let new = Authority {
        version: 1,
        owner: AGENT.to_owned(),
        owner_instance: context.writer.clone(),
        heartbeat_at: stamp.clone(),
        ttl_secs: project.model.config.values().settings.timer_authority_ttl_secs,
        updated_at: stamp,
    };
    put(draft, AUTHORITY, kept, &old, &new, write_authority)
}

fn write_state(
    context: &Context,
    draft: &mut Draft<'_>,
    kept: Option<Kept<TimerState>>,
    new: TimerState,
) -> Result<(), Refusal> {
    let old = kept.as_ref().map(|kept| kept.value.clone()).unwrap_or_default();
    let updated_at = fresh_stamp(context.now, Some(&old.updated_at));
    let new = TimerState { version: 1, owner: AGENT.to_owned(), updated_at, ..new };
    put(draft, STATE, kept, &old, &new, write_timer_state)
}

/// Writes what differs into a file, or a new one.
fn put<T>(
    draft: &mut Draft<'_>,
    path: &str,
    kept: Option<Kept<T>>,
    old: &T,
    new: &T,
    write: fn(&mut Document, &T, &T) -> Result<(), Finding>,
) -> Result<(), Refusal> {
    let is_there = kept.is_some();
    let mut document = kept.map_or_else(|| Document::empty(Container::Json), |kept| kept.document);
    write(&mut document, old, new).map_err(|finding| broken(path, &finding))?;
    if is_there {
        draft.write(path, document.render());
    } else {
        draft.create(path.to_owned(), document.render());
    }
    Ok(())
}
