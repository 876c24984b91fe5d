//! Tools that read documents.

use std::collections::BTreeMap;

use handoff_engine::documents::DocumentEntry;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{DocumentSummary, SectionSummary, documents, find};
use crate::InvalidArgument;
use crate::Reply;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::operation::Effect;
use crate::operations::common::finish;
use crate::params::{RequiredText, input, output, parse};
use crate::tool::{Tool, ToolSet, Work};

pub(in crate::operations) const TOOLS: &[Tool] = &[
    Tool {
        name: "handoff_doc_get",
        title: "Get a document",
        description: "A document: all of it, its fields and outline, or one section.",
        set: ToolSet::Docs,
        effect: Effect::Reads,
        input: input::<GetParams>,
        output: Some(output::<GetAnswer>),
        work: Work::Steps(|ctx, arguments| get(ctx, &parse(arguments)?)),
    },
    Tool {
        name: "handoff_doc_list",
        title: "List documents",
        description: "Documents, or those that match a text, best first.",
        set: ToolSet::Docs,
        effect: Effect::Reads,
        input: input::<ListParams>,
        output: Some(output::<ListAnswer>),
        work: Work::Steps(|ctx, arguments| Ok(list(ctx, &parse(arguments)?))),
    },
    Tool {
        name: "handoff_doc_reassemble",
        title: "Read the text of a document",
        description: "The Markdown without front matter, and whether it was edited by hand since the last save.",
        set: ToolSet::Docs,
        effect: Effect::Reads,
        input: input::<ReassembleParams>,
        output: Some(output::<ReassembleAnswer>),
        work: Work::Steps(|ctx, arguments| reassemble(ctx, &parse(arguments)?)),
    },
];

#[derive(Clone, Copy, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(description = "")]
enum Format {
    #[default]
    Full,
    Meta,
    Section,
}

#[derive(Deserialize, JsonSchema)]
struct GetParams {
    /// ID or slug
    doc_id: RequiredText,
    format: Option<Format>,
    /// number of the section, for the format section
    seq: Option<u32>,
}

#[derive(Serialize, JsonSchema)]
struct GetAnswer {
    #[serde(flatten)]
    summary: DocumentSummary,
    /// All fields, unless only a section was requested.
    #[serde(flatten)]
    meta: Option<Meta>,
    #[serde(skip_serializing_if = "Option::is_none")]
    body: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    section: Option<SectionAnswer>,
}

#[derive(Serialize, JsonSchema)]
struct Meta {
    path: String,
    tags: Vec<String>,
    scope_paths: Vec<String>,
    parent_id: Option<String>,
    children: Vec<String>,
    related: Vec<BTreeMap<String, String>>,
    auto_inject: Option<String>,
    task_ids: Vec<String>,
    split_level: u64,
    created_at: String,
    updated_at: String,
    content_hash: String,
    drifted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verification_status: Option<String>,
    sections: Vec<SectionSummary>,
}

#[derive(Serialize, JsonSchema)]
struct SectionAnswer {
    #[serde(flatten)]
    summary: SectionSummary,
    content: String,
}

impl From<&DocumentEntry> for Meta {
    fn from(document: &DocumentEntry) -> Meta {
        let page = &document.page;
        let relation = |(id, rel): (&String, &String)| {
            BTreeMap::from([("id".to_owned(), id.clone()), ("rel".to_owned(), rel.clone())])
        };
        Meta {
            path: document.path.clone(),
            tags: page.tags.clone(),
            scope_paths: page.scope_paths.clone(),
            parent_id: page.parent_id.clone(),
            children: page.children.clone(),
            related: page.related.iter().map(|other| relation((&other.id, &other.rel))).collect(),
            auto_inject: page.auto_inject.clone(),
            task_ids: page.task_ids.clone(),
            split_level: page.split_level,
            created_at: page.created_at.clone(),
            updated_at: page.updated_at.clone(),
            content_hash: document.content_hash(),
            drifted: document.is_drifted(),
            description: page.description.clone(),
            verification_status: document.verification().map(|review| review.overall().to_owned()),
            sections: document.sections().iter().map(Into::into).collect(),
        }
    }
}

fn get(ctx: ToolContext<'_>, params: &GetParams) -> Result<ToolOutcome, InvalidArgument> {
    let format = params.format.unwrap_or_default();
    if matches!(format, Format::Section) && params.seq.is_none() {
        return Err(InvalidArgument::missing("seq", "the number of the section"));
    }
    Ok(finish(documents(ctx).and_then(|(reader, documents)| {
        let document = find(reader, &documents, &params.doc_id.0)?;
        let mut answer = GetAnswer { summary: document.into(), meta: None, body: None, section: None };
        match (format, params.seq) {
            (Format::Section, Some(seq)) => {
                let sections = document.sections();
                let section = sections.iter().find(|section| section.seq == seq).ok_or_else(|| {
                    let last = sections.last().map_or(0, |section| section.seq);
                    Reply::failure(format!("{} has no section {seq}. Its last one is {last}.", document.slug))
                })?;
                answer.section = Some(SectionAnswer { summary: section.into(), content: section.text.to_owned() });
            }
            (Format::Meta | Format::Section, _) => answer.meta = Some(document.into()),
            (Format::Full, _) => {
                answer.meta = Some(document.into());
                answer.body = Some(document.page.body.clone());
            }
        }
        Ok(Reply::value(json!(answer)))
    })))
}

#[derive(Deserialize, JsonSchema)]
struct ListParams {
    doc_type: Option<String>,
    /// all of them
    tags: Option<Vec<String>>,
    task_id: Option<String>,
    /// text to search for
    query: Option<String>,
    include_body: Option<bool>,
}

#[derive(Serialize, JsonSchema)]
struct ListAnswer {
    documents: Vec<ListRow>,
    total: usize,
}

#[derive(Serialize, JsonSchema)]
struct ListRow {
    #[serde(flatten)]
    summary: DocumentSummary,
    tags: Vec<String>,
    task_ids: Vec<String>,
    updated_at: String,
    section_count: usize,
    drifted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    body: Option<String>,
}

fn list(ctx: ToolContext<'_>, params: &ListParams) -> ToolOutcome {
    finish(documents(ctx).map(|(reader, documents)| {
        let query = params.query.as_deref().filter(|text| !text.trim().is_empty());
        let found: Vec<(&DocumentEntry, Option<f64>)> = match query {
            Some(text) => documents.search(text).into_iter().map(|(document, score)| (document, Some(score))).collect(),
            None => documents.all().iter().map(|document| (document, None)).collect(),
        };
        let of_task = params.task_id.as_deref().map(|id| {
            let links = reader.task(id).map(|task| task.fields().task_links.clone()).unwrap_or_default();
            documents.of_task(id, &links)
        });
        let is_wanted = |document: &DocumentEntry| {
            let page = &document.page;
            let has_tags = params.tags.iter().flatten().all(|tag| page.tags.contains(tag));
            let has_type = params.doc_type.as_ref().is_none_or(|doc_type| *doc_type == page.doc_type);
            let has_task = of_task.as_ref().is_none_or(|linked| linked.iter().any(|other| other.path == document.path));
            has_tags && has_type && has_task
        };
        let row = |(document, score): (&DocumentEntry, Option<f64>)| ListRow {
            summary: document.into(),
            tags: document.page.tags.clone(),
            task_ids: document.page.task_ids.clone(),
            updated_at: document.page.updated_at.clone(),
            section_count: document.sections().len(),
            drifted: document.is_drifted(),
            score: score.map(|score| (score * 1000.0).round() / 1000.0),
            body: params.include_body.unwrap_or(false).then(|| document.page.body.clone()),
        };
        let rows: Vec<ListRow> = found.into_iter().filter(|(document, _)| is_wanted(document)).map(row).collect();
        Reply::value(json!(ListAnswer { total: rows.len(), documents: rows }))
    }))
}

#[derive(Deserialize, JsonSchema)]
struct ReassembleParams {
    doc_id: RequiredText,
    #[schemars(extend("hidden" = true))]
    output_path: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct ReassembleAnswer {
    id: String,
    slug: String,
    body: String,
    drifted: bool,
}

fn reassemble(ctx: ToolContext<'_>, params: &ReassembleParams) -> Result<ToolOutcome, InvalidArgument> {
    if params.output_path.is_some() {
        let takes = "absent, because this tool writes no files; write the returned body yourself";
        return Err(InvalidArgument::new("output_path", takes));
    }
    Ok(finish(documents(ctx).and_then(|(reader, documents)| {
        let document = find(reader, &documents, &params.doc_id.0)?;
        Ok(Reply::value(json!(ReassembleAnswer {
            id: document.page.id.clone(),
            slug: document.slug.clone(),
            body: document.page.body.clone(),
            drifted: document.is_drifted(),
        })))
    })))
}
