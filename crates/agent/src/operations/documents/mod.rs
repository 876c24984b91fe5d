//! Tools for documents: specifications and notes with sections, a review, and links to tasks.

pub(super) mod checklist;
pub(super) mod import;
pub(super) mod query;
pub(super) mod read;
pub(super) mod relations;
pub(super) mod review;
pub(super) mod save;

use handoff_engine::documents::{DocumentEntry, DocumentLookupError, Documents, Section};
use handoff_engine::{ProjectPart, ProjectReader};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Reply;
use crate::ToolContext;
use crate::operations::common::{not_found, reader};

/// The type of a document.
#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(description = "")]
pub(super) enum DocumentType {
    Spec,
    Design,
    Adr,
    Guide,
    Note,
}

/// How much of a document is sent without a request.
#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(description = "")]
pub(super) enum Injection {
    Auto,
    Full,
    Outline,
    None,
}

/// A document in a list.
#[derive(Serialize, JsonSchema)]
pub(super) struct DocumentSummary {
    id: String,
    slug: String,
    title: String,
    doc_type: String,
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
#[derive(Serialize, JsonSchema)]
pub(super) struct SectionSummary {
    seq: u32,
    level: u32,
    heading: String,
    content_hash: String,
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
fn documents(ctx: ToolContext<'_>) -> Result<(ProjectReader<'_>, Documents), Reply> {
    let reader = reader(ctx)?;
    Ok((reader, reader.documents()))
}

/// Returns the document with a slug or an ID, or a sentence with similar slugs.
fn find<'d>(reader: ProjectReader<'_>, documents: &'d Documents, key: &str) -> Result<&'d DocumentEntry, Reply> {
    documents.find(key).map_err(|error| match error {
        DocumentLookupError::Ambiguous => {
            Reply::failure(format!("Several documents have the ID {key}. Name one by its slug."))
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
