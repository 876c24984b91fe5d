//! Assignees as resources: their calendars, how much of a day may be planned, and the remaining
//! effort of their tasks.
#![allow(clippy::indexing_slicing, reason = "a track is an index that the resources returned")]

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
    /// How many tasks are worked on at once, each with the whole capacity.
    pub(crate) parallel: usize,
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
    /// The hours of a task without hours and dates.
    default_estimate: Option<f64>,
}

/// The limits within a calendar's hours.
#[derive(Clone, Copy)]
struct CapacityRules {
    /// The part of the hours that may be planned, above 0.
    utilization: f64,
    limit_percent: u32,
    parallel: u32,
}

/// The part of the time that is planned, in percent, unless the project says otherwise.
const DEFAULT_UTILIZATION: f64 = 100.0;
/// The same in a project that `handoff-mcp` uses, which plans so much.
const PEER_UTILIZATION: f64 = 120.0;
/// Minimum part of the time that may be set, in percent: a smaller number is most likely meant as a fraction.
pub(crate) const MIN_UTILIZATION: f64 = 5.0;
/// Maximum part of the time that is planned, in percent: more has no use.
const MAX_UTILIZATION: f64 = 10_000.0;
/// Maximum number of tasks at once.
const MAX_PARALLEL: u32 = 100;

/// Returns the part of the time that is planned in a project, in percent.
pub(crate) fn project_utilization(config: &Config) -> f64 {
    let default = if config.has_worktree { PEER_UTILIZATION } else { DEFAULT_UTILIZATION };
    config.calendar.utilization_percent().unwrap_or(default)
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
        let utilization = project_utilization(config);
        let default_rules = CapacityRules::new(utilization, project.overwork_limit_percent, project.max_parallel_tasks);
        let mut resources = Resources {
            tracks: Vec::new(),
            calendars: Calendars::new(config),
            by_key: BTreeMap::default(),
            default_rules,
            agents: agent_keys(config),
            agents_multiplier: agents_multiplier(config),
            multiplies_all,
            default_estimate: config.default_estimate_hours,
        };
        resources.add(String::new(), default_rules);
        for (key, assignee) in &config.assignees {
            let own = &assignee.calendar;
            let rules = CapacityRules::new(
                own.utilization_percent().unwrap_or(utilization),
                own.overwork_limit_percent.or(project.overwork_limit_percent),
                own.max_parallel_tasks.or(project.max_parallel_tasks),
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
            limit_percent: rules.limit_percent.saturating_mul(rules.parallel),
            parallel: usize::try_from(rules.parallel).unwrap_or(1),
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
    fn new(utilization: f64, limit: Option<f64>, parallel: Option<u32>) -> CapacityRules {
        let percent = limit.unwrap_or(100.0).clamp(100.0, 100_000.0);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped, and NaN becomes 0")]
        let limit_percent = (percent.round() as u32).max(100);
        let utilization = utilization.min(MAX_UTILIZATION) / 100.0;
        CapacityRules { utilization, limit_percent, parallel: parallel.unwrap_or(1).clamp(1, MAX_PARALLEL) }
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
pub(crate) fn remaining_effort(summary: &TaskSummary, resources: &Resources, track: usize) -> RemainingEffort {
    let track = &resources.tracks[track];
    let hours = |value: Option<f64>| value.filter(|hours| hours.is_finite() && *hours >= 0.0);
    let has_dates = summary.dates.days().is_some();
    let estimate = hours(summary.estimate).or(resources.default_estimate.filter(|_| !has_dates));
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
