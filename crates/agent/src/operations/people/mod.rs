//! Tools about assignees, milestones and teams.

pub mod assignees;
pub mod milestones;
pub(crate) mod team;

use crate::tool::Tool;

pub(super) const TOOLS: &[Tool] = &[
    Tool::of::<assignees::list::ListAssignees>(),
    Tool::of::<assignees::add::AddAssignee>(),
    Tool::of::<assignees::update::UpdateAssignee>(),
    Tool::of::<assignees::remove::RemoveAssignee>(),
    Tool::of::<milestones::list::ListMilestones>(),
    Tool::of::<milestones::add::AddMilestone>(),
    Tool::of::<milestones::update::UpdateMilestone>(),
    Tool::of::<milestones::remove::RemoveMilestone>(),
];
