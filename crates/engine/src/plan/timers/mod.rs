//! Timers, run by Handoff or by the editor.
//!
//! Invariant: stopping removes the timer and adds the hours to the task in one change set, so that
//! no time is lost or counted twice. The time of a paused timer is never dropped.

mod credit;
pub(super) mod entries;
mod files;
mod gone;
pub(super) mod track;

use handoff_format::{TimerCommand, TimerEntry, TimerRequest, new_timer_request, timestamp};
use handoff_protocol::{
    ActorKind, Change, ChangeSet, Context, Refusal, RefusalCode, Text, TimeSource, TimerNext, TimerStep,
};

use crate::Project;
use crate::plan::change_set_builder::ChangeSetBuilder;
use crate::plan::new_ids::id_stamp;
use crate::plan::refusal::{About, refuse};
use crate::plan::task_lookup;
use crate::plan::timers::credit::Credits;
use crate::plan::timers::files::Owner;
use crate::texts;
use crate::timers::lead::valid_until;
use crate::timers::steps::{apply, running_since};
use crate::timers::{self, AGENT, EDITOR, REQUESTS, TRACKING};

const EDITOR_RUNS: &str = "An editor still runs the timers, although settings.timer_provider is mcp. It releases them at {until} at the latest; try again then.";
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
    let stored = files::state(project)?;
    let mut state = stored.as_ref().map(|stored| stored.value.clone()).unwrap_or_default();
    let record = files::authority(project)?.map(|stored| stored.value);
    if let Some(ended) = gone::ended(project, context, record.as_ref(), false) {
        ended.pause(project, &mut state.timers);
    }
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
    claim(&mut builder)?;
    files::write_state(context, &mut builder, AGENT, stored, state)?;
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
    let stored = files::state(project)?;
    let mut state = stored.as_ref().map(|stored| stored.value.clone()).unwrap_or_default();
    let record = files::authority(project)?.map(|stored| stored.value);
    let ended = gone::ended(project, context, record.as_ref(), true);
    let entry = state.timers.iter().find(|(task, _)| task == id).map(|(_, entry)| entry);
    let step = entry.map(|entry| {
        let from = running_since(entry);
        let ended = ended.filter(|ended| ended.concerns(project, id));
        let now = ended.map_or(context.now, |ended| ended.at);
        let at = from.map_or(now, |from| from.max(now));
        TimerStep { task: id.to_owned(), from, at, agent: None, next: TimerNext::Stopped {} }
    });
    let Some(stretch) = step.and_then(|step| apply(&mut state.timers, &step)) else {
        return Err(refuse(RefusalCode::BadCommand, Text::with(NO_TIMER, [("id", id.to_owned())])).about_task(id));
    };
    if let Some(ended) = ended {
        ended.pause(project, &mut state.timers);
    }
    claim(&mut builder)?;
    files::write_state(context, &mut builder, AGENT, stored, state)?;
    builder.log(Some(task.id()), Change::Timer { running: false });
    let is_agent = context.actor.kind == ActorKind::Agent;
    let source = if is_agent { TimeSource::Agent } else { TimeSource::Manual };
    let mut credits = Credits::new(&builder);
    credits.add_stretch(id, stretch, source, context.actor.clone());
    credits.write(&mut builder)?;
    let hours = timers::hours(stretch.seconds().saturating_mul(1000));
    Ok(builder.finish(Text::with(STOPPED, [("id", id.to_owned()), ("hours", format!("{hours:.2}"))])))
}

/// Records in the authority file that agents run the timers.
fn claim(builder: &mut ChangeSetBuilder<'_>) -> Result<(), Refusal> {
    let instance = timers::instance(builder.context());
    files::write_owner(builder, &Owner { name: AGENT, instance, active_at: None, ends: false })
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
        return Err(refuse(RefusalCode::BadCommand, Text::plain(texts::TIMERS_OFF)));
    }
    let authority = files::authority(project)?.map(|stored| stored.value);
    let alive = authority.filter(|authority| timers::is_alive(authority, context.now));
    let editor = alive.as_ref().filter(|authority| authority.owner == EDITOR);
    match (provider, editor) {
        ("mcp", Some(editor)) => {
            let until = timestamp(valid_until(editor));
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
