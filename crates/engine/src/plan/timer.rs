//! Timers, run by Handoff or by the editor.
//!
//! Invariant: stopping removes the timer and adds the hours to the task in one change set, so that
//! no time is lost or counted twice. The time of a paused timer is never dropped.

use handoff_format::{
    Authority, Container, Document, Finding, TimerCommand, TimerEntry, TimerRequest, TimerState, new_timer_request,
    timestamp, write_authority, write_timer_state,
};
use handoff_protocol::{Change, ChangeSet, Context, Refusal, RefusalCode, Schedule, Text};

use crate::Project;
use crate::plan::change_set_builder::ChangeSetBuilder;
use crate::plan::new_ids::id_stamp;
use crate::plan::refusal::{About, refuse};
use crate::plan::staged_tasks::{Stage, next_timestamp};
use crate::plan::task_lookup;
use crate::timers;
use crate::timers::{AGENT, AUTHORITY, EDITOR, REQUESTS, STATE, TRACKING, TimerFile};

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

/// Starts or resumes a timer.
pub(in crate::plan) fn start(project: &Project, context: &Context, id: &str) -> Result<ChangeSet, Refusal> {
    let task = task_lookup::editable(&project.model.tasks, id)?;
    let mut builder = ChangeSetBuilder::new(project, context);
    if let Some(editor) = delegate(project, context)? {
        return Ok(request(project, context, builder, id, TimerCommand::Start, editor));
    }
    let base_hours = task.shown.task.schedule.as_ref().and_then(|schedule| schedule.actual_hours).unwrap_or_default();
    let stored = timers::state(project).map_err(|finding| broken(STATE, &finding))?;
    let mut state = stored.as_ref().map(|stored| stored.value.clone()).unwrap_or_default();
    let now = context.now;
    let seconds = |entry: &TimerEntry| ("seconds", (timers::elapsed_ms(entry, now) / 1000).to_string());
    let id_arg = ("id", id.to_owned());
    let summary = match state.timers.iter_mut().find(|(task, _)| task == id) {
        Some((_, entry)) if entry.state == TRACKING => {
            return Ok(builder.finish(Text::with(RUNS, [id_arg, seconds(entry)])));
        }
        Some((_, entry)) => {
            let summary = Text::with(RESUMED, [id_arg, seconds(entry)]);
            TRACKING.clone_into(&mut entry.state);
            entry.started_at = Some(timestamp(now));
            entry.paused_by_idle = false;
            summary
        }
        None => {
            let started_at = Some(timestamp(now));
            let entry = TimerEntry { state: TRACKING.to_owned(), started_at, base_hours, ..TimerEntry::default() };
            state.timers.push((id.to_owned(), entry));
            Text::with(STARTED, [id_arg])
        }
    };
    claim(project, context, &mut builder)?;
    write_state(context, &mut builder, stored, state)?;
    builder.log(Some(task.id()), Change::Timer { running: true });
    Ok(builder.finish(summary))
}

/// Stops tracking and adds the hours to the task.
pub(in crate::plan) fn stop(project: &Project, context: &Context, id: &str) -> Result<ChangeSet, Refusal> {
    let task = task_lookup::editable(&project.model.tasks, id)?;
    let mut builder = ChangeSetBuilder::new(project, context);
    if let Some(editor) = delegate(project, context)? {
        return Ok(request(project, context, builder, id, TimerCommand::Stop, editor));
    }
    let stored = timers::state(project).map_err(|finding| broken(STATE, &finding))?;
    let mut state = stored.as_ref().map(|stored| stored.value.clone()).unwrap_or_default();
    let Some(index) = state.timers.iter().position(|(task, _)| task == id) else {
        return Err(refuse(RefusalCode::BadCommand, Text::with(NO_TIMER, [("id", id.to_owned())])).about_task(id));
    };
    let (_, entry) = state.timers.remove(index);
    let hours = timers::hours(timers::elapsed_ms(&entry, context.now));
    claim(project, context, &mut builder)?;
    write_state(context, &mut builder, stored, state)?;
    builder.log(Some(task.id()), Change::Timer { running: false });
    add_hours(project, context, &mut builder, id, hours)?;
    Ok(builder.finish(Text::with(STOPPED, [("id", id.to_owned()), ("hours", format!("{hours:.2}"))])))
}

/// Adds hours to the actual ones and subtracts them from the remaining ones.
fn add_hours(
    project: &Project,
    context: &Context,
    builder: &mut ChangeSetBuilder<'_>,
    id: &str,
    hours: f64,
) -> Result<(), Refusal> {
    let mut stage = Stage::new(project, context);
    let schedule = stage.edit(id)?.1.new.schedule.get_or_insert_with(Schedule::default);
    schedule.actual_hours = Some(schedule.actual_hours.unwrap_or_default() + hours);
    schedule.remaining_hours = schedule.remaining_hours.map(|remaining| (remaining - hours).max(0.0));
    stage.write(builder)
}

/// Creates the refusal for an invalid file.
fn broken(path: &str, finding: &Finding) -> Refusal {
    let args = [("path", path.to_owned()), ("why", finding.text.to_string())];
    refuse(RefusalCode::BrokenFile, Text::with(BROKEN, args))
}

/// The state of the editor that runs the timers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Editor {
    Alive,
    /// Its last heartbeat is too old.
    Silent,
}

/// Returns the editor that has to run the timer, or `None` if Handoff runs it.
fn delegate(project: &Project, context: &Context) -> Result<Option<Editor>, Refusal> {
    let provider = project.model.config.values().settings.timer_provider.as_str();
    if provider == "off" {
        return Err(refuse(RefusalCode::BadCommand, Text::plain(OFF)));
    }
    let authority =
        timers::authority(project).map_err(|finding| broken(AUTHORITY, &finding))?.map(|stored| stored.value);
    let alive = authority.filter(|authority| timers::is_alive(authority, context.now));
    let editor = alive.as_ref().filter(|authority| authority.owner == EDITOR);
    match (provider, editor) {
        ("mcp", Some(editor)) => {
            let heartbeat =
                crate::timestamp::parse_timestamp(&editor.heartbeat_at).map_or(0, |time| time.timestamp_millis());
            let ttl = i64::try_from(editor.ttl_secs).unwrap_or(i64::MAX).saturating_add(1).saturating_mul(1000);
            let until = timestamp(heartbeat.saturating_add(ttl));
            Err(refuse(RefusalCode::Locked, Text::with(EDITOR_RUNS, [("until", until)])))
        }
        ("mcp", None) => Ok(None),
        ("vscode", _) => Ok(Some(if alive.is_some() { Editor::Alive } else { Editor::Silent })),
        (_, editor) => Ok(editor.map(|_| Editor::Alive)),
    }
}

/// Writes a request for the editor, unless the same one is already waiting. Deletes expired
/// requests.
fn request(
    project: &Project,
    context: &Context,
    mut builder: ChangeSetBuilder<'_>,
    id: &str,
    command: TimerCommand,
    editor: Editor,
) -> ChangeSet {
    let (expired, waiting): (Vec<_>, Vec<_>) =
        timers::requests(project).into_iter().partition(|(_, request)| timers::is_expired(request, context.now));
    for (path, _) in expired {
        builder.remove(&path);
    }
    let verb = if command == TimerCommand::Start { "start" } else { "stop" };
    let args = [("what", verb.to_owned()), ("id", id.to_owned())];
    if editor == Editor::Silent {
        builder.warn(Text::plain(NOBODY));
    }
    let last = waiting.iter().rfind(|(_, request)| request.task_id == id);
    if let Some((_, pending)) = last.filter(|(_, request)| request.command == command) {
        let seconds = ("seconds", (timers::request_age_ms(pending, context.now) / 1000).to_string());
        let [verb, id] = args;
        return builder.finish(Text::with(WAITS, [verb, id, seconds]));
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
    builder.create(format!("{REQUESTS}/{request_id}.json"), new_timer_request(&request).render());
    builder.finish(Text::with(ASKED, args))
}

/// Records in the authority file that agents run the timers.
fn claim(project: &Project, context: &Context, builder: &mut ChangeSetBuilder<'_>) -> Result<(), Refusal> {
    let stored = timers::authority(project).map_err(|finding| broken(AUTHORITY, &finding))?;
    let old = stored.as_ref().map(|stored| stored.value.clone()).unwrap_or_default();
    let updated_at = next_timestamp(context.now, Some(&old.updated_at));
    let new = Authority {
        version: 1,
        owner: AGENT.to_owned(),
        owner_instance: context.writer.clone(),
        heartbeat_at: updated_at.clone(),
        ttl_secs: project.model.config.values().settings.timer_authority_ttl_secs,
        updated_at,
    };
    write(builder, AUTHORITY, stored, &old, &new, write_authority)
}

/// Writes the file with the running timers.
fn write_state(
    context: &Context,
    builder: &mut ChangeSetBuilder<'_>,
    stored: Option<TimerFile<TimerState>>,
    new: TimerState,
) -> Result<(), Refusal> {
    let old = stored.as_ref().map(|stored| stored.value.clone()).unwrap_or_default();
    let updated_at = next_timestamp(context.now, Some(&old.updated_at));
    let new = TimerState { version: 1, owner: AGENT.to_owned(), updated_at, ..new };
    write(builder, STATE, stored, &old, &new, write_timer_state)
}

/// Writes a value into a file, or creates the file.
fn write<T>(
    builder: &mut ChangeSetBuilder<'_>,
    path: &str,
    stored: Option<TimerFile<T>>,
    old: &T,
    new: &T,
    write_value: fn(&mut Document, &T, &T) -> Result<(), Finding>,
) -> Result<(), Refusal> {
    let exists = stored.is_some();
    let mut document = stored.map_or_else(|| Document::empty(Container::Json), |stored| stored.document);
    write_value(&mut document, old, new).map_err(|finding| broken(path, &finding))?;
    if exists {
        builder.write(path, document.render());
    } else {
        builder.create(path.to_owned(), document.render());
    }
    Ok(())
}
