//! Shows how documents connect.

use handoff_engine::documents::{DocumentEdge, DocumentEntry, DocumentLayer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{DocumentSummary, documents};
use crate::HandoffError;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::tool::ToolSet;

/// Shows all documents and their connections.
pub struct ShowDocumentGraph;

#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    /// connections by shared tasks and paths; true by default
    pub include_implicit: Option<bool>,
    pub include_verification: Option<bool>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
    /// IDs by type.
    pub layers: Vec<Layer>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Node {
    #[serde(flatten)]
    pub summary: DocumentSummary,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub task_ids: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verification_progress: Option<Progress>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Progress {
    pub total: usize,
    pub verified: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Edge {
    pub from: String,
    pub to: String,
    pub kind: String,
    pub explicit: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Layer {
    pub doc_type: String,
    pub ids: Vec<String>,
}

impl Operation for ShowDocumentGraph {
    const DEFINITION: Definition = Definition {
        name: "handoff_doc_graph",
        title: "Show how documents connect",
        description: "All documents and their connections: parents, relations, shared tasks and paths.",
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
    let (_, documents) = documents(ctx)?;
    let with_review = params.include_verification.unwrap_or(false);
    let edges = documents.edges(params.include_implicit.unwrap_or(true));
    Ok(Answer {
        nodes: documents.all().iter().map(|document| Node::new(document, with_review)).collect(),
        edges: edges.into_iter().map(Into::into).collect(),
        layers: documents.layers().into_iter().map(Into::into).collect(),
    })
}

impl Node {
    fn new(document: &DocumentEntry, with_review: bool) -> Node {
        let review = if with_review { document.verification() } else { None };
        let progress = review.map(|review| review.progress(&document.sections()));
        Node {
            summary: document.into(),
            task_ids: document.page.task_ids.clone(),
            verification_progress: progress
                .map(|progress| Progress { total: progress.total, verified: progress.verified }),
        }
    }
}

impl From<DocumentEdge> for Edge {
    fn from(edge: DocumentEdge) -> Edge {
        Edge { from: edge.from, to: edge.to, kind: edge.kind, explicit: edge.is_explicit }
    }
}

impl From<DocumentLayer> for Layer {
    fn from(layer: DocumentLayer) -> Layer {
        Layer { doc_type: layer.doc_type, ids: layer.ids }
    }
}
