//! Which task a command means, and whether it can be changed.

use handoff_protocol::{Refusal, RefusalCode, Text};

use crate::model::{LookupError, Obstacle, TaskRef, Tasks};
use crate::plan::refusal::{About, refuse};
use crate::texts;

/// The task with that key, whatever its condition.
pub(crate) fn existing<'a>(tasks: &'a Tasks, key: &str) -> Result<TaskRef<'a>, Refusal> {
    let (code, template) = match tasks.find(key) {
        Ok(task) => return Ok(task),
        Err(LookupError::Unknown) => (RefusalCode::UnknownTask, texts::UNKNOWN_TASK),
        Err(LookupError::Ambiguous) => (RefusalCode::AmbiguousTask, texts::AMBIGUOUS_TASK),
    };
    Err(refuse(code, Text::with(template, [("id", key.to_owned())])).about_task(key))
}

/// The task with that key, if its file can be written: readable, the only one with its id and in its folder.
pub(crate) fn editable<'a>(tasks: &'a Tasks, key: &str) -> Result<TaskRef<'a>, Refusal> {
    let task = existing(tasks, key)?;
    obstacle(tasks, task).map_or(Ok(task), Err)
}

/// Returns why a task's file cannot be written, or `None` if it can.
pub(crate) fn obstacle(tasks: &Tasks, task: TaskRef<'_>) -> Option<Refusal> {
    let say = |code, template: &str| {
        let args = [("id", task.id().to_owned()), ("path", task.shown.path.clone())];
        Some(refuse(code, Text::with(template, args)).about_task(&tasks.key(task)))
    };
    match tasks.obstacle(task)? {
        Obstacle::Broken => say(RefusalCode::BrokenFile, texts::BROKEN_TASK),
        Obstacle::NoId => say(RefusalCode::BrokenFile, texts::TASK_WITHOUT_ID),
        Obstacle::SharedId => say(RefusalCode::AmbiguousTask, texts::AMBIGUOUS_TASK),
        Obstacle::SeveralFiles => say(RefusalCode::AmbiguousTask, texts::SEVERAL_FILES),
        Obstacle::FileMissing => say(RefusalCode::Stale, texts::FILE_MISSING),
    }
}
