//! Looks for other projects on this machine.
//!
//! Invariant: no symbolic link is followed, nothing is written, and a walk ends after so many folders.

use std::fs;
use std::path::{Path, PathBuf};

use handoff_agent::Search;

use crate::output::progress::Progress;

/// So many folders are looked into.
const MOST: usize = 20_000;

/// The folders of projects below some others, and whether there was more than can be looked through, or than whoever waits wanted.
pub fn find(search: &Search, home: &Path, progress: &mut dyn Progress) -> (Vec<PathBuf>, bool) {
    let mut found = Vec::new();
    let mut left = MOST;
    for folder in &search.folders {
        let folder = written(folder, home);
        let folder = folder.canonicalize().unwrap_or(folder);
        // Level by level, so that what is near is found where there is too much.
        let mut level = vec![folder];
        for _ in 0..search.depth {
            let mut next = Vec::new();
            for folder in &level {
                if left == 0 || progress.is_stopped() {
                    return (settled(found), true);
                }
                left -= 1;
                progress.beat("folders searched");
                next.extend(folders_in(folder, search));
            }
            found.extend(next.iter().filter(|folder| is_project(folder)).cloned());
            level = next;
        }
    }
    (settled(found), false)
}

/// Each once, in the order of paths.
fn settled(mut found: Vec<PathBuf>) -> Vec<PathBuf> {
    found.sort();
    found.dedup();
    found
}

fn is_project(folder: &Path) -> bool {
    folder.join(".handoff").join("config.toml").is_file()
}

fn folders_in(folder: &Path, search: &Search) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut folders = Vec::new();
    for entry in entries.flatten() {
        let name = entry.file_name();
        let Some(name) = name.to_str() else { continue };
        let left_out = name == ".handoff"
            || !search.hidden && name.starts_with('.')
            || search.without.iter().any(|excluded| excluded == name);
        if !left_out && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            folders.push(entry.path());
        }
    }
    folders.sort_by_key(Clone::clone);
    folders
}

/// A folder as people write it: `~/` is the home folder, and what is relative lies below the project.
pub fn written(folder: &str, project: &Path) -> PathBuf {
    let rest = folder.strip_prefix("~/").or_else(|| folder.strip_prefix("~\\"));
    let home = || std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE"));
    match rest.and_then(|rest| Some((rest, home()?))) {
        Some((rest, home)) => Path::new(&home).join(rest),
        None => project.join(folder),
    }
}
