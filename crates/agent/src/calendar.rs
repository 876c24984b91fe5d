//! The calendar of a project as JSON, with defaults filled in.

use handoff_engine::ProjectReader;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::operations::Week;
use crate::params::{Object, output};

/// The calendar in an answer.
#[derive(Serialize, JsonSchema)]
struct CalendarAnswer {
    #[serde(flatten)]
    week: Week,
    day_hours: Object,
    closed_dates: Vec<String>,
    open_dates: Vec<String>,
    schedule_mode: Option<String>,
    overwork_limit_percent: Option<f64>,
    max_utilization: Option<f64>,
    started_at: Option<String>,
}

/// Returns the calendar of a project.
pub fn to_json(reader: ProjectReader<'_>) -> Value {
    let config = reader.config();
    let calendar = &config.calendar;
    json!(CalendarAnswer {
        week: Week::new(calendar, calendar),
        day_hours: calendar.day_hours.iter().map(|(day, hours)| (day.clone(), json!(hours))).collect(),
        closed_dates: calendar.closed_dates.clone(),
        open_dates: calendar.open_dates.clone(),
        schedule_mode: config.schedule_mode.as_ref().or(calendar.schedule_mode.as_ref()).cloned(),
        overwork_limit_percent: calendar.overwork_limit_percent,
        max_utilization: calendar.max_utilization,
        started_at: config.started_at.clone(),
    })
}

/// Returns the JSON Schema of the calendar.
pub fn schema() -> Value {
    output::<CalendarAnswer>()
}
