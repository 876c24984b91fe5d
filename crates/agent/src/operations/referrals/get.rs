//! Returns one referral.

use handoff_engine::{ProjectPart, ProjectReader};
use handoff_format::{DataFile, Referral, read_referral};
use handoff_protocol::view::ReferralRow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::stored;
use crate::HandoffError;
use crate::Message;
use crate::Shell;
use crate::Suggestion;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::{not_found, reader};
use crate::params::{Object, RequiredText};
use crate::tool::ToolSet;

/// Returns everything about one referral.
pub struct GetReferral;

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub referral_id: RequiredText,
}

/// A referral: everything in its file, with its status.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    #[serde(flatten)]
    #[schemars(with = "KnownMembers")]
    content: Object,
    /// The same content, typed.
    #[serde(skip)]
    pub referral: Referral,
    #[serde(skip)]
    pub status: String,
}

/// The members of an answer that agents read about.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "used only for the schema")]
struct KnownMembers {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<String>,
    status: String,
}

impl Answer {
    fn new(data: Option<&DataFile>, status: String) -> Answer {
        let mut content = match data.map(DataFile::root) {
            Some(Value::Object(members)) => members,
            _ => Map::new(),
        };
        content.insert("status".to_owned(), Value::from(status.as_str()));
        let referral = data.map(|data| read_referral(data).0).unwrap_or_default();
        Answer { content, referral, status }
    }
}

impl Operation for GetReferral {
    const DEFINITION: Definition = Definition {
        name: "handoff_get_referral",
        title: "Get a referral",
        description: "Everything about one; the start of its ID is enough.",
        set: ToolSet::Team,
        effect: Effect::Reads,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let RequiredText(id) = params.referral_id;
        Ok(shell.read(move |ctx| answer(ctx, &id)).await?.into())
    }
}

fn answer(ctx: ToolContext<'_>, id: &str) -> Result<Answer, HandoffError> {
    let reader = reader(ctx)?;
    let row = find(reader, id)?;
    Ok(Answer::new(stored(reader, &row).as_ref(), row.status))
}

/// Finds a referral by its ID or an unambiguous prefix of it.
fn find(reader: ProjectReader<'_>, id: &str) -> Result<ReferralRow, HandoffError> {
    let rows = reader.records().referrals;
    let exact: Vec<&ReferralRow> = rows.iter().filter(|row| row.id == id).collect();
    let matches: Vec<&ReferralRow> = rows.iter().filter(|row| row.id.starts_with(id)).collect();
    match if exact.is_empty() { matches } else { exact }.as_slice() {
        [row] => Ok((*row).clone()),
        [] => {
            let text = Message::from(format!("There is no referral {id}. "));
            let text = text.then(Suggestion::ListReferrals).then(" names them.");
            Err(not_found(reader, ProjectPart::Referrals, text))
        }
        several => {
            let ids: Vec<&str> = several.iter().map(|row| row.id.as_str()).collect();
            let text = format!("Several referrals have an ID that starts with {id}: {}.", ids.join(", "));
            Err(HandoffError::refused(text))
        }
    }
}
