//! The timers of tasks that are deleted or get another ID.

use handoff_protocol::{Actor, ActorKind, Change, Refusal, Text, TimerChange, TimerNext};

use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::summary;
use crate::change::plan::time::credit::Credits;
use crate::change::plan::time::{files, gone, hours, source};
use crate::ground::texts;
use crate::knowledge::time::timer_changes::{apply, running_since};
use crate::knowledge::time::{self, EDITOR, idle_timeout_ms, milliseconds};

/// Stops the timers of tasks that are about to be deleted, and adds their time. A file of the timers
/// that cannot be read is left alone.
pub(in crate::change::plan) fn stop(builder: &mut ChangeSetBuilder<'_>, ids: &[&str]) -> Result<(), Refusal> {
    let (project, context) = (builder.project(), builder.context());
    let (Ok(Some(stored)), Ok(authority)) = (time::state(project), time::authority(project)) else { return Ok(()) };
    let mut state = stored.value.clone();
    let record = authority.map(|file| file.value);
    let ended = gone::ended(project, context, record.as_ref(), false);
    let is_editors = record.as_ref().is_some_and(|record| record.owner == EDITOR);
    // An agent that deletes a task while the person is away has worked on it.
    let active_at = record.filter(|_| is_editors).and_then(|record| milliseconds(&record.active_at?));
    let timeout = i64::try_from(idle_timeout_ms(project)).unwrap_or(i64::MAX);
    let is_away = timeout > 0 && active_at.is_some_and(|at| context.now.saturating_sub(at) > timeout);
    let is_agent = |actor: &Actor| actor.kind == ActorKind::Agent;
    let mut credits = Credits::new(builder);
    let mut stopped = Vec::new();
    for id in ids {
        let Some((_, entry)) = state.timers.iter().find(|(task, _)| task == id) else { continue };
        let from = running_since(entry);
        let end = ended.filter(|ended| ended.concerns(project, id, entry)).map_or(context.now, |ended| ended.at);
        let starter = time::starter(project, id, entry).filter(|_| !(is_away && is_agent(&context.actor)));
        let actor = starter.unwrap_or_else(|| context.actor.clone());
        let at = from.map_or(end, |from| from.max(end));
        let change = TimerChange { task: (*id).to_owned(), from, at, agent: None, next: TimerNext::Stopped {} };
        let Some(stretch) = apply(&mut state.timers, &change) else { continue };
        credits.add_stretch(id, stretch, source(&actor, is_editors), actor);
        stopped.push((*id, stretch));
    }
    if stopped.is_empty() {
        return Ok(());
    }
    let owner = state.owner.clone();
    files::write_state(context, builder, &owner, Some(stored), state)?;
    for (id, stretch) in stopped {
        builder.log(Some(id), Change::Timer { running: false });
        if stretch.seconds() > 0 {
            let task = summary::name_by_id(&builder.project().model.tasks, id);
            let text = Text::with(texts::TIMER_STOPPED_WITH_TASK, [("hours", hours(stretch.seconds()))]);
            builder.warn(text.with_arg("task", task));
        }
    }
    credits.write(builder)?;
    Ok(())
}

/// Gives the timer of a task its new ID. Returns whether it had one.
pub(in crate::change::plan) fn rename(
    builder: &mut ChangeSetBuilder<'_>,
    old: &str,
    new: &str,
) -> Result<bool, Refusal> {
    let Some(stored) = files::state(builder.project())? else { return Ok(false) };
    let mut state = stored.value.clone();
    let is_free = !state.timers.iter().any(|(task, _)| task == new);
    let Some((task, _)) = state.timers.iter_mut().find(|(task, _)| task == old && is_free) else { return Ok(false) };
    new.clone_into(task);
    let owner = state.owner.clone();
    files::write_state(builder.context(), builder, &owner, Some(stored), state)?;
    Ok(true)
}
