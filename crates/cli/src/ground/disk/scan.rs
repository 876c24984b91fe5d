//! One scan of folders and all that is below them, on several threads.
//!
//! Invariant: no symbolic link is followed. A folder is watched before its entries are read, so
//! that a change in between is reported twice rather than never.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::mem::take;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use handoff_engine::Engine;
use handoff_engine::tree::{Tree, parent, state_path};
use handoff_protocol::FileState;

use crate::ground::disk::file::NotAFile;
use crate::ground::disk::folder::{EntryKind, Folder, Stamp};
use crate::ground::disk::parallel::run_all;
use crate::ground::disk::roots::{Roots, SHARED};
use crate::ground::disk::watch::Watch;

/// The size of the batches of the first scan.
const BATCH_SIZE: usize = 64;

/// The number of folders that one thread scans before the others help: to wake them takes longer than to scan
/// the few folders of a usual change.
const MAX_ALONE: usize = 32;

/// The maximum length of a path that the system accepts. Relative access from folder to folder
/// would reach deeper, but nothing could be written there.
const MAX_PATH_BYTES: usize = 4095;

/// The stamp of each file that was read, which shows a change without reading it again.
pub type Stamps = BTreeMap<String, Stamp>;

/// Receives a batch of changes.
pub type OnBatch<'a> = dyn Fn(Vec<FileState>) + Sync + 'a;

/// A folder that is still to be scanned.
struct FolderToScan {
    /// The parent folder, if it is open.
    parent: Option<Arc<Folder>>,
    path: String,
}

/// One scan; all threads share it.
pub struct Scan<'a> {
    pub roots: &'a Roots,
    /// The engine's tree: what differs from it is a change.
    pub tree: &'a Tree,
    /// The stamps of earlier scans.
    pub stamps: &'a Stamps,
    pub watch: Option<&'a Watch>,
    /// Receives changes while the scan goes on.
    pub on_batch: Option<&'a OnBatch<'a>>,
}

/// The results of one thread.
#[derive(Default)]
pub struct ScanResult {
    /// The paths that exist.
    pub existing: Vec<String>,
    pub stamps: Vec<(String, Stamp)>,
    pub changes: Vec<FileState>,
    /// True if a folder could not be watched.
    pub is_unwatched: bool,
    /// Paths that the system refused to open or read.
    pub refused: Vec<String>,
    /// Paths that could not be opened because too many files were open.
    starved: Vec<String>,
    /// True in the second pass, which opens as few files as possible.
    is_second_pass: bool,
}

impl ScanResult {
    fn append(&mut self, mut other: ScanResult) {
        self.existing.append(&mut other.existing);
        self.stamps.append(&mut other.stamps);
        self.changes.append(&mut other.changes);
        self.is_unwatched |= other.is_unwatched;
        self.refused.append(&mut other.refused);
        self.starved.append(&mut other.starved);
    }

    fn report(&mut self, state: FileState, tree: &Tree) {
        self.existing.push(state_path(&state).to_owned());
        if !tree.has_state(&state) {
            self.changes.push(state);
        }
    }

    fn report_unreadable(&mut self, path: String, reason: String, is_folder: bool, tree: &Tree) {
        self.report(FileState::Unreadable { path, reason, is_folder }, tree);
    }

    /// Records that a path could not be opened or read.
    fn report_error(&mut self, path: String, error: &io::Error, is_folder: bool, tree: &Tree) {
        if is_missing(error) {
            // It was removed during the scan.
        } else if is_starved(error) && !self.is_second_pass {
            self.starved.push(path);
        } else {
            self.refused.push(path.clone());
            self.report_unreadable(path, error.to_string(), is_folder, tree);
        }
    }
}

impl Scan<'_> {
    /// Scans everything.
    pub fn all(&self) -> ScanResult {
        let mut folders = vec![FolderToScan { parent: None, path: String::new() }];
        folders.extend(self.shared_folder());
        let mut result = self.retry_starved(self.scan_folders(folders));
        self.report_parent_of_shared(&mut result);
        result
    }

    /// Returns the result of a root that cannot be read.
    pub fn unreadable_root(&self, reason: &str) -> ScanResult {
        let mut result = ScanResult::default();
        result.report_unreadable(String::new(), reason.to_owned(), true, self.tree);
        result
    }

    /// Scans some paths and all that is below them.
    pub fn paths(&self, paths: Vec<String>) -> ScanResult {
        let mut result = ScanResult::default();
        let mut folders = Vec::new();
        for path in paths {
            self.scan_path(&mut result, path, &mut folders);
        }
        result.append(self.scan_folders(folders));
        let mut result = self.retry_starved(result);
        self.report_parent_of_shared(&mut result);
        result
    }

    /// Returns the shared folder, if it is in another root and exists.
    fn shared_folder(&self) -> Option<FolderToScan> {
        let mut folder = Folder::at(self.roots.of(SHARED)).ok().filter(|_| self.roots.has_main())?;
        for name in parent(SHARED).split('/') {
            folder = folder.kind(name).ok().filter(|kind| *kind == EntryKind::Folder).and(folder.folder(name).ok())?;
        }
        let is_folder = folder.kind(name_of(SHARED)).is_ok_and(|kind| kind == EntryKind::Folder);
        is_folder.then(|| FolderToScan { parent: Some(Arc::new(folder)), path: SHARED.to_owned() })
    }

    /// Reports the parent of the shared folder, which need not exist in the project's own folder.
    fn report_parent_of_shared(&self, result: &mut ScanResult) {
        let parent = parent(SHARED);
        if self.roots.has_main()
            && result.existing.iter().any(|path| path == SHARED)
            && !result.existing.iter().any(|path| path == parent)
        {
            result.report(FileState::Folder { path: parent.to_owned() }, self.tree);
        }
    }

    /// Scans what could not be opened because too many files were open. Now only one folder and one
    /// file in it are open at a time.
    fn retry_starved(&self, mut result: ScanResult) -> ScanResult {
        let mut remaining = take(&mut result.starved);
        result.is_second_pass = true;
        while let Some(path) = remaining.pop() {
            let (mut folders, mut below) = (Vec::new(), Vec::new());
            if path.is_empty() {
                folders.push(FolderToScan { parent: None, path });
            } else {
                self.scan_path(&mut result, path, &mut folders);
            }
            for folder in folders {
                self.scan_folder(&mut result, folder, &mut below);
            }
            remaining.extend(below.into_iter().map(|folder| folder.path));
        }
        result
    }

    /// Scans one path of any kind.
    fn scan_path(&self, result: &mut ScanResult, path: String, folders: &mut Vec<FolderToScan>) {
        if self.roots.has_main() && path == SHARED {
            return folders.extend(self.shared_folder());
        }
        let (parent, name) = path.rsplit_once('/').unwrap_or(("", &path));
        match Folder::at(&location(self.roots.of(&path), parent)).and_then(|parent| Ok((parent.kind(name)?, parent))) {
            Ok((EntryKind::Folder, _)) => folders.push(FolderToScan { parent: None, path }),
            Ok((kind, parent)) => self.scan_entry(result, &Arc::new(parent), kind, path, folders),
            Err(error) => result.report_error(path, &error, true, self.tree),
        }
    }

    /// Scans folders and all that is below them.
    fn scan_folders(&self, mut folders: Vec<FolderToScan>) -> ScanResult {
        let scan = |result: &mut ScanResult, folder, below: &mut Vec<FolderToScan>| {
            self.scan_folder(result, folder, below);
            if let Some(on_batch) = self.on_batch
                && result.changes.len() >= BATCH_SIZE
            {
                on_batch(take(&mut result.changes));
            }
        };
        let mut result = ScanResult::default();
        for _ in 0..MAX_ALONE {
            let Some(folder) = folders.pop() else { return result };
            scan(&mut result, folder, &mut folders);
        }
        for part in run_all(folders, ScanResult::default, scan) {
            result.append(part);
        }
        result
    }

    fn scan_folder(
        &self,
        result: &mut ScanResult,
        FolderToScan { parent, path }: FolderToScan,
        below: &mut Vec<FolderToScan>,
    ) {
        let opened = self.open_folder(result, parent.as_deref(), &path).and_then(|folder| {
            let mut entries = Vec::new();
            folder.for_each_entry(|name, kind| {
                let path = if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") };
                let is_elsewhere = self.roots.has_main() && path == SHARED;
                if Engine::is_scanned(&path) && !is_elsewhere {
                    entries.push((path, kind));
                }
            })?;
            Ok((Arc::new(folder), entries))
        });
        match opened {
            Ok((folder, entries)) => {
                if !path.is_empty() {
                    result.report(FileState::Folder { path }, self.tree);
                }
                for (path, kind) in entries {
                    self.scan_entry(result, &folder, kind, path, below);
                }
            }
            Err(error) => {
                // No watch reports when the root becomes readable.
                result.is_unwatched |= path.is_empty() && !is_missing(&error);
                result.report_error(path, &error, true, self.tree);
            }
        }
    }

    fn open_folder(&self, result: &mut ScanResult, parent: Option<&Folder>, path: &str) -> io::Result<Folder> {
        let location = location(self.roots.of(path), path);
        if location.as_os_str().len() > MAX_PATH_BYTES {
            return Err(io::Error::other("its path is too long"));
        }
        let folder = parent.map_or_else(|| Folder::at(&location), |parent| parent.folder(name_of(path)))?;
        // Watch first, then read the entries: a change in between is reported twice rather than
        // never.
        if let Some(watch) = self.watch
            && !watch.add(path)
        {
            result.is_unwatched = true;
        }
        Ok(folder)
    }

    fn scan_entry(
        &self,
        result: &mut ScanResult,
        parent: &Arc<Folder>,
        kind: EntryKind,
        path: String,
        below: &mut Vec<FolderToScan>,
    ) {
        match kind {
            EntryKind::Folder => below.push(FolderToScan { parent: Some(Arc::clone(parent)), path }),
            EntryKind::File => self.scan_file(result, parent, path),
            EntryKind::Link => result.report(FileState::Link { path }, self.tree),
            EntryKind::Other => result.report_unreadable(path, NotAFile.to_string(), false, self.tree),
        }
    }

    fn scan_file(&self, result: &mut ScanResult, parent: &Folder, path: String) {
        if Engine::is_log(&path) {
            return self.scan_log(result, parent, path);
        }
        let name = name_of(&path);
        // The stamp alone is not enough: a commit may have moved or removed the file, and another
        // program may have restored it.
        if self.tree.file(&path).is_some()
            && let Some(stamp) = self.stamps.get(&path)
            && parent.stamp(name).is_ok_and(|now| now == *stamp)
        {
            return result.existing.push(path);
        }
        match parent.read(name) {
            Ok((stamp, bytes)) => {
                result.stamps.push((path.clone(), stamp));
                result.report(FileState::File { path, bytes }, self.tree);
            }
            Err(error) => result.report_error(path, &error, false, self.tree),
        }
    }

    /// Reads what was appended to a log since the engine last read it. Nothing is read of a log that
    /// the engine does not know, since only a few views need what happened before.
    fn scan_log(&self, result: &mut ScanResult, parent: &Folder, path: String) {
        let name = name_of(&path);
        let read = parent.stamp(name).and_then(|stamp| match self.tree.size(&path) {
            Some(known) if known < stamp.size() => Ok((known, parent.read_from(name, known)?)),
            _ => Ok((stamp.size(), Vec::new())),
        });
        match read {
            Ok((offset, bytes)) => result.report(FileState::LogEnd { path, offset, bytes }, self.tree),
            Err(error) => result.report_error(path, &error, false, self.tree),
        }
    }
}

/// Returns true if the path does not exist.
pub fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

/// Returns true if this process or the system has too many files open.
fn is_starved(error: &io::Error) -> bool {
    #[cfg(unix)]
    {
        use rustix::io::Errno;
        let number = error.raw_os_error();
        number == Some(Errno::MFILE.raw_os_error()) || number == Some(Errno::NFILE.raw_os_error())
    }
    #[cfg(not(unix))]
    {
        let _ = error;
        false
    }
}

fn name_of(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

/// Returns the location of a path below a folder; the empty path is the folder.
pub fn location(root: &Path, path: &str) -> PathBuf {
    if path.is_empty() { root.to_path_buf() } else { root.join(path) }
}
