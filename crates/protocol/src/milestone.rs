//! The life of a milestone.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The stage of a milestone. It goes forward in this order, or to cancelled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "protocol.ts")]
pub enum MilestoneStatus {
    #[default]
    Planning,
    Active,
    Completed,
    /// No task should be added.
    Frozen,
    Released,
    Cancelled,
}

impl MilestoneStatus {
    /// Every status, in their order.
    pub const ALL: [MilestoneStatus; 6] = [
        MilestoneStatus::Planning,
        MilestoneStatus::Active,
        MilestoneStatus::Completed,
        MilestoneStatus::Frozen,
        MilestoneStatus::Released,
        MilestoneStatus::Cancelled,
    ];
    /// The names in files, in their order.
    pub const NAMES: [&str; 6] = ["planning", "active", "completed", "frozen", "released", "cancelled"];

    /// Returns the name in files.
    pub fn name(self) -> &'static str {
        let named = MilestoneStatus::ALL.iter().zip(MilestoneStatus::NAMES).find(|(status, _)| **status == self);
        named.map_or("planning", |(_, name)| name)
    }

    /// Returns the status with a name in files.
    pub fn from_name(name: &str) -> Option<MilestoneStatus> {
        let named = MilestoneStatus::ALL.into_iter().zip(MilestoneStatus::NAMES);
        named.into_iter().find(|(_, other)| *other == name).map(|(status, _)| status)
    }

    /// Returns whether a milestone may go from this status to another one without force.
    pub fn may_become(self, to: MilestoneStatus) -> bool {
        self <= to
    }
}
