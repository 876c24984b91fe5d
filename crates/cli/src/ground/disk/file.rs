//! Reads, opens and writes regular files, without following a symbolic link and without waiting for
//! the other end of a pipe.
//!
//! Invariant: nothing but a regular file is read or written, even if something else replaces the
//! file meanwhile.

use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use handoff_protocol::file::MAX_FILE_MB;

#[cfg(target_os = "wasi")]
use crate::ground::node;
use crate::ground::paths;

/// The maximum size of a file that a person names, of standard input and of the files of other programs: 16 MB.
const MAX_NAMED_MB: u64 = 16;
/// The maximum size of a file of a project, except for logs.
pub const MAX_PROJECT_FILE_MB: u64 = MAX_FILE_MB as u64;

/// The room in which a read finds the end of a file. The standard library makes a call of its own for less.
const END_BYTES: usize = 32;

/// The error that a file is larger than a maximum.
#[derive(Clone, Copy, Debug)]
struct TooLarge {
    maximum_mb: u64,
}

impl Error for TooLarge {}

impl Display for TooLarge {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        // Completes the same sentences as `NotAFile`.
        write!(out, "it is larger than {} MB", self.maximum_mb)
    }
}

/// Returns an error if a size is above a maximum.
pub fn check_size(size: u64, maximum_mb: u64) -> io::Result<()> {
    if size > maximum_mb << 20 { Err(io::Error::other(TooLarge { maximum_mb })) } else { Ok(()) }
}

/// The error that a path is no regular file, but a folder, a pipe, a socket or a device.
#[derive(Clone, Copy, Debug)]
pub struct NotAFile;

impl NotAFile {
    /// Returns the error as an `io::Error`.
    pub fn error() -> io::Error {
        io::Error::other(NotAFile)
    }

    /// Returns true if an error is this one.
    pub fn is(error: &io::Error) -> bool {
        let Some(inner) = error.get_ref() else { return false };
        inner.is::<NotAFile>()
    }
}

impl Error for NotAFile {}

impl Display for NotAFile {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        // Completes sentences such as "{path} could not be read: …".
        out.write_str("it is not a regular file")
    }
}

/// Reads a regular file.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let (file, size) = open_with_size(path, OpenOptions::new().read(true))?;
    // Not the file itself, whose size the standard library would ask again.
    read_to_end(file.take(u64::MAX), size)
}

/// Reads a regular file up to a maximum size.
pub fn read_bounded(path: &Path, maximum_mb: u64) -> io::Result<Vec<u8>> {
    let (file, size) = open_with_size(path, OpenOptions::new().read(true))?;
    check_size(size, maximum_mb)?;
    // It may grow meanwhile.
    read_to_bound(file, size, maximum_mb)
}

/// Reads standard input as text.
pub fn read_standard_input() -> io::Result<String> {
    text(read_to_bound(io::stdin(), 0, MAX_NAMED_MB)?)
}

fn read_to_bound(input: impl Read, size: u64, maximum_mb: u64) -> io::Result<Vec<u8>> {
    let bytes = read_to_end(input.take((maximum_mb << 20) + 1), size)?;
    check_size(u64::try_from(bytes.len()).unwrap_or(u64::MAX), maximum_mb)?;
    Ok(bytes)
}

/// Reads to the end of what has about this size, in as few calls as possible.
fn read_to_end(mut input: impl Read, size: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let capacity = usize::try_from(size).unwrap_or(usize::MAX);
    bytes.try_reserve_exact(capacity.saturating_add(END_BYTES))?;
    input.read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn text(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(|_| io::Error::new(ErrorKind::InvalidData, "it is not UTF-8 text"))
}

/// Reads a regular file that a person names or that is outside of a project. A symbolic link is
/// followed.
pub fn read_named(path: &Path) -> io::Result<Vec<u8>> {
    read_bounded(&paths::real_path(path)?, MAX_NAMED_MB)
}

/// Reads such a file as text.
pub fn read_named_text(path: &Path) -> io::Result<String> {
    text(read_named(path)?)
}

/// Returns the size of a regular file and its content from an offset on.
pub fn read_from(path: &Path, offset: u64) -> io::Result<(u64, Vec<u8>)> {
    let mut file = open(path, OpenOptions::new().read(true))?;
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(offset))?;
    file.read_to_end(&mut bytes)?;
    // A part that another process has just appended counts only if it was read.
    let size = file.metadata()?.len().min(offset.saturating_add(u64::try_from(bytes.len()).unwrap_or(u64::MAX)));
    Ok((size, bytes))
}

/// Opens a regular file with these options.
pub fn open(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    open_with_size(path, options).map(|(file, _)| file)
}

/// Opens a regular file with these options. Returns its size as well.
fn open_with_size(path: &Path, options: &mut OpenOptions) -> io::Result<(File, u64)> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;

        use rustix::fs::OFlags;
        options.custom_flags(OFlags::NONBLOCK.union(OFlags::NOFOLLOW).bits().cast_signed());
    }
    // Without the flag, opening a pipe would wait for its other end.
    #[cfg(target_os = "wasi")]
    if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        return Err(NotAFile::error());
    }
    let file = match options.open(path) {
        Err(error) if is_not_a_file(&error) => return Err(NotAFile::error()),
        file => file?,
    };
    let data = file.metadata()?;
    if data.is_file() { Ok((file, data.len())) } else { Err(NotAFile::error()) }
}

/// Returns true if opening failed because of the kind of the file: a folder opened for writing, a
/// pipe without a reader, or a socket.
fn is_not_a_file(error: &io::Error) -> bool {
    #[cfg(unix)]
    if error.raw_os_error() == Some(rustix::io::Errno::NXIO.raw_os_error()) {
        return true;
    }
    error.kind() == ErrorKind::IsADirectory
}

/// Writes a file that only its owner may read, in a folder that only its owner may enter.
pub fn write_private(file: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        make_private_folder(folder)?;
    }
    let target = paths::real_path(file).unwrap_or_else(|_| file.to_path_buf());
    put_private(&target, bytes, OpenOptions::new().create(true).truncate(true))
}

/// Creates a file that only its owner may read.
pub fn create_private(file: &Path, bytes: &[u8]) -> io::Result<()> {
    put_private(file, bytes, OpenOptions::new().create_new(true))
}

fn put_private(target: &Path, bytes: &[u8], options: &mut OpenOptions) -> io::Result<()> {
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    let mut file = open(target, options)?;
    #[cfg(target_os = "wasi")]
    node::restrict(target, 0o600)?;
    file.write_all(bytes)
}

/// Creates a folder and its parents. Restricts it to its owner, because earlier versions created it
/// for everybody.
pub fn make_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)?;
    #[cfg(unix)]
    fs::set_permissions(folder, std::os::unix::fs::PermissionsExt::from_mode(0o700))?;
    #[cfg(target_os = "wasi")]
    node::restrict(folder, 0o700)?;
    Ok(())
}
