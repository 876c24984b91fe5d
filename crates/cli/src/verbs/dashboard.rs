//! The dashboard of several projects.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use std::path::Path;

use anstyle::Style;
use clap::Args;
use handoff_agent::HandoffError;
use handoff_agent::operations::dashboard::{Answer, Params, ProjectOverview, ShowDashboard};

use crate::ground::styled::Styled;
use crate::verbs::arguments::parsers::non_empty;
use crate::verbs::invocation::Invocation;
use crate::verbs::output::{Page, pluralize, status_style};

/// The projects below the configured folders.
#[derive(Debug, Args)]
#[command(after_help = "Example: handoff dashboard ~/code --exclude archive")]
pub struct Dashboard {
    /// Folders to search; default: dashboard.scan_dirs. If none has a project, this project is shown.
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
        Invocation::prepare_operation::<ShowDashboard, _>(|_, _| self.params(), render).without_project()
    }

    fn params(self) -> Result<Params, HandoffError> {
        let folders: Vec<String> =
            self.folders.into_iter().map(from_working_directory).collect::<Result<_, HandoffError>>()?;
        Ok(Params {
            scan_dirs: non_empty(folders),
            max_depth: self.depth.map(u64::from),
            exclude_patterns: non_empty(self.exclude),
            include_tasks: Some(true),
            include_completed: Some(self.all),
        })
    }
}

/// Resolves a folder from the working directory, as a person means it. The operation resolves
/// relative folders from the project.
fn from_working_directory(folder: String) -> Result<String, HandoffError> {
    if folder.starts_with('~') || Path::new(&folder).is_absolute() {
        return Ok(folder);
    }
    let working_directory = std::env::current_dir()
        .map_err(|error| HandoffError::System(format!("The working directory cannot be read: {error}.").into()))?;
    Ok(working_directory.join(folder).display().to_string())
}

/// Renders each project with its tasks: a heading, and a line for each task with its status and
/// priority.
fn render(answer: &Answer, _: Page<'_>) -> Styled {
    let mut text = Styled::default();
    for overview in &answer.projects {
        if !text.is_empty() {
            text.push("\n");
        }
        text = text.then(render_project(overview));
    }
    if text.is_empty() {
        text.push("No projects found. Name folders, or set dashboard.scan_dirs with handoff config set.\n");
    }
    if let Some(incomplete) = answer.incomplete {
        text.push(&format!("\n{incomplete}\n"));
    }
    text
}

fn render_project(project: &ProjectOverview) -> Styled {
    let tasks = project.tasks.as_deref().unwrap_or_default();
    let mut text = Styled::default();
    let heading = format!("## {} ({})\n", project.name, pluralize(tasks.len(), "task"));
    text.push_styled(Style::new().bold(), &heading);
    if let Some(note) = &project.note {
        text.push(&format!("  {note}\n"));
    }
    for task in tasks {
        let status = task.status.name();
        let priority = task.priority.map(|priority| format!(" ({})", priority.name())).unwrap_or_default();
        text.push("  - [");
        text.push_styled(status_style(status), status);
        text.push(&format!("] {}{priority}\n", task.title.replace('\n', " ")));
    }
    text
}
