//! Moves of tasks to another parent or among their siblings.

use handoff_protocol::{Change, ChangeSet, Context, Place, Refusal, RefusalCode, Text};

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::claims;
use crate::change::plan::refusal::{About, refuse};
use crate::change::plan::rules;
use crate::change::plan::staged_tasks::Stage;
use crate::change::plan::summary;
use crate::change::plan::task_lookup;
use crate::change::plan::tasks::ordering::{self, Ranking};
use crate::ground::texts;
use crate::model::{ROOT, TaskRef, Tasks};

/// Moves tasks, in this order, to a parent, or to the top without one, and to a place among its
/// children.
pub(crate) fn move_tasks(
    project: &Project,
    context: &Context,
    ids: &[String],
    parent: Option<&str>,
    place: &Place,
) -> Result<ChangeSet, Refusal> {
    let tasks = &project.model.tasks;
    let mut stage = Stage::new(project, context);
    for id in ids {
        stage.edit(id)?;
    }
    let selected: Vec<TaskRef<'_>> = stage.iter().map(|(task, _)| task).collect();
    let new_parent = parent.map(|key| task_lookup::existing(tasks, key)).transpose()?;
    let relocation = Relocation::stage(&mut stage, &selected, new_parent, place)?;
    let mut builder = ChangeSetBuilder::new(project, context);
    relocation.write(tasks, &mut builder);
    for task in relocation.moved.iter().filter(|task| !task.status().is_terminal()) {
        rules::warn_below_closed(&stage, new_parent, (task.id(), task.title()), &mut builder);
    }
    stage.write(&mut builder)?;
    let summary = summary::summary(&builder, &relocation.moved);
    Ok(builder.finish(summary))
}

/// A move of tasks to a parent, or to the top without one.
pub(crate) struct Relocation<'a> {
    moved: Vec<TaskRef<'a>>,
    new_parent: Option<TaskRef<'a>>,
}

impl<'a> Relocation<'a> {
    /// Stages the new ranks of the tasks among their siblings.
    pub(crate) fn stage(
        stage: &mut Stage<'a>,
        selected: &[TaskRef<'a>],
        new_parent: Option<TaskRef<'a>>,
        place: &Place,
    ) -> Result<Relocation<'a>, Refusal> {
        let tasks = &stage.project.model.tasks;
        let moved = topmost(tasks, selected);
        for task in &moved {
            check_not_below(*task, new_parent.into_iter())?;
        }
        let slots: Vec<_> = moved.iter().map(|task| task.slot).collect();
        let old = tasks.sorted_children(new_parent.map(|parent| parent.slot));
        let others = ordering::without(&old, &slots);
        let index = ordering::position(stage, Ranking::Siblings, &others, &old, place)?;
        ordering::insert(stage, Ranking::Siblings, &others, index, &moved)?;
        Ok(Relocation { moved, new_parent })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.moved.is_empty()
    }

    /// Moves the folders to the new parent.
    pub(crate) fn write(&self, tasks: &Tasks, builder: &mut ChangeSetBuilder<'_>) {
        for task in self.moved.iter().filter(|task| self.leaves(tasks, **task)) {
            let folder =
                self.new_parent.map_or_else(|| ROOT.to_owned(), |parent| builder.current_path(&parent.node.folder));
            let path = builder.free_path(&folder, task.node.name());
            builder.rename(&task.node.folder, path);
            let id = |parent: Option<TaskRef<'_>>| parent.map(|parent| parent.id().to_owned());
            builder.log(Some(task.id()), Change::Moved { from: id(tasks.parent(task.slot)), to: id(self.new_parent) });
            claims::warn_of_holder(builder, task.id());
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
pub(crate) fn is_child(tasks: &Tasks, task: TaskRef<'_>, parent: Option<TaskRef<'_>>) -> bool {
    tasks.parent(task.slot).map(|parent| parent.slot) == parent.map(|parent| parent.slot)
}

/// Returns the tasks without those that have an ancestor among them.
pub(crate) fn topmost<'a>(tasks: &Tasks, selected: &[TaskRef<'a>]) -> Vec<TaskRef<'a>> {
    let is_below_another = |task: &TaskRef<'_>| {
        tasks.ancestors(task.slot).iter().any(|ancestor| selected.iter().any(|other| other.slot == ancestor.slot))
    };
    selected.iter().copied().filter(|task| !is_below_another(task)).collect()
}
