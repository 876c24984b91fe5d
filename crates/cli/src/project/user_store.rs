//! The user's store of packages.

use handoff_agent::{HandoffError, UserPackages};
use handoff_protocol::Actor;

use crate::project::open_project::Project;
use crate::project::place::user_folder;

/// Returns the user's packages beside those of a project. Warns if the project could not be read.
pub fn user_packages(beside: &mut Project) -> Option<UserPackages> {
    let mut store = Project::open_store(user_folder()?, beside.actor());
    store.load_packages();
    let warning = beside.engine().reader().unreadable_reason().map(|text| text.to_string());
    Some(UserPackages { engine: store.into_engine(), warning })
}

/// Opens the user's store to change it.
pub fn open(actor: Actor) -> Result<Project, HandoffError> {
    let no_folder = || HandoffError::System("The home folder is not known. Set HOME.".into());
    let folder = user_folder().ok_or_else(no_folder)?;
    let mut project = Project::open_store(folder, actor);
    project.load_packages();
    Ok(project)
}
