//! Other projects on the same machine.

use handoff_engine::Engine;

use crate::ToolContext;
use crate::ToolOutcome;

/// Where to look for projects. The folders themselves are not among what is found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// Folders as people write them: `~/` is the home folder, and what is relative lies below the project.
    pub folders: Vec<String>,
    /// How many levels deep.
    pub depth: u64,
    /// Names of folders that are left out.
    pub without: Vec<String>,
    /// Whether folders whose name begins with a point are looked into.
    pub hidden: bool,
}

/// What was found, in the order of paths.
#[derive(Clone, Copy)]
pub struct Survey<'a> {
    /// The folder of the tool's project.
    pub home: &'a str,
    /// Other projects.
    pub found: &'a [Neighbour<'a>],
    /// Whether there was more than can be looked through.
    pub cut: bool,
}

/// Another project.
#[derive(Clone, Copy)]
pub struct Neighbour<'a> {
    /// Its folder.
    pub folder: &'a str,
    /// What is in it.
    pub engine: &'a Engine,
}

/// What is made of a survey.
pub type ThenSurvey = Box<dyn FnOnce(ToolContext<'_>, Survey<'_>) -> ToolOutcome + Send>;

impl Search {
    /// The projects inside a project.
    pub(crate) fn inside() -> Search {
        let without = ["node_modules", "target", "dist"].map(str::to_owned).to_vec();
        Search { folders: vec![".".to_owned()], depth: 5, without, hidden: false }
    }
}
