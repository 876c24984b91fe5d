//! Parameters of the commands for documents.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A change to the documents of a project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum DocumentChange {
    /// Creates documents. A parent may be a document that the same change creates.
    Create { documents: Vec<NewDocument> },
    Update {
        id: String,
        patch: DocumentPatch,
        /// The change of its text.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        body: Option<BodyChange>,
    },
    /// Moves a document to the trash, and removes the links of tasks and documents to it.
    Delete { id: String },
    /// Changes the review of a document.
    Verify { id: String, act: VerificationAct },
    /// Records that a conversation received sections, and which documents it does not want.
    MarkDelivered {
        /// The conversation; empty if it has no name.
        session_id: String,
        sections: Vec<SectionId>,
        /// IDs of the documents that are left out until they change.
        suppressed: Vec<String>,
    },
}

/// A document to create.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct NewDocument {
    /// The name of its file: `a-z`, `0-9` and `-`.
    pub slug: String,
    /// The Markdown.
    pub body: String,
    pub patch: DocumentPatch,
    /// The path of the file that it is a copy of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub original_path: Option<String>,
}

/// Changes of the fields of a document. Absent ones are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct DocumentPatch {
    /// One line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// `spec`, `design`, `adr`, `guide` or `note`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doc_type: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tags: Option<Vec<String>>,
    /// Parts of the paths to which it applies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope_paths: Option<Vec<String>>,
    /// ID of the parent document; empty for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub related: Option<Vec<DocumentRelation>>,
    /// `auto`, `full`, `outline` or `none`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auto_inject: Option<String>,
    /// IDs of the tasks that it describes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task_ids: Option<Vec<String>>,
    /// The deepest level of a heading that begins a section, from 1 to 6.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub split_level: Option<u32>,
}

/// A relation to another document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct DocumentRelation {
    /// ID of the other document.
    pub id: String,
    /// `supersedes`, `references`, `implements`, `extends` or `conflicts` by convention.
    pub rel: String,
}

/// A change of the text of a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum BodyChange {
    /// Replaces all of it.
    Replace { text: String },
    /// Adds a text at the end.
    Append {
        text: String,
        /// The text before it.
        separator: String,
    },
    /// Replaces a section with its heading.
    Section {
        /// Number of the section; 0 is the text before the first heading.
        seq: u32,
        /// The new text; empty to remove the section.
        text: String,
        /// The hash of the section that the caller has read. Refused if it has another one now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        expected_hash: Option<String>,
    },
}

/// A section of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct SectionId {
    pub document: String,
    /// Number of the section.
    pub seq: u32,
}

/// How far the work on a requirement can be.
pub const DEV_STAGES: [&str; 5] = ["not_started", "in_progress", "implemented", "tested", "verified"];
/// How important a requirement can be.
pub const REQUIREMENT_PRIORITIES: [&str; 4] = ["P0", "P1", "P2", "P3"];

/// A change of the review of a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum VerificationAct {
    /// Creates an item for each section.
    Generate {
        /// Sections that need no review.
        skip_seqs: Vec<u32>,
    },
    /// Marks items as verified.
    Check {
        /// The items; all pending ones if empty.
        items: Vec<ReviewedItem>,
        /// `ai` or `user`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        reviewer: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        notes: Option<String>,
    },
    /// Marks an item as one that needs no review.
    Skip { item: ReviewedItem },
    /// Adapts the items to the current sections.
    Sync {},
    /// Sets the references of a section, or of a requirement inside it.
    SetRefs {
        /// Number of the section.
        seq: u32,
        /// Index of the requirement.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        index: Option<u32>,
        /// Code that implements it; kept if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        impl_refs: Option<Vec<CodeReference>>,
        /// Tests of it; kept if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        test_refs: Option<Vec<CodeReference>>,
    },
    /// Sets how far the work on a requirement is, or how important it is.
    SetPart {
        /// Number of the section.
        seq: u32,
        /// Index of the requirement.
        index: u32,
        /// One of [`DEV_STAGES`]; kept if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        dev_stage: Option<String>,
        /// One of [`REQUIREMENT_PRIORITIES`]; kept if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        priority: Option<String>,
    },
    /// Gives an ID to each requirement that has none.
    NameParts {},
    /// Adds an item to a section, or to the document if there is no section. A requirement gets an ID.
    AddItem {
        /// Number of the section.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        seq: Option<u32>,
        /// The requirements.
        text: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        category: Option<String>,
    },
}

/// An item of a review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum ReviewedItem {
    Section {
        /// Its number.
        seq: u32,
    },
    /// A requirement inside a section.
    Part {
        /// Number of the section.
        seq: u32,
        /// Index of the requirement.
        index: u32,
    },
    /// An item of the document.
    Label { label: String },
}

/// A place in code.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct CodeReference {
    /// Path relative to the project's folder.
    pub path: String,
    /// Lines, such as `10-20`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub lines: Option<String>,
    /// Text to show.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub label: Option<String>,
}
