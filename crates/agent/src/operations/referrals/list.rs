//! Lists the requests that other projects left here.

use handoff_engine::ProjectReader;
use handoff_protocol::view::ReferralRow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{ReferralStatus, stored};
use crate::HandoffError;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::reader;
use crate::params::{Object, name_of};
use crate::tool::ToolSet;

/// Lists referrals, or those with a status.
pub struct ListReferrals;

#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub status_filter: Option<ReferralStatus>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub total: usize,
    #[schemars(with = "Vec<Object>")]
    pub referrals: Vec<ReferralSummary>,
}

/// A referral in the list. What its file does not have as a text is absent.
#[derive(Debug, Serialize)]
pub struct ReferralSummary {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_project: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub referral_type: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<String>,
    pub status: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created_at: Option<String>,
}

impl ReferralSummary {
    fn new(reader: ProjectReader<'_>, row: &ReferralRow) -> ReferralSummary {
        let content = stored(reader, row).map(|data| data.root()).unwrap_or_default();
        let text = |key: &str| content.get(key).and_then(Value::as_str).map(str::to_owned);
        ReferralSummary {
            id: text("id"),
            source_project: text("source_project"),
            referral_type: text("referral_type"),
            summary: text("summary"),
            priority: text("priority"),
            status: row.status.clone(),
            created_at: text("created_at"),
        }
    }
}

impl Operation for ListReferrals {
    const DEFINITION: Definition = Definition {
        name: "handoff_list_referrals",
        title: "List referrals",
        description: "Requests that other projects left here.",
        set: ToolSet::Team,
        effect: Effect::Reads,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        Ok(shell.read(move |ctx| answer(ctx, params.status_filter)).await?.into())
    }
}

fn answer(ctx: ToolContext<'_>, status: Option<ReferralStatus>) -> Result<Answer, HandoffError> {
    let reader = reader(ctx)?;
    let status = status.map(name_of);
    let rows = reader.records().referrals;
    let rows = rows.iter().filter(|row| status.as_ref().is_none_or(|status| row.status == *status));
    let referrals: Vec<ReferralSummary> = rows.map(|row| ReferralSummary::new(reader, row)).collect();
    Ok(Answer { total: referrals.len(), referrals })
}
