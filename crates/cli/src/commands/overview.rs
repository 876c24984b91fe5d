//! Several projects at a glance.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::Args;
use serde_json::{Map, Value};

use crate::commands::{put, put_list};
use crate::invocation::Job;
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
    /// What is to be asked for.
    pub fn job(self) -> Job {
        let mut arguments = Map::new();
        put(&mut arguments, "include_tasks", Some(true));
        put(&mut arguments, "include_completed", self.all.then_some(true));
        put(&mut arguments, "max_depth", self.depth);
        put_list(&mut arguments, "exclude_patterns", self.exclude);
        let here = std::env::current_dir().unwrap_or_default();
        // A person means folders from where they are, a tool from the project.
        let folder = |folder: String| {
            if folder.starts_with('~') { folder } else { here.join(folder).display().to_string() }
        };
        put_list(&mut arguments, "scan_dirs", self.folders.into_iter().map(folder).collect());
        Job::call("handoff_dashboard", Value::Object(arguments)).shown(output::overview::dashboard).anywhere()
    }
}
