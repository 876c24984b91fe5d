//! A handover of a project, from its start to its end: performs the actions of the run.

use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use handoff_agent::handover::publish::{Destination, PublishFault};
use handoff_agent::handover::{
    Checkpoint, DECLARATION_PATH, Declaration, DeclaredStep, Inputs, Run, RunEnd, RunQuestion, RunRequest, RunResult,
    RunStatus, StepKind, StepOutcome, StepTask, begin_run, facts, finish_session, step_task,
};
use handoff_agent::operations::sessions::save::SaveContext;
use handoff_agent::{FailureKind, HandoffError, Operation as _, Reply, ToolContext, outcome_to_reply};
use handoff_engine::conversation::Turn;
use handoff_protocol::Outcome;

use crate::ground::clock::now;
use crate::ground::disk::{file, links};
use crate::ground::identity;
use crate::ground::progress::Progress;
use crate::project::handover::lock::{Patience, RunLock};
use crate::project::handover::publish;
use crate::project::handover::store::Store;
use crate::project::handover::user_command;
use crate::project::open_project::Project;
use crate::project::{approval, drive};

/// A declaration with the file that it was read from.
#[derive(Debug)]
pub struct DeclarationFile {
    /// Its content, or the default if there is no file.
    pub declaration: Declaration,
    /// The path, and the bytes; `None` if there is no file.
    source: Option<(PathBuf, Vec<u8>)>,
    /// Whether a person has named the file.
    is_named: bool,
}

impl DeclarationFile {
    /// Reads the file that was named, or that of the project. Fails if the project's `.handoff` is a
    /// link that is not followed.
    pub fn read(project: &Project, named: Option<&Path>) -> Result<DeclarationFile, HandoffError> {
        if let Some(sentence) = project.refusal() {
            return Err(HandoffError::Broken(sentence.into()));
        }
        let path = named.map_or_else(|| project.home().join(DECLARATION_PATH), Path::to_path_buf);
        let content = match file::read(&path) {
            Ok(content) => content,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound && named.is_none() => {
                return Ok(DeclarationFile { declaration: Declaration::default(), source: None, is_named: false });
            }
            Err(error) if named.is_some() => {
                return Err(HandoffError::Arguments(
                    format!("{} cannot be read: {error}. Check --config.", path.display()).into(),
                ));
            }
            Err(error) => {
                return Err(HandoffError::Broken(format!("{} cannot be read: {error}.", path.display()).into()));
            }
        };
        let declaration = Declaration::parse(&content)
            .map_err(|error| HandoffError::Broken(format!("{} is not valid: {error}.", path.display()).into()))?;
        Ok(DeclarationFile { declaration, source: Some((path, content)), is_named: named.is_some() })
    }

    /// Returns a path of the declaration, which is relative to its file. `~/` is the home folder.
    fn resolve(&self, path: &str) -> PathBuf {
        if let (Some(below), Some(home)) =
            (path.strip_prefix("~/"), std::env::home_dir().or_else(identity::home_folder))
        {
            return home.join(below);
        }
        let folder = self.source.as_ref().and_then(|(file, _)| file.parent());
        folder.map_or_else(|| PathBuf::from(path), |folder| folder.join(path))
    }

    /// Returns the store of the checkpoint; a named path comes first.
    ///
    /// A declaration in the project may come from somebody else. So its path must be in the folder of
    /// the project, and neither in Git's folder nor where files are published from: checkpoints have
    /// the texts of sessions, also of private ones.
    pub fn store(&self, project: &Project, named: Option<PathBuf>) -> Result<Store, HandoffError> {
        let declared = self.declaration.checkpoint.as_deref().map(|path| self.resolve(path));
        // A person has named the declaration, and so the path in it.
        let (named, declared) = if self.is_named { (named.or(declared), None) } else { (named, declared) };
        if let Some(path) = named {
            return Ok(Store::named(path));
        }
        if let Some(path) = &declared
            && !is_place_of_checkpoint(path, &project.home())
        {
            let sentence = format!(
                "{} is not in the folder of the project, or is in a folder of Git or Handoff. Change handover.checkpoint in {DECLARATION_PATH}, or name it with --checkpoint.",
                path.display()
            );
            return Err(HandoffError::Broken(sentence.into()));
        }
        Store::of_project(&project.home(), project.folder(), declared)
    }

    /// Returns the sentence that says why automatic work is paused, or `None` if it is not.
    pub fn pause_sentence(&self, project: &mut Project) -> Option<String> {
        let declared = self.declaration.pause_file.as_deref().map(|path| self.resolve(path));
        if let Some(path) = declared.filter(|path| path.symlink_metadata().is_ok()) {
            return Some(format!("Handovers are paused. Remove {} to continue.", path.display()));
        }
        project.pause_sentence()
    }

    /// Returns why nothing is published: the declaration names another target than the branch that is
    /// checked out. Returns `None` if it does not.
    fn target_refusal(&self, project: &mut Project) -> Option<String> {
        let settings = &self.declaration.publish;
        if settings.target.is_none() || !self.declaration.publishes() {
            return None;
        }
        // If the branch cannot be found, the step fails with the reason.
        let failure = publish::destination(project, settings).err()?;
        (failure.fault == PublishFault::Target).then(|| failure.text.to_string())
    }

    /// Returns whether a person has approved the programs of the declaration on this machine.
    fn is_approved(&self) -> bool {
        self.source.as_ref().is_some_and(|(path, content)| approval::is_approved(path, content))
    }

    /// Stores the approvals that a person gives. What is not approved is refused if a person runs the
    /// handover, and left out otherwise. Returns what the answer has to say about it.
    fn authorize(
        &self,
        project: &mut Project,
        push: &mut Push,
        allowed: Option<Allowed>,
    ) -> Result<Vec<String>, HandoffError> {
        let mut notices = Vec::new();
        if let Some((path, content)) = &self.source {
            if allowed.is_some_and(|allowed| allowed.commands) {
                approval::approve(path, content)?;
            } else if self.declaration.has_commands() && !self.is_approved() {
                let sentence = format!("{} runs programs, which are not approved on this machine", path.display());
                if allowed.is_some() {
                    return Err(HandoffError::Arguments(
                        format!("{sentence}. Read it, then add --allow-commands once.").into(),
                    ));
                }
                notices.push(format!(
                    "{sentence}, so they are left out. A person who wants them reads the file and runs once: handoff handover run --allow-commands"
                ));
            }
        }
        let is_allowed = allowed.is_some_and(|allowed| allowed.push);
        let is_asked = is_allowed || (push.is_wanted && !push.is_persons);
        let found = if is_asked && self.declaration.publishes() {
            publish::destination(project, &self.declaration.publish)
        } else {
            Ok(None)
        };
        match found {
            Ok(Some(destination)) if is_allowed => {
                approval::approve(&project.home(), destination.approval_text().as_bytes())?;
            }
            Ok(Some(destination)) if !is_approved_push(&project.home(), &destination) => {
                let sentence = destination.refusal().text.to_string();
                if allowed.is_some() {
                    return Err(HandoffError::Arguments(sentence.into()));
                }
                push.is_wanted = false;
                notices.push(sentence);
            }
            Ok(Some(destination)) if allowed.is_none() => {
                notices.push(format!("The handover pushes {}.", destination.describe()));
            }
            Ok(None) if is_allowed => {
                notices.push("There is no push to approve, because the handover does not publish.".to_owned());
            }
            Err(failure) if is_allowed => {
                notices.push(format!("There is no push to approve: {}", failure.text));
            }
            // If the destination cannot be found, the step fails with the reason.
            Ok(_) | Err(_) => {}
        }
        Ok(notices)
    }
}

/// Returns whether a person has approved a push of the project with this `.handoff` folder.
fn is_approved_push(home: &Path, destination: &Destination) -> bool {
    approval::is_approved(home, destination.approval_text().as_bytes())
}

/// The approvals of a person on the command line, to be stored.
#[derive(Clone, Copy, Debug)]
pub struct Allowed {
    /// The programs of the declaration.
    pub commands: bool,
    /// The push to the place that the declaration and Git's configuration name.
    pub push: bool,
}

/// Whether a run pushes.
#[derive(Debug)]
struct Push {
    is_wanted: bool,
    /// Whether the person has asked for it in the command, and the declaration names no remote.
    is_persons: bool,
}

/// Returns whether a declaration may store its checkpoint at a path: in the folder of the project,
/// also through symbolic links, and in no folder of Git or Handoff but `local/`.
fn is_place_of_checkpoint(path: &Path, home: &Path) -> bool {
    let Some((root, name)) = home.parent().zip(home.file_name()) else { return false };
    let local = Path::new(name).join("local");
    let is_free = |path: &Path, root: &Path| {
        path.strip_prefix(root).is_ok_and(|below| !links::is_in_own_folder(below.strip_prefix(&local).unwrap_or(below)))
    };
    let real = links::real_path(path).ok().zip(links::real_path(root).ok());
    is_free(&without_dots(path), root) && real.is_some_and(|(path, root)| is_free(&path, &root))
}

/// Returns a path without `.` and `..`, as if there were no links.
fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            other => plain.push(other),
        }
    }
    plain
}

/// The arguments of a run.
#[derive(Debug)]
pub struct Begin {
    /// The declaration.
    pub file: DeclarationFile,
    /// The named checkpoint.
    pub checkpoint: Option<PathBuf>,
    /// The inputs.
    pub inputs: Inputs,
    /// Whether the commit is pushed; `None` leaves it to the declaration.
    pub push: Option<bool>,
    /// The approvals of the person who runs the handover; `None` if a save, a hook or a server does.
    pub allowed: Option<Allowed>,
    /// How long to wait for another run.
    pub patience: Patience,
    /// Whether the session record is written first, because somebody waits for it.
    pub session_first: bool,
    /// Whether an interrupted run is dropped before.
    pub discard: bool,
}

/// A run that is being performed. Its lock is released on drop.
#[derive(Debug)]
pub struct Handover {
    run: Run,
    /// The outcome of the run, once it has ended.
    result: Option<RunResult>,
    /// Whether the run is the requested one, and not an interrupted one before it.
    is_requested: bool,
    file: DeclarationFile,
    steps: Vec<DeclaredStep>,
    store: Store,
    /// The checkpoint before the run.
    previous: Checkpoint,
    push: Push,
    /// The reply of the call that wrote the session record.
    session_reply: Option<Reply>,
    remarks: Vec<String>,
    /// Remarks for the answer from before the steps are performed.
    notices: Vec<String>,
    lock: RunLock,
}

impl Handover {
    /// Takes the lock, reads the checkpoint and creates the run. Nothing is written but the lock.
    pub fn begin(project: &mut Project, begin: Begin) -> Result<Handover, HandoffError> {
        let Begin { file, checkpoint, inputs, push, allowed, patience, session_first, discard } = begin;
        if let Some(sentence) = file.pause_sentence(project) {
            return Err(HandoffError::Paused(sentence.into()));
        }
        let target_refusal = file.target_refusal(project);
        if let (Some(sentence), Some(_)) = (&target_refusal, allowed) {
            return Err(HandoffError::Broken(sentence.as_str().into()));
        }
        let settings = &file.declaration.publish;
        let is_persons = push == Some(true) && settings.remote.is_none();
        let mut push = Push { is_wanted: push.unwrap_or(settings.push), is_persons };
        let mut notices = file.authorize(project, &mut push, allowed)?;
        let store = file.store(project, checkpoint)?;
        // Whoever reads the checkpoint before the lock may read one that is about to change.
        let lock = RunLock::acquire(&project.home(), patience)?;
        let mut previous = store.load()?;
        if discard {
            previous = Checkpoint::default();
        }
        let mut steps = file.declaration.steps(file.is_approved());
        if let Some(sentence) = target_refusal {
            steps.retain(|step| step.kind != StepKind::Publish);
            notices.push(sentence);
        }
        if session_first {
            steps.sort_by_key(|step| step.kind != StepKind::Session);
        }
        // Declared texts are no request for another run.
        let only_resumes =
            inputs.is_empty() && previous.status == RunStatus::InProgress && previous.inputs_hash.is_some();
        let inputs = if only_resumes { inputs } else { file.declaration.inputs_of_run(inputs) };
        let request = RunRequest { run: format!("h-{:x}-{:08x}", now(), identity::seed()), inputs };
        let run_steps = steps.iter().map(DeclaredStep::to_step).collect();
        let run = begin_run(previous.clone(), run_steps, request);
        let remarks = file.declaration.warnings.clone();
        Ok(Handover {
            run,
            result: None,
            is_requested: false,
            file,
            steps,
            store,
            previous,
            push,
            session_reply: None,
            remarks,
            notices,
            lock,
        })
    }

    /// Performs the run to its end.
    pub fn finish(&mut self, project: &mut Project, progress: &mut dyn Progress) -> RunResult {
        loop {
            if let Some(result) = self.advance(project, progress) {
                return result;
            }
        }
    }

    /// Performs the run until the session record is written. Returns the reply of the call that
    /// wrote it, or `None` if the run ended before.
    pub fn perform_session(&mut self, project: &mut Project, progress: &mut dyn Progress) -> Option<Reply> {
        loop {
            let ended = self.advance(project, progress).is_some();
            // An interrupted run that is finished before has its own session.
            if self.is_requested
                && let Some(reply) = self.session_reply.take()
            {
                return Some(reply);
            }
            self.session_reply = None;
            if ended {
                return None;
            }
        }
    }

    /// Drops the run as if it had not begun.
    pub fn drop_run(self) -> Result<(), HandoffError> {
        self.store.restore(&self.previous)
    }

    /// Returns what the answer has to say before the steps are performed.
    pub fn notices(&self) -> &[String] {
        &self.notices
    }

    /// Returns what is to be said beside the result.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// Answers the next question. Returns the result once the run has ended.
    fn advance(&mut self, project: &mut Project, progress: &mut dyn Progress) -> Option<RunResult> {
        if self.result.is_some() {
            return self.result.clone();
        }
        match self.run.advance() {
            Turn::Ask(RunQuestion::Now(slot)) => slot.fill(now()),
            Turn::Ask(RunQuestion::Pause(slot)) => slot.fill(self.file.pause_sentence(project)),
            Turn::Ask(RunQuestion::Save { checkpoint, is_requested, slot }) => {
                let saved = if self.lock.is_lost() {
                    Err(HandoffError::Conflict("Another process has taken over the handover.".into()))
                } else {
                    self.store.save(&checkpoint.to_text())
                };
                self.is_requested = is_requested;
                if saved.is_ok() && !is_requested {
                    // The interrupted run stays as it is now, even if the requested one is dropped.
                    self.previous = checkpoint;
                }
                slot.fill(saved);
            }
            Turn::Ask(RunQuestion::Perform { index, name, checkpoint, is_requested, slot }) => {
                progress.report(&name);
                self.is_requested = is_requested;
                slot.fill(self.perform(project, (index, checkpoint), progress));
            }
            Turn::Done(result) => self.result = Some(result),
            Turn::Unanswered => {
                let (end, checkpoint) = (RunEnd::unanswered(), self.previous.clone());
                self.result = Some(RunResult { end, checkpoint, executed: Vec::new(), is_resumed: false });
            }
        }
        self.result.clone()
    }

    fn perform(
        &mut self,
        project: &mut Project,
        (index, checkpoint): (usize, Checkpoint),
        progress: &mut dyn Progress,
    ) -> StepOutcome {
        let Some(step) = self.steps.get(index).cloned() else {
            return StepOutcome::Failed("The step is not known.".to_owned());
        };
        let (context, layout) = (project.context(), project.layout());
        let task = {
            let ctx = ToolContext { engine: project.engine(), context: &context, layout };
            step_task(ctx, &step, &self.file.declaration, &checkpoint)
        };
        match task {
            StepTask::Nothing(outcome) => {
                if let StepOutcome::Done(Some(result)) = &outcome {
                    let remark = result.get("remark").and_then(serde_json::Value::as_str);
                    self.remarks.extend(remark.map(str::to_owned));
                }
                outcome
            }
            StepTask::ReadGit => {
                let git = project.git_state();
                facts(ToolContext { engine: project.engine(), context: &context, layout }, &git)
            }
            StepTask::SaveSession { arguments, remark } => {
                let reply = drive::call(project, SaveContext::DEFINITION.name, &arguments, progress);
                self.remarks.extend(remark.filter(|_| reply.failed.is_none()));
                let ctx = ToolContext { engine: project.engine(), context: &context, layout };
                let outcome = finish_session(ctx, &checkpoint, &reply);
                self.session_reply = Some(reply);
                outcome
            }
            StepTask::Execute(command) => self.finish_command(&project.execute_without_undo_step(&command, progress)),
            StepTask::Publish { mut settings, message } => {
                settings.push = self.push.is_wanted;
                let (file, home, is_persons) = (&self.file, project.home(), self.push.is_persons);
                let is_approved = |destination: &Destination| is_persons || is_approved_push(&home, destination);
                let pause = |project: &mut Project| file.pause_sentence(project);
                let outcome = publish::publish(project, &settings, &message, pause, &is_approved);
                project.refresh();
                match outcome {
                    Ok(remarks) => {
                        self.remarks.extend(remarks);
                        StepOutcome::Done(None)
                    }
                    Err(outcome) => outcome,
                }
            }
            StepTask::RunProgram { command, timeout_secs } => {
                let run = checkpoint.run.unwrap_or_default();
                let outcome = user_command::run(project.folder(), &command, Duration::from_secs(timeout_secs), &run);
                project.refresh();
                outcome
            }
        }
    }

    fn finish_command(&mut self, outcome: &Outcome) -> StepOutcome {
        if let Outcome::Done { warnings, .. } = outcome {
            self.remarks.extend(warnings.iter().map(ToString::to_string));
            return StepOutcome::Done(None);
        }
        let reply = outcome_to_reply(outcome);
        match reply.failed {
            Some(FailureKind::Paused) => StepOutcome::Paused(reply.text.to_string()),
            _ => StepOutcome::Failed(reply.text.to_string()),
        }
    }
}

/// Returns the error that a run ended with.
pub fn error_of(end: RunEnd) -> Option<HandoffError> {
    match end {
        RunEnd::Completed => None,
        RunEnd::Paused(sentence) => Some(HandoffError::Paused(sentence.into())),
        RunEnd::Failed(failed) => Some(HandoffError::System(
            format!(
                "The step {} failed: {}. Run handoff handover run to resume.",
                failed.step,
                failed.message.trim_end_matches('.')
            )
            .into(),
        )),
        RunEnd::NotSaved(sentence) => Some(HandoffError::System(sentence.into())),
    }
}
