//! Tools that read and change tasks.

mod import;
mod list;
mod planning;
mod timers;
mod update;
