//! Which programs a declaration may run on this machine, and where it may push to.
//!
//! A declaration is a file of the project, which may come from somebody else. So its programs run
//! only after a person has approved that very content with `--allow-commands`, and it pushes only
//! what and where a person has approved with `--allow-push`. The hash of what was approved is stored
//! in the person's state folder, not in the project.

use std::path::{Path, PathBuf};

use handoff_agent::HandoffError;
use handoff_format::sha256_hex;

use crate::ground::disk::file;
use crate::ground::{identity, paths};

/// The maximum number of stored approvals.
const MAX_APPROVALS: usize = 500;

/// Returns the key of an approval: of a place (the declaration, or the folder of the project), and of
/// what is approved there (the content of the declaration, or the values of a push).
fn key(place: &Path, approved: &[u8]) -> String {
    let place = paths::real_path(place).unwrap_or_else(|_| place.to_path_buf());
    sha256_hex(&[place.as_os_str().as_encoded_bytes(), b"\n", approved].concat())
}

fn stored() -> Option<PathBuf> {
    Some(identity::state_folder()?.join("handoff/approved-commands"))
}

/// Returns whether a person has approved something at a place.
pub fn is_approved(place: &Path, approved: &[u8]) -> bool {
    let Some(text) = stored().and_then(|stored| file::read_named_text(&stored).ok()) else { return false };
    let key = key(place, approved);
    text.lines().any(|line| line == key)
}

/// Stores the approval of something at a place.
pub fn approve(place: &Path, approved: &[u8]) -> Result<(), HandoffError> {
    if is_approved(place, approved) {
        return Ok(());
    }
    let Some(stored) = stored() else {
        return Err(HandoffError::System("The approval cannot be stored: there is no home folder. Set HOME.".into()));
    };
    let before = match file::read_named_text(&stored) {
        Ok(before) => before,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => {
            return Err(HandoffError::System(format!("{} cannot be read: {error}.", stored.display()).into()));
        }
    };
    let mut lines: Vec<&str> = before.lines().collect();
    let key = key(place, approved);
    lines.push(&key);
    let surplus = lines.len().saturating_sub(MAX_APPROVALS);
    let text = lines.get(surplus..).unwrap_or_default().join("\n") + "\n";
    file::write_private(&stored, text.as_bytes())
        .map_err(|error| HandoffError::System(format!("{} cannot be written: {error}.", stored.display()).into()))
}
