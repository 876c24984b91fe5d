//! Sessions, checklists, memories, referrals, reports and time.

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

    // Missing inputs of reports.
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
}
