//! Traces a document to its sources and to what is derived from it.

use handoff_engine::ProjectReader;
use handoff_engine::documents::TracedDocument;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{DocumentSummary, documents, find};
use crate::HandoffError;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::params::RequiredText;
use crate::tool::ToolSet;

/// Traces a document up and down, with its tasks.
pub struct TraceDocument;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    Up,
    Down,
    #[default]
    Both,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub doc_id: RequiredText,
    pub direction: Option<Direction>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub document: DocumentSummary,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub up: Option<Vec<DocumentRow>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub down: Option<Vec<DocumentRow>>,
    pub tasks: Vec<TaskRow>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct DocumentRow {
    #[serde(flatten)]
    pub summary: DocumentSummary,
    pub via: String,
    pub distance: u32,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct TaskRow {
    pub id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
}

impl Operation for TraceDocument {
    const DEFINITION: Definition = Definition {
        name: "handoff_doc_trace",
        title: "Trace a document",
        description: "What a document is derived from (up) and what is derived from it (down), with its tasks.",
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
    let direction = params.direction.unwrap_or_default();
    let traced = |found: Vec<TracedDocument<'_>>| found.into_iter().map(Into::into).collect();
    Ok(Answer {
        document: document.into(),
        up: (direction != Direction::Down).then(|| traced(documents.trace_up(document))),
        down: (direction != Direction::Up).then(|| traced(documents.trace_down(document))),
        tasks: document.page.task_ids.iter().map(|id| TaskRow::new(reader, id)).collect(),
    })
}

impl From<TracedDocument<'_>> for DocumentRow {
    fn from(found: TracedDocument<'_>) -> DocumentRow {
        DocumentRow { summary: found.document.into(), via: found.via, distance: found.distance }
    }
}

impl TaskRow {
    fn new(reader: ProjectReader<'_>, id: &str) -> TaskRow {
        let task = reader.task(id).ok();
        TaskRow {
            id: id.to_owned(),
            title: task.map(|task| task.fields().title.clone()),
            status: task.map(|task| task.status().name().to_owned()),
        }
    }
}
