//! The settings of the page, with their names and what they do. The one place that describes them.

use handoff_protocol::view::SettingsSubject;

/// A setting. `key` is below the subject's table, or below the entry's.
pub(super) struct Described {
    pub(super) key: &'static [&'static str],
    pub(super) title: &'static str,
    pub(super) text: &'static str,
}

const fn one(key: &'static [&'static str], title: &'static str, text: &'static str) -> Described {
    Described { key, title, text }
}

/// The settings of the project, by subject.
pub(super) const GROUPS: &[(SettingsSubject, &[Described])] = &[
    (SettingsSubject::Project, PROJECT),
    (SettingsSubject::Calendar, CALENDAR),
    (SettingsSubject::Rules, RULES),
    (SettingsSubject::Time, TIME),
    (SettingsSubject::Agents, AGENTS),
    (SettingsSubject::Memory, MEMORY),
    (SettingsSubject::Overview, OVERVIEW),
];

const PROJECT: &[Described] = &[
    one(&["project", "name"], "Name", "The name of the project in tabs, lists and messages."),
    one(
        &["project", "description"],
        "Description",
        "One sentence about the project. Agents get it at the start of a conversation.",
    ),
    one(&["started_at"], "First day", "The day on which the project began. Charts and reports start there."),
    one(
        &["effort_budget", "total_hours"],
        "Budget in hours",
        "The hours that the whole project may take. The metrics compare them with the hours spent and left.",
    ),
];

const DAY_HOURS: &str = "Hours by weekday and date";
const DAY_HOURS_TEXT: &str =
    "Other hours on some weekdays, or on single days. A single day with hours is a working day, even on a weekday off.";

const CALENDAR: &[Described] = &[
    one(
        &["calendar", "work_hours_per_day"],
        "Hours per day",
        "The working hours of an ordinary day. The scheduler fills days with them.",
    ),
    one(
        &["calendar", "closed_weekdays"],
        "Days off each week",
        "Weekdays on which nobody works. A person can have other ones.",
    ),
    one(&["calendar", "day_hours"], DAY_HOURS, DAY_HOURS_TEXT),
    one(&["calendar", "closed_dates"], "Holidays", "Days on which nobody works. They win over the extra working days."),
    one(
        &["calendar", "open_dates"],
        "Extra working days",
        "Days on which people work although the weekday is a day off.",
    ),
    one(
        &["calendar", "max_utilization"],
        "Share of a day to plan",
        "The share of each day that the scheduler fills, from 0 to 1. The rest stays free for what comes up.",
    ),
    one(
        &["calendar", "overwork_limit_percent"],
        "Overbooked from (%)",
        "A day with more work than this share of its hours counts as overbooked.",
    ),
];

/// The WIP limit of a status.
pub(super) const LIMIT: Described = one(
    &["settings", "custom_fields", "wip_limits"],
    "{status}",
    "The maximum number of tasks in this column of the board. The board warns above it; nothing is refused.",
);

const RULES: &[Described] = &[
    one(
        &["settings", "require_estimate_hours"],
        "Require estimates",
        "A task without subtasks needs an estimate before it can be in progress, in review or done.",
    ),
    one(
        &["settings", "ai_estimate_multiplier"],
        "Hours of an agent per estimated hour",
        "An agent is planned with the estimate times this factor: 0.2 plans 12 minutes for an hour.",
    ),
];

const TIME: &[Described] = &[
    one(
        &["settings", "timer_provider"],
        "Who runs timers",
        "The program that measures the time of a task: the editor (vscode), the servers of agents (mcp), whichever is there first (auto), or none (off).",
    ),
    one(
        &["settings", "timer_idle_timeout_minutes"],
        "Pause after idle minutes",
        "A timer pauses when nothing has happened for this long. 0 never pauses.",
    ),
    one(
        &["settings", "timer_authority_ttl_secs"],
        "Timers are free after seconds",
        "When the program that runs the timers has been silent for this long, another one may run them.",
    ),
];

const AGENTS: &[Described] = &[
    one(
        &["settings", "custom_fields", "agents"],
        "Agents among the people",
        "The short names of agents, one a line. Agents are planned with their own hours and have another avatar.",
    ),
    one(
        &["settings", "custom_fields", "handoff_tools"],
        "Tool sets",
        "The tools that the Handoff server offers to agents. Each set costs tokens in every conversation.",
    ),
    one(
        &["settings", "context_files"],
        "Files to read first",
        "Every conversation of an agent is told to read these files. Paths are relative to the project.",
    ),
    one(
        &["settings", "multi_session"],
        "Several active sessions",
        "Allows several sessions to be active at the same time, for example one for each branch.",
    ),
    one(
        &["settings", "auto_git_summary"],
        "Record the state of Git",
        "A saved session records the branch, the commit and the changed files.",
    ),
    one(
        &["settings", "history_limit"],
        "Closed sessions to keep",
        "When more sessions than these are closed, the oldest move to the trash. What they decided stays.",
    ),
    one(
        &["settings", "done_task_limit"],
        "Finished tasks in trees",
        "The maximum number of finished tasks that an agent sees when it lists tasks.",
    ),
];

const MEMORY: &[Described] = &[
    one(&["settings", "memory_enabled"], "Use memories", "Agents save what they learned, and find it again later."),
    one(
        &["settings", "memory_query_limit"],
        "Memories per search",
        "The maximum number of memories that a search returns.",
    ),
    one(
        &["settings", "memory_query_min_score"],
        "Minimum score",
        "A memory with a lower score is not a result of a search.",
    ),
    one(
        &["settings", "memory_query_relative_threshold"],
        "Minimum share of the best score",
        "A memory whose score is below this share of the best one, from 0 to 1, is not a result.",
    ),
    one(
        &["settings", "memory_dup_threshold"],
        "Similarity of duplicates",
        "From this similarity on, from 0 to 1, a new memory counts as a duplicate of an older one.",
    ),
    one(
        &["settings", "memory_stale_days"],
        "Stale after days",
        "A memory that was not used for this long counts as stale.",
    ),
    one(
        &["settings", "memory_injected_gc_days"],
        "Forget shown memories after days",
        "Notes about which memory was shown to which conversation are deleted after this time.",
    ),
];

const OVERVIEW: &[Described] = &[
    one(
        &["dashboard", "scan_dirs"],
        "Folders to search",
        "All Projects searches these folders for other projects. ~/ is your home folder.",
    ),
    one(&["dashboard", "exclude_patterns"], "Folders to skip", "Folders with these names are not searched."),
    one(&["dashboard", "max_depth"], "Depth of the search", "How many folders deep the search goes."),
];

/// The settings of an assignee, below `assignees.<key>`.
pub(super) const ASSIGNEE: &[Described] = &[
    one(&["display_name"], "Display name", "The name that people see. Tasks keep the short name."),
    one(&["color"], "Color", "The color of the avatar: a hexadecimal number such as #1E90FF, or a name such as teal."),
    one(
        &["work_hours_per_day"],
        "Hours per day",
        "The working hours of an ordinary day, if they differ from those of the project.",
    ),
    one(&["closed_weekdays"], "Days off each week", "Weekdays without work, instead of those of the project."),
    one(&["day_hours"], DAY_HOURS, DAY_HOURS_TEXT),
    one(&["closed_dates"], "Days off", "Single days without work, such as a vacation."),
    one(&["open_dates"], "Extra working days", "Days with work although the weekday or the date is a day off."),
];

/// The settings of a milestone, below `milestones.<name>`.
pub(super) const MILESTONE: &[Described] = &[
    one(&["date"], "Date", "The day on which the milestone is due. The chart draws a line there."),
    one(&["color"], "Color", "The color of the line: a hexadecimal number such as #1E90FF, or a name such as teal."),
    one(&["description"], "Description", "What is reached with this milestone."),
];

/// The color of a label, below `settings.custom_fields.label_colors`.
pub(super) const LABEL: Described = one(
    &["settings", "custom_fields", "label_colors"],
    "Color",
    "The color of the dot before the label: a hexadecimal number such as #1E90FF, or a name such as teal.",
);

#[cfg(test)]
pub(crate) fn texts() -> impl Iterator<Item = &'static str> {
    let groups = GROUPS.iter().flat_map(|(_, settings)| settings.iter());
    let all = groups.chain(ASSIGNEE).chain(MILESTONE).chain([&LIMIT, &LABEL]);
    all.flat_map(|setting| [setting.title, setting.text]).filter(|text| *text != LIMIT.title)
}
