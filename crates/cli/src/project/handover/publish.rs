//! The step that publishes the files of a handover with Git.

use std::path::{Path, PathBuf};

use handoff_agent::handover::publish::{Destination, PublishFailure, PublishFault, PublishReport, PublishRequest};
use handoff_agent::handover::{PublishSettings, StepOutcome};
use handoff_engine::sessions::SessionEntry;

use crate::ground::git;
use crate::project::open_project::Project;

/// Commits the files of `.handoff/`, and pushes them if that is set and the destination is approved.
/// `pause` returns why automatic work is paused. Returns remarks, or the outcome of the step.
pub fn publish(
    project: &mut Project,
    settings: &PublishSettings,
    message: &str,
    pause: impl Fn(&mut Project) -> Option<String>,
    is_approved: &dyn Fn(&Destination) -> bool,
) -> Result<Vec<String>, StepOutcome> {
    let request = request(project, settings, message);
    match git::publish::publish(&place(project), request, &mut || pause(project), is_approved) {
        Ok(report) => Ok(remarks(&report)),
        Err(failure) if failure.fault == PublishFault::Paused => Err(StepOutcome::Paused(failure.text.to_string())),
        Err(failure) => Err(StepOutcome::Failed(failure.text.to_string())),
    }
}

/// Returns where these settings push to, or the failure that the step has for the same reason.
pub fn destination(project: &mut Project, settings: &PublishSettings) -> Result<Option<Destination>, PublishFailure> {
    let request = request(project, settings, "-");
    git::publish::find_destination(&place(project), request)
}

/// Returns the folder in which Git runs.
fn place(project: &Project) -> PathBuf {
    let home = project.home();
    home.parent().unwrap_or(&home).to_path_buf()
}

fn request(project: &mut Project, settings: &PublishSettings, message: &str) -> PublishRequest {
    let home = project.home();
    let repository = home.ancestors().skip(1).find(|above| above.join(".git").exists());
    let folder = repository.and_then(|top| home.strip_prefix(top).ok()).unwrap_or(Path::new(".handoff"));
    // Git separates the parts of a path by slashes on every system.
    let parts: Vec<String> = folder.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    let folder = parts.join("/");
    let sessions = project.engine().reader().sessions();
    let private = sessions.iter().filter(|session| session.is_private()).map(SessionEntry::path);
    PublishRequest {
        excluded: private.map(|path| format!("{folder}/{path}")).collect(),
        paths: vec![folder],
        message: message.to_owned(),
        target: settings.target.clone(),
        remote: settings.remote.clone(),
        push: settings.push,
        merge_driver: Some(git::merging::driver()),
    }
}

/// Says what left the work tree, if anything did, and what the person should know.
fn remarks(report: &PublishReport) -> Vec<String> {
    let commit = report.commit.as_deref().map(|commit| commit.get(..7).unwrap_or(commit));
    let files = format!("{} file{}", report.files, if report.files == 1 { "" } else { "s" });
    let committed = commit.map(|commit| format!("Committed {files} as {commit} on {}.", report.branch));
    let pushed = report.destination.as_ref().map(|destination| format!("Pushed {}.", destination.describe()));
    committed.into_iter().chain(pushed).chain(report.notes.iter().map(ToString::to_string)).collect()
}
