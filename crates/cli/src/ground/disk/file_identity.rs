//! What identifies a file or folder on its disk, and whose it is.

use std::path::Path;

pub use system::{is_same, owner, place_of, user};

#[cfg(unix)]
mod system {
    use std::fs;
    use std::io;
    use std::os::unix::fs::MetadataExt as _;

    use super::Path;

    /// Returns the user of this process; `None` where files have no owners.
    #[allow(clippy::unnecessary_wraps, reason = "other systems have no owners")]
    pub fn user() -> Option<u32> {
        Some(rustix::process::geteuid().as_raw())
    }

    /// Returns the owner of what is at a path, a link included.
    pub fn owner(path: &Path) -> io::Result<u32> {
        fs::symlink_metadata(path).map(|data| data.uid())
    }

    /// Returns what identifies a folder on its disk. The extension's shell builds the same text.
    pub fn place_of(folder: &Path) -> Option<String> {
        fs::metadata(folder).ok().map(|data| data.ino().to_string())
    }

    /// Returns whether two paths lead to one file or folder; links are not followed.
    pub fn is_same(a: &Path, b: &Path) -> io::Result<bool> {
        let [a, b] = [fs::symlink_metadata(a)?, fs::symlink_metadata(b)?];
        Ok((a.ino(), a.dev()) == (b.ino(), b.dev()))
    }
}

#[cfg(target_os = "wasi")]
mod system {
    use std::io;

    use super::Path;
    use crate::ground::node;

    /// Returns the user of this process; `None` where files have no owners.
    pub fn user() -> Option<u32> {
        node::user()
    }

    /// Returns the owner of what is at a path, a link included.
    pub fn owner(path: &Path) -> io::Result<u32> {
        node::identity(path, false).map(|identity| identity.owner)
    }

    /// Returns what identifies a folder on its disk. The extension's shell builds the same text.
    pub fn place_of(folder: &Path) -> Option<String> {
        node::user()?;
        node::identity(folder, true).ok().map(|identity| identity.inode)
    }

    /// Returns whether two paths lead to one file or folder; links are not followed.
    pub fn is_same(a: &Path, b: &Path) -> io::Result<bool> {
        Ok(node::identity(a, false)? == node::identity(b, false)?)
    }
}

#[cfg(not(any(unix, target_os = "wasi")))]
mod system {
    use std::fs;
    use std::io;

    use super::Path;

    /// Returns the user of this process; `None` where files have no owners.
    pub fn user() -> Option<u32> {
        None
    }

    /// Returns the owner of what is at a path, a link included.
    pub fn owner(_: &Path) -> io::Result<u32> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Returns what identifies a folder on its disk. The extension's shell builds the same text.
    pub fn place_of(_: &Path) -> Option<String> {
        None
    }

    /// Returns whether two paths lead to one file or folder; links are not followed. Files that were created in the
    /// same tick of the clock have the same time, so the names decide as well.
    pub fn is_same(a: &Path, b: &Path) -> io::Result<bool> {
        let folded = |path: &Path| path.to_string_lossy().to_lowercase();
        let [created, other] = [fs::symlink_metadata(a)?, fs::symlink_metadata(b)?];
        Ok(folded(a) == folded(b)
            && created.is_dir() == other.is_dir()
            && created.created().ok() == other.created().ok())
    }
}
