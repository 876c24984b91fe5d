//! The user's store of packages, and the database of another program beside it.

use handoff_agent::{UserPackages, database_engine};
use handoff_engine::Engine;
use handoff_protocol::{Actor, Command, Outcome, Text};

use super::database;
use crate::output::progress::Progress;
use crate::pause;
use crate::project::Project;

/// The user's store with its packages loaded.
pub struct UserStore {
    project: Project,
    database: Option<Engine>,
    warnings: Vec<String>,
}

impl UserStore {
    /// Loads the store. Warns if the project that has packages beside it could not be read.
    pub fn load(reader: &mut Project) -> Option<UserStore> {
        let home = pause::home()?;
        let mut project = Project::open_store(pause::user_folder()?, reader.actor());
        project.load_packages();
        let (database, mut warnings) = match database::default_path(&home).map(|path| database::read(&path)) {
            None => (None, Vec::new()),
            Some(Ok(packages)) => (Some(database_engine(packages, &project.context())), Vec::new()),
            Some(Err(sentence)) => (None, vec![sentence]),
        };
        warnings.extend(reader.engine().reader().unreadable_reason().map(|text| text.to_string()));
        Some(UserStore { project, database, warnings })
    }

    /// Returns the packages for a tool.
    pub fn packages(&mut self) -> UserPackages<'_> {
        UserPackages { engine: self.project.engine(), database: self.database.as_ref(), warnings: &self.warnings }
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
