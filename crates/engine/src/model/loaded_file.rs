//! A file that a shell has read, parsed as far as that needs no other file. Several threads can do
//! this part of opening a project.

use handoff_format::{Finding, PathKind, classify, is_content};
use handoff_protocol::FileState;

use crate::model::TaskFile;
use crate::model::packages::StoredPackage;

/// A file or folder with its parsed record.
#[derive(Debug)]
pub struct LoadedFile {
    pub(crate) state: FileState,
    /// The record, if the file is of a kind of which there are many, and has been parsed.
    pub(crate) record: Option<ParsedRecord>,
}

/// A record of a kind of which a project has many.
#[derive(Debug)]
pub(crate) enum ParsedRecord {
    /// A task. The errors of its file are part of it.
    Task(TaskFile),
    /// A package, or the reason why it cannot be read.
    Package(Box<Result<StoredPackage, Finding>>),
}

impl LoadedFile {
    /// Parses a file. Never fails: the errors of a file are part of its record.
    pub fn read(state: FileState) -> LoadedFile {
        let record = match &state {
            FileState::File { path, bytes } if is_content(path) => ParsedRecord::read(path, bytes),
            _ => None,
        };
        LoadedFile { state, record }
    }
}

impl ParsedRecord {
    /// Parses a file. Returns `None` for a file of another kind.
    pub(crate) fn read(path: &str, bytes: &[u8]) -> Option<ParsedRecord> {
        match classify(path) {
            PathKind::TaskFile { layout, status } => {
                Some(ParsedRecord::Task(TaskFile::read(path.to_owned(), layout, status, bytes)))
            }
            PathKind::Package => Some(ParsedRecord::Package(Box::new(StoredPackage::read(bytes)))),
            _ => None,
        }
    }
}

impl From<FileState> for LoadedFile {
    /// Does not parse the file. The project parses it when it is fed, unless it is unchanged.
    fn from(state: FileState) -> LoadedFile {
        LoadedFile { state, record: None }
    }
}
