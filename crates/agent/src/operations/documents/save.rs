//! Creates a document, or changes one.

use handoff_engine::ProjectReader;
use handoff_engine::documents::{DocumentEntry, Documents};
use handoff_protocol::Command;
use handoff_protocol::agent::documents::{BodyChange, DocumentChange, DocumentPatch, DocumentRelation, NewDocument};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{DocumentType, SectionSummary, documents, find};
use crate::HandoffError;
use crate::InvalidArgument;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::params::{Change, RequiredText, name_of, require};
use crate::tool::ToolSet;

/// Creates a document, or changes the one that is named.
pub struct SaveDocument;

#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    /// ID or slug of an existing document
    pub doc_id: Option<String>,
    /// names the file of a new one: a-z, 0-9, -
    pub slug: Option<String>,
    pub title: Option<String>,
    /// the whole Markdown
    pub body: Option<String>,
    /// Markdown to add at the end instead
    pub append_body: Option<String>,
    /// before the added text; an empty line by default
    pub separator: Option<String>,
    pub doc_type: Option<DocumentType>,
    pub tags: Option<Vec<String>>,
    /// path parts that it applies to
    pub scope_paths: Option<Vec<String>>,
    /// null removes it
    #[serde(default, skip_serializing_if = "Change::is_keep")]
    pub parent_id: Change<String>,
    pub task_ids: Option<Vec<String>>,
    pub related: Option<Vec<RelatedParams>>,
    /// deepest heading that begins a section
    pub split_level: Option<u32>,
    pub auto_inject: Option<Injection>,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct RelatedParams {
    pub id: RequiredText,
    pub rel: Relation,
}

#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Relation {
    Supersedes,
    References,
    Implements,
    Extends,
    Conflicts,
}

/// How much of a document is sent without a request.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(description = "")]
pub enum Injection {
    Auto,
    Full,
    Outline,
    None,
}

/// A document that was saved. `doc_id` and `section_count` are the keys of `handoff-mcp`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub id: String,
    pub doc_id: String,
    pub slug: String,
    pub title: String,
    pub doc_type: String,
    pub path: String,
    pub content_hash: String,
    pub section_count: usize,
    pub sections: Vec<SectionSummary>,
    pub warnings: Vec<String>,
}

impl Answer {
    /// Reads the document with an ID.
    pub(super) fn read(ctx: ToolContext<'_>, id: &str) -> Result<Answer, HandoffError> {
        let (reader, documents) = documents(ctx)?;
        let document = find(reader, &documents, id)?;
        let sections: Vec<SectionSummary> = document.sections().iter().map(Into::into).collect();
        Ok(Answer {
            id: document.page.id.clone(),
            doc_id: document.page.id.clone(),
            slug: document.slug.clone(),
            title: document.page.title.clone(),
            doc_type: document.page.doc_type.clone(),
            path: document.path.clone(),
            content_hash: document.content_hash(),
            section_count: sections.len(),
            sections,
            warnings: missing_records(reader, &documents, document),
        })
    }
}

/// Returns a sentence for each kind of record that a document names and that does not exist.
fn missing_records(reader: ProjectReader<'_>, documents: &Documents, document: &DocumentEntry) -> Vec<String> {
    let page = &document.page;
    let is_missing = |id: &&String| documents.with_id(id).is_err();
    let related = page.related.iter().map(|related| &related.id);
    let other: Vec<&str> = related.chain(&page.parent_id).filter(is_missing).map(String::as_str).collect();
    let tasks = page.task_ids.iter().filter(|id| reader.task(id).is_err());
    let tasks: Vec<&str> = tasks.map(String::as_str).collect();
    let named = [("task", tasks), ("document", other)].into_iter().filter(|(_, ids)| !ids.is_empty());
    named.map(|(kind, ids)| format!("It names what does not exist: {kind} {}.", ids.join(", "))).collect()
}

impl Operation for SaveDocument {
    const DEFINITION: Definition = Definition {
        name: "handoff_doc_save",
        title: "Save a document",
        description: "Create a document, or change the one with doc_id. What is not given is kept.",
        set: ToolSet::Docs,
        effect: Effect::Changes,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let change = shell.read(|ctx| plan(ctx, params)).await?;
        let id = shell.commit(Command::ChangeDocuments { change }).await?.first_id()?;
        let answer = shell.read(move |ctx| Answer::read(ctx, &id)).await?;
        Ok(answer.into())
    }
}

/// Returns the change that creates the document, or that changes the one with `doc_id`.
fn plan(ctx: ToolContext<'_>, params: Params) -> Result<DocumentChange, HandoffError> {
    let body = body_change(params.body, params.append_body, params.separator)?;
    let (reader, documents) = documents(ctx)?;
    // Slugs name documents in calls. Files name them by ID.
    let to_id = |key: String| documents.find(&key).map_or(key, |document| document.page.id.clone());
    let patch = DocumentPatch {
        title: params.title,
        doc_type: params.doc_type.map(name_of),
        tags: params.tags,
        scope_paths: params.scope_paths,
        parent_id: params.parent_id.into_option().map(Option::unwrap_or_default).map(to_id),
        related: params.related.map(|related| related.into_iter().map(Into::into).collect()),
        auto_inject: params.auto_inject.map(name_of),
        task_ids: params.task_ids,
        split_level: params.split_level,
    };
    if let Some(key) = params.doc_id {
        let id = find(reader, &documents, &key)?.page.id.clone();
        return Ok(DocumentChange::Update { id, patch, body });
    }
    let slug = require("slug", params.slug.as_deref())?.to_owned();
    require("title", patch.title.as_deref())?;
    let Some(BodyChange::Replace { text: body }) = body else {
        return Err(InvalidArgument::missing("body", "the Markdown of a new document").into());
    };
    Ok(DocumentChange::Create { documents: vec![NewDocument { slug, body, patch, original_path: None }] })
}

/// Returns the change of the Markdown; `None` if it is kept.
fn body_change(
    body: Option<String>,
    append_body: Option<String>,
    separator: Option<String>,
) -> Result<Option<BodyChange>, InvalidArgument> {
    match (body, append_body) {
        (Some(_), Some(_)) => Err(InvalidArgument::new("append_body", "absent if body is given")),
        (Some(text), None) => Ok(Some(BodyChange::Replace { text })),
        (None, Some(text)) => {
            let separator = separator.unwrap_or_else(|| "\n\n".to_owned());
            Ok(Some(BodyChange::Append { text, separator }))
        }
        (None, None) => Ok(None),
    }
}

impl From<RelatedParams> for DocumentRelation {
    fn from(RelatedParams { id: RequiredText(id), rel }: RelatedParams) -> DocumentRelation {
        DocumentRelation { id, rel: name_of(rel) }
    }
}
