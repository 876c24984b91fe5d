//! Repairs that cannot be executed, since no path with control characters is changed.

use handoff_format::check_path;
use handoff_protocol::{Command, TaskUpdate};

use crate::model::Tasks;

/// Returns false for a command that must fail because of the name of a file or folder.
pub(super) fn is_executable(tasks: &Tasks, command: &Command) -> bool {
    let is_valid = |path: &str| check_path(path).is_ok();
    let has_valid_folder = |key: &String| tasks.find(key).map_or(true, |task| is_valid(&task.node.folder));
    match command {
        Command::Discard { path }
        | Command::KeepTaskFile { path }
        | Command::RemoveByteOrderMark { path }
        | Command::ReplaceLoneSurrogates { path }
        | Command::RemoveKey { path, .. }
        | Command::RemoveRepeatedKey { path, .. }
        | Command::RemoveDamagedLines { path }
        | Command::RenameFolder { folder: path }
        | Command::ChangeId { folder: path, .. } => is_valid(path),
        Command::UpdateTasks(TaskUpdate { ids, position, .. }) => {
            let parent = position.iter().filter_map(|position| position.parent.as_ref());
            ids.iter().chain(parent).all(has_valid_folder)
        }
        _ => true,
    }
}
