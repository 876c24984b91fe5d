//! The dashboard of several projects.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use std::path::Path;

use clap::Args;
use handoff_agent::{FailureKind, Reply};
use serde_json::Map;

use crate::commands::{put, put_list};
use crate::invocation::Invocation;
use crate::output;

/// The projects below the configured folders.
#[derive(Debug, Args)]
#[command(after_help = "Example: handoff dashboard ~/code --exclude archive")]
pub struct Dashboard {
    /// Folders to search; default: dashboard.scan_dirs.
    folders: Vec<String>,
    /// Maximum depth of subfolders.
    #[arg(long, value_name = "NUMBER")]
    depth: Option<u32>,
    /// Folder name to exclude. Repeatable.
    #[arg(long, value_name = "NAME")]
    exclude: Vec<String>,
    /// Include finished tasks.
    #[arg(long)]
    all: bool,
}

impl Dashboard {
    /// Returns the invocation.
    pub fn invocation(self) -> Invocation {
        let mut arguments = Map::new();
        put(&mut arguments, "include_tasks", Some(true));
        put(&mut arguments, "include_completed", self.all.then_some(true));
        put(&mut arguments, "max_depth", self.depth);
        put_list(&mut arguments, "exclude_patterns", self.exclude);
        let folders = self.folders;
        Invocation::prepare_call("handoff_dashboard", move |_| {
            let folders = folders.into_iter().map(from_working_directory).collect::<Result<Vec<_>, _>>()?;
            put_list(&mut arguments, "scan_dirs", folders);
            Ok(arguments)
        })
        .render_with(output::project::dashboard)
        .without_project()
    }
}

/// Resolves a folder from the working directory, as a person means it; the tool resolves relative
/// folders from the project.
fn from_working_directory(folder: String) -> Result<String, Reply> {
    if folder.starts_with('~') || Path::new(&folder).is_absolute() {
        return Ok(folder);
    }
    let working_directory = std::env::current_dir().map_err(|error| {
        Reply::failure_of(FailureKind::System, format!("The working directory cannot be read: {error}."))
    })?;
    Ok(working_directory.join(folder).display().to_string())
}
