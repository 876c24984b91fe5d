//! Moves tasks with their subtasks, and invalid files and folders, to the trash.
//!
//! Invariant: nothing is destroyed. Deleted files are in `trash/` afterwards.

use std::collections::BTreeSet;

use handoff_format::{check_path, is_content};
use handoff_protocol::{Change, ChangeSet, Context, Refusal, RefusalCode, Text};

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::claims;
use crate::change::plan::local_files::discard;
use crate::change::plan::refusal::refuse;
use crate::change::plan::summary;
use crate::change::plan::task_lookup;
use crate::change::plan::tasks::references;
use crate::change::plan::tasks::relocation::topmost;
use crate::change::plan::time::of_task;
use crate::ground::texts;
use crate::ground::tree::within;
use crate::model::TaskRef;
use crate::model::activity_log;
use crate::model::project::unread;

/// Moves tasks with their subtasks to the trash and warns of remaining references.
pub(crate) fn delete_tasks(project: &Project, context: &Context, ids: &[String]) -> Result<ChangeSet, Refusal> {
    let tasks = &project.model.tasks;
    let selected: Vec<TaskRef<'_>> = ids.iter().map(|id| task_lookup::existing(tasks, id)).collect::<Result<_, _>>()?;
    let mut slots = BTreeSet::default();
    let roots: Vec<TaskRef<'_>> =
        topmost(tasks, &selected).into_iter().filter(|task| slots.insert(task.slot)).collect();
    for root in &roots {
        unread::check_descendants(project, &root.node.folder)?;
    }
    let deleted: Vec<TaskRef<'_>> = roots.iter().flat_map(|root| tasks.subtree(root.slot)).collect();
    let mut builder = ChangeSetBuilder::new(project, context);
    stop_timers(project, &mut builder, &deleted)?;
    for root in &roots {
        discard_task(&mut builder, context, &root.node.folder);
    }
    for task in &deleted {
        builder.log_deletion(*task);
        claims::warn_of_holder(&mut builder, task.id());
        claims::remove(&mut builder, task.id());
    }
    references::report(project, &deleted, &mut builder);
    Ok(builder.finish(Text::plain(texts::DELETED).with_arg("task", summary::name_tasks(&roots))))
}

/// Stops the timers of tasks that are about to be deleted, unless another task has the same ID.
fn stop_timers(project: &Project, builder: &mut ChangeSetBuilder<'_>, deleted: &[TaskRef<'_>]) -> Result<(), Refusal> {
    let slots: BTreeSet<_> = deleted.iter().map(|task| task.slot).collect();
    let is_last = |id: &&str| project.model.tasks.with_id(id).all(|task| slots.contains(&task.slot));
    let ids: BTreeSet<&str> = deleted.iter().map(|task| task.id()).filter(is_last).collect();
    of_task::stop(builder, &ids.into_iter().collect::<Vec<_>>())
}

/// Moves the folder of a task to the trash, and logs its path, which restoring it needs.
pub(crate) fn discard_task(builder: &mut ChangeSetBuilder<'_>, context: &Context, folder: &str) {
    let target = discard(builder, context, folder);
    builder.log(None, Change::Renamed { from: folder.to_owned(), to: target });
}

/// Moves an invalid folder or file to the trash.
pub(crate) fn discard_path(project: &Project, context: &Context, path: &str) -> Result<ChangeSet, Refusal> {
    check(project, path)?;
    let mut builder = ChangeSetBuilder::new(project, context);
    let tasks = &project.model.tasks;
    let below = tasks.folders().filter(|(_, node)| within(&node.folder, path));
    let deleted: Vec<TaskRef<'_>> = below.filter_map(|(slot, _)| tasks.get(slot)).collect();
    stop_timers(project, &mut builder, &deleted)?;
    let target = discard(&mut builder, context, path);
    builder.log(None, Change::Renamed { from: path.to_owned(), to: target });
    for task in &deleted {
        builder.log_deletion(*task);
        claims::warn_of_holder(&mut builder, task.id());
        claims::remove(&mut builder, task.id());
    }
    references::report(project, &deleted, &mut builder);
    Ok(builder.finish(Text::with(texts::DISCARDED, [("path", path.to_owned())])))
}

/// Refuses paths that do not exist, are outside the project's folder, or belong to files that a
/// project needs.
pub(crate) fn check(project: &Project, path: &str) -> Result<(), Refusal> {
    let bad_path = |text| refuse(RefusalCode::BadPath, text);
    check_path(path).map_err(bad_path)?;
    let args = [("path", path.to_owned())];
    if !path.contains('/') || !is_content(path) || within(path, activity_log::FOLDER) {
        return Err(bad_path(Text::with(texts::PATH_IS_KEPT, args)));
    }
    if project.tree.get(path).is_none() {
        return Err(bad_path(Text::with(texts::NOTHING_THERE, args)));
    }
    Ok(())
}
