//! Other projects on the same machine.

use handoff_engine::Engine;

use crate::ToolContext;
use crate::ToolOutcome;

/// A search for projects below some folders. The folders themselves are not results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// Folders to search. `~/` is the home folder, and relative paths are below the project.
    pub folders: Vec<String>,
    /// Maximum depth.
    pub depth: u64,
    /// Names of folders to skip.
    pub without: Vec<String>,
    /// Whether to search folders whose name begins with a dot.
    pub hidden: bool,
}

/// The result of a search, sorted by path.
#[derive(Clone, Copy)]
pub struct Survey<'a> {
    /// Folder of the project that the tool was called for.
    pub home: &'a str,
    /// The projects.
    pub found: &'a [Neighbour<'a>],
    /// Whether the search was stopped at its limits.
    pub cut: bool,
}

/// Another project.
#[derive(Clone, Copy)]
pub struct Neighbour<'a> {
    /// Its folder.
    pub folder: &'a str,
    /// Its engine, with its files loaded.
    pub engine: &'a Engine,
}

/// Continues a call with the result of a search.
pub type ThenSurvey = Box<dyn FnOnce(ToolContext<'_>, Survey<'_>) -> ToolOutcome + Send>;

impl Search {
    /// Searches the project's own folder.
    pub(crate) fn inside() -> Search {
        let without = ["node_modules", "target", "dist"].map(str::to_owned).to_vec();
        Search { folders: vec![".".to_owned()], depth: 5, without, hidden: false }
    }
}
