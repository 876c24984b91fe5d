//! Creates and changes the review of a document.

use handoff_engine::ProjectReader;
use handoff_engine::documents::DocumentEntry;
use handoff_protocol::Command;
use handoff_protocol::agent::documents::{CodeReference, DocumentChange, ReviewedItem, VerificationAct};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::review::Review;
use super::{documents, find};
use crate::HandoffError;
use crate::InvalidArgument;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::params::{Object, RequiredText, name_of, output, require};
use crate::tool::ToolSet;

/// Creates and changes the review of a document, or suggests the code that its sections are about.
pub struct VerifyDocument;

/// Numbers of sections. A single one needs no brackets.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(from = "OneOrSeveral")]
pub struct Numbers(pub Vec<u32>);

fn numbers(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "array", "items": {"type": "integer", "format": "uint32"}, "single": true})
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrSeveral {
    One(u32),
    Several(Vec<u32>),
}

impl From<OneOrSeveral> for Numbers {
    fn from(given: OneOrSeveral) -> Numbers {
        match given {
            OneOrSeveral::One(seq) => Numbers(vec![seq]),
            OneOrSeveral::Several(seqs) => Numbers(seqs),
        }
    }
}

#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    Generate,
    Check,
    CheckAll,
    Skip,
    Sync,
    SetRefs,
    AddItem,
    SuggestRefs,
}

#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reviewer {
    Ai,
    User,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub doc_id: RequiredText,
    pub action: Action,
    /// for generate
    pub skip_seqs: Option<Vec<u32>>,
    /// number of the section; several for check
    #[serde(default)]
    #[schemars(schema_with = "numbers")]
    pub fragment_seq: Option<Numbers>,
    /// index of a requirement inside the section
    pub sub_item_index: Option<u32>,
    /// of a requirement to add to the section
    pub description: Option<String>,
    /// of an item about the whole document
    pub label: Option<String>,
    pub category: Option<String>,
    pub reviewer: Option<Reviewer>,
    pub notes: Option<String>,
    pub impl_refs: Option<Vec<RefParams>>,
    pub test_refs: Option<Vec<RefParams>>,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct RefParams {
    pub path: RequiredText,
    pub lines: Option<String>,
    pub label: Option<String>,
}

impl From<RefParams> for CodeReference {
    fn from(params: RefParams) -> CodeReference {
        CodeReference { path: params.path.0, lines: params.lines, label: params.label }
    }
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Answer {
    /// The review after its change.
    Review(Review),
    Suggestions(Suggestions),
}

/// Paths that may implement a document.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Suggestions {
    pub id: String,
    pub sections: Vec<SectionSuggestion>,
    /// Paths that its tasks link to.
    pub task_links: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct SectionSuggestion {
    pub fragment_seq: u32,
    pub heading: String,
    /// Paths that the section has as code.
    pub paths: Vec<String>,
}

impl Operation for VerifyDocument {
    const DEFINITION: Definition = Definition {
        name: "handoff_doc_verify",
        title: "Review a document",
        description: "Create and change the review of a document: what of each section is verified.",
        set: ToolSet::Docs,
        effect: Effect::Changes,
    };
    const OUTPUT: Option<fn() -> Value> = Some(output::<Object>);
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let change = match shell.read(|ctx| plan(ctx, params)).await? {
            Plan::Suggest(suggestions) => return Ok(Answer::Suggestions(suggestions).into()),
            Plan::Change(change) => *change,
        };
        let id = shell.commit(Command::ChangeDocuments { change }).await?.first_id()?;
        let review = shell.read(move |ctx| review(ctx, &id)).await?;
        Ok(Answer::Review(review).into())
    }
}

/// The prepared change of a call.
enum Plan {
    Suggest(Suggestions),
    Change(Box<DocumentChange>),
}

fn plan(ctx: ToolContext<'_>, params: Params) -> Result<Plan, HandoffError> {
    let (reader, documents) = documents(ctx)?;
    let document = find(reader, &documents, &params.doc_id.0)?;
    let id = document.page.id.clone();
    Ok(match act(params)? {
        Some(act) => Plan::Change(Box::new(DocumentChange::Verify { id, act })),
        None => Plan::Suggest(suggestions(reader, document)),
    })
}

/// Returns the review of the document with an ID.
fn review(ctx: ToolContext<'_>, id: &str) -> Result<Review, HandoffError> {
    let (reader, documents) = documents(ctx)?;
    Review::new(find(reader, &documents, id)?, true)
}

/// Returns the change that is requested, `None` to suggest references.
fn act(params: Params) -> Result<Option<VerificationAct>, InvalidArgument> {
    let Numbers(seqs) = params.fragment_seq.clone().unwrap_or_default();
    let one_seq = || match seqs.as_slice() {
        [seq] => Ok(*seq),
        _ => Err(InvalidArgument::missing("fragment_seq", "the number of one section")),
    };
    let items = || -> Result<Vec<ReviewedItem>, InvalidArgument> {
        if let Some(index) = params.sub_item_index {
            return Ok(vec![ReviewedItem::Part { seq: one_seq()?, index }]);
        }
        if seqs.is_empty() {
            let label = require("fragment_seq", params.label.as_deref())?.to_owned();
            return Ok(vec![ReviewedItem::Label { label }]);
        }
        Ok(seqs.iter().map(|seq| ReviewedItem::Section { seq: *seq }).collect())
    };
    let reviewer = params.reviewer.map(name_of);
    Ok(Some(match params.action {
        Action::Generate => VerificationAct::Generate { skip_seqs: params.skip_seqs.unwrap_or_default() },
        Action::Check => VerificationAct::Check { items: items()?, reviewer, notes: params.notes },
        Action::CheckAll => VerificationAct::Check { items: Vec::new(), reviewer, notes: params.notes },
        Action::Skip => {
            one_seq().map(|_| ()).or_else(|error| params.label.as_ref().map(|_| ()).ok_or(error))?;
            let item = items()?.pop();
            let Some(item) = item else { return Err(InvalidArgument::missing("fragment_seq", "a section")) };
            VerificationAct::Skip { item }
        }
        Action::Sync => VerificationAct::Sync {},
        Action::SetRefs => {
            if params.impl_refs.is_none() && params.test_refs.is_none() {
                return Err(InvalidArgument::missing("impl_refs", "a list, unless test_refs is given"));
            }
            let seq = one_seq()?;
            let refs = |refs: Option<Vec<RefParams>>| refs.map(|refs| refs.into_iter().map(Into::into).collect());
            VerificationAct::SetRefs { seq, impl_refs: refs(params.impl_refs), test_refs: refs(params.test_refs) }
        }
        Action::AddItem if seqs.is_empty() => {
            let text = require("label", params.label.as_deref())?.to_owned();
            VerificationAct::AddItem { seq: None, text, category: params.category }
        }
        Action::AddItem => {
            let text = require("description", params.description.as_deref())?.to_owned();
            VerificationAct::AddItem { seq: Some(one_seq()?), text, category: params.category }
        }
        Action::SuggestRefs => return Ok(None),
    }))
}

/// Returns paths that may implement each section: those that it has as code, and those that its
/// tasks link to.
fn suggestions(reader: ProjectReader<'_>, document: &DocumentEntry) -> Suggestions {
    let task_links = (document.page.task_ids.iter())
        .filter_map(|id| reader.task(id).ok())
        .flat_map(|task| {
            let task = task.fields();
            let files = task.task_links.iter().filter(|link| link.link_type == "file");
            task.links.iter().cloned().chain(files.map(|link| link.target.clone())).collect::<Vec<_>>()
        })
        .filter(|path| is_path(path))
        .collect();
    let sections = document.sections();
    let suggested = sections.iter().map(|section| SectionSuggestion {
        fragment_seq: section.seq,
        heading: section.heading.to_owned(),
        paths: paths_in_code(section.text),
    });
    let sections = suggested.filter(|suggestion| !suggestion.paths.is_empty()).collect();
    Suggestions { id: document.page.id.clone(), sections, task_links }
}

/// Returns the paths between backquotes in a text, each one once.
fn paths_in_code(text: &str) -> Vec<String> {
    let mut paths: Vec<String> = Vec::new();
    for path in text.split('`').skip(1).step_by(2).filter(|code| is_path(code)) {
        if !paths.iter().any(|known| known == path) {
            paths.push(path.to_owned());
        }
    }
    paths
}

/// Returns whether a text looks like the path of a file.
fn is_path(text: &str) -> bool {
    let has_extension = text.rsplit('/').next().is_some_and(|name| {
        name.rsplit_once('.').is_some_and(|(stem, extension)| !stem.is_empty() && !extension.is_empty())
    });
    has_extension && !text.contains("://") && !text.contains(char::is_whitespace)
}
