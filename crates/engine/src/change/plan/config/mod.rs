//! Commands that change the configuration or the project as a whole.

pub(crate) mod catalog;
mod change_summary;
pub(crate) mod configure;
pub(super) mod entries;
mod milestones;
pub(super) mod pause;
pub(super) mod rename_entry;
pub(crate) mod settings;
pub(super) mod start_project;
