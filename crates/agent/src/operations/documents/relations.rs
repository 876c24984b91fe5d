//! Tools that show how documents belong together.

use std::collections::BTreeMap;

use handoff_engine::documents::{DocumentEdge, DocumentEntry, Documents, TracedDocument};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{DocumentSummary, documents, find};
use crate::Reply;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::operation::Effect;
use crate::operations::common::finish;
use crate::params::{Object, RequiredText, input, output, parse};
use crate::tool::{Tool, ToolSet, Work};

pub(in crate::operations) const TOOLS: &[Tool] = &[
    Tool {
        name: "handoff_doc_tree",
        title: "Show the children of a document",
        description: "A document with its children.",
        set: ToolSet::Docs,
        effect: Effect::Reads,
        input: input::<TreeParams>,
        output: Some(output::<TreeNode>),
        work: Work::Steps(|ctx, arguments| Ok(tree(ctx, &parse(arguments)?))),
    },
    Tool {
        name: "handoff_doc_graph",
        title: "Show how documents connect",
        description: "All documents and their connections: parents, relations, shared tasks and paths.",
        set: ToolSet::Docs,
        effect: Effect::Reads,
        input: input::<GraphParams>,
        output: Some(output::<GraphAnswer>),
        work: Work::Steps(|ctx, arguments| Ok(graph(ctx, &parse(arguments)?))),
    },
    Tool {
        name: "handoff_doc_trace",
        title: "Trace a document",
        description: "What a document is derived from (up) and what is derived from it (down), with its tasks.",
        set: ToolSet::Docs,
        effect: Effect::Reads,
        input: input::<TraceParams>,
        output: Some(output::<TraceAnswer>),
        work: Work::Steps(|ctx, arguments| Ok(trace(ctx, &parse(arguments)?))),
    },
];

/// The depth of a tree, unless the caller says otherwise.
const DEFAULT_DEPTH: u32 = 2;
/// The maximum depth of a tree. A cycle of parents would go on without end.
const MAX_DEPTH: u32 = 20;

#[derive(Deserialize, JsonSchema)]
struct TreeParams {
    doc_id: RequiredText,
    /// 2 by default
    depth: Option<u32>,
    include_related: Option<bool>,
}

#[derive(Serialize, JsonSchema)]
struct TreeNode {
    #[serde(flatten)]
    summary: DocumentSummary,
    /// Whether it has children below the depth.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    more: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related: Vec<BTreeMap<String, String>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<Object>")]
    children: Vec<TreeNode>,
}

fn tree(ctx: ToolContext<'_>, params: &TreeParams) -> ToolOutcome {
    finish(documents(ctx).and_then(|(reader, documents)| {
        let document = find(reader, &documents, &params.doc_id.0)?;
        let mut node = tree_node(&documents, document, params.depth.unwrap_or(DEFAULT_DEPTH).min(MAX_DEPTH));
        if params.include_related.unwrap_or(false) {
            let relation = |other: &handoff_format::RelatedPage| {
                let known = documents.with_id(&other.id).ok();
                let title = known.map(|other| ("title".to_owned(), other.page.title.clone()));
                let named = [("id".to_owned(), other.id.clone()), ("rel".to_owned(), other.rel.clone())];
                named.into_iter().chain(title).collect()
            };
            node.related = document.page.related.iter().map(relation).collect();
        }
        Ok(Reply::value(json!(node)))
    }))
}

fn tree_node(documents: &Documents, document: &DocumentEntry, depth: u32) -> TreeNode {
    let children = documents.children(document);
    let more = depth == 0 && !children.is_empty();
    let below = depth
        .checked_sub(1)
        .map(|depth| children.into_iter().map(|child| tree_node(documents, child, depth)).collect());
    TreeNode { summary: document.into(), more, related: Vec::new(), children: below.unwrap_or_default() }
}

#[derive(Deserialize, JsonSchema)]
struct GraphParams {
    /// connections by shared tasks and paths; true by default
    include_implicit: Option<bool>,
    include_verification: Option<bool>,
}

#[derive(Serialize, JsonSchema)]
struct GraphAnswer {
    nodes: Vec<GraphNode>,
    edges: Vec<GraphEdge>,
    /// IDs by type.
    layers: Vec<GraphLayer>,
}

#[derive(Serialize, JsonSchema)]
struct GraphNode {
    #[serde(flatten)]
    summary: DocumentSummary,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    task_ids: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verification_progress: Option<GraphProgress>,
}

#[derive(Serialize, JsonSchema)]
struct GraphProgress {
    total: usize,
    verified: usize,
}

#[derive(Serialize, JsonSchema)]
struct GraphEdge {
    from: String,
    to: String,
    kind: String,
    explicit: bool,
}

#[derive(Serialize, JsonSchema)]
struct GraphLayer {
    doc_type: String,
    ids: Vec<String>,
}

fn graph(ctx: ToolContext<'_>, params: &GraphParams) -> ToolOutcome {
    finish(documents(ctx).map(|(_, documents)| {
        let with_review = params.include_verification.unwrap_or(false);
        let node = |document: &DocumentEntry| GraphNode {
            summary: document.into(),
            task_ids: document.page.task_ids.clone(),
            verification_progress: document.verification().filter(|_| with_review).map(|review| {
                let progress = review.progress(&document.sections());
                GraphProgress { total: progress.total, verified: progress.verified }
            }),
        };
        let edge = |edge: DocumentEdge| GraphEdge {
            from: edge.from,
            to: edge.to,
            kind: edge.kind,
            explicit: edge.is_explicit,
        };
        let layers = documents.layers().into_iter();
        Reply::value(json!(GraphAnswer {
            nodes: documents.all().iter().map(node).collect(),
            edges: documents.edges(params.include_implicit.unwrap_or(true)).into_iter().map(edge).collect(),
            layers: layers.map(|layer| GraphLayer { doc_type: layer.doc_type, ids: layer.ids }).collect(),
        }))
    }))
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(description = "")]
enum Direction {
    Up,
    Down,
    #[default]
    Both,
}

#[derive(Deserialize, JsonSchema)]
struct TraceParams {
    doc_id: RequiredText,
    direction: Option<Direction>,
}

#[derive(Serialize, JsonSchema)]
struct TraceAnswer {
    document: DocumentSummary,
    #[serde(skip_serializing_if = "Option::is_none")]
    up: Option<Vec<Traced>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    down: Option<Vec<Traced>>,
    tasks: Vec<TracedTask>,
}

#[derive(Serialize, JsonSchema)]
struct Traced {
    #[serde(flatten)]
    summary: DocumentSummary,
    via: String,
    distance: u32,
}

#[derive(Serialize, JsonSchema)]
struct TracedTask {
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<String>,
}

fn trace(ctx: ToolContext<'_>, params: &TraceParams) -> ToolOutcome {
    finish(documents(ctx).and_then(|(reader, documents)| {
        let document = find(reader, &documents, &params.doc_id.0)?;
        let direction = params.direction.unwrap_or_default();
        let traced = |found: Vec<TracedDocument<'_>>| {
            let to_traced = |found: TracedDocument<'_>| Traced {
                summary: found.document.into(),
                via: found.via,
                distance: found.distance,
            };
            found.into_iter().map(to_traced).collect()
        };
        let task = |id: &String| {
            let task = reader.task(id).ok();
            TracedTask {
                id: id.clone(),
                title: task.map(|task| task.fields().title.clone()),
                status: task.map(|task| task.status().name().to_owned()),
            }
        };
        Ok(Reply::value(json!(TraceAnswer {
            document: document.into(),
            up: (direction != Direction::Down).then(|| traced(documents.trace_up(document))),
            down: (direction != Direction::Up).then(|| traced(documents.trace_down(document))),
            tasks: document.page.task_ids.iter().map(task).collect(),
        })))
    }))
}
