//! Timers, run by Handoff or by the editor.
//!
//! Invariant: stopping removes the timer and adds the hours to the task in one change set, so that
//! no time is lost or counted twice. The time of a paused timer is never dropped.

mod credit;
mod delegate;
pub(super) mod entries;
mod files;
mod gone;
pub(in crate::change::plan) mod of_task;
pub(super) mod track;

use handoff_format::{Authority, TimerCommand, timestamp};
use handoff_protocol::{
    Actor, ActorKind, Change, ChangeSet, Context, Refusal, RefusalCode, Text, TimeSource, TimerStart, TimerStop,
};

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::refusal::{About, refuse};
use crate::change::plan::task_lookup;
use crate::change::plan::time::credit::Credits;
use crate::change::plan::time::delegate::TakenBack;
use crate::change::plan::time::files::Owner;
use crate::ground::texts;
use crate::knowledge::time::{self, AGENT, EDITOR, TRACKING, idle_timeout_ms, milliseconds};

/// Starts or resumes a timer. The other timers of the same person or agent stop, unless several may
/// run.
pub(in crate::change::plan) fn start(
    project: &Project,
    context: &Context,
    start: &TimerStart,
) -> Result<ChangeSet, Refusal> {
    let id = start.id.as_str();
    let task = task_lookup::editable(&project.model.tasks, id)?;
    let mut builder = ChangeSetBuilder::new(project, context);
    if let Some(editor) = delegate::delegate(project, context)? {
        return Ok(delegate::request(builder, id, TimerCommand::Start, editor, None));
    }
    let stored = files::state(project)?;
    let mut state = stored.as_ref().map(|stored| stored.value.clone()).unwrap_or_default();
    let record = files::authority(project)?.map(|stored| stored.value);
    let ended = gone::ended(project, context, record.as_ref(), false);
    if let Some(ended) = ended {
        ended.pause(project, &mut state.timers);
    }
    let mut taken = delegate::take_back(&mut builder, id, start.several, &mut state.timers);
    let now = context.now;
    let entry = state.timers.iter().find(|(task, _)| task == id).map(|(_, entry)| entry.clone());
    let is_running = entry.as_ref().is_some_and(|entry| entry.state == TRACKING);
    let seconds = entry.as_ref().map(|entry| (time::elapsed_ms(entry, now) / 1000).to_string());
    let args = [("id", id.to_owned()), ("seconds", seconds.unwrap_or_default())];
    if is_running && taken.started.is_empty() && taken.ended.is_empty() {
        return Ok(builder.finish(Text::with(texts::TIMER_RUNS, args)));
    }
    let mut has_paused = false;
    if !is_running {
        for other in delegate::others(&state.timers, context, id).into_iter().filter(|_| !start.several) {
            taken.stop(project, &mut state.timers, &other, now);
        }
        // The time of somebody else stays theirs.
        let starter = entry.as_ref().and_then(|entry| time::starter(project, id, entry));
        if starter.is_some_and(|starter| !time::is_same(&starter, &context.actor)) {
            taken.stop(project, &mut state.timers, id, ended.map_or(now, |ended| ended.at));
        }
        has_paused = state.timers.iter().any(|(task, _)| task == id);
        delegate::run(&mut state.timers, id, now, &context.actor);
        if !state.timers.iter().any(|(task, entry)| task == id && entry.elapsed_ms > 0) {
            let schedule = task.shown.task.schedule.as_ref();
            let hours = schedule.and_then(|schedule| schedule.actual_hours).unwrap_or_default();
            for (_, entry) in state.timers.iter_mut().filter(|(task, _)| task == id) {
                entry.base_hours = hours;
            }
        }
    }
    claim(&mut builder)?;
    files::write_state(context, &mut builder, AGENT, stored, state)?;
    for ended in &taken.ended {
        builder.log(Some(&ended.task), Change::Timer { running: false });
    }
    taken.started.insert(id.to_owned());
    for task in taken.started.iter().filter(|task| !is_running || *task != id || entry.is_some()) {
        builder.log(Some(task), Change::Timer { running: true });
    }
    add(&mut builder, record.as_ref(), &taken.ended)?;
    let others = taken.ended.iter().filter(|ended| ended.task != id);
    let words = |ended: &delegate::Ended| format!("{} ({} h)", ended.task, hours(ended.stretch.seconds()));
    let stopped = others.map(words).collect::<Vec<_>>().join(", ");
    Ok(builder.finish(match (stopped.is_empty(), is_running, has_paused) {
        (true, true, _) => Text::with(texts::TIMER_RUNS, args),
        (true, false, true) => Text::with(texts::TIMER_RESUMED, args),
        (true, false, false) => Text::with(texts::TIMER_STARTED, args),
        (false, _, _) => Text::with(texts::TIMER_SWITCHED, [("id", id.to_owned()), ("stopped", stopped)]),
    }))
}

/// Adds stretches to the tasks and the log, as the time of those who have started the timers.
fn add(
    builder: &mut ChangeSetBuilder<'_>,
    record: Option<&Authority>,
    ended: &[delegate::Ended],
) -> Result<(), Refusal> {
    let is_editors = record.is_some_and(|record| record.owner == EDITOR);
    let mut credits = Credits::new(builder);
    for delegate::Ended { task, stretch, actor } in ended {
        let actor = actor.as_ref().unwrap_or(&builder.context().actor);
        credits.add_stretch(task, *stretch, source(actor, is_editors), actor.clone());
    }
    credits.write(builder)?;
    Ok(())
}

/// Returns how the time of an actor was measured.
fn source(actor: &Actor, is_editors: bool) -> TimeSource {
    match (actor.kind, is_editors) {
        (ActorKind::Agent, _) => TimeSource::Agent,
        (ActorKind::Human, true) => TimeSource::Editor,
        (ActorKind::Human, false) => TimeSource::Manual,
    }
}

/// Stops tracking and adds the hours to the task, also if the task has been deleted.
pub(in crate::change::plan) fn stop(
    project: &Project,
    context: &Context,
    stop: &TimerStop,
) -> Result<ChangeSet, Refusal> {
    let id = stop.id.as_str();
    let stored = files::state(project)?;
    let mut state = stored.as_ref().map(|stored| stored.value.clone()).unwrap_or_default();
    let has_timer = state.timers.iter().any(|(task, _)| task == id);
    if !has_timer {
        task_lookup::editable(&project.model.tasks, id)?;
    }
    check_end(id, stop.at, delegate::running(&state.timers, id), context)?;
    let mut builder = ChangeSetBuilder::new(project, context);
    // A timer that was left running when timers were turned off can still be stopped.
    let is_off = has_timer && project.model.config.values().settings.timer_provider == "off";
    let editor = if is_off { None } else { delegate::delegate(project, context)? };
    if let Some(editor) = editor {
        return Ok(delegate::request(builder, id, TimerCommand::Stop, editor, stop.at));
    }
    let record = files::authority(project)?.map(|stored| stored.value);
    let ended = gone::ended(project, context, record.as_ref(), true);
    let mut taken = TakenBack::default();
    if let Some(ended) = ended {
        let entry = state.timers.iter().find(|(task, _)| task == id).map(|(_, entry)| entry);
        if entry.is_some_and(|entry| ended.concerns(project, id, entry)) {
            taken.stop(project, &mut state.timers, id, stop.at.unwrap_or(ended.at));
        }
        ended.pause(project, &mut state.timers);
    }
    let requested = delegate::take_back(&mut builder, id, true, &mut state.timers);
    taken.started.extend(requested.started);
    taken.ended.extend(requested.ended);
    let from = delegate::running(&state.timers, id);
    if taken.started.contains(id) {
        check_end(id, stop.at, from, context)?;
    }
    if let Some(from) = from.filter(|_| stop.at.is_none()) {
        warn_of_idle_time(&mut builder, id, from);
    }
    taken.stop(project, &mut state.timers, id, stop.at.unwrap_or(context.now));
    if !taken.ended.iter().any(|ended| ended.task == id) {
        return Err(
            refuse(RefusalCode::BadCommand, Text::with(texts::TIMER_UNKNOWN, [("id", id.to_owned())])).about_task(id)
        );
    }
    let owner = if is_off { state.owner.clone() } else { AGENT.to_owned() };
    if !is_off {
        claim(&mut builder)?;
    }
    files::write_state(context, &mut builder, &owner, stored, state)?;
    for task in &taken.started {
        builder.log(Some(task), Change::Timer { running: true });
    }
    for ended in &taken.ended {
        builder.log(Some(&ended.task), Change::Timer { running: false });
    }
    add(&mut builder, record.as_ref(), &taken.ended)?;
    let own = taken.ended.iter().filter(|ended| ended.task == id);
    let seconds = own.fold(0, |sum: u64, ended| sum.saturating_add(ended.stretch.seconds()));
    Ok(builder.finish(Text::with(texts::TIMER_STOPPED, [("id", id.to_owned()), ("hours", hours(seconds))])))
}

/// Refuses an end before the start of the timer, or in the future.
fn check_end(id: &str, at: Option<i64>, from: Option<i64>, context: &Context) -> Result<(), Refusal> {
    let Some(at) = at else { return Ok(()) };
    let is_early = from.is_some_and(|from| at < from);
    if !is_early && at <= context.now {
        return Ok(());
    }
    let since = timestamp(from.unwrap_or(context.now));
    let text = if is_early { texts::TIMER_END_BEFORE_START } else { texts::TIMER_END_IN_FUTURE };
    let text = Text::with(text, [("id", id.to_owned()), ("since", since)]);
    Err(refuse(RefusalCode::BadValue, text).about_field("at"))
}

/// Warns if there was no sign of the person before the stop of a timer that measures until it is
/// stopped.
fn warn_of_idle_time(builder: &mut ChangeSetBuilder<'_>, id: &str, from: i64) {
    let (project, context) = (builder.project(), builder.context());
    let timeout = i64::try_from(idle_timeout_ms(project)).unwrap_or(i64::MAX);
    if context.actor.kind != ActorKind::Human || timeout == 0 {
        return;
    }
    let events = project.model.activity.events_after(from);
    let own = events.into_iter().filter(|event| !event.observed && event.actor.kind == ActorKind::Human);
    let last = own.filter_map(|event| milliseconds(&event.at)).filter(|at| *at <= context.now).max();
    let idle_ms = context.now.saturating_sub(last.unwrap_or(from).max(from));
    if idle_ms > timeout {
        let hours = hours(idle_ms.unsigned_abs() / 1000);
        builder.warn(Text::with(texts::TIMER_RAN_IDLE, [("id", id.to_owned()), ("hours", hours)]));
    }
}

/// Returns seconds as hours with two decimal places.
fn hours(seconds: u64) -> String {
    format!("{:.2}", time::hours(seconds.saturating_mul(1000)))
}

/// Records in the authority file that agents run the timers.
fn claim(builder: &mut ChangeSetBuilder<'_>) -> Result<(), Refusal> {
    let instance = time::instance(builder.context());
    files::write_owner(builder, &Owner { name: AGENT, instance, active_at: None, ends: false })
}
