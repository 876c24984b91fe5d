//! The configuration, and the labels in it.

pub mod get;
mod table_changes;
pub mod update;
pub mod update_labels;

pub(super) use table_changes::table_changes;

use crate::tool::Tool;

pub(super) const TOOLS: &[Tool] =
    &[Tool::of::<get::GetConfig>(), Tool::of::<update::UpdateConfig>(), Tool::of::<update_labels::UpdateLabels>()];
