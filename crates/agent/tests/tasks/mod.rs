//! Tools that read and change tasks.

mod agents;
mod claims;
mod import;
mod list;
mod plan;
mod plan_laws;
mod planning;
mod proofs;
mod proposals;
mod reports;
mod subagents;
mod timers;
mod update;
mod urgency;
