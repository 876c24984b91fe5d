//! Reads the files directly in a folder, on all cores.

use handoff_protocol::FileState;
use rayon::iter::{IntoParallelIterator as _, ParallelExtend as _, ParallelIterator as _};

use crate::ground::disk::file::{MAX_PROJECT_FILE_MB, NotAFile};
use crate::ground::disk::folder::{EntryKind, Folder};
use crate::ground::disk::scan::is_missing;
use crate::ground::disk::{Disk, file};

impl Disk {
    /// Reads the files directly in a folder below the root. Links are reported, but not followed, and
    /// hidden files are left out. `parse` runs on the thread that has read the file.
    pub fn read_folder<T: Send>(&self, path: &str, parse: impl Fn(FileState) -> T + Sync) -> Vec<T> {
        let (location, folder) = match self.resolve(path).and_then(|at| Ok((at.clone(), Folder::at(&at)?))) {
            Ok(opened) => opened,
            Err(error) => return self.unreadable(path, &error).map(parse).into_iter().collect(),
        };
        let mut entries: Vec<(String, EntryKind)> = Vec::new();
        let listed = folder.for_each_entry(|name, kind| {
            if !name.starts_with('.') {
                entries.push((name.to_owned(), kind));
            }
        });
        if let Err(error) = listed {
            let unreadable =
                FileState::Unreadable { path: path.to_owned(), reason: error.to_string(), is_folder: true };
            return vec![parse(unreadable)];
        }
        let read = |(name, kind): (String, EntryKind)| {
            let path = format!("{path}/{name}");
            match kind {
                EntryKind::File => match file::read_bounded(&location.join(&name), MAX_PROJECT_FILE_MB) {
                    Ok(bytes) => Some(FileState::File { path, bytes }),
                    Err(error) if is_missing(&error) => None,
                    Err(error) => Some(FileState::Unreadable { path, reason: error.to_string(), is_folder: false }),
                },
                EntryKind::Link => Some(FileState::Link { path }),
                EntryKind::Other => {
                    Some(FileState::Unreadable { path, reason: NotAFile.to_string(), is_folder: false })
                }
                EntryKind::Folder => None,
            }
        };
        let mut states = vec![parse(FileState::Folder { path: path.to_owned() })];
        states.par_extend(entries.into_par_iter().filter_map(read).map(&parse));
        states
    }
}
