//! Paths without links.

use std::io;
use std::path::{Component, Path, PathBuf};

/// Returns a path relative to a folder, with slashes; `None` if it is elsewhere. It need not exist.
pub fn relative_path(root: &Path, path: &Path) -> Option<String> {
    let real = |path: &Path| real_path(path).unwrap_or_else(|_| path.to_path_buf());
    let location = real(path.parent()?).join(path.file_name()?);
    let below = location.strip_prefix(real(root)).or_else(|_| path.strip_prefix(root)).ok()?;
    let name =
        |part: Component<'_>| if let Component::Normal(name) = part { name.to_str().map(str::to_owned) } else { None };
    let parts: Option<Vec<String>> = below.components().map(name).collect();
    parts.map(|parts| parts.join("/")).filter(|path| !path.is_empty() && !path.contains('\n'))
}

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
