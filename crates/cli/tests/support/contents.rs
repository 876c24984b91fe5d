//! What is in the folder of a project, for comparison.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::Folder;

/// The contents of files by their paths. Several paths may be equal once they are masked.
pub type Files = BTreeMap<String, Vec<String>>;

/// The path of the checkpoint below `.handoff/`.
const CHECKPOINT: &str = "local/handover/checkpoint.json";

/// Returns the files that a command leaves, with times, IDs and hashes masked. Logs and the history
/// of changes are left out.
pub fn files(folder: &Folder) -> Files {
    let mut files = BTreeMap::new();
    collect(&folder.at(".handoff"), "", &mut files);
    files
}

fn collect(folder: &Path, prefix: &str, files: &mut Files) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
        // The log has a line more where an interrupted change was completed; the history is for undo.
        // A lock that was taken over stays under another name for a while.
        // The lock of a task is an empty file that stays.
        let is_lock = path.starts_with("local/handover/lock")
            || path.starts_with(".lock.broken-")
            || path.starts_with("tasks/") && path.ends_with("/.lock");
        if is_lock || ["activity", "local/history", "handover.toml"].contains(&path.as_str()) {
            continue;
        }
        if entry.file_type().unwrap().is_dir() {
            collect(&entry.path(), &format!("{path}/"), files);
        } else {
            let mut text = String::from_utf8_lossy(&fs::read(entry.path()).unwrap()).into_owned();
            if path == CHECKPOINT {
                // A save writes its session first, a resumed one collects the facts first.
                let mut value: Value = serde_json::from_str(&text).unwrap();
                value.sort_all_objects();
                text = value.to_string();
            }
            let texts = files.entry(masked(&path)).or_default();
            texts.push(masked(&text));
            texts.sort();
        }
    }
}

/// Replaces every word that has a digit, such as a time or an ID.
fn masked(text: &str) -> String {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "-:+".contains(letter);
    let mut masked = String::new();
    let mut word = String::new();
    for letter in text.chars().chain(['\0']) {
        if is_part(letter) {
            word.push(letter);
            continue;
        }
        masked.push_str(if word.contains(|letter: char| letter.is_ascii_digit()) { "#" } else { &word });
        masked.push(letter);
        word.clear();
    }
    // A time has no fraction in a full second.
    masked.replace("#.#", "#")
}
