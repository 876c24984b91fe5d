//! The review of a document: what of each section is verified.

use handoff_engine::documents::{
    DocumentEntry, ReviewProgress, ReviewStatus, Section, SubItem, Verification, VerificationItem,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::HandoffError;
use crate::operations::common::percentage;
use crate::params::Object;

/// The review of a document.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Review {
    pub id: String,
    pub slug: String,
    pub title: String,
    /// `none` without a review.
    pub status: String,
    pub progress: Progress,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub items: Option<Vec<Item>>,
}

impl Review {
    pub(super) fn new(document: &DocumentEntry, include_items: bool) -> Result<Review, HandoffError> {
        let sections = document.sections();
        let review = review_of(document)?;
        let progress = review.as_ref().map(|review| review.progress(&sections)).unwrap_or_default();
        let items = review.as_ref().filter(|_| include_items);
        Ok(Review {
            id: document.page.id.clone(),
            slug: document.slug.clone(),
            title: document.page.title.clone(),
            status: review.as_ref().map_or("none", Verification::overall).to_owned(),
            progress: progress.into(),
            items: items.map(|review| review.items.iter().map(|item| Item::new(item, &sections)).collect()),
        })
    }
}

/// The number of items by state, with the share of what needs no more review.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Progress {
    pub verified: usize,
    pub pending: usize,
    pub skipped: usize,
    pub stale: usize,
    pub total: usize,
    pub percentage: f64,
}

impl From<ReviewProgress> for Progress {
    fn from(progress: ReviewProgress) -> Progress {
        let ReviewProgress { verified, pending, skipped, stale, total } = progress;
        Progress { verified, pending, skipped, stale, total, percentage: percentage(verified + skipped, total) }
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
    pub impl_refs: Vec<Value>,
    pub test_refs: Vec<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<Object>")]
    pub sub_items: Vec<SubItem>,
}

impl Item {
    pub(super) fn new(item: &VerificationItem, sections: &[Section<'_>]) -> Item {
        Item {
            fragment_seq: item.fragment_seq,
            heading: item.heading.clone(),
            status: item.state(),
            stale: item.is_stale(sections),
            visual_state: item.visual_state(sections).to_owned(),
            impl_refs: item.impl_refs.clone(),
            test_refs: item.test_refs.clone(),
            sub_items: item.parts().to_vec(),
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
