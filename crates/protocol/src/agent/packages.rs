//! Parameters of the commands for packages.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The time to live of a package without a choice.
pub const DEFAULT_TTL: &str = "7d";

/// A package to store.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct NewPackage {
    /// Its name, one line. Replaces earlier packages with the same name and project.
    #[ts(optional = false)]
    pub name: String,
    /// Its content, stored byte for byte.
    #[ts(optional = false)]
    pub content: String,
    /// A summary, one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// The project that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<String>>")]
    pub tags: Vec<String>,
    /// The time to live: a positive number of hours or days, such as `12h` or `7d`; 7 days if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ttl: Option<String>,
    /// Whether it never expires.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>")]
    pub pinned: bool,
    /// `private`, `team` or `public`. A private package is kept out of Git.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visibility: Option<String>,
    /// ID of the session that it was made from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    /// IDs of the tasks that it is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<String>>")]
    pub task_ids: Vec<String>,
    /// ID of the session or package that it continues.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// The state of Git when it was stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub git: Option<PackageGit>,
}

/// A package without secrets, ready to be stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct RedactedPackage {
    pub package: NewPackage,
    /// The number of secrets that were replaced.
    #[ts(type = "number")]
    pub secrets: usize,
    /// The number of texts that may be secrets and were kept.
    #[ts(type = "number")]
    pub doubtful: usize,
}

/// The state of Git when a package was stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct PackageGit {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
}

/// A change to the packages. The shell has to feed `packages/` before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum PackageChange {
    /// Stores a package. Earlier ones with the same name and project are superseded.
    Store { package: Box<NewPackage> },
    /// Sets when a package expires: its time to live, counted from now. Brings an expired one back.
    Extend {
        id: String,
        /// The time to live, as in [`NewPackage::ttl`].
        ttl: String,
    },
    /// Makes a package permanent, or ends that.
    Pin {
        id: String,
        /// Whether it never expires.
        pinned: bool,
    },
    /// Records that the actor has taken a package over.
    Accept { id: String },
    /// Moves a package to the trash.
    Delete { id: String },
    /// Removes for good the packages that expired longer ago than the grace time.
    Collect {
        /// The grace time in hours.
        grace_hours: u32,
    },
}
