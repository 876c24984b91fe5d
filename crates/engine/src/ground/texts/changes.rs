//! What a change set did, and what a person should know about it.

texts! {
    // Labels of change sets.
    TASKS = "{count} tasks";
    CREATED = "Created {task}";
    DUPLICATED = "Duplicated {task} as {copy}";
    DELETED = "Deleted {task}";
    RESTORED = "Restored {task}";
    CHANGED = "Changed {task}";
    REORDERED = "Reordered {task}";
    RENAMED = "Renamed {task} to “{title}”";
    SET_STATUS = "Set {task} to {status}";
    SET_STATUS_ALSO = "Set {task} to {status} and {also}";
    GAVE = "Gave {task} to {assignee}";
    ADDED_LABEL = "Added the label {label} to {task}";
    REMOVED_LABEL = "Removed the label {label} from {task}";
    REPLACED_LABEL = "Replaced the label {old} of {task} with {label}";
    WAITS_FOR = "{task} now waits for {other}";
    NO_LONGER_WAITS_FOR = "{task} no longer waits for {other}";
    MOVED_UNDER = "Moved {task} under {parent}";
    MOVED_TO_TOP = "Moved {task} to the top level";
    CHECKED = "Checked off “{item}” in {task}";
    UNCHECKED = "Unchecked “{item}” in {task}";
    SET_FIELD = "Set the {field} of {task} to {value}";
    CLEARED_FIELD = "Cleared the {field} of {task}";
    CHANGED_FIELD = "Changed the {field} of {task}";
    MOVED_TO = "Moved {task} to {days}";
    MOVED_TO_WITH_OTHERS = "Moved {task} to {days}, and {count} more with it";
    MOVED_DATES = "Changed the dates of {task}";
    CLEARED_DATES = "Cleared the dates of {task}";
    SCHEDULED = "Scheduled {task}";

    // Side effects of setting a status.
    ALSO_CHANGED = "changed other fields";
    ALSO_GAVE = "gave it to {assignee}";
    ALSO_GAVE_MANY = "gave them to {assignee}";
    ALSO_ADDED_LABEL = "added the label {label}";
    ALSO_REMOVED_LABEL = "removed the label {label}";
    ALSO_REPLACED_LABEL = "replaced the label {old} with {label}";
    ALSO_MOVED_UNDER = "moved it under {parent}";
    ALSO_MOVED_MANY_UNDER = "moved them under {parent}";
    ALSO_MOVED_TO_TOP = "moved it to the top level";
    ALSO_MOVED_MANY_TO_TOP = "moved them to the top level";
    ALSO_SET_FIELD = "set the {field} to {value}";
    ALSO_CLEARED_FIELD = "cleared the {field}";

    UNDONE = "Undone: {change}";
    REDONE = "Redone: {change}";
    DISCARDED = "Moved {path} to the trash";
    RESTORED_PATH = "Restored {path}";
    RESTORED_MANY = "Restored {count} items from the trash";
    INITIALIZED = "Initialized the project {name}";
    ASSIGNEES = "the people and agents";
    MILESTONES = "the milestones";
    LABELS = "the labels";
    ADDED_ENTRY = "Added {name} to {section}";
    CHANGED_ENTRY = "Changed {name} in {section}";
    RENAMED_ENTRY = "Renamed {name} in {section} to {to}";
    REMOVED_ASSIGNEE = "Removed the assignee {name}; {count} tasks are now unassigned";
    SKIPPED = "{id} was not changed, since its file cannot be written: {path}";
    CHANGED_CONFIG = "Changed {keys} in the configuration";
    SAVED_BASELINE = "Saved the baseline {name}";
    DELETED_BASELINE = "Deleted the baseline {name}";
    KEPT_FILE = "Kept {path} and moved the other task files of its folder to the trash";
    CHANGED_ID = "Changed the ID {id} to {to}";
    RENAMED_FOLDER = "Renamed {path} after the ID {id}";
    REPLACED_SURROGATES = "Replaced broken characters in {path} by U+FFFD";
    REMOVED_BOM = "Removed the byte order mark from {path}";
    REMOVED_DAMAGED_LINES = "Removed the damaged lines from {path}";
    REMOVED_KEY = "Removed {key} from {path}";
    REMOVED_REPEATED_KEY = "Kept only the last {key} in {path}";
    IGNORED_LOCAL_FILES = "Updated .handoff/.gitignore";
    RECORDED_OBSERVED = "Recorded changes by other programs";
    CLAIMED = "Claimed {task}";
    CLAIM_RENEWED = "Kept holding {task}";
    TAKEN_OVER = "Took {task} over from {holder}";
    RELEASED = "Released {task}";
    RELEASED_NOTHING = "Released nothing, since no task was held";
    CLAIMS_RENEWED = "Renewed claims";

    PACKAGE_STORED = "Stored the package “{name}” ({id})";
    PACKAGE_EXTENDED = "Extended the package {id} until {until}";
    PACKAGE_PINNED = "Pinned the package {id}";
    PACKAGE_UNPINNED = "Unpinned the package {id}";
    PACKAGE_ACCEPTED = "Accepted the package {id}";
    PACKAGE_DELETED = "Deleted the package {id}";
    PACKAGES_COLLECTED = "Removed {count} expired packages";

    // Warnings although the change is made.
    AWAITS_DELETED = "{task} waits for {other}.";
    LINKS_TO_DELETED = "{task} has a link to {other}.";
    SESSIONS_NAME_DELETED = "Mentioned in sessions: {count}.";
    DOCUMENTS_NAME_DELETED = "Mentioned in documents: {count}.";
    MAY_BE_AWAITED = "Tasks that could not be read may wait for {ids}. {why}";
    MEMORY_COMPARED = "The memory was compared only with those that could be read, so it may be there twice. {why}";
    MEANS_BOTH = "{by} referred to {id}, the ID of several tasks. It now refers to {id} {others} and to {to} {own}. Remove the one that it does not mean.";
    MEANS_RENAMED = "{by} referred to {id}, the ID of several tasks. It now refers to {to} {own}, and no longer to {id} {others}.";
    MEANS_OTHERS = "{by} referred to {id}, the ID of several tasks. It now refers to {id} {others}, and no longer to {own}, which is now {to}.";
    ENTRIES_MEAN_OTHERS = "The time entries of {id} ({by}) stay with {id} {others}. Move those that mean {own} to {to}.";
    STILL_NAMED = "{path} still refers to {id}.";
    HELD_BY = "{id} is held by {holder}, heard {minutes} min ago.";
    HELD_BY_NOW = "{id} is held by {holder}, heard just now.";

    RESTORED_WITH_NEW_ID = "{id} is the ID of another task now, so the restored task “{title}” has the ID {to}.";
    RESTORED_WITH_ID_OF_PARENT = "The restored task “{title}” has the ID {to} instead of {id}, like its parent.";
    RESTORED_WITHOUT_PARENT = "{id} was a subtask of {parent}, which no longer exists. It is at the top level now.";
    RESTORED_WITHOUT_ORIGIN = "The activity log does not say where {id} was. It is at the top level now.";

    WRITING_PAUSED = "Paused writing";
    WRITING_RESUMED = "Resumed writing";
}
