//! Shows the children of a document.

use std::collections::BTreeMap;

use handoff_engine::documents::{DocumentEntry, Documents};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::get::RelatedDocument;
use super::{DocumentSummary, documents, find};
use crate::HandoffError;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::params::{Object, RequiredText};
use crate::tool::ToolSet;

/// Shows a document with its children.
pub struct ShowDocumentTree;

/// The depth of a tree, unless the caller says otherwise.
const DEFAULT_DEPTH: u32 = 2;
/// The maximum depth of a tree. A cycle of parents would go on without end.
const MAX_DEPTH: u32 = 20;

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub doc_id: RequiredText,
    /// 2 by default
    pub depth: Option<u32>,
    pub include_related: Option<bool>,
}

/// A document with its children.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    #[serde(flatten)]
    pub summary: DocumentSummary,
    /// Whether it has children below the depth.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<BTreeMap<String, String>>")]
    pub related: Vec<TitledDocument>,
    /// Absent below the depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<Object>>")]
    pub children: Option<Vec<Answer>>,
    /// The document above the root.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<DocumentSummary>,
}

/// A document that another one names, with its title if it exists.
#[derive(Debug, Serialize)]
pub struct TitledDocument {
    #[serde(flatten)]
    pub document: RelatedDocument,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

impl Operation for ShowDocumentTree {
    const DEFINITION: Definition = Definition {
        name: "handoff_doc_tree",
        title: "Show the children of a document",
        description: "A document with its children.",
        set: ToolSet::Docs,
        effect: Effect::Reads,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        Ok(shell.read(move |ctx| answer(ctx, &params)).await?.into())
    }
}

fn answer(ctx: ToolContext<'_>, params: &Params) -> Result<Answer, HandoffError> {
    let (reader, documents) = documents(ctx)?;
    let document = find(reader, &documents, &params.doc_id.0)?;
    let depth = params.depth.unwrap_or(DEFAULT_DEPTH).min(MAX_DEPTH);
    let related =
        if params.include_related.unwrap_or(false) { related_documents(&documents, document) } else { Vec::new() };
    let parent = document.page.parent_id.as_deref().and_then(|id| documents.with_id(id).ok()).map(Into::into);
    Ok(Answer { related, parent, ..node(&documents, document, depth) })
}

fn node(documents: &Documents, document: &DocumentEntry, depth: u32) -> Answer {
    let children = documents.children(document);
    let more = depth == 0 && !children.is_empty();
    let below =
        depth.checked_sub(1).map(|depth| children.into_iter().map(|child| node(documents, child, depth)).collect());
    Answer { summary: document.into(), more, related: Vec::new(), children: below, parent: None }
}

fn related_documents(documents: &Documents, document: &DocumentEntry) -> Vec<TitledDocument> {
    let title = |id: &str| documents.with_id(id).ok().map(|other| other.page.title.clone());
    let related = document.page.related.iter();
    related.map(|other| TitledDocument { document: other.into(), title: title(&other.id) }).collect()
}
