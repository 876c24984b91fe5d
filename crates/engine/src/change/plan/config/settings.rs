//! The keys of the configuration and the values that they accept.
//!
//! Invariant: no value is written that another program could not read.

use handoff_format::{DataFile, PathSegment, Value, is_date, parse_weekday};
use handoff_protocol::agent::ToolSet;
use handoff_protocol::view::SettingControl;
use handoff_protocol::{ConfigChange, MilestoneStatus, Refusal, RefusalCode, Status, Text};

use crate::analysis::schedule::MIN_UTILIZATION;
use crate::change::plan::refusal::{About, refuse};
use crate::change::plan::rules::{MAX_HOURS, MAX_HOURS_PER_DAY};
use crate::ground::color::is_color;
use crate::ground::texts;

/// The kind of a value.
#[derive(Clone, Copy)]
enum Kind {
    Text,
    Name,
    Flag,
    Count {
        minimum: u64,
    },
    /// A number from 0 to a maximum.
    Number {
        maximum: f64,
    },
    /// A number between two others.
    Range {
        minimum: f64,
        maximum: f64,
    },
    /// A whole number between two others.
    Whole {
        minimum: u64,
        maximum: u64,
    },
    /// A whole number of any sign.
    Integer,
    Texts,
    Date,
    DateOrTime,
    Dates,
    Weekdays,
    Color,
    OneOf(&'static [&'static str]),
    /// Names of tool sets: a text with commas, or a list.
    ToolSets,
    Free,
    /// A table of hours that can only be removed whole, or by day.
    DayHours,
    /// A table that can only be removed whole.
    Table,
}

/// The table with the hours of single weekdays and dates, in a calendar.
pub(super) const DAY_HOURS: &str = "day_hours";
/// The maximum of `settings.ai_estimate_multiplier`.
const MAX_MULTIPLIER: f64 = 1000.0;
/// The maximum of percentages.
const MAX_PERCENT: f64 = 10_000.0;
/// The minimum of `overwork_limit_percent`.
const MIN_LIMIT_PERCENT: f64 = 100.0;
/// The minimum of `settings.default_estimate_hours`.
const MIN_ESTIMATE: f64 = 0.01;
/// The maximum of `settings.memory_query_min_score`.
const MAX_SCORE: f64 = 1_000_000.0;

/// Refuses unknown keys and invalid values. Null removes a key.
pub(crate) fn check(key: &[String], value: &Value) -> Result<(), Refusal> {
    let dotted = key.join(".");
    let parts: Vec<&str> = key.iter().map(String::as_str).collect();
    let Some(kind) = kind(&parts) else {
        let text = Text::with(texts::UNKNOWN_SETTING, [("key", dotted.clone())]);
        return Err(refuse(RefusalCode::BadCommand, text).about_field(&dotted));
    };
    let is_removable = !matches!(parts.as_slice(), ["project", "name"]);
    let is_valid = if value.is_null() { is_removable } else { accepts(kind, value) };
    if is_valid {
        return Ok(());
    }
    let args = [("key", dotted.clone()), ("value", value.to_string()), ("wanted", notation(kind))];
    Err(refuse(RefusalCode::BadValue, Text::with(texts::BAD_SETTING, args)).about_field(&dotted))
}

/// Refuses changes after which keys of a table contradict each other.
pub(super) fn check_tables(data: &DataFile, changes: &[ConfigChange]) -> Result<(), Refusal> {
    for ConfigChange { key, .. } in changes {
        let Some((name, table)) = key.split_last() else { continue };
        let get = |name: &str| {
            let path = table.iter().map(String::as_str).chain([name]).map(PathSegment::Key);
            data.get(&path.collect::<Vec<_>>())
        };
        let text = match (name.as_str(), table) {
            ("work_start_hour" | "work_end_hour", _) => {
                let hour = |name: &str| get(name).and_then(|value| value.as_u64());
                let hours = hour("work_start_hour").zip(hour("work_end_hour"));
                hours.filter(|(start, end)| start >= end).map(|_| Text::plain(texts::DAY_WITHOUT_HOURS))
            }
            // `handoff-mcp` cannot read the configuration then.
            ("command" | "description", [gui, methods, method]) if gui == "gui" && methods == "capture_methods" => {
                let is_broken = get("description").is_some() && get("command").is_none();
                is_broken.then(|| Text::with(texts::CAPTURE_WITHOUT_COMMAND, [("name", method.clone())]))
            }
            _ => None,
        };
        if let Some(text) = text {
            return Err(refuse(RefusalCode::BadValue, text).about_field(&key.join(".")));
        }
    }
    Ok(())
}

/// Returns whether a setting accepts a value.
pub fn setting_accepts(key: &[String], value: &Value) -> bool {
    check(key, value).is_ok()
}

/// Returns the form of a key's value and the texts to choose from. `None` for a key without a form.
pub(crate) fn control(key: &[&str]) -> Option<(SettingControl, Vec<String>)> {
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    let control = match kind(key)? {
        Kind::Text | Kind::Name => SettingControl::Text,
        Kind::Flag => SettingControl::Flag,
        Kind::Count { .. } | Kind::Number { .. } | Kind::Range { .. } | Kind::Whole { .. } | Kind::Integer => {
            SettingControl::Number
        }
        Kind::Texts => SettingControl::Texts,
        Kind::Date | Kind::DateOrTime => SettingControl::Date,
        Kind::Dates => SettingControl::Dates,
        Kind::Weekdays => SettingControl::Weekdays,
        Kind::DayHours => SettingControl::DayHours,
        Kind::Color => SettingControl::Color,
        Kind::OneOf(options) => return Some((SettingControl::Choice, texts(options))),
        Kind::ToolSets => return Some((SettingControl::Choices, texts(&ToolSet::ALL.map(ToolSet::name)))),
        Kind::Free | Kind::Table => return None,
    };
    Some((control, Vec::new()))
}

/// Returns the kind of value of a key, or `None` for an unknown key.
#[allow(clippy::match_same_arms, reason = "one line per key, in the order of the file")]
fn kind(key: &[&str]) -> Option<Kind> {
    let schedule_mode = Kind::OneOf(&["manual", "auto"]);
    Some(match key {
        ["started_at"] => Kind::DateOrTime,
        ["schedule_mode"] | ["calendar", "schedule_mode"] => schedule_mode,
        ["labels"] => Kind::Texts,
        ["project", "name"] => Kind::Name,
        ["project", "description"] => Kind::Text,
        ["settings", "custom_fields", "wip_limits", status] => {
            Status::from_name(status).map(|_| Kind::Count { minimum: 1 })?
        }
        ["settings", "custom_fields", "label_colors", label] if !label.is_empty() => Kind::Color,
        ["settings", "custom_fields", "agents"] => Kind::Texts,
        ["settings", "custom_fields", "handoff_tools"] => Kind::ToolSets,
        ["settings", "custom_fields", "done_needs_evidence" | "done_needs_review" | "plans_need_approval"] => {
            Kind::Flag
        }
        ["settings", "custom_fields", _, ..] => Kind::Free,
        ["settings", field] => setting(field)?,
        ["dashboard", "scan_dirs" | "exclude_patterns"] => Kind::Texts,
        ["dashboard", "max_depth"] => Kind::Count { minimum: 0 },
        ["calendar", rest @ ..] => working_time(rest)?,
        ["assignees" | "milestones", name] if !name.is_empty() => Kind::Table,
        ["assignees", name, "display_name"] if !name.is_empty() => Kind::Text,
        ["assignees" | "milestones", name, "color"] if !name.is_empty() => Kind::Color,
        ["assignees", name, rest @ ..] if !name.is_empty() => working_time(rest)?,
        ["milestones", name, "date"] if !name.is_empty() => Kind::Date,
        ["milestones", name, "description" | "version"] if !name.is_empty() => Kind::Text,
        ["milestones", name, "status"] if !name.is_empty() => Kind::OneOf(&MilestoneStatus::NAMES),
        ["milestones", name, "order"] if !name.is_empty() => Kind::Integer,
        ["milestones", name, "depends_on"] if !name.is_empty() => Kind::Texts,
        ["gantt_view", "sort"] => Kind::OneOf(&["start", "id", "id-desc", "status"]),
        ["gantt_view", "zoom"] => Kind::OneOf(&["day", "week", "month"]),
        ["gantt_view", "mode"] => Kind::OneOf(&["plan", "actual", "compare"]),
        ["gantt_view", "group_by_milestone" | "group_by_assignee" | "show_workload"] => Kind::Flag,
        ["gantt_view", "filter_assignee" | "workload_view"] => Kind::Text,
        ["worktree", "auto_link"] | ["worktree", "session_loop", "auto_assign" | "auto_cleanup"] => Kind::Flag,
        ["worktree", "handoff_root"] | ["worktree", "session_loop", "merge_strategy"] => Kind::Text,
        ["worktree", "session_loop", "max_concurrent_wts"] => Kind::Count { minimum: 1 },
        ["gui", "default_capture_method"] => Kind::Text,
        ["gui", "capture_methods", name] if !name.is_empty() => Kind::Table,
        ["gui", "capture_methods", name, "command" | "description"] if !name.is_empty() => Kind::Text,
        ["trace", name, ..] if !name.is_empty() => Kind::Free,
        ["effort_budget", "total_hours"] => Kind::Number { maximum: MAX_HOURS },
        _ => return None,
    })
}

/// Returns the kind of value of a key in `[settings]`.
fn setting(field: &str) -> Option<Kind> {
    Some(match field {
        "history_limit"
        | "done_task_limit"
        | "memory_stale_days"
        | "memory_injected_gc_days"
        | "timer_idle_timeout_minutes" => Kind::Count { minimum: 0 },
        "memory_query_limit" | "timer_authority_ttl_secs" => Kind::Count { minimum: 1 },
        "auto_git_summary" | "require_estimate_hours" | "memory_enabled" | "multi_session" => Kind::Flag,
        "default_estimate_hours" => Kind::Range { minimum: MIN_ESTIMATE, maximum: MAX_HOURS },
        "ai_estimate_multiplier" => Kind::Number { maximum: MAX_MULTIPLIER },
        "memory_query_min_score" => Kind::Number { maximum: MAX_SCORE },
        "memory_dup_threshold" | "memory_query_relative_threshold" => Kind::Number { maximum: 1.0 },
        "context_files" => Kind::Texts,
        "timer_provider" => Kind::OneOf(&["auto", "vscode", "mcp", "off"]),
        _ => return None,
    })
}

/// Returns the kind of value of a key in a calendar.
fn working_time(key: &[&str]) -> Option<Kind> {
    Some(match key {
        ["work_hours_per_day"] => Kind::Number { maximum: MAX_HOURS_PER_DAY },
        ["closed_weekdays"] => Kind::Weekdays,
        ["closed_dates" | "open_dates"] => Kind::Dates,
        ["overwork_limit_percent"] => Kind::Range { minimum: MIN_LIMIT_PERCENT, maximum: MAX_PERCENT },
        ["max_utilization"] => Kind::Range { minimum: MIN_UTILIZATION, maximum: MAX_PERCENT },
        ["work_start_hour"] => Kind::Whole { minimum: 0, maximum: 23 },
        ["work_end_hour"] => Kind::Whole { minimum: 1, maximum: 24 },
        ["max_parallel_tasks"] => Kind::Whole { minimum: 1, maximum: 100 },
        [DAY_HOURS] => Kind::DayHours,
        [DAY_HOURS, day] if is_date(day) || SHORT_DAYS.contains(day) => Kind::Number { maximum: MAX_HOURS_PER_DAY },
        _ => return None,
    })
}

const SHORT_DAYS: [&str; 7] = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

fn is_weekday(value: &Value) -> bool {
    parse_weekday(value).is_some()
}

/// Returns true if a value is of a kind.
fn accepts(kind: Kind, value: &Value) -> bool {
    let every = |test: &dyn Fn(&Value) -> bool| value.as_array().is_some_and(|list| list.iter().all(test));
    let date = |value: &Value| value.as_str().is_some_and(is_date);
    match kind {
        Kind::Text => value.is_string(),
        Kind::Name => value.as_str().is_some_and(|name| !name.trim().is_empty()),
        Kind::Flag => value.is_boolean(),
        Kind::Count { minimum } => value.as_u64().is_some_and(|count| count >= minimum && u32::try_from(count).is_ok()),
        Kind::Range { minimum, maximum } => value.as_f64().is_some_and(|number| (minimum..=maximum).contains(&number)),
        Kind::Whole { minimum, maximum } => value.as_u64().is_some_and(|number| (minimum..=maximum).contains(&number)),
        Kind::Number { maximum } => value.as_f64().is_some_and(|number| (0.0..=maximum).contains(&number)),
        Kind::Integer => value.as_i64().is_some(),
        Kind::Texts => every(&Value::is_string),
        Kind::Date => date(value),
        Kind::DateOrTime => {
            date(value) || value.as_str().is_some_and(|text| chrono::DateTime::parse_from_rfc3339(text).is_ok())
        }
        Kind::Dates => every(&date),
        Kind::Weekdays => every(&is_weekday),
        Kind::Color => value.as_str().is_some_and(is_color),
        Kind::OneOf(names) => value.as_str().is_some_and(|name| names.contains(&name)),
        Kind::ToolSets => {
            value.as_str().is_some_and(are_tool_sets) || every(&|name| name.as_str().is_some_and(are_tool_sets))
        }
        Kind::Free => has_no_null(value),
        Kind::DayHours | Kind::Table => false,
    }
}

fn are_tool_sets(names: &str) -> bool {
    ToolSet::of_names(names).is_ok()
}

fn has_no_null(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Array(list) => list.iter().all(has_no_null),
        Value::Object(table) => table.values().all(has_no_null),
        _ => true,
    }
}

/// Describes the valid values of a kind, in the notation of the file.
fn notation(kind: Kind) -> String {
    match kind {
        Kind::Text | Kind::Name => "\"…\"".to_owned(),
        Kind::Flag => "true, false".to_owned(),
        Kind::Count { minimum } => format!("{minimum}, {}, …", minimum + 1),
        Kind::Range { minimum, maximum } => format!("{minimum:?} … {maximum:?}"),
        Kind::Whole { minimum, maximum } => format!("{minimum} … {maximum}"),
        Kind::Number { maximum } => format!("0.0 … {maximum:?}"),
        Kind::Integer => "…, -1, 0, 1, …".to_owned(),
        Kind::Texts => "[\"…\"]".to_owned(),
        Kind::Date => "YYYY-MM-DD".to_owned(),
        Kind::DateOrTime => "YYYY-MM-DD, YYYY-MM-DDTHH:MM:SSZ".to_owned(),
        Kind::Dates => "[\"YYYY-MM-DD\"]".to_owned(),
        Kind::Weekdays => SHORT_DAYS.join(", ") + ", 0 … 6",
        Kind::Color => "#RRGGBB, teal, rgb(30 144 255), …".to_owned(),
        Kind::OneOf(names) => names.join(", "),
        Kind::ToolSets => ToolSet::ALL.map(ToolSet::name).join(", ") + ", all",
        Kind::Free => "…".to_owned(),
        Kind::DayHours | Kind::Table => "null".to_owned(),
    }
}
