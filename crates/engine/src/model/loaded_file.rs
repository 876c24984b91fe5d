//! A file that a shell has read, parsed as far as that needs no other file. Several threads can do
//! this part of opening a project.

use handoff_format::{PathKind, classify, is_content};
use handoff_protocol::FileState;

use crate::model::TaskFile;

/// A file or folder with its parsed task.
#[derive(Debug)]
pub struct LoadedFile {
    pub(crate) state: FileState,
    /// The task, if it is a task file that has been parsed.
    pub(crate) task: Option<TaskFile>,
}

impl LoadedFile {
    /// Parses a file. Never fails: the errors of a file are part of its task.
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
    /// Does not parse the file. The project parses it when it is fed, unless it is unchanged.
    fn from(state: FileState) -> LoadedFile {
        LoadedFile { state, task: None }
    }
}
