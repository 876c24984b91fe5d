//! Reports in words.

texts! {
    WEEKLY_REPORT = "Weekly report: {name}";
    MILESTONE_REPORT = "Milestone report: {name}";
    EFFORT_REPORT = "Effort report: {name}";
    REPORT_DAYS = "Days: {days}. Written on {date}.";
    REPORT_PROGRESS = "Today {done} of {total} tasks are done or skipped.";
    REPORT_INEXACT = "What happened before {date} is known in part only.";
    REPORT_UNLOGGED = "There is no activity log. Only what tasks and sessions record is in this report.";
    WEEK_NOT_BEGUN = "The week of {date} has not begun. Name a day until today.";
    DAYS_NOT_BEGUN = "{date} has not come. Name a day until today.";
    REPORT_UNKNOWN_MILESTONE = "There is no milestone \"{name}\". The milestones are: {milestones}.";
    REPORT_NO_MILESTONE = "There is no milestone \"{name}\". The project has none.";

    SECTION_FINISHED = "Finished";
    FINISHED_ITEM = "{task}: {date}";
    FINISHED_BY_ITEM = "{task}: {date}, {name}";
    NOTHING_FINISHED = "No task was finished.";

    SECTION_SCOPE = "Changes in scope";
    SCOPE_ADDED = "Added: {task}";
    SCOPE_REMOVED = "Removed: {task}";
    SCOPE_SKIPPED = "Skipped: {task}";
    SCOPE_ESTIMATE = "New estimate: {task}, {before} h → {after} h";
    SCOPE_UNCHANGED = "The scope did not change.";

    SECTION_LATE = "Late and blocked";
    LATE_ITEM = "{task}: due {date}, overdue for {days}";
    BLOCKED_ITEM = "{task}: blocked since {date}";
    BLOCKED_UNKNOWN_ITEM = "{task}: blocked";
    LATE_IS_BLOCKED = "It is blocked.";
    LATE_WAITS_FOR = "Waits for: {tasks}";
    LATE_ASSIGNEE = "Assignee: {name}";
    ONE_DAY = "1 day";
    SEVERAL_DAYS = "{count} days";
    NOTHING_LATE = "Today no task is late or blocked.";

    SECTION_PEOPLE = "Who did what";
    PEOPLE_ITEM = "{name} ({kind}): {hours} h, finished tasks: {count}";
    PEOPLE_UNKNOWN_ITEM = "{name}: {hours} h, finished tasks: {count}";
    PEOPLE_UNNAMED = "Unknown";
    NOBODY_WORKED = "No working time is recorded.";

    SECTION_DECISIONS = "Decisions";
    DECISION_ITEM = "{decision}";
    DECISION_REASON = "Reason: {reason}";
    DECISION_AUTHOR = "By {name}";
    NOTHING_DECIDED = "No decision was recorded.";

    SECTION_NEXT = "Next week";
    SECTION_REMAINING = "Open tasks";
    NEXT_ITEM = "{task}: {days}";
    NEXT_UNDATED_ITEM = "{task}: no dates";
    NEXT_MILESTONE_ITEM = "Milestone {name}: {date}";
    NOTHING_NEXT = "Nothing is planned from {days}.";
    NOTHING_REMAINS = "No task is open.";

    SECTION_MILESTONES = "Milestones";
    MILESTONE_ITEM = "{name}: {done} of {total} tasks, {outlook}";
    REPORT_MILESTONE_DATE = "Date: {date}";
    REPORT_MILESTONE_FORECAST = "Possible by {possible}, likely by {likely}";
    REPORT_MILESTONE_POSSIBLE = "Possible by {possible}";
    NO_MILESTONES = "The project has no milestones.";
    OUTLOOK_REACHED = "reached";
    OUTLOOK_ON_TRACK = "on track";
    OUTLOOK_ON_PLAN = "on plan";
    OUTLOOK_AT_RISK = "at risk";
    OUTLOOK_LATE = "late";
    OUTLOOK_UNKNOWN = "no forecast";

    SECTION_HOURS = "Hours today";
    HOURS_USED = "Used: {hours} h";
    HOURS_REMAINING = "Remaining work: {hours} h";
    HOURS_PROJECTED = "Expected in all: {hours} h";
    HOURS_BUDGET = "Budget: {hours} h, left: {left} h";

    SECTION_TASK_HOURS = "Hours of tasks";
    TASK_HOURS_ITEM = "{task}: {hours} h";
    NO_TASK_HOURS = "The hours of no task changed.";

    SECTION_ESTIMATES = "Estimates of finished tasks";
    ESTIMATE_ITEM = "{task}: estimate {estimate} h, actual {actual} h";
    ESTIMATES_TOTAL = "Together: estimate {estimate} h, actual {actual} h";
    NO_ESTIMATES = "No finished task has both an estimate and actual hours.";

    REPORT_MORE = "… and {count} more";
}
