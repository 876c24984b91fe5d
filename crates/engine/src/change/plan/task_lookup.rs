//! Looks up the task that a command names, and checks that its file can be written.

use handoff_protocol::{Refusal, RefusalCode, Text};

use crate::change::plan::refusal::{About, refuse};
use crate::ground::texts;
use crate::model::{Obstacle, TaskLookupError, TaskRef, Tasks};

/// Returns the task with a key, even if it cannot be written.
pub(crate) fn existing<'a>(tasks: &'a Tasks, key: &str) -> Result<TaskRef<'a>, Refusal> {
    tasks.find(key).map_err(|error| match error {
        TaskLookupError::Unknown => unknown(key),
        TaskLookupError::Ambiguous => {
            let text = Text::with(texts::AMBIGUOUS_TASK, [("id", key.to_owned())]);
            refuse(RefusalCode::AmbiguousTask, text).about_task(key)
        }
    })
}

/// Creates the refusal for a key that no task has.
pub(crate) fn unknown(key: &str) -> Refusal {
    let text = Text::with(texts::UNKNOWN_TASK, [("id", key.to_owned())]);
    refuse(RefusalCode::UnknownTask, text).about_task(key)
}

/// Returns the task with a key if its file can be written: valid, with a unique id, and alone in
/// its folder.
pub(crate) fn editable<'a>(tasks: &'a Tasks, key: &str) -> Result<TaskRef<'a>, Refusal> {
    let task = existing(tasks, key)?;
    obstacle(tasks, task).map_or(Ok(task), Err)
}

/// Returns why a task's file cannot be written, or `None` if it can.
pub(crate) fn obstacle(tasks: &Tasks, task: TaskRef<'_>) -> Option<Refusal> {
    let refusal = |code, template: &str| {
        let args = [("id", task.id().to_owned()), ("path", task.shown.path.clone())];
        Some(refuse(code, Text::with(template, args)).about_task(&tasks.key(task)))
    };
    match tasks.obstacle(task)? {
        Obstacle::Broken => refusal(RefusalCode::BrokenFile, texts::BROKEN_TASK),
        Obstacle::NoId => refusal(RefusalCode::BrokenFile, texts::TASK_WITHOUT_ID),
        Obstacle::SharedId => refusal(RefusalCode::AmbiguousTask, texts::AMBIGUOUS_TASK),
        Obstacle::SeveralFiles => refusal(RefusalCode::AmbiguousTask, texts::SEVERAL_FILES),
        Obstacle::FileMissing => refusal(RefusalCode::FileMissing, texts::FILE_MISSING),
    }
}
