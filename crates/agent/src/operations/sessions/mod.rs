//! Sessions: what one conversation leaves for the next one.

pub(crate) mod anchors;
pub mod entries;
pub mod fields;
pub mod fork;
pub mod get;
pub(crate) mod handoff_text;
pub mod list;
pub mod load;
pub mod lookup;
pub mod merge;
pub mod register_changes;
pub mod save;
pub mod session_delta;
pub mod update;

pub(crate) use crate::operations::sessions::lookup::find_session;
use crate::tool::Tool;

pub(super) const TOOLS: &[Tool] = &[
    Tool::of::<load::LoadContext>(),
    Tool::of::<save::SaveContext>(),
    Tool::of::<update::UpdateSession>(),
    Tool::of::<list::ListSessions>(),
    Tool::of::<get::GetSession>(),
    Tool::of::<fork::ForkSession>(),
    Tool::of::<merge::MergeSessions>(),
];
