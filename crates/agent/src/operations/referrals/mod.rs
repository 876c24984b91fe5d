//! Referrals: requests to and from other projects.

pub mod get;
pub mod list;
pub mod send;
pub mod update;

use handoff_engine::ProjectReader;
use handoff_format::{Container, DataFile};
use handoff_protocol::view::ReferralRow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::tool::Tool;

pub(super) const TOOLS: &[Tool] = &[
    Tool::of::<send::SendReferral>(),
    Tool::of::<list::ListReferrals>(),
    Tool::of::<get::GetReferral>(),
    Tool::of::<update::UpdateReferral>(),
];

#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReferralStatus {
    Open,
    Acknowledged,
    Resolved,
}

/// Returns the file of a referral; `None` if it is not JSON.
fn stored(reader: ProjectReader<'_>, row: &ReferralRow) -> Option<DataFile> {
    DataFile::parse(Container::Json, reader.file(&row.path)?).ok()
}
