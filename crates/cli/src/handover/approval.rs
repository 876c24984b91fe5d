//! Which declarations may run programs on this machine.
//!
//! A declaration is a file of the project, which may come from somebody else. So its programs run
//! only after a person has approved that very content with `--allow-commands`. The hash of what was
//! approved is stored in the person's state folder, not in the project.

use std::path::{Path, PathBuf};

use handoff_format::sha256_hex;

use crate::disk::file;
use crate::handover::failure::Failure;
use crate::identity;

/// The maximum number of stored approvals.
const MAX_APPROVALS: usize = 500;

/// Returns the key of a declaration: of its place and its content.
fn key(path: &Path, content: &[u8]) -> String {
    let place = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    sha256_hex(&[place.as_os_str().as_encoded_bytes(), b"\n", content].concat())
}

fn stored() -> Option<PathBuf> {
    Some(identity::state_folder()?.join("handoff/approved-commands"))
}

/// Returns whether the programs of a declaration may run.
pub fn is_approved(path: &Path, content: &[u8]) -> bool {
    let Some(text) = stored().and_then(|stored| file::read_named_text(&stored).ok()) else { return false };
    let key = key(path, content);
    text.lines().any(|line| line == key)
}

/// Approves the programs of a declaration.
pub fn approve(path: &Path, content: &[u8]) -> Result<(), Failure> {
    if is_approved(path, content) {
        return Ok(());
    }
    let Some(stored) = stored() else {
        return Err(Failure::failed("The approval cannot be stored: there is no home folder. Set HOME."));
    };
    let before = match file::read_named_text(&stored) {
        Ok(before) => before,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(Failure::failed(format!("{} cannot be read: {error}.", stored.display()))),
    };
    let mut lines: Vec<&str> = before.lines().collect();
    let key = key(path, content);
    lines.push(&key);
    let surplus = lines.len().saturating_sub(MAX_APPROVALS);
    let text = lines.get(surplus..).unwrap_or_default().join("\n") + "\n";
    file::write_private(&stored, text.as_bytes())
        .map_err(|error| Failure::failed(format!("{} cannot be written: {error}.", stored.display())))
}
