//! The command line.

mod activity;
mod claims;
mod digest;
#[cfg(unix)]
mod files;
mod hostile_texts;
mod hyphens;
mod invalid_input;
mod merge;
mod needs;
mod numbers;
mod packages;
mod pause;
mod places;
mod project_verbs;
mod reference;
mod report;
mod revert;
mod search;
mod setup;
mod shell;
mod timer;
mod tokens;
mod trash;
mod undo;
mod verbs;
mod verify;
mod wording;
