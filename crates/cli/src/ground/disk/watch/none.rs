//! WASI has no notifications about changes: each scan compares every file.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::path::Path;

/// The watches of a folder. There are none.
#[derive(Debug)]
pub struct Watch(Infallible);

impl Watch {
    /// Returns `None`.
    pub fn new(_: &Path, _: impl Iterator<Item = String>) -> Option<Watch> {
        None
    }

    /// Cannot be called.
    pub fn add(&self, _: &str) -> bool {
        match self.0 {}
    }

    /// Cannot be called.
    pub fn changed_paths(&mut self) -> Option<BTreeSet<String>> {
        match self.0 {}
    }
}
