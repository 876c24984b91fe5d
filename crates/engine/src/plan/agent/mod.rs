//! What only agents and the command line want, turned into change sets.

mod entries;
mod import;
mod memory;
mod order;
mod referral;
mod schedule;
mod session;
mod start;
mod time;
mod timer;

use handoff_protocol::agent::AgentCommand;
use handoff_protocol::{ChangeSet, Context, Refusal, RefusalCode, Text};

use super::create;
use super::refusal::refuse;
use crate::Project;
use crate::history::History;
use crate::intent::{Intent, Trace};
use crate::{texts, unread};

/// A task whose file cannot be written keeps what a change to many would change.
const STAYS: &str = "{id} stays as it is, since its file cannot be written: {path}";

/// The part of an id that says when it was given: to the second, and what tells it from others of that second, which is the time of the
/// clock as far as that goes and by chance beyond.
fn id_stamp(context: &Context) -> (String, u32) {
    let second: String = handoff_format::note_stamp(context.now)
        .chars()
        .filter(|character| *character != '-' && *character != ':')
        .map(|character| if character == 'T' { '-' } else { character })
        .collect();
    let millisecond = u32::try_from(context.now.rem_euclid(1000)).unwrap_or_default();
    (second, millisecond * 1_000_000 + context.seed % 1_000_000)
}

impl Intent for AgentCommand {
    fn plan(&self, project: &Project, _: &History, context: &Context) -> Result<ChangeSet, Refusal> {
        super::check_writer(context)?;
        if let Some(text) = unread::of_project(project) {
            return Err(refuse(RefusalCode::BrokenFile, text));
        }
        if !project.is_initialized() {
            return Err(refuse(RefusalCode::NotInitialized, Text::plain(texts::NOT_INITIALIZED)));
        }
        match self {
            AgentCommand::CreateTask { task, order } => create::create_task(project, context, task, *order),
            AgentCommand::UpdateTask { id, patch, order } => order::update_task(project, context, id, patch, *order),
            AgentCommand::ChangeEntry { section, name, new, changes } => {
                entries::change(project, context, *section, name, *new, changes)
            }
            AgentCommand::RemoveAssignee { key } => entries::remove_assignee(project, context, key),
            AgentCommand::StartProject { date, shift } => start::start_project(project, context, date, *shift),
            AgentCommand::AutoSchedule { from, assignees } => {
                schedule::auto_schedule(project, context, from.as_deref(), assignees)
            }
            AgentCommand::ReceiveReferral { referral } => referral::receive(project, context, referral),
            AgentCommand::SetReferralStatus { id, status } => referral::set_status(project, context, id, status),
            AgentCommand::StartTimer { id } => timer::start(project, context, id),
            AgentCommand::StopTimer { id } => timer::stop(project, context, id),
            AgentCommand::SaveMemory { memory, force } => memory::save(project, context, memory, *force),
            AgentCommand::MergeMemory { into, memory, absorb } => memory::merge(project, context, into, memory, absorb),
            AgentCommand::DeleteMemory { id } => memory::delete(project, context, id),
            AgentCommand::MarkMemories { session_id, ids } => memory::mark(project, context, session_id, ids),
            AgentCommand::CleanUpMemories {} => memory::clean_up(project, context),
            AgentCommand::LogTime { id, hours } => time::log_time(project, context, id, *hours),
            AgentCommand::SaveSession { save } => session::save(project, context, save),
            AgentCommand::PauseSessions { which } => session::pause(project, context, which),
            AgentCommand::ActivateSession { id } => session::activate(project, context, id),
            AgentCommand::UpdateSession { id, update } => session::update(project, context, id.as_deref(), update),
            AgentCommand::ForkSession { source, inherit, patch } => {
                session::fork(project, context, source, inherit, patch)
            }
            AgentCommand::MergeSessions { sources, target, close_sources } => {
                session::merge(project, context, sources, target, *close_sources)
            }
            AgentCommand::Import { tasks, session, close_active } => {
                import::import(project, context, tasks, session.as_ref(), *close_active)
            }
        }
    }

    fn trace(&self) -> Trace {
        match self {
            AgentCommand::MarkMemories { .. } => Trace::None,
            _ => Trace::Step,
        }
    }
}
