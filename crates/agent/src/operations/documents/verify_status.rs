//! Shows the review of a document.

use std::fmt::Write as _;

use handoff_engine::documents::{DocumentEntry, ReviewStatus, Verification};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::review::{Review, review_of};
use super::{documents, find};
use crate::HandoffError;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::params::RequiredText;
use crate::restoration::one_line;
use crate::tool::ToolSet;

/// Shows how much of a document is verified, and what has changed since.
pub struct ShowReview;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    #[default]
    Json,
    Checklist,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub doc_id: RequiredText,
    pub include_items: Option<bool>,
    pub format: Option<Format>,
}

impl Operation for ShowReview {
    const DEFINITION: Definition = Definition {
        name: "handoff_doc_verify_status",
        title: "Show a review",
        description: "How much of a document is verified, and what has changed since.",
        set: ToolSet::Docs,
        effect: Effect::Reads,
    };
    type Params = Params;
    type Answer = Review;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Review>, HandoffError> {
        shell.read(move |ctx| answer(ctx, &params)).await
    }
}

fn answer(ctx: ToolContext<'_>, params: &Params) -> Result<Answered<Review>, HandoffError> {
    let (reader, documents) = documents(ctx)?;
    let document = find(reader, &documents, &params.doc_id.0)?;
    let is_list = params.format.unwrap_or_default() == Format::Checklist;
    let answer = Review::new(reader, document, params.include_items.unwrap_or(false) || is_list)?;
    if !is_list {
        return Ok(answer.into());
    }
    let review = review_of(document)?.unwrap_or_default();
    Ok(Answered::with_text(answer, checklist(document, &review)))
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
