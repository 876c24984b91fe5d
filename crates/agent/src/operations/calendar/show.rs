//! The calendar of a project with defaults filled in, for the command line.

use handoff_engine::ProjectReader;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::Week;
use crate::params::{NamedValues, Object, output};

/// The calendar of a project.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    #[serde(flatten)]
    pub week: Week,
    #[schemars(with = "Object")]
    pub day_hours: NamedValues<f64>,
    pub closed_dates: Vec<String>,
    pub open_dates: Vec<String>,
    pub schedule_mode: Option<String>,
    pub overwork_limit_percent: Option<f64>,
    /// Percent.
    pub max_utilization: Option<f64>,
    pub max_parallel_tasks: Option<u32>,
    pub work_start_hour: Option<u32>,
    pub work_end_hour: Option<u32>,
    pub started_at: Option<String>,
}

/// Returns the calendar of a project.
pub fn calendar(reader: ProjectReader<'_>) -> Answer {
    let config = reader.config();
    let calendar = &config.calendar;
    Answer {
        week: Week::new(calendar, calendar),
        day_hours: calendar.day_hours.iter().cloned().collect(),
        closed_dates: calendar.closed_dates.clone(),
        open_dates: calendar.open_dates.clone(),
        schedule_mode: config.schedule_mode.as_ref().or(calendar.schedule_mode.as_ref()).cloned(),
        overwork_limit_percent: calendar.overwork_limit_percent,
        max_utilization: calendar.utilization_percent(),
        max_parallel_tasks: calendar.max_parallel_tasks,
        work_start_hour: calendar.work_start_hour,
        work_end_hour: calendar.work_end_hour,
        started_at: config.started_at.clone(),
    }
}

/// Returns the JSON Schema of the calendar.
pub fn schema() -> Value {
    output::<Answer>()
}
