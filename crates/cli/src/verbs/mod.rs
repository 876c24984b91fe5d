//! The verbs of the command line, one file for each noun: their arguments as parameters of operations,
//! and their answers as people read them.

pub mod assignee;
pub mod calendar;
pub mod capacity;
pub mod config;
pub mod dashboard;
pub mod doctor;
pub mod document;
pub mod handover;
pub mod import;
pub mod init;
pub mod labels;
pub mod memory;
pub mod metrics;
pub mod milestone;
pub mod package;
pub mod parsers;
pub mod referral;
pub mod report;
pub mod schedule;
pub mod session;
pub mod task;
pub mod timer;
pub mod times;
pub mod trash;
pub mod undo;
