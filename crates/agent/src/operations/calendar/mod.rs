//! The calendar: the working time of the project, and its first day.

pub mod show;
pub mod start;
pub mod update;

use handoff_format::Calendar;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::params::{NamedValues, Unchecked, one_of};
use crate::tool::Tool;

pub(super) const TOOLS: &[Tool] = &[Tool::of::<update::UpdateCalendar>(), Tool::of::<start::StartProject>()];

/// The working time of a project or of an assignee.
#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default)]
pub struct WorkingTime {
    #[serde(skip_serializing_if = "Unchecked::is_absent")]
    pub work_hours_per_day: Unchecked<f64>,
    /// sun to sat, or 0 to 6
    #[serde(skip_serializing_if = "Unchecked::is_absent")]
    #[schemars(schema_with = "weekdays")]
    pub closed_weekdays: Unchecked<Vec<Weekday>>,
    /// YYYY-MM-DD
    #[serde(skip_serializing_if = "Unchecked::is_absent")]
    pub closed_dates: Unchecked<Vec<String>>,
    #[serde(skip_serializing_if = "Unchecked::is_absent")]
    pub open_dates: Unchecked<Vec<String>>,
    /// by sun to sat or YYYY-MM-DD
    #[serde(skip_serializing_if = "Unchecked::is_absent")]
    pub day_hours: Unchecked<NamedValues<f64>>,
    /// percent of a day to plan
    #[serde(skip_serializing_if = "Unchecked::is_absent")]
    pub max_utilization: Unchecked<f64>,
    #[serde(skip_serializing_if = "Unchecked::is_absent")]
    pub overwork_limit_percent: Unchecked<f64>,
    #[serde(skip_serializing_if = "Unchecked::is_absent")]
    pub max_parallel_tasks: Unchecked<u32>,
    #[serde(skip_serializing_if = "Unchecked::is_absent")]
    pub work_start_hour: Unchecked<u32>,
    #[serde(skip_serializing_if = "Unchecked::is_absent")]
    pub work_end_hour: Unchecked<u32>,
}

fn weekdays(_: &mut SchemaGenerator) -> Schema {
    let mut day = one_of(&["sun", "mon", "tue", "wed", "thu", "fri", "sat"]);
    day.insert("accepts".to_owned(), json!([{"type": "integer"}]));
    json_schema!({"type": "array", "items": day, "briefItems": "string"})
}

/// A weekday as the caller gives it: its number, where 0 is Sunday, or its name.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Weekday {
    Number(u64),
    Name(String),
}

impl From<String> for Weekday {
    fn from(day: String) -> Weekday {
        serde_json::from_str(&day).map_or(Weekday::Name(day), Weekday::Number)
    }
}

/// The regular week of an assignee or of the project.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Week {
    pub work_hours_per_day: f64,
    pub closed_weekdays: Vec<u8>,
}

impl Week {
    pub(crate) fn new(own: &Calendar, project: &Calendar) -> Week {
        let weekdays = own.closed_weekdays.as_ref().or(project.closed_weekdays.as_ref());
        Week {
            work_hours_per_day: own.work_hours_per_day.or(project.work_hours_per_day).unwrap_or(8.0),
            closed_weekdays: weekdays.cloned().unwrap_or_else(|| vec![0, 6]),
        }
    }
}
