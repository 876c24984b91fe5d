//! The checkpoint of a run: which steps are done, and with which inputs they run.
//!
//! The keys `status`, `steps`, `started_at` and `finished_at` have the form that `agent-handover`
//! documents, so that each program reads the file of the other. The other keys are Handoff's own.
//!
//! Invariant: a file that cannot be parsed is an error. It is never replaced.

use chrono::{DateTime, SecondsFormat};
use handoff_protocol::FailedStep;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};
use thiserror::Error;

use crate::handover::inputs::Inputs;

/// How far a run is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunStatus {
    /// No run is recorded.
    #[default]
    None,
    /// A run has begun and has not ended.
    InProgress,
    /// The last run has ended.
    Completed,
}

impl RunStatus {
    /// Returns the name in the file.
    pub const fn name(self) -> &'static str {
        match self {
            RunStatus::None => "none",
            RunStatus::InProgress => "in_progress",
            RunStatus::Completed => "completed",
        }
    }
}

/// Whether a step of a run is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StepState {
    /// Not done, or not known to be done.
    Pending,
    /// Done.
    Done,
}

/// A checkpoint.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// How far the run is.
    pub status: RunStatus,
    /// The steps in the order in which they became known.
    #[serde(default, serialize_with = "write_steps", deserialize_with = "read_steps")]
    pub steps: Vec<(String, StepState)>,
    /// The time of the begin, ISO 8601 in UTC with microseconds.
    #[serde(default)]
    pub started_at: Option<String>,
    /// The time of the end.
    #[serde(default)]
    pub finished_at: Option<String>,
    /// The ID of the run. Steps use it to find out whether they were performed before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// The inputs of the run. A resumed run uses them again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inputs: Option<Inputs>,
    /// [`Inputs::hash`] of the inputs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inputs_hash: Option<String>,
    /// The step at which the run stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed: Option<FailedStep>,
    /// Steps of the run that the declaration no longer has.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub orphaned: Vec<String>,
    /// The results of steps for later steps, by name.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub results: Map<String, Value>,
    /// Keys that this program does not know.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// The part of a checkpoint that says how far the run is.
#[derive(Deserialize)]
struct RunProgress {
    status: RunStatus,
    #[serde(default, deserialize_with = "read_steps")]
    steps: Vec<(String, StepState)>,
    #[serde(default)]
    started_at: Option<String>,
    #[serde(default)]
    run: Option<String>,
    #[serde(default)]
    failed: Option<FailedStep>,
}

/// Why a checkpoint cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CheckpointError {
    /// The content is not a checkpoint.
    #[error("it is not a valid checkpoint: {0}")]
    Invalid(String),
}

impl Checkpoint {
    /// Parses the content of a file. `None` means that there is no file.
    pub fn parse(content: Option<&[u8]>) -> Result<Checkpoint, CheckpointError> {
        let Some(content) = content else { return Ok(Checkpoint::default()) };
        serde_json::from_slice(content).map_err(|error| CheckpointError::Invalid(error.to_string()))
    }

    /// Parses how far a run is, without its inputs and results, for surfaces that resume nothing
    /// themselves. `None` if that is not known.
    pub fn parse_progress(content: &[u8]) -> Option<Checkpoint> {
        let RunProgress { status, steps, started_at, run, failed } = serde_json::from_slice(content).ok()?;
        Some(Checkpoint { status, steps, started_at, run, failed, ..Checkpoint::default() })
    }

    /// Returns the content of the file: indented with two spaces, without a final line break.
    pub fn to_text(&self) -> String {
        // Strings, numbers and maps with text keys are always valid JSON.
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// Returns the names of the steps that are not done, in the order of the file.
    pub fn pending(&self) -> Vec<&str> {
        let pending = self.steps.iter().filter(|(_, state)| *state == StepState::Pending);
        pending.map(|(name, _)| name.as_str()).collect()
    }

    /// Returns whether a run has begun and some of its steps are not done.
    pub fn is_interrupted(&self) -> bool {
        self.status == RunStatus::InProgress && !self.pending().is_empty()
    }

    /// Returns whether a step is done.
    pub fn is_done(&self, name: &str) -> bool {
        self.steps.iter().any(|(step, state)| step == name && *state == StepState::Done)
    }

    /// Returns the inputs of the run, empty ones if the file has none.
    pub fn inputs(&self) -> Inputs {
        self.inputs.clone().unwrap_or_default()
    }

    /// Begins a run: all steps are pending.
    pub(crate) fn begin(steps: &[&str], run: String, inputs: Inputs, now: i64) -> Checkpoint {
        Checkpoint {
            status: RunStatus::InProgress,
            steps: steps.iter().map(|step| ((*step).to_owned(), StepState::Pending)).collect(),
            started_at: Some(timestamp(now)),
            run: Some(run),
            inputs_hash: Some(inputs.hash()),
            inputs: Some(inputs),
            ..Checkpoint::default()
        }
    }

    /// Prepares the rest of a run: adds steps that are new, and moves those that no longer exist to
    /// `orphaned`.
    pub(crate) fn resume(&mut self, steps: &[&str]) {
        self.failed = None;
        let (known, gone): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.steps).into_iter().partition(|(name, _)| steps.contains(&name.as_str()));
        self.steps = known;
        self.orphaned.extend(gone.into_iter().map(|(name, _)| name));
        for step in steps {
            if !self.steps.iter().any(|(name, _)| name == step) {
                self.orphaned.retain(|name| name != step);
                self.steps.push(((*step).to_owned(), StepState::Pending));
            }
        }
    }

    /// Marks a step as done, with its result.
    pub(crate) fn mark_done(&mut self, name: &str, result: Option<Value>) {
        if let Some((_, state)) = self.steps.iter_mut().find(|(step, _)| step == name) {
            *state = StepState::Done;
        }
        if let Some(result) = result {
            self.results.insert(name.to_owned(), result);
        }
        self.failed = None;
    }

    /// Ends the run.
    pub(crate) fn complete(&mut self, now: i64) {
        self.status = RunStatus::Completed;
        self.finished_at = Some(timestamp(now));
        self.failed = None;
    }
}

/// Returns a time in the form of the file, such as `2026-11-24T06:08:02.123000+00:00`.
pub(crate) fn timestamp(now: i64) -> String {
    let time = DateTime::from_timestamp_millis(now).unwrap_or_default();
    time.to_rfc3339_opts(SecondsFormat::Micros, false)
}

fn write_steps<S: Serializer>(steps: &[(String, StepState)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(steps.iter().map(|(name, state)| (name, state)))
}

fn read_steps<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(String, StepState)>, D::Error> {
    let members = Map::deserialize(deserializer)?;
    let state = |(name, value): (String, Value)| match serde_json::from_value(value) {
        Ok(state) => Ok((name, state)),
        Err(error) => Err(D::Error::custom(format!("step {name}: {error}"))),
    };
    members.into_iter().map(state).collect()
}
