//! The command line.

mod activity;
mod claims;
mod invalid_input;
mod merge;
mod packages;
mod pause;
mod project_verbs;
mod reference;
mod report;
mod revert;
mod setup;
mod shell;
#[cfg(unix)]
mod special_files;
mod timer;
mod trash;
mod undo;
#[cfg(unix)]
mod unread;
mod verbs;
mod wording;
