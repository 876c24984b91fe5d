//! Documents: specifications and notes with sections, a review, and links to tasks.

pub mod analyze;
pub mod checklist;
pub mod delete;
pub mod get;
pub mod graph;
pub mod import;
pub mod list;
mod markdown_file;
pub mod query;
pub mod reassemble;
pub mod requirements;
pub mod review;
pub mod save;
pub mod trace;
pub mod tree;
pub mod update_section;
pub mod verify;
pub mod verify_status;

use handoff_engine::documents::{DocumentEntry, DocumentLookupError, Documents, Section};
use handoff_engine::{ProjectPart, ProjectReader};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::HandoffError;
use crate::ToolContext;
use crate::operations::common::{not_found, reader};
use crate::tool::Tool;

pub(super) const TOOLS: &[Tool] = &[
    Tool::of::<save::SaveDocument>(),
    Tool::of::<update_section::UpdateSection>(),
    Tool::of::<delete::DeleteDocument>(),
    Tool::of::<get::GetDocument>(),
    Tool::of::<list::ListDocuments>(),
    Tool::of::<reassemble::ReassembleDocument>(),
    Tool::of::<tree::ShowDocumentTree>(),
    Tool::of::<graph::ShowDocumentGraph>(),
    Tool::of::<trace::TraceDocument>(),
    Tool::of::<query::QuerySections>(),
    Tool::of::<verify::VerifyDocument>(),
    Tool::of::<verify_status::ShowReview>(),
    Tool::of::<requirements::ListRequirements>(),
    Tool::of::<analyze::AnalyzeFile>(),
    Tool::of::<import::ImportDocuments>(),
    Tool::of::<checklist::ShowChecklist>(),
];

/// The type of a document.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(description = "")]
pub enum DocumentType {
    Spec,
    Design,
    Adr,
    Guide,
    Note,
}

/// A document in a list.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DocumentSummary {
    pub id: String,
    pub slug: String,
    pub title: String,
    pub doc_type: String,
}

impl From<&DocumentEntry> for DocumentSummary {
    fn from(document: &DocumentEntry) -> DocumentSummary {
        DocumentSummary {
            id: document.page.id.clone(),
            slug: document.slug.clone(),
            title: document.page.title.clone(),
            doc_type: document.page.doc_type.clone(),
        }
    }
}

/// A section without its text.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SectionSummary {
    pub seq: u32,
    pub level: u32,
    pub heading: String,
    pub content_hash: String,
}

impl From<&Section<'_>> for SectionSummary {
    fn from(section: &Section<'_>) -> SectionSummary {
        SectionSummary {
            seq: section.seq,
            level: section.level,
            heading: section.heading.to_owned(),
            content_hash: section.text_hash(),
        }
    }
}

/// Returns the documents of the project.
fn documents(ctx: ToolContext<'_>) -> Result<(ProjectReader<'_>, Documents), HandoffError> {
    let reader = reader(ctx)?;
    Ok((reader, reader.documents()))
}

/// Returns the document with a slug or an ID, or a sentence with similar slugs.
fn find<'d>(reader: ProjectReader<'_>, documents: &'d Documents, key: &str) -> Result<&'d DocumentEntry, HandoffError> {
    documents.find(key).map_err(|error| match error {
        DocumentLookupError::Ambiguous => {
            HandoffError::refused(format!("Several documents have the ID {key}. Name one by its slug."))
        }
        DocumentLookupError::Unknown => {
            let (key_lower, all) = (key.to_lowercase(), documents.all().iter());
            let similar =
                all.map(|document| document.slug.as_str()).filter(|slug| strsim::jaro(slug, &key_lower) > 0.7);
            let similar: Vec<&str> = similar.take(5).collect();
            let text = match similar.as_slice() {
                [] => format!("There is no document {key}."),
                some => format!("There is no document {key}. Did you mean {}?", some.join(", ")),
            };
            not_found(reader, ProjectPart::Documents, text)
        }
    })
}

/// Returns the documents of the task with an ID: those that it links to, and those that name it.
fn of_task<'d>(reader: ProjectReader<'_>, documents: &'d Documents, id: &str) -> Vec<&'d DocumentEntry> {
    let links = reader.task(id).map(|task| task.fields().task_links.clone()).unwrap_or_default();
    documents.of_task(id, &links)
}

/// Rounds a score to three decimals.
fn round(score: f64) -> f64 {
    (score * 1000.0).round() / 1000.0
}
