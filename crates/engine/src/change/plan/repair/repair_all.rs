//! Several repairs as one change set.
//!
//! Invariant: no repair prevents another.

use std::cmp::Ordering;

use handoff_protocol::{ChangeSet, Command, Context, Refusal, RefusalCode, RepairedDamage, TaskUpdate, Text};

use crate::Project;
use crate::analysis::problems::cycle_ids;
use crate::change::plan::combined_plan::CombinedPlan;
use crate::change::plan::new_ids::IdAllocator;
use crate::change::plan::refusal::refuse;
use crate::change::plan::repair;
use crate::ground::history::History;
use crate::ground::texts;
use crate::ground::tree::{parent, within};
use crate::model::TaskRef;

/// Plans several repairs, or refuses all of them.
pub(crate) fn repair_all(
    project: &Project,
    history: &History,
    context: &Context,
    repairs: &[Command],
) -> Result<ChangeSet, Refusal> {
    let mut ordered: Vec<(usize, &Command)> = Vec::with_capacity(repairs.len());
    for command in repairs {
        let text = || Text::plain(texts::NO_REPAIR);
        let phase = phase(command).ok_or_else(|| refuse(RefusalCode::BadCommand, text()))?;
        ordered.push((phase, command));
    }
    ordered.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| later_elements_first(a.1, b.1)));
    let mut combined = CombinedPlan::new(project, context);
    for (_, command) in ordered {
        let Some(command) = update_path(&combined, command) else { continue };
        let working = combined.working();
        let planned = match &command {
            Command::ChangeId { folder, id: None, follow } => {
                // Do not reuse the id of a task that an earlier repair has moved to the trash.
                let ids = project.model.tasks.all().map(|task| task.id().to_owned());
                repair::change_id(working, context, folder, None, *follow, IdAllocator::beyond(ids))?
            }
            // The whole change set is checked at the end.
            command => crate::change::plan::plan_command(working, history, command, context)?,
        };
        combined.add(planned);
    }
    let (mut builder, summary) = combined.into_builder();
    builder.set_settled(Some(repaired_violations(project, repairs)));
    let count = repairs.len();
    let repaired_many = || Text::with(texts::REPAIRED, [("count", count.to_string())]);
    Ok(builder.finish(summary.filter(|_| count == 1).unwrap_or_else(repaired_many)))
}

/// Returns the rule violations that the repairs remove: dependency cycles and shared ids.
fn repaired_violations(project: &Project, repairs: &[Command]) -> RepairedDamage {
    let tasks = &project.model.tasks;
    let id = |task: TaskRef<'_>| task.id().to_owned();
    let mut settled = RepairedDamage::default();
    let mut cycles = cycle_ids(tasks);
    for command in repairs {
        let ids = match command {
            Command::UpdateTasks(TaskUpdate { ids, position: None, .. }) => ids.clone(),
            Command::KeepTaskFile { path } => tasks.task_in_folder(parent(path)).map(id).into_iter().collect(),
            Command::ChangeId { folder, .. } => tasks.task_in_folder(folder).map(id).into_iter().collect(),
            Command::Discard { path } => {
                let below = tasks.folders().filter(|(_, node)| within(&node.folder, path));
                below.filter_map(|(slot, _)| tasks.get(slot)).map(id).collect()
            }
            _ => continue,
        };
        for id in ids {
            let (touched, others) = cycles.into_iter().partition(|ids: &Vec<String>| ids.contains(&id));
            settled.circles.extend::<Vec<_>>(touched);
            cycles = others;
            if tasks.with_id(&id).nth(1).is_some() && !settled.shared_ids.contains(&id) {
                settled.shared_ids.push(id);
            }
        }
    }
    settled
}

/// Returns the phase in which a repair runs, or `None` for a command that is not a repair. Moves to
/// the trash come first, because those files need no other repair. Commands that name tasks by id
/// come before those that change ids.
fn phase(command: &Command) -> Option<usize> {
    Some(match command {
        Command::KeepTaskFile { .. } | Command::Discard { .. } | Command::IgnoreLocalFiles {} => 0,
        Command::RemoveByteOrderMark { .. }
        | Command::ReplaceLoneSurrogates { .. }
        | Command::RemoveDamagedLines { .. } => 1,
        Command::RemoveRepeatedKey { .. } => 2,
        Command::RemoveKey { .. } => 3,
        Command::UpdateConfig { .. } => 4,
        Command::UpdateTasks(TaskUpdate { position: Some(_), .. }) => 5,
        Command::UpdateTasks(_) => 6,
        Command::ChangeId { .. } => 7,
        Command::RenameFolder { .. } => 8,
        _ => return None,
    })
}

/// Orders removals from a list from its end, because each removal shifts the elements after it.
fn later_elements_first(a: &Command, b: &Command) -> Ordering {
    fn parts(key: &[String]) -> impl Iterator<Item = (Option<usize>, &String)> {
        key.iter().map(|part| (part.parse().ok(), part))
    }
    match (a, b) {
        (Command::RemoveKey { path, key }, Command::RemoveKey { path: other, key: other_key }) => {
            other.cmp(path).then_with(|| parts(other_key).cmp(parts(key)))
        }
        _ => Ordering::Equal,
    }
}

/// Returns the command with the current path of its file or folder, or `None` if that is in the
/// trash.
fn update_path(combined: &CombinedPlan<'_>, command: &Command) -> Option<Command> {
    let mut command = command.clone();
    if let Command::KeepTaskFile { path }
    | Command::ChangeId { folder: path, .. }
    | Command::RenameFolder { folder: path }
    | Command::Discard { path }
    | Command::RemoveByteOrderMark { path }
    | Command::ReplaceLoneSurrogates { path }
    | Command::RemoveDamagedLines { path }
    | Command::RemoveKey { path, .. }
    | Command::RemoveRepeatedKey { path, .. } = &mut command
    {
        let current = combined.current_path(path);
        if current != *path && within(&current, "trash") {
            return None;
        }
        *path = current;
    }
    Some(command)
}
