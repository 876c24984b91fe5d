//! The user's store of packages.

use handoff_agent::UserPackages;
use handoff_protocol::{Actor, Outcome, Text};

use crate::project::open_project::Project;
use crate::project::place::user_folder;

/// Returns the user's packages beside those of a project. Warns if the project could not be read.
pub fn user_packages(beside: &mut Project) -> Option<UserPackages> {
    let mut store = Project::open_store(user_folder()?, beside.actor());
    store.load_packages();
    let warning = beside.engine().reader().unreadable_reason().map(|text| text.to_string());
    Some(UserPackages { engine: store.into_engine(), warning })
}

/// Opens the user's store to change it. The error is a sentence.
pub fn open(actor: Actor) -> Result<Project, String> {
    let folder = user_folder().ok_or("The home folder is not known. Set HOME.")?;
    let mut project = Project::open_store(folder, actor);
    project.load_packages();
    Ok(project)
}

/// Returns the outcome of a command if the store could not be opened.
pub fn not_opened(sentence: &str) -> Outcome {
    Outcome::Failed { path: String::new(), text: Text::plain(sentence) }
}
