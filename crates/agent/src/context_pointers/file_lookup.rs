//! Requests to the shell to read files of the project, and its answers.

use crate::ToolContext;
use crate::ToolOutcome;

/// A request to read a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// Path relative to the project's folder.
    pub path: String,
    /// The commit from which to follow renames of the file, as a record has it. `None` does not follow renames.
    pub since: Option<String>,
}

/// The answer to a [`Look`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    /// The current path, if the file was renamed.
    pub renamed: Option<String>,
    /// What is at the path.
    pub found: Found,
}

/// What is at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// The content of a file.
    File(Vec<u8>),
    /// A folder.
    Folder,
    /// Nothing.
    Gone,
    /// Not read: too large, outside the project, behind a symbolic link, or an I/O error.
    Closed,
}

/// Continues a call with the answers, which have the order of the requests.
pub type ThenFiles = Box<dyn FnOnce(ToolContext<'_>, Vec<Sight>) -> ToolOutcome + Send>;
