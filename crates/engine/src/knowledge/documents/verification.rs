//! The review of a document: an item for each section, and free items.
//!
//! Invariant: keys that other programs have added to a review or an item are kept.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Section;

/// The review of a document, as its front matter has it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Verification {
    /// The state of all items together, as computed at the last change.
    #[serde(default)]
    pub status: String,
    /// RFC 3339.
    #[serde(default)]
    pub created_at: String,
    /// RFC 3339.
    #[serde(default)]
    pub updated_at: String,
    /// The items.
    #[serde(default)]
    pub items: Vec<VerificationItem>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// The subject of a review: a section, or something about the whole document.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct VerificationItem {
    /// The number of the section; `None` for the whole document.
    #[serde(default)]
    pub fragment_seq: Option<u32>,
    /// The heading of the section, or the label.
    #[serde(default)]
    pub heading: String,
    /// Its state.
    #[serde(default)]
    pub status: ReviewStatus,
    /// Code that implements it.
    #[serde(default)]
    pub impl_refs: Vec<Value>,
    /// Tests of it.
    #[serde(default)]
    pub test_refs: Vec<Value>,
    /// Who verified it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reviewer: Option<String>,
    /// RFC 3339.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verified_at: Option<String>,
    /// Notes of the reviewer.
    #[serde(default)]
    pub notes: String,
    /// The hash of the section when it was verified.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content_hash_at_verify: Option<String>,
    /// The kind of item.
    #[serde(default = "section_category")]
    pub category: String,
    /// The requirements inside the section.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sub_items: Option<Vec<SubItem>>,
    /// The label of an item of the whole document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// A requirement inside a section.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SubItem {
    /// Its number within the section, from 0.
    #[serde(default)]
    pub index: u32,
    /// The requirements.
    #[serde(default)]
    pub description: String,
    /// Its state.
    #[serde(default)]
    pub status: ReviewStatus,
    /// Who verified it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reviewer: Option<String>,
    /// RFC 3339.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verified_at: Option<String>,
    /// Notes of the reviewer.
    #[serde(default)]
    pub notes: String,
    /// The kind of requirement.
    #[serde(default)]
    pub category: String,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// The state of an item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReviewStatus {
    /// Not verified.
    #[default]
    Pending,
    /// Needs no review.
    Skipped,
    /// Verified.
    Verified,
}

/// The number of items by state. A stale item is also counted by its state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReviewProgress {
    /// Verified items.
    pub verified: usize,
    /// Items that are neither verified nor skipped.
    pub pending: usize,
    /// Items that need no review.
    pub skipped: usize,
    /// Items whose section has changed since, or is gone.
    pub stale: usize,
    /// All items.
    pub total: usize,
}

fn section_category() -> String {
    "section".to_owned()
}

impl Verification {
    /// Reads the value of a front matter. `None` if it has another form.
    pub(crate) fn read(value: &Value) -> Option<Verification> {
        Verification::deserialize(value).ok().filter(|_| value.is_object())
    }

    /// Creates the review of some sections. The empty text before the first heading is skipped.
    pub(crate) fn generate(sections: &[Section<'_>], skipped: &[u32], now: &str) -> Verification {
        let item = |section: &Section<'_>| {
            let needs_none = skipped.contains(&section.seq) || section.text.trim().is_empty();
            let status = if needs_none { ReviewStatus::Skipped } else { ReviewStatus::Pending };
            VerificationItem { status, ..VerificationItem::of_section(section) }
        };
        let items = sections.iter().map(item).collect();
        Verification { created_at: now.to_owned(), items, ..Verification::default() }.settled(now)
    }

    /// Returns the value for a front matter, with the state of all items together.
    pub(crate) fn to_value(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    /// Updates the state of all items together and the time.
    pub(crate) fn settled(self, now: &str) -> Verification {
        Verification { status: self.overall().to_owned(), updated_at: now.to_owned(), ..self }
    }

    /// Returns the state of all items together: `pending`, `in_review` or `verified`.
    pub fn overall(&self) -> &'static str {
        let states = || self.items.iter().flat_map(VerificationItem::states);
        if states().all(|status| status == ReviewStatus::Pending) {
            "pending"
        } else if states().all(|status| status != ReviewStatus::Pending) {
            "verified"
        } else {
            "in_review"
        }
    }

    /// Counts the items by state.
    pub fn progress(&self, sections: &[Section<'_>]) -> ReviewProgress {
        let mut progress = ReviewProgress { total: self.items.len(), ..ReviewProgress::default() };
        for item in &self.items {
            match item.state() {
                ReviewStatus::Verified => progress.verified += 1,
                ReviewStatus::Skipped => progress.skipped += 1,
                ReviewStatus::Pending => progress.pending += 1,
            }
            progress.stale += usize::from(item.is_stale(sections));
        }
        progress
    }

    /// Returns whether every item is verified or skipped and none is stale.
    pub fn is_complete(&self, sections: &[Section<'_>]) -> bool {
        let progress = self.progress(sections);
        progress.total > 0 && progress.pending == 0 && progress.stale == 0
    }

    /// Adapts the items to the current sections. An item follows its heading, then its number. The
    /// items of removed sections are removed, and new sections get pending ones. Returns the number
    /// of added and of removed items.
    pub(crate) fn sync(&mut self, sections: &[Section<'_>]) -> (usize, usize) {
        let (mut old, free): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.items).into_iter().partition(|item| item.fragment_seq.is_some());
        let mut take = |is_match: &dyn Fn(&VerificationItem) -> bool| {
            let index = old.iter().position(is_match)?;
            Some(old.remove(index))
        };
        let mut kept: Vec<Option<VerificationItem>> = Vec::new();
        for section in sections {
            let has_seq = |item: &VerificationItem| item.fragment_seq == Some(section.seq);
            let has_heading = |item: &VerificationItem| item.heading == section.heading;
            kept.push(take(&|item| has_seq(item) && has_heading(item)));
        }
        for (section, slot) in sections.iter().zip(&mut kept) {
            // The text before the first heading has the same name as a section without one.
            let same_heading = |item: &VerificationItem| item.heading == section.heading && section.seq > 0;
            if slot.is_none() {
                *slot = take(&same_heading);
            }
        }
        for (section, slot) in sections.iter().zip(&mut kept) {
            let is_renamed = |item: &VerificationItem| {
                item.fragment_seq == Some(section.seq) && !sections.iter().any(|other| other.heading == item.heading)
            };
            if slot.is_none() {
                *slot = take(&is_renamed);
            }
        }
        let added = kept.iter().filter(|item| item.is_none()).count();
        let removed = old.len();
        let place = |(section, item): (&Section<'_>, Option<VerificationItem>)| match item {
            Some(item) => {
                VerificationItem { fragment_seq: Some(section.seq), heading: section.heading.to_owned(), ..item }
            }
            None => VerificationItem::of_section(section),
        };
        self.items = sections.iter().zip(kept).map(place).chain(free).collect();
        (added, removed)
    }
}

impl VerificationItem {
    fn of_section(section: &Section<'_>) -> VerificationItem {
        VerificationItem {
            fragment_seq: Some(section.seq),
            heading: section.heading.to_owned(),
            category: section_category(),
            ..VerificationItem::default()
        }
    }

    /// Creates an item of the whole document.
    pub(crate) fn labelled(label: &str, category: &str) -> VerificationItem {
        VerificationItem {
            heading: label.to_owned(),
            label: Some(label.to_owned()),
            category: category.to_owned(),
            ..VerificationItem::default()
        }
    }

    /// Returns the requirements inside the section.
    pub fn parts(&self) -> &[SubItem] {
        self.sub_items.as_deref().unwrap_or_default()
    }

    /// Returns the states that count: those of the requirements, or its own without any.
    fn states(&self) -> impl Iterator<Item = ReviewStatus> {
        let own = self.parts().is_empty().then_some(self.status);
        self.parts().iter().map(|part| part.status).chain(own)
    }

    /// Returns its state. With requirements, it is verified when all of them are verified or skipped.
    pub fn state(&self) -> ReviewStatus {
        if self.states().all(|status| status == ReviewStatus::Skipped) {
            ReviewStatus::Skipped
        } else if self.states().all(|status| status != ReviewStatus::Pending) {
            ReviewStatus::Verified
        } else {
            ReviewStatus::Pending
        }
    }

    /// Returns whether the section has changed since it was verified, or is gone.
    pub fn is_stale(&self, sections: &[Section<'_>]) -> bool {
        let (Some(seq), Some(hash)) = (self.fragment_seq, &self.content_hash_at_verify) else { return false };
        !sections.iter().any(|section| section.seq == seq && section.content_hash() == *hash)
    }

    /// Returns how far the work on it is: `stale`, `skipped`, `verified`, `implemented`,
    /// `in_progress` or `untouched`.
    pub fn visual_state(&self, sections: &[Section<'_>]) -> &'static str {
        if self.is_stale(sections) {
            return "stale";
        }
        match (self.state(), self.impl_refs.is_empty(), self.test_refs.is_empty()) {
            (ReviewStatus::Skipped, ..) => "skipped",
            (ReviewStatus::Verified, ..) => "verified",
            (ReviewStatus::Pending, false, false) => "implemented",
            (ReviewStatus::Pending, false, true) => "in_progress",
            (ReviewStatus::Pending, true, _) => "untouched",
        }
    }
}

impl SubItem {
    /// Creates a pending requirement.
    pub(crate) fn new(index: u32, description: &str, category: &str) -> SubItem {
        SubItem { index, description: description.to_owned(), category: category.to_owned(), ..SubItem::default() }
    }

    /// Sets members that only some requirements have. Those without a value are kept.
    pub(crate) fn set<const N: usize>(&mut self, members: [(&str, Option<Value>); N]) {
        let given = members.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?)));
        self.rest.extend(given);
    }

    /// Returns the ID of the requirement, such as `REQ-003`, if it has one.
    pub fn stable_id(&self) -> Option<&str> {
        self.rest.get("stable_id").and_then(Value::as_str)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::sections::sections;
    use super::Verification;

    fn review(items: &Value) -> Verification {
        Verification::read(&json!({"status": "pending", "x": 1, "items": items})).unwrap()
    }

    #[test]
    fn overall_state_counts_requirements() {
        for (items, expected) in [
            (json!([]), "pending"),
            (json!([{"status": "pending"}, {"status": "pending"}]), "pending"),
            (json!([{"status": "verified"}, {"status": "pending"}]), "in_review"),
            (json!([{"status": "verified"}, {"status": "skipped"}]), "verified"),
            (json!([{"status": "pending", "sub_items": [{"status": "verified"}]}]), "verified"),
            (json!([{"status": "verified", "sub_items": [{"status": "pending"}, {"status": "skipped"}]}]), "in_review"),
        ] {
            assert_eq!(review(&items).overall(), expected, "{items}");
        }
        assert!(Verification::read(&json!({"items": [{"status": "maybe"}]})).is_none());
        assert!(Verification::read(&json!("x")).is_none());
    }

    #[test]
    fn visual_state_follows_its_precedence() {
        let body = "# a\n";
        let sections = sections(body, 2);
        let hash = sections[1].content_hash();
        for (item, expected) in [
            (json!({"fragment_seq": 1, "status": "skipped", "content_hash_at_verify": "0"}), "stale"),
            (json!({"fragment_seq": 7, "status": "verified", "content_hash_at_verify": hash}), "stale"),
            (json!({"fragment_seq": 1, "status": "verified", "content_hash_at_verify": hash}), "verified"),
            (json!({"fragment_seq": 1, "status": "skipped", "impl_refs": [{"path": "a"}]}), "skipped"),
            (json!({"impl_refs": [{"path": "a"}], "test_refs": [{"path": "b"}]}), "implemented"),
            (json!({"impl_refs": [{"path": "a"}]}), "in_progress"),
            (json!({"test_refs": [{"path": "a"}]}), "untouched"),
        ] {
            assert_eq!(review(&json!([item])).items[0].visual_state(&sections), expected, "{item}");
        }
    }

    #[test]
    fn sync_follows_headings_and_keeps_unknown_keys() {
        let mut review = review(&json!([
            {"fragment_seq": 0, "heading": "", "status": "skipped"},
            {"fragment_seq": 1, "heading": "a", "status": "verified", "mark": 7},
            {"fragment_seq": 2, "heading": "b", "notes": "n"},
            {"fragment_seq": 3, "heading": "old", "notes": "o"},
            {"fragment_seq": 4, "heading": "gone"},
            {"fragment_seq": null, "heading": "look", "label": "look"},
        ]));
        let counts = review.sync(&sections("# b\n# a\n# new name\n", 2));
        assert_eq!(counts, (0, 1));
        let shown: Vec<_> =
            review.items.iter().map(|item| (item.fragment_seq, item.heading.as_str(), item.notes.as_str())).collect();
        assert_eq!(
            shown,
            [
                (Some(0), "", ""),
                (Some(1), "b", "n"),
                (Some(2), "a", ""),
                (Some(3), "new name", "o"),
                (None, "look", "")
            ]
        );
        let value = review.to_value();
        assert_eq!((value["items"][2]["mark"].clone(), value["x"].clone()), (json!(7), json!(1)));
    }
}
