//! Handovers: named steps with a checkpoint, so that a run that was interrupted is found and
//! completed.
//!
//! The module is a library for other programs as well. A program that has its own steps needs only
//! [`begin_run`] with a list of [`Step`]s, and answers the questions of the run itself or by a [`RunHost`]
//! and [`drive`]. `examples/handover-library` is such a program.
//!
//! * [`Declaration`]: which steps a project has.
//! * [`Inputs`]: what a run is started with.
//! * [`Checkpoint`]: which steps are done; the content of the file.
//! * [`Run`]: which step is next, and what has to be saved.
//! * [`CheckResult`], [`status_text`]: what is said about a checkpoint.
//! * [`StepTask`]: what the steps of a project do.
//! * [`note_text`], [`current_state_text`]: the texts of the layers of Markdown.
//! * [`publish`]: how files are published through Git.
//!
//! Invariant: no I/O, no clock and no random numbers.

mod checkpoint;
mod closing;
mod declaration;
mod inputs;
mod interruption;
pub mod publish;
mod run;
mod status;
mod steps;
mod text;

pub use checkpoint::{Checkpoint, CheckpointError, RunStatus, StepState};
pub use closing::{closing_inputs, draft_inputs};
pub use declaration::{
    DECLARATION_PATH, DEFAULT_TAG, Declaration, DeclarationError, DeclaredStep, PublishSettings, StepKind,
};
pub use handoff_protocol::FailedStep;
pub use inputs::{Inputs, redacted_text};
pub use interruption::check_interruption;
pub use run::{Run, RunEnd, RunHost, RunQuestion, RunRequest, RunResult, Step, StepOutcome, begin_run, drive};
pub use status::{CheckResult, RunningRun, check_reason, executed_text, load_remark, status_text, status_value};
pub use steps::{StepTask, facts, finish_session, step_task};
pub use text::note::note_text;
pub use text::state::current_state_text;

/// The path of the checkpoint below `.handoff/`.
pub const CHECKPOINT_PATH: &str = "local/handover/checkpoint.json";
/// The path of the lock of runs below `.handoff/`.
pub const LOCK_PATH: &str = "local/handover/lock";
/// The path of the checkpoint of `agent-handover` in the folder of a project.
pub const OTHER_CHECKPOINT_PATH: &str = ".agent-handover/checkpoint.json";
