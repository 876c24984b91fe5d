//! Returns the text of a document.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{documents, find};
use crate::HandoffError;
use crate::InvalidArgument;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::params::RequiredText;
use crate::tool::ToolSet;

/// Returns the Markdown of a document.
pub struct ReassembleDocument;

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub doc_id: RequiredText,
    #[schemars(extend("hidden" = true))]
    pub output_path: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub id: String,
    pub doc_id: String,
    pub slug: String,
    pub body: String,
    pub drifted: bool,
}

impl Operation for ReassembleDocument {
    const DEFINITION: Definition = Definition {
        name: "handoff_doc_reassemble",
        title: "Read the text of a document",
        description: "The Markdown without front matter, and whether it was edited by hand since the last save.",
        set: ToolSet::Docs,
        effect: Effect::Reads,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        if params.output_path.is_some() {
            let takes = "absent, because this tool writes no files; write the returned body yourself";
            return Err(InvalidArgument::new("output_path", takes).into());
        }
        let RequiredText(key) = params.doc_id;
        Ok(shell.read(move |ctx| answer(ctx, &key)).await?.into())
    }
}

fn answer(ctx: ToolContext<'_>, key: &str) -> Result<Answer, HandoffError> {
    let (reader, documents) = documents(ctx)?;
    let document = find(reader, &documents, key)?;
    Ok(Answer {
        id: document.page.id.clone(),
        doc_id: document.page.id.clone(),
        slug: document.slug.clone(),
        body: document.page.body.clone(),
        drifted: document.is_drifted(),
    })
}
