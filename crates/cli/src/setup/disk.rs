//! Files that are not the project's: read whole, replaced by one rename.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A file's text; none where there is none.
pub fn read(file: &Path) -> Result<Option<String>, String> {
    match fs::read(file) {
        Ok(bytes) => String::from_utf8(bytes).map(Some).map_err(|_| "it is not UTF-8 text".to_owned()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.to_string()),
    }
}

/// Writes a file, through a link where it is one, and gives the folders that had to be made, outermost first.
pub fn write(file: &Path, text: &str) -> io::Result<Vec<PathBuf>> {
    let file = fs::canonicalize(file).unwrap_or_else(|_| file.to_path_buf());
    let folder = file.parent().unwrap_or(Path::new("."));
    let mut made: Vec<PathBuf> = folder
        .ancestors()
        .take_while(|above| !above.as_os_str().is_empty() && !above.exists())
        .map(Path::to_path_buf)
        .collect();
    made.reverse();
    fs::create_dir_all(folder)?;
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let temporary = folder.join(format!(".{name}.tmp.{}", std::process::id()));
    let done = put(&temporary, &file, text);
    if done.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    done.map(|()| made)
}

fn put(temporary: &Path, file: &Path, text: &str) -> io::Result<()> {
    fs::write(temporary, text)?;
    if let Ok(known) = fs::metadata(file) {
        fs::set_permissions(temporary, known.permissions())?;
    }
    fs::File::open(temporary)?.sync_all()?;
    fs::rename(temporary, file)
}

/// Removes a file, and those of the folders that are empty then.
pub fn remove(file: &Path, folders: &[PathBuf]) -> io::Result<()> {
    fs::remove_file(file)?;
    for folder in folders.iter().rev() {
        // One in which something else lies stays.
        if fs::remove_dir(folder).is_err() {
            break;
        }
    }
    Ok(())
}
