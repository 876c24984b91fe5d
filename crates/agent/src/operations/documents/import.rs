//! Creates documents from Markdown files.

use handoff_protocol::agent::documents::{DocumentChange, DocumentPatch, NewDocument};
use handoff_protocol::{Command, FileAnswer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::markdown_file::{request, slug_of, text_of, title_of, type_of};
use super::{DocumentType, documents, save};
use crate::HandoffError;
use crate::InvalidArgument;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::params::{Object, RequiredText, name_of, output};
use crate::tool::ToolSet;

/// Creates documents from the answer of an analysis; all or none.
pub struct ImportDocuments;

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub analyzed: Analysis,
    /// other values for some of the files
    pub overrides: Option<Vec<Override>>,
    pub task_ids: Option<Vec<String>>,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Analysis {
    pub auto_resolved: Vec<ImportedFile>,
    // Not used: what handoff-mcp asks people about.
    #[schemars(extend("hidden" = true))]
    pub files_scanned: Option<usize>,
    #[schemars(extend("hidden" = true))]
    pub needs_review: Option<Vec<Object>>,
    #[schemars(extend("hidden" = true))]
    pub proposed_tree: Option<Object>,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct ImportedFile {
    pub file: RequiredText,
    pub slug: Option<String>,
    pub title: Option<String>,
    pub doc_type: Option<DocumentType>,
    /// read from the file if absent
    pub body: Option<String>,
    // What an analysis of handoff-mcp has besides.
    #[schemars(extend("hidden" = true))]
    pub suggested_slug: Option<String>,
    #[schemars(extend("hidden" = true))]
    pub tags: Option<Vec<String>>,
    #[schemars(extend("hidden" = true))]
    pub scope_paths: Option<Vec<String>>,
    #[schemars(extend("hidden" = true))]
    pub confidence: Option<f64>,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Override {
    pub file: RequiredText,
    pub slug: Option<String>,
    pub title: Option<String>,
    pub doc_type: Option<DocumentType>,
    pub tags: Option<Vec<String>>,
    pub scope_paths: Option<Vec<String>>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub imported: Vec<ImportedDocument>,
    // The keys of handoff-mcp.
    pub imported_count: usize,
    pub documents: Vec<DocumentRow>,
    pub warnings: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct ImportedDocument {
    pub file: String,
    pub id: String,
    pub slug: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct DocumentRow {
    pub doc_id: String,
    pub slug: String,
    pub title: String,
    pub section_count: usize,
}

impl Operation for ImportDocuments {
    const DEFINITION: Definition = Definition {
        name: "handoff_doc_import",
        title: "Import documents",
        description: "Create documents from the answer of handoff_doc_analyze; all or none.",
        set: ToolSet::Docs,
        effect: Effect::Adds,
    };
    const OUTPUT: Option<fn() -> Value> = Some(output::<Object>);
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let files = &params.analyzed.auto_resolved;
        if files.is_empty() {
            return Err(InvalidArgument::new("analyzed.auto_resolved", "a list with at least one file").into());
        }
        let unread = files.iter().filter(|file| file.body.is_none());
        let requests = unread.map(|file| request(&file.file.0)).collect();
        shell.read(|ctx| documents(ctx).map(|_| ())).await?;
        let answers = shell.files(requests).await;
        let documents = new_documents(params, answers)?;
        let origins: Vec<(String, String)> = documents.iter().map(origin).collect();
        let change = DocumentChange::Create { documents };
        let done = shell.commit(Command::ChangeDocuments { change }).await?;
        let created = origins.into_iter().zip(done.created);
        let imported = created.map(|((file, slug), id)| ImportedDocument { file, id, slug });
        let imported: Vec<ImportedDocument> = imported.collect();
        Ok(shell.read(move |ctx| answer(ctx, imported)).await?.into())
    }
}

fn answer(ctx: ToolContext<'_>, imported: Vec<ImportedDocument>) -> Result<Answer, HandoffError> {
    let saved = imported.iter().map(|document| save::Answer::read(ctx, &document.id));
    let saved = saved.collect::<Result<Vec<save::Answer>, HandoffError>>()?;
    let mut warnings: Vec<String> = saved.iter().flat_map(|document| document.warnings.clone()).collect();
    warnings.dedup();
    let row = |document: save::Answer| {
        let save::Answer { doc_id, slug, title, section_count, .. } = document;
        DocumentRow { doc_id, slug, title, section_count }
    };
    Ok(Answer { imported_count: imported.len(), imported, documents: saved.into_iter().map(row).collect(), warnings })
}

/// Returns the file and the slug of a new document.
fn origin(document: &NewDocument) -> (String, String) {
    (document.original_path.clone().unwrap_or_default(), document.slug.clone())
}

/// Returns the documents to create. `answers` are the files without a body.
fn new_documents(params: Params, answers: Vec<FileAnswer>) -> Result<Vec<NewDocument>, HandoffError> {
    let Params { analyzed, overrides, task_ids } = params;
    let mut overrides = overrides.unwrap_or_default();
    let mut answers = answers.into_iter();
    let mut new: Vec<NewDocument> = Vec::new();
    for file in analyzed.auto_resolved {
        let path = file.file.0;
        let body = file.body.map_or_else(|| text_of(&path, answers.next()), Ok)?;
        let index = overrides.iter().position(|other| other.file.0 == path);
        let other = index.map(|index| overrides.remove(index));
        let (slug, title, doc_type, tags, scope_paths) = other
            .map(|other| (other.slug, other.title, other.doc_type, other.tags, other.scope_paths))
            .unwrap_or_default();
        let slug = slug.or(file.slug).or(file.suggested_slug).unwrap_or_else(|| slug_of(&path));
        let title = title.or(file.title).unwrap_or_else(|| title_of(&body, &slug));
        let doc_type = doc_type.or(file.doc_type).map_or_else(|| type_of(&path).to_owned(), name_of);
        let fields = DocumentPatch {
            title: Some(title),
            doc_type: Some(doc_type),
            tags: tags.or(file.tags),
            scope_paths: scope_paths.or(file.scope_paths),
            task_ids: task_ids.clone(),
            ..DocumentPatch::default()
        };
        new.push(NewDocument { slug, body, patch: fields, original_path: Some(path) });
    }
    Ok(new)
}
