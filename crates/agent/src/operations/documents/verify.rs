//! Creates and changes the review of a document.

use handoff_engine::ProjectReader;
use handoff_engine::documents::{DocumentEntry, VerificationItem};
use handoff_protocol::Command;
use handoff_protocol::agent::documents::{CodeReference, DocumentChange, ReviewedItem, VerificationAct};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::review::{Progress, Review};
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
    SetDevStage,
    SetPriority,
    BackfillStableIds,
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
    // Of handoff-mcp, rarely needed.
    #[schemars(extend("hidden" = true))]
    pub sub_item_id: Option<String>,
    #[schemars(extend("hidden" = true))]
    pub dev_stage: Option<String>,
    #[schemars(extend("hidden" = true))]
    pub priority: Option<String>,
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
    Review(Box<ChangedReview>),
    Suggestions(Suggestions),
}

/// A review with its counts, as `handoff-mcp` answers with them.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ChangedReview {
    #[serde(flatten)]
    pub review: Review,
    pub checked: usize,
    pub pending: usize,
    pub skipped: usize,
    pub stale: usize,
    pub total: usize,
    /// How many requirements have got an ID.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backfilled: Option<usize>,
    pub warnings: Vec<String>,
}

impl ChangedReview {
    fn new(review: Review, backfilled: Option<usize>, warnings: Vec<String>) -> ChangedReview {
        let Progress { checked, pending, skipped, stale, total, .. } = review.progress;
        ChangedReview { review, checked, pending, skipped, stale, total, backfilled, warnings }
    }
}

/// Paths that may implement a document.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Suggestions {
    pub id: String,
    pub doc_id: String,
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
        let (change, backfilled) = match shell.read(|ctx| plan(ctx, params)).await? {
            Plan::Suggest(suggestions) => return Ok(Answer::Suggestions(suggestions).into()),
            Plan::Change { change, backfilled } => (*change, backfilled),
        };
        let (done, warnings) = shell.commit_with_warnings(Command::ChangeDocuments { change }).await?;
        let id = done.first_id()?;
        let review = shell.read(move |ctx| review(ctx, &id)).await?;
        let warnings = warnings.iter().map(ToString::to_string).collect();
        Ok(Answer::Review(Box::new(ChangedReview::new(review, backfilled, warnings))).into())
    }
}

/// The prepared change of a call.
enum Plan {
    Suggest(Suggestions),
    Change {
        change: Box<DocumentChange>,
        /// How many requirements will get an ID, if that is what the call asks for.
        backfilled: Option<usize>,
    },
}

fn plan(ctx: ToolContext<'_>, mut params: Params) -> Result<Plan, HandoffError> {
    let (reader, documents) = documents(ctx)?;
    let document = find(reader, &documents, &params.doc_id.0)?;
    if let Some(id) = params.sub_item_id.take() {
        let (seq, index) = place_of(document, &id)?;
        let Numbers(seqs) = params.fragment_seq.unwrap_or_default();
        let is_other =
            seqs.iter().any(|given| *given != seq) || params.sub_item_index.is_some_and(|given| given != index);
        if is_other {
            return Err(InvalidArgument::new(
                "sub_item_id",
                format!("in the section and at the index that are given, not at {seq}.{index}"),
            )
            .into());
        }
        params.fragment_seq = Some(Numbers(vec![seq]));
        params.sub_item_index = Some(index);
    }
    let id = document.page.id.clone();
    Ok(match act(params)? {
        Some(act) => {
            let backfilled = matches!(act, VerificationAct::NameParts {}).then(|| unnamed_parts(document));
            Plan::Change { change: Box::new(DocumentChange::Verify { id, act }), backfilled }
        }
        None => Plan::Suggest(suggestions(reader, document)),
    })
}

/// Returns the number of requirements without an ID.
fn unnamed_parts(document: &DocumentEntry) -> usize {
    let review = document.verification().unwrap_or_default();
    review
        .items
        .iter()
        .flat_map(VerificationItem::parts)
        .filter(|part| part.stable_id().is_none_or(str::is_empty))
        .count()
}

/// Returns the section of a requirement and its index there.
fn place_of(document: &DocumentEntry, id: &str) -> Result<(u32, u32), HandoffError> {
    let review = document.verification().unwrap_or_default();
    let parts = review.items.iter().flat_map(|item| item.parts().iter().map(move |part| (item.fragment_seq, part)));
    let mut found = parts.filter(|(_, part)| part.stable_id() == Some(id));
    let place = found.next().and_then(|(seq, part)| Some((seq?, part.index)));
    place.ok_or_else(|| HandoffError::refused(format!("{} has no requirement {id}.", document.slug)))
}

/// Returns the review of the document with an ID.
fn review(ctx: ToolContext<'_>, id: &str) -> Result<Review, HandoffError> {
    let (reader, documents) = documents(ctx)?;
    Review::new(reader, find(reader, &documents, id)?, true)
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
            let index = params.sub_item_index;
            VerificationAct::SetRefs {
                seq,
                index,
                impl_refs: refs(params.impl_refs),
                test_refs: refs(params.test_refs),
            }
        }
        Action::BackfillStableIds => VerificationAct::NameParts {},
        Action::SetDevStage | Action::SetPriority => {
            let index = params.sub_item_index;
            let index =
                index.ok_or_else(|| InvalidArgument::missing("sub_item_index", "the index of a requirement"))?;
            let (dev_stage, priority) = match params.action {
                Action::SetDevStage => (Some(require("dev_stage", params.dev_stage.as_deref())?.to_owned()), None),
                _ => (None, Some(require("priority", params.priority.as_deref())?.to_owned())),
            };
            VerificationAct::SetPart { seq: one_seq()?, index, dev_stage, priority }
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
    Suggestions { id: document.page.id.clone(), doc_id: document.page.id.clone(), sections, task_links }
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
