//! Tools about assignees, milestones and teams.

pub(crate) mod assignees;
pub(crate) mod team;
