//! Handovers.

texts! {
    // How well a handover serves the next session.
    SCORE_ADD_SUMMARY = "Say in one line where things stand.";
    SCORE_ADD_NEXT = "Say what is next: add a suggestion or an open checklist item.";
    SCORE_ADD_DECISIONS = "Add the decisions that were made, with their reasons.";
    SCORE_ADD_BACKGROUND = "Add what to know or to beware of: a caution, a blocker or a note.";
    SCORE_ADD_PLACES = "Add pointers to the files to look at first.";
    SCORE_NAME_IN_STEPS = "Name a file, a symbol, a command or a task in each next step: {steps}.";
    SCORE_CHECK_POINTERS = "Check the pointers to files that have changed or are gone: {paths}.";
    SCORE_GROUNDED_UNTIL_READ = "Known until the next session begins, which changes the files.";
    SCORE_NO_FILES = "The state of no file was saved with a pointer.";
    SCORE_OLD = "It was {days} days old when it was read: check what has changed since.";
    SCORE_USED_LATER = "Known when the next session is closed.";
    SCORE_NOTHING_TO_USE = "It names no pointer and no task.";
    SCORE_UNUSED = "Name only what the next session needs. It did not touch: {names}.";

    // Labels.
    NOTE_ADDED = "Added a note to {path}";
    STATE_WRITTEN = "Wrote the current state";
    NOTES_ARCHIVED = "Archived {count} files of notes";
    NOTES_IMPORTED = "Imported {count} files of notes";

    // Warnings.
    STATE_REPLACED = "{path} had a text that Handoff did not write. It is in the trash now: {target}";
    NOTES_NOT_IMPORTED = "{path} was not imported: the project has another file there.";
    HIDDEN_NOT_IMPORTED = "{path} was not imported, because its name is hidden.";

    // Refusals.
    NOTE_EMPTY = "A note needs a text.";
    STATE_EMPTY = "The current state needs a text.";
    RUN_INVALID = "The ID of a run must be one line without spaces and without >.";
    NOTE_SESSION_INVALID = "The ID of a session must be one line.";
    NOTES_NOT_TEXT = "{path} is not UTF-8 text, so nothing was written. Convert it or move it away.";
    NOTES_UNREADABLE = "{path} could not be read, so nothing was written.";
    MONTH_INVALID = "{month} is not a month of the form YYYY-MM.";
    SUMMARY_NEEDS_MONTH = "A summary is for one month. Give the month too.";
    ARCHIVE_INCOMPLETE = "{path} would not have every note, so nothing was moved.";
}
