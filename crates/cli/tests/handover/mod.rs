//! `handoff handover`, and saves that are performed as handovers.

#[cfg(unix)]
mod disks;
mod exit_codes;
#[cfg(target_os = "linux")]
mod file_operations;
#[cfg(unix)]
mod kills;
mod saves;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::Folder;

/// The path of the checkpoint.
const CHECKPOINT: &str = ".handoff/local/handover/checkpoint.json";
/// The layouts of projects.
const LAYOUTS: [&str; 2] = ["toml", "json"];

/// Creates a project with a task in progress and an active session.
fn project(layout: &str) -> Folder {
    let folder = Folder::new();
    folder.stdout(&["init", "Harbour", "--layout", layout]);
    folder.stdout(&["task", "create", "Parse the feed", "--estimate", "3"]);
    let id = if layout == "toml" { "01" } else { "t1" };
    folder.stdout(&["task", "update", id, "--status", "in_progress"]);
    folder.stdout(&["session", "save", "Read the feed", "--active"]);
    folder
}

/// Writes the declaration of a project.
fn declare(folder: &Folder, text: &str) {
    fs::write(folder.at(".handoff/handover.toml"), text).unwrap();
}

fn checkpoint(folder: &Folder) -> Value {
    serde_json::from_slice(&fs::read(folder.at(CHECKPOINT)).unwrap()).unwrap()
}

/// Returns exit code, standard output and standard error.
fn outcome(folder: &Folder, arguments: &[&str]) -> (i32, String, String) {
    let output = folder.run(arguments);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap().trim_end().to_owned();
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

/// Returns the files that a handover leaves, with times, IDs and hashes masked.
fn files(folder: &Folder) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    collect(&folder.at(".handoff"), "", &mut files);
    files
}

fn collect(folder: &Path, prefix: &str, files: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
        // The log has a line more where an interrupted change was completed; the history is for undo.
        // A lock that was taken over stays under another name for a while.
        let is_lock = path.starts_with("local/handover/lock") || path.starts_with(".lock.broken-");
        if is_lock || ["activity", "local/history", "handover.toml"].contains(&path.as_str()) {
            continue;
        }
        if entry.file_type().unwrap().is_dir() {
            collect(&entry.path(), &format!("{path}/"), files);
        } else {
            let mut text = String::from_utf8_lossy(&fs::read(entry.path()).unwrap()).into_owned();
            if CHECKPOINT.ends_with(&path) {
                // A save writes its session first, a resumed one collects the facts first.
                let mut value: Value = serde_json::from_str(&text).unwrap();
                value.sort_all_objects();
                text = value.to_string();
            }
            files.insert(masked(&path), masked(&text));
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
