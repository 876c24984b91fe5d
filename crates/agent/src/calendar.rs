//! When a project works, with what holds where nothing is said.

use handoff_engine::Reading;
use serde_json::{Map, Value, json};

use crate::schema::{list, number, object, text};
use crate::tools::week;

/// The project's calendar.
pub fn told(reading: Reading<'_>) -> Value {
    let config = reading.config();
    let calendar = &config.calendar;
    let mut told = week(calendar, calendar);
    let days: Map<String, Value> = calendar.day_hours.iter().map(|(day, hours)| (day.clone(), json!(hours))).collect();
    told.insert("day_hours".to_owned(), Value::Object(days));
    told.insert("closed_dates".to_owned(), json!(calendar.closed_dates));
    told.insert("open_dates".to_owned(), json!(calendar.open_dates));
    let mode = config.schedule_mode.as_ref().or(calendar.schedule_mode.as_ref());
    told.insert("schedule_mode".to_owned(), json!(mode));
    told.insert("overwork_limit_percent".to_owned(), json!(calendar.overwork_limit_percent));
    told.insert("max_utilization".to_owned(), json!(calendar.max_utilization));
    told.insert("started_at".to_owned(), json!(config.started_at));
    Value::Object(told)
}

/// JSON Schema of what is told.
pub fn shape() -> Value {
    let or_null = |kind: &str| json!({"type": [kind, "null"]});
    let members = [
        ("work_hours_per_day", number()),
        ("closed_weekdays", list(&json!({"type": "integer"}))),
        ("day_hours", json!({"type": "object"})),
        ("closed_dates", list(&text())),
        ("open_dates", list(&text())),
        ("schedule_mode", or_null("string")),
        ("overwork_limit_percent", or_null("number")),
        ("max_utilization", or_null("number")),
        ("started_at", or_null("string")),
    ];
    let names: Vec<&str> = members.iter().map(|(name, _)| *name).collect();
    object(members.clone(), &names)
}
