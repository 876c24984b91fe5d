//! `handoff handover`, and saves that are performed as handovers.

#[cfg(unix)]
mod disks;
mod exit_codes;
#[cfg(target_os = "linux")]
mod file_operations;
#[cfg(unix)]
mod kills;
mod saves;

use std::fs;

use serde_json::Value;

use crate::support::Folder;
use crate::support::contents::files;

/// The path of the checkpoint.
const CHECKPOINT: &str = ".handoff/local/handover/checkpoint.json";
/// The layouts of projects.
const LAYOUTS: [&str; 2] = ["toml", "json"];

/// Creates a project with a task in progress and an active session.
fn project(layout: &str) -> Folder {
    let folder = Folder::new();
    folder.stdout(&["init", "Harbour", "--layout", layout]);
    folder.stdout(&["task", "create", "Parse the feed", "--estimate", "3"]);
    let id = "t1";
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
