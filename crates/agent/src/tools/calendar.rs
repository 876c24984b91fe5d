//! When people work, and when the project begins.

use handoff_format::{Calendar, is_date, today};
use handoff_protocol::{Command, ConfigChange};
use serde_json::{Map, Value, json};

use super::common::reading;
use crate::arguments::Arguments;
use crate::schema::{done, flag, list, meaning, number, object, one_of, text};
use crate::tool::{Effect, Tool, ToolSet};
use crate::{Complaint, Desk, Step};

pub(super) const TOOLS: &[Tool] = &[
    Tool {
        name: "handoff_update_calendar",
        title: "Change the calendar",
        description: "When the project works. Lists and day_hours replace; null clears.",
        set: ToolSet::Planning,
        effect: Effect::Changes,
        input: calendar_input,
        output: Some(done),
        answer: update_calendar,
    },
    Tool {
        name: "handoff_start_project",
        title: "Start the project",
        description: "Set the first day; shift_dates moves all dates so that the earliest start falls on it.",
        set: ToolSet::Planning,
        effect: Effect::Changes,
        input: start_input,
        output: Some(done),
        answer: start_project,
    },
];

/// What the calendars of a project and of an assignee have in common.
pub(super) fn working_time() -> [(&'static str, Value); 5] {
    [
        ("work_hours_per_day", number()),
        ("closed_weekdays", meaning(list(&json!({})), "sun to sat, or 0 to 6 from Sunday")),
        ("closed_dates", meaning(list(&text()), "YYYY-MM-DD")),
        ("open_dates", list(&text())),
        ("day_hours", meaning(json!({"type": "object"}), "hours by sun to sat or YYYY-MM-DD")),
    ]
}

fn calendar_input() -> Value {
    let [hours, weekdays, closed, open, by_day] = working_time();
    let members = [
        hours,
        weekdays,
        closed,
        open,
        by_day,
        ("schedule_mode", one_of(&["manual", "auto"])),
        ("overwork_limit_percent", number()),
        ("max_utilization", meaning(number(), "0 to 1")),
        ("project_dir", text()),
    ];
    object(members, &[])
}

/// The changes to a calendar below a key that has `old` now. Values are the engine's to judge.
pub(super) fn changes(
    arguments: &Arguments<'_>,
    above: &[&str],
    names: &[&str],
    old: Option<&Calendar>,
) -> Result<Vec<ConfigChange>, Complaint> {
    let key = |rest: &[&str]| above.iter().chain(rest).map(|part| (*part).to_owned()).collect::<Vec<String>>();
    let mut changes = Vec::new();
    for name in names {
        match arguments.raw(name) {
            Some(value) if *name != "day_hours" => {
                changes.push(ConfigChange { key: key(&[name]), value: value.clone() });
            }
            _ => {}
        }
    }
    if !names.contains(&"day_hours") || arguments.raw("day_hours").is_none() {
        return Ok(changes);
    }
    let none = Map::new();
    let days =
        arguments.optional("day_hours", "an object of hours by day, or null", Value::as_object)?.unwrap_or(&none);
    let old: Vec<&str> = old.iter().flat_map(|old| &old.day_hours).map(|(day, _)| day.as_str()).collect();
    // A day that is written in another way than ours can only go with the whole table.
    let whole = days.is_empty() || old.iter().any(|day| !is_date(day) && day.len() != 3);
    if whole && !old.is_empty() {
        changes.push(ConfigChange { key: key(&["day_hours"]), value: Value::Null });
    } else {
        for day in old.iter().filter(|day| !days.contains_key(**day)) {
            changes.push(ConfigChange { key: key(&["day_hours", day]), value: Value::Null });
        }
    }
    for (day, hours) in days {
        changes.push(ConfigChange { key: key(&["day_hours", day]), value: hours.clone() });
    }
    Ok(changes)
}

fn update_calendar(desk: Desk<'_>, arguments: &Arguments<'_>) -> Result<Step, Complaint> {
    let reading = match reading(desk) {
        Ok(reading) => reading,
        Err(reply) => return Ok(Step::Done(reply)),
    };
    let names = [
        "work_hours_per_day",
        "closed_weekdays",
        "closed_dates",
        "open_dates",
        "day_hours",
        "schedule_mode",
        "overwork_limit_percent",
        "max_utilization",
    ];
    let mut changes = changes(arguments, &["calendar"], &names, Some(&reading.config().calendar))?;
    if let Some(mode) = arguments.raw("schedule_mode") {
        changes.push(ConfigChange { key: vec!["schedule_mode".to_owned()], value: mode.clone() });
    }
    if changes.is_empty() {
        return Err(arguments.complaint("work_hours_per_day", "a number; give it or another member of the calendar"));
    }
    Ok(Step::carry_out(Command::UpdateConfig { changes }))
}

fn start_input() -> Value {
    let day = meaning(text(), "YYYY-MM-DD; today when absent");
    object([("start_date", day), ("shift_dates", flag()), ("project_dir", text())], &[])
}

fn start_project(desk: Desk<'_>, arguments: &Arguments<'_>) -> Result<Step, Complaint> {
    let takes = "a date like 2026-12-01";
    let date = arguments.optional("start_date", takes, |value| value.as_str().filter(|date| is_date(date)))?;
    let date = date.map_or_else(|| today(desk.context.now, desk.context.utc_offset_minutes), str::to_owned);
    let shift = arguments.flag("shift_dates")?.unwrap_or(false);
    Ok(Step::carry_out(Command::StartProject { date, shift }))
}
