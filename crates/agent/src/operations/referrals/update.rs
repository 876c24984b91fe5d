//! Sets the status of a referral.

use handoff_protocol::Command;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ReferralStatus;
use crate::HandoffError;
use crate::Shell;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::params::{RequiredText, name_of};
use crate::tool::ToolSet;

/// Sets the status of a referral.
pub struct UpdateReferral;

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub referral_id: RequiredText,
    pub status: ReferralStatus,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub referral_id: String,
    pub status: ReferralStatus,
}

impl Operation for UpdateReferral {
    const DEFINITION: Definition = Definition {
        name: "handoff_update_referral",
        title: "Set a referral's status",
        description: "Set its status.",
        set: ToolSet::Team,
        effect: Effect::Changes,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let Params { referral_id: RequiredText(id), status } = params;
        let name = name_of(status);
        let text = format!("Set the referral {id} to {name}.");
        shell.commit(Command::SetReferralStatus { id: id.clone(), status: name }).await?;
        Ok(Answered::with_text(Answer { referral_id: id, status }, text))
    }
}
