//! Tools for the calendar and the start date of the project.

use std::collections::BTreeMap;

use handoff_format::{Calendar, format_date, is_date};
use handoff_protocol::{Command, ConfigChange};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::InvalidArgument;
use crate::Reply;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::operation::Effect;
use crate::operations::common::reader;
use crate::params::{Date, Unchecked, input, one_of, output, parse};
use crate::reply::DoneAnswer;
use crate::tool::{Tool, ToolSet, Work};

pub(super) const TOOLS: &[Tool] = &[
    Tool {
        name: "handoff_update_calendar",
        title: "Change the calendar",
        description: "When the project works. Lists and day_hours replace; null clears.",
        set: ToolSet::Planning,
        effect: Effect::Changes,
        input: input::<CalendarParams>,
        output: Some(output::<DoneAnswer>),
        work: Work::Steps(|ctx, arguments| update_calendar(ctx, &parse(arguments)?)),
    },
    Tool {
        name: "handoff_start_project",
        title: "Start the project",
        description: "Set the first day; shift_dates moves all dates so that the earliest start falls on it.",
        set: ToolSet::Planning,
        effect: Effect::Changes,
        input: input::<StartParams>,
        output: Some(output::<DoneAnswer>),
        work: Work::Steps(|ctx, arguments| Ok(start_project(ctx, parse(arguments)?))),
    },
];

/// The working time of a project or of an assignee.
#[derive(Default, Deserialize, Serialize, JsonSchema)]
#[serde(default)]
pub(super) struct WorkingTime {
    #[serde(skip_serializing_if = "Unchecked::is_absent")]
    work_hours_per_day: Unchecked<f64>,
    /// sun to sat, or 0 to 6
    #[serde(skip_serializing_if = "Unchecked::is_absent")]
    #[schemars(schema_with = "weekdays")]
    closed_weekdays: Unchecked<Vec<Value>>,
    /// YYYY-MM-DD
    #[serde(skip_serializing_if = "Unchecked::is_absent")]
    closed_dates: Unchecked<Vec<String>>,
    #[serde(skip_serializing_if = "Unchecked::is_absent")]
    open_dates: Unchecked<Vec<String>>,
    /// by sun to sat or YYYY-MM-DD
    #[serde(skip_serializing_if = "Unchecked::is_absent")]
    day_hours: Unchecked<BTreeMap<String, f64>>,
}

fn weekdays(_: &mut SchemaGenerator) -> Schema {
    let mut day = one_of(&["sun", "mon", "tue", "wed", "thu", "fri", "sat"]);
    day.insert("accepts".to_owned(), json!([{"type": "integer"}]));
    json_schema!({"type": "array", "items": day, "briefItems": "string"})
}

#[derive(Default, Deserialize, Serialize, JsonSchema)]
#[serde(default)]
struct CalendarParams {
    #[serde(flatten)]
    working_time: WorkingTime,
    #[schemars(schema_with = "schedule_modes")]
    #[serde(skip_serializing_if = "Unchecked::is_absent")]
    schedule_mode: Unchecked<String>,
    #[serde(skip_serializing_if = "Unchecked::is_absent")]
    overwork_limit_percent: Unchecked<f64>,
    /// 0 to 1
    #[serde(skip_serializing_if = "Unchecked::is_absent")]
    max_utilization: Unchecked<f64>,
}

fn schedule_modes(_: &mut SchemaGenerator) -> Schema {
    one_of(&["manual", "auto"])
}

/// Returns the changes to a table of the configuration for the given values, which the engine
/// checks. `old` is the current calendar of the table.
pub(super) fn changes(
    values: &impl Serialize,
    table: &[&str],
    old: Option<&Calendar>,
) -> Result<Vec<ConfigChange>, InvalidArgument> {
    let change = |path: &[&str], value: Value| {
        let key = table.iter().chain(path).map(|part| (*part).to_owned()).collect();
        ConfigChange { key, value, seen: None }
    };
    let values = json!(values);
    let values = values.as_object().into_iter().flatten();
    let mut changes = Vec::new();
    let mut day_hours = None;
    for (name, value) in values {
        match (name.as_str(), value) {
            ("day_hours", value) => day_hours = Some(value),
            (name, value) => changes.push(change(&[name], value.clone())),
        }
    }
    let empty = Map::new();
    let days = match day_hours {
        None => return Ok(changes),
        Some(Value::Null) => &empty,
        Some(Value::Object(days)) => days,
        Some(_) => return Err(InvalidArgument::new("day_hours", "an object of hours by day, or null")),
    };
    let old: Vec<&str> = old.iter().flat_map(|old| &old.day_hours).map(|(day, _)| day.as_str()).collect();
    // A day in an unknown format can only be removed with the whole table.
    let replaces_table = days.is_empty() || old.iter().any(|day| !is_date(day) && day.len() != 3);
    if replaces_table && !old.is_empty() {
        changes.push(change(&["day_hours"], Value::Null));
    } else {
        for day in old.iter().filter(|day| !days.contains_key(**day)) {
            changes.push(change(&["day_hours", day], Value::Null));
        }
    }
    for (day, hours) in days {
        changes.push(change(&["day_hours", day], hours.clone()));
    }
    Ok(changes)
}

fn update_calendar(ctx: ToolContext<'_>, params: &CalendarParams) -> Result<ToolOutcome, InvalidArgument> {
    let reader = match reader(ctx) {
        Ok(reader) => reader,
        Err(reply) => return Ok(ToolOutcome::Done(reply)),
    };
    let mut changes = changes(params, &["calendar"], Some(&reader.config().calendar))?;
    if !params.schedule_mode.is_absent() {
        changes.push(ConfigChange {
            key: vec!["schedule_mode".to_owned()],
            value: json!(params.schedule_mode),
            seen: None,
        });
    }
    if changes.is_empty() {
        return Ok(ToolOutcome::Done(Reply::done("Nothing to change.")));
    }
    Ok(ToolOutcome::commit_only(Command::UpdateConfig { changes }))
}

#[derive(Deserialize, JsonSchema)]
struct StartParams {
    /// YYYY-MM-DD; today when absent
    start_date: Option<Date>,
    shift_dates: Option<bool>,
}

fn start_project(ctx: ToolContext<'_>, params: StartParams) -> ToolOutcome {
    let date = params.start_date.map(|date| date.text);
    let date = date.unwrap_or_else(|| format_date(ctx.today()));
    ToolOutcome::commit_only(Command::StartProject { date, shift: params.shift_dates.unwrap_or(false) })
}
