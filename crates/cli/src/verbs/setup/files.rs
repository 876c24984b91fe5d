//! Configuration files of other programs: read as a whole, and replaced by one rename.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::ground::disk::{file, links, process};
#[cfg(target_os = "wasi")]
use crate::ground::node;

/// Reads a file's text; `None` if there is no file.
pub fn read(path: &Path) -> io::Result<Option<String>> {
    match file::read_named_text(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        text => text.map(Some),
    }
}

/// Returns true if two paths name the same file, which may not exist.
pub fn is_same(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| links::real_path(path).ok();
    one == other || real(one).is_some_and(|path| real(other) == Some(path))
}

/// Writes a file, through symbolic links. A new script is executable. Returns the folders that it created,
/// outermost first.
pub fn write(file: &Path, text: &str) -> io::Result<Vec<PathBuf>> {
    let file = links::real_path(file)?;
    let folder = file.parent().unwrap_or(Path::new("."));
    let mut created: Vec<PathBuf> = folder
        .ancestors()
        .take_while(|folder| !folder.as_os_str().is_empty() && !folder.exists())
        .map(Path::to_path_buf)
        .collect();
    created.reverse();
    fs::create_dir_all(folder)?;
    let Some(name) = file.file_name() else { return Err(io::ErrorKind::InvalidFilename.into()) };
    let temporary = folder.join(format!(".{}.tmp.{}", name.to_string_lossy(), process::id()));
    let result = replace(&temporary, &file, text);
    if result.is_err() {
        // The error that is returned matters more.
        let _ = fs::remove_file(&temporary);
    }
    result.map(|()| created)
}

fn replace(temporary: &Path, file: &Path, text: &str) -> io::Result<()> {
    fs::write(temporary, text)?;
    if file.exists() {
        copy_permissions(file, temporary)?;
    } else if text.starts_with("#!") {
        make_executable(temporary)?;
    }
    fs::File::open(temporary)?.sync_all()?;
    fs::rename(temporary, file)
}

#[cfg(not(target_os = "wasi"))]
fn copy_permissions(from: &Path, to: &Path) -> io::Result<()> {
    fs::set_permissions(to, fs::metadata(from)?.permissions())
}

#[cfg(target_os = "wasi")]
fn copy_permissions(from: &Path, to: &Path) -> io::Result<()> {
    node::restrict(to, node::mode(from)?)
}

#[cfg(unix)]
fn make_executable(file: &Path) -> io::Result<()> {
    fs::set_permissions(file, std::os::unix::fs::PermissionsExt::from_mode(0o755))
}

#[cfg(target_os = "wasi")]
fn make_executable(file: &Path) -> io::Result<()> {
    node::restrict(file, 0o755)
}

#[cfg(windows)]
fn make_executable(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Removes a file, and those of the folders that are empty then.
pub fn remove(file: &Path, folders: &[PathBuf]) -> io::Result<()> {
    fs::remove_file(file)?;
    for folder in folders.iter().rev() {
        // A folder with other content stays.
        if fs::remove_dir(folder).is_err() {
            break;
        }
    }
    Ok(())
}
