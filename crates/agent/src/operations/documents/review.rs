//! Tools for the review of documents.

use std::fmt::Write as _;

use handoff_engine::ProjectReader;
use handoff_engine::documents::{DocumentEntry, ReviewProgress, ReviewStatus, Section, Verification, VerificationItem};
use handoff_protocol::Command;
use handoff_protocol::agent::documents::{CodeReference, DocumentChange, ReviewedItem, VerificationAct};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{documents, find};
use crate::InvalidArgument;
use crate::Reply;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::operation::Effect;
use crate::operations::common::{finish, percentage};
use crate::params::{Object, RequiredText, input, name_of, output, parse, require};
use crate::restoration::one_line;
use crate::tool::{Tool, ToolSet, Work};

pub(in crate::operations) const TOOLS: &[Tool] = &[
    Tool {
        name: "handoff_doc_verify",
        title: "Review a document",
        description: "Create and change the review of a document: what of each section is verified.",
        set: ToolSet::Docs,
        effect: Effect::Changes,
        input: input::<VerifyParams>,
        output: Some(output::<Object>),
        work: Work::Steps(|ctx, arguments| verify(ctx, parse(arguments)?)),
    },
    Tool {
        name: "handoff_doc_verify_status",
        title: "Show a review",
        description: "How much of a document is verified, and what has changed since.",
        set: ToolSet::Docs,
        effect: Effect::Reads,
        input: input::<StatusParams>,
        output: Some(output::<StatusAnswer>),
        work: Work::Steps(|ctx, arguments| Ok(status(ctx, &parse(arguments)?))),
    },
];

/// Numbers of sections. A single one needs no brackets.
#[derive(Clone, Default, Deserialize)]
#[serde(from = "OneOrSeveral")]
struct Numbers(Vec<u32>);

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

#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(description = "")]
enum Action {
    Generate,
    Check,
    CheckAll,
    Skip,
    Sync,
    SetRefs,
    AddItem,
    SuggestRefs,
}

#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(description = "")]
enum Reviewer {
    Ai,
    User,
}

#[derive(Deserialize, JsonSchema)]
struct VerifyParams {
    doc_id: RequiredText,
    action: Action,
    /// for generate
    skip_seqs: Option<Vec<u32>>,
    /// number of the section; several for check
    #[serde(default)]
    #[schemars(schema_with = "numbers")]
    fragment_seq: Option<Numbers>,
    /// index of a requirement inside the section
    sub_item_index: Option<u32>,
    /// of a requirement to add to the section
    description: Option<String>,
    /// of an item about the whole document
    label: Option<String>,
    category: Option<String>,
    reviewer: Option<Reviewer>,
    notes: Option<String>,
    impl_refs: Option<Vec<RefParams>>,
    test_refs: Option<Vec<RefParams>>,
}

#[derive(Deserialize, JsonSchema)]
struct RefParams {
    path: RequiredText,
    lines: Option<String>,
    label: Option<String>,
}

impl From<RefParams> for CodeReference {
    fn from(params: RefParams) -> CodeReference {
        CodeReference { path: params.path.0, lines: params.lines, label: params.label }
    }
}

fn verify(ctx: ToolContext<'_>, params: VerifyParams) -> Result<ToolOutcome, InvalidArgument> {
    let (reader, documents) = match documents(ctx) {
        Ok(found) => found,
        Err(failure) => return Ok(ToolOutcome::Done(failure)),
    };
    let document = match find(reader, &documents, &params.doc_id.0) {
        Ok(document) => document,
        Err(failure) => return Ok(ToolOutcome::Done(failure)),
    };
    let id = document.page.id.clone();
    let Some(act) = act(params)? else {
        return Ok(ToolOutcome::Done(Reply::value(suggestions(reader, document))));
    };
    let change = DocumentChange::Verify { id, act };
    Ok(ToolOutcome::commit_record(Command::ChangeDocuments { change }, |ctx, id| {
        let answer = self::documents(ctx)
            .and_then(|(reader, documents)| StatusAnswer::new(find(reader, &documents, &id)?, true));
        answer.map_or_else(|failure| failure, |answer| Reply::value(json!(answer)))
    }))
}

/// Returns the change that is requested, `None` to suggest references.
fn act(params: VerifyParams) -> Result<Option<VerificationAct>, InvalidArgument> {
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
fn suggestions(reader: ProjectReader<'_>, document: &DocumentEntry) -> Value {
    let of_tasks: Vec<String> = (document.page.task_ids.iter())
        .filter_map(|id| reader.task(id).ok())
        .flat_map(|task| {
            let task = task.fields();
            let files = task.task_links.iter().filter(|link| link.link_type == "file");
            task.links.iter().cloned().chain(files.map(|link| link.target.clone())).collect::<Vec<_>>()
        })
        .filter(|path| is_path(path))
        .collect();
    let sections = document.sections();
    let suggested = sections.iter().filter_map(|section| {
        let quoted = section.text.split('`').skip(1).step_by(2).filter(|code| is_path(code));
        let mut paths: Vec<&str> = Vec::new();
        for path in quoted {
            if !paths.contains(&path) {
                paths.push(path);
            }
        }
        (!paths.is_empty()).then(|| json!({"fragment_seq": section.seq, "heading": section.heading, "paths": paths}))
    });
    json!({"id": document.page.id, "sections": suggested.collect::<Vec<_>>(), "task_links": of_tasks})
}

/// Returns whether a text looks like the path of a file.
fn is_path(text: &str) -> bool {
    let has_extension = text.rsplit('/').next().is_some_and(|name| {
        name.rsplit_once('.').is_some_and(|(stem, extension)| !stem.is_empty() && !extension.is_empty())
    });
    has_extension && !text.contains("://") && !text.contains(char::is_whitespace)
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(description = "")]
enum StatusFormat {
    #[default]
    Json,
    Checklist,
}

#[derive(Deserialize, JsonSchema)]
struct StatusParams {
    doc_id: RequiredText,
    include_items: Option<bool>,
    format: Option<StatusFormat>,
}

#[derive(Serialize, JsonSchema)]
struct StatusAnswer {
    id: String,
    slug: String,
    title: String,
    /// `none` without a review.
    status: String,
    progress: ProgressAnswer,
    #[serde(skip_serializing_if = "Option::is_none")]
    items: Option<Vec<ItemAnswer>>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct ProgressAnswer {
    verified: usize,
    pending: usize,
    skipped: usize,
    stale: usize,
    total: usize,
    percentage: f64,
}

impl ProgressAnswer {
    /// Returns counts with the share of what needs no more review.
    pub(super) fn new(progress: ReviewProgress) -> ProgressAnswer {
        let ReviewProgress { verified, pending, skipped, stale, total } = progress;
        ProgressAnswer { verified, pending, skipped, stale, total, percentage: percentage(verified + skipped, total) }
    }
}

/// An item of a review.
#[derive(Serialize, JsonSchema)]
pub(super) struct ItemAnswer {
    fragment_seq: Option<u32>,
    heading: String,
    status: String,
    stale: bool,
    visual_state: String,
    impl_refs: Vec<Value>,
    test_refs: Vec<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<Object>")]
    sub_items: Vec<Value>,
}

impl ItemAnswer {
    pub(super) fn new(item: &VerificationItem, sections: &[Section<'_>]) -> ItemAnswer {
        ItemAnswer {
            fragment_seq: item.fragment_seq,
            heading: item.heading.clone(),
            status: name_of(item.state()),
            stale: item.is_stale(sections),
            visual_state: item.visual_state(sections).to_owned(),
            impl_refs: item.impl_refs.clone(),
            test_refs: item.test_refs.clone(),
            sub_items: item.parts().iter().map(|part| json!(part)).collect(),
        }
    }
}

impl StatusAnswer {
    fn new(document: &DocumentEntry, include_items: bool) -> Result<StatusAnswer, Reply> {
        let sections = document.sections();
        let review = review_of(document)?;
        let progress = review.as_ref().map(|review| review.progress(&sections)).unwrap_or_default();
        let items = review.as_ref().filter(|_| include_items);
        Ok(StatusAnswer {
            id: document.page.id.clone(),
            slug: document.slug.clone(),
            title: document.page.title.clone(),
            status: review.as_ref().map_or("none", Verification::overall).to_owned(),
            progress: ProgressAnswer::new(progress),
            items: items.map(|review| review.items.iter().map(|item| ItemAnswer::new(item, &sections)).collect()),
        })
    }
}

/// Returns the review of a document. Fails if it has a form that cannot be read.
fn review_of(document: &DocumentEntry) -> Result<Option<Verification>, Reply> {
    match (document.verification(), &document.page.verification) {
        (None, Some(_)) => Err(Reply::failure(format!(
            "The review of {} has a form that cannot be read. Correct or remove it in {}.",
            document.slug, document.path
        ))),
        (review, _) => Ok(review),
    }
}

fn status(ctx: ToolContext<'_>, params: &StatusParams) -> ToolOutcome {
    let format = params.format.unwrap_or_default();
    finish(documents(ctx).and_then(|(reader, documents)| {
        let document = find(reader, &documents, &params.doc_id.0)?;
        let is_list = format == StatusFormat::Checklist;
        let answer = StatusAnswer::new(document, params.include_items.unwrap_or(false) || is_list)?;
        if !is_list {
            return Ok(Reply::value(json!(answer)));
        }
        let review = review_of(document)?.unwrap_or_default();
        Ok(Reply::with_value(checklist(document, &review), json!(answer)))
    }))
}

/// Returns a review as a list in Markdown.
fn checklist(document: &DocumentEntry, review: &Verification) -> String {
    let sections = document.sections();
    let mut text = format!("# {}\n", one_line(&document.page.title));
    let mark = |status: ReviewStatus| match status {
        ReviewStatus::Pending => ' ',
        ReviewStatus::Skipped => '-',
        ReviewStatus::Verified => 'x',
    };
    for item in &review.items {
        let number = item.fragment_seq.map(|seq| format!("§{seq} ")).unwrap_or_default();
        let heading = if item.heading.is_empty() { "(before the first heading)" } else { &item.heading };
        let stale = if item.is_stale(&sections) { " (changed since)" } else { "" };
        // Writing to a string does not fail.
        let _ = write!(text, "\n- [{}] {number}{}{stale}", mark(item.state()), one_line(heading));
        for part in item.parts() {
            let _ = write!(
                text,
                "\n  - [{}] {} ({})",
                mark(part.status),
                one_line(&part.description),
                one_line(&part.category)
            );
        }
        for (kind, refs) in [("code", &item.impl_refs), ("test", &item.test_refs)] {
            for reference in refs {
                let path = one_line(reference.get("path").and_then(Value::as_str).unwrap_or_default());
                let lines = reference.get("lines").and_then(Value::as_str).map(|lines| format!(":{}", one_line(lines)));
                let _ = write!(text, "\n  - {kind}: `{path}{}`", lines.unwrap_or_default());
            }
        }
    }
    text
}
