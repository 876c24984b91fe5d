//! Tasks moved under another parent or among their siblings.

use handoff_protocol::{Change, ChangeSet, Context, Place, Refusal, RefusalCode, Text};

use crate::Project;
use crate::model::{ROOT, TaskRef, Tasks};
use crate::plan::change_set_builder::Draft;
use crate::plan::refusal::{About, refuse};
use crate::plan::staged_tasks::Stage;
use crate::plan::task_lookup;
use crate::plan::tasks::ordering;
use crate::plan::tasks::ordering::Ranking;
use crate::texts;

/// Moves tasks, in this order, under a parent (none: to the top) and to a place among its children.
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
    let named: Vec<TaskRef<'_>> = stage.iter().map(|(task, _)| task).collect();
    let goal = parent.map(|key| task_lookup::existing(tasks, key)).transpose()?;
    let relocation = Relocation::stage(&mut stage, &named, goal, place)?;
    let mut draft = Draft::new(project, context);
    relocation.write(tasks, &mut draft);
    stage.write(&mut draft)?;
    Ok(draft.finish(relocation.summary(tasks)))
}

/// Tasks on their way under a parent (none: to the top).
pub(crate) struct Relocation<'a> {
    moved: Vec<TaskRef<'a>>,
    goal: Option<TaskRef<'a>>,
}

impl<'a> Relocation<'a> {
    /// Stages the ranks that the tasks have among their siblings there.
    pub(crate) fn stage(
        stage: &mut Stage<'a>,
        named: &[TaskRef<'a>],
        goal: Option<TaskRef<'a>>,
        place: &Place,
    ) -> Result<Relocation<'a>, Refusal> {
        let tasks = &stage.project.model.tasks;
        let moved = topmost(tasks, named);
        for task in &moved {
            not_below(*task, goal.into_iter())?;
        }
        let slots: Vec<_> = moved.iter().map(|task| task.slot).collect();
        let old = tasks.arranged(goal.map(|goal| goal.slot));
        let others = ordering::without(&old, &slots);
        let at = ordering::position(stage, Ranking::Siblings, &others, &old, place)?;
        ordering::put(stage, Ranking::Siblings, &others, at, &moved)?;
        Ok(Relocation { moved, goal })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.moved.is_empty()
    }

    /// Puts the folders under their new parent.
    pub(crate) fn write(&self, tasks: &Tasks, draft: &mut Draft<'_>) {
        for task in self.moved.iter().filter(|task| self.leaves(tasks, **task)) {
            let folder = self.goal.map_or_else(|| ROOT.to_owned(), |goal| draft.place_of(&goal.node.folder));
            let path = draft.free_path(&folder, task.node.name());
            draft.rename(&task.node.folder, path);
            let id = |parent: Option<TaskRef<'_>>| parent.map(|parent| parent.id().to_owned());
            draft.log(Some(task.id()), Change::Moved { from: id(tasks.parent(task.slot)), to: id(self.goal) });
        }
    }

    pub(crate) fn summary(&self, tasks: &Tasks) -> Text {
        let stays = !self.moved.iter().any(|task| self.leaves(tasks, *task));
        summary(&self.moved, self.goal, stays)
    }

    fn leaves(&self, tasks: &Tasks, task: TaskRef<'_>) -> bool {
        !is_child(tasks, task, self.goal)
    }
}

/// No goal of a task that moves is the task itself or below it.
pub(in crate::plan) fn not_below<'a>(
    task: TaskRef<'_>,
    mut goals: impl Iterator<Item = TaskRef<'a>>,
) -> Result<(), Refusal> {
    if !goals.any(|goal| crate::tree::within(&goal.node.folder, &task.node.folder)) {
        return Ok(());
    }
    let text = Text::with(texts::MOVE_INTO_ITSELF, [("id", task.id().to_owned())]);
    Err(refuse(RefusalCode::MoveIntoItself, text).about_task(task.id()))
}

/// Whether that is the task's parent already.
pub(crate) fn is_child(tasks: &Tasks, task: TaskRef<'_>, parent: Option<TaskRef<'_>>) -> bool {
    tasks.parent(task.slot).map(|parent| parent.slot) == parent.map(|parent| parent.slot)
}

/// Without tasks that move along because one above them is moved.
pub(crate) fn topmost<'a>(tasks: &Tasks, named: &[TaskRef<'a>]) -> Vec<TaskRef<'a>> {
    let carried = |task: &TaskRef<'_>| {
        tasks.ancestors(task.slot).iter().any(|above| named.iter().any(|other| other.slot == above.slot))
    };
    named.iter().copied().filter(|task| !carried(task)).collect()
}

fn summary(moved: &[TaskRef<'_>], goal: Option<TaskRef<'_>>, stays: bool) -> Text {
    let count = ("count", moved.len().to_string());
    let parent = goal.map(|goal| ("parent", goal.id().to_owned()));
    match (moved, parent) {
        ([task], _) if stays => Text::with(texts::REORDER_TASK, [("id", task.id().to_owned())]),
        (_, _) if stays => Text::with(texts::REORDER_TASKS, [count]),
        ([task], Some(parent)) => Text::with(texts::MOVE_TASK, [("id", task.id().to_owned()), parent]),
        ([task], None) => Text::with(texts::MOVE_TASK_TO_TOP, [("id", task.id().to_owned())]),
        (_, Some(parent)) => Text::with(texts::MOVE_TASKS, [count, parent]),
        (_, None) => Text::with(texts::MOVE_TASKS_TO_TOP, [count]),
    }
}
