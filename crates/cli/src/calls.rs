//! Calls of tools, as both doors make them: the MCP server and the command line.

use handoff_agent::{Desk, Reply, Step, Wish, refused};
use handoff_protocol::{ChangeSet, Context, Layout, Refusal};
use serde_json::{Map, Value};

use crate::project::Project;

/// Answers a call, carrying out what it asks for.
pub fn answer(project: &mut Project, layout: Layout, name: &str, arguments: &Map<String, Value>) -> Reply {
    project.look();
    let context = project.context();
    let mut step = handoff_agent::call(Desk { engine: project.engine(), context: &context, layout }, name, arguments);
    loop {
        match step {
            Step::Done(reply) => return reply,
            Step::Commit { wish, then } => {
                let outcome = project.execute(*wish);
                let context = project.context();
                step = then(Desk { engine: project.engine(), context: &context, layout }, outcome);
            }
            Step::Git { then } => {
                let state = project.git_state();
                let context = project.context();
                step = then(Desk { engine: project.engine(), context: &context, layout }, state);
            }
        }
    }
}

/// What a call would change first, if anything; else its answer. Nothing is written.
pub fn rehearse(
    project: &mut Project,
    layout: Layout,
    name: &str,
    arguments: &Map<String, Value>,
) -> Result<ChangeSet, Reply> {
    let context = project.context();
    let mut step = handoff_agent::call(Desk { engine: project.engine(), context: &context, layout }, name, arguments);
    loop {
        match step {
            Step::Done(reply) => return Err(reply),
            Step::Commit { wish, .. } => return plan(project, &wish, &context).map_err(|refusal| refused(&refusal)),
            Step::Git { then } => {
                let state = project.git_state();
                step = then(Desk { engine: project.engine(), context: &context, layout }, state);
            }
        }
    }
}

fn plan(project: &mut Project, wish: &Wish, context: &Context) -> Result<ChangeSet, Refusal> {
    match wish {
        Wish::Command(command) => project.engine().plan(command, context),
        Wish::Agent(command) => project.engine().plan_for_agent(command, context),
    }
}
