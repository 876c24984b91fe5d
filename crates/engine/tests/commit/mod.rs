//! Commits on a file system in memory that can crash, fail and be shared at every single action.

mod agents;
mod conformance;
mod crash;
mod dates;
mod failure;
mod foreign;
mod journal;
mod lock;
mod observed;
mod project;
mod rules;
mod simulation;
