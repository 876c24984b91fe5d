//! The system's notifications about changes below a folder (inotify), so that a scan need not
//! compare every file.
//!
//! Invariant: a path that is not reported has not changed since the watch on its folder was set. If
//! that cannot be guaranteed, there is no watch.

/// Folders with the numbers of their watches.
pub type WatchedFolders = Vec<(i32, String)>;

#[cfg(target_os = "linux")]
pub use linux::Watch;
#[cfg(not(target_os = "linux"))]
pub use unsupported::Watch;

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::{BTreeMap, BTreeSet};
    use std::fs;
    use std::mem::MaybeUninit;
    use std::os::fd::OwnedFd;
    use std::os::unix::fs::MetadataExt as _;
    use std::path::{Path, PathBuf};

    use rustix::fs::{inotify, statfs};
    use rustix::io::Errno;

    use inotify::{ReadFlags, WatchFlags};

    use super::WatchedFolders;

    /// Local file systems, by their magic numbers (statfs(2)): bcachefs, btrfs, ext2 to ext4, f2fs,
    /// overlayfs, tmpfs, xfs, zfs. Changes that another machine makes to a shared file system are
    /// not reported here.
    const LOCAL_FILE_SYSTEMS: [u64; 8] =
        [0xca45_1a4e, 0x9123_683e, 0xef53, 0xf2f5_2010, 0x794c_7630, 0x0102_1994, 0x5846_5342, 0x2fc1_2fc1];

    /// The watches of a folder and its subfolders.
    #[derive(Debug)]
    pub struct Watch {
        root: PathBuf,
        /// The inode of the root: if another folder takes its place, that one is not watched.
        identity: u64,
        inotify: OwnedFd,
        /// Paths of folders by the numbers of their watches.
        folders: BTreeMap<i32, String>,
    }

    impl Watch {
        /// Creates watches for the folders below `root`. Returns `None` if notifications are
        /// missing or incomplete for its file system.
        pub fn new(root: &Path) -> Option<Watch> {
            let identity = identity(root)?;
            let magic = u64::try_from(statfs(root).ok()?.f_type).ok()?;
            let inotify = inotify::init(inotify::CreateFlags::NONBLOCK | inotify::CreateFlags::CLOEXEC).ok()?;
            let root = root.to_path_buf();
            LOCAL_FILE_SYSTEMS.contains(&magic).then_some(Watch { root, identity, inotify, folders: BTreeMap::new() })
        }

        /// Watches the entries of a folder, and adds it to `watched`, whose paths `register` takes.
        /// Returns false if the system refuses.
        pub fn add(&self, folder: &Path, path: &str, watched: &mut WatchedFolders) -> bool {
            let flags = WatchFlags::CREATE
                | WatchFlags::DELETE
                | WatchFlags::MOVE
                | WatchFlags::MODIFY
                | WatchFlags::ATTRIB
                | WatchFlags::ONLYDIR
                | WatchFlags::DONT_FOLLOW;
            match inotify::add_watch(&self.inotify, folder, flags) {
                Ok(number) => {
                    watched.push((number, path.to_owned()));
                    true
                }
                // The folder was removed meanwhile, which the watch of its parent reports.
                Err(Errno::NOENT | Errno::NOTDIR) => true,
                Err(_) => false,
            }
        }

        /// Registers watched folders. Must run before `changed_paths`.
        pub fn register(&mut self, watched: WatchedFolders) {
            self.folders.extend(watched);
        }

        /// Returns the paths that changed since the last call, or `None` if the event queue has
        /// overflowed or the root was replaced.
        pub fn changed_paths(&mut self) -> Option<BTreeSet<String>> {
            if identity(&self.root) != Some(self.identity) {
                return None;
            }
            let mut changed = BTreeSet::new();
            let mut buffer = [MaybeUninit::uninit(); 16 * 1024];
            let mut reader = inotify::Reader::new(&self.inotify, &mut buffer);
            loop {
                let event = match reader.next() {
                    Ok(event) => event,
                    Err(Errno::AGAIN) => return Some(changed),
                    Err(Errno::INTR) => continue,
                    Err(_) => return None,
                };
                if event.events().contains(ReadFlags::QUEUE_OVERFLOW) {
                    return None;
                }
                if event.events().contains(ReadFlags::IGNORED) {
                    // Another root may have come that has the inode of the old one.
                    if self.folders.remove(&event.wd()).is_some_and(|path| path.is_empty()) {
                        return None;
                    }
                    continue;
                }
                let name = event.file_name().and_then(|name| name.to_str().ok());
                if let (Some(folder), Some(name)) = (self.folders.get(&event.wd()), name) {
                    changed.insert(if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") });
                }
            }
        }
    }

    fn identity(path: &Path) -> Option<u64> {
        fs::symlink_metadata(path).ok().map(|data| data.ino())
    }
}

#[cfg(not(target_os = "linux"))]
mod unsupported {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::WatchedFolders;

    /// No watches here: each scan compares every file.
    #[derive(Debug)]
    pub enum Watch {}

    impl Watch {
        pub fn new(_: &Path) -> Option<Watch> {
            None
        }

        pub fn add(&self, _: &Path, _: &str, _: &mut WatchedFolders) -> bool {
            match *self {}
        }

        pub fn register(&mut self, _: WatchedFolders) {
            match *self {}
        }

        pub fn changed_paths(&mut self) -> Option<BTreeSet<String>> {
            match *self {}
        }
    }
}
