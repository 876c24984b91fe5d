//! The requirements of documents: the items of a review that have an ID.
//!
//! Invariant: they are read from the free form of the review, so that one value of a wrong type hides no
//! other requirement.

use handoff_format::{Task, Value};

use super::{DocumentEntry, DocumentLookupError, Documents};

/// The type of a task's link to a requirement. The target is the document, the label the requirement.
pub const REQUIREMENT_LINK: &str = "requirement";
/// The stage of a requirement without one.
const FIRST_STAGE: &str = "not_started";
/// The state and the stage of a requirement that was verified.
const VERIFIED: &str = "verified";
/// The state of a requirement that needs no proof.
const SKIPPED: &str = "skipped";

/// A requirement with its document.
#[derive(Clone, Debug, PartialEq)]
pub struct Requirement<'d> {
    /// Its ID, such as `REQ-003`.
    pub id: String,
    /// Its text, one line.
    pub title: String,
    /// `pending`, `verified` or `skipped` by convention.
    pub status: String,
    /// `not_started`, `in_progress`, `implemented`, `tested` or `verified` by convention.
    pub stage: String,
    /// `draft`, `review` or `approved`, if `handoff-mcp` keeps approvals of it.
    pub approval: Option<String>,
    /// `P0` to `P3` by convention.
    pub priority: Option<String>,
    /// Code that implements it.
    pub impl_refs: Vec<Value>,
    /// Tests of it.
    pub test_refs: Vec<Value>,
    /// The number of its section; `None` for an item of the whole document.
    pub section: Option<u64>,
    /// Its number within the section.
    pub index: u64,
    /// The hash of its definition as `handoff-mcp` has computed it, if the text is still the same.
    pub hash: Option<String>,
    /// The document that defines it.
    pub document: &'d DocumentEntry,
}

impl Documents {
    /// Returns the requirements of all documents, by the natural order of their IDs.
    pub fn requirements(&self) -> Vec<Requirement<'_>> {
        let mut requirements: Vec<Requirement<'_>> = self.all().iter().flat_map(DocumentEntry::requirements).collect();
        requirements.sort_by_key(|requirement| natural_key(&requirement.id));
        requirements
    }

    /// Returns the requirement with an ID.
    pub fn requirement(&self, id: &str) -> Result<Requirement<'_>, DocumentLookupError> {
        let mut matches = self.all().iter().flat_map(DocumentEntry::requirements).filter(|found| found.id == id);
        match (matches.next(), matches.next()) {
            (Some(requirement), None) => Ok(requirement),
            (None, _) => Err(DocumentLookupError::Unknown),
            (Some(_), Some(_)) => Err(DocumentLookupError::Ambiguous),
        }
    }
}

impl DocumentEntry {
    /// Returns the requirements of the document, in its order.
    pub fn requirements(&self) -> Vec<Requirement<'_>> {
        let items = self.page.verification.as_ref().map(|review| list(review, "items")).unwrap_or_default();
        let parts = items.iter().flat_map(|item| list(item, "sub_items").iter().map(move |part| (item, part)));
        parts.filter_map(|(item, part)| self.requirement_of(item, part)).collect()
    }

    fn requirement_of(&self, item: &Value, part: &Value) -> Option<Requirement<'_>> {
        let text = |key: &str| part.get(key).and_then(Value::as_str).filter(|text| !text.trim().is_empty());
        let is_read = self.page.source.body_raw_hash.as_ref().is_some_and(|read| *read == self.text_hash());
        Some(Requirement {
            id: text("stable_id")?.to_owned(),
            title: text("description").unwrap_or_default().to_owned(),
            status: text("status").unwrap_or("pending").to_owned(),
            stage: text("dev_stage").unwrap_or(FIRST_STAGE).to_owned(),
            approval: text("approval").map(str::to_owned),
            priority: text("priority").map(str::to_owned),
            impl_refs: list(part, "impl_refs").to_vec(),
            test_refs: list(part, "test_refs").to_vec(),
            section: item.get("fragment_seq").and_then(Value::as_u64),
            index: part.get("index").and_then(Value::as_u64).unwrap_or_default(),
            hash: text("def_hash").filter(|_| is_read).map(str::to_owned),
            document: self,
        })
    }
}

impl Requirement<'_> {
    /// Returns whether it has a test, was verified, or needs neither.
    pub fn is_proven(&self) -> bool {
        !self.test_refs.is_empty() || matches!(self.status.as_str(), VERIFIED | SKIPPED) || self.stage == VERIFIED
    }

    /// Returns whether its approval is missing where approvals are kept.
    pub fn is_draft(&self) -> bool {
        self.approval.as_ref().is_some_and(|approval| approval != "approved")
    }

    /// Returns the role of a task that links to it. A link without a role implements it. `None` without a link.
    pub fn role_of<'t>(&self, task: &'t Task) -> Option<&'t str> {
        let is_link = |link: &&handoff_protocol::TaskLink| {
            link.link_type == REQUIREMENT_LINK
                && link.target == self.document.page.id
                && link.label.as_deref() == Some(&self.id)
        };
        task.task_links.iter().find(is_link).map(|link| link.role.as_deref().unwrap_or("implements"))
    }
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

/// Returns the parts of an ID, numbers by their value: `FR-101` is before `FR-1001`.
fn natural_key(id: &str) -> Vec<(String, usize, String)> {
    let mut parts = Vec::new();
    let mut rest = id;
    while !rest.is_empty() {
        let text_end = rest.find(|letter: char| letter.is_ascii_digit()).unwrap_or(rest.len());
        let (text, number) = rest.split_at(text_end);
        let number_end = number.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(number.len());
        let (number, after) = number.split_at(number_end);
        let digits = number.trim_start_matches('0');
        parts.push((text.to_owned(), digits.len(), digits.to_owned()));
        rest = after;
    }
    parts
}
