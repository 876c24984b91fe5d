//! Tools that turn Markdown files of the project into documents.

use handoff_format::Value;
use handoff_protocol::Command;
use handoff_protocol::agent::documents::{DocumentChange, DocumentPatch, NewDocument};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{DocumentType, documents};
use crate::FileAnswer;
use crate::FileRequest;
use crate::InvalidArgument;
use crate::PathProbe;
use crate::Reply;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::operation::Effect;
use crate::params::{RequiredText, input, name_of, output, parse};
use crate::tool::{Tool, ToolSet, Work};

pub(in crate::operations) const TOOLS: &[Tool] = &[
    Tool {
        name: "handoff_doc_analyze",
        title: "Propose a document from a file",
        description: "What handoff_doc_import would create from a Markdown file of the project. Writes nothing.",
        set: ToolSet::Docs,
        effect: Effect::Reads,
        input: input::<AnalyzeParams>,
        output: Some(output::<AnalyzeAnswer>),
        work: Work::Steps(|ctx, arguments| Ok(analyze(ctx, &parse(arguments)?))),
    },
    Tool {
        name: "handoff_doc_import",
        title: "Import documents",
        description: "Create documents from the answer of handoff_doc_analyze; all or none.",
        set: ToolSet::Docs,
        effect: Effect::Adds,
        input: input::<ImportParams>,
        output: Some(output::<ImportAnswer>),
        work: Work::Steps(|ctx, arguments| import(ctx, parse(arguments)?)),
    },
];

/// The maximum length of a slug.
const MAX_SLUG_LENGTH: usize = 60;

#[derive(Deserialize, JsonSchema)]
struct AnalyzeParams {
    /// a Markdown file, relative to the project's folder
    path: RequiredText,
}

#[derive(Serialize, JsonSchema)]
struct AnalyzeAnswer {
    auto_resolved: Vec<ProposedDocument>,
}

#[derive(Serialize, JsonSchema)]
struct ProposedDocument {
    file: String,
    slug: String,
    title: String,
    doc_type: String,
    /// The existing document with this slug.
    #[serde(skip_serializing_if = "Option::is_none")]
    taken_by: Option<String>,
    body: String,
}

fn request(path: &str) -> FileRequest {
    FileRequest { path: path.to_owned(), since: None }
}

/// Returns the text of a file, or the reason why there is none.
fn text_of(path: &str, answer: Option<FileAnswer>) -> Result<String, Reply> {
    let problem = match answer.map(|answer| answer.found) {
        Some(PathProbe::File(bytes)) => match String::from_utf8(bytes) {
            Ok(text) => return Ok(text),
            Err(_) => "is not UTF-8 text",
        },
        Some(PathProbe::Folder) => "is a folder. Name one file",
        Some(PathProbe::Gone) | None => "does not exist",
        Some(PathProbe::Closed) => "was not read: it is outside of the project, too large, or behind a link",
    };
    Err(Reply::failure(format!("{path} {problem}.")))
}

fn analyze(ctx: ToolContext<'_>, params: &AnalyzeParams) -> ToolOutcome {
    if let Err(failure) = documents(ctx) {
        return ToolOutcome::Done(failure);
    }
    let path = params.path.0.clone();
    ToolOutcome::files(ctx, vec![request(&path)], move |ctx, answers| {
        let answer = text_of(&path, answers.into_iter().next()).and_then(|body| {
            let (_, documents) = documents(ctx)?;
            let slug = slug_of(&path);
            let taken_by = documents.all().iter().find(|document| document.slug == slug);
            Ok(AnalyzeAnswer {
                auto_resolved: vec![ProposedDocument {
                    title: title_of(&body, &slug),
                    doc_type: type_of(&path).to_owned(),
                    taken_by: taken_by.map(|document| document.page.id.clone()),
                    file: path,
                    slug,
                    body,
                }],
            })
        });
        ToolOutcome::Done(answer.map_or_else(|failure| failure, |answer| Reply::value(json!(answer))))
    })
}

/// Returns a slug from the name of a file.
fn slug_of(path: &str) -> String {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let mut slug = String::new();
    for character in stem.chars().flat_map(char::to_lowercase) {
        if character.is_ascii_lowercase() || character.is_ascii_digit() {
            slug.push(character);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.truncate(MAX_SLUG_LENGTH);
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() { "document".to_owned() } else { slug.to_owned() }
}

/// Returns the first heading of level 1, or the slug without one.
fn title_of(body: &str, slug: &str) -> String {
    let heading = body.lines().find_map(|line| line.strip_prefix("# ")).map(str::trim);
    heading.filter(|title| !title.is_empty()).unwrap_or(slug).to_owned()
}

/// Returns the type that the path of a file shows.
fn type_of(path: &str) -> &'static str {
    let path = path.to_lowercase();
    let types = [("adr", "adr"), ("spec", "spec"), ("design", "design"), ("guide", "guide")];
    types.into_iter().find(|(part, _)| path.contains(part)).map_or("note", |(_, doc_type)| doc_type)
}

#[derive(Deserialize, JsonSchema)]
struct ImportParams {
    analyzed: Analyzed,
    /// other values for some of the files
    overrides: Option<Vec<Override>>,
    task_ids: Option<Vec<String>>,
}

#[derive(Deserialize, JsonSchema)]
struct Analyzed {
    auto_resolved: Vec<ImportedFile>,
}

#[derive(Deserialize, JsonSchema)]
struct ImportedFile {
    file: RequiredText,
    slug: Option<String>,
    title: Option<String>,
    doc_type: Option<DocumentType>,
    /// read from the file if absent
    body: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
struct Override {
    file: RequiredText,
    slug: Option<String>,
    title: Option<String>,
    doc_type: Option<DocumentType>,
    tags: Option<Vec<String>>,
    scope_paths: Option<Vec<String>>,
}

#[derive(Serialize, JsonSchema)]
struct ImportAnswer {
    imported: Vec<ImportedDocument>,
}

#[derive(Serialize, JsonSchema)]
struct ImportedDocument {
    file: String,
    id: String,
    slug: String,
}

fn import(ctx: ToolContext<'_>, params: ImportParams) -> Result<ToolOutcome, InvalidArgument> {
    if params.analyzed.auto_resolved.is_empty() {
        return Err(InvalidArgument::new("analyzed.auto_resolved", "a list with at least one file"));
    }
    if let Err(failure) = documents(ctx) {
        return Ok(ToolOutcome::Done(failure));
    }
    let unread = params.analyzed.auto_resolved.iter().filter(|file| file.body.is_none());
    let requests = unread.map(|file| request(&file.file.0)).collect();
    Ok(ToolOutcome::files(ctx, requests, move |_, answers| create(params, answers)))
}

/// Creates the documents. `answers` are the files without a body.
fn create(params: ImportParams, answers: Vec<FileAnswer>) -> ToolOutcome {
    let ImportParams { analyzed, overrides, task_ids } = params;
    let mut overrides = overrides.unwrap_or_default();
    let mut answers = answers.into_iter();
    let mut new: Vec<NewDocument> = Vec::new();
    for file in analyzed.auto_resolved {
        let path = file.file.0;
        let body = match file.body.map_or_else(|| text_of(&path, answers.next()), Ok) {
            Ok(body) => body,
            Err(failure) => return ToolOutcome::Done(failure),
        };
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
    let names: Vec<(String, String)> = new
        .iter()
        .map(|document| (document.original_path.clone().unwrap_or_default(), document.slug.clone()))
        .collect();
    let change = DocumentChange::Create { documents: new };
    ToolOutcome::commit(Command::ChangeDocuments { change }, move |_, ids| {
        let imported = names.into_iter().zip(ids).map(|((file, slug), id)| ImportedDocument { file, id, slug });
        let answer: Value = json!(ImportAnswer { imported: imported.collect() });
        Reply::value(answer)
    })
}
