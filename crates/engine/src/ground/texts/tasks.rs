//! Tasks.

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
    PROVED = "Added a proof of “{item}” to {task}";
    SET_FIELD = "Set the {field} of {task} to {value}";
    CLEARED_FIELD = "Cleared the {field} of {task}";
    CHANGED_FIELD = "Changed the {field} of {task}";
    MOVED_TO = "Moved {task} to {days}";
    MOVED_TO_WITH_OTHERS = "Moved {task} to {days}, and {count} more with it";
    MOVED_DATES = "Changed the dates of {task}";
    CLEARED_DATES = "Cleared the dates of {task}";
    SCHEDULED = "Scheduled {task}";
    SCHEDULED_FROM = "Scheduled {task} from {date}";
    TASKS_IMPORTED = "Imported {count} tasks";

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

    // Warnings.
    SKIPPED = "{id} was not changed, since its file cannot be written: {path}";
    AWAITS_DELETED = "{task} waits for {other}.";
    LINKS_TO_DELETED = "{task} has a link to {other}.";
    SESSIONS_NAME_DELETED = "Mentioned in sessions: {count}.";
    DOCUMENTS_NAME_DELETED = "Mentioned in documents: {count}.";
    MAY_BE_AWAITED = "Tasks that could not be read may wait for {ids}. {why}";
    BAD_STAMP = "{name} of {id} is “{value}”, which is not a time such as 2026-01-05T09:30:00Z, and was left out.";
    IMPORTED_WITH_OPEN_CRITERIA = "{task} is imported as done, although not all of its criteria are met.";
    OPEN_BELOW_CLOSED = "{task} is open below {parent}, which is finished. Reopen {parent}, or finish {task} too.";
    DEPENDENCY_WITHOUT_EFFECT = "The dependency of {id} on {other} has no effect: one of them contains the other.";
    REQUIREMENT_UNKNOWN = "No document has the requirement {id}, so nothing was linked to it.";
    REQUIREMENT_AMBIGUOUS = "Several documents have the requirement {id}, so nothing was linked to it.";
    REQUIREMENTS_UNPROVEN = "{task} is {status}, but has requirements without a test or a verification: {ids}.";
    REQUIREMENTS_UNAPPROVED = "{task} is {status}, but has requirements that are not approved: {ids}.";
    SHARED_PATHS = "{task} and {other}, which is also in progress, touch the same files: {paths}.";
    DONE_WITHOUT_PROOF = "{task} is done without a proof of “{item}”.";
    DONE_WITH_FAILED_PROOF = "{task} is done, although the command for “{item}” failed.";
    DONE_WITHOUT_CRITERIA = "{task} is done without done criteria, so nothing is proven.";
    SCHEDULE_NOT_RECORDED = "The decision was not recorded in {path}, since the file cannot be written.";
    ID_GUESSED = "{id} waits for {other} ({title}), an ID that this call has assigned. To be sure, name tasks of the same call by title or ref.";

    // Tasks that cannot be changed.
    UNKNOWN_TASK = "There is no task {id}.";
    TASK_NOT_READ = "Task {id} was not found among the tasks that could be read. {why}";
    AMBIGUOUS_TASK = "Several folders contain a task {id}. Give all but one another ID first.";
    SEVERAL_FILES = "The folder of {id} contains several task files. Choose the one to keep first.";
    BROKEN_TASK = "{path} cannot be read and is not overwritten. Repair the file first.";
    TASK_WITHOUT_ID = "{path} has no ID. Give the task one first.";
    FILE_MISSING = "The file of {id} is missing at the moment. Try again shortly.";
    FIELD_CHANGED = "{id} was changed in the meantime. Check the new value first.";
    FIELD_CHANGED_BY = "{id} was changed by {actor} in the meantime. Check the new value first.";
    FIELD_CHANGED_BY_AGENT = "{id} was changed by the agent {actor} in the meantime. Check the new value first.";

    // Values that are refused.
    ID_TAKEN = "A task {id} already exists. Choose another ID.";
    ID_LIKE_ANOTHER = "The task {other} exists already, and some file systems take {id} for the same name. Choose another ID.";
    TASK_TWICE = "The task {id} is given twice.";
    REF_TWICE = "Two tasks have the ref “{name}”. Give each task its own.";
    TITLE_AMBIGUOUS = "Several tasks have the title “{title}”. Use an ID or a ref instead.";
    WAITS_FOR_ITSELF = "{id} is the ID that this task would get, and a task cannot wait for itself. Use the title, the ref or the ID of another task.";
    LONG_TITLE = "The title has {length} characters, and at most {max} are possible. Put the text into the description.";
    EMPTY_TITLE = "A task needs a title.";
    ONE_LINE = "This must be a single line without control characters: {value}";
    EMPTY_ENTRY = "An entry of this list is empty.";
    EMPTY_LINK = "A link needs a target and a type.";
    EMPTY_CRITERION = "A done criterion cannot be empty.";
    EMPTY_COMMAND = "The first word of a command is the program to run. It cannot be empty.";
    EMPTY_PROOF = "A proof names a command, a commit, a file or a URL. It cannot be empty.";
    CRITERIA_TWICE = "Send either the whole checklist or one change to it, not both.";
    CRITERION_GONE = "The criterion “{item}” is no longer at its position. Check the list and try again.";
    CRITERION_UNKNOWN = "There is no criterion “{item}”. The criteria are: {criteria}.";
    CRITERION_AMBIGUOUS = "Several criteria start with “{item}”. The criteria are: {criteria}.";
    TASK_WITHOUT_CRITERIA = "There is no criterion “{item}”, because the task has none.";
    BAD_DATE = "{value} is not a date. Write it as YYYY-MM-DD.";
    DUE_BEFORE_START = "{id} would be due on {due}, before it starts on {start}.";
    BAD_ROLE = "{value} is not a role. Use implements or executes.";
    BAD_LAG = "{value} is not a lag. Use working days from -1000 to 1000.";
    BAD_HOURS = "{value} is not valid for {field}. Use 0 to {limit} hours.";
    BAD_LOGGED_HOURS = "Hours must be above 0 and at most {limit}.";

    // Changes that break a rule.
    NEVER_OPEN = "{assignee} has no working day within ten years of {date}. Add working days to the calendar.";
    NOBODY_NEVER_OPEN = "There is no working day within ten years of {date}. Add working days to the project's calendar.";
    OUT_OF_TIME = "{id} would be scheduled too far in the future. Check its hours and dates, and those of the tasks it waits for.";
    OPEN_CRITERION = "{id} cannot be set to done: the criterion “{item}” is not met.";
    PROOF_MISSING = "{id} cannot be set to done: the criterion “{item}” has no proof. Tick it with a proof, or run handoff verify {id}.";
    PROOF_FAILED = "{id} cannot be set to done: the command for “{item}” failed. Correct that, and tick it with a new proof or run handoff verify {id}.";
    NOTHING_PROVEN = "{id} cannot be set to done: the project wants a proof, and it has no done criteria. Add one, and tick it with a proof.";
    DONE_NEEDS_REVIEW = "{id} needs a review. Set it to review; a person sets it to done.";
    NOT_IN_REVIEW = "{id} is {status}. Only a task in review is sent back.";
    SENT_BACK_WITHOUT_COMMENT = "Say what is missing: a task is sent back with a comment.";
    OPEN_CHILD = "{id} cannot be closed: its subtask {child} ({title}) is {status}.";
    ESTIMATE_REQUIRED = "“{title}” needs an estimate before it can move to {status}.";
    ESTIMATE_KEPT = "“{title}” ({status}) needs an estimate above zero hours.";
    DEPENDENCY_CYCLE = "This would create a circular dependency: {cycle}.";
    DEPENDENCY_CYCLE_WITH_PARENTS = "This would create a circular dependency: {cycle}. A task ends after its subtasks, and they wait for everything that it waits for.";
    MOVE_INTO_ITSELF = "{id} cannot be moved under itself or its subtasks.";
}
