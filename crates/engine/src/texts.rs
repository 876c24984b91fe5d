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
    // What a change set does.
    MOVE_DATES = "Move {id} in time";
    MOVE_DATES_OF_MANY = "Move {count} tasks in time";
    SET_DATES = "Set the dates of {id}";
    SET_DATES_OF_MANY = "Set the dates of {count} tasks";
    SCHEDULE_TASK = "Schedule {id}";
    SCHEDULE_TASKS = "Schedule {count} tasks";
    CREATE_TASK = "Create {id}: {title}";
    DUPLICATE_TASK = "Duplicate {id} as {copy}";
    SET_STATUS = "Set {id} to {status}";
    SET_STATUS_OF_MANY = "Set {count} tasks to {status}";
    CHANGE_TASK = "Change {id}";
    CHANGE_TASKS = "Change {count} tasks";
    MOVE_TASK = "Move {id} under {parent}";
    MOVE_TASK_TO_TOP = "Move {id} to the top level";
    MOVE_TASKS = "Move {count} tasks under {parent}";
    MOVE_TASKS_TO_TOP = "Move {count} tasks to the top level";
    REORDER_TASK = "Reorder {id}";
    REORDER_TASKS = "Reorder {count} tasks";
    DELETE_TASK = "Delete {id}: {title}";
    DELETE_TASKS = "Delete {count} tasks";
    DISCARD = "Move {path} to the trash";
    INIT_PROJECT = "Start the project {name}";
    CHANGE_CONFIG = "Change {keys} in the configuration";
    SAVE_BASELINE = "Keep the plan as the baseline {name}";
    DELETE_BASELINE = "Delete the baseline {name}";
    KEEP_FILE = "Keep {path} and move the other task files of its folder to the trash";
    CHANGE_ID = "Change the id {id} to {to}";
    RENAME_FOLDER = "Rename {path} after the id {id}";
    REMOVE_BOM = "Remove the byte order mark from {path}";
    REMOVE_KEY = "Remove {key} from {path}";
    REMOVE_REPEATED_KEY = "Keep only the last {key} in {path}";
    IGNORE_LOCAL_FILES = "Add what Git ignores to .handoff/.gitignore";
    RECORD_OBSERVED = "Write down what other programs did";

    // What a person should know although the change is made.
    STILL_AWAITED = "{by} ({title}) still waits for the deleted {id}.";
    STILL_NAMED = "{path} still names {id}.";

    // Why a command is refused.
    UNSAVED_EDITOR = "Nothing was changed, because the file has unsaved changes in an editor. Save or revert it and try again.";
    BAD_WRITER = "The log name {writer} must be 1 to 64 letters, digits, hyphens or underscores.";
    NOT_INITIALIZED = "There is no project here yet. Initialize one first.";
    ALREADY_INITIALIZED = "There already is a project here.";
    UNREADABLE_PART = "{path} could not be read ({reason}), so nothing was changed: what is in it would be overlooked. Check its permissions, or move it away.";
    LINKED_PART = "{path} is a symbolic link, so nothing was changed: what is behind it would be overlooked. Replace it by what it points to.";
    PART_WITHOUT_FOLDER = "{path} is not a folder, so nothing was changed. Move it away.";
    NOTHING_TO_UNDO = "There is nothing to take back.";
    UNDO_STALE = "{path} was changed by another program since, so this step cannot be taken back.";
    UNDO_ID_TAKEN = "{id} is the id of another task by now, “{title}” in {path}, so this step cannot be taken back. Give that task another id first.";
    UNKNOWN_TASK = "There is no task {id}.";
    AMBIGUOUS_TASK = "Several folders hold a task {id}. Give all but one another id first.";
    SEVERAL_FILES = "The folder of {id} holds several task files. Choose the one to keep first.";
    BROKEN_TASK = "{path} cannot be read and is not overwritten. Repair the file first.";
    TASK_WITHOUT_ID = "{path} has no id. Give the task one first.";
    FILE_MISSING = "The file of {id} is missing just now. Try again in a moment.";
    ID_TAKEN = "There already is a task {id}. Choose another id.";
    EMPTY_TITLE = "A task needs a title.";
    ONE_LINE = "This must be one line without control characters: {value}";
    EMPTY_NAME = "A baseline needs a name.";
    NO_DATES = "No task has a date yet, so there would be nothing to compare with. Give tasks dates first.";
    NO_BASELINE = "There is no baseline at {path}.";
    EMPTY_ENTRY = "An entry of this list is empty.";
    EMPTY_LINK = "A link needs a target and a type.";
    EMPTY_CRITERION = "A done criterion needs words.";
    CRITERIA_TWICE = "Send either the whole check list or one change to it, not both.";
    CRITERION_GONE = "The criterion “{item}” is not where it was. Look at the check list again.";
    BAD_DATE = "{value} is not a date. Write it as YYYY-MM-DD.";
    DUE_BEFORE_START = "{id} would be due on {due}, before it starts on {start}.";
    NEVER_OPEN = "{assignee} has no working day within ten years of {date}. Open days in the calendar.";
    NOBODY_NEVER_OPEN = "There is no working day within ten years of {date}. Open days in the project's calendar.";
    OUT_OF_TIME = "{id} would come too far in the future. Look at its hours and dates, and at those of the tasks before it.";
    BAD_LAG = "{value} is not a lag. Give working days from -1000 to 1000.";
    BAD_HOURS = "{value} is not a number of hours. Give zero or more.";
    FIELD_CHANGED = "{id} was changed meanwhile. Look at the new value first.";
    OPEN_CRITERION = "{id} cannot be done: the criterion “{item}” is open.";
    OPEN_CHILD = "{id} cannot be closed: its subtask {child} ({title}) is {status}.";
    ESTIMATE_REQUIRED = "“{title}” needs an estimate before it can move to {status}.";
    ESTIMATE_KEPT = "“{title}” ({status}) needs an estimate above zero hours.";
    DEPENDENCY_CYCLE = "The tasks would wait for each other: {cycle}.";
    MOVE_INTO_ITSELF = "{id} cannot go below itself.";
    PATH_IS_KEPT = "{path} belongs to the project and cannot be discarded.";
    NOTHING_THERE = "There is nothing at {path}.";
    NO_TASK_FILE_THERE = "{path} is not a task file.";
    NO_RECORD_THERE = "{path} is no record with keys.";
    NO_TASK_THERE = "There is no task in {path}.";
    IGNORE_FILE_BROKEN = ".handoff/.gitignore is not a text file, so no line can be added. Move it away first.";
    KEY_IS_SOUND = "{key} in {path} is not reported as broken and stays.";
    UNKNOWN_SETTING = "There is no setting {key}. Settings of your own go below settings.custom_fields.";
    BAD_SETTING = "{value} does not fit {key}. It takes: {wanted}";

    // What is wrong with files.
    LINK = "{path} is a symbolic link and is not followed. Replace it by what it points to.";
    UNREADABLE = "{path} could not be read ({reason}). Check its permissions, or move it away.";
    NOT_A_FOLDER = "{path} is not a folder. Move it away.";
    UNKNOWN_FILE = "{path} has a name that no record has. Rename it or move it away.";
    HIDDEN_TASK = "Until then {id} shows nothing but its name and cannot be changed.";
    BAD_LOG_LINE = "This line of the activity log cannot be read and is skipped. Correct or remove it.";
    NO_TASK_FILE = "The folder {path} holds no task. Restore its task file or discard the folder.";
    TWO_STATUS_FILES = "The folder {name} holds several task files: {files}. Keep one.";
    ID_MISMATCH = "The folder {name} holds the task {id}, which other programs cannot find there. Rename the folder or change the id.";
    UNKNOWN_STATUS = "The name of {path} has no known status. The task counts as not started; set its status.";
    DUPLICATE_ID = "Another folder than {name} also holds a task {id}. Give one of them another id.";
    DANGLING = "{id} waits for {missing}, which does not exist. Remove the dependency or create the task.";
    CYCLE = "Tasks wait for each other: {cycle}. Remove one of the dependencies.";
    UNKNOWN_ASSIGNEE = "{id} is assigned to {name}, whom the configuration does not know.";
    UNKNOWN_MILESTONE = "{id} belongs to the milestone {name}, which the configuration does not know.";

    // How a commit ends when it does not end well, and what one left behind.
    LOCKED_BY = "{writer} has been saving in this project for {seconds} seconds. Try again in a moment.";
    LOCKED = "Another program is saving in this project. Try again in a moment.";
    KEEPS_CHANGING = "Other programs keep changing {path}. Nothing was saved; try again when they are done.";
    PARTLY_SAVED = "Another program changed {path} while it was being saved, so that only a part of the change could be taken back. Look at the problems.";
    LOST_LOCK = "Saving stood still for so long that another window took over. Look at {path} and try again if the change is missing.";
    READ_ONLY = "This project cannot be written: {reason}";
    SAVE_FAILED = "{path} could not be saved: {reason}. Nothing was changed.";
    SAVE_BROKEN_OFF = "{path} could not be saved: {reason}. What was begun is completed or taken back when the project is opened next.";
    IN_THE_WAY = "{path} stands in the way of saving changes: {reason}. Move it away, or check its permissions.";
    RECOVERED = "Complete an interrupted change";
    RECOVERY_FAILED = "An interrupted change could not be completed: {path}: {reason}. It is tried again when the project is opened next.";
    INTERRUPTED = "A change was interrupted, and another program has changed {path} since. That was kept; the rest of the change was made. The plan lies in {kept}: compare the two.";
    BAD_JOURNAL = "{path} says how to complete an interrupted change, but makes no sense. It was moved to {kept}: look whether a change is missing.";
    COMMIT_STUCK = "Saving stopped without a reason. Look at the files and try again.";
    NO_COMMIT = "Nothing is being saved.";

    // Ways to settle it.
    NO_REPAIR = "Only commands that repair something can be carried out together as repairs.";
    REPAIRED = "Repaired {count} problems";
    REPAIR_BOM = "Remove the byte order mark";
    REPAIR_KEY = "Remove {key}";
    REPAIR_REPEATED_KEY = "Keep only the last {key}";
    REPAIR_DISCARD = "Move {name} to the trash";
    REPAIR_KEEP_FILE = "Keep {file}";
    REPAIR_RENAME_FOLDER = "Rename the folder after {id}";
    REPAIR_CHANGE_ID = "Change the id to {id}";
    REPAIR_NEW_ID = "Give the task in {name} a new id";
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
        let all: BTreeSet<String> = super::ALL.iter().map(|text| (*text).to_owned()).chain(of_the_format()).collect();
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
