//! Problems of files, and their repairs.

texts! {
    // Problems of files.
    LINK = "{path} is a symbolic link, which Handoff does not follow. Replace it with its target.";
    UNREADABLE = "{path} could not be read ({reason}). Check its permissions, or move it elsewhere.";
    NOT_A_FOLDER = "{path} is not a folder. Move it elsewhere.";
    NOT_A_FILE = "{path} is a folder instead of a file. Move it elsewhere.";
    UNPARSED = "{path} cannot be parsed: {why}";
    PARTLY_PARSED = "{path} is used only in part: {why}";
    CONFIG_DEFAULTS = "{path} cannot be parsed, so default settings apply: {why}";
    NOT_UTF8 = "{path} is not UTF-8 text. Convert it, or move it elsewhere.";
    FEW_HOURS = "{id} has {hours} actual hours, and time entries of {entered} h.";
    FRACTION = "{key} is {value}, which counts as {percent} %. Other programs take it for {value} %, which leaves almost no time.";
    UNKNOWN_FILE = "{path} is not a file name that Handoff uses. Rename the file or move it elsewhere.";
    HIDDEN_TASK = "Until this is fixed, {id} shows only its name and cannot be changed.";
    DAMAGED_LOG = "Here the activity log has a damaged line, left by an interrupted write. Damaged lines are skipped.";
    NO_TASK_FILE = "The folder {path} contains no task. Restore its task file or move the folder to the trash.";
    LONG_PATHS = "Paths of more than {limit} characters: {count}, of which this is the longest. Git and other programs on Windows may refuse them. Give the tasks shorter titles and rename their folders, or move subtasks up.";
    TWO_STATUS_FILES = "The folder {name} contains several task files: {files}. Keep one.";
    ID_MISMATCH = "The folder {name} contains the task {id}, but other programs cannot find it there. Rename the folder or change the ID.";
    UNKNOWN_STATUS = "The name of {path} contains no known status. The task counts as not started; set its status.";
    DUPLICATE_ID = "The folder {name} is not the only one that contains a task {id}. Give one of them another ID.";
    DANGLING = "{id} waits for {missing}, which does not exist. Remove the dependency or create the task.";
    MORE_DANGLING = "{id} waits for {count} more tasks that do not exist. Remove the dependencies or create the tasks.";
    CYCLE = "These tasks wait for each other: {cycle}. Remove one of the dependencies.";
    CYCLE_WITH_PARENTS = "These tasks wait for each other: {cycle}. A task ends after its subtasks, and they wait for everything that it waits for. Remove one of the dependencies.";
    UNKNOWN_ASSIGNEE = "{id} is assigned to {name}, who is not in the configuration.";
    UNKNOWN_MILESTONE = "{id} belongs to the milestone {name}, which is not in the configuration.";
    ODD_ID = "Another ID would be better for {id}. {why}";
    LOOK_ALIKE = "Some file systems take the ID {id} for the same name as {other}. Give one of the two tasks another ID.";

    // Ways to settle it.
    REPAIR_BOM = "Remove the byte order mark";
    REPAIR_SURROGATES = "Replace broken characters by U+FFFD";
    REPAIR_LOG = "Remove the damaged lines";
    REPAIR_KEY = "Remove {key}";
    REPAIR_REPEATED_KEY = "Keep only the last {key}";
    REPAIR_DISCARD = "Move {name} to the trash";
    REPAIR_KEEP_FILE = "Keep {file}";
    REPAIR_RENAME_FOLDER = "Rename the folder after {id}";
    REPAIR_CHANGE_ID = "Change the ID to {id}";
    REPAIR_NEW_ID_BOTH = "Give the task in {name} a new ID. What may mean any task {id} then names both: {references}";
    REPAIR_NEW_ID_FOLLOW = "Give the task in {name} a new ID, and use it in what may mean any task {id}: {references}";
    REPAIR_NEW_ID_STAY = "Give the task in {name} a new ID, and keep {id} in what may mean any task {id}: {references}";
    REPAIR_NEW_ID = "Give the task in {name} a new ID";
    REPAIR_MOVE = "Move {id} under {parent}";
    REPAIR_MOVE_MANY = "Move {count} tasks under {parent}";
    REPAIR_STATUS = "Set the status to {status}";
    REPAIR_DEPENDENCY = "Remove the dependency on {id}";
    REPAIR_DEPENDENCIES = "Remove {count} dependencies";
    REPAIR_FRACTION = "Set {key} to {percent}";
    REPAIR_HOURS = "Set the actual hours of {id} to {entered}";
    REPAIR_NAME = "Add {name} to {file}";

    // Labels and warnings of repairs.
    REPAIRED = "Repaired {count} problems";
    KEPT_FILE = "Kept {path} and moved the other task files of its folder to the trash";
    CHANGED_ID = "Changed the ID {id} to {to}";
    RENAMED_FOLDER = "Renamed {path} after the ID {id}";
    REPLACED_SURROGATES = "Replaced broken characters in {path} by U+FFFD";
    REMOVED_BOM = "Removed the byte order mark from {path}";
    REMOVED_DAMAGED_LINES = "Removed the damaged lines from {path}";
    REMOVED_KEY = "Removed {key} from {path}";
    REMOVED_REPEATED_KEY = "Kept only the last {key} in {path}";
    IGNORED_LOCAL_FILES = "Updated .handoff/.gitignore";
    MEANS_BOTH = "{by} referred to {id}, the ID of several tasks. It now refers to {id} {others} and to {to} {own}. Remove the one that it does not mean.";
    MEANS_RENAMED = "{by} referred to {id}, the ID of several tasks. It now refers to {to} {own}, and no longer to {id} {others}.";
    MEANS_OTHERS = "{by} referred to {id}, the ID of several tasks. It now refers to {id} {others}, and no longer to {own}, which is now {to}.";
    ENTRIES_MEAN_OTHERS = "The time entries of {id} ({by}) stay with {id} {others}. Move those that mean {own} to {to}.";
    STILL_NAMED = "{path} still refers to {id}.";
    REPAIRED_INTO_CYCLE = "Now these tasks wait for each other: {cycle}. Remove one of the dependencies.";

    // Refusals about files.
    NO_REPAIR = "Only repair commands can be combined into one repair.";
    UNREADABLE_PART = "{path} could not be read ({reason}), so nothing was changed: its contents would be missed. Check its permissions, or move it elsewhere.";
    LINKED_PART = "{path} is a symbolic link, so nothing was changed: its target would be missed. Replace it with its target.";
    PART_WITHOUT_FOLDER = "{path} is not a folder, so nothing was changed. Move it elsewhere.";
    PART_WITHOUT_FILE = "{path} is a folder instead of a file, so nothing was changed. Move it elsewhere.";
    NOTHING_THERE = "{path} does not exist.";
    CANNOT_WRITE = "{path} cannot be written: {why}";
    NO_TASK_FILE_THERE = "{path} is not a task file.";
    NO_RECORD_THERE = "{path} is not a file with keys.";
    NO_TASK_THERE = "There is no task in {path}.";
    IGNORE_FILE_BROKEN = ".handoff/.gitignore is not a text file, so no line can be added. Move it elsewhere first.";
    KEY_IS_SOUND = "{key} in {path} has no reported problem, so it was not removed.";
}
