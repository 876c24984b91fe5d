//! Assignees as resources: their calendars, how much of a day may be planned, and the remaining
//! effort of their tasks.

use std::collections::BTreeMap;

use handoff_format::{Config, Value};

use crate::analysis::schedule::calendar::{Calendar, Calendars, whole_minutes};
use crate::model::TaskSummary;

/// The assignees that are agents if the project lists none.
pub(crate) const DEFAULT_AGENTS: [&str; 2] = ["ai", "agent"];

/// One assignee's time.
pub(crate) struct Track {
    /// The assignee's key; empty for tasks without assignee.
    pub(crate) key: String,
    /// Index in [`Resources::calendars`].
    pub(crate) calendar: usize,
    /// The working hours.
    pub(crate) hours: Calendar,
    /// The part of the working hours that may be planned.
    pub(crate) capacity: Calendar,
    /// The overwork limit: the maximum load of a day in percent of the working hours.
    pub(crate) limit_percent: u32,
    /// Working hours per estimated hour.
    pub(crate) multiplier: f64,
}

/// All tracks. The first one is for tasks without assignee. It and assignees that are not
/// configured use the project's calendar.
pub(crate) struct Resources {
    pub(crate) tracks: Vec<Track>,
    pub(crate) calendars: Calendars,
    by_key: BTreeMap<String, usize>,
    default_rules: CapacityRules,
    agents: Vec<String>,
    agents_multiplier: f64,
    /// Whether the multiplier applies to everybody.
    multiplies_all: bool,
}

/// The limits within a calendar's hours.
#[derive(Clone, Copy)]
struct CapacityRules {
    /// The part of the hours that may be planned, above 0 and at most 1.
    utilization: f64,
    limit_percent: u32,
}

impl Resources {
    /// Returns the resources for scheduling. The multiplier applies to agents only.
    pub(crate) fn new(config: &Config) -> Resources {
        Resources::with_multiplier_for_all(config, false)
    }

    /// Returns the resources for figures of estimates. The multiplier applies to agents, and to
    /// everybody if the project names no agents.
    pub(crate) fn for_figures(config: &Config) -> Resources {
        Resources::with_multiplier_for_all(config, !names_agents(config))
    }

    fn with_multiplier_for_all(config: &Config, multiplies_all: bool) -> Resources {
        let project = &config.calendar;
        let default_rules = CapacityRules::new(project.max_utilization, project.overwork_limit_percent);
        let mut resources = Resources {
            tracks: Vec::new(),
            calendars: Calendars::new(config),
            by_key: BTreeMap::default(),
            default_rules,
            agents: agent_keys(config),
            agents_multiplier: agents_multiplier(config),
            multiplies_all,
        };
        resources.add(String::new(), default_rules);
        for (key, assignee) in &config.assignees {
            let own = &assignee.calendar;
            let rules = CapacityRules::new(
                own.max_utilization.or(project.max_utilization),
                own.overwork_limit_percent.or(project.overwork_limit_percent),
            );
            resources.add(key.clone(), rules);
        }
        resources
    }

    fn add(&mut self, key: String, rules: CapacityRules) -> usize {
        let index = self.tracks.len();
        let calendar = self.calendars.index_of(Some(&key));
        let hours = self.calendars.at(calendar).clone();
        let is_agent = self.agents.contains(&key);
        self.by_key.insert(key.clone(), index);
        self.tracks.push(Track {
            key,
            calendar,
            capacity: hours.scale(rules.utilization),
            hours,
            limit_percent: rules.limit_percent,
            multiplier: if is_agent || self.multiplies_all { self.agents_multiplier } else { 1.0 },
        });
        index
    }

    /// Returns the track of an assignee, and adds it if there is none.
    pub(crate) fn track(&mut self, key: &str) -> usize {
        match self.by_key.get(key) {
            Some(track) => *track,
            None => self.add(key.to_owned(), self.default_rules),
        }
    }
}

impl CapacityRules {
    fn new(utilization: Option<f64>, limit: Option<f64>) -> CapacityRules {
        let percent = limit.unwrap_or(100.0).clamp(100.0, 100_000.0);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped, and NaN becomes 0")]
        let limit_percent = (percent.round() as u32).max(100);
        let utilization = utilization.filter(|part| *part > 0.0 && *part <= 1.0).unwrap_or(1.0);
        CapacityRules { utilization, limit_percent }
    }
}

/// Returns the working hours that an agent needs per estimated hour.
pub(crate) fn agents_multiplier(config: &Config) -> f64 {
    let multiplier = config.settings.ai_estimate_multiplier;
    if multiplier.is_finite() && multiplier >= 0.0 { multiplier } else { 1.0 }
}

/// Returns the keys of the assignees that are agents: those that the project lists, or the default
/// ones if it has no list.
pub(crate) fn agent_keys(config: &Config) -> Vec<String> {
    match config.settings.custom_fields.get("agents").and_then(Value::as_array) {
        Some(listed) => listed.iter().filter_map(|key| key.as_str().map(str::to_owned)).collect(),
        None => DEFAULT_AGENTS.map(str::to_owned).to_vec(),
    }
}

/// Returns whether the project names its agents: in its list, or by an assignee with one of the
/// default keys.
pub(crate) fn names_agents(config: &Config) -> bool {
    let has_list = config.settings.custom_fields.get("agents").is_some_and(Value::is_array);
    has_list || config.assignees.iter().any(|(key, _)| DEFAULT_AGENTS.contains(&key.as_str()))
}

/// Maximum effort of a task.
const MAX_HOURS: f64 = 1e6;

/// The remaining effort of an open task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RemainingEffort {
    /// Minutes of work. 0 if the actual hours have reached the estimate.
    Minutes(u32),
    /// Whole working days, for a task without hours.
    Days(i32),
}

/// Returns the remaining effort of a task without subtasks.
pub(crate) fn remaining_effort(summary: &TaskSummary, track: &Track) -> RemainingEffort {
    let hours = |value: Option<f64>| value.filter(|hours| hours.is_finite() && *hours >= 0.0);
    let estimate = hours(summary.estimate);
    let actual = hours(summary.actual).unwrap_or(0.0);
    let remaining = hours(summary.remaining);
    match remaining.or(estimate.map(|estimate| (estimate * track.multiplier - actual).max(0.0))) {
        Some(hours) => RemainingEffort::Minutes(whole_minutes(hours, MAX_HOURS)),
        None => match (summary.dates.start, summary.dates.due) {
            (Some(start), Some(due)) => RemainingEffort::Days(track.hours.open_days(start, due).max(1)),
            _ => RemainingEffort::Days(1),
        },
    }
}
