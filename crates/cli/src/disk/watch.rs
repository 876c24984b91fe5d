//! Word from the system about which paths below a folder were touched, so that nobody has to look at all of them.
//!
//! Invariant: what is not named here has not changed since the watch on its folder was set. Where that cannot be promised, there is no watch.

/// Paths of folders with the numbers that the system gave to the watches on them.
pub type Watched = Vec<(i32, String)>;

#[cfg(target_os = "linux")]
pub use linux::Watch;
#[cfg(not(target_os = "linux"))]
pub use nowhere::Watch;

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

    use super::Watched;

    /// File systems of this machine alone, by their magic numbers (statfs(2)): bcachefs, btrfs, ext2 to ext4, f2fs, overlayfs, tmpfs, xfs, zfs.
    /// What another machine writes to a shared one is not told here.
    const LOCAL: [u64; 8] =
        [0xca45_1a4e, 0x9123_683e, 0xef53, 0xf2f5_2010, 0x794c_7630, 0x0102_1994, 0x5846_5342, 0x2fc1_2fc1];

    /// Folders that are watched.
    #[derive(Debug)]
    pub struct Watch {
        root: PathBuf,
        /// The root's identity: another one in its place is not watched.
        identity: u64,
        inotify: OwnedFd,
        /// Paths of folders by the numbers that the system gave them.
        folders: BTreeMap<i32, String>,
    }

    impl Watch {
        /// A watch for folders below one; none where the system's word is not enough.
        pub fn over(root: &Path) -> Option<Watch> {
            let identity = identity(root)?;
            let magic = u64::try_from(statfs(root).ok()?.f_type).ok()?;
            let inotify = inotify::init(inotify::CreateFlags::NONBLOCK | inotify::CreateFlags::CLOEXEC).ok()?;
            let root = root.to_path_buf();
            LOCAL.contains(&magic).then_some(Watch { root, identity, inotify, folders: BTreeMap::new() })
        }

        /// Watches the entries of a folder, whose path is told with them once it is kept; says whether the system can.
        pub fn add(&self, folder: &Path, path: &str, watched: &mut Watched) -> bool {
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
                // It went while we looked, and its parent's watch tells so.
                Err(Errno::NOENT | Errno::NOTDIR) => true,
                Err(_) => false,
            }
        }

        /// Takes over what has been taken down, before anybody asks what was touched.
        pub fn keep(&mut self, watched: Watched) {
            self.folders.extend(watched);
        }

        /// The paths that were touched since the last call, or none where the system has lost count, or another root has come.
        pub fn touched(&mut self) -> Option<BTreeSet<String>> {
            if identity(&self.root) != Some(self.identity) {
                return None;
            }
            let mut touched = BTreeSet::new();
            let mut room = [MaybeUninit::uninit(); 16 * 1024];
            let mut reader = inotify::Reader::new(&self.inotify, &mut room);
            loop {
                let event = match reader.next() {
                    Ok(event) => event,
                    Err(Errno::AGAIN) => return Some(touched),
                    Err(Errno::INTR) => continue,
                    Err(_) => return None,
                };
                if event.events().contains(ReadFlags::QUEUE_OVERFLOW) {
                    return None;
                }
                if event.events().contains(ReadFlags::IGNORED) {
                    // Another root may have come that has the number of the old one on disk.
                    if self.folders.remove(&event.wd()).is_some_and(|path| path.is_empty()) {
                        return None;
                    }
                    continue;
                }
                let name = event.file_name().and_then(|name| name.to_str().ok());
                if let (Some(folder), Some(name)) = (self.folders.get(&event.wd()), name) {
                    touched.insert(if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") });
                }
            }
        }
    }

    fn identity(place: &Path) -> Option<u64> {
        fs::symlink_metadata(place).ok().map(|data| data.ino())
    }
}

#[cfg(not(target_os = "linux"))]
mod nowhere {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::Watched;

    /// There is none: each look looks at everything.
    #[derive(Debug)]
    pub enum Watch {}

    impl Watch {
        pub fn over(_: &Path) -> Option<Watch> {
            None
        }

        pub fn add(&self, _: &Path, _: &str, _: &mut Watched) -> bool {
            match *self {}
        }

        pub fn keep(&mut self, _: Watched) {
            match *self {}
        }

        pub fn touched(&mut self) -> Option<BTreeSet<String>> {
            match *self {}
        }
    }
}
