//! The undo of stored steps: finds them, loads the files that their undo needs, and reverts them.

use std::fs;

use handoff_agent::HandoffError;
use handoff_protocol::{Command, Outcome, Query, RevertPreview, UndoStep, View};

use crate::ground::progress::Progress;
use crate::project::history::{History, StoredUndoStep, Unread};
use crate::project::open_project::Project;

/// Returns the last own step and loads what its undo needs, or `None` if there is none.
pub fn last_own_undo_step(project: &mut Project) -> Result<Option<StoredUndoStep>, HandoffError> {
    let last = find_last(project)?;
    if let Some(stored) = &last {
        load_unscanned(project, &stored.step);
    }
    Ok(last)
}

fn find_last(project: &Project) -> Result<Option<StoredUndoStep>, Unread> {
    History::of(&project.home())?.last_of(&project.actor())
}

/// Reverts the last own step, whatever others have changed since, and forgets it. The revert is no step,
/// so that the next undo goes further back.
pub fn revert_last(
    project: &mut Project,
    progress: &mut dyn Progress,
) -> Result<Option<(UndoStep, Outcome)>, HandoffError> {
    let Some(stored) = last_own_undo_step(project)? else { return Ok(None) };
    let outcome = revert_undo_step(project, &stored, progress);
    Ok(Some((stored.step, outcome)))
}

/// Reverts a step as far as possible, and forgets it.
pub fn revert_undo_step(project: &mut Project, stored: &StoredUndoStep, progress: &mut dyn Progress) -> Outcome {
    let command = Command::Revert { steps: vec![stored.step.source.clone()], tasks: None };
    let outcome = project.execute_without_undo_step(&command, progress);
    if matches!(outcome, Outcome::Done { .. }) {
        stored.forget();
    }
    outcome
}

/// Forgets the last own step, or a later one that cannot be read. Returns what it was, or `None` if there is
/// none. A dry run forgets nothing.
pub fn skip_last(project: &Project, dry_run: bool) -> Result<Option<String>, HandoffError> {
    let (summary, path) = match find_last(project) {
        Ok(Some(stored)) => (stored.step.summary.to_string(), stored.path),
        Ok(None) => return Ok(None),
        Err(unread) if unread.is_step => (format!("the unreadable change {}", unread.path.display()), unread.path),
        Err(unread) => return Err(unread.into()),
    };
    if !dry_run && let Err(error) = fs::remove_file(&path) {
        return Err(HandoffError::System(format!("{} could not be removed: {error}.", path.display()).into()));
    }
    Ok(Some(summary))
}

/// Loads the files that a step has moved to the trash, and the packages if it has changed one.
pub fn load_unscanned(project: &mut Project, step: &UndoStep) {
    if step.packages {
        project.load_packages();
    }
    for path in &step.trash {
        project.feed_path(path);
    }
}

/// Returns what the revert of steps would change, or why it is refused.
pub fn preview(project: &mut Project, sources: &[String]) -> Result<RevertPreview, HandoffError> {
    let context = project.context();
    let query = Query::RevertPreview { steps: sources.to_vec(), tasks: None };
    let View::RevertPreview(preview) = project.engine().view(&query, &context) else {
        return Err(HandoffError::System("The changes could not be compared.".into()));
    };
    match &preview.refusal {
        Some(refusal) => Err(HandoffError::from(refusal)),
        None => Ok(preview),
    }
}
