//! A run: a list of named steps, performed one after another, with a checkpoint after each.
//!
//! The run does no I/O. It asks its host for everything, as a commit of the engine does:
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

use handoff_engine::conversation::{AnswerSlot, Conversation, Mailbox, Turn};
use handoff_protocol::FailedStep;
use serde_json::Value;

use crate::HandoffError;
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

/// The arguments of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct RunRequest {
    /// The ID of the run if it begins.
    pub run: String,
    /// Its inputs.
    pub inputs: Inputs,
}

/// A run that is under way.
pub type Run = Conversation<RunQuestion, RunResult>;

/// A question of a run to its host.
#[derive(Debug)]
pub enum RunQuestion {
    /// Say the time, in milliseconds since 1970-01-01 UTC.
    Now(AnswerSlot<i64>),
    /// Say why automatic work is paused; `None` if it is not.
    Pause(AnswerSlot<Option<String>>),
    /// Replace the content of the checkpoint, durably, or say why not.
    Save {
        /// The new content.
        checkpoint: Checkpoint,
        /// Whether the run is the requested one, and not an interrupted one before it.
        is_requested: bool,
        /// Whether it was saved.
        slot: AnswerSlot<Result<(), HandoffError>>,
    },
    /// Perform a step.
    Perform {
        /// The position of the step in the list.
        index: usize,
        /// Its name.
        name: String,
        /// The checkpoint, with the ID, the inputs and the results of the run.
        checkpoint: Checkpoint,
        /// Whether the run is the requested one, and not an interrupted one before it.
        is_requested: bool,
        /// The outcome of the step.
        slot: AnswerSlot<StepOutcome>,
    },
}

/// The outcome of a step.
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

impl RunEnd {
    /// Returns the end of a run whose host did not answer. The checkpoint is as it was saved last.
    pub fn unanswered() -> RunEnd {
        RunEnd::NotSaved("the step reported no result".to_owned())
    }
}

/// The outcome of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct RunResult {
    /// How it ended.
    pub end: RunEnd,
    /// The last checkpoint.
    pub checkpoint: Checkpoint,
    /// The names of the steps that were performed.
    pub executed: Vec<String>,
    /// Whether an interrupted run was resumed.
    pub is_resumed: bool,
}

/// Begins a run, with the stored checkpoint and the steps.
pub fn begin_run(checkpoint: Checkpoint, steps: Vec<Step>, request: RunRequest) -> Run {
    Conversation::new(|mailbox| async move {
        let mut work = Work {
            host: Host(mailbox),
            checkpoint,
            steps,
            request: Some(request),
            queue: VecDeque::new(),
            executed: Vec::new(),
            is_resumed: false,
        };
        let end = work.perform_all().await.err().unwrap_or(RunEnd::Completed);
        RunResult { end, checkpoint: work.checkpoint, executed: work.executed, is_resumed: work.is_resumed }
    })
}

struct Host(Mailbox<RunQuestion>);

impl Host {
    async fn now(&self) -> i64 {
        self.0.ask(RunQuestion::Now).await
    }

    /// Ends the run if automatic work is paused.
    async fn check_pause(&self) -> Result<(), RunEnd> {
        self.0.ask(RunQuestion::Pause).await.map_or(Ok(()), |reason| Err(RunEnd::Paused(reason)))
    }
}

struct Work {
    host: Host,
    checkpoint: Checkpoint,
    steps: Vec<Step>,
    /// `None` once the run is the requested one.
    request: Option<RunRequest>,
    /// Positions of the steps to perform.
    queue: VecDeque<usize>,
    executed: Vec<String>,
    is_resumed: bool,
}

impl Work {
    /// Performs the rest of an interrupted run, and then the requested one.
    async fn perform_all(&mut self) -> Result<(), RunEnd> {
        loop {
            self.host.check_pause().await?;
            let now = self.host.now().await;
            self.begin(now);
            self.save().await?;
            while let Some(index) = self.queue.front().copied() {
                self.perform(index).await?;
            }
            if self.request.is_none() {
                return Ok(());
            }
        }
    }

    /// Begins a run, or prepares the rest of the interrupted one.
    fn begin(&mut self, now: i64) {
        let names: Vec<&str> = self.steps.iter().map(|step| step.name.as_str()).collect();
        if self.checkpoint.status == RunStatus::InProgress {
            self.is_resumed = true;
            self.checkpoint.resume(&names);
            self.take_over_inputs();
            let is_pending = |step: &Step| !self.checkpoint.is_done(&step.name);
            let is_only_repeated = self.steps.iter().filter(|step| is_pending(step)).all(|step| step.is_repeated);
            // If only repeated steps are left, the requested run repeats them.
            if self.steps.iter().any(is_pending) && !(self.request.is_some() && is_only_repeated) {
                let positions = self.steps.iter().enumerate().filter(|(_, step)| step.is_repeated || is_pending(step));
                self.queue = positions.map(|(index, _)| index).collect();
            }
        } else if let Some(request) = self.request.take() {
            self.checkpoint = Checkpoint::begin(&names, request.run, request.inputs, now);
            self.queue = (0..self.steps.len()).collect();
        }
        if self.queue.is_empty() && self.checkpoint.status == RunStatus::InProgress {
            self.checkpoint.complete(now);
        }
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

    /// Performs the step at the front of the queue, and saves what came of it.
    async fn perform(&mut self, index: usize) -> Result<(), RunEnd> {
        let Some(name) = self.steps.get(index).map(|step| step.name.clone()) else {
            self.queue.pop_front();
            return Ok(());
        };
        self.host.check_pause().await?;
        let (checkpoint, is_requested) = (self.checkpoint.clone(), self.request.is_none());
        let question = |slot| RunQuestion::Perform { index, name: name.clone(), checkpoint, is_requested, slot };
        match self.host.0.ask(question).await {
            StepOutcome::Done(result) => {
                self.queue.pop_front();
                self.checkpoint.mark_done(&name, result);
                self.executed.push(name);
                if self.queue.is_empty() {
                    let now = self.host.now().await;
                    self.checkpoint.complete(now);
                }
                self.save().await
            }
            StepOutcome::Failed(message) => {
                let failed = FailedStep { step: name, message: one_line(&message) };
                self.checkpoint.failed = Some(failed.clone());
                // The failure is more important than that it could not be saved.
                let _ = self.save().await;
                Err(RunEnd::Failed(failed))
            }
            StepOutcome::Paused(reason) => Err(RunEnd::Paused(reason)),
        }
    }

    async fn save(&self) -> Result<(), RunEnd> {
        let (checkpoint, is_requested) = (self.checkpoint.clone(), self.request.is_none());
        let saved = self.host.0.ask(|slot| RunQuestion::Save { checkpoint, is_requested, slot }).await;
        saved.map_err(|error| RunEnd::NotSaved(error.to_string()))
    }
}

/// Answers the questions of a run, for programs that wait for each of them.
pub trait RunHost {
    /// Returns the time in milliseconds since 1970-01-01 UTC.
    fn now(&mut self) -> i64;

    /// Returns the sentence that says why automatic work is paused; `None` if it is not.
    fn pause(&mut self) -> Option<String>;

    /// Replaces the content of the checkpoint, durably, or returns why not.
    fn save(&mut self, text: &str) -> Result<(), HandoffError>;

    /// Performs a step. The checkpoint has the ID, the inputs and the results of the run.
    fn perform(&mut self, index: usize, name: &str, checkpoint: &Checkpoint) -> StepOutcome;
}

/// Answers the questions of a run until it ends. `None` would mean that a question had no answer.
pub fn drive(mut run: Run, host: &mut dyn RunHost) -> Option<RunResult> {
    loop {
        match run.advance() {
            Turn::Ask(RunQuestion::Now(slot)) => slot.fill(host.now()),
            Turn::Ask(RunQuestion::Pause(slot)) => slot.fill(host.pause()),
            Turn::Ask(RunQuestion::Save { checkpoint, slot, .. }) => slot.fill(host.save(&checkpoint.to_text())),
            Turn::Ask(RunQuestion::Perform { index, name, checkpoint, slot, .. }) => {
                slot.fill(host.perform(index, &name, &checkpoint));
            }
            Turn::Done(result) => return Some(result),
            Turn::Unanswered => return None,
        }
    }
}
