//! A save that closes a session is performed as a handover, and a load of the context says what of the
//! last handover is missing.
//!
//! Invariant: a save never fails because of the handover around it.

use handoff_agent::handover::{
    DECLARATION_PATH, Inputs, RunStatus, StepKind, closing_inputs, draft_inputs, load_remark,
};
use handoff_agent::operations::sessions::load::LoadContext;
use handoff_agent::operations::sessions::save::{self, SaveContext};
use handoff_agent::{FailureKind, HandoffError, Operation as _, Reply};
use serde_json::{Map, Value};

use crate::ground::progress::{NoProgress, Progress};
use crate::project::drive;
use crate::project::handover::lock::{self, Patience};
use crate::project::handover::runner::{Begin, DeclarationFile, Handover, error_of};
use crate::project::open_project::Project;

/// Loads the context for a conversation.
pub fn load(project: &mut Project, arguments: &Map<String, Value>, progress: &mut dyn Progress) -> Reply {
    let reply = drive::call(project, LoadContext::DEFINITION.name, arguments, progress);
    if reply.failed.is_some() {
        return reply;
    }
    remark_on_load(project).iter().fold(reply, |reply, remark| reply.with_note(remark))
}

/// Saves the session of a conversation. If that closes it, returns the rest of the handover as well,
/// which has to be finished by [`finish`].
pub fn begin_save(
    project: &mut Project,
    arguments: &Map<String, Value>,
    progress: &mut dyn Progress,
) -> (Reply, Option<Handover>) {
    let actor = project.actor();
    let Some(inputs) = closing_inputs(project.engine().reader(), &actor, arguments) else {
        return (save_session(project, arguments, progress), None);
    };
    let begun = match interrupted(project, &inputs) {
        Ok(Interrupted::None) => begin(project, inputs),
        Ok(Interrupted::Quick) => finish_interrupted(project, progress).and_then(|()| {
            // The interrupted handover may have closed the session.
            let inputs = closing_inputs(project.engine().reader(), &actor, arguments).unwrap_or(inputs);
            begin(project, inputs)
        }),
        Ok(Interrupted::Slow) => {
            // The session comes first, since the client waits for it.
            let reply = save_session(project, arguments, progress);
            let rest = if reply.failed.is_none() { begin(project, Inputs::default()).ok() } else { None };
            return (with_notices(reply, rest.as_ref()), rest);
        }
        Err(error) => Err(error),
    };
    let mut handover = match begun {
        Ok(handover) => handover,
        Err(error) => return (save_alone(project, arguments, &error, progress), None),
    };
    let Some(reply) = handover.perform_session(project, progress) else {
        let Some(error) = error_of(handover.finish(project, progress).end) else {
            // The declared steps do not save a session.
            let reply = save_session(project, arguments, progress);
            return (with_notices(reply, Some(&handover)), None);
        };
        // A checkpoint that could not be flushed may be there. If it stays, the next load names it.
        let _ = handover.drop_run();
        return (save_alone(project, arguments, &error, progress), None);
    };
    match reply.failed {
        None => (with_notices(reply, Some(&handover)), Some(handover)),
        // The next opening of the project may complete what could not be saved, so the run is resumed.
        Some(FailureKind::System) => (reply.with_note("Run handoff handover run to resume."), None),
        // A refused save is no handover.
        Some(_) => {
            let dropped = handover.drop_run();
            (dropped.err().iter().fold(reply, |reply, error| reply.with_note(&error.to_string())), None)
        }
    }
}

/// Saves a session. If that closes it, performs the whole handover. The inputs of a handover are stored
/// as JSON.
pub fn save(project: &mut Project, params: &save::Params, progress: &mut dyn Progress) -> Reply {
    let arguments = match serde_json::to_value(params) {
        Ok(Value::Object(arguments)) => arguments,
        Ok(_) => Map::new(),
        Err(error) => return HandoffError::System(error.to_string().into()).into(),
    };
    let (reply, handover) = begin_save(project, &arguments, progress);
    let problem = handover.and_then(|handover| finish(handover, project));
    problem.iter().fold(reply, |reply, sentence| reply.with_note(sentence))
}

/// Saves the session record.
fn save_session(project: &mut Project, arguments: &Map<String, Value>, progress: &mut dyn Progress) -> Reply {
    drive::call(project, SaveContext::DEFINITION.name, arguments, progress)
}

/// Adds what the answer has to say about the steps that follow it.
fn with_notices(reply: Reply, handover: Option<&Handover>) -> Reply {
    let notices = handover.into_iter().flat_map(Handover::notices);
    notices.fold(reply, |reply, notice| reply.with_note(notice))
}

/// Saves without a handover, and says why there is none.
fn save_alone(
    project: &mut Project,
    arguments: &Map<String, Value>,
    error: &HandoffError,
    progress: &mut dyn Progress,
) -> Reply {
    let reply = save_session(project, arguments, progress);
    // A save that is refused itself has its own reason.
    if reply.failed.is_some() {
        return reply;
    }
    reply.with_note(&format!("The session is saved, but there is no handover: {error}"))
}

/// An interrupted handover with other inputs.
enum Interrupted {
    /// There is none, or the run of the call completes it.
    None,
    /// Its rest is done at once.
    Quick,
    /// Its rest runs programs of a person, which may take long or fail again.
    Slow,
}

fn interrupted(project: &mut Project, inputs: &Inputs) -> Result<Interrupted, HandoffError> {
    let file = DeclarationFile::read(project, None)?;
    let checkpoint = file.store(project, None)?.load()?;
    let hash = file.declaration.inputs_of_run(inputs.clone()).hash();
    let is_other = checkpoint.inputs_hash.as_ref().is_some_and(|other| *other != hash);
    if checkpoint.status != RunStatus::InProgress || !is_other {
        return Ok(Interrupted::None);
    }
    let pending = checkpoint.pending();
    let steps = file.declaration.steps(true);
    let kinds: Vec<StepKind> =
        steps.iter().filter(|step| pending.contains(&step.name.as_str())).map(|step| step.kind).collect();
    Ok(if kinds.contains(&StepKind::Command) {
        Interrupted::Slow
    } else if !kinds.is_empty() && kinds.iter().all(|kind| *kind == StepKind::Publish) {
        Interrupted::None
    } else {
        Interrupted::Quick
    })
}

/// Completes an interrupted handover.
fn finish_interrupted(project: &mut Project, progress: &mut dyn Progress) -> Result<(), HandoffError> {
    let mut handover = begin(project, Inputs::default())?;
    error_of(handover.finish(project, progress).end).map_or(Ok(()), Err)
}

fn begin(project: &mut Project, inputs: Inputs) -> Result<Handover, HandoffError> {
    let file = DeclarationFile::read(project, None)?;
    let patience = Patience::Hurry;
    let begin = Begin {
        file,
        checkpoint: None,
        inputs,
        push: None,
        allowed: None,
        patience,
        session_first: true,
        discard: false,
    };
    Handover::begin(project, begin)
}

/// Performs the rest of a handover. Returns what went wrong.
pub fn finish(mut handover: Handover, project: &mut Project) -> Option<String> {
    let end = handover.finish(project, &mut NoProgress).end;
    error_of(end).map(|error| error.to_string())
}

/// Performs the handover of a client's event if the project declares one. What goes wrong is found by the next load.
pub fn run_declared_event(project: &mut Project, event: &str) {
    let is_declared = project.home().join(DECLARATION_PATH).symlink_metadata().is_ok();
    if is_declared && let Ok(mut handover) = begin(project, draft_inputs(event)) {
        handover.finish(project, &mut NoProgress);
    }
}

/// Returns what of the last handover is missing, unless it is being performed.
pub fn remark_on_load(project: &mut Project) -> Option<String> {
    let remark = remark_on_checkpoint(project)?;
    if lock::running(&project.home()).is_some() {
        return None;
    }
    // A run that has ended after its checkpoint was read has left another one.
    remark_on_checkpoint(project).filter(|again| *again == remark)
}

/// Returns what the checkpoint says of a handover that is not done.
fn remark_on_checkpoint(project: &mut Project) -> Option<String> {
    let file = DeclarationFile::read(project, None);
    match file.and_then(|file| file.store(project, None)?.load()) {
        Ok(checkpoint) => load_remark(&checkpoint),
        Err(error) => Some(error.to_string()),
    }
}
