//! The wire vocabulary of Handoff: everything that crosses a boundary between the engine and a shell.
//!
//! Invariant: data only. No rule, no I/O, no default that decides anything. TypeScript twins of these types are
//! generated into `webviews/contract/generated/protocol.ts` by this crate's tests and checked for freshness.

// What `#[derive(Read)]` writes names this crate from outside.
extern crate self as handoff_protocol;

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
pub mod wire;

pub use command::{
    Actor, ActorKind, Command, ConfigChange, Context, CriterionEdit, ListPatch, NewTask, Place, TaskEstimate, TaskPatch,
};
pub use commit::{Action, Answer, Capabilities, Fault, Outcome, Process};
pub use event::{Change, Event};
pub use file::{ChangeSet, Edit, Fed, FileState, Recheck, Settled};
pub use gantt::{GanttGroup, GanttSort};
pub use planning::{DependencyKind, DependencyLink, Reschedule, TaskDates};
pub use problem::{Position, Problem, ProblemCode, Refusal, RefusalCode, Repair, Severity};
pub use query::{ExportFormat, Filter, Query, Sort};
pub use task::{Criterion, Layout, Priority, Schedule, SessionStatus, Status, TaskLink};
pub use text::Text;
pub use view::View;
