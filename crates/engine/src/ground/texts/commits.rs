//! How a commit ends when it fails, and what an interrupted one left behind.

texts! {
    LOCKED_BY = "{writer} has been saving in this project for {seconds} seconds. Try again in a moment.";
    LOCKED = "Another program is saving in this project. Try again in a moment.";
    KEEPS_CHANGING = "Other programs keep changing {path}. Nothing was saved; try again when they are done.";
    PARTLY_SAVED = "Another program changed {path} while it was being saved, so only part of the change could be undone. Check the problems of the project.";
    LOST_LOCK = "Saving took too long and another window took the lock. Check {path} and try again if the change is missing.";
    READ_ONLY = "This project is read-only: {reason}";
    SAVE_FAILED = "{path} could not be saved: {reason}. Nothing was changed.";
    SAVE_BROKEN_OFF = "{path} could not be saved: {reason}. The change is completed or undone the next time the project is opened.";
    IN_THE_WAY = "{path} prevents saving: {reason}. Move it elsewhere, or check its permissions.";
    RECOVERED = "Completed an interrupted change";
    RECOVERY_FAILED = "An interrupted change could not be completed: {path}: {reason}. Handoff tries again the next time the project is opened.";
    INTERRUPTED = "A change was interrupted, and another program has changed {path} since. That file was left as it is, and the rest of the change was completed. The interrupted change is recorded in {kept}: compare the two.";
    JOURNAL_OF_A_COPY = "{path} describes a change that was interrupted in another copy of this folder, so it was not carried out. It was moved to {kept}. Check whether a change is missing.";
    INTERRUPTED_AND_PAUSED = "A change was interrupted, so some files may already have its content while others have the old one. It is completed when the pause ends.";
    BAD_JOURNAL = "{path} describes an interrupted change, but is not valid. It was moved to {kept}. Check whether a change is missing.";
    COMMIT_STUCK = "Saving stopped unexpectedly. Check the files and try again.";
    NO_COMMIT = "No save is in progress.";
    UNSAVED_EDITOR = "Nothing was changed, because the file has unsaved changes in an editor. Save or revert it and try again.";
    BAD_WRITER = "The log name {writer} must be 1 to 64 letters, digits, hyphens or underscores.";

    // Paused writing.
    WRITING_PAUSED = "Paused writing";
    WRITING_RESUMED = "Resumed writing";
    PAUSED = "Writing is paused. Delete .handoff/PAUSE (or run `handoff resume`) to continue.";
    PAUSED_FOR = "Writing is paused: {reason}. Delete .handoff/PAUSE (or run `handoff resume`) to continue.";
    PAUSED_BY_USER = "Writing is paused in all your projects. Delete {origin} to continue.";
    PAUSED_BY_USER_FOR = "Writing is paused in all your projects: {reason}. Delete {origin} to continue.";
    PAUSED_BY_VARIABLE = "Writing is paused by the environment variable {origin}. Unset it to continue.";
    PAUSED_BY_VARIABLE_FOR = "Writing is paused by the environment variable {origin}: {reason}. Unset it to continue.";
    NOT_PAUSED = "Writing is not paused in this project.";
    PAUSE_NOT_A_FILE = "Writing is paused by .handoff/PAUSE, which is not a regular file. Delete it yourself to continue.";
    MORE_WARNINGS = "{count} more warnings are left out.";
}
