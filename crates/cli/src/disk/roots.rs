//! The folders in which the files of a project are: its own `.handoff`, and for the claims of a
//! linked Git worktree that of the main working tree, so that all worktrees share them.

use std::path::{Path, PathBuf};

use handoff_engine::tree::within;

/// The folder that worktrees share.
pub const SHARED: &str = "local/claims";

/// The `.handoff` folders of a project.
#[derive(Clone, Debug)]
pub struct Roots {
    home: PathBuf,
    /// The `.handoff` folder with the shared files, if it is another one.
    main: Option<PathBuf>,
}

impl Roots {
    /// Creates the roots of a `.handoff` folder; `main` is that of the main working tree, if the
    /// project is in a linked one.
    pub fn new(home: PathBuf, main: Option<PathBuf>) -> Roots {
        Roots { home, main }
    }

    /// Returns the project's own folder.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// Returns the folder below which a path is.
    pub fn of(&self, path: &str) -> &Path {
        self.main.as_deref().filter(|_| within(path, SHARED)).unwrap_or(&self.home)
    }

    /// Returns whether the shared files are in another folder.
    pub fn has_main(&self) -> bool {
        self.main.is_some()
    }
}
