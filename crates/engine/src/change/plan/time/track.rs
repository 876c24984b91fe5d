//! Writes what the program that runs the timers has measured.
//!
//! Invariant: the state of the timers, the hours of their tasks and the entries in the log are in one
//! change set, so that no time is lost or counted twice.

use handoff_protocol::{
    ActorKind, Change, ChangeSet, Context, Refusal, RefusalCode, Text, TimeSource, TimerNext, TimerOwner, TimerRecord,
};

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::local_files::discard;
use crate::change::plan::refusal::refuse;
use crate::change::plan::time::credit::Credits;
use crate::change::plan::time::files::{self, Owner};
use crate::ground::texts;
use crate::knowledge::time::lead::{Lead, lead};
use crate::knowledge::time::timer_changes::apply;
use crate::knowledge::time::{AGENT, EDITOR, request_files};

/// Writes changes of timers, answers requests and renews the authority.
pub(in crate::change::plan) fn track(
    project: &Project,
    context: &Context,
    record: &TimerRecord,
) -> Result<ChangeSet, Refusal> {
    let ends_all = record.changes.iter().enumerate().all(|(index, change)| {
        let is_last = !record.changes.iter().skip(index.saturating_add(1)).any(|later| later.task == change.task);
        !is_last || matches!(change.next, TimerNext::Paused { .. } | TimerNext::Stopped {})
    });
    let leads = match lead(project, record.owner, &record.instance, context.now) {
        Lead::Own | Lead::Free(_) => true,
        Lead::Peer(_) if record.take_over => true,
        Lead::Peer(_) => return Err(refuse(RefusalCode::Locked, Text::plain(texts::TIMERS_OF_WINDOW))),
        // Time that was measured before another program took the lead is written.
        Lead::Other(_) | Lead::Off(_) if ends_all => false,
        Lead::Other(_) => return Err(refuse(RefusalCode::Locked, Text::plain(texts::TIMERS_OF_SERVER))),
        Lead::Off(reason) => return Err(refuse(RefusalCode::BadCommand, reason)),
        Lead::Broken(reason) => return Err(refuse(RefusalCode::BrokenFile, reason)),
    };
    let mut builder = ChangeSetBuilder::new(project, context);
    let owner = match record.owner {
        TimerOwner::Editor => EDITOR,
        TimerOwner::Server => AGENT,
    };
    if leads {
        let active_at = (record.owner == TimerOwner::Editor).then_some(record.active_at);
        let owner = Owner { name: owner, instance: &record.instance, active_at, ends: record.release };
        files::write_owner(&mut builder, &owner)?;
    }
    // The program that leads then stays the owner.
    write_changes(project, context, &mut builder, leads.then_some(owner), record)?;
    for (path, request) in request_files(project).iter().filter(|(path, _)| record.answered.contains(path)) {
        if request.is_some() {
            builder.remove(path);
        } else {
            discard(&mut builder, context, path);
        }
    }
    Ok(builder.finish(Text::plain(texts::TRACKED)))
}

fn write_changes(
    project: &Project,
    context: &Context,
    builder: &mut ChangeSetBuilder<'_>,
    owner: Option<&str>,
    record: &TimerRecord,
) -> Result<(), Refusal> {
    let stored = files::state(project)?;
    let mut state = stored.as_ref().map(|stored| stored.value.clone()).unwrap_or_default();
    let mut credits = Credits::new(builder);
    let mut is_changed = false;
    for change in &record.changes {
        let was_there = state.timers.iter().any(|(task, _)| *task == change.task);
        let Some(stretch) = apply(&mut state.timers, change) else { continue };
        is_changed = true;
        let worker = change.agent.as_ref().unwrap_or(&context.actor);
        let source = if worker.kind == ActorKind::Agent { TimeSource::Agent } else { TimeSource::Editor };
        credits.add_stretch(&change.task, stretch, source, worker.clone());
        let actual_hours = credits.actual_hours(&change.task);
        let entry = state.timers.iter_mut().find(|(task, _)| *task == change.task).map(|(_, entry)| entry);
        let is_there = entry.is_some();
        if let Some(entry) = entry {
            entry.base_hours = actual_hours;
            // A timer that begins, or that goes on after an agent's time, belongs to the actor of this program.
            let changes_hands = change.from.is_none() || change.agent.is_some();
            if changes_hands && matches!(change.next, TimerNext::Running { .. }) {
                entry.started_by = Some(context.actor.clone());
            }
        }
        if was_there != is_there {
            builder.log(Some(&change.task), Change::Timer { running: is_there });
        }
    }
    if is_changed {
        let owner = owner.map_or_else(|| state.owner.clone(), str::to_owned);
        files::write_state(context, builder, &owner, stored, state)?;
    }
    credits.write(builder)?;
    Ok(())
}
