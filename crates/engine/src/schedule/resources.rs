//! Who does the work, and how much of it fits into a day.

use std::collections::BTreeMap;

use handoff_format::Config;

use crate::schedule::calendar::{Calendar, Calendars};

/// The keys that stand for agents where the project does not list its own.
const USUAL_AGENTS: [&str; 2] = ["ai", "agent"];

/// One assignee's time.
pub(crate) struct Track {
    /// Key; empty for "nobody".
    pub(crate) key: String,
    /// Position of the calendar.
    pub(crate) calendar: usize,
    /// When they work.
    pub(crate) hours: Calendar,
    /// What part of it is planned.
    pub(crate) capacity: Calendar,
    /// From which load, in percent of the working hours, a day is overbooked.
    pub(crate) limit_percent: u32,
    /// What an estimated hour comes to.
    pub(crate) multiplier: f64,
}

/// Everybody. The first track is nobody's, which follows the project's calendar like those of whoever is not configured.
pub(crate) struct People {
    pub(crate) tracks: Vec<Track>,
    pub(crate) calendars: Calendars,
    by_key: BTreeMap<String, usize>,
    usual: CapacityRules,
    agents: Option<Vec<String>>,
    agents_multiplier: f64,
}

/// How a calendar's time is used.
#[derive(Clone, Copy)]
struct CapacityRules {
    part: f64,
    limit_percent: u32,
}

impl People {
    pub(crate) fn new(config: &Config) -> People {
        let multiplier = config.settings.ai_estimate_multiplier;
        let project = &config.calendar;
        let usual = CapacityRules::of(project.max_utilization, project.overwork_limit_percent);
        let mut people = People {
            tracks: Vec::new(),
            calendars: Calendars::of(config),
            by_key: BTreeMap::default(),
            usual,
            agents: agents(config),
            agents_multiplier: if multiplier.is_finite() && multiplier >= 0.0 { multiplier } else { 1.0 },
        };
        people.add(String::new(), usual);
        for (key, assignee) in &config.assignees {
            let own = &assignee.calendar;
            let rules = CapacityRules::of(
                own.max_utilization.or(project.max_utilization),
                own.overwork_limit_percent.or(project.overwork_limit_percent),
            );
            people.add(key.clone(), rules);
        }
        people
    }

    fn add(&mut self, key: String, rules: CapacityRules) -> usize {
        let place = self.tracks.len();
        let calendar = self.calendars.place(Some(&key));
        let hours = self.calendars.at(calendar).clone();
        let is_agent = match &self.agents {
            Some(listed) => listed.contains(&key),
            None => USUAL_AGENTS.contains(&key.as_str()),
        };
        self.by_key.insert(key.clone(), place);
        self.tracks.push(Track {
            key,
            calendar,
            capacity: hours.scaled(rules.part),
            hours,
            limit_percent: rules.limit_percent,
            multiplier: if is_agent { self.agents_multiplier } else { 1.0 },
        });
        place
    }

    /// The track of an assignee, made where there is none.
    pub(crate) fn track(&mut self, key: &str) -> usize {
        match self.by_key.get(key) {
            Some(track) => *track,
            None => self.add(key.to_owned(), self.usual),
        }
    }
}

impl CapacityRules {
    fn of(part: Option<f64>, limit: Option<f64>) -> CapacityRules {
        let percent = limit.unwrap_or(100.0).clamp(100.0, 100_000.0);
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between the bounds, and no number becomes 0"
        )]
        let limit_percent = (percent.round() as u32).max(100);
        CapacityRules { part: part.filter(|part| *part > 0.0 && *part <= 1.0).unwrap_or(1.0), limit_percent }
    }
}

/// The assignees that the project lists as agents.
fn agents(config: &Config) -> Option<Vec<String>> {
    let listed = config.settings.custom_fields.get("agents")?.as_array()?;
    Some(listed.iter().filter_map(|key| key.as_str().map(str::to_owned)).collect())
}
