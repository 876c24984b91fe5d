//! What a file was before we changed it, so that it can be so again.
//!
//! Invariant: only the stretch that we replaced is kept, in the person's own folder, and it is used only while the file is as we left it.

use std::fs;
use std::path::{Path, PathBuf};

use handoff_format::fnv1a_hex;
use serde_json::{Value, json};

use crate::disk::private_file;
use crate::identity;

/// What was there before a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Before {
    /// The file's text; none where there was no file.
    pub text: Option<String>,
    /// The folders that were made for it, outermost first.
    pub folders: Vec<PathBuf>,
}

/// What a file was before we wrote the text that it has now; none where somebody else has changed it since.
pub fn recall(file: &Path, text: &str) -> Option<Before> {
    let kept: Value = serde_json::from_str(&fs::read_to_string(place(file)?).ok()?).ok()?;
    let number = |key: &str| kept.get(key)?.as_u64().and_then(|number| usize::try_from(number).ok());
    if kept.get("after")?.as_str()? != fnv1a_hex(text.as_bytes()) {
        return None;
    }
    let old = [text.get(..number("start")?)?, kept.get("text")?.as_str()?, text.get(number("end")?..)?].concat();
    let made = kept.get("made")?.as_bool()?;
    let folders = kept.get("folders")?.as_array()?.iter().filter_map(Value::as_str).map(PathBuf::from).collect();
    Some(Before { text: (!made).then_some(old), folders })
}

/// Keeps what a file was before it got this text. Where nothing can be kept, taking it back goes by what is ours in it.
pub fn keep(file: &Path, before: &Before, text: &str) {
    let Some(place) = place(file) else { return };
    let old = before.text.as_deref().unwrap_or_default();
    let head: usize = old.chars().zip(text.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
    let (old_rest, rest) = (old.get(head..).unwrap_or_default(), text.get(head..).unwrap_or_default());
    let tail: usize =
        old_rest.chars().rev().zip(rest.chars().rev()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
    let kept = json!({
        "file": file,
        "after": fnv1a_hex(text.as_bytes()),
        "start": head,
        "end": text.len() - tail,
        "text": old.get(head..old.len() - tail).unwrap_or_default(),
        "made": before.text.is_none(),
        "folders": before.folders,
    });
    // It is a convenience; what is ours can be told without it.
    let _ = private_file::write(&place, kept.to_string().as_bytes());
}

/// Forgets what a file was.
pub fn forget(file: &Path) {
    if let Some(place) = place(file) {
        let _ = fs::remove_file(place);
    }
}

fn place(file: &Path) -> Option<PathBuf> {
    let name = format!("{}.json", fnv1a_hex(file.to_string_lossy().as_bytes()));
    Some(identity::state_folder()?.join("handoff/setup").join(name))
}
