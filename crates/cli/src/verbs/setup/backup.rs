//! Backups of the files that setup changes, so that uninstalling restores them.
//!
//! Invariant: only the part that we replaced is stored, in the person's own state folder, and it is
//! used only while the file is as we left it.

use std::fs;
use std::path::{Path, PathBuf};

use handoff_format::fnv1a_hex;
use serde_json::{Value, json};

use crate::ground::disk::file;
use crate::ground::identity;

/// The state of a file before we changed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Original {
    /// The file's text; `None` if there was no file.
    pub text: Option<String>,
    /// The folders that were created for it, outermost first.
    pub folders: Vec<PathBuf>,
}

/// Returns the state before we wrote the text that the file has now, or `None` if somebody else has
/// changed it since.
pub fn load(path: &Path, text: &str) -> Option<Original> {
    let backup: Value = serde_json::from_str(&file::read_named_text(&backup_path(path)?).ok()?).ok()?;
    let number = |key: &str| backup.get(key)?.as_u64().and_then(|number| usize::try_from(number).ok());
    if backup.get("after")?.as_str()? != fnv1a_hex(text.as_bytes()) {
        return None;
    }
    let old = [text.get(..number("start")?)?, backup.get("text")?.as_str()?, text.get(number("end")?..)?].concat();
    let is_new = backup.get("made")?.as_bool()?;
    let folders = backup.get("folders")?.as_array()?.iter().filter_map(Value::as_str).map(PathBuf::from).collect();
    Some(Original { text: (!is_new).then_some(old), folders })
}

/// Stores the state of a file before it got this text. Without a backup, uninstalling removes what
/// is recognised as ours.
pub fn save(file: &Path, original: &Original, text: &str) {
    let Some(path) = backup_path(file) else { return };
    // A file that did not exist had no text.
    let old = original.text.as_deref().unwrap_or_default();
    let head: usize = common_length(old.chars().zip(text.chars()));
    let (_, old_rest) = old.split_at(head);
    let (_, new_rest) = text.split_at(head);
    let tail = common_length(old_rest.chars().rev().zip(new_rest.chars().rev()));
    let (replaced, _) = old_rest.split_at(old_rest.len() - tail);
    let backup = json!({
        "file": file,
        "after": fnv1a_hex(text.as_bytes()),
        "start": head,
        "end": text.len() - tail,
        "text": replaced,
        "made": original.text.is_none(),
        "folders": original.folders,
    });
    // The backup is a convenience: without it our parts are found in the file.
    let _ = file::write_private(&path, backup.to_string().as_bytes());
}

/// Returns the length in bytes of the equal characters at the start.
fn common_length(pairs: impl Iterator<Item = (char, char)>) -> usize {
    pairs.take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum()
}

/// Removes the backup of a file.
pub fn remove(file: &Path) {
    if let Some(path) = backup_path(file) {
        // A backup that stays is not used: its hash of the file does not match.
        let _ = fs::remove_file(path);
    }
}

fn backup_path(file: &Path) -> Option<PathBuf> {
    let name = format!("{}.json", fnv1a_hex(file.to_string_lossy().as_bytes()));
    Some(identity::state_folder()?.join("handoff/setup").join(name))
}
