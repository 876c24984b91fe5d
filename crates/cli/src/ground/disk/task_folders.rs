//! Finds the folders of tasks by name, without reading the rest of the project: ten thousand names
//! cost less than the contents of a hundred files.

use std::path::Path;
use std::sync::Arc;

use handoff_engine::Engine;
use handoff_protocol::FileState;

use crate::ground::disk::folder::{EntryKind, Folder};
use crate::ground::disk::parallel::run_all;
use crate::ground::disk::scan::location;

/// Returns the folders below `top` whose names match, as paths below `root`, in no order. Symbolic
/// links are not followed. Folders that cannot be read are skipped, and so are those that a file
/// system miscounts (see `may_have_subfolders`): if this finds nothing, read everything.
pub fn find(root: &Path, top: &str, matches: impl Fn(&str) -> bool + Sync) -> Vec<String> {
    let visit = |paths: &mut Vec<String>, (parent, path): (Option<Arc<Folder>>, String), below: &mut Vec<_>| {
        let name = path.rsplit_once('/').map_or(path.as_str(), |(_, name)| name);
        let folder = parent.map_or_else(|| Folder::at(&root.join(&path)), |parent| parent.folder(name));
        let Ok(folder) = folder.map(Arc::new) else { return };
        // Entries that cannot be read are skipped.
        let _ = folder.for_each_entry(|name, kind| {
            if kind == EntryKind::Folder {
                let path = format!("{path}/{name}");
                if matches(name) {
                    paths.push(path.clone());
                }
                if folder.may_have_subfolders(name) {
                    below.push((Some(Arc::clone(&folder)), path));
                }
            }
        });
    };
    run_all(vec![(None, top.to_owned())], Vec::new, visit).into_iter().flatten().collect()
}

/// Reads a folder and the files directly in it.
pub fn read(root: &Path, path: &str) -> Vec<FileState> {
    let mut states = vec![FileState::Folder { path: path.to_owned() }];
    let Ok(folder) = Folder::at(&location(root, path)) else { return states };
    // Entries that cannot be read are skipped.
    let _ = folder.for_each_entry(|name, kind| {
        let path = format!("{path}/{name}");
        if kind == EntryKind::File
            && Engine::is_content(&path)
            && let Ok((_, bytes)) = folder.read(name)
        {
            states.push(FileState::File { path, bytes });
        }
    });
    states
}
