//! Finds folders by their names alone, reading no file: ten thousand names cost less than a hundred contents.

use std::path::Path;
use std::sync::Arc;

use crate::disk::folder::{Folder, Kind};
use crate::disk::parallel::run_all;

/// The folders below one whose names fit, with their paths below `root`, in no particular order. Symbolic links are not followed, and what
/// cannot be read is passed over, as is what lies in a folder on a file system that miscounts the folders in it: whoever finds nothing here
/// should read everything.
pub fn folders(root: &Path, top: &str, fits: impl Fn(&str) -> bool + Sync) -> Vec<String> {
    let look = |found: &mut Vec<String>, (above, path): (Option<Arc<Folder>>, String), below: &mut Vec<_>| {
        let name = path.rsplit('/').next().unwrap_or_default();
        let folder = above.map_or_else(|| Folder::at(&root.join(&path)), |above| above.folder(name));
        let Ok(folder) = folder.map(Arc::new) else { return };
        // What cannot be read is passed over.
        let _ = folder.entries(|name, kind| {
            if kind == Kind::Folder {
                let path = format!("{path}/{name}");
                if fits(name) {
                    found.push(path.clone());
                }
                if folder.may_lead_on(name) {
                    below.push((Some(Arc::clone(&folder)), path));
                }
            }
        });
    };
    run_all(vec![(None, top.to_owned())], Vec::new, look).into_iter().flatten().collect()
}
