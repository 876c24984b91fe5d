//! Paths without links.

use std::io;
use std::path::{Path, PathBuf};

/// Returns the absolute path of something that exists, without links.
#[cfg(not(target_os = "wasi"))]
pub fn real_path(path: &Path) -> io::Result<PathBuf> {
    path.canonicalize()
}

/// Returns the absolute path of something that exists, without links. WASI cannot, so Node.js does.
#[cfg(target_os = "wasi")]
pub fn real_path(path: &Path) -> io::Result<PathBuf> {
    super::node::real_path(path)
}
