//! The user's store of packages.

use handoff_agent::UserPackages;
use handoff_protocol::{Actor, Command, Outcome, Text};

use crate::output::progress::Progress;
use crate::pause;
use crate::project::Project;

/// The user's store with its packages loaded.
pub struct UserStore {
    project: Project,
    warning: Option<String>,
}

impl UserStore {
    /// Loads the store. Warns if the project that has packages beside it could not be read.
    pub fn load(reader: &mut Project) -> Option<UserStore> {
        let mut project = Project::open_store(pause::user_folder()?, reader.actor());
        project.load_packages();
        let warning = reader.engine().reader().unreadable_reason().map(|text| text.to_string());
        Some(UserStore { project, warning })
    }

    /// Returns the packages for a tool.
    pub fn packages(&mut self) -> UserPackages<'_> {
        UserPackages { engine: self.project.engine(), warning: self.warning.as_deref() }
    }
}

/// Opens the user's store to change it. The error is a sentence.
pub fn open(actor: Actor) -> Result<Project, String> {
    let folder = pause::user_folder().ok_or("The home folder is not known. Set HOME.")?;
    let mut project = Project::open_store(folder, actor);
    project.load_packages();
    Ok(project)
}

/// Executes a command in the user's store.
pub fn execute(actor: Actor, command: &Command, progress: &mut dyn Progress) -> Outcome {
    match open(actor) {
        Ok(mut project) => project.execute(command, progress),
        Err(sentence) => Outcome::Failed { path: String::new(), text: Text::plain(&sentence) },
    }
}
