//! Requests to the editor that runs the timers, and requests that no editor answers.

use std::collections::BTreeSet;

use handoff_format::{TimerCommand, TimerEntry, TimerRequest, new_timer_request, timestamp};
use handoff_protocol::{Actor, ActorKind, ChangeSet, Context, Refusal, RefusalCode, Text, TimerChange, TimerNext};

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::new_ids::id_stamp;
use crate::change::plan::refusal::refuse;
use crate::change::plan::time::files;
use crate::ground::texts;
use crate::knowledge::time::lead::valid_until;
use crate::knowledge::time::timer_changes::{Stretch, apply, running_since};
use crate::knowledge::time::{self, AGENT, EDITOR, REQUESTS, TRACKING, idle_timeout_ms, is_same, milliseconds};

/// The state of the editor that runs the timers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Editor {
    Alive,
    /// Its last heartbeat is too old.
    Silent,
}

/// Returns the editor that has to run the timer, or `None` if Handoff runs it.
pub(super) fn delegate(project: &Project, context: &Context) -> Result<Option<Editor>, Refusal> {
    let provider = project.model.config.values().settings.timer_provider.as_str();
    if provider == "off" {
        return Err(refuse(RefusalCode::BadCommand, Text::plain(texts::TIMERS_OFF)));
    }
    let authority = files::authority(project)?.map(|stored| stored.value);
    let alive = authority.filter(|authority| time::is_alive(authority, context.now));
    let editor = alive.as_ref().filter(|authority| authority.owner == EDITOR);
    match (provider, editor) {
        ("mcp", Some(editor)) => {
            let until = timestamp(valid_until(editor));
            Err(refuse(RefusalCode::Locked, Text::with(texts::TIMERS_HELD_BY_EDITOR, [("until", until)])))
        }
        ("mcp", None) => Ok(None),
        ("vscode", _) => Ok(Some(if alive.is_some() { Editor::Alive } else { Editor::Silent })),
        (_, editor) => Ok(editor.map(|_| Editor::Alive)),
    }
}

/// Writes a request for the editor, unless the same one is already waiting. Deletes expired
/// requests.
pub(super) fn request(
    mut builder: ChangeSetBuilder<'_>,
    id: &str,
    command: TimerCommand,
    editor: Editor,
    at: Option<i64>,
) -> ChangeSet {
    let (project, context) = (builder.project(), builder.context());
    let (expired, waiting): (Vec<_>, Vec<_>) =
        time::requests(project).into_iter().partition(|(_, request)| time::is_expired(request, context.now));
    for (path, _) in expired {
        builder.remove(&path);
    }
    let (requested, pending) = match command {
        TimerCommand::Start => (texts::TIMER_START_REQUESTED, texts::TIMER_START_PENDING),
        TimerCommand::Stop | TimerCommand::Unknown(_) => (texts::TIMER_STOP_REQUESTED, texts::TIMER_STOP_PENDING),
    };
    let task = ("id", id.to_owned());
    if editor == Editor::Silent {
        builder.warn(Text::plain(texts::EDITOR_SILENT));
    }
    let last = waiting.iter().rfind(|(_, request)| request.task_id == id);
    if let Some((_, request)) = last.filter(|(_, request)| request.command == command) {
        let seconds = ("seconds", (time::request_age_ms(request, context.now) / 1000).to_string());
        return builder.finish(Text::with(pending, [task, seconds]));
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
        // A stop counts from then.
        issued_at: Some(timestamp(at.unwrap_or(context.now))),
        actor: Some(context.actor.clone()),
    };
    builder.create(format!("{REQUESTS}/{request_id}.json"), new_timer_request(&request).render());
    builder.finish(Text::with(requested, [task]))
}

/// The effect of the requests that the editor had not answered when it ended.
#[derive(Default)]
pub(super) struct TakenBack {
    /// The tasks whose timers have started.
    pub(super) started: BTreeSet<String>,
    /// The stretches that have ended.
    pub(super) ended: Vec<Ended>,
}

/// A stretch that has ended.
pub(super) struct Ended {
    pub(super) task: String,
    pub(super) stretch: Stretch,
    /// Who has started the timer, if that is known.
    pub(super) actor: Option<Actor>,
}

impl TakenBack {
    /// Stops a timer.
    pub(super) fn stop(&mut self, project: &Project, timers: &mut Vec<(String, TimerEntry)>, task: &str, at: i64) {
        let Some((_, entry)) = timers.iter().find(|(id, _)| id == task) else { return };
        let actor = time::starter(project, task, entry);
        let from = running(timers, task);
        let at = from.map_or(at, |from| from.max(at));
        let change = TimerChange { task: task.to_owned(), from, at, agent: None, next: TimerNext::Stopped {} };
        if let Some(stretch) = apply(timers, &change) {
            self.started.remove(task);
            self.ended.push(Ended { task: task.to_owned(), stretch, actor });
        }
    }
}

/// Carries out the requests about a task, and those of the same person or agent about others, that the
/// editor has not answered before it ended.
pub(super) fn take_back(
    builder: &mut ChangeSetBuilder<'_>,
    id: &str,
    several: bool,
    timers: &mut Vec<(String, TimerEntry)>,
) -> TakenBack {
    let (project, context) = (builder.project(), builder.context());
    let is_own = |request: &TimerRequest| request.actor.as_ref().is_some_and(|actor| is_same(actor, &context.actor));
    let mut taken = TakenBack::default();
    for (path, request) in time::requests(project) {
        let task = request.task_id.as_str();
        if task != id && !is_own(&request) {
            continue;
        }
        builder.remove(&path);
        let issued = request.issued_at.as_deref().and_then(milliseconds).unwrap_or(context.now).min(context.now);
        let is_running = running(timers, task).is_some();
        match request.command {
            TimerCommand::Stop if is_running => taken.stop(project, timers, task, issued),
            TimerCommand::Start if !is_running && is_recent(project, context, &request) => {
                for other in others(timers, context, task).into_iter().filter(|_| !several) {
                    taken.stop(project, timers, &other, issued);
                }
                run(timers, task, issued, request.actor.as_ref().unwrap_or(&context.actor));
                taken.started.insert(task.to_owned());
            }
            _ => {}
        }
    }
    taken
}

/// Returns the start of the stretch that the timer of a task measures.
pub(super) fn running(timers: &[(String, TimerEntry)], id: &str) -> Option<i64> {
    timers.iter().find(|(task, _)| task == id).and_then(|(_, entry)| running_since(entry))
}

/// Returns whether a start counts from when it was asked for: a person at the shell measures until the
/// stop, an agent only while it is at work.
fn is_recent(project: &Project, context: &Context, request: &TimerRequest) -> bool {
    let timeout = i64::try_from(idle_timeout_ms(project)).unwrap_or(i64::MAX);
    let is_human = context.actor.kind == ActorKind::Human;
    is_human || timeout == 0 || time::request_age_ms(request, context.now) <= timeout
}

/// Returns the tasks with other timers of the same person or agent that run, or that wait for it.
pub(super) fn others(timers: &[(String, TimerEntry)], context: &Context, id: &str) -> Vec<String> {
    let is_own = |entry: &TimerEntry| entry.started_by.as_ref().is_some_and(|actor| is_same(actor, &context.actor));
    let runs = |entry: &TimerEntry| entry.state == TRACKING || entry.paused_by_idle;
    let others = timers.iter().filter(|(task, entry)| task != id && is_own(entry) && runs(entry));
    others.map(|(task, _)| task.clone()).collect()
}

/// Lets the timer of a task run.
pub(super) fn run(timers: &mut Vec<(String, TimerEntry)>, id: &str, from: i64, actor: &Actor) {
    let index = timers.iter().position(|(task, _)| task == id).unwrap_or_else(|| {
        timers.push((id.to_owned(), TimerEntry::default()));
        timers.len().saturating_sub(1)
    });
    if let Some((_, entry)) = timers.get_mut(index) {
        TRACKING.clone_into(&mut entry.state);
        entry.started_at = Some(timestamp(from));
        entry.paused_by_idle = false;
        entry.started_by = Some(actor.clone());
    }
}
