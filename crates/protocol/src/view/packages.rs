//! Packages: texts that one conversation hands to another, with a time to live.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::agent::packages::PackageGit;
use crate::context::Actor;

/// Whether a package is delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum PackageState {
    /// The newest one of its name and project. Delivered by name and by ID.
    Current,
    /// A newer one has replaced it. Delivered by ID only.
    Superseded,
    /// Its time to live is over. Not delivered.
    Expired,
}

impl PackageState {
    /// Returns the name in answers.
    pub const fn name(self) -> &'static str {
        match self {
            PackageState::Current => "current",
            PackageState::Superseded => "superseded",
            PackageState::Expired => "expired",
        }
    }
}

/// A package in a list, without its content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct PackageRow {
    pub id: String,
    pub name: String,
    /// Its summary; may be empty.
    pub summary: String,
    /// The project that it is about; may be empty.
    pub project: String,
    pub tags: Vec<String>,
    /// Whether it is delivered.
    pub state: PackageState,
    /// RFC 3339.
    pub created_at: String,
    /// RFC 3339.
    pub expires_at: String,
    /// Whether it never expires.
    pub pinned: bool,
    /// `private`, `team` or `public`, if it says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visibility: Option<String>,
    /// Who stored it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actor: Option<Actor>,
    /// ID of the session that it was made from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    /// IDs of the tasks that it is about.
    pub task_ids: Vec<String>,
    /// ID of the session or package that it continues.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// The state of Git when it was stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub git: Option<PackageGit>,
    /// The estimated number of tokens of its content.
    pub tokens: u32,
    /// The size of its content in bytes.
    #[ts(type = "number")]
    pub size: u64,
    /// ID of the package that has replaced it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub superseded_by: Option<String>,
    /// The time when somebody took it over, RFC 3339.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted_at: Option<String>,
    /// Who took it over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted_by: Option<Actor>,
    /// Its file below `.handoff/`.
    pub path: String,
}

/// The packages of a store.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct PackagesView {
    /// The packages, newest first.
    pub packages: Vec<PackageRow>,
    /// Files that cannot be read as packages.
    pub unreadable: Vec<String>,
}

/// A package with its content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct PackageView {
    /// The part that lists show.
    pub package: PackageRow,
    /// Its content, byte for byte.
    pub content: String,
    /// Whether the content has the hash that was computed when it was stored.
    pub is_intact: bool,
}
