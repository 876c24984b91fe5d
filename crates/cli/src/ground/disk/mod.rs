//! The shell for the file system: performs the actions of commits and reads the files below
//! `.handoff/`.
//!
//! Invariant: nothing outside the folder is touched, and no symbolic link is followed. When an action
//! is answered, its change survives a loss of power; a new file that is a lock or will be renamed need
//! not.

#[cfg(test)]
mod conformance;
mod contents;
pub mod durable;
mod failure;
pub mod file;
pub mod file_identity;
mod folder;
pub mod links;
mod packages;
mod parallel;
pub mod process;
pub mod roots;
mod scan;
mod task_folders;
#[cfg(test)]
pub mod temp_dir;
mod watch;

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, UNIX_EPOCH};

use handoff_engine::Engine;
use handoff_engine::tree::Tree;
use handoff_protocol::{Action, Answer, Capabilities, FileState};

use crate::ground::disk::contents::Contents;
use crate::ground::disk::roots::Roots;
use crate::ground::disk::scan::{is_missing, location};

/// A `.handoff` folder, which need not exist.
#[derive(Debug)]
pub struct Disk {
    roots: Roots,
    contents: Contents,
    /// The files that are locked, by path. Closing a file releases its lock.
    locked: BTreeMap<String, File>,
}

impl Disk {
    /// Creates a disk for a folder. Pass `is_long_lived` if it is scanned more than once.
    pub fn new(roots: Roots, is_long_lived: bool) -> Disk {
        Disk { contents: Contents::new(roots.clone(), is_long_lived), roots, locked: BTreeMap::new() }
    }

    /// Passes all files to `take` in batches, in no order, while it goes on reading. `read` runs on
    /// the thread that has read the file, in parallel to others.
    pub fn read_all<T: Send>(&mut self, read: impl Fn(FileState) -> T + Send + Sync, take: impl FnMut(Vec<T>)) {
        self.contents.read_all(read, take);
    }

    /// Returns what has appeared, changed or vanished since the last scan, compared with the
    /// engine's tree. The first scan returns everything.
    pub fn changes(&mut self, tree: &Tree) -> Vec<FileState> {
        self.contents.changes(tree)
    }

    /// Reads the task folders whose names match, each with the files directly in it, and nothing
    /// else.
    pub fn task_folders(&self, matches: impl Fn(&str) -> bool + Sync) -> Vec<FileState> {
        if self.roots.refusal().is_some() {
            return Vec::new();
        }
        let home = self.roots.home();
        let paths = task_folders::find(home, "tasks", matches);
        paths.into_iter().flat_map(|path| task_folders::read(home, &path)).collect()
    }

    /// Reads a path that is not scanned, with all that is below it.
    pub fn read_below(&self, path: &str) -> Vec<FileState> {
        let mut states = Vec::new();
        let mut pending = vec![path.to_owned()];
        while let Some(path) = pending.pop() {
            let read = self.resolve(&path).and_then(|location| {
                if !location.is_dir() {
                    return Ok(FileState::File { path: path.clone(), bytes: file::read(&location)? });
                }
                let entries = fs::read_dir(location)?;
                let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
                pending.extend(names.map(|name| format!("{path}/{name}")));
                Ok(FileState::Folder { path: path.clone() })
            });
            states.extend(read.map_or_else(|error| self.unreadable(&path, &error), Some));
        }
        states
    }

    /// Returns the state of a path that could not be read, `None` if there is none.
    fn unreadable(&self, path: &str, error: &io::Error) -> Option<FileState> {
        if let Some(reason) = self.roots.refusal() {
            return Some(FileState::Unreadable { path: String::new(), reason: reason.to_owned(), is_folder: true });
        }
        let location = location(self.roots.of(path), path);
        let kind = fs::symlink_metadata(location).ok()?.file_type();
        let path = path.to_owned();
        if kind.is_symlink() {
            return Some(FileState::Link { path });
        }
        // The system's message for a folder that is none is about a part of the path.
        let reason = if is_missing(error) { "it is not a folder".to_owned() } else { error.to_string() };
        Some(FileState::Unreadable { path, reason, is_folder: kind.is_dir() })
    }

    /// Returns when a file was written, in nanoseconds since 1970-01-01 UTC; `None` if that is not known.
    pub fn written_at(&self, path: &str) -> Option<i64> {
        let written = fs::symlink_metadata(self.resolve(path).ok()?).and_then(|data| data.modified()).ok()?;
        i64::try_from(written.duration_since(UNIX_EPOCH).ok()?.as_nanos()).ok()
    }

    /// Returns the capabilities of this shell, and the process that it runs in.
    pub fn capabilities(&self) -> Capabilities {
        Capabilities {
            exclusive_create: true,
            atomic_replace: true,
            append: true,
            file_locks: cfg!(not(target_os = "wasi")),
            process: process::current(),
            place: self.roots.home().parent().and_then(file_identity::place_of),
            editors: false,
        }
    }

    /// Performs one action of a commit. `tree` is the engine's.
    pub fn perform_in_commit(&mut self, action: &Action, tree: &Tree) -> Answer {
        match action {
            Action::FindChanges {} if self.contents.is_watching() => {
                Answer::Changes { states: self.contents.changes(tree) }
            }
            Action::LockFile { path } => self.lock_file(path),
            Action::UnlockFile { path } => {
                self.locked.remove(path);
                Answer::Ok {}
            }
            _ => self.perform(action),
        }
    }

    /// Performs one action outside of a commit, where no tree is known. `End` does nothing.
    pub fn perform(&self, action: &Action) -> Answer {
        self.attempt(action).unwrap_or_else(|error| failure::answer_to(action, &error))
    }

    fn attempt(&self, action: &Action) -> io::Result<Answer> {
        match action {
            Action::Create { path, bytes } => self.put(path, bytes, false, OpenOptions::new().create_new(true)),
            Action::Write { path, bytes, flush } => {
                self.put(path, bytes, *flush, OpenOptions::new().create(true).truncate(true))
            }
            Action::Read { path } => {
                let location = self.resolve(path)?;
                let bytes = if Engine::is_log(path) {
                    file::read(&location)?
                } else {
                    file::read_bounded(&location, file::MAX_PROJECT_FILE_MB)?
                };
                Ok(Answer::Bytes { bytes })
            }
            Action::ReadFrom { path, offset } => {
                let (size, bytes) = file::read_from(&self.resolve(path)?, *offset)?;
                Ok(Answer::Part { size, bytes })
            }
            Action::Append { path, size, bytes, flush } => self.append(path, *size, bytes, *flush),
            Action::List { path } => {
                let mut names = Vec::new();
                for entry in fs::read_dir(self.resolve_folder(path)?)? {
                    names.extend(entry?.file_name().into_string());
                }
                names.sort();
                Ok(Answer::Names { names })
            }
            Action::Replace { from, to, expected, flush } => {
                let (from, to) = (self.resolve(from)?, self.resolve(to)?);
                let present = match file::read(&to) {
                    Err(error) if error.kind() == ErrorKind::NotFound => None,
                    present => Some(present?),
                };
                if present != *expected {
                    return Ok(Answer::Differs {});
                }
                if expected.is_some() {
                    return durable::replace(&from, &to, *flush).map(|()| Answer::Ok {});
                }
                match durable::rename_new(&from, &to, *flush) {
                    Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(Answer::Differs {}),
                    renamed => renamed.map(|()| Answer::Ok {}),
                }
            }
            Action::Move { from, to } => self.rename(from, to),
            Action::Remove { path, flush } => {
                durable::remove_file(&self.resolve(path)?, *flush).map(|()| Answer::Ok {})
            }
            Action::MakeFolder { path } => durable::create_folders(&self.resolve_folder(path)?).map(|()| Answer::Ok {}),
            Action::RemoveFolder { path } => durable::remove_folder(&self.resolve(path)?).map(|()| Answer::Ok {}),
            Action::CheckProcess { pid, started } => Ok(match process::is_running(*pid, started.as_deref()) {
                Some(true) => Answer::Ok {},
                Some(false) => Answer::Missing {},
                None => Answer::Unknown {},
            }),
            Action::Wait { ms } => {
                thread::sleep(Duration::from_millis(u64::from(*ms)));
                Ok(Answer::Ok {})
            }
            Action::FindChanges {} | Action::LockFile { .. } => Ok(Answer::Unknown {}),
            Action::UnlockFile { .. } | Action::SettleEditors { .. } | Action::End { .. } => Ok(Answer::Ok {}),
        }
    }

    fn lock_file(&mut self, path: &str) -> Answer {
        let open = |location: PathBuf| file::open(&location, OpenOptions::new().write(true).create(true));
        let file = match self.resolve(path).and_then(open) {
            Ok(file) => file,
            Err(error) if is_missing(&error) => return Answer::Missing {},
            Err(_) => return Answer::Unknown {},
        };
        match file.try_lock() {
            Ok(()) => {
                self.locked.insert(path.to_owned(), file);
                Answer::Ok {}
            }
            Err(TryLockError::WouldBlock) => Answer::Exists {},
            Err(TryLockError::Error(_)) => Answer::Unknown {},
        }
    }

    fn put(&self, path: &str, bytes: &[u8], flush: bool, options: &mut OpenOptions) -> io::Result<Answer> {
        let location = self.resolve(path)?;
        let mut file = match file::open(&location, options.write(true)) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                location.parent().map_or(Ok(()), durable::create_folders)?;
                file::open(&location, options)?
            }
            file => file?,
        };
        file.write_all(bytes)?;
        if flush {
            file.sync_all()?;
        }
        Ok(Answer::Ok {})
    }

    fn append(&self, path: &str, size: u64, bytes: &[u8], flush: bool) -> io::Result<Answer> {
        let location = self.resolve(path)?;
        if let Some(folder) = location.parent().filter(|_| size == 0) {
            durable::create_folders(folder)?;
        }
        let mut file = match file::open(&location, OpenOptions::new().append(true).create(size == 0)) {
            Err(error) if is_missing(&error) => return Ok(Answer::Differs {}),
            file => file?,
        };
        if file.metadata()?.len() != size {
            return Ok(Answer::Differs {});
        }
        file.write_all(bytes)?;
        if flush {
            file.sync_all()?;
            if size == 0 {
                durable::flush_around([location.as_path()])?;
            }
        }
        Ok(Answer::Ok {})
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<Answer> {
        let (source, target) = (self.resolve(from)?, self.resolve(to)?);
        fs::symlink_metadata(&source)?;
        if fs::symlink_metadata(&target).is_ok() {
            // On a disk that ignores case, a rename that changes only the case finds the file
            // itself at the target.
            return if file_identity::is_same(&source, &target)? {
                durable::rename(&source, &target).map(|()| Answer::Ok {})
            } else {
                Ok(Answer::Exists {})
            };
        }
        if let Some(folder) = target.parent() {
            durable::create_folders(folder)?;
        }
        durable::rename_to_free(&source, &target).map(|()| Answer::Ok {})
    }

    /// Returns the location of a path, which is not the folder `.handoff` itself.
    fn resolve(&self, path: &str) -> io::Result<PathBuf> {
        if path.is_empty() {
            return Err(io::Error::new(ErrorKind::PermissionDenied, "it is the project's folder"));
        }
        self.resolve_folder(path)
    }

    fn resolve_folder(&self, path: &str) -> io::Result<PathBuf> {
        if let Some(reason) = self.roots.refusal() {
            return Err(io::Error::new(ErrorKind::PermissionDenied, reason));
        }
        resolve_below(self.roots.of(path), path)
    }
}

/// Returns the location of a path below a folder; an empty path is the folder. Refuses paths that
/// leave the folder or have a symbolic link on the way.
pub fn resolve_below(folder: &Path, path: &str) -> io::Result<PathBuf> {
    // The reasons complete sentences, which end with a dot of their own.
    let denied = |reason: String| io::Error::new(ErrorKind::PermissionDenied, reason);
    let mut location = folder.to_path_buf();
    if path.is_empty() {
        return Ok(location);
    }
    handoff_format::check_path(path).map_err(|text| denied(text.to_string().trim_end_matches('.').to_owned()))?;
    for part in path.split('/') {
        location.push(part);
        if fs::symlink_metadata(&location).is_ok_and(|data| data.is_symlink()) {
            return Err(denied(format!("{path} contains a symbolic link, which is not followed")));
        }
    }
    Ok(location)
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use super::*;
    use crate::ground::disk::temp_dir::TempDir;

    #[cfg(target_os = "linux")]
    #[test]
    fn concurrent_moves_to_one_name_have_one_winner() {
        const ROUNDS: usize = 300;
        const WRITERS: usize = 4;
        let scratch = TempDir::new("free");
        let disk = Disk::new(Roots::new(scratch.0.clone(), None), false);
        let together = Barrier::new(WRITERS);
        let won = &|writer: usize| {
            let mut wins = 0;
            for round in 0..ROUNDS {
                let from = format!("{round}-of-{writer}");
                fs::write(scratch.0.join(&from), &from).unwrap();
                together.wait();
                let done = disk.perform(&Action::Move { from, to: round.to_string() });
                wins += usize::from(done == Answer::Ok {});
            }
            wins
        };
        let wins: usize = thread::scope(|scope| {
            let writers: Vec<_> = (0..WRITERS).map(|writer| scope.spawn(move || won(writer))).collect();
            writers.into_iter().map(|writer| writer.join().unwrap()).sum()
        });
        assert_eq!(wins, ROUNDS);
    }
}
