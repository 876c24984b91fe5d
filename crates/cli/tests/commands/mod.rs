//! The command line.

mod command;
mod merge;
mod reference;
mod setup;
#[cfg(unix)]
mod special_files;
mod undo;
#[cfg(unix)]
mod unread;
mod verbs;
mod words;
