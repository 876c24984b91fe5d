//! The user's store of packages, and the database of another program beside it.

use std::path::Path;

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
    /// Loads the store, unless `folder` is an initialized project in the home folder, whose packages are
    /// the same files.
    pub fn load(reader: &mut Project) -> Option<UserStore> {
        let home = pause::home()?;
        let is_own = is_same_folder(reader.folder(), &home) && reader.engine().reader().is_initialized();
        if is_own {
            return None;
        }
        let mut project = Project::open_for_packages(&home, reader.actor());
        project.load_packages();
        let (database, warnings) = match database::default_path(&home).map(|path| database::read(&path)) {
            None => (None, Vec::new()),
            Some(Ok(packages)) => (Some(database_engine(packages, &project.context())), Vec::new()),
            Some(Err(sentence)) => (None, vec![sentence]),
        };
        Some(UserStore { project, database, warnings })
    }

    /// Returns the packages for a tool.
    pub fn packages(&mut self) -> UserPackages<'_> {
        UserPackages { engine: self.project.engine(), database: self.database.as_ref(), warnings: &self.warnings }
    }
}

/// Opens the user's store to change it. The error is a sentence.
pub fn open(actor: Actor) -> Result<Project, String> {
    let home = pause::home().ok_or("The home folder is not known. Set HOME.")?;
    let mut project = Project::open(&home, actor, false);
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

fn is_same_folder(a: &Path, b: &Path) -> bool {
    let resolve = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    resolve(a) == resolve(b)
}
