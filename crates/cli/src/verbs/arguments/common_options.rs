//! The options of every command, and the project that they name.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use std::env;
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use handoff_agent::{HandoffError, no_project};
use handoff_protocol::Layout;

use crate::ground::{identity, paths};
use crate::project::Project;
use crate::project::search::explain_placeholder;

/// The environment variable that names the folder of the project.
const FOLDER_VARIABLE: &str = "CLAUDE_PROJECT_DIR";

/// Options of every command.
#[derive(Debug, Args)]
pub struct CommonOptions {
    /// The project folder; default: the environment variable CLAUDE_PROJECT_DIR, then the working
    /// directory.
    #[arg(long, global = true, value_name = "FOLDER")]
    project: Option<PathBuf>,
    /// Print the answer as JSON. For the MCP server: load the context as JSON unless a call names a format.
    #[arg(long, global = true)]
    pub json: bool,
    /// Show what would change, without changing anything.
    #[arg(long, global = true)]
    pub dry_run: bool,
    /// Layout of a new project. Existing projects keep their layout. Default: json where handoff-mcp is
    /// registered or has left files, else toml.
    #[arg(long, global = true, value_enum, env = "HANDOFF_LAYOUT")]
    layout: Option<LayoutArg>,
}

/// The layout option. Its comments are help texts.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum LayoutArg {
    /// TOML, as docs/format.md describes it.
    Toml,
    /// JSON, as handoff-mcp writes it.
    Json,
}

impl CommonOptions {
    /// Returns the layout of a new project, if the person has chosen one.
    pub fn layout(&self) -> Option<Layout> {
        self.layout.map(|layout| match layout {
            LayoutArg::Toml => Layout::Toml,
            LayoutArg::Json => Layout::Json,
        })
    }

    /// Returns true if the command line or the environment names a project.
    pub fn names_folder(&self) -> bool {
        self.named_folder().is_some()
    }

    /// Returns the folder of the project: an absolute path without links, also where it does not exist yet.
    pub fn folder(&self) -> PathBuf {
        let folder = self.named_folder().map_or_else(working_directory, |(_, folder)| folder);
        let folder = std::path::absolute(&folder).unwrap_or(folder);
        let resolve = |above: &Path| {
            let missing = folder.strip_prefix(above).ok()?.components();
            Some(paths::real_path(above).ok()?.components().chain(missing).collect::<PathBuf>())
        };
        folder.ancestors().find_map(resolve).unwrap_or_else(|| folder.clone())
    }

    /// Fails if the command line or the environment names a folder that does not exist.
    pub fn check_folder(&self) -> Result<(), HandoffError> {
        match self.named_folder() {
            Some((origin, folder)) if !folder.exists() => {
                Err(HandoffError::Arguments(format!("{} does not exist. Check {origin}.", folder.display()).into()))
            }
            _ => Ok(()),
        }
    }

    /// Returns why the folder that the command line or the environment names is not a path, if a
    /// variable in it was not replaced.
    pub fn explain_folder(&self) -> Option<String> {
        let (origin, folder) = self.named_folder()?;
        explain_placeholder(origin, folder.to_str()?)
    }

    /// Returns the folder that the command line or the environment names, with the name of the
    /// option or variable.
    fn named_folder(&self) -> Option<(&'static str, PathBuf)> {
        let option = self.project.clone().map(|folder| ("--project", folder));
        let variable = || env::var_os(FOLDER_VARIABLE).filter(|path| !path.is_empty()).map(PathBuf::from);
        option.or_else(|| Some((FOLDER_VARIABLE, variable()?)))
    }

    /// Opens the project for the user of the command line. It is never dropped: the process ends after the
    /// command, and freeing the project piece by piece would take longer than most commands.
    pub fn open_project(&self) -> ManuallyDrop<Project> {
        let mut project = Project::open(&self.folder(), identity::command_actor(), false);
        project.recognize_person();
        ManuallyDrop::new(project)
    }

    /// As [`CommonOptions::open_project`]. Fails if there is no project, or none that can be read.
    pub fn open_initialized(&self) -> Result<ManuallyDrop<Project>, HandoffError> {
        self.check_folder()?;
        let mut project = self.open_project();
        let reader = project.engine().reader();
        if reader.is_initialized() { Ok(project) } else { Err(no_project(reader)) }
    }
}

/// Returns the working directory. Its path is unknown if it was removed, but "." still names it.
pub fn working_directory() -> PathBuf {
    env::current_dir().unwrap_or_else(|_| PathBuf::from("."))
}
