//! An open folder. Its entries are reached by name alone, which saves the system resolving the
//! whole path.
//!
//! Invariant: no symbolic link is followed, and nothing but a regular file is read.

use std::io::{self, ErrorKind};

#[cfg(target_os = "linux")]
pub use linux::{Folder, Stamp};
#[cfg(not(target_os = "linux"))]
pub use portable::{Folder, Stamp};

/// The kind of a folder's entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    Folder,
    File,
    Link,
    Other,
}

/// Reads a file that had this size a moment ago, in as few calls as possible.
fn read_content(size: usize, mut read: impl FnMut(&mut [u8]) -> io::Result<usize>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // One byte more, so that a file that has not grown needs one call.
    let mut capacity = size.saturating_add(1);
    let mut end = 0;
    loop {
        if end == bytes.len() {
            bytes.try_reserve_exact(capacity)?;
            bytes.resize(end + capacity, 0);
            // The file has grown: double the buffer.
            capacity = bytes.len();
        }
        // `read` reports no more bytes than it was given room for.
        let Some(free) = bytes.get_mut(end..) else { return Err(ErrorKind::InvalidData.into()) };
        match read(free) {
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

/// Converts the size of a file to the capacity of a buffer. A size beyond the address space is no
/// usable hint: the buffer starts small, and reading fails when memory ends.
fn size_hint(size: impl TryInto<usize>) -> usize {
    size.try_into().unwrap_or(0)
}

#[cfg(target_os = "linux")]
mod linux {
    use std::io;
    use std::mem::MaybeUninit;
    use std::os::fd::OwnedFd;
    use std::path::Path;

    use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, RawDir, SeekFrom, Stat, fstat, openat, seek, statat};
    use rustix::io::{Errno, read};

    use super::{EntryKind, read_content, size_hint};
    use crate::ground::disk::file::{MAX_PROJECT_FILE_MB, NotAFile, check_size};

    /// Flags that open a folder and nothing else.
    const FOLDER_FLAGS: OFlags = OFlags::DIRECTORY.union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

    /// Flags that open a file, and a pipe without waiting for its writer.
    const FILE_FLAGS: OFlags = OFlags::NONBLOCK.union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

    /// An open folder.
    #[derive(Debug)]
    pub struct Folder(OwnedFd);

    impl Folder {
        /// Opens the folder at a path.
        pub fn at(path: &Path) -> io::Result<Folder> {
            Ok(Folder(openat(CWD, path, FOLDER_FLAGS, Mode::empty())?))
        }

        /// Opens a folder in this one.
        pub fn folder(&self, name: &str) -> io::Result<Folder> {
            Ok(Folder(openat(&self.0, name, FOLDER_FLAGS, Mode::empty())?))
        }

        /// Calls `visit` for each entry whose name is UTF-8.
        pub fn for_each_entry(&self, mut visit: impl FnMut(&str, EntryKind)) -> io::Result<()> {
            let mut buffer = [MaybeUninit::uninit(); 16 * 1024];
            let mut entries = RawDir::new(&self.0, &mut buffer);
            while let Some(entry) = entries.next() {
                let entry = entry?;
                let Ok(name) = entry.file_name().to_str() else { continue };
                if !matches!(name, "." | "..") {
                    // Some file systems do not report the kind.
                    let reported = (entry.file_type() != FileType::Unknown).then(|| kind(entry.file_type()));
                    if let Some(kind) = reported.or_else(|| self.kind(name).ok()) {
                        visit(name, kind);
                    }
                }
            }
            Ok(())
        }

        /// Returns the kind of an entry.
        pub fn kind(&self, name: &str) -> io::Result<EntryKind> {
            Ok(kind(FileType::from_raw_mode(self.stat(name)?.st_mode)))
        }

        /// Returns true if a folder in this one may have subfolders. It reads `st_nlink`, which is
        /// much cheaper than the entries: a folder has two names, its own and ".", and one more in
        /// each subfolder. File systems that do not count them give false positives, and those that
        /// miscount may give false negatives.
        pub fn may_have_subfolders(&self, name: &str) -> bool {
            self.stat(name).is_ok_and(|stat| stat.st_nlink != 2)
        }

        /// Returns the stamp of a file.
        pub fn stamp(&self, name: &str) -> io::Result<Stamp> {
            Ok(stamp(&self.stat(name)?))
        }

        /// Reads a file of a bounded size, and returns its stamp from before the read.
        pub fn read(&self, name: &str) -> io::Result<(Stamp, Vec<u8>)> {
            let (file, stat) = self.open(name)?;
            check_size(stat.st_size.try_into().unwrap_or_default(), MAX_PROJECT_FILE_MB)?;
            let bytes = read_content(size_hint(stat.st_size), |free| Ok(read(&file, free)?))?;
            Ok((stamp(&stat), bytes))
        }

        /// Reads a file from an offset to its end.
        pub fn read_from(&self, name: &str, offset: u64) -> io::Result<Vec<u8>> {
            let (file, stat) = self.open(name)?;
            seek(&file, SeekFrom::Start(offset))?;
            let size = size_hint(stat.st_size).saturating_sub(size_hint(offset));
            read_content(size, |free| Ok(read(&file, free)?))
        }

        /// Opens a regular file.
        fn open(&self, name: &str) -> io::Result<(OwnedFd, Stat)> {
            let file = match openat(&self.0, name, FILE_FLAGS, Mode::empty()) {
                // A link has replaced the file: the file is gone.
                Err(Errno::LOOP) => return Err(Errno::NOENT.into()),
                // A socket.
                Err(Errno::NXIO) => return Err(NotAFile::error()),
                file => file?,
            };
            let stat = fstat(&file)?;
            if kind(FileType::from_raw_mode(stat.st_mode)) != EntryKind::File {
                return Err(NotAFile::error());
            }
            Ok((file, stat))
        }

        fn stat(&self, name: &str) -> io::Result<Stat> {
            Ok(statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW)?)
        }
    }

    fn kind(file_type: FileType) -> EntryKind {
        match file_type {
            FileType::Directory => EntryKind::Folder,
            FileType::RegularFile => EntryKind::File,
            FileType::Symlink => EntryKind::Link,
            _ => EntryKind::Other,
        }
    }

    /// Size, time and identity of a file, which show a change without reading the file.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Stamp {
        size: i64,
        modified: (i64, u64),
        identity: u64,
    }

    impl Stamp {
        /// Returns the size of the file.
        pub fn size(&self) -> u64 {
            u64::try_from(self.size).unwrap_or(0)
        }
    }

    #[allow(clippy::useless_conversion, reason = "the types of these numbers differ between processors")]
    fn stamp(stat: &Stat) -> Stamp {
        let modified = (stat.st_mtime.into(), stat.st_mtime_nsec.into());
        Stamp { size: stat.st_size, modified, identity: stat.st_ino.into() }
    }
}

#[cfg(not(target_os = "linux"))]
mod portable {
    use std::fs::{self, FileType, Metadata, OpenOptions};
    use std::io::{self, Read as _};
    use std::path::{Path, PathBuf};
    use std::time::SystemTime;

    use super::{EntryKind, read_content, size_hint};
    use crate::ground::disk::file::{self, MAX_PROJECT_FILE_MB, check_size};

    /// A folder, identified by its path.
    #[derive(Debug)]
    pub struct Folder(PathBuf);

    impl Folder {
        /// Checks that there is a folder at a path. It is not held open.
        pub fn at(path: &Path) -> io::Result<Folder> {
            if !fs::symlink_metadata(path)?.is_dir() {
                return Err(io::ErrorKind::NotADirectory.into());
            }
            Ok(Folder(path.to_path_buf()))
        }

        /// Opens a folder in this one.
        pub fn folder(&self, name: &str) -> io::Result<Folder> {
            Folder::at(&self.0.join(name))
        }

        /// Calls `visit` for each entry whose name is UTF-8.
        pub fn for_each_entry(&self, mut visit: impl FnMut(&str, EntryKind)) -> io::Result<()> {
            for entry in fs::read_dir(&self.0)? {
                let entry = entry?;
                if let (Some(name), Ok(file_type)) = (entry.file_name().to_str(), entry.file_type()) {
                    visit(name, kind(file_type));
                }
            }
            Ok(())
        }

        /// Returns the kind of an entry.
        pub fn kind(&self, name: &str) -> io::Result<EntryKind> {
            Ok(kind(fs::symlink_metadata(self.0.join(name))?.file_type()))
        }

        /// Returns true: without `st_nlink`, any folder may have subfolders.
        #[allow(clippy::unused_self, reason = "on Linux it needs the open folder")]
        pub fn may_have_subfolders(&self, _: &str) -> bool {
            true
        }

        /// Returns the stamp of a file.
        pub fn stamp(&self, name: &str) -> io::Result<Stamp> {
            Ok(stamp(&fs::symlink_metadata(self.0.join(name))?))
        }

        /// Reads a file of a bounded size, and returns its stamp from before the read.
        pub fn read(&self, name: &str) -> io::Result<(Stamp, Vec<u8>)> {
            let mut file = file::open(&self.0.join(name), OpenOptions::new().read(true))?;
            let data = file.metadata()?;
            check_size(data.len(), MAX_PROJECT_FILE_MB)?;
            let bytes = read_content(size_hint(data.len()), |free| file.read(free))?;
            Ok((stamp(&data), bytes))
        }

        /// Reads a file from an offset to its end.
        pub fn read_from(&self, name: &str, offset: u64) -> io::Result<Vec<u8>> {
            file::read_from(&self.0.join(name), offset).map(|(_, bytes)| bytes)
        }
    }

    fn kind(file_type: FileType) -> EntryKind {
        match file_type {
            file_type if file_type.is_dir() => EntryKind::Folder,
            file_type if file_type.is_file() => EntryKind::File,
            file_type if file_type.is_symlink() => EntryKind::Link,
            _ => EntryKind::Other,
        }
    }

    /// Size, time and identity of a file, which show a change without reading the file.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Stamp {
        size: u64,
        modified: Option<SystemTime>,
        identity: u64,
    }

    impl Stamp {
        /// Returns the size of the file.
        pub fn size(&self) -> u64 {
            self.size
        }
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
    fn read_content_reads_to_the_end_whatever_the_size_hint() {
        for (size, bytes) in
            [(0, ""), (0, "a file under /proc"), (3, "abc"), (3, "ab"), (3, "abcd"), (3, "abcdefghijklmnop")]
        {
            let mut rest = bytes.as_bytes();
            let mut is_interrupted = true;
            let content = read_content(size, |free| {
                is_interrupted = !is_interrupted;
                if is_interrupted { Err(ErrorKind::Interrupted.into()) } else { std::io::Read::read(&mut rest, free) }
            });
            assert_eq!(content.unwrap(), bytes.as_bytes(), "{size}");
        }
    }
}
