//! The verbs of the command line, one file for each noun: their arguments as parameters of operations,
//! and their answers as people read them. `arguments`, `output`, `performed` and `invocation` are what they
//! share.

pub mod arguments;
pub mod assignee;
pub mod calendar;
pub mod config;
pub mod cost;
pub mod dashboard;
pub mod digest;
pub mod doctor;
pub mod document;
pub mod handover;
pub mod hook;
pub mod import;
pub mod init;
pub mod invocation;
pub mod labels;
pub mod memory;
pub mod merge_driver;
pub mod milestone;
pub mod output;
pub mod package;
mod performed;
pub mod planning;
pub mod proposal;
pub mod referral;
pub mod requirement;
pub mod search;
pub mod session;
pub mod setup;
pub mod task;
pub mod time;
pub mod trash;
pub mod undo;
pub mod verify;
pub mod why;
