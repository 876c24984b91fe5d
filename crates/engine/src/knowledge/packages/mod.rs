//! Packages: what is delivered, in which state, and in which order.
//!
//! Invariant: a superseded package is never delivered by its name, even after the package that has
//! replaced it has expired or was removed.

mod search;
mod ttl;

use std::collections::BTreeMap;

use handoff_format::{Package, sha256_hex};
use handoff_protocol::{PackageRow, PackageState, PackageView, PackagesView};

use crate::Project;
use crate::ground::timestamp::{parse_timestamp, sort_key};
use crate::model::packages::StoredPackage;
use crate::model::project::unread;
use crate::model::project::unread::ProjectPart;

pub use ttl::{TtlError, parse_ttl};

/// The folder of the packages.
pub const FOLDER: &str = "packages";
/// The time for which an expired package can be brought back, without a choice.
pub const DEFAULT_GRACE: &str = "72h";
const HOUR_MS: i64 = 3_600_000;
/// The minimum number of characters of the start of an ID that names a package.
pub const MIN_PREFIX: usize = 4;

/// A package with its state.
#[derive(Clone, Copy)]
pub(crate) struct PackageEntry<'a> {
    /// Its file.
    pub(crate) path: &'a str,
    /// Its content.
    pub(crate) stored: &'a StoredPackage,
    /// Whether its time to live is over.
    pub(crate) is_expired: bool,
    /// The package that has replaced it.
    pub(crate) superseded_by: Option<&'a str>,
}

impl<'a> PackageEntry<'a> {
    pub(crate) fn package(&self) -> &'a Package {
        &self.stored.package
    }

    pub(crate) fn state(&self) -> PackageState {
        match (self.is_expired, self.superseded_by) {
            (true, _) => PackageState::Expired,
            (false, Some(_)) => PackageState::Superseded,
            (false, None) => PackageState::Current,
        }
    }

    fn row(&self) -> PackageRow {
        let package = self.package();
        PackageRow {
            id: package.id.clone(),
            name: package.name.clone(),
            summary: package.summary.clone(),
            project: package.project.clone(),
            tags: package.tags.clone(),
            state: self.state(),
            created_at: package.created_at.clone(),
            expires_at: package.expires_at.clone(),
            pinned: package.pinned,
            visibility: package.visibility.clone(),
            actor: package.actor.clone(),
            session_id: package.session_id.clone(),
            task_ids: package.task_ids.clone(),
            base: package.base.clone(),
            git: package.git.clone(),
            tokens: package.tokens,
            size: self.stored.size,
            superseded_by: self.superseded_by.map(str::to_owned),
            accepted_at: package.accepted_at.clone(),
            accepted_by: package.accepted_by.clone(),
            path: self.path.to_owned(),
        }
    }

    /// Returns the content.
    pub(crate) fn content(&self, project: &'a Project) -> Option<&'a str> {
        let bytes = project.tree.file(self.path)?.get(self.stored.content_at..)?;
        std::str::from_utf8(bytes).ok()
    }
}

/// Returns whether a package has expired. A pinned one does not, and neither does one with an invalid
/// time.
pub(crate) fn is_expired(package: &Package, now: i64) -> bool {
    expired_for_ms(package, now).is_some()
}

/// Returns how long ago a package expired, `None` if it has not.
pub(crate) fn expired_for_ms(package: &Package, now: i64) -> Option<i64> {
    let time = |text: &str| parse_timestamp(text).map(|time| time.timestamp_millis());
    let (created, expires) = (time(&package.created_at)?, time(&package.expires_at)?);
    // A clock that was set back says nothing about a package from later.
    (!package.pinned && now >= created && now >= expires).then(|| now.saturating_sub(expires))
}

/// Returns every package, newest first.
pub(crate) fn all(project: &Project, now: i64) -> Vec<PackageEntry<'_>> {
    let mut entries: Vec<(String, PackageEntry<'_>)> = project
        .model
        .packages
        .all()
        .map(|(path, stored)| {
            let superseded_by = stored.package.superseded_by.as_deref();
            let is_expired = is_expired(&stored.package, now);
            (sort_key(&stored.package.created_at), PackageEntry { path, stored, is_expired, superseded_by })
        })
        .collect();
    entries.sort_by(|(a, first), (b, second)| (b, &second.package().id).cmp(&(a, &first.package().id)));
    // Two clones may each have stored a package with the same name. The newer one replaces the other.
    let mut newest: BTreeMap<(&str, &str), &str> = BTreeMap::new();
    for (_, entry) in &mut entries {
        let package = entry.package();
        if entry.superseded_by.is_none() {
            match newest.get(&(package.name.as_str(), package.project.as_str())) {
                Some(newer) => entry.superseded_by = Some(newer),
                None => {
                    newest.insert((&package.name, &package.project), &package.id);
                }
            }
        }
    }
    entries.into_iter().map(|(_, entry)| entry).collect()
}

/// Returns the rows of all packages, or of those that match a text, best match first.
pub(crate) fn view(project: &Project, text: &str, with_expired: bool, now: i64) -> PackagesView {
    let mut entries = all(project, now);
    entries.retain(|entry| with_expired || !entry.is_expired);
    if !text.trim().is_empty() {
        entries = search::search(project, entries, text);
    }
    let unreadable = unread::part_gaps(project, ProjectPart::Packages).iter().map(ToString::to_string).collect();
    PackagesView { packages: entries.iter().map(PackageEntry::row).collect(), unreadable }
}

/// Returns a package with its content.
pub(crate) fn package_view(project: &Project, id: &str, now: i64) -> Option<PackageView> {
    let entry = all(project, now).into_iter().find(|entry| entry.package().id == id)?;
    let content = entry.content(project)?.to_owned();
    let expected = &entry.package().sha256;
    let is_intact = expected.is_empty() || *expected == sha256_hex(content.as_bytes());
    Some(PackageView { package: entry.row(), content, is_intact })
}

/// Returns a grace time in milliseconds.
pub(crate) fn grace_ms(hours: u32) -> i64 {
    i64::from(hours).saturating_mul(HOUR_MS)
}
