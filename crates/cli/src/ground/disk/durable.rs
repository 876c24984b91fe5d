//! Changes of names that survive a loss of power.
//!
//! Invariant: when a function returns, its change is on the disk unless the caller does without the flush,
//! so that a later change is never there without it. Windows cannot flush a folder; there the journal of the file system keeps the
//! order.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Creates a folder and its parents.
pub fn create_folders(folder: &Path) -> io::Result<()> {
    let missing: Vec<&Path> = folder.ancestors().take_while(|above| !above.is_dir()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    fs::create_dir_all(folder)?;
    flush_around(missing)
}

/// Removes a file.
pub fn remove_file(path: &Path, flush: bool) -> io::Result<()> {
    fs::remove_file(path)?;
    if flush { flush_around([path]) } else { Ok(()) }
}

/// Removes an empty folder.
pub fn remove_folder(path: &Path) -> io::Result<()> {
    fs::remove_dir(path)?;
    flush_around([path])
}

/// Renames a file or folder, and replaces a file at the target.
pub fn rename(source: &Path, target: &Path) -> io::Result<()> {
    fs::rename(source, target)?;
    flush_around([source, target])
}

/// Renames a file or folder to a name that was free just now. If several programs want the same name,
/// one gets it, as far as the system can ensure that; breaking an abandoned lock depends on it.
pub fn rename_to_free(source: &Path, target: &Path) -> io::Result<()> {
    rename_exclusively(source, target).unwrap_or_else(|| fs::rename(source, target))?;
    flush_around([source, target])
}

/// Renames a temporary file to a name at which there may be a file. A loss of power may also leave it at its
/// old name.
pub fn replace(source: &Path, target: &Path, flush: bool) -> io::Result<()> {
    fs::rename(source, target)?;
    if flush { flush_around([target]) } else { Ok(()) }
}

/// Renames a temporary file to a name that must be free. If several programs want the same name, one gets it;
/// the worktrees of a repository share their claims, but not the lock.
pub fn rename_new(source: &Path, target: &Path, flush: bool) -> io::Result<()> {
    let renamed = rename_exclusively(source, target).unwrap_or_else(|| match fs::hard_link(source, target) {
        Ok(()) => fs::remove_file(source),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error),
        // The file system has no hard links.
        Err(_) => fs::rename(source, target),
    });
    renamed?;
    if flush { flush_around([target]) } else { Ok(()) }
}

/// Renames unless the target exists. Returns `None` if the system cannot do that in one step.
#[cfg(target_os = "linux")]
fn rename_exclusively(source: &Path, target: &Path) -> Option<io::Result<()>> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;
    match renameat_with(CWD, source, CWD, target, RenameFlags::NOREPLACE) {
        // Not every file system supports this.
        Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => None,
        renamed => Some(renamed.map_err(io::Error::from)),
    }
}

#[cfg(not(target_os = "linux"))]
fn rename_exclusively(_: &Path, _: &Path) -> Option<io::Result<()>> {
    None
}

/// Flushes the folders in which some paths are, each once.
pub fn flush_around<'p>(paths: impl IntoIterator<Item = &'p Path>) -> io::Result<()> {
    let mut folders: Vec<PathBuf> = paths.into_iter().filter_map(Path::parent).map(Path::to_path_buf).collect();
    folders.dedup();
    folders.iter().try_for_each(|folder| flush(folder))
}

#[cfg(unix)]
fn flush(folder: &Path) -> io::Result<()> {
    match fs::File::open(folder).and_then(|folder| folder.sync_all()) {
        // Another program has removed the folder, or the file system has nothing to flush.
        Err(error)
            if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::InvalidInput | ErrorKind::Unsupported) =>
        {
            Ok(())
        }
        flushed => flushed,
    }
}

#[cfg(not(unix))]
fn flush(_: &Path) -> io::Result<()> {
    Ok(())
}
