//! Regular files, opened without following a symbolic link and without waiting for the other end of a pipe.
//!
//! Invariant: nothing but a regular file is read or written, also where a file is replaced by something else meanwhile.

use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read as _};
use std::path::Path;

/// Something else than a regular file is there: a folder, a pipe, a socket or a device.
#[derive(Clone, Copy, Debug)]
pub struct NotAFile;

impl NotAFile {
    /// The same as an error of the system.
    pub fn error() -> io::Error {
        io::Error::other(NotAFile)
    }

    /// Whether an error says so.
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

/// The content of a regular file.
pub fn read(place: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(place, OpenOptions::new().read(true))?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Opens a regular file as the options say.
pub fn open(place: &Path, options: &mut OpenOptions) -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;

        use rustix::fs::OFlags;
        options.custom_flags(OFlags::NONBLOCK.union(OFlags::NOFOLLOW).bits().cast_signed());
    }
    let file = match options.open(place) {
        Err(error) if is_of_no_file(&error) => return Err(NotAFile::error()),
        file => file?,
    };
    if file.metadata()?.is_file() { Ok(file) } else { Err(NotAFile::error()) }
}

/// Whether opening failed because of what is there: a folder that was to be written, a pipe that nobody reads, or a socket.
fn is_of_no_file(error: &io::Error) -> bool {
    #[cfg(unix)]
    if error.raw_os_error() == Some(rustix::io::Errno::NXIO.raw_os_error()) {
        return true;
    }
    error.kind() == ErrorKind::IsADirectory
}
