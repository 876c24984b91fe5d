//! The search over everything that a project has.

use serde::Serialize;
use ts_rs::TS;

/// The results of a search, best match first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct SearchResults {
    /// The best matches, at most as many as the query asked for.
    pub hits: Vec<SearchHit>,
    /// Number of all matches.
    pub total: u32,
}

impl SearchResults {
    /// Maximum number of characters of a query.
    pub const MAX_QUERY: usize = 400;
    /// Maximum number of hits.
    pub const MAX_HITS: u32 = 100;
}

/// The kind of a record that a search finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum HitKind {
    Task,
    Decision,
    /// A note to be careful.
    Caution,
    Blocker,
    /// An item of the checklist.
    Item,
    /// A context pointer.
    Pointer,
    Reference,
    /// A note on what to do next.
    Suggestion,
    /// Any other note.
    Note,
    Session,
    /// A section of a document.
    Document,
    Memory,
    Referral,
    Package,
}

impl HitKind {
    /// Returns its name in answers, the same as in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            HitKind::Task => "task",
            HitKind::Decision => "decision",
            HitKind::Caution => "caution",
            HitKind::Blocker => "blocker",
            HitKind::Item => "item",
            HitKind::Pointer => "pointer",
            HitKind::Reference => "reference",
            HitKind::Suggestion => "suggestion",
            HitKind::Note => "note",
            HitKind::Session => "session",
            HitKind::Document => "document",
            HitKind::Memory => "memory",
            HitKind::Referral => "referral",
            HitKind::Package => "package",
        }
    }
}

/// A record that matches a search.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct SearchHit {
    pub kind: HitKind,
    /// Its ID; of a document the slug.
    pub id: String,
    /// Its title or first words, on one line.
    pub title: String,
    /// The text around the match, if it is not in the title; else the reason of a decision or pointer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub excerpt: Option<String>,
    /// Its status, or why it is no longer valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// ID and text of the decision, or ID of the package, that superseded it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub successor: Option<String>,
    /// ID of the session that states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// Its file below `.handoff/`.
    pub path: String,
    /// The line of the match in the file, from 1. Only documents have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// When it was changed last, or stated first: RFC 3339.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// Who stated it last, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
}
