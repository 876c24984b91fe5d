//! Helpers of the tests.

pub mod checks;
pub mod disturb;
pub mod random;

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the folder with the test projects.
pub fn test_projects() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/projects")
}

/// Returns the files below a `.handoff` folder by their relative paths, sorted.
pub fn project_files(handoff: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    collect(handoff, handoff, &mut files);
    files.sort();
    files
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<(String, Vec<u8>)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(root, &path, files);
        } else {
            let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
            files.push((name, fs::read(&path).unwrap()));
        }
    }
}
