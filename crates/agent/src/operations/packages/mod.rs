//! Packages: texts that one conversation hands to another, with a time to live.

pub mod change;
mod from_session;
pub mod list;
pub mod retrieve;
pub mod store;
mod stores;

use handoff_protocol::{Actor, PackageRow, PackageState};
use schemars::JsonSchema;
use serde::Serialize;

use crate::tool::Tool;

pub use from_session::session_package;
pub use stores::Store;

pub(super) const TOOLS: &[Tool] = &[
    Tool::of::<store::StorePackage>(),
    Tool::of::<retrieve::RetrievePackages>(),
    Tool::of::<list::ListPackages>(),
    Tool::of::<change::ChangePackage>(),
];

/// A package in an answer, without its content. Empty values are left out.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PackageAnswer {
    pub id: String,
    pub name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub project: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub summary: String,
    /// current, superseded or expired
    #[schemars(with = "String")]
    pub state: PackageState,
    /// project or user
    #[schemars(with = "String")]
    pub store: Store,
    pub created_at: String,
    pub expires_at: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub pinned: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visibility: Option<String>,
    pub tokens: u32,
    pub size: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub superseded_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stored_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub task_ids: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// Its file below .handoff
    pub path: String,
}

impl PackageAnswer {
    fn new(store: Store, row: PackageRow) -> PackageAnswer {
        let name = |actor: Option<Actor>| actor.map(|actor| actor.name).filter(|name| !name.is_empty());
        let git = row.git.unwrap_or_default();
        PackageAnswer {
            id: row.id,
            name: row.name,
            project: row.project,
            tags: row.tags,
            summary: row.summary,
            state: row.state,
            store,
            created_at: row.created_at,
            expires_at: row.expires_at,
            pinned: row.pinned,
            visibility: row.visibility,
            tokens: row.tokens,
            size: row.size,
            superseded_by: row.superseded_by,
            accepted_at: row.accepted_at,
            accepted_by: name(row.accepted_by),
            stored_by: name(row.actor),
            session_id: row.session_id,
            task_ids: row.task_ids,
            base: row.base,
            branch: git.branch,
            commit: git.commit,
            path: row.path,
        }
    }
}
