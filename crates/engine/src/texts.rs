//! Every sentence that the engine says. The English template is the key of its translation.
//!
//! Invariant: `webviews/contract/generated/texts.json` lists all of them, so that a missing translation is found.

macro_rules! texts {
    ($($name:ident = $text:literal;)*) => {
        $(pub(crate) const $name: &str = $text;)*
        /// All templates.
        #[cfg(test)]
        const ALL: &[&str] = &[$($text),*];
    };
}

texts! {
    // What a change set did.
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

    // What a change set did besides setting a status.
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
    ENTRY_NAME = "An entry needs a name.";
    ENTRY_TAKEN = "{name} already exists in {section}.";
    ENTRY_UNKNOWN = "There is no {name} in {section}.";
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
    PACKAGES_IMPORTED = "Imported {count} packages";

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

    // What a person should know although the change is made.
    AWAITS_DELETED = "{task} waits for {other}.";
    LINKS_TO_DELETED = "{task} has a link to {other}.";
    SESSIONS_NAME_DELETED = "Mentioned in sessions: {count}.";
    DOCUMENTS_NAME_DELETED = "Mentioned in documents: {count}.";
    MAY_BE_AWAITED = "Tasks that could not be read may wait for {ids}. {why}";
    MEMORY_COMPARED = "The memory was compared only with those that could be read, so it may be there twice. {why}";
    STILL_NAMED = "{path} still refers to {id}.";
    HELD_BY = "{id} is held by {holder}, heard {minutes} min ago.";
    HELD_BY_NOW = "{id} is held by {holder}, heard just now.";

    RESTORED_WITH_NEW_ID = "{id} is the ID of another task now, so the restored task “{title}” has the ID {to}.";
    RESTORED_WITH_ID_OF_PARENT = "The restored task “{title}” has the ID {to} instead of {id}, like its parent.";
    RESTORED_WITHOUT_PARENT = "{id} was a subtask of {parent}, which no longer exists. It is at the top level now.";
    RESTORED_WITHOUT_ORIGIN = "The activity log does not say where {id} was. It is at the top level now.";

    WRITING_PAUSED = "Paused writing";
    WRITING_RESUMED = "Resumed writing";

    PACKAGE_NOT_IMPORTED = "The package {id} ({name}) was not imported: its ID, name or times are not valid.";

    // Why a command is refused.
    PACKAGE_NAME = "A package needs a name.";
    PACKAGE_EMPTY = "The package has no content.";
    PACKAGE_TTL = "The time to live is not valid: {reason}. Use a number of hours or days, such as 12h or 7d.";
    PACKAGE_VISIBILITY = "{value} is not one of private, team, public.";
    PACKAGE_UNKNOWN = "There is no package {id}.";
    PACKAGE_EXPIRED = "The package {id} expired at {at}. Extend it first.";
    PACKAGE_BROKEN = "{path} cannot be changed: {why}";
    PACKAGE_NOT_IGNORED = "Git would not ignore a private package, since .handoff/.gitignore cannot be written.";
    PAUSED = "Writing is paused. Delete .handoff/PAUSE (or run `handoff resume`) to continue.";
    PAUSED_FOR = "Writing is paused: {reason}. Delete .handoff/PAUSE (or run `handoff resume`) to continue.";
    PAUSED_BY_USER = "Writing is paused in all your projects. Delete {origin} to continue.";
    PAUSED_BY_USER_FOR = "Writing is paused in all your projects: {reason}. Delete {origin} to continue.";
    PAUSED_BY_VARIABLE = "Writing is paused by the environment variable {origin}. Unset it to continue.";
    PAUSED_BY_VARIABLE_FOR = "Writing is paused by the environment variable {origin}: {reason}. Unset it to continue.";
    NOT_PAUSED = "Writing is not paused in this project.";
    PAUSE_NOT_A_FILE = "Writing is paused by .handoff/PAUSE, which is not a regular file. Delete it yourself to continue.";
    UNSAVED_EDITOR = "Nothing was changed, because the file has unsaved changes in an editor. Save or revert it and try again.";
    BAD_WRITER = "The log name {writer} must be 1 to 64 letters, digits, hyphens or underscores.";
    NOT_INITIALIZED = "There is no project here yet. Initialize one first.";
    ALREADY_INITIALIZED = "A project already exists here.";
    UNREADABLE_PART = "{path} could not be read ({reason}), so nothing was changed: its contents would be missed. Check its permissions, or move it elsewhere.";
    LINKED_PART = "{path} is a symbolic link, so nothing was changed: its target would be missed. Replace it with its target.";
    PART_WITHOUT_FOLDER = "{path} is not a folder, so nothing was changed. Move it elsewhere.";
    PART_WITHOUT_FILE = "{path} is a folder instead of a file, so nothing was changed. Move it elsewhere.";
    NOTHING_TO_UNDO = "Nothing to undo.";
    UNDO_STALE = "{path} has since been changed by another program, so this change cannot be undone.";
    UNDO_FOLDER_CHANGED = "The content of the folder {path} has been changed since, so this change cannot be undone.";
    UNDO_ID_TAKEN = "{id} is now the ID of another task, “{title}” in {path}, so this change cannot be undone. Give that task another ID first.";
    REVERTED_ONE = "Reverted: {change}";
    REVERTED_CHANGES = "Reverted {count} changes";
    REVERTED_CHANGES_BY = "Reverted {count} changes by {actor}";
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
    REVERT_DEPENDENCY_CYCLE = "{id} keeps its dependencies: the previous ones would create a circular dependency.";
    REVERT_UNWRITABLE = "{id} stays as it is: its file cannot be written.";
    REVERT_FILE_CHANGED = "{path} stays as it is: it has been changed since.";
    REVERT_FILE_GONE = "{path} stays as it is: it has been moved or deleted since.";
    REVERT_KEY_CHANGED = "{path} keeps {field}: it has been changed since.";
    REVERT_FILE_NEEDED = "{path} stays, since the project needs it.";
    UNKNOWN_TASK = "There is no task {id}.";
    TASK_NOT_READ = "Task {id} was not found among the tasks that could be read. {why}";
    AMBIGUOUS_TASK = "Several folders contain a task {id}. Give all but one another ID first.";
    SEVERAL_FILES = "The folder of {id} contains several task files. Choose the one to keep first.";
    BROKEN_TASK = "{path} cannot be read and is not overwritten. Repair the file first.";
    TASK_WITHOUT_ID = "{path} has no ID. Give the task one first.";
    FILE_MISSING = "The file of {id} is missing at the moment. Try again shortly.";
    ID_LIKE_ANOTHER = "The task {other} exists already, and some file systems take {id} for the same name. Choose another ID.";
    ODD_ID = "Another ID would be better for {id}. {why}";
    LOOK_ALIKE = "Some file systems take the ID {id} for the same name as {other}. Give one of the two tasks another ID.";
    ID_TAKEN = "A task {id} already exists. Choose another ID.";
    EMPTY_TITLE = "A task needs a title.";
    ONE_LINE = "This must be a single line without control characters: {value}";
    EMPTY_NAME = "A baseline needs a name.";
    NO_DATES = "No task has dates yet, so there is nothing to save as a baseline. Set dates first.";
    NO_BASELINE = "There is no baseline at {path}.";
    EMPTY_ENTRY = "An entry of this list is empty.";
    EMPTY_LINK = "A link needs a target and a type.";
    EMPTY_CRITERION = "A done criterion cannot be empty.";
    CRITERIA_TWICE = "Send either the whole checklist or one change to it, not both.";
    CRITERION_GONE = "The criterion “{item}” is no longer at its position. Check the list and try again.";
    BAD_DATE = "{value} is not a date. Write it as YYYY-MM-DD.";
    DUE_BEFORE_START = "{id} would be due on {due}, before it starts on {start}.";
    NEVER_OPEN = "{assignee} has no working day within ten years of {date}. Add working days to the calendar.";
    NOBODY_NEVER_OPEN = "There is no working day within ten years of {date}. Add working days to the project's calendar.";
    OUT_OF_TIME = "{id} would be scheduled too far in the future. Check its hours and dates, and those of the tasks it waits for.";
    BAD_LAG = "{value} is not a lag. Use working days from -1000 to 1000.";
    BAD_HOURS = "{value} is not valid for {field}. Use 0 to {limit} hours.";
    BAD_LOGGED_HOURS = "Hours must be above 0 and at most {limit}.";
    FIELD_CHANGED = "{id} was changed in the meantime. Check the new value first.";
    FIELD_CHANGED_BY = "{id} was changed by {actor} in the meantime. Check the new value first.";
    FIELD_CHANGED_BY_AGENT = "{id} was changed by the agent {actor} in the meantime. Check the new value first.";
    OPEN_CRITERION = "{id} cannot be set to done: the criterion “{item}” is not met.";
    OPEN_CHILD = "{id} cannot be closed: its subtask {child} ({title}) is {status}.";
    ESTIMATE_REQUIRED = "“{title}” needs an estimate before it can move to {status}.";
    ESTIMATE_KEPT = "“{title}” ({status}) needs an estimate above zero hours.";
    DEPENDENCY_CYCLE = "This would create a circular dependency: {cycle}.";
    MOVE_INTO_ITSELF = "{id} cannot be moved under itself or its subtasks.";
    PATH_IS_KEPT = "{path} belongs to the project and cannot be moved to the trash.";
    NOTHING_TO_RESTORE = "Choose what to restore: a path in the trash, or the ID of a deleted task.";
    NOT_IN_TRASH = "{entry} is not in the trash.";
    SEVERAL_IN_TRASH = "Several deleted tasks have the ID {id}. Choose one by its path: {paths}.";
    RESTORE_TAKEN = "{entry} cannot be restored, because {path} exists. Rename or move that first.";
    RESTORE_UNKNOWN = "It is not known where {entry} was. Move it from .handoff/{entry} to its place yourself.";
    RESTORE_WITHOUT_FOLDER = "{entry} cannot be restored, because its folder {path} does not exist.";
    RESTORE_SECOND_FILE = "{entry} cannot be restored, because the task in {path} has a task file.";
    RESTORE_BROKEN = "{id} is the ID of another task now, and the file of the deleted task cannot be parsed, so that it cannot get another ID. Correct {path}, or change the ID of the other task.";
    NOTHING_THERE = "{path} does not exist.";
    NO_TASK_FILE_THERE = "{path} is not a task file.";
    NO_RECORD_THERE = "{path} is not a file with keys.";
    NO_TASK_THERE = "There is no task in {path}.";
    IGNORE_FILE_BROKEN = ".handoff/.gitignore is not a text file, so no line can be added. Move it elsewhere first.";
    KEY_IS_SOUND = "{key} in {path} has no reported problem, so it was not removed.";
    UNKNOWN_SETTING = "Unknown setting {key}. Custom settings belong under settings.custom_fields.";
    RELEASE_OF_OTHERS = "{id} is held by {holder}, heard {minutes} min ago. Only its holder or a person can release it.";
    RELEASE_OF_OTHERS_NOW = "{id} is held by {holder}, heard just now. Only its holder or a person can release it.";
    CLAIM_OF_CLOSED = "{id} is {status}, so it cannot be claimed. Set it to another status first.";
    NOTHING_TO_CLAIM = "There is no task to begin or to go on with that nobody holds.";
    CLAIM_UNREADABLE = "{path} is not a regular file, so {id} cannot be claimed. Move it elsewhere.";
    BAD_SETTING = "{value} is not valid for {key}. Expected: {wanted}";

    // What is wrong with files.
    LINK = "{path} is a symbolic link, which Handoff does not follow. Replace it with its target.";
    UNREADABLE = "{path} could not be read ({reason}). Check its permissions, or move it elsewhere.";
    NOT_A_FOLDER = "{path} is not a folder. Move it elsewhere.";
    NOT_A_FILE = "{path} is a folder instead of a file. Move it elsewhere.";
    UNPARSED = "{path} cannot be parsed: {why}";
    UNKNOWN_FILE = "{path} is not a file name that Handoff uses. Rename the file or move it elsewhere.";
    HIDDEN_TASK = "Until this is fixed, {id} shows only its name and cannot be changed.";
    DAMAGED_LOG = "Here the activity log has a damaged line, left by an interrupted write. Damaged lines are skipped.";
    NO_TASK_FILE = "The folder {path} contains no task. Restore its task file or move the folder to the trash.";
    TWO_STATUS_FILES = "The folder {name} contains several task files: {files}. Keep one.";
    ID_MISMATCH = "The folder {name} contains the task {id}, but other programs cannot find it there. Rename the folder or change the ID.";
    UNKNOWN_STATUS = "The name of {path} contains no known status. The task counts as not started; set its status.";
    DUPLICATE_ID = "The folder {name} is not the only one that contains a task {id}. Give one of them another ID.";
    DANGLING = "{id} waits for {missing}, which does not exist. Remove the dependency or create the task.";
    CYCLE = "These tasks wait for each other: {cycle}. Remove one of the dependencies.";
    UNKNOWN_ASSIGNEE = "{id} is assigned to {name}, who is not in the configuration.";
    UNKNOWN_MILESTONE = "{id} belongs to the milestone {name}, which is not in the configuration.";

    // How a commit ends when it does not end well, and what one left behind.
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

    // Changes to checklist items.
    ITEM_EMPTY = "A checklist item needs a text.";
    ITEM_EXISTS = "The checklist already has the item “{item}”.";
    ITEM_PRIVATE = "This item belongs to a private session. Activate that session to change the item.";

    // Changes to memories and referrals.
    MEMORY_EMPTY = "A memory needs a text.";
    MEMORY_UNKNOWN = "There is no memory {id}.";
    MEMORY_BROKEN = "{path} cannot be written: {why}";
    MEMORY_CHANGED = "Changed the memory {id}";
    MEMORY_DELETED = "Deleted the memory {id}";
    REFERRAL_UNKNOWN = "There is no referral {id}.";
    REFERRAL_SHARED = "Several referrals have the ID {id}.";
    REFERRAL_STATUS = "Set the referral {id} to {status}";

    // What a report lacks.
    REPORT_NEEDS_TASKS = "No task matches. Reports show tasks from the day of their creation.";
    FORECAST_NEEDS_DAYS = "A forecast needs a done task and {minimum} working days with tasks. So far: {done} done, {days} of {minimum} days. Possible from {date}.";
    FORECAST_NEEDS_WORKING_DAYS = "A forecast needs working days. The project's calendar has none within ten years.";
    FORECAST_NEEDS_TASKS = "A forecast needs a done task. None was done in the last {days} working days.";
    ESTIMATES_NEED_TASKS = "Estimates are compared for done tasks that have both estimated and actual hours. There is none in this range.";
    EARNED_VALUE_NEEDS_DATES = "Earned value needs estimated tasks with dates, of which the first has begun.";
    MILESTONES_NEED_NAMES = "There is no milestone. Add one to the configuration, or name one in a task.";
    SESSION_TIME_NEEDS_SESSIONS = "There is no session in this range.";
    SESSION_TIME_UNKNOWN = "Sessions without a recorded start or end: {count}. Their time is not known and not counted.";
    CYCLE_NEEDS_TASKS = "Cycle times need done tasks whose start is in the activity log. There is none in this range.";

    // Time.
    TIME_ADDED = "Added {hours} h to {task}";
    TIME_CHANGED = "Changed a time entry of {task}";
    TIME_SPLIT = "Split a time entry of {task}";
    TIME_DELETED = "Deleted a time entry of {task}";
    TIME_STALE = "The time entry has been changed since it was shown. Look at it again, then repeat the change.";
    TIME_NEEDS_SPAN = "A time entry needs a start and an end, in this order, as RFC 3339.";
    TIME_NEEDS_SECOND = "A time entry needs at least one second.";
    TIME_TOO_LONG = "A time entry cannot be longer than the time between its start and its end.";
    TIME_IN_FUTURE = "A time entry cannot end in the future.";
    TIME_OVER_A_DAY = "A time entry cannot be longer than 24 hours. Add one for each day.";
    TIME_OVERLAPS = "The entry overlaps another one of {name}, on {id}, that starts at {start}.";
    TIME_PARTS_NEED_SECOND = "Both parts of a split time entry need at least one second.";
    TRACKED = "Tracked time";
    TIMERS_OF_WINDOW = "Another window runs the timers of this project.";
    TIMERS_OF_SERVER = "A server for agents runs the timers of this project.";
    TIME_NOT_ADDED = "{hours} h of {id} are in the log, but could not be added to the task: {why}";
    TIMERS_OFF = "Timers are turned off: settings.timer_provider is off.";
    TIMERS_LEFT_TO_SERVERS = "Agents run the timers: settings.timer_provider is mcp.";
    TIMERS_LEFT_TO_EDITOR = "The editor runs the timers: settings.timer_provider is vscode.";
    TIMERS_WAIT_FOR_PAUSE = "Writing is paused, and another window may still measure the timers. Repeat this when the pause ends.";
    TIMERS_WAIT_FOR_WINDOW = "Another window may still measure the timers. Repeat this in a minute.";
    TIMER_STOPPED_WITH_TASK = "The timer of {task} stops, and its {hours} h go to the task.";
    TIMER_FILE_BROKEN = "{path} cannot be read, so it was not changed: {why}";

    // Ways to settle it.
    NO_REPAIR = "Only repair commands can be combined into one repair.";
    REPAIRED = "Repaired {count} problems";
    REPAIR_BOM = "Remove the byte order mark";
    REPAIR_LOG = "Remove the damaged lines";
    REPAIR_KEY = "Remove {key}";
    REPAIR_REPEATED_KEY = "Keep only the last {key}";
    REPAIR_DISCARD = "Move {name} to the trash";
    REPAIR_KEEP_FILE = "Keep {file}";
    REPAIR_RENAME_FOLDER = "Rename the folder after {id}";
    REPAIR_CHANGE_ID = "Change the ID to {id}";
    REPAIR_NEW_ID = "Give the task in {name} a new ID";
    REPAIR_MOVE = "Move {id} under {parent}";
    REPAIR_MOVE_MANY = "Move {count} tasks under {parent}";
    REPAIR_STATUS = "Set the status to {status}";
    REPAIR_DEPENDENCY = "Remove the dependency on {id}";
    REPAIR_NAME = "Add {name} to {file}";
}

/// Tasks that wait for each other, the last for the first: "a → b → a".
pub(crate) fn circle(ids: &[&str]) -> String {
    let mut line = String::new();
    for id in ids {
        line.push_str(id);
        line.push_str(" → ");
    }
    line.push_str(ids.first().unwrap_or(&""));
    line
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    #[test]
    fn the_list_for_translators_is_fresh() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../webviews/contract/generated/texts.json");
        let all = super::ALL.iter().map(|text| (*text).to_owned()).chain(of_the_format());
        let all: BTreeSet<String> = all.chain(crate::view::setting_texts().map(str::to_owned)).collect();
        let wanted = serde_json::to_string_pretty(&all).unwrap() + "\n";
        if std::fs::read_to_string(&path).ok().as_deref() != Some(wanted.as_str()) {
            std::fs::write(&path, &wanted).unwrap();
            panic!("texts.json was out of date and is written anew: commit it");
        }
    }

    /// The sentences about what stands in a single file, which the layer below says.
    fn of_the_format() -> Vec<String> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../format/src/texts.rs");
        let source = std::fs::read_to_string(path).unwrap();
        let literals = source.split("&str =").skip(1).map(|rest| {
            let (literal, _) = rest.split_once("\";").unwrap();
            serde_json::from_str(&format!("{}\"", literal.trim())).unwrap()
        });
        literals.collect()
    }

    #[test]
    fn no_sentence_is_said_twice() {
        let all: BTreeSet<&str> = super::ALL.iter().copied().collect();
        assert_eq!(all.len(), super::ALL.len());
    }
}
