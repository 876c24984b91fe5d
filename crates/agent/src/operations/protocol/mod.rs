//! The handoff protocol: another interface to the same sessions.
//!
//! A handoff is a session. The caller's ID is the label, the objective is the summary, files are
//! context pointers, and next steps are the checklist. Values without a key in sessions are stored
//! in list entries and in the environment.

pub mod list;
pub mod load;
pub mod save;

use crate::tool::Tool;

pub(super) const TOOLS: &[Tool] =
    &[Tool::of::<save::SaveHandoff>(), Tool::of::<load::LoadHandoff>(), Tool::of::<list::ListHandoffs>()];
