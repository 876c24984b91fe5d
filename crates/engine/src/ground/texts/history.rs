//! Undo, reverts and the trash.

texts! {
    // Labels.
    UNDONE = "Undone: {change}";
    REDONE = "Redone: {change}";
    DISCARDED = "Moved {path} to the trash";
    RESTORED_PATH = "Restored {path}";
    RESTORED_MANY = "Restored {count} items from the trash";
    REVERTED_ONE = "Reverted: {change}";
    REVERTED_CHANGES = "Reverted {count} changes";
    REVERTED_CHANGES_BY = "Reverted {count} changes by {actor}";
    RECORDED_OBSERVED = "Recorded changes by other programs";

    // Undo.
    NOTHING_TO_UNDO = "Nothing to undo.";
    UNDO_STALE = "{path} has since been changed by another program, so this change cannot be undone.";
    UNDO_FOLDER_CHANGED = "The content of the folder {path} has been changed since, so this change cannot be undone.";
    UNDO_ID_TAKEN = "{id} is now the ID of another task, “{title}” in {path}, so this change cannot be undone. Give that task another ID first.";

    // Reverts, and what they leave as it is.
    REVERT_DAMAGED = "A stored change is damaged or was written by a newer version, so nothing was reverted.";
    REVERT_BAD_PATH = "A stored change names {path}, which Handoff never writes, so nothing was reverted. Remove its file from .handoff/local/history/.";
    REVERT_FIELD_CHANGED = "{id} keeps its {field}: it has been changed since.";
    REVERT_FIELD_CHANGED_BY = "{id} keeps its {field}: {actor} has changed it since.";
    REVERT_TASK_CHANGED = "{id} is not deleted: it has been changed since.";
    REVERT_HAS_SUBTASKS = "{id} is not deleted: it has subtasks that stay.";
    REVERT_DELETED = "{id} has been deleted since, so its changes are not reverted.";
    REVERT_NOT_IN_TRASH = "{id} is not restored: it is no longer in the trash.";
    REVERT_ID_TAKEN = "{id} is not restored: another task has its ID now.";
    REVERT_ID_CHANGED = "{id} stays as it is: its ID was changed in between.";
    REVERT_PARENT_GONE = "{id} stays where it is: its previous parent {parent} does not exist.";
    REVERT_BELOW_ITSELF = "{id} stays where it is: its previous parent is below it now.";
    REVERT_PLACE_CYCLE = "{id} stays where it is: at its previous place, tasks would wait for each other.";
    REVERT_DEPENDENCY_CYCLE = "{id} keeps its dependencies: the previous ones would create a circular dependency.";
    REVERT_UNWRITABLE = "{id} stays as it is: its file cannot be written.";
    REVERT_FILE_CHANGED = "{path} stays as it is: it has been changed since.";
    REVERT_FILE_GONE = "{path} stays as it is: it has been moved or deleted since.";
    REVERT_KEY_CHANGED = "{path} keeps {field}: it has been changed since.";
    REVERT_FILE_NEEDED = "{path} stays, since the project needs it.";

    // The trash.
    PATH_IS_KEPT = "{path} belongs to the project and cannot be moved to the trash.";
    NOTHING_TO_RESTORE = "Choose what to restore: a path in the trash, or the ID of a deleted task.";
    NOT_IN_TRASH = "{entry} is not in the trash.";
    SEVERAL_IN_TRASH = "Several deleted tasks have the ID {id}. Choose one by its path: {paths}.";
    RESTORE_TAKEN = "{entry} cannot be restored, because {path} exists. Rename or move that first.";
    RESTORE_UNKNOWN = "It is not known where {entry} was. Move it from .handoff/{entry} to its place yourself.";
    RESTORE_WITHOUT_FOLDER = "{entry} cannot be restored, because its folder {path} does not exist.";
    RESTORE_SECOND_FILE = "{entry} cannot be restored, because the task in {path} has a task file.";
    RESTORE_BROKEN = "{id} is the ID of another task now, and the file of the deleted task cannot be parsed, so that it cannot get another ID. Correct {path}, or change the ID of the other task.";
    RESTORED_WITH_NEW_ID = "{id} is the ID of another task now, so the restored task “{title}” has the ID {to}.";
    RESTORED_WITH_ID_OF_PARENT = "The restored task “{title}” has the ID {to} instead of {id}, like its parent.";
    RESTORED_WITHOUT_PARENT = "{id} was a subtask of {parent}, which no longer exists. It is at the top level now.";
    RESTORED_WITHOUT_ORIGIN = "The activity log does not say where {id} was. It is at the top level now.";
}
