//! Files of the project, as the shell sees them.

use crate::ToolContext;
use crate::ToolOutcome;

/// A file to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// Relative to the project's folder.
    pub path: String,
    /// The commit since which it may have got another name, as a record has it; it is not followed where none is told.
    pub since: Option<String>,
}

/// A file that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    /// Where it is now, if that is another place.
    pub renamed: Option<String>,
    /// What is there.
    pub found: Found,
}

/// What is at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A file with its content.
    File(Vec<u8>),
    /// A folder.
    Folder,
    /// Nothing.
    Gone,
    /// Something that is not read: too large, outside the project, behind a symbolic link, or not readable.
    Closed,
}

/// What is made of files that were looked at; they come in the order of the looks.
pub type ThenFiles = Box<dyn FnOnce(ToolContext<'_>, Vec<Sight>) -> ToolOutcome + Send>;
