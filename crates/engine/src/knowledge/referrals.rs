//! Referrals of a project, as agents and views read them.

use handoff_format::{Container, DataFile, PathKind, Referral, classify, read_referral};

use crate::Project;
use crate::ground::tree::{Entry, join};

/// The type of the link from a task to the referral that proposed it. Its label is the proposed title.
pub(crate) const REFERRAL_LINK: &str = "referral";

/// The folder of requests from other projects.
const FOLDER: &str = "referrals";

/// A referral with its file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ReferralEntry {
    /// The path of the file below `.handoff/`.
    pub path: String,
    /// The status in the name of the file.
    pub status: String,
    /// The content.
    pub referral: Referral,
}

/// Returns every referral that can be parsed, oldest first.
pub(crate) fn all(project: &Project) -> Vec<ReferralEntry> {
    let parse = |(name, _): (&str, &Entry)| {
        let path = join(FOLDER, name);
        let PathKind::Referral { status } = classify(&path) else { return None };
        let data = DataFile::parse(Container::Json, project.tree.file(&path)?).ok()?;
        Some(ReferralEntry { path, status, referral: read_referral(&data).0 })
    };
    project.tree.children(FOLDER).filter_map(parse).collect()
}
