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
}
