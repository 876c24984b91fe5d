//! Moves of tasks to another parent or among their siblings.

use handoff_protocol::{Change, Place, Refusal, RefusalCode, Text, TreePosition};

use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::claims;
use crate::change::plan::refusal::{About, refuse};
use crate::change::plan::rules;
use crate::change::plan::staged_tasks::Stage;
use crate::change::plan::task_lookup;
use crate::change::plan::tasks::ordering::{self, Ranking};
use crate::ground::texts;
use crate::model::{ROOT, TaskRef, Tasks};

/// A move of tasks to a parent, or to the top without one.
pub(super) struct Relocation<'a> {
    pub(super) moved: Vec<TaskRef<'a>>,
    new_parent: Option<TaskRef<'a>>,
}

impl<'a> Relocation<'a> {
    /// Stages the new ranks of the tasks among their siblings.
    pub(super) fn stage(
        stage: &mut Stage<'a>,
        selected: &[TaskRef<'a>],
        position: &TreePosition,
    ) -> Result<Relocation<'a>, Refusal> {
        let tasks = &stage.project.model.tasks;
        let new_parent = position.parent.as_deref().map(|key| task_lookup::existing(tasks, key)).transpose()?;
        let stays = |task: &TaskRef<'_>| position.place.is_none() && is_child(tasks, *task, new_parent);
        let leaving: Vec<_> = selected.iter().copied().filter(|task| !stays(task)).collect();
        let moved = topmost(tasks, &leaving);
        for task in &moved {
            check_not_below(*task, new_parent.into_iter())?;
        }
        let slots: Vec<_> = moved.iter().map(|task| task.slot).collect();
        let old = tasks.sorted_children(new_parent.map(|parent| parent.slot));
        let others = ordering::without(&old, &slots);
        let place = position.place.as_ref().unwrap_or(&Place::Last {});
        let index = ordering::position(stage, Ranking::Siblings, &others, &old, place)?;
        ordering::insert(stage, Ranking::Siblings, &others, index, &moved)?;
        Ok(Relocation { moved, new_parent })
    }

    /// Moves the folders to the new parent.
    pub(super) fn write(&self, stage: &Stage<'_>, builder: &mut ChangeSetBuilder<'_>) {
        let tasks = &stage.project.model.tasks;
        for task in self.moved.iter().filter(|task| self.leaves(tasks, **task)) {
            let folder =
                self.new_parent.map_or_else(|| ROOT.to_owned(), |parent| builder.current_path(&parent.node.folder));
            let path = builder.free_path(&folder, task.node.name());
            builder.rename(&task.node.folder, path);
            let id = |parent: Option<TaskRef<'_>>| parent.map(|parent| parent.id().to_owned());
            builder.log(Some(task.id()), Change::Moved { from: id(tasks.parent(task.slot)), to: id(self.new_parent) });
            claims::warn_of_holder(builder, task.id());
        }
        for task in self.moved.iter().filter(|task| !stage.status(**task).is_terminal()) {
            rules::warn_below_closed(stage, self.new_parent, (task.id(), task.title()), builder);
        }
    }

    /// Returns true if a task changes its parent.
    fn leaves(&self, tasks: &Tasks, task: TaskRef<'_>) -> bool {
        !is_child(tasks, task, self.new_parent)
    }
}

/// Refuses new parents that are the moved task itself or below it.
pub(in crate::change::plan) fn check_not_below<'a>(
    task: TaskRef<'_>,
    mut parents: impl Iterator<Item = TaskRef<'a>>,
) -> Result<(), Refusal> {
    if !parents.any(|parent| crate::ground::tree::within(&parent.node.folder, &task.node.folder)) {
        return Ok(());
    }
    Err(move_into_itself(task.id()))
}

/// Creates the refusal of a move below the moved task itself.
pub(in crate::change::plan) fn move_into_itself(id: &str) -> Refusal {
    let text = Text::with(texts::MOVE_INTO_ITSELF, [("id", id.to_owned())]);
    refuse(RefusalCode::MoveIntoItself, text).about_task(id)
}

/// Returns true if a task already has this parent.
fn is_child(tasks: &Tasks, task: TaskRef<'_>, parent: Option<TaskRef<'_>>) -> bool {
    tasks.parent(task.slot).map(|parent| parent.slot) == parent.map(|parent| parent.slot)
}

/// Returns the tasks without those that have an ancestor among them.
pub(crate) fn topmost<'a>(tasks: &Tasks, selected: &[TaskRef<'a>]) -> Vec<TaskRef<'a>> {
    let is_below_another = |task: &TaskRef<'_>| {
        tasks.ancestors(task.slot).iter().any(|ancestor| selected.iter().any(|other| other.slot == ancestor.slot))
    };
    selected.iter().copied().filter(|task| !is_below_another(task)).collect()
}
