//! The functional core of Handoff: files in, read models and change sets out.
//!
//! Invariant: no I/O, no clock, no random number, no call back. The same files, time and question give the same answer.

mod activity;
mod calendar;
mod commit;
mod container;
mod deltas;
pub mod edit;
mod engine;
mod fold;
mod found;
mod history;
mod host;
mod links;
mod memory;
mod model;
mod moment;
mod observe;
mod plan;
mod problem;
mod progress;
mod project;
mod rank;
mod reading;
mod report;
mod schedule;
pub mod sessions;
mod texts;
mod timers;
pub mod tree;
mod unread;
mod view;

pub use engine::Engine;
pub use found::Found;
pub use memory::{MemoryEntry, MemoryReport, Verdict};
pub use plan::LOCAL_FILES;
pub use reading::{Missing, PlannedTask, Reading, Row, TaskEntry};
pub use report::{CapacityDay, Effort, Metrics, MilestoneMetrics, Overdue};
pub use timers::Timer;

pub(crate) use project::Project;
