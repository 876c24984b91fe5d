//! Commits on an in-memory file system that can crash, fail or be changed at every action.

mod agents;
mod conformance;
mod crash;
mod dates;
mod editors;
mod failure;
mod flush;
mod foreign;
mod gaps;
mod journal;
mod knowledge;
mod lock;
mod lost_lock;
mod observed;
mod other_systems;
mod pause;
pub mod project;
mod rules;
mod simulation;
mod task_locks;
