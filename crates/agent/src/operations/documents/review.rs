//! The review of a document: what of each section is verified.

use handoff_engine::ProjectReader;
use handoff_engine::documents::{DocumentEntry, ReviewProgress, ReviewStatus, Section, Verification, VerificationItem};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::requirements::linked_tasks;
use crate::HandoffError;
use crate::operations::common::percentage;
use crate::params::Object;

/// The review of a document. `doc_id` and `verification_status` are the keys of `handoff-mcp`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Review {
    pub id: String,
    pub doc_id: String,
    pub slug: String,
    pub title: String,
    /// `none` without a review.
    pub status: String,
    pub verification_status: String,
    pub progress: Progress,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub items: Option<Vec<Item>>,
}

impl Review {
    pub(super) fn new(
        reader: ProjectReader<'_>,
        document: &DocumentEntry,
        include_items: bool,
    ) -> Result<Review, HandoffError> {
        let sections = document.sections();
        let review = review_of(document)?;
        let progress = review.as_ref().map(|review| review.progress(&sections)).unwrap_or_default();
        let items = review.as_ref().filter(|_| include_items);
        let items = items.map(|review| review.items.iter().map(|item| Item::new(item, &sections)).collect());
        let status = review.as_ref().map_or("none", Verification::overall);
        Ok(Review {
            id: document.page.id.clone(),
            doc_id: document.page.id.clone(),
            slug: document.slug.clone(),
            title: document.page.title.clone(),
            status: status.to_owned(),
            verification_status: status.to_owned(),
            progress: progress.into(),
            items: items.map(|items| with_tasks(items, reader, document)),
        })
    }
}

/// Adds the tasks that link to the requirements of the document, as `task_ids`.
fn with_tasks(mut items: Vec<Item>, reader: ProjectReader<'_>, document: &DocumentEntry) -> Vec<Item> {
    let tasks = reader.tasks();
    for requirement in document.requirements() {
        let is_section = |item: &&mut Item| item.fragment_seq.map(u64::from) == requirement.section;
        let is_part = |part: &&mut Object| part.get("index") == Some(&json!(requirement.index));
        let parts = items.iter_mut().filter(is_section).flat_map(|item| &mut item.sub_items);
        for part in parts.filter(is_part) {
            part.insert("task_ids".to_owned(), json!(linked_tasks(&tasks, &requirement)));
        }
    }
    items
}

/// The number of items by state, with the share of what needs no more review.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Progress {
    pub verified: usize,
    /// The same as `verified`.
    pub checked: usize,
    pub pending: usize,
    pub skipped: usize,
    pub stale: usize,
    pub total: usize,
    pub percentage: f64,
}

impl From<ReviewProgress> for Progress {
    fn from(progress: ReviewProgress) -> Progress {
        let ReviewProgress { verified, pending, skipped, stale, total } = progress;
        Progress {
            verified,
            checked: verified,
            pending,
            skipped,
            stale,
            total,
            percentage: percentage(verified + skipped, total),
        }
    }
}

/// An item of a review.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Item {
    pub fragment_seq: Option<u32>,
    pub heading: String,
    #[schemars(with = "String")]
    pub status: ReviewStatus,
    pub stale: bool,
    pub visual_state: String,
    pub category: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reviewer: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verified_at: Option<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub notes: String,
    pub impl_refs: Vec<Value>,
    pub test_refs: Vec<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sub_items: Vec<Object>,
}

impl Item {
    pub(super) fn new(item: &VerificationItem, sections: &[Section<'_>]) -> Item {
        Item {
            fragment_seq: item.fragment_seq,
            heading: item.heading.clone(),
            status: item.state(),
            stale: item.is_stale(sections),
            visual_state: item.visual_state(sections).to_owned(),
            category: item.category.clone(),
            label: item.label.clone(),
            reviewer: item.reviewer.clone(),
            verified_at: item.verified_at.clone(),
            notes: item.notes.clone(),
            impl_refs: item.impl_refs.clone(),
            test_refs: item.test_refs.clone(),
            sub_items: item.parts().iter().filter_map(|part| json!(part).as_object().cloned()).collect(),
        }
    }
}

/// Returns the review of a document. Fails if it has a form that cannot be read.
pub(super) fn review_of(document: &DocumentEntry) -> Result<Option<Verification>, HandoffError> {
    match (document.verification(), &document.page.verification) {
        (None, Some(_)) => Err(HandoffError::refused(format!(
            "The review of {} has a form that cannot be read. Correct or remove it in {}.",
            document.slug, document.path
        ))),
        (review, _) => Ok(review),
    }
}
