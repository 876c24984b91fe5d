//! The packages that were fed. Their files are read on demand.

use std::collections::BTreeMap;

use handoff_format::{Finding, Package, read_package};

use crate::ground::tree::within;

/// A package with the position of its content.
#[derive(Clone, Debug)]
pub(crate) struct StoredPackage {
    /// The front matter.
    pub(crate) package: Package,
    /// The byte offset of the content in the file.
    pub(crate) content_at: usize,
    /// The size of the content in bytes.
    pub(crate) size: u64,
}

impl StoredPackage {
    /// Parses the file of a package.
    pub(crate) fn read(bytes: &[u8]) -> Result<StoredPackage, Finding> {
        let (package, content_at) = read_package(bytes)?;
        let size = u64::try_from(bytes.len().saturating_sub(content_at)).unwrap_or(u64::MAX);
        Ok(StoredPackage { package, content_at, size })
    }
}

/// The packages by their paths, with the files that cannot be read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Packages(BTreeMap<String, Result<StoredPackage, Finding>>);

impl Packages {
    /// Adds or replaces a file.
    pub(crate) fn add(&mut self, path: &str, package: Result<StoredPackage, Finding>) {
        self.0.insert(path.to_owned(), package);
    }

    /// Removes a file, or everything at or below a folder.
    pub(crate) fn remove(&mut self, path: &str) {
        if handoff_format::is_in_packages(path) || path.is_empty() {
            self.0.retain(|known, _| !within(known, path));
        }
    }

    /// Returns the packages by their paths, so the oldest first.
    pub(crate) fn all(&self) -> impl DoubleEndedIterator<Item = (&str, &StoredPackage)> {
        self.0.iter().filter_map(|(path, package)| Some((path.as_str(), package.as_ref().ok()?)))
    }

    /// Returns the files that cannot be read, with the reasons.
    pub(crate) fn unreadable(&self) -> impl Iterator<Item = (&str, &Finding)> {
        self.0.iter().filter_map(|(path, package)| Some((path.as_str(), package.as_ref().err()?)))
    }
}
