//! A run: a list of named steps, performed one after another, with a checkpoint after each.
//!
//! The run does no I/O. It returns what has to be done next and receives the result, as a commit of
//! the engine does:
//!
//! 1. It asks whether automatic work is paused, before anything is touched and before each step.
//! 2. It has the checkpoint saved when it begins and after each step. The last save also ends the
//!    run.
//! 3. A step that fails stops the run. The next run goes on with that step.
//!
//! A step can be performed and its mark be lost, if the process ends between the two. So a step
//! is performed again then, and has to find out by the ID of the run that nothing is left to do.
//!
//! An interrupted run is finished before another one begins:
//!
//! * A request without inputs resumes it, and begins no further run.
//! * A request with the inputs of the interrupted run resumes it as well.
//! * A request with other inputs finishes it with its own inputs, and then begins a run.
//! * If only the last mark is missing, it is marked as completed, and no step is performed again.

use std::collections::VecDeque;

use handoff_protocol::FailedStep;
use serde_json::Value;

use crate::handover::checkpoint::{Checkpoint, RunStatus};
use crate::handover::inputs::Inputs;
use crate::restoration::one_line;

/// A step of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its name, unique in the run.
    pub name: String,
    /// Whether a resumed run performs it again although it is done, as for a step that publishes
    /// what other steps have written.
    pub is_repeated: bool,
}

impl Step {
    /// Creates a step that is performed once.
    pub fn new(name: impl Into<String>) -> Step {
        Step { name: name.into(), is_repeated: false }
    }

    /// Creates a step that a resumed run repeats.
    pub fn repeated(name: impl Into<String>) -> Step {
        Step { name: name.into(), is_repeated: true }
    }
}

/// What a run is requested with.
#[derive(Clone, Debug, PartialEq)]
pub struct RunRequest {
    /// The ID of the run if it begins.
    pub run: String,
    /// Its inputs.
    pub inputs: Inputs,
}

/// What has to be done next.
#[derive(Clone, Debug, PartialEq)]
pub enum RunAction {
    /// Find out whether automatic work is paused; answer with [`RunAnswer::Pause`].
    CheckPause,
    /// Replace the content of the checkpoint; answer with [`RunAnswer::Saved`].
    Save {
        /// The new content.
        text: String,
    },
    /// Perform a step; answer with [`RunAnswer::Performed`].
    Perform {
        /// The position of the step in the list.
        index: usize,
        /// Its name.
        name: String,
    },
    /// Nothing: the run has ended.
    End(RunEnd),
}

/// The result of an action.
#[derive(Clone, Debug, PartialEq)]
pub enum RunAnswer {
    /// The sentence that says why automatic work is paused; `None` if it is not.
    Pause(Option<String>),
    /// Whether the checkpoint was saved, or why not.
    Saved(Result<(), String>),
    /// What became of the step.
    Performed(StepOutcome),
}

/// What became of a step.
#[derive(Clone, Debug, PartialEq)]
pub enum StepOutcome {
    /// It is done. The result is stored for later steps.
    Done(Option<Value>),
    /// It failed, with the reason.
    Failed(String),
    /// It was not performed, because automatic work is paused.
    Paused(String),
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// Every step is done.
    Completed,
    /// Automatic work is paused. The run can be resumed.
    Paused(String),
    /// A step failed. The run can be resumed.
    Failed(FailedStep),
    /// The checkpoint could not be saved. The run can be resumed.
    NotSaved(String),
}

/// What the run waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The answer whether it may begin.
    Begin,
    /// The checkpoint with the begin, or with a finished step.
    Save,
    /// The answer whether the next step may be performed.
    BeforeStep,
    /// The result of the next step.
    Step,
    /// The checkpoint with a failed step.
    SaveFailure,
    /// Nothing.
    Ended,
}

/// A run.
#[derive(Clone, Debug)]
pub struct Run {
    checkpoint: Checkpoint,
    steps: Vec<Step>,
    request: Option<RunRequest>,
    /// Positions of the steps to perform.
    queue: VecDeque<usize>,
    executed: Vec<String>,
    phase: Phase,
    is_resumed: bool,
}

impl Run {
    /// Creates a run from the stored checkpoint and the steps, and returns the first action.
    pub fn start(checkpoint: Checkpoint, steps: Vec<Step>, request: RunRequest) -> (Run, RunAction) {
        let run = Run {
            checkpoint,
            steps,
            request: Some(request),
            queue: VecDeque::new(),
            executed: Vec::new(),
            phase: Phase::Begin,
            is_resumed: false,
        };
        (run, RunAction::CheckPause)
    }

    /// Returns the checkpoint as it is to be saved, with the ID, inputs and results of the run.
    pub fn checkpoint(&self) -> &Checkpoint {
        &self.checkpoint
    }

    /// Returns the names of the steps that were performed.
    pub fn executed(&self) -> &[String] {
        &self.executed
    }

    /// Returns whether the run is the requested one, and not an interrupted one before it.
    pub fn is_of_request(&self) -> bool {
        self.request.is_none()
    }

    /// Returns whether an interrupted run was resumed.
    pub fn is_resumed(&self) -> bool {
        self.is_resumed
    }

    /// Takes the result of the last action and returns the next one. `now` is the time in
    /// milliseconds since 1970-01-01 UTC.
    pub fn answer(&mut self, answer: RunAnswer, now: i64) -> RunAction {
        match (self.phase, answer) {
            (Phase::Begin | Phase::BeforeStep, RunAnswer::Pause(Some(reason))) => self.end(RunEnd::Paused(reason)),
            (Phase::Begin, RunAnswer::Pause(None)) => self.begin(now),
            (Phase::Save, RunAnswer::Saved(Ok(()))) => self.advance(),
            (Phase::SaveFailure, RunAnswer::Saved(_)) => match self.checkpoint.failed.clone() {
                Some(failed) => self.end(RunEnd::Failed(failed)),
                None => self.end(RunEnd::Completed),
            },
            (Phase::Save, RunAnswer::Saved(Err(reason))) => self.end(RunEnd::NotSaved(reason)),
            (Phase::BeforeStep, RunAnswer::Pause(None)) => self.perform(),
            (Phase::Step, RunAnswer::Performed(outcome)) => self.finish_step(outcome, now),
            // The answer does not belong to the action. The checkpoint is as it was saved last.
            (_, _) => self.end(RunEnd::NotSaved("the step reported an unexpected result".to_owned())),
        }
    }

    /// Begins a run, or prepares the rest of the interrupted one.
    fn begin(&mut self, now: i64) -> RunAction {
        let names: Vec<&str> = self.steps.iter().map(|step| step.name.as_str()).collect();
        if self.checkpoint.status == RunStatus::InProgress {
            self.is_resumed = true;
            self.checkpoint.resume(&names);
            self.take_over_inputs();
            let is_pending = |step: &Step| !self.checkpoint.is_done(&step.name);
            let is_only_repeated = self.steps.iter().filter(|step| is_pending(step)).all(|step| step.is_repeated);
            if self.request.is_some() && is_only_repeated {
                // The requested run repeats them.
                self.checkpoint.complete(now);
            } else if self.steps.iter().any(is_pending) {
                let positions = self.steps.iter().enumerate().filter(|(_, step)| step.is_repeated || is_pending(step));
                self.queue = positions.map(|(index, _)| index).collect();
            } else {
                self.checkpoint.complete(now);
            }
        } else if let Some(request) = self.request.take() {
            self.checkpoint = Checkpoint::begin(&names, request.run, request.inputs, now);
            self.queue = (0..self.steps.len()).collect();
        }
        if self.queue.is_empty() && self.checkpoint.status == RunStatus::InProgress {
            self.checkpoint.complete(now);
        }
        self.save()
    }

    /// Drops the request if the interrupted run fulfils it. A checkpoint of another program has no
    /// inputs, and gets those of the request.
    fn take_over_inputs(&mut self) {
        let Some(request) = &self.request else { return };
        if self.checkpoint.run.is_none() {
            self.checkpoint.run = Some(request.run.clone());
        }
        match &self.checkpoint.inputs_hash {
            Some(hash) if !request.inputs.is_empty() && *hash != request.inputs.hash() => {}
            Some(_) => self.request = None,
            None => {
                self.checkpoint.inputs_hash = Some(request.inputs.hash());
                self.checkpoint.inputs = Some(request.inputs.clone());
                self.request = None;
            }
        }
    }

    fn save(&mut self) -> RunAction {
        self.phase = Phase::Save;
        RunAction::Save { text: self.checkpoint.to_text() }
    }

    fn advance(&mut self) -> RunAction {
        if !self.queue.is_empty() {
            self.phase = Phase::BeforeStep;
            return RunAction::CheckPause;
        }
        if self.request.is_some() {
            self.phase = Phase::Begin;
            return RunAction::CheckPause;
        }
        self.end(RunEnd::Completed)
    }

    fn perform(&mut self) -> RunAction {
        let next = self.queue.front().and_then(|index| Some((*index, self.steps.get(*index)?)));
        let Some((index, step)) = next else { return self.advance() };
        self.phase = Phase::Step;
        RunAction::Perform { index, name: step.name.clone() }
    }

    fn finish_step(&mut self, outcome: StepOutcome, now: i64) -> RunAction {
        let step = self.queue.front().and_then(|index| self.steps.get(*index));
        let name = step.map(|step| step.name.clone()).unwrap_or_default();
        match outcome {
            StepOutcome::Done(result) => {
                self.queue.pop_front();
                self.checkpoint.mark_done(&name, result);
                self.executed.push(name);
                if self.queue.is_empty() {
                    self.checkpoint.complete(now);
                }
                self.save()
            }
            StepOutcome::Failed(message) => {
                self.checkpoint.failed = Some(FailedStep { step: name, message: one_line(&message) });
                self.phase = Phase::SaveFailure;
                RunAction::Save { text: self.checkpoint.to_text() }
            }
            StepOutcome::Paused(reason) => self.end(RunEnd::Paused(reason)),
        }
    }

    fn end(&mut self, end: RunEnd) -> RunAction {
        self.phase = Phase::Ended;
        RunAction::End(end)
    }
}

/// What performs the actions of a run, for programs that wait for each of them.
pub trait RunHost {
    /// Returns the time in milliseconds since 1970-01-01 UTC.
    fn now(&mut self) -> i64;

    /// Returns the sentence that says why automatic work is paused; `None` if it is not.
    fn pause(&mut self) -> Option<String>;

    /// Replaces the content of the checkpoint, durably, or returns why not.
    fn save(&mut self, text: &str) -> Result<(), String>;

    /// Performs a step. The checkpoint has the ID, the inputs and the results of the run.
    fn perform(&mut self, index: usize, name: &str, checkpoint: &Checkpoint) -> StepOutcome;
}

/// Performs the actions of a run from one on, until it ends.
pub fn drive(run: &mut Run, mut action: RunAction, host: &mut dyn RunHost) -> RunEnd {
    loop {
        let answer = match action {
            RunAction::CheckPause => RunAnswer::Pause(host.pause()),
            RunAction::Save { text } => RunAnswer::Saved(host.save(&text)),
            RunAction::Perform { index, name } => RunAnswer::Performed(host.perform(index, &name, run.checkpoint())),
            RunAction::End(end) => return end,
        };
        action = run.answer(answer, host.now());
    }
}
