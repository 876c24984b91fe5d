//! The values of a task that figures need, at one moment.

use handoff_protocol::Status;

use crate::model::NameId;

/// Hours in millionths: sums are exact, in whatever order they are added.
pub(crate) type MicroHours = i64;

/// The maximum hours of a task.
const MAX_HOURS: f64 = 1e6;

/// Converts hours. What is no number is 0.
#[allow(clippy::cast_possible_truncation, reason = "clamped before; NaN becomes 0")]
pub(crate) fn to_micro(hours: f64) -> MicroHours {
    (hours.clamp(0.0, MAX_HOURS) * 1e6).round() as MicroHours
}

/// Converts to hours.
#[allow(clippy::cast_precision_loss, reason = "sums of hours are far below 2^53 millionths")]
pub(crate) fn to_hours(hours: MicroHours) -> f64 {
    hours as f64 / 1e6
}

/// A value of a task.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Fact {
    /// Whether it is there.
    Exists(bool),
    Status(Status),
    Estimate(MicroHours),
    Actual(MicroHours),
    Remaining(Option<MicroHours>),
    /// The index of its parent.
    Parent(Option<usize>),
    /// The empty name without one.
    Assignee(NameId),
    /// The empty name without one.
    Milestone(NameId),
    /// Sorted.
    Labels(Vec<NameId>),
}

/// The number of kinds of facts besides existence.
pub(crate) const KINDS: usize = 8;

impl Fact {
    /// Returns the index of its kind, `None` for existence.
    pub(crate) fn kind(&self) -> Option<usize> {
        match self {
            Fact::Exists(_) => None,
            Fact::Status(_) => Some(0),
            Fact::Estimate(_) => Some(1),
            Fact::Actual(_) => Some(2),
            Fact::Remaining(_) => Some(3),
            Fact::Parent(_) => Some(4),
            Fact::Assignee(_) => Some(5),
            Fact::Milestone(_) => Some(6),
            Fact::Labels(_) => Some(7),
        }
    }
}

/// The values of a task at one moment.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TaskState {
    pub(crate) exists: bool,
    pub(crate) status: Status,
    pub(crate) estimate: MicroHours,
    pub(crate) actual: MicroHours,
    /// The hours that remain, if they are recorded.
    pub(crate) remaining: Option<MicroHours>,
    /// The index of its parent.
    pub(crate) parent: Option<usize>,
    pub(crate) assignee: NameId,
    pub(crate) milestone: NameId,
    pub(crate) labels: Vec<NameId>,
}

impl Default for TaskState {
    fn default() -> TaskState {
        TaskState {
            exists: false,
            status: Status::Todo,
            estimate: 0,
            actual: 0,
            remaining: None,
            parent: None,
            assignee: NameId::default(),
            milestone: NameId::default(),
            labels: Vec::new(),
        }
    }
}

impl TaskState {
    /// Sets a value.
    pub(crate) fn set(&mut self, fact: Fact) {
        match fact {
            Fact::Exists(exists) => self.exists = exists,
            Fact::Status(status) => self.status = status,
            Fact::Estimate(hours) => self.estimate = hours,
            Fact::Actual(hours) => self.actual = hours,
            Fact::Remaining(hours) => self.remaining = hours,
            Fact::Parent(parent) => self.parent = parent,
            Fact::Assignee(name) => self.assignee = name,
            Fact::Milestone(name) => self.milestone = name,
            Fact::Labels(names) => self.labels = names,
        }
    }

    /// Returns the values as facts, without existence, in the order of their kinds.
    pub(crate) fn facts(&self) -> [Fact; KINDS] {
        [
            Fact::Status(self.status),
            Fact::Estimate(self.estimate),
            Fact::Actual(self.actual),
            Fact::Remaining(self.remaining),
            Fact::Parent(self.parent),
            Fact::Assignee(self.assignee),
            Fact::Milestone(self.milestone),
            Fact::Labels(self.labels.clone()),
        ]
    }
}
