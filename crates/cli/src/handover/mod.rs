//! Handovers: performs the runs that `handoff-agent` defines, with files, Git and programs.

pub mod approval;
pub mod closing;
mod lock;
mod publish;
pub mod runner;
mod store;
mod user_command;
pub mod verbs;
