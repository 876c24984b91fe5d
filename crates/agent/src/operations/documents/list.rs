//! Lists documents.

use handoff_engine::documents::DocumentEntry;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{DocumentSummary, documents, of_task, round};
use crate::HandoffError;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::tool::ToolSet;

/// Lists documents, or those that match a text.
pub struct ListDocuments;

#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub doc_type: Option<String>,
    /// all of them
    pub tags: Option<Vec<String>>,
    pub task_id: Option<String>,
    /// text to search for
    pub query: Option<String>,
    pub include_body: Option<bool>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub documents: Vec<Row>,
    pub total: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Row {
    #[serde(flatten)]
    pub summary: DocumentSummary,
    pub tags: Vec<String>,
    pub task_ids: Vec<String>,
    pub updated_at: String,
    pub section_count: usize,
    pub drifted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
}

impl Row {
    fn new(document: &DocumentEntry, score: Option<f64>, include_body: bool) -> Row {
        let page = &document.page;
        Row {
            summary: document.into(),
            tags: page.tags.clone(),
            task_ids: page.task_ids.clone(),
            updated_at: page.updated_at.clone(),
            section_count: document.sections().len(),
            drifted: document.is_drifted(),
            score: score.map(round),
            body: include_body.then(|| page.body.clone()),
        }
    }
}

impl Operation for ListDocuments {
    const DEFINITION: Definition = Definition {
        name: "handoff_doc_list",
        title: "List documents",
        description: "Documents, or those that match a text, best first.",
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
    let found: Vec<(&DocumentEntry, Option<f64>)> = match params.query.as_deref() {
        Some(text) if !text.trim().is_empty() => {
            documents.search(text).into_iter().map(|(document, score)| (document, Some(score))).collect()
        }
        _ => documents.all().iter().map(|document| (document, None)).collect(),
    };
    let linked = params.task_id.as_deref().map(|id| of_task(reader, &documents, id));
    let is_wanted = |document: &DocumentEntry| {
        let page = &document.page;
        let has_tags = params.tags.iter().flatten().all(|tag| page.tags.contains(tag));
        let has_type = params.doc_type.as_ref().is_none_or(|doc_type| *doc_type == page.doc_type);
        let has_task = linked.as_ref().is_none_or(|linked| linked.iter().any(|other| other.path == document.path));
        has_tags && has_type && has_task
    };
    let include_body = params.include_body.unwrap_or(false);
    let wanted = found.into_iter().filter(|(document, _)| is_wanted(document));
    let rows: Vec<Row> = wanted.map(|(document, score)| Row::new(document, score, include_body)).collect();
    Ok(Answer { total: rows.len(), documents: rows })
}
