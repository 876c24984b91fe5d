//! Handovers: performs the runs that `handoff-agent` defines, with files, Git and programs.

pub mod closing;
pub mod lock;
mod publish;
pub mod runner;
mod store;
mod user_command;
