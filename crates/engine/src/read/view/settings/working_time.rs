//! The working times that apply where a calendar sets none.

use std::iter;

use handoff_format::{Calendar as CalendarConfig, Value, is_date, weekday_of_name};
use serde_json::Map;

use crate::analysis::schedule::calendar::{Calendar, DEFAULT_HOURS, is_closed_weekday, weekday_name};

/// Returns what applies to each working time of the project, or of an assignee, that is not set.
pub(super) fn defaults(project: &CalendarConfig, assignee: Option<&CalendarConfig>) -> Map<String, Value> {
    let own = assignee.unwrap_or(project);
    let inherited = assignee.map(|_| project);
    let without_list = CalendarConfig { closed_weekdays: None, ..own.clone() };
    let layers: Vec<&CalendarConfig> = iter::once(&without_list).chain(inherited).collect();
    let from_monday = || (1..=7).map(|day| day % 7);
    let days_off: Vec<&str> = from_monday().filter(|day| is_closed_weekday(&layers, *day)).map(weekday_name).collect();
    let without_hours = CalendarConfig { day_hours: Vec::new(), ..own.clone() };
    let calendar = match inherited {
        Some(project) => Calendar::new(project, Some(&without_hours)),
        None => Calendar::new(&without_hours, None),
    };
    let week = calendar.week();
    let hours_of = |day: usize| Some((weekday_name(day).to_owned(), (f64::from(*week.get(day)?) / 60.0).into()));
    let hours: Map<String, Value> = from_monday().filter_map(hours_of).collect();
    let per_day = inherited.and_then(|project| project.work_hours_per_day).unwrap_or(DEFAULT_HOURS);
    Map::from_iter([
        ("work_hours_per_day".to_owned(), per_day.into()),
        ("closed_weekdays".to_owned(), days_off.into()),
        ("day_hours".to_owned(), hours.into()),
    ])
}

/// Returns the hours of a weekday or a date. `None` if it is neither.
pub(super) fn hours_of_day((day, hours): (String, Value)) -> Option<(String, Value)> {
    let weekday = weekday_of_name(&day).map(|day| weekday_name(usize::from(day)).to_owned());
    let day = weekday.or_else(|| is_date(&day).then_some(day))?;
    hours.is_number().then_some((day, hours))
}
