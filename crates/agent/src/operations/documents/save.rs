//! Tools that save and delete documents.

use handoff_protocol::Command;
use handoff_protocol::agent::documents::{BodyChange, DocumentChange, DocumentPatch, DocumentRelation, NewDocument};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{DocumentType, Injection, SectionSummary, documents, find};
use crate::InvalidArgument;
use crate::Reply;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::operation::Effect;
use crate::params::{Change, RequiredText, input, name_of, output, parse, require};
use crate::tool::{Tool, ToolSet, Work};

pub(in crate::operations) const TOOLS: &[Tool] = &[
    Tool {
        name: "handoff_doc_save",
        title: "Save a document",
        description: "Create a document, or change the one with doc_id. What is not given is kept.",
        set: ToolSet::Docs,
        effect: Effect::Changes,
        input: input::<SaveParams>,
        output: Some(output::<SaveAnswer>),
        work: Work::Steps(|ctx, arguments| save(ctx, parse(arguments)?)),
    },
    Tool {
        name: "handoff_doc_update_section",
        title: "Change a section",
        description: "Replace one section of a document with its heading; an empty text removes it.",
        set: ToolSet::Docs,
        effect: Effect::Changes,
        input: input::<SectionParams>,
        output: Some(output::<SaveAnswer>),
        work: Work::Steps(|ctx, arguments| Ok(update_section(ctx, parse(arguments)?))),
    },
    Tool {
        name: "handoff_doc_delete",
        title: "Delete a document",
        description: "Move a document to the trash and unlink its tasks, parent and children.",
        set: ToolSet::Docs,
        effect: Effect::Removes,
        input: input::<DeleteParams>,
        output: Some(output::<DeleteAnswer>),
        work: Work::Steps(|ctx, arguments| Ok(delete(ctx, &parse(arguments)?))),
    },
];

#[derive(Deserialize, JsonSchema)]
struct SaveParams {
    /// ID or slug of an existing document
    doc_id: Option<String>,
    /// names the file of a new one: a-z, 0-9, -
    slug: Option<String>,
    title: Option<String>,
    /// the whole Markdown
    body: Option<String>,
    /// Markdown to add at the end instead
    append_body: Option<String>,
    /// before the added text; an empty line by default
    separator: Option<String>,
    doc_type: Option<DocumentType>,
    tags: Option<Vec<String>>,
    /// path parts that it applies to
    scope_paths: Option<Vec<String>>,
    /// null removes it
    #[serde(default)]
    parent_id: Change<String>,
    task_ids: Option<Vec<String>>,
    related: Option<Vec<RelatedParams>>,
    /// deepest heading that begins a section
    split_level: Option<u32>,
    auto_inject: Option<Injection>,
}

#[derive(Deserialize, JsonSchema)]
struct RelatedParams {
    id: RequiredText,
    rel: Relation,
}

#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(description = "")]
enum Relation {
    Supersedes,
    References,
    Implements,
    Extends,
    Conflicts,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct SaveAnswer {
    id: String,
    slug: String,
    path: String,
    content_hash: String,
    sections: Vec<SectionSummary>,
}

impl SaveAnswer {
    /// Returns the reply about a saved document.
    pub(super) fn reply(ctx: ToolContext<'_>, id: &str) -> Reply {
        let answer = documents(ctx).and_then(|(reader, documents)| {
            let document = find(reader, &documents, id)?;
            let sections = document.sections().iter().map(Into::into).collect();
            Ok(SaveAnswer {
                id: document.page.id.clone(),
                slug: document.slug.clone(),
                path: document.path.clone(),
                content_hash: document.content_hash(),
                sections,
            })
        });
        answer.map_or_else(|failure| failure, |answer| Reply::value(json!(answer)))
    }
}

fn save(ctx: ToolContext<'_>, params: SaveParams) -> Result<ToolOutcome, InvalidArgument> {
    let body = match (params.body, params.append_body) {
        (Some(_), Some(_)) => return Err(InvalidArgument::new("append_body", "absent if body is given")),
        (Some(text), None) => Some(BodyChange::Replace { text }),
        (None, Some(text)) => {
            Some(BodyChange::Append { text, separator: params.separator.unwrap_or_else(|| "\n\n".to_owned()) })
        }
        (None, None) => None,
    };
    let related = params.related.map(|related| {
        related.into_iter().map(|other| DocumentRelation { id: other.id.0, rel: name_of(other.rel) }).collect()
    });
    let patch = DocumentPatch {
        title: params.title,
        doc_type: params.doc_type.map(name_of),
        tags: params.tags,
        scope_paths: params.scope_paths,
        parent_id: params.parent_id.into_option().map(Option::unwrap_or_default),
        related,
        auto_inject: params.auto_inject.map(name_of),
        task_ids: params.task_ids,
        split_level: params.split_level,
    };
    let (reader, documents) = match documents(ctx) {
        Ok(found) => found,
        Err(failure) => return Ok(ToolOutcome::Done(failure)),
    };
    // Slugs name documents in calls. Files name them by ID.
    let to_id = |key: String| documents.find(&key).map_or(key, |document| document.page.id.clone());
    let patch = DocumentPatch { parent_id: patch.parent_id.map(to_id), ..patch };
    let change = if let Some(id) = params.doc_id {
        match find(reader, &documents, &id) {
            Ok(document) => DocumentChange::Update { id: document.page.id.clone(), patch, body },
            Err(failure) => return Ok(ToolOutcome::Done(failure)),
        }
    } else {
        let slug = require("slug", params.slug.as_deref())?.to_owned();
        require("title", patch.title.as_deref())?;
        let Some(BodyChange::Replace { text: body }) = body else {
            return Err(InvalidArgument::missing("body", "the Markdown of a new document"));
        };
        DocumentChange::Create { documents: vec![NewDocument { slug, body, patch, original_path: None }] }
    };
    Ok(ToolOutcome::commit_record(Command::ChangeDocuments { change }, |ctx, id| SaveAnswer::reply(ctx, &id)))
}

#[derive(Deserialize, JsonSchema)]
struct SectionParams {
    doc_id: RequiredText,
    /// 0 is the text before the first heading
    seq: u32,
    new_content: String,
    /// hash of the section as it was read
    expected_hash: Option<String>,
}

fn update_section(ctx: ToolContext<'_>, params: SectionParams) -> ToolOutcome {
    let SectionParams { doc_id: RequiredText(key), seq, new_content: text, expected_hash } = params;
    let id = documents(ctx).and_then(|(reader, documents)| Ok(find(reader, &documents, &key)?.page.id.clone()));
    let body = Some(BodyChange::Section { seq, text, expected_hash });
    match id {
        Ok(id) => {
            let change = DocumentChange::Update { id, patch: DocumentPatch::default(), body };
            ToolOutcome::commit_record(Command::ChangeDocuments { change }, |ctx, id| SaveAnswer::reply(ctx, &id))
        }
        Err(failure) => ToolOutcome::Done(failure),
    }
}

#[derive(Deserialize, JsonSchema)]
struct DeleteParams {
    doc_id: RequiredText,
}

#[derive(Serialize, JsonSchema)]
struct DeleteAnswer {
    deleted: bool,
    id: String,
    slug: String,
}

fn delete(ctx: ToolContext<'_>, params: &DeleteParams) -> ToolOutcome {
    let answer = documents(ctx).and_then(|(reader, documents)| {
        let document = find(reader, &documents, &params.doc_id.0)?;
        Ok(DeleteAnswer { deleted: true, id: document.page.id.clone(), slug: document.slug.clone() })
    });
    match answer {
        Ok(answer) => {
            let change = DocumentChange::Delete { id: answer.id.clone() };
            ToolOutcome::commit(Command::ChangeDocuments { change }, move |_, _| Reply::value(json!(answer)))
        }
        Err(failure) => ToolOutcome::Done(failure),
    }
}
