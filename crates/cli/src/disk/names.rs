//! Finds folders by their names alone, reading no file: ten thousand names cost less than a hundred contents.

use std::fs;
use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The folders below one whose names fit, with their paths below `root`, in no particular order. Symbolic links are not followed, and what
/// cannot be read is passed over.
pub fn folders(root: &Path, top: &str, fits: impl Fn(&str) -> bool + Sync) -> Vec<String> {
    let mut found = Vec::new();
    let branches = below(root, top, &fits, &mut found);
    let next = AtomicUsize::new(0);
    let search = || {
        let mut found = Vec::new();
        while let Some(branch) = branches.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut left = below(root, branch, &fits, &mut found);
            while let Some(folder) = left.pop() {
                left.append(&mut below(root, &folder, &fits, &mut found));
            }
        }
        found
    };
    let workers = thread::available_parallelism().map_or(1, NonZero::get).min(branches.len());
    thread::scope(|scope| {
        let others: Vec<_> = (1..workers).map(|_| scope.spawn(search)).collect();
        found.append(&mut search());
        found.extend(others.into_iter().flat_map(|other| other.join().unwrap_or_default()));
    });
    found
}

/// The folders directly below one; those that fit are taken down.
fn below(root: &Path, folder: &str, fits: &impl Fn(&str) -> bool, found: &mut Vec<String>) -> Vec<String> {
    let mut folders = Vec::new();
    for entry in fs::read_dir(root.join(folder)).into_iter().flatten().flatten() {
        let name = entry.file_name();
        if let (Some(name), Ok(true)) = (name.to_str(), entry.file_type().map(|kind| kind.is_dir())) {
            let path = format!("{folder}/{name}");
            if fits(name) {
                found.push(path.clone());
            }
            folders.push(path);
        }
    }
    folders
}
