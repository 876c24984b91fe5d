//! The names of the settings, and what they do (`…_TEXT`).

texts! {
    // A setting of an entry or a day, and of a status.
    SETTING_OF = "{title} ({name})";
    WIP_LIMIT_OF = "WIP limit of {status}";

    // The project.
    SETTING_NAME = "Name";
    SETTING_PROJECT_NAME_TEXT = "The name of the project in tabs, lists and messages.";
    SETTING_DESCRIPTION = "Description";
    SETTING_PROJECT_DESCRIPTION_TEXT = "One sentence about the project. Agents get it at the start of a conversation.";
    SETTING_FIRST_DAY = "First day";
    SETTING_FIRST_DAY_TEXT = "The day on which the project began. Charts and reports start there.";
    SETTING_BUDGET = "Budget in hours";
    SETTING_BUDGET_TEXT = "The hours that the whole project may take. The metrics compare them with the hours spent and left.";

    // The calendar.
    SETTING_WORK_HOURS_PER_DAY = "Hours per day";
    SETTING_WORK_HOURS_PER_DAY_TEXT = "The working hours of an ordinary day. The scheduler fills days with them.";
    SETTING_CLOSED_WEEKDAYS = "Days off each week";
    SETTING_CLOSED_WEEKDAYS_TEXT = "Weekdays on which nobody works. A person can have other ones.";
    SETTING_DAY_HOURS = "Hours by weekday and date";
    SETTING_DAY_HOURS_TEXT = "Other hours on some weekdays, or on single days. A single day with hours is a working day, even on a weekday off.";
    SETTING_CLOSED_DATES = "Holidays";
    SETTING_CLOSED_DATES_TEXT = "Days on which nobody works. They win over the extra working days.";
    SETTING_OPEN_DATES = "Extra working days";
    SETTING_OPEN_DATES_TEXT = "Days on which people work although the weekday is a day off.";
    SETTING_MAX_UTILIZATION = "Share of a day to plan (%)";
    SETTING_MAX_UTILIZATION_TEXT = "The share of each day that the scheduler fills. Below 100, the rest stays free for what comes up.";
    SETTING_MAX_PARALLEL_TASKS = "Tasks at once";
    SETTING_MAX_PARALLEL_TASKS_TEXT = "How many tasks one person works on at once in the schedule, each with all hours of a day.";
    SETTING_WORK_START_HOUR = "Work begins (hour)";
    SETTING_WORK_START_HOUR_TEXT = "The hour, 0 to 23, at which work usually begins. Other programs show it.";
    SETTING_WORK_END_HOUR = "Work ends (hour)";
    SETTING_WORK_END_HOUR_TEXT = "The hour, 1 to 24, at which work usually ends. Other programs show it.";
    SETTING_DEFAULT_ESTIMATE_HOURS = "Hours without estimate";
    SETTING_DEFAULT_ESTIMATE_HOURS_TEXT = "The hours that the scheduler plans for a task without estimate and dates. If this is not set, such a task takes a whole day.";
    DAY_WITHOUT_HOURS = "Work would end before it begins. Set work_start_hour and work_end_hour together.";
    CAPTURE_WITHOUT_COMMAND = "The capture method {name} needs a command: other programs cannot read the configuration without it.";
    SETTING_OVERWORK_LIMIT_PERCENT = "Overbooked from (%)";
    SETTING_OVERWORK_LIMIT_PERCENT_TEXT = "A day with more work than this share of its hours counts as overbooked.";

    // Rules.
    SETTING_WIP_LIMITS_TEXT = "The maximum number of tasks in this column of the board. The board warns above it; nothing is refused.";
    SETTING_REQUIRE_ESTIMATE_HOURS = "Require estimates";
    SETTING_REQUIRE_ESTIMATE_HOURS_TEXT = "A task without subtasks needs an estimate before it can be in progress, in review or done.";
    SETTING_DONE_NEEDS_EVIDENCE = "Require proofs";
    SETTING_DONE_NEEDS_EVIDENCE_TEXT = "An agent can set a task to done only if each done criterion has a proof. People get a warning.";
    SETTING_DONE_NEEDS_REVIEW = "Require reviews";
    SETTING_DONE_NEEDS_REVIEW_TEXT = "Agents set finished tasks to review. Only people set them to done.";
    SETTING_PLANS_NEED_APPROVAL = "Approve plans";
    SETTING_PLANS_NEED_APPROVAL_TEXT = "Agents propose changes of the plan, which people accept or reject. Claims, statuses, notes and criteria stay direct.";
    SETTING_AI_ESTIMATE_MULTIPLIER = "Hours of an agent per estimated hour";
    SETTING_AI_ESTIMATE_MULTIPLIER_TEXT = "An agent is planned with the estimate times this factor: 0.2 plans 12 minutes for an hour.";

    // Timers.
    SETTING_TIMER_PROVIDER = "Who runs timers";
    SETTING_TIMER_PROVIDER_TEXT = "The program that measures the time of a task: the editor (vscode), the servers of agents (mcp), whichever is there first (auto), or none (off).";
    SETTING_TIMER_IDLE_TIMEOUT_MINUTES = "Pause after idle minutes";
    SETTING_TIMER_IDLE_TIMEOUT_MINUTES_TEXT = "A timer pauses when nothing has happened for this long. 0 never pauses.";
    SETTING_TIMER_AUTHORITY_TTL_SECS = "Timers are free after seconds";
    SETTING_TIMER_AUTHORITY_TTL_SECS_TEXT = "When the program that runs the timers has been silent for this long, another one may run them.";

    // Agents.
    SETTING_AGENTS = "Who is an agent";
    SETTING_AGENTS_TEXT = "The short names of agents, one a line. Agents are planned with their own hours and have another avatar.";
    SETTING_HANDOFF_TOOLS = "Tool sets";
    SETTING_HANDOFF_TOOLS_TEXT = "The tools that the Handoff server offers to agents. Each set costs tokens in every conversation.";
    SETTING_CONTEXT_FILES = "Files to read first";
    SETTING_CONTEXT_FILES_TEXT = "Every conversation of an agent is told to read these files. Paths are relative to the project.";
    SETTING_MULTI_SESSION = "Several active sessions";
    SETTING_MULTI_SESSION_TEXT = "Allows several sessions to be active at the same time, for example one for each branch.";
    SETTING_AUTO_GIT_SUMMARY = "Record the state of Git";
    SETTING_AUTO_GIT_SUMMARY_TEXT = "A saved session records the branch, the commit and the changed files.";
    SETTING_HISTORY_LIMIT = "Closed sessions to keep";
    SETTING_HISTORY_LIMIT_TEXT = "When more sessions than these are closed, the oldest move to the trash. What they decided stays.";
    SETTING_DONE_TASK_LIMIT = "Finished tasks in trees";
    SETTING_DONE_TASK_LIMIT_TEXT = "The maximum number of finished tasks that an agent sees when it lists tasks.";

    // Memories.
    SETTING_MEMORY_ENABLED = "Use memories";
    SETTING_MEMORY_ENABLED_TEXT = "Agents save what they learned, and find it again later.";
    SETTING_MEMORY_QUERY_LIMIT = "Memories per search";
    SETTING_MEMORY_QUERY_LIMIT_TEXT = "The maximum number of memories that a search returns.";
    SETTING_MEMORY_QUERY_MIN_SCORE = "Minimum score";
    SETTING_MEMORY_QUERY_MIN_SCORE_TEXT = "A memory with a lower score is not a result of a search.";
    SETTING_MEMORY_QUERY_RELATIVE_THRESHOLD = "Minimum share of the best score";
    SETTING_MEMORY_QUERY_RELATIVE_THRESHOLD_TEXT = "A memory whose score is below this share of the best one, from 0 to 1, is not a result.";
    SETTING_MEMORY_DUP_THRESHOLD = "Similarity of duplicates";
    SETTING_MEMORY_DUP_THRESHOLD_TEXT = "From this similarity on, from 0 to 1, a new memory counts as a duplicate of an older one.";
    SETTING_MEMORY_STALE_DAYS = "Stale after days";
    SETTING_MEMORY_STALE_DAYS_TEXT = "A memory that was not used for this long counts as stale.";
    SETTING_MEMORY_INJECTED_GC_DAYS = "Forget shown memories after days";
    SETTING_MEMORY_INJECTED_GC_DAYS_TEXT = "Notes about which memory was shown to which conversation are deleted after this time.";

    // All Projects.
    SETTING_SCAN_DIRS = "Folders to search";
    SETTING_SCAN_DIRS_TEXT = "All Projects searches these folders for other projects. ~/ is your home folder.";
    SETTING_EXCLUDE_PATTERNS = "Folders to skip";
    SETTING_EXCLUDE_PATTERNS_TEXT = "Folders with these names are not searched.";
    SETTING_MAX_DEPTH = "Depth of the search";
    SETTING_MAX_DEPTH_TEXT = "How many folders deep the search goes.";

    // People and agents.
    ASSIGNEE_DISPLAY_NAME = "Display name";
    ASSIGNEE_DISPLAY_NAME_TEXT = "The name that people see. Tasks keep the short name.";
    SETTING_COLOR = "Color";
    ASSIGNEE_COLOR_TEXT = "The color of the avatar: a hexadecimal number such as #1E90FF, or a name such as teal.";
    ASSIGNEE_WORK_HOURS_PER_DAY_TEXT = "The working hours of an ordinary day, if they differ from those of the project.";
    ASSIGNEE_CLOSED_WEEKDAYS_TEXT = "Weekdays without work, instead of those of the project.";
    ASSIGNEE_CLOSED_DATES = "Days off";
    ASSIGNEE_CLOSED_DATES_TEXT = "Single days without work, such as a vacation.";
    ASSIGNEE_OPEN_DATES_TEXT = "Days with work although the weekday or the date is a day off.";

    // Milestones.
    MILESTONE_DATE = "Date";
    MILESTONE_DATE_TEXT = "The day on which the milestone is due. The chart draws a line there.";
    MILESTONE_COLOR_TEXT = "The color of the line: a hexadecimal number such as #1E90FF, or a name such as teal.";
    MILESTONE_STATUS = "Stage";
    MILESTONE_STATUS_TEXT = "How far the milestone is. Tasks that are added to a frozen one get a warning.";
    MILESTONE_VERSION = "Version";
    MILESTONE_VERSION_TEXT = "The version that the milestone brings, such as 2.1.0.";
    MILESTONE_ORDER = "Order";
    MILESTONE_ORDER_TEXT = "The place in lists, ascending. Milestones without a number come last, by date.";
    MILESTONE_DEPENDS_ON = "Comes after";
    MILESTONE_DEPENDS_ON_TEXT = "Milestones whose tasks the scheduler plans before those of this one.";
    MILESTONE_STEP_BACK = "{name} is {from}. It becomes {to} again only with force (handoff milestone update --force).";
    MILESTONE_CIRCLE = "These milestones would come after each other: {circle}. Remove one of them from depends_on.";
    MILESTONE_UNKNOWN = "{name} depends on {other}, which is not a milestone of the configuration.";
    MILESTONE_FROZEN = "{id} was added to {name}, which is frozen.";
    MILESTONE_DESCRIPTION_TEXT = "What is reached with this milestone.";

    // Labels.
    LABEL_COLOR_TEXT = "The color of the dot before the label: a hexadecimal number such as #1E90FF, or a name such as teal.";
}
