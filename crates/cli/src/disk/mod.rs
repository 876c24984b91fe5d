//! The shell over the operating system's files: does what a commit asks for, and says what lies below `.handoff/`.
//!
//! Invariant: nothing outside the folder is touched, and no symbolic link is followed.

mod contents;
pub mod file;
pub(crate) mod file_probe;
mod folder;
mod names;
mod parallel;
pub(crate) mod private_file;
mod process;
mod scan;
#[cfg(test)]
pub(crate) mod temp_dir;
mod watch;

use std::fs::{self, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use handoff_engine::tree::Tree;
use handoff_protocol::{Action, Answer, Capabilities, Fault, FileState};

use crate::disk::contents::Contents;
use crate::disk::file::NotAFile;

/// A `.handoff` folder, which need not exist.
#[derive(Debug)]
pub struct Disk {
    root: PathBuf,
    contents: Contents,
}

impl Disk {
    /// The folder at that place, looked at once, or again and again.
    pub fn new(root: PathBuf, is_lasting: bool) -> Disk {
        Disk { contents: Contents::new(root.clone(), is_lasting), root }
    }

    /// Tells everything that is there in portions and in no particular order, while it goes on reading. `read` is done by whoever has found a
    /// piece, beside others.
    pub fn first<T: Send>(&mut self, read: impl Fn(FileState) -> T + Send + Sync, take: impl FnMut(Vec<T>)) {
        self.contents.first(read, take);
    }

    /// What has appeared, changed or vanished since the last look, against the tree that the engine knows; everything at the first.
    pub fn changes(&mut self, known: &Tree) -> Vec<FileState> {
        self.contents.changes(known)
    }

    /// The folders of tasks whose names fit, each with the files directly in it, found without reading anything else.
    pub fn task_folders(&self, fits: impl Fn(&str) -> bool + Sync) -> Vec<FileState> {
        let found = names::folders(&self.root, "tasks", fits);
        found.into_iter().flat_map(|path| contents::folder_alone(&self.root, &path)).collect()
    }

    /// What lies at a path at which nothing is looked for otherwise, with all that is below it.
    pub fn all_at(&self, path: &str) -> Vec<FileState> {
        let mut found = Vec::new();
        let mut open = vec![path.to_owned()];
        while let Some(path) = open.pop() {
            let Ok(place) = self.place(&path) else { continue };
            if place.is_file() {
                found.extend(file::read(&place).map(|bytes| FileState::File { path, bytes }));
            } else if let Ok(entries) = fs::read_dir(place) {
                let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
                open.extend(names.map(|name| format!("{path}/{name}")));
                found.push(FileState::Folder { path });
            }
        }
        found
    }

    /// What this shell can do, and the process that it runs in.
    pub fn capabilities() -> Capabilities {
        Capabilities { exclusive_create: true, atomic_replace: true, process: process::own() }
    }

    /// Does what a commit asks for. `End` asks for nothing.
    pub fn perform(&self, action: &Action) -> Answer {
        self.attempt(action).unwrap_or_else(|error| answer_to(&error))
    }

    fn attempt(&self, action: &Action) -> io::Result<Answer> {
        match action {
            Action::Create { path, bytes } => self.put(path, bytes, OpenOptions::new().create_new(true)),
            Action::Write { path, bytes } => self.put(path, bytes, OpenOptions::new().create(true).truncate(true)),
            Action::Read { path } => Ok(Answer::Bytes { bytes: file::read(&self.place(path)?)? }),
            Action::List { path } => {
                let mut names = Vec::new();
                for entry in fs::read_dir(self.place(path)?)? {
                    names.extend(entry?.file_name().into_string());
                }
                names.sort();
                Ok(Answer::Names { names })
            }
            Action::Replace { from, to, expected } => {
                let (from, to) = (self.place(from)?, self.place(to)?);
                let found = match file::read(&to) {
                    Err(error) if error.kind() == ErrorKind::NotFound => None,
                    found => Some(found?),
                };
                if found != *expected {
                    return Ok(Answer::Differs {});
                }
                fs::rename(from, to).map(|()| Answer::Ok {})
            }
            Action::Move { from, to } => self.rename(from, to),
            Action::Remove { path } => fs::remove_file(self.place(path)?).map(|()| Answer::Ok {}),
            Action::MakeFolder { path } => fs::create_dir_all(self.place(path)?).map(|()| Answer::Ok {}),
            Action::RemoveFolder { path } => fs::remove_dir(self.place(path)?).map(|()| Answer::Ok {}),
            Action::CheckProcess { pid, started } => Ok(match process::is_running(*pid, started.as_deref()) {
                Some(true) => Answer::Ok {},
                Some(false) => Answer::Missing {},
                None => Answer::Unknown {},
            }),
            Action::Wait { ms } => {
                thread::sleep(Duration::from_millis(u64::from(*ms)));
                Ok(Answer::Ok {})
            }
            Action::End { .. } => Ok(Answer::Ok {}),
        }
    }

    fn put(&self, path: &str, bytes: &[u8], options: &mut OpenOptions) -> io::Result<Answer> {
        let place = self.place(path)?;
        if let Some(folder) = place.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut file = file::open(&place, options.write(true))?;
        file.write_all(bytes)?;
        file.sync_all()?;
        Ok(Answer::Ok {})
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<Answer> {
        let (source, goal) = (self.place(from)?, self.place(to)?);
        let old = fs::symlink_metadata(&source)?;
        if let Ok(there) = fs::symlink_metadata(&goal) {
            // On a disk that ignores case, a name that changes only in case finds itself at the goal.
            let is_itself = is_same(&there, &old);
            return if is_itself { fs::rename(source, goal).map(|()| Answer::Ok {}) } else { Ok(Answer::Exists {}) };
        }
        if let Some(folder) = goal.parent() {
            fs::create_dir_all(folder)?;
        }
        rename_to_free(&source, &goal).map(|()| Answer::Ok {})
    }

    /// Where a path is; refused when it leaves the folder or a symbolic link is on its way.
    fn place(&self, path: &str) -> io::Result<PathBuf> {
        let mut place = self.root.clone();
        for part in path.split('/').filter(|_| !path.is_empty()) {
            if matches!(part, "" | "." | "..") || part.contains(['\\', ':', '\0']) {
                return Err(io::Error::new(
                    ErrorKind::PermissionDenied,
                    format!("{path} is outside the .handoff folder."),
                ));
            }
            place.push(part);
            if fs::symlink_metadata(&place).is_ok_and(|found| found.is_symlink()) {
                let reason = format!("{path} contains a symbolic link, which is not followed.");
                return Err(io::Error::new(ErrorKind::PermissionDenied, reason));
            }
        }
        Ok(place)
    }
}

/// Renames to a name that was free just now. Of several programs that want the same name one gets it, wherever the system can see to that: an
/// abandoned lock is broken like this.
fn rename_to_free(source: &Path, goal: &Path) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        use rustix::io::Errno;
        match renameat_with(CWD, source, CWD, goal, RenameFlags::NOREPLACE) {
            // Not every file system can.
            Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => {}
            done => return Ok(done?),
        }
    }
    fs::rename(source, goal)
}

fn answer_to(error: &io::Error) -> Answer {
    let failed = |fault| Answer::Failed { fault, reason: error.to_string() };
    if NotAFile::is(error) {
        return failed(Fault::NotAFile);
    }
    match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => Answer::Missing {},
        ErrorKind::AlreadyExists | ErrorKind::DirectoryNotEmpty => Answer::Exists {},
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => failed(Fault::Denied),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => failed(Fault::Full),
        ErrorKind::ResourceBusy | ErrorKind::WouldBlock | ErrorKind::Interrupted => failed(Fault::Transient),
        _ => failed(Fault::Other),
    }
}

#[cfg(unix)]
fn is_same(a: &Metadata, b: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (a.ino(), a.dev()) == (b.ino(), b.dev())
}

#[cfg(not(unix))]
fn is_same(a: &Metadata, b: &Metadata) -> bool {
    a.is_dir() == b.is_dir() && a.created().ok() == b.created().ok()
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use super::*;
    use crate::disk::temp_dir::Scratch;

    #[cfg(target_os = "linux")]
    #[test]
    fn of_several_that_want_a_name_at_once_one_gets_it() {
        const ROUNDS: usize = 300;
        const WRITERS: usize = 4;
        let scratch = Scratch::new("free");
        let disk = Disk::new(scratch.0.clone(), false);
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
