//! The records that agents leave for each other: sessions and their register, documents, memory, packages,
//! handovers, working time, claims.
//!
//! Invariant: read-only. Changes are planned in `change`.

pub(crate) mod agent_needs;
pub(crate) mod claims;
pub mod documents;
pub mod handover;
pub(crate) mod handover_score;
pub(crate) mod memory;
pub mod packages;
pub(crate) mod peer_agents;
pub(crate) mod referrals;
pub mod register;
pub mod sessions;
pub(crate) mod time;
pub(crate) mod trash;
pub mod usage;
