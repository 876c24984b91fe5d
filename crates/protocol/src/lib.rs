//! The wire vocabulary of Handoff: everything that crosses a boundary between the engine and a shell.
//!
//! Invariant: data only. No rule, no I/O, no default that decides anything. TypeScript twins of these types are
//! generated into `webviews/contract/generated/protocol.ts` by this crate's tests and checked for freshness.

pub mod agent;
pub mod command;
pub mod commit;
pub mod event;
pub mod file;
pub mod gantt;
pub mod planning;
pub mod problem;
pub mod query;
pub mod task;
pub mod text;
pub mod view;

pub use command::{
    Actor, ActorKind, Command, ConfigChange, Context, CriterionEdit, ListPatch, NewTask, Place, TaskEstimate, TaskPatch,
};
pub use commit::{Action, Answer, Capabilities, Fault, Outcome, Process};
pub use event::{Change, Event};
pub use file::{ChangeSet, DecisionConflict, Edit, Fed, FileState, MergeReport, Recheck, Settled};
pub use gantt::{GanttGroup, GanttSort};
pub use planning::{DependencyKind, DependencyLink, Reschedule, TaskDates};
pub use problem::{Position, Problem, ProblemCode, Refusal, RefusalCode, Repair, Severity};
pub use query::{ExportFormat, Filter, Query, Sort};
pub use task::{Criterion, Layout, Priority, Schedule, SessionStatus, Status, TaskLink};
pub use text::Text;
pub use view::View;

/// Writes a value of this vocabulary as JSON on one line.
///
/// # Panics
/// Never for a type of this vocabulary.
#[allow(clippy::expect_used, reason = "fails only for maps whose keys are not strings, and no type here has one")]
pub fn to_json(value: &(impl serde::Serialize + ?Sized)) -> String {
    serde_json::to_string(value).expect("every type of the vocabulary has a JSON form")
}

/// Reads a field for which an absent key, `null` and a value mean three different things.
#[allow(clippy::option_option, reason = "absent, null and a value")]
fn nullable<'de, T: serde::Deserialize<'de>, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    serde::Deserialize::deserialize(deserializer).map(Some)
}
