//! Time entries and timers.

texts! {
    // Time entries.
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

    // Timers.
    TIMER_STARTED = "Started the timer of {id}";
    TIMER_RESUMED = "Resumed the timer of {id} at {seconds} s";
    TIMER_RUNS = "The timer of {id} has already been running for {seconds} s";
    TIMER_STOPPED = "Stopped the timer of {id} and added {hours} h to the task";
    TIMER_SWITCHED = "Started the timer of {id}, and stopped {stopped}";
    TIMER_START_REQUESTED = "Asked the editor to start the timer of {id}";
    TIMER_STOP_REQUESTED = "Asked the editor to stop the timer of {id}";
    TIMER_START_PENDING = "The editor was asked {seconds} s ago to start the timer of {id}, but has not responded";
    TIMER_STOP_PENDING = "The editor was asked {seconds} s ago to stop the timer of {id}, but has not responded";
    TRACKED = "Tracked time";
    TIMERS_OF_WINDOW = "Another window runs the timers of this project.";
    TIMERS_OF_SERVER = "A server for agents runs the timers of this project.";
    TIME_NOT_ADDED = "{hours} h of {id} are in the log, but could not be added to the task: {why}";
    TIMERS_OFF = "Timers are turned off: settings.timer_provider is off.";
    TIMERS_LEFT_TO_SERVERS = "Agents run the timers: settings.timer_provider is mcp.";
    TIMERS_LEFT_TO_EDITOR = "The editor runs the timers: settings.timer_provider is vscode.";
    TIMERS_WAIT_FOR_PAUSE = "Writing is paused, and another window may still measure the timers. Repeat this when the pause ends.";
    TIMERS_WAIT_FOR_WINDOW = "Another window may still measure the timers. Repeat this in a minute.";
    TIMERS_HELD_BY_EDITOR = "An editor still runs the timers, although settings.timer_provider is mcp. It releases them at {until} at the latest; try again then.";
    EDITOR_SILENT = "No editor is running to do that: its last heartbeat is too old.";
    TIMER_STOPPED_WITH_TASK = "The timer of {task} stops, and its {hours} h go to the task.";
    TIMER_UNKNOWN = "No timer runs for {id}.";
    TIMER_END_BEFORE_START = "The timer of {id} runs since {since}. It cannot end before that.";
    TIMER_END_IN_FUTURE = "The timer of {id} cannot end in the future.";
    TIMER_RAN_IDLE = "There was no sign of work on {id} for {hours} h before this. If you stopped earlier, undo this, and stop it again with the time: handoff timer stop {id} --at 17:30.";
    TIMER_FILE_BROKEN = "{path} cannot be read, so it was not changed: {why}";
}
