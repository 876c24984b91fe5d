//! Creates documents from Markdown files.

use handoff_protocol::agent::documents::{DocumentChange, DocumentPatch, NewDocument};
use handoff_protocol::{Command, FileAnswer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::markdown_file::{request, slug_of, text_of, title_of, type_of};
use super::{DocumentType, documents};
use crate::HandoffError;
use crate::InvalidArgument;
use crate::Shell;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::params::{RequiredText, name_of};
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
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct ImportedFile {
    pub file: RequiredText,
    pub slug: Option<String>,
    pub title: Option<String>,
    pub doc_type: Option<DocumentType>,
    /// read from the file if absent
    pub body: Option<String>,
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
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct ImportedDocument {
    pub file: String,
    pub id: String,
    pub slug: String,
}

impl Operation for ImportDocuments {
    const DEFINITION: Definition = Definition {
        name: "handoff_doc_import",
        title: "Import documents",
        description: "Create documents from the answer of handoff_doc_analyze; all or none.",
        set: ToolSet::Docs,
        effect: Effect::Adds,
    };
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
        Ok(Answer { imported: imported.collect() }.into())
    }
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
        let slug = slug.or(file.slug).unwrap_or_else(|| slug_of(&path));
        let title = title.or(file.title).unwrap_or_else(|| title_of(&body, &slug));
        let doc_type = doc_type.or(file.doc_type).map_or_else(|| type_of(&path).to_owned(), name_of);
        let fields = DocumentPatch {
            title: Some(title),
            doc_type: Some(doc_type),
            tags,
            scope_paths,
            task_ids: task_ids.clone(),
            ..DocumentPatch::default()
        };
        new.push(NewDocument { slug, body, patch: fields, original_path: Some(path) });
    }
    Ok(new)
}
