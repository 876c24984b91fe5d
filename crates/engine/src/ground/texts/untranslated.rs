//! What stays English in every language: words in the files of a project, which several people read, and
//! causes of failures.

texts! {
    // Headings of imported notes and of a merged note without one.
    IMPORTED_NOTE = "Imported note";
    IMPORTED_STATE = "Imported current state";
    OTHER_NOTE = "Note of another branch";

    // Entries of sessions.
    PROVISIONAL_SUMMARY = "In work";
    WITHDRAWN_DECISION = "Withdrawn: {name}";
    SCHEDULE_DECISION = "Auto-scheduled {count} task(s) across {assignees} assignee(s) from {date}";
    SCHEDULE_REASON = "Dates follow from dependencies, working time, priorities and milestones.";
    SESSION_WITH_BASE = "This session contains only what was added to the session {base}; the rest is there.";

    // The note of a line in the log of working hours of `handoff-mcp`, as that program writes it.
    HOURS_SET = "actual_hours set directly: {from} -> {to} ({direction})";

    // Causes of a failure, beside those of the operating system.
    TASK_LOCKED = "another program has been changing the task for two seconds";
    UNEXPECTED_ANSWER = "the file system answered “{answer}”";
}
