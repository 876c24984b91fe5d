//! What a report lacks.

texts! {
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
}
