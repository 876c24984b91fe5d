//! A folder held open: what lies in it is reached by its name alone, which spares the system the way there.
//!
//! Invariant: no symbolic link is followed, and nothing but a regular file is read.

use std::io::{self, ErrorKind};

#[cfg(not(target_os = "linux"))]
pub use elsewhere::{Folder, Stamp};
#[cfg(target_os = "linux")]
pub use linux::{Folder, Stamp};

/// What an entry of a folder is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Folder,
    File,
    Link,
    Other,
}

/// A file's content, which had that size a moment ago, in as few calls as it takes.
fn content(size: usize, mut read: impl FnMut(&mut [u8]) -> io::Result<usize>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // One byte more, so that one call shows that this is all.
    let mut room = size.saturating_add(1);
    let mut end = 0;
    loop {
        if end == bytes.len() {
            bytes.try_reserve_exact(room)?;
            bytes.resize(end + room, 0);
            // It has grown: as much again.
            room = bytes.len();
        }
        match read(bytes.get_mut(end..).unwrap_or_default()) {
            Ok(0) => break,
            Ok(length) => end += length,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
        if end == size {
            break;
        }
    }
    bytes.truncate(end);
    Ok(bytes)
}

#[cfg(target_os = "linux")]
mod linux {
    use std::io;
    use std::mem::MaybeUninit;
    use std::os::fd::OwnedFd;
    use std::path::Path;

    use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, RawDir, Stat, fstat, openat, statat};
    use rustix::io::{Errno, read};

    use super::{Kind, content};
    use crate::disk::file::NotAFile;

    /// Opens a folder and nothing else.
    const FOLDER: OFlags = OFlags::DIRECTORY.union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

    /// Opens a file without waiting for whoever writes to it, should it have become a pipe.
    const FILE: OFlags = OFlags::NONBLOCK.union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

    /// An open folder.
    #[derive(Debug)]
    pub struct Folder(OwnedFd);

    impl Folder {
        /// The folder at a path.
        pub fn at(place: &Path) -> io::Result<Folder> {
            Ok(Folder(openat(CWD, place, FOLDER, Mode::empty())?))
        }

        /// A folder in this one.
        pub fn folder(&self, name: &str) -> io::Result<Folder> {
            Ok(Folder(openat(&self.0, name, FOLDER, Mode::empty())?))
        }

        /// Tells each entry whose name is text.
        pub fn entries(&self, mut tell: impl FnMut(&str, Kind)) -> io::Result<()> {
            let mut room = [MaybeUninit::uninit(); 16 * 1024];
            let mut entries = RawDir::new(&self.0, &mut room);
            while let Some(entry) = entries.next() {
                let entry = entry?;
                let Ok(name) = entry.file_name().to_str() else { continue };
                if !matches!(name, "." | "..") {
                    // Some file systems do not say what it is.
                    let told = Some(kind(entry.file_type())).filter(|_| entry.file_type() != FileType::Unknown);
                    if let Some(kind) = told.or_else(|| self.kind(name).ok()) {
                        tell(name, kind);
                    }
                }
            }
            Ok(())
        }

        /// What an entry is.
        pub fn kind(&self, name: &str) -> io::Result<Kind> {
            Ok(kind(FileType::from_raw_mode(self.stat(name)?.st_mode)))
        }

        /// Whether there may be folders in a folder in this one; seldom wrong, and much cheaper than to look. A folder has two names, its own
        /// and the dot in it, and one more in each folder in it. Who does not count them says that there is one.
        pub fn may_lead_on(&self, name: &str) -> bool {
            self.stat(name).is_ok_and(|stat| stat.st_nlink != 2)
        }

        /// What a file looks like now.
        pub fn stamp(&self, name: &str) -> io::Result<Stamp> {
            Ok(stamp(&self.stat(name)?))
        }

        /// A file's content, and what it looked like before that was read.
        pub fn read(&self, name: &str) -> io::Result<(Stamp, Vec<u8>)> {
            let file = match openat(&self.0, name, FILE, Mode::empty()) {
                // A link has come in its place: what was there is gone.
                Err(Errno::LOOP) => return Err(Errno::NOENT.into()),
                // A socket.
                Err(Errno::NXIO) => return Err(NotAFile::error()),
                file => file?,
            };
            let stat = fstat(&file)?;
            if kind(FileType::from_raw_mode(stat.st_mode)) != Kind::File {
                return Err(NotAFile::error());
            }
            let bytes = content(usize::try_from(stat.st_size).unwrap_or_default(), |room| Ok(read(&file, room)?))?;
            Ok((stamp(&stat), bytes))
        }

        fn stat(&self, name: &str) -> io::Result<Stat> {
            Ok(statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW)?)
        }
    }

    fn kind(found: FileType) -> Kind {
        match found {
            FileType::Directory => Kind::Folder,
            FileType::RegularFile => Kind::File,
            FileType::Symlink => Kind::Link,
            _ => Kind::Other,
        }
    }

    /// By what a change of a file is noticed without reading.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Stamp {
        size: i64,
        modified: (i64, u64),
        identity: u64,
    }

    #[allow(clippy::useless_conversion, reason = "the types of these numbers differ between processors")]
    fn stamp(stat: &Stat) -> Stamp {
        let modified = (stat.st_mtime.into(), stat.st_mtime_nsec.into());
        Stamp { size: stat.st_size, modified, identity: stat.st_ino.into() }
    }
}

#[cfg(not(target_os = "linux"))]
mod elsewhere {
    use std::fs::{self, FileType, Metadata, OpenOptions};
    use std::io::{self, Read as _};
    use std::path::{Path, PathBuf};
    use std::time::SystemTime;

    use super::{Kind, content};
    use crate::disk::file;

    /// A folder, known by its path.
    #[derive(Debug)]
    pub struct Folder(PathBuf);

    impl Folder {
        /// The folder at a path.
        #[allow(clippy::unnecessary_wraps, reason = "where folders are held open, this can fail")]
        pub fn at(place: &Path) -> io::Result<Folder> {
            Ok(Folder(place.to_path_buf()))
        }

        /// A folder in this one.
        pub fn folder(&self, name: &str) -> io::Result<Folder> {
            Folder::at(&self.0.join(name))
        }

        /// Tells each entry whose name is text.
        pub fn entries(&self, mut tell: impl FnMut(&str, Kind)) -> io::Result<()> {
            for entry in fs::read_dir(&self.0)? {
                let entry = entry?;
                if let (Some(name), Ok(found)) = (entry.file_name().to_str(), entry.file_type()) {
                    tell(name, kind(found));
                }
            }
            Ok(())
        }

        /// What an entry is.
        pub fn kind(&self, name: &str) -> io::Result<Kind> {
            Ok(kind(fs::symlink_metadata(self.0.join(name))?.file_type()))
        }

        /// Whether there may be folders in a folder in this one.
        #[allow(clippy::unused_self, reason = "elsewhere this can be told from outside")]
        pub fn may_lead_on(&self, _: &str) -> bool {
            true
        }

        /// What a file looks like now.
        pub fn stamp(&self, name: &str) -> io::Result<Stamp> {
            Ok(stamp(&fs::symlink_metadata(self.0.join(name))?))
        }

        /// A file's content, and what it looked like before that was read.
        pub fn read(&self, name: &str) -> io::Result<(Stamp, Vec<u8>)> {
            let mut file = file::open(&self.0.join(name), OpenOptions::new().read(true))?;
            let data = file.metadata()?;
            let bytes = content(usize::try_from(data.len()).unwrap_or_default(), |room| file.read(room))?;
            Ok((stamp(&data), bytes))
        }
    }

    fn kind(found: FileType) -> Kind {
        match found {
            found if found.is_dir() => Kind::Folder,
            found if found.is_file() => Kind::File,
            found if found.is_symlink() => Kind::Link,
            _ => Kind::Other,
        }
    }

    /// By what a change of a file is noticed without reading.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Stamp {
        size: u64,
        modified: Option<SystemTime>,
        identity: u64,
    }

    fn stamp(data: &Metadata) -> Stamp {
        Stamp { size: data.len(), modified: data.modified().ok(), identity: identity(data) }
    }

    #[cfg(unix)]
    fn identity(data: &Metadata) -> u64 {
        use std::os::unix::fs::MetadataExt as _;
        data.ino()
    }

    #[cfg(not(unix))]
    fn identity(_: &Metadata) -> u64 {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_to_its_end_whatever_size_it_had() {
        for (size, bytes) in
            [(0, ""), (0, "a file under /proc"), (3, "abc"), (3, "ab"), (3, "abcd"), (3, "abcdefghijklmnop")]
        {
            let mut left = bytes.as_bytes();
            let mut is_interrupted = true;
            let found = content(size, |room| {
                is_interrupted = !is_interrupted;
                if is_interrupted { Err(ErrorKind::Interrupted.into()) } else { std::io::Read::read(&mut left, room) }
            });
            assert_eq!(found.unwrap(), bytes.as_bytes(), "{size}");
        }
    }
}
