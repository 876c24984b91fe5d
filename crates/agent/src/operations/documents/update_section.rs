//! Replaces one section of a document.

use handoff_protocol::Command;
use handoff_protocol::agent::documents::{BodyChange, DocumentChange, DocumentPatch};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{documents, find, save};
use crate::HandoffError;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::params::{Object, RequiredText, output};
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

/// The document after the change, with the section that was changed.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    #[serde(flatten)]
    pub document: save::Answer,
    pub seq: u32,
    pub heading: String,
    pub updated_at: String,
}

impl Operation for UpdateSection {
    const DEFINITION: Definition = Definition {
        name: "handoff_doc_update_section",
        title: "Change a section",
        description: "Replace one section of a document with its heading; an empty text removes it.",
        set: ToolSet::Docs,
        effect: Effect::Changes,
    };
    const OUTPUT: Option<fn() -> Value> = Some(output::<Object>);
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let seq = params.seq;
        let change = shell.read(|ctx| plan(ctx, params)).await?;
        let id = shell.commit(Command::ChangeDocuments { change }).await?.first_id()?;
        Ok(shell.read(move |ctx| answer(ctx, &id, seq)).await?.into())
    }
}

fn answer(ctx: ToolContext<'_>, id: &str, seq: u32) -> Result<Answer, HandoffError> {
    let (reader, documents) = documents(ctx)?;
    let document = find(reader, &documents, id)?;
    let sections = document.sections();
    let review = document.verification().unwrap_or_default();
    let is_stale = review.items.iter().any(|item| item.fragment_seq == Some(seq) && item.is_stale(&sections));
    let heading = sections.iter().find(|section| section.seq == seq).map_or("", |section| section.heading).to_owned();
    let updated_at = document.page.updated_at.clone();
    let mut document = save::Answer::read(ctx, id)?;
    if is_stale {
        document.warnings.push(format!("Section {seq} has changed since it was verified."));
    }
    Ok(Answer { document, seq, heading, updated_at })
}

fn plan(ctx: ToolContext<'_>, params: Params) -> Result<DocumentChange, HandoffError> {
    let Params { doc_id: RequiredText(key), seq, new_content: text, expected_hash } = params;
    let (reader, documents) = documents(ctx)?;
    let id = find(reader, &documents, &key)?.page.id.clone();
    let body = Some(BodyChange::Section { seq, text, expected_hash });
    Ok(DocumentChange::Update { id, patch: DocumentPatch::default(), body })
}
