//! Sessions and their checklists.

texts! {
    // Labels.
    SESSION_SAVED = "Saved the session {id}";
    SESSION_CHANGED = "Changed the session {id}";
    ITEM_TICKED = "Ticked “{entry}”";
    ENTRY_WITHDRAWN = "Withdrew “{entry}”";
    DECISION_CONFIRMED = "Confirmed “{entry}”";
    SESSION_CONTINUED = "Continued the session {id}";
    SESSION_FORKED = "Forked the session {id}";
    SESSIONS_MERGED = "Merged sessions into {id}";
    SESSIONS_PAUSED = "Paused sessions";

    // Warnings.
    SESSION_PAUSED = "Paused {id}.";
    SESSION_CLOSED = "Closed {id}.";
    SESSIONS_PRUNED = "Closed sessions beyond the history limit of {limit} went to the trash: {count}.";
    SESSION_OF_OTHER = "The session {id} is that of {author}, in another conversation.";
    SESSION_BESIDE_OTHER = "This is a session of its own: {id} is that of {author}, in another conversation.";
    SESSION_BASE_MISSING = "The session {base}, on which {id} builds, no longer exists; its content is not shown.";
    SESSION_BASES_CYCLE = "The sessions on which {id} builds form a cycle at {base}; sessions before it are not shown.";

    // Sessions that cannot be changed.
    SESSION_UNKNOWN = "There is no session {id}.";
    SESSION_UNKNOWN_AMONG_ACTIVE = "There is no active session {id}. Active: {ids}.";
    SESSION_NOT_ACTIVE = "The session {id} is {status}.";
    SESSION_NOT_PAUSABLE = "There is no active or open session {id} to pause.";
    SESSION_IS_CLOSED = "The session {id} is closed. Fork it to continue.";
    SESSION_AMBIGUOUS = "Several sessions have an ID like {id}: {ids}.";
    NO_ACTIVE_SESSION = "There is no active session.";

    // Values and changes that are refused.
    SESSION_NEEDS_SUMMARY = "A session needs a summary.";
    SESSION_BASE_UNKNOWN = "There is no session {base} to build on.";
    SESSION_BASE_ITSELF = "The session {base} cannot build on itself. What is given is added to it without a base.";
    SESSION_BASE_CYCLE = "The session {base} already builds on {id}, so {id} cannot build on it.";
    DECISION_UNKNOWN = "There is no decision “{name}” to supersede or to withdraw.";
    DECISION_SUPERSEDES_ITSELF = "The decision “{name}” cannot supersede itself.";
    MERGE_NEEDS_TWO = "A merge needs at least two different sessions.";
    MERGE_TARGET_MISSING = "The target {id} is not one of the merged sessions.";

    // Private sessions.
    SESSION_NOT_IGNORED = "Git would not ignore a private session, since .handoff/.gitignore cannot be written.";
    SESSION_BASE_PRIVATE = "The session {base} is private, so what builds on it is private too.";
    SESSION_BASE_OF_PUBLIC = "The session {id} cannot be private while {other}, which is not private, builds on it.";
    MERGE_OF_PRIVATE = "The session {id} is private, so it can only be merged into one that is private too.";

    // Checklists.
    CHECKLIST_INDEX_UNKNOWN = "The checklist has {count} entries, but none at {index}.";
    CHECKLIST_CHANGED = "The checklist has changed in the meantime. Check it and try again.";
    ITEM_EMPTY = "A checklist item needs a text.";
    ITEM_EXISTS = "The checklist already has the item “{item}”.";
    ITEM_PRIVATE = "This item belongs to a private session. Activate that session to change the item.";
}
