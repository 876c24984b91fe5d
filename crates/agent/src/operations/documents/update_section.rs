//! Replaces one section of a document.

use handoff_protocol::Command;
use handoff_protocol::agent::documents::{BodyChange, DocumentChange, DocumentPatch};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{documents, find, save};
use crate::HandoffError;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::params::RequiredText;
use crate::tool::ToolSet;

/// Replaces one section of a document, or removes it.
pub struct UpdateSection;

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub doc_id: RequiredText,
    /// 0 is the text before the first heading
    pub seq: u32,
    pub new_content: String,
    /// hash of the section as it was read
    pub expected_hash: Option<String>,
}

impl Operation for UpdateSection {
    const DEFINITION: Definition = Definition {
        name: "handoff_doc_update_section",
        title: "Change a section",
        description: "Replace one section of a document with its heading; an empty text removes it.",
        set: ToolSet::Docs,
        effect: Effect::Changes,
    };
    type Params = Params;
    type Answer = save::Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<save::Answer>, HandoffError> {
        let change = shell.read(|ctx| plan(ctx, params)).await?;
        let id = shell.commit(Command::ChangeDocuments { change }).await?.first_id()?;
        let answer = shell.read(move |ctx| save::Answer::read(ctx, &id)).await?;
        Ok(answer.into())
    }
}

fn plan(ctx: ToolContext<'_>, params: Params) -> Result<DocumentChange, HandoffError> {
    let Params { doc_id: RequiredText(key), seq, new_content: text, expected_hash } = params;
    let (reader, documents) = documents(ctx)?;
    let id = find(reader, &documents, &key)?.page.id.clone();
    let body = Some(BodyChange::Section { seq, text, expected_hash });
    Ok(DocumentChange::Update { id, patch: DocumentPatch::default(), body })
}
