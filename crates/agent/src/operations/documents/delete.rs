//! Deletes a document.

use handoff_protocol::Command;
use handoff_protocol::agent::documents::DocumentChange;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{documents, find};
use crate::HandoffError;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::params::RequiredText;
use crate::tool::ToolSet;

/// Moves a document to the trash, and removes the links to it.
pub struct DeleteDocument;

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub doc_id: RequiredText,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub deleted: bool,
    pub id: String,
    pub doc_id: String,
    pub slug: String,
    pub section_count: usize,
}

impl Operation for DeleteDocument {
    const DEFINITION: Definition = Definition {
        name: "handoff_doc_delete",
        title: "Delete a document",
        description: "Move a document to the trash and unlink its tasks, parent and children.",
        set: ToolSet::Docs,
        effect: Effect::Removes,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let RequiredText(key) = params.doc_id;
        let answer = shell.read(move |ctx| answer(ctx, &key)).await?;
        let change = DocumentChange::Delete { id: answer.id.clone() };
        shell.commit(Command::ChangeDocuments { change }).await?;
        Ok(answer.into())
    }
}

/// Returns the answer about the document once it is deleted.
fn answer(ctx: ToolContext<'_>, key: &str) -> Result<Answer, HandoffError> {
    let (reader, documents) = documents(ctx)?;
    let document = find(reader, &documents, key)?;
    Ok(Answer {
        deleted: true,
        id: document.page.id.clone(),
        doc_id: document.page.id.clone(),
        slug: document.slug.clone(),
        section_count: document.sections().len(),
    })
}
