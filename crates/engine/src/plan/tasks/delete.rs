//! What goes to the trash: tasks with everything below them, and folders or files that make no sense.
//!
//! Invariant: nothing is destroyed; what is deleted lies in `trash/` afterwards.

use std::collections::BTreeSet;

use handoff_format::{check_path, is_content};
use handoff_protocol::{Change, ChangeSet, Context, Refusal, RefusalCode, Text};

use crate::Project;
use crate::model::TaskRef;
use crate::model::activity_log;
use crate::plan::change_set_builder::Draft;
use crate::plan::config::ignore;
use crate::plan::refusal::refuse;
use crate::plan::task_lookup;
use crate::plan::tasks::move_tasks::topmost;
use crate::plan::tasks::references;
use crate::texts;
use crate::tree::{name, within};

/// Sends tasks with their subtasks to the trash and reports what still refers to them.
pub(crate) fn delete_tasks(project: &Project, context: &Context, ids: &[String]) -> Result<ChangeSet, Refusal> {
    let tasks = &project.model.tasks;
    let named: Vec<TaskRef<'_>> = ids.iter().map(|id| task_lookup::existing(tasks, id)).collect::<Result<_, _>>()?;
    let mut seen = BTreeSet::default();
    let roots: Vec<TaskRef<'_>> = topmost(tasks, &named).into_iter().filter(|task| seen.insert(task.slot)).collect();
    let doomed: Vec<TaskRef<'_>> = roots.iter().flat_map(|root| tasks.subtree(root.slot)).collect();
    let mut draft = Draft::new(project, context);
    for root in &roots {
        discard(&mut draft, context, &root.node.folder);
    }
    for task in &doomed {
        draft.log(Some(task.id()), Change::Deleted { title: task.title().to_owned() });
    }
    references::report(project, &doomed, &mut draft);
    Ok(draft.finish(match roots.as_slice() {
        [task] => Text::with(texts::DELETE_TASK, [("id", task.id().to_owned()), ("title", task.title().to_owned())]),
        many => Text::with(texts::DELETE_TASKS, [("count", many.len().to_string())]),
    }))
}

/// Sends a folder or file that makes no sense to the trash.
pub(crate) fn discard_path(project: &Project, context: &Context, path: &str) -> Result<ChangeSet, Refusal> {
    check(project, path)?;
    let mut draft = Draft::new(project, context);
    let goal = discard(&mut draft, context, path);
    draft.log(None, Change::Renamed { from: path.to_owned(), to: goal });
    let tasks = &project.model.tasks;
    let below = tasks.folders().filter(|(_, node)| within(&node.folder, path));
    let doomed: Vec<TaskRef<'_>> = below.filter_map(|(slot, _)| tasks.get(slot)).collect();
    for task in &doomed {
        draft.log(Some(task.id()), Change::Deleted { title: task.title().to_owned() });
    }
    references::report(project, &doomed, &mut draft);
    Ok(draft.finish(Text::with(texts::DISCARD, [("path", path.to_owned())])))
}

/// Refuses paths that are not there, that leave the project's folder, or that a project cannot do without.
pub(crate) fn check(project: &Project, path: &str) -> Result<(), Refusal> {
    let say = |text| refuse(RefusalCode::BadPath, text);
    check_path(path).map_err(say)?;
    let args = [("path", path.to_owned())];
    if !path.contains('/') || !is_content(path) || within(path, activity_log::FOLDER) {
        return Err(say(Text::with(texts::PATH_IS_KEPT, args)));
    }
    if project.tree.get(path).is_none() {
        return Err(say(Text::with(texts::NOTHING_THERE, args)));
    }
    Ok(())
}

/// Moves something to the trash under a name that tells when it went, and gives its place there.
pub(crate) fn discard(draft: &mut Draft<'_>, context: &Context, path: &str) -> String {
    let stamp: String = handoff_format::note_stamp(context.now)
        .chars()
        .filter(|character| *character != '-' && *character != ':')
        .map(|character| if character == 'T' { '-' } else { character })
        .collect();
    // Without it the deletion goes ahead all the same; doctor reports what Git would take.
    let _ = ignore::add(draft, draft.project());
    let goal = draft.free_path("trash", &format!("{stamp}-{:08x}-{}", context.seed, name(path)));
    draft.rename(path, goal.clone());
    goal
}
