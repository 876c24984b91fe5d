//! What a shell found at a path, read as far as that needs nothing but the file: the part of opening a project that several threads can do.

use handoff_format::{PathKind, classify, is_content};
use handoff_protocol::FileState;

use crate::model::TaskFile;

/// A file or folder as it was found.
#[derive(Debug)]
pub struct LoadedFile {
    pub(crate) state: FileState,
    /// The task in the file, if it is a task's.
    pub(crate) task: Option<TaskFile>,
}

impl LoadedFile {
    /// Reads what was found. Never fails: what is wrong with a file is kept beside it.
    pub fn read(state: FileState) -> LoadedFile {
        let task = match &state {
            FileState::File { path, bytes } if is_content(path) => match classify(path) {
                PathKind::TaskFile { layout, status } => Some(TaskFile::read(path.clone(), layout, status, bytes)),
                _ => None,
            },
            _ => None,
        };
        LoadedFile { state, task }
    }
}

impl From<FileState> for LoadedFile {
    /// Leaves the reading to whoever takes it in, who may know the file already.
    fn from(state: FileState) -> LoadedFile {
        LoadedFile { state, task: None }
    }
}
