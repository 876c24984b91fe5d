//! Proposes a document from a Markdown file.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::documents;
use super::markdown_file::{request, slug_of, text_of, title_of, type_of};
use crate::HandoffError;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::params::{Object, RequiredText};
use crate::tool::ToolSet;

/// Proposes the document that an import of a Markdown file would create.
pub struct AnalyzeFile;

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    /// a Markdown file, relative to the project's folder
    pub path: RequiredText,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub files_scanned: usize,
    pub auto_resolved: Vec<ProposedDocument>,
    // Of handoff-mcp; nothing here needs a decision before the import.
    pub needs_review: Vec<Object>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct ProposedDocument {
    pub file: String,
    pub slug: String,
    pub title: String,
    pub doc_type: String,
    /// The existing document with this slug.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub taken_by: Option<String>,
    pub body: String,
}

impl Operation for AnalyzeFile {
    const DEFINITION: Definition = Definition {
        name: "handoff_doc_analyze",
        title: "Propose a document from a file",
        description: "What handoff_doc_import would create from a Markdown file of the project. Writes nothing.",
        set: ToolSet::Docs,
        effect: Effect::Reads,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let RequiredText(path) = params.path;
        shell.read(|ctx| documents(ctx).map(|_| ())).await?;
        let answers = shell.files(vec![request(&path)]).await;
        let body = text_of(&path, answers.into_iter().next())?;
        let document = shell.read(|ctx| propose(ctx, path, body)).await?;
        Ok(Answer { files_scanned: 1, auto_resolved: vec![document], needs_review: Vec::new() }.into())
    }
}

fn propose(ctx: ToolContext<'_>, path: String, body: String) -> Result<ProposedDocument, HandoffError> {
    let (_, documents) = documents(ctx)?;
    let slug = slug_of(&path);
    let taken_by = documents.all().iter().find(|document| document.slug == slug);
    Ok(ProposedDocument {
        title: title_of(&body, &slug),
        doc_type: type_of(&path).to_owned(),
        taken_by: taken_by.map(|document| document.page.id.clone()),
        file: path,
        slug,
        body,
    })
}
