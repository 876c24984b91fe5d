//! The settings that people change: their keys, names and descriptions, by subject.

use handoff_protocol::view::SettingsSubject;
use handoff_protocol::{Status, Text, TextArg};

use crate::ground::texts;

/// A setting. `key` is below the subject's table, or below the entry's.
pub(crate) struct Described {
    pub(crate) key: &'static [&'static str],
    pub(crate) title: &'static str,
    pub(crate) text: &'static str,
}

const fn one(key: &'static [&'static str], title: &'static str, text: &'static str) -> Described {
    Described { key, title, text }
}

/// The settings of the project, by subject.
pub(crate) const GROUPS: &[(SettingsSubject, &[Described])] = &[
    (SettingsSubject::Project, PROJECT),
    (SettingsSubject::Calendar, CALENDAR),
    (SettingsSubject::Rules, RULES),
    (SettingsSubject::Time, TIME),
    (SettingsSubject::Agents, AGENTS),
    (SettingsSubject::Memory, MEMORY),
    (SettingsSubject::Overview, OVERVIEW),
];

const PROJECT: &[Described] = &[
    one(&["project", "name"], texts::SETTING_NAME, texts::SETTING_PROJECT_NAME_TEXT),
    one(&["project", "description"], texts::SETTING_DESCRIPTION, texts::SETTING_PROJECT_DESCRIPTION_TEXT),
    one(&["started_at"], texts::SETTING_FIRST_DAY, texts::SETTING_FIRST_DAY_TEXT),
    one(&["effort_budget", "total_hours"], texts::SETTING_BUDGET, texts::SETTING_BUDGET_TEXT),
];

const CALENDAR: &[Described] = &[
    one(&["calendar", "work_hours_per_day"], texts::SETTING_WORK_HOURS_PER_DAY, texts::SETTING_WORK_HOURS_PER_DAY_TEXT),
    one(&["calendar", "closed_weekdays"], texts::SETTING_CLOSED_WEEKDAYS, texts::SETTING_CLOSED_WEEKDAYS_TEXT),
    one(&["calendar", "day_hours"], texts::SETTING_DAY_HOURS, texts::SETTING_DAY_HOURS_TEXT),
    one(&["calendar", "closed_dates"], texts::SETTING_CLOSED_DATES, texts::SETTING_CLOSED_DATES_TEXT),
    one(&["calendar", "open_dates"], texts::SETTING_OPEN_DATES, texts::SETTING_OPEN_DATES_TEXT),
    one(&["calendar", "max_utilization"], texts::SETTING_MAX_UTILIZATION, texts::SETTING_MAX_UTILIZATION_TEXT),
    one(
        &["calendar", "overwork_limit_percent"],
        texts::SETTING_OVERWORK_LIMIT_PERCENT,
        texts::SETTING_OVERWORK_LIMIT_PERCENT_TEXT,
    ),
    one(&["calendar", "max_parallel_tasks"], texts::SETTING_MAX_PARALLEL_TASKS, texts::SETTING_MAX_PARALLEL_TASKS_TEXT),
    one(&["calendar", "work_start_hour"], texts::SETTING_WORK_START_HOUR, texts::SETTING_WORK_START_HOUR_TEXT),
    one(&["calendar", "work_end_hour"], texts::SETTING_WORK_END_HOUR, texts::SETTING_WORK_END_HOUR_TEXT),
];

/// The WIP limit of a status.
pub(crate) const LIMIT: Described =
    one(&["settings", "custom_fields", "wip_limits"], "{status}", texts::SETTING_WIP_LIMITS_TEXT);

const RULES: &[Described] = &[
    one(
        &["settings", "require_estimate_hours"],
        texts::SETTING_REQUIRE_ESTIMATE_HOURS,
        texts::SETTING_REQUIRE_ESTIMATE_HOURS_TEXT,
    ),
    one(
        &["settings", "custom_fields", "done_needs_evidence"],
        texts::SETTING_DONE_NEEDS_EVIDENCE,
        texts::SETTING_DONE_NEEDS_EVIDENCE_TEXT,
    ),
    one(
        &["settings", "custom_fields", "done_needs_review"],
        texts::SETTING_DONE_NEEDS_REVIEW,
        texts::SETTING_DONE_NEEDS_REVIEW_TEXT,
    ),
    one(
        &["settings", "custom_fields", "plans_need_approval"],
        texts::SETTING_PLANS_NEED_APPROVAL,
        texts::SETTING_PLANS_NEED_APPROVAL_TEXT,
    ),
    one(
        &["settings", "default_estimate_hours"],
        texts::SETTING_DEFAULT_ESTIMATE_HOURS,
        texts::SETTING_DEFAULT_ESTIMATE_HOURS_TEXT,
    ),
    one(
        &["settings", "ai_estimate_multiplier"],
        texts::SETTING_AI_ESTIMATE_MULTIPLIER,
        texts::SETTING_AI_ESTIMATE_MULTIPLIER_TEXT,
    ),
];

const TIME: &[Described] = &[
    one(&["settings", "timer_provider"], texts::SETTING_TIMER_PROVIDER, texts::SETTING_TIMER_PROVIDER_TEXT),
    one(
        &["settings", "timer_idle_timeout_minutes"],
        texts::SETTING_TIMER_IDLE_TIMEOUT_MINUTES,
        texts::SETTING_TIMER_IDLE_TIMEOUT_MINUTES_TEXT,
    ),
    one(
        &["settings", "timer_authority_ttl_secs"],
        texts::SETTING_TIMER_AUTHORITY_TTL_SECS,
        texts::SETTING_TIMER_AUTHORITY_TTL_SECS_TEXT,
    ),
];

const AGENTS: &[Described] = &[
    one(&["settings", "custom_fields", "agents"], texts::SETTING_AGENTS, texts::SETTING_AGENTS_TEXT),
    one(
        &["settings", "custom_fields", "handoff_tools"],
        texts::SETTING_HANDOFF_TOOLS,
        texts::SETTING_HANDOFF_TOOLS_TEXT,
    ),
    one(&["settings", "context_files"], texts::SETTING_CONTEXT_FILES, texts::SETTING_CONTEXT_FILES_TEXT),
    one(&["settings", "multi_session"], texts::SETTING_MULTI_SESSION, texts::SETTING_MULTI_SESSION_TEXT),
    one(&["settings", "auto_git_summary"], texts::SETTING_AUTO_GIT_SUMMARY, texts::SETTING_AUTO_GIT_SUMMARY_TEXT),
    one(&["settings", "history_limit"], texts::SETTING_HISTORY_LIMIT, texts::SETTING_HISTORY_LIMIT_TEXT),
    one(&["settings", "done_task_limit"], texts::SETTING_DONE_TASK_LIMIT, texts::SETTING_DONE_TASK_LIMIT_TEXT),
];

const MEMORY: &[Described] = &[
    one(&["settings", "memory_enabled"], texts::SETTING_MEMORY_ENABLED, texts::SETTING_MEMORY_ENABLED_TEXT),
    one(&["settings", "memory_query_limit"], texts::SETTING_MEMORY_QUERY_LIMIT, texts::SETTING_MEMORY_QUERY_LIMIT_TEXT),
    one(
        &["settings", "memory_query_min_score"],
        texts::SETTING_MEMORY_QUERY_MIN_SCORE,
        texts::SETTING_MEMORY_QUERY_MIN_SCORE_TEXT,
    ),
    one(
        &["settings", "memory_query_relative_threshold"],
        texts::SETTING_MEMORY_QUERY_RELATIVE_THRESHOLD,
        texts::SETTING_MEMORY_QUERY_RELATIVE_THRESHOLD_TEXT,
    ),
    one(
        &["settings", "memory_dup_threshold"],
        texts::SETTING_MEMORY_DUP_THRESHOLD,
        texts::SETTING_MEMORY_DUP_THRESHOLD_TEXT,
    ),
    one(&["settings", "memory_stale_days"], texts::SETTING_MEMORY_STALE_DAYS, texts::SETTING_MEMORY_STALE_DAYS_TEXT),
    one(
        &["settings", "memory_injected_gc_days"],
        texts::SETTING_MEMORY_INJECTED_GC_DAYS,
        texts::SETTING_MEMORY_INJECTED_GC_DAYS_TEXT,
    ),
];

const OVERVIEW: &[Described] = &[
    one(&["dashboard", "scan_dirs"], texts::SETTING_SCAN_DIRS, texts::SETTING_SCAN_DIRS_TEXT),
    one(&["dashboard", "exclude_patterns"], texts::SETTING_EXCLUDE_PATTERNS, texts::SETTING_EXCLUDE_PATTERNS_TEXT),
    one(&["dashboard", "max_depth"], texts::SETTING_MAX_DEPTH, texts::SETTING_MAX_DEPTH_TEXT),
];

/// The settings of an assignee, below `assignees.<key>`.
pub(crate) const ASSIGNEE: &[Described] = &[
    one(&["display_name"], texts::ASSIGNEE_DISPLAY_NAME, texts::ASSIGNEE_DISPLAY_NAME_TEXT),
    one(&["color"], texts::SETTING_COLOR, texts::ASSIGNEE_COLOR_TEXT),
    one(&["work_hours_per_day"], texts::SETTING_WORK_HOURS_PER_DAY, texts::ASSIGNEE_WORK_HOURS_PER_DAY_TEXT),
    one(&["closed_weekdays"], texts::SETTING_CLOSED_WEEKDAYS, texts::ASSIGNEE_CLOSED_WEEKDAYS_TEXT),
    one(&["day_hours"], texts::SETTING_DAY_HOURS, texts::SETTING_DAY_HOURS_TEXT),
    one(&["closed_dates"], texts::ASSIGNEE_CLOSED_DATES, texts::ASSIGNEE_CLOSED_DATES_TEXT),
    one(&["open_dates"], texts::SETTING_OPEN_DATES, texts::ASSIGNEE_OPEN_DATES_TEXT),
    one(&["max_utilization"], texts::SETTING_MAX_UTILIZATION, texts::SETTING_MAX_UTILIZATION_TEXT),
    one(&["overwork_limit_percent"], texts::SETTING_OVERWORK_LIMIT_PERCENT, texts::SETTING_OVERWORK_LIMIT_PERCENT_TEXT),
    one(&["max_parallel_tasks"], texts::SETTING_MAX_PARALLEL_TASKS, texts::SETTING_MAX_PARALLEL_TASKS_TEXT),
    one(&["work_start_hour"], texts::SETTING_WORK_START_HOUR, texts::SETTING_WORK_START_HOUR_TEXT),
    one(&["work_end_hour"], texts::SETTING_WORK_END_HOUR, texts::SETTING_WORK_END_HOUR_TEXT),
];

/// The settings of a milestone, below `milestones.<name>`.
pub(crate) const MILESTONE: &[Described] = &[
    one(&["date"], texts::MILESTONE_DATE, texts::MILESTONE_DATE_TEXT),
    one(&["color"], texts::SETTING_COLOR, texts::MILESTONE_COLOR_TEXT),
    one(&["description"], texts::SETTING_DESCRIPTION, texts::MILESTONE_DESCRIPTION_TEXT),
    one(&["status"], texts::MILESTONE_STATUS, texts::MILESTONE_STATUS_TEXT),
    one(&["version"], texts::MILESTONE_VERSION, texts::MILESTONE_VERSION_TEXT),
    one(&["order"], texts::MILESTONE_ORDER, texts::MILESTONE_ORDER_TEXT),
    one(&["depends_on"], texts::MILESTONE_DEPENDS_ON, texts::MILESTONE_DEPENDS_ON_TEXT),
];

/// The color of a label, below `settings.custom_fields.label_colors`.
pub(crate) const LABEL: Described =
    one(&["settings", "custom_fields", "label_colors"], texts::SETTING_COLOR, texts::LABEL_COLOR_TEXT);

/// Returns the name of a setting, with that of the entry, the status or the day to which it belongs.
/// `None` for a key that no person changes.
pub(super) fn title(key: &[&str]) -> Option<Text> {
    let of = |described: &[Described], key: &[&str]| {
        let found = described.iter().find(|one| one.key == key)?;
        Some(Text::plain(found.title))
    };
    let belonging = |title: Text, name: &str| {
        Text::with(texts::SETTING_OF, [("name", name.to_owned())]).with_arg("title", TextArg::Text(title))
    };
    match key {
        [table @ .., day] if table.last() == Some(&"day_hours") => Some(belonging(title(table)?, day)),
        ["assignees", name, rest @ ..] => Some(belonging(of(ASSIGNEE, rest)?, name)),
        ["milestones", name, rest @ ..] => Some(belonging(of(MILESTONE, rest)?, name)),
        [table @ .., name] if table == LABEL.key => Some(belonging(Text::plain(LABEL.title), name)),
        [table @ .., status] if table == LIMIT.key => {
            Some(Text::plain(texts::WIP_LIMIT_OF).with_status(Status::from_name(status)?))
        }
        _ => GROUPS.iter().find_map(|(_, described)| of(described, key)),
    }
}
