//! A project on this machine: where it is, its content, its changes and their undo, its handovers, and what
//! operations on it ask for.
//!
//! Invariant: nothing here knows a verb or the server.

mod activity_logs;
mod approval;
pub mod drive;
mod file_probe;
pub mod git_problems;
pub mod handover;
pub mod history;
mod open_project;
mod pause;
mod place;
pub mod search;
pub mod undo;
pub mod user_store;
pub mod verification;

pub use open_project::{Part, Project};
pub use place::{FOLDER, Place, is_project};
