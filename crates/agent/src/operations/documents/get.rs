//! Returns one document.

use std::collections::BTreeMap;

use handoff_engine::documents::DocumentEntry;
use handoff_format::RelatedPage;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{DocumentSummary, SectionSummary, documents, find};
use crate::HandoffError;
use crate::InvalidArgument;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::params::{Object, RequiredText};
use crate::tool::ToolSet;

/// Returns a document: all of it, its fields and outline, or one section.
pub struct GetDocument;

#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    #[default]
    Full,
    Meta,
    Section,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    /// ID or slug
    pub doc_id: RequiredText,
    pub format: Option<Format>,
    /// number of the section, for the format section
    pub seq: Option<u32>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    #[serde(flatten)]
    pub summary: DocumentSummary,
    /// All fields, unless only a section was requested.
    #[serde(flatten)]
    pub meta: Option<Meta>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    #[serde(flatten)]
    pub section: Option<SectionAnswer>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Meta {
    pub path: String,
    pub tags: Vec<String>,
    pub scope_paths: Vec<String>,
    // An optional member of a flattened struct: its type would not include null.
    #[schemars(with = "serde_json::Value")]
    pub parent_id: Option<String>,
    pub children: Vec<String>,
    #[schemars(with = "Vec<BTreeMap<String, String>>")]
    pub related: Vec<RelatedDocument>,
    pub auto_inject: Option<String>,
    pub task_ids: Vec<String>,
    pub split_level: u64,
    pub section_count: usize,
    pub created_at: String,
    pub updated_at: String,
    pub content_hash: String,
    pub drifted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verification_status: Option<String>,
    pub sections: Vec<SectionSummary>,
}

/// A document that another one names.
#[derive(Debug, Serialize)]
pub struct RelatedDocument {
    pub id: String,
    pub rel: String,
}

/// A section under the keys of `handoff-mcp`, whose text is the `body`. `section` has its older names.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SectionAnswer {
    pub doc_id: String,
    #[serde(flatten)]
    pub summary: SectionSummary,
    #[schemars(with = "Object")]
    pub section: SectionText,
}

#[derive(Debug, Serialize)]
pub struct SectionText {
    #[serde(flatten)]
    pub summary: SectionSummary,
    pub content: String,
}

impl From<&RelatedPage> for RelatedDocument {
    fn from(other: &RelatedPage) -> RelatedDocument {
        RelatedDocument { id: other.id.clone(), rel: other.rel.clone() }
    }
}

impl From<&DocumentEntry> for Meta {
    fn from(document: &DocumentEntry) -> Meta {
        let page = &document.page;
        Meta {
            path: document.path.clone(),
            tags: page.tags.clone(),
            scope_paths: page.scope_paths.clone(),
            parent_id: page.parent_id.clone(),
            children: page.children.clone(),
            related: page.related.iter().map(Into::into).collect(),
            auto_inject: page.auto_inject.clone(),
            task_ids: page.task_ids.clone(),
            split_level: page.split_level,
            section_count: document.sections().len(),
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

impl Operation for GetDocument {
    const DEFINITION: Definition = Definition {
        name: "handoff_doc_get",
        title: "Get a document",
        description: "A document: all of it, its fields and outline, or one section.",
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
    let format = params.format.unwrap_or_default();
    if matches!(format, Format::Section) && params.seq.is_none() {
        return Err(InvalidArgument::missing("seq", "the number of the section").into());
    }
    let (reader, documents) = documents(ctx)?;
    let document = find(reader, &documents, &params.doc_id.0)?;
    let answer = Answer { summary: document.into(), meta: None, body: None, section: None };
    Ok(match (format, params.seq) {
        (Format::Section, Some(seq)) => {
            let section = section(document, seq)?;
            Answer { body: Some(section.section.content.clone()), section: Some(section), ..answer }
        }
        (Format::Meta | Format::Section, _) => Answer { meta: Some(document.into()), ..answer },
        (Format::Full, _) => Answer { meta: Some(document.into()), body: Some(document.page.body.clone()), ..answer },
    })
}

fn section(document: &DocumentEntry, seq: u32) -> Result<SectionAnswer, HandoffError> {
    let sections = document.sections();
    let section = sections.iter().find(|section| section.seq == seq).ok_or_else(|| {
        let last = sections.last().map_or(0, |section| section.seq);
        HandoffError::refused(format!("{} has no section {seq}. Its last one is {last}.", document.slug))
    })?;
    let content = section.text.to_owned();
    let doc_id = document.page.id.clone();
    Ok(SectionAnswer { doc_id, summary: section.into(), section: SectionText { summary: section.into(), content } })
}
