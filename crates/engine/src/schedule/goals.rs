//! Until when milestones are wanted.

use handoff_format::day;

use crate::calendar::Day;
use crate::map::Map;
use crate::model::Model;

/// The days of dated milestones by name.
pub(crate) fn goals(model: &Model) -> Map<&str, Day> {
    let mut goals = Vec::new();
    for (name, milestone) in &model.config.values().milestones {
        if let Some(day) = milestone.date.as_deref().and_then(day) {
            goals.push((name.as_str(), day));
        }
    }
    Map::of(goals)
}
