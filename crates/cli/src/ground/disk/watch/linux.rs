//! The notifications of Linux (inotify), one watch for each folder.
//!
//! Linux queues a notification before the call that makes the change returns. So whatever was changed
//! before the queue is read is in it, and no thread has to wait for it.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rustix::fs::inotify::{CreateFlags, ReadFlags, Reader, WatchFlags, add_watch, init, remove_watch};
use rustix::io::Errno;

use super::MAX_EVENTS;
use crate::ground::paths;

/// What is reported: changes of entries and of the folder itself. No link is followed.
const FLAGS: WatchFlags = WatchFlags::CREATE
    .union(WatchFlags::DELETE)
    .union(WatchFlags::MODIFY)
    .union(WatchFlags::ATTRIB)
    .union(WatchFlags::MOVED_FROM)
    .union(WatchFlags::MOVED_TO)
    .union(WatchFlags::DELETE_SELF)
    .union(WatchFlags::MOVE_SELF)
    .union(WatchFlags::ONLYDIR)
    .union(WatchFlags::DONT_FOLLOW);

/// The notifications that say that an entry was removed or got another name.
const DEPARTURE: ReadFlags = ReadFlags::DELETE.union(ReadFlags::MOVED_FROM);

/// The notifications that make the others incomplete.
const LOSS: ReadFlags = ReadFlags::QUEUE_OVERFLOW.union(ReadFlags::UNMOUNT);

/// The number of bytes that are read of the queue at once.
const BUFFER_BYTES: usize = 16 * 1024;

/// The watches of a folder and its subfolders.
#[derive(Debug)]
pub struct Watch {
    root: PathBuf,
    queue: OwnedFd,
    folders: Mutex<Folders>,
    /// True until paths are asked for: what is watched was not read before.
    is_new: bool,
}

/// The folders that are watched, but for changes that were not read yet. An empty path is the root.
#[derive(Debug, Default)]
struct Folders {
    paths: BTreeMap<i32, String>,
    ids: BTreeMap<String, i32>,
}

impl Folders {
    fn insert(&mut self, queue: &OwnedFd, id: i32, path: String) {
        // A folder that was moved keeps its watch.
        if let Some(old) = self.paths.insert(id, path.clone())
            && old != path
        {
            self.ids.remove(&old);
        }
        // Another folder is there by now.
        if let Some(old) = self.ids.insert(path, id)
            && old != id
        {
            self.remove(queue, old);
        }
    }

    fn remove(&mut self, queue: &OwnedFd, id: i32) {
        self.paths.remove(&id);
        // The system has removed the watch of a folder that no longer exists.
        let _ = remove_watch(queue, id);
    }

    /// Drops a folder and those below it.
    fn forget(&mut self, queue: &OwnedFd, path: &str) {
        let below = format!("{path}/");
        let rest = self.ids.range(below.clone()..).map(|(path, _)| path).take_while(|path| path.starts_with(&below));
        let forgotten: Vec<String> = rest.cloned().chain([path.to_owned()]).collect();
        for path in forgotten {
            if let Some(id) = self.ids.remove(&path) {
                self.remove(queue, id);
            }
        }
    }
}

impl Watch {
    /// Creates a watch for a folder and those of its subfolders that are known. Returns `None` if
    /// notifications are missing or incomplete for its file system.
    pub fn new(root: &Path, known: impl Iterator<Item = String>) -> Option<Watch> {
        let root = paths::real_path(root).ok().filter(|root| is_local(root))?;
        let queue = init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC).ok()?;
        let watch = Watch { root, queue, folders: Mutex::default(), is_new: false };
        let is_watched = [String::new()].into_iter().chain(known).all(|path| watch.insert(path));
        is_watched.then_some(Watch { is_new: true, ..watch })
    }

    /// Watches the entries of a folder. Returns false if the system refuses.
    pub fn add(&self, path: &str) -> bool {
        let is_known = |folders: &Folders| folders.ids.contains_key(path);
        if path.is_empty() || (self.is_new && is_known(&self.folders.lock().unwrap_or_else(PoisonError::into_inner))) {
            return true;
        }
        self.insert(path.to_owned())
    }

    fn insert(&self, path: String) -> bool {
        let folder = if path.is_empty() { self.root.clone() } else { self.root.join(&path) };
        let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        match add_watch(&self.queue, &folder, FLAGS) {
            Ok(id) => {
                folders.insert(&self.queue, id, path);
                true
            }
            // The folder was removed meanwhile, which the watch of its parent reports.
            Err(error) => matches!(error, Errno::NOENT | Errno::NOTDIR | Errno::LOOP) && !path.is_empty(),
        }
    }

    /// Returns the paths that changed since the last call, or `None` if notifications were lost or
    /// the root was replaced.
    pub fn changed_paths(&mut self) -> Option<BTreeSet<String>> {
        self.is_new = false;
        let folders = self.folders.get_mut().unwrap_or_else(PoisonError::into_inner);
        let mut buffer = [MaybeUninit::uninit(); BUFFER_BYTES];
        let mut reader = Reader::new(&self.queue, &mut buffer);
        let mut changed = BTreeSet::new();
        for _ in 0..MAX_EVENTS {
            let event = match reader.next() {
                Err(Errno::AGAIN) => return Some(changed),
                event => event.ok()?,
            };
            if event.events().intersects(LOSS) {
                return None;
            }
            // The rest of the notifications of a folder that is not watched any more.
            let Some(folder) = folders.paths.get(&event.wd()) else { continue };
            let Some(name) = event.file_name() else {
                // The root itself was removed, renamed, or got other permissions. The watch of the parent
                // reports the same of other folders.
                if folder.is_empty() {
                    return None;
                }
                continue;
            };
            // Scans skip names that are not UTF-8.
            let Ok(name) = name.to_str() else { continue };
            let path = if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
            if event.events().intersects(DEPARTURE) {
                folders.forget(&self.queue, &path);
            }
            changed.insert(path);
        }
        None
    }
}

/// Returns true if no other machine can change the folder's file system without a notification.
fn is_local(folder: &Path) -> bool {
    /// bcachefs, btrfs, ext2 to ext4, f2fs, overlayfs, tmpfs, xfs, zfs (statfs(2)).
    const LOCAL_FILE_SYSTEMS: [u64; 8] =
        [0xca45_1a4e, 0x9123_683e, 0xef53, 0xf2f5_2010, 0x794c_7630, 0x0102_1994, 0x5846_5342, 0x2fc1_2fc1];
    let magic = rustix::fs::statfs(folder).ok().and_then(|system| u64::try_from(system.f_type).ok());
    magic.is_some_and(|magic| LOCAL_FILE_SYSTEMS.contains(&magic))
}
