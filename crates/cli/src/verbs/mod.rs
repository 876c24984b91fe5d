//! The verbs of the command line, one file for each noun: their arguments as parameters of operations,
//! and their answers as people read them.

pub mod assignee;
pub mod calendar;
pub mod capacity;
pub mod config;
pub mod labels;
pub mod memory;
pub mod metrics;
pub mod milestone;
pub mod report;
pub mod schedule;
