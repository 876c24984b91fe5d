//! What only agents and the command line want, turned into change sets.

mod import;
mod session;
mod time;

use handoff_protocol::agent::AgentCommand;
use handoff_protocol::{ChangeSet, Context, Refusal, RefusalCode, Text};

use super::refusal::refuse;
use crate::Project;
use crate::history::History;
use crate::intent::{Intent, Trace};
use crate::texts;

impl Intent for AgentCommand {
    fn plan(&self, project: &Project, _: &History, context: &Context) -> Result<ChangeSet, Refusal> {
        super::check_writer(context)?;
        if !project.is_initialized() {
            return Err(refuse(RefusalCode::NotInitialized, Text::plain(texts::NOT_INITIALIZED)));
        }
        match self {
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
        Trace::Step
    }
}
