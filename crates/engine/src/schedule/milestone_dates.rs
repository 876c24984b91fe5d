//! Until when milestones are wanted.

use std::collections::BTreeMap;

use handoff_format::parse_date;

use crate::model::Model;
use crate::timestamp::Day;

/// The days of dated milestones by name.
pub(crate) fn milestone_days(model: &Model) -> BTreeMap<&str, Day> {
    let milestones = model.config.values().milestones.iter();
    milestones
        .filter_map(|(name, milestone)| Some((name.as_str(), milestone.date.as_deref().and_then(parse_date)?)))
        .collect()
}
