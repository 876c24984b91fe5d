//! Reverts change sets of one actor, and reports what it leaves as it is.
//!
//! Invariant: a value that somebody else has changed since is not changed. Everything is reverted
//! from the newest change set to the oldest, each from the result of those before it.

mod files;
mod history;
mod placement;
mod task_target;
mod writing;

use std::collections::BTreeSet;

use handoff_format::{check_path, is_content, is_in_trash};
use handoff_protocol::{ChangeSet, Context, Event, Refusal, RefusalCode, RevertPreview, Text, TextArg};

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::refusal::refuse;
use crate::change::plan::waiting;
use crate::ground::edit::{is_local, paths};
use crate::ground::texts;
use crate::ground::tree::{LOCAL, within};
use crate::ground::undo_step;

/// A planned revert.
pub(crate) struct Revert {
    /// What it does.
    pub(crate) preview: RevertPreview,
    /// The edits.
    pub(crate) changes: ChangeSet,
}

/// Plans the revert of stored steps, whose files are given oldest first. With `only`, changes only
/// these tasks, and no other files.
pub(crate) fn revert(
    project: &Project,
    context: &Context,
    steps: &[String],
    only: Option<&[String]>,
) -> Result<Revert, Refusal> {
    if steps.is_empty() {
        return Err(refuse(RefusalCode::NothingToUndo, Text::plain(texts::NOTHING_TO_UNDO)));
    }
    let damaged = || refuse(RefusalCode::BadCommand, Text::plain(texts::REVERT_DAMAGED));
    let steps: Vec<ChangeSet> =
        steps.iter().map(|source| undo_step::changes(source).ok_or_else(damaged)).collect::<Result<_, _>>()?;
    for step in &steps {
        check_paths(step)?;
    }
    let mut builder = ChangeSetBuilder::new(project, context);
    let mut targets = history::task_targets(project, &steps);
    targets.retain(|target| only.is_none_or(|ids| ids.contains(&target.id)));
    placement::settle(project, &mut targets);
    // Each round keeps at least one more dependency or place.
    for _ in 0..2 * targets.len() {
        let mut trial = ChangeSetBuilder::new(project, context);
        writing::write(project, context, &mut targets, &mut trial);
        let mut changes = trial.finish(Text::default());
        let cause = waiting::cause_of_circle(project, context, &mut changes);
        builder.evidence().extend(changes.relies_on);
        if !cause.is_some_and(|cause| placement::keep_cause(project, &mut targets, &cause)) {
            break;
        }
    }
    writing::write(project, context, &mut targets, &mut builder);
    let mut preview = RevertPreview { tasks: writing::preview(&targets), ..RevertPreview::default() };
    if only.is_none() {
        preview.files = files::revert(project, context, &steps, &mut builder);
    }
    for text in conflicts(&preview) {
        builder.warn(text);
    }
    Ok(Revert { changes: builder.finish(summary(&steps)), preview })
}

/// Refuses a stored change set with an edit of a path that a command could not have written.
pub(crate) fn check_paths(step: &ChangeSet) -> Result<(), Refusal> {
    // The others are not reverted.
    for edit in step.edits.iter().filter(|edit| !is_local(edit)) {
        for path in paths(edit) {
            let is_allowed = (is_content(path) && !within(path, LOCAL)) || is_in_trash(path);
            if check_path(path).is_err() || !is_allowed {
                let text = Text::with(texts::REVERT_BAD_PATH, [("path", path.clone())]);
                return Err(refuse(RefusalCode::BadPath, text));
            }
        }
    }
    Ok(())
}

/// Returns the sentences about everything that stays as it is.
fn conflicts(preview: &RevertPreview) -> Vec<Text> {
    let tasks = preview.tasks.iter().map(|task| (&task.conflict, &task.fields));
    let files = preview.files.iter().map(|file| (&file.conflict, &file.fields));
    let all = tasks
        .chain(files)
        .flat_map(|(whole, fields)| whole.iter().chain(fields.iter().filter_map(|field| field.conflict.as_ref())));
    all.cloned().collect()
}

fn summary(steps: &[ChangeSet]) -> Text {
    let own = |event: &&Event| !event.observed && !event.actor.name.is_empty();
    let actors: BTreeSet<&str> =
        steps.iter().flat_map(|step| step.events.iter().filter(own)).map(|event| event.actor.name.as_str()).collect();
    let count = ("count", steps.len().to_string());
    match (steps, actors.first().filter(|_| actors.len() == 1)) {
        ([step], _) => Text::plain(texts::REVERTED_ONE).with_arg("change", TextArg::Text(step.summary.clone())),
        (_, Some(actor)) => Text::with(texts::REVERTED_CHANGES_BY, [count, ("actor", (*actor).to_owned())]),
        _ => Text::with(texts::REVERTED_CHANGES, [count]),
    }
}
