//! A naive reimplementation of calendars and dependencies, day by day and leaf by leaf. Slow, and
//! shares no code with the engine.

use handoff_protocol::Status;

use super::plans::Plan;

/// Working hours, as in a configuration without exceptions for single days.
#[derive(Clone, Debug, Default)]
pub struct Hours {
    pub per_day: f64,
    /// 0 is Sunday.
    pub closed_weekdays: Vec<i32>,
    pub closed_days: Vec<i32>,
    /// Hours of single weekdays.
    pub of_weekdays: Vec<(i32, f64)>,
    pub utilization: f64,
}

impl Hours {
    pub fn minutes(&self, day: i32) -> i64 {
        let weekday = (day + 4).rem_euclid(7);
        if self.closed_weekdays.contains(&weekday) || self.closed_days.contains(&day) {
            return 0;
        }
        minutes(self.of_weekdays.iter().find(|(other, _)| *other == weekday).map_or(self.per_day, |(_, hours)| *hours))
    }

    pub fn capacity(&self, day: i32) -> i64 {
        #[allow(clippy::cast_precision_loss, reason = "minutes of a day")]
        let part = self.minutes(day) as f64 * self.utilization;
        minutes(part / 60.0)
    }

    pub fn is_open(&self, day: i32) -> bool {
        self.minutes(day) > 0
    }

    pub fn open_days(&self, first: i32, last: i32) -> i32 {
        i32::try_from((first..=last).filter(|day| self.is_open(*day)).count()).unwrap()
    }

    /// Moves `steps` open days after (or before) a day.
    pub fn walk(&self, day: i32, steps: i32) -> i32 {
        let (mut day, mut remaining) = (day, steps);
        while remaining != 0 {
            day += remaining.signum();
            if self.is_open(day) {
                remaining -= remaining.signum();
            }
        }
        day
    }
}

pub fn minutes(hours: f64) -> i64 {
    #[allow(clippy::cast_possible_truncation, reason = "hours of a test")]
    let whole = (hours * 60.0).round() as i64;
    whole
}

/// The plans with their calendars.
#[derive(Debug)]
pub struct Model {
    pub plans: Vec<Plan>,
    pub project: Hours,
    pub assignees: Vec<(String, Hours)>,
    pub multiplier: f64,
}

impl Model {
    pub fn with(&self, plans: Vec<Plan>) -> Model {
        Model { plans, project: self.project.clone(), assignees: self.assignees.clone(), multiplier: self.multiplier }
    }

    pub fn hours(&self, plan: &Plan) -> &Hours {
        let key = plan.assignee.as_deref().unwrap_or_default();
        self.assignees.iter().find(|(key_of, _)| key_of == key).map_or(&self.project, |(_, hours)| hours)
    }

    pub fn is_leaf(&self, plan: &Plan) -> bool {
        !self.plans.iter().any(|other| is_below(&other.id, &plan.id))
    }

    /// Returns the leaves at or below an ID that are not closed.
    pub fn open_leaves(&self, id: &str) -> Vec<&Plan> {
        let leaves = self.plans.iter().filter(|plan| plan.id == id || is_below(&plan.id, id));
        leaves.filter(|plan| self.is_leaf(plan) && !plan.status().is_terminal()).collect()
    }

    fn is_closed(&self, id: &str) -> bool {
        self.plans.iter().any(|plan| plan.id == id && plan.status().is_terminal())
    }

    /// Returns whether a leaf at or below an ID is closed.
    fn has_closed_leaf(&self, id: &str) -> bool {
        let below = self.plans.iter().filter(|plan| plan.id == id || is_below(&plan.id, id));
        below.into_iter().any(|plan| self.is_leaf(plan) && plan.status().is_terminal())
    }

    /// Returns the remaining minutes; `None` means whole days.
    pub fn effort(&self, plan: &Plan) -> Option<i64> {
        let schedule = &plan.schedule;
        let m = if plan.assignee.as_deref() == Some("ai") { self.multiplier } else { 1.0 };
        let spent = schedule.actual_hours.unwrap_or(0.0);
        schedule.remaining_hours.or(schedule.estimate_hours.map(|hours| (hours * m - spent).max(0.0))).map(minutes)
    }

    pub fn fills(&self, plan: &Plan, start: i32, due: i32) -> bool {
        let hours = self.hours(plan);
        match self.effort(plan) {
            None => true,
            Some(effort) => {
                let rest = effort - (start..due).map(|day| hours.capacity(day)).sum::<i64>();
                rest > 0 && rest >= hours.capacity(due)
            }
        }
    }

    /// Returns every effective dependency: predecessor, dependent leaf, kind and lag.
    pub fn dependencies(&self) -> Vec<(String, &Plan, String, i32)> {
        let mut dependencies = Vec::new();
        for plan in &self.plans {
            for (id, kind, lag) in &plan.links {
                let is_ignored = is_below(id, &plan.id) || is_below(&plan.id, id);
                if is_ignored || !self.plans.iter().any(|key_of| key_of.id == *id) {
                    continue;
                }
                for leaf in self.open_leaves(&plan.id) {
                    dependencies.push((id.clone(), leaf, kind.clone(), *lag));
                }
            }
        }
        dependencies
    }

    /// Returns the earliest day that a dependency allows for its end of the task, or `None` if any.
    /// Open work ends on `from` at the earliest.
    pub fn earliest(&self, from_id: &str, kind: &str, lag: i32, from: i32) -> Option<i32> {
        if self.is_closed(from_id) {
            return None;
        }
        let leaves = self.spans(from_id, from);
        match kind {
            "FS" | "FF" => {
                let (end, fills) = leaves.iter().map(|(_, end, fills)| (*end, *fills)).max()?;
                Some(self.project.walk(end, lag) + i32::from(kind == "FS" && fills))
            }
            _ if self.has_closed_leaf(from_id) => None,
            _ => Some(self.project.walk(leaves.iter().map(|(start, ..)| *start).min()?, lag)),
        }
    }

    /// Returns, for every open leaf at or below a task, its first day, its last day and whether
    /// that day is full. A parent without dated leaves returns its own dates.
    fn spans(&self, id: &str, from: i32) -> Vec<(i32, i32, bool)> {
        let Some(plan) = self.plans.iter().find(|plan| plan.id == id) else { return Vec::new() };
        let dates = plan.start().or(plan.due()).zip(plan.due().or(plan.start()));
        if self.is_leaf(plan) {
            let open = dates.filter(|_| !plan.status().is_terminal());
            return open.map_or_else(Vec::new, |(start, due)| {
                let last = due.max(from).max(start);
                vec![(start, last, self.fills(plan, start.max(from), last))]
            });
        }
        let children =
            self.plans.iter().filter(|child| child.id.rsplit_once('.').is_some_and(|(above, _)| above == id));
        let spans_below: Vec<_> = children.flat_map(|child| self.spans(&child.id, from)).collect();
        match dates {
            Some((start, due)) if spans_below.is_empty() && !self.has_closed_leaf(id) => {
                vec![(start, due.max(start), true)]
            }
            _ => spans_below,
        }
    }

    /// Returns whether the dates of a leaf satisfy a dependency.
    pub fn satisfies(&self, dependency: &(String, &Plan, String, i32), from: i32) -> bool {
        let (id, leaf, kind, lag) = dependency;
        let own = if kind.ends_with('S') { leaf.start().or(leaf.due()) } else { leaf.due().or(leaf.start()) };
        let earliest = self.earliest(id, kind, *lag, from);
        own.is_none() || earliest.is_none() || own >= earliest
    }

    /// Returns whether the leaves have a dependency cycle.
    pub fn has_cycle(&self) -> bool {
        let leaves: Vec<&Plan> = self.plans.iter().filter(|plan| self.is_leaf(plan)).collect();
        let at_or_below = |leaf: &Plan, id: &str| leaf.id == id || is_below(&leaf.id, id);
        let count = leaves.len();
        let mut reach = vec![vec![false; count]; count];
        for plan in &self.plans {
            for (id, ..) in &plan.links {
                let waits_no_more = self.is_leaf(plan) && plan.status().is_terminal();
                if is_below(id, &plan.id) || is_below(&plan.id, id) || self.is_closed(id) || waits_no_more {
                    continue;
                }
                for (to, _) in leaves.iter().enumerate().filter(|(_, leaf)| at_or_below(leaf, &plan.id)) {
                    for (from, _) in leaves.iter().enumerate().filter(|(_, leaf)| at_or_below(leaf, id)) {
                        reach[from][to] = true;
                    }
                }
            }
        }
        for middle in 0..count {
            for from in 0..count {
                for to in 0..count {
                    reach[from][to] |= reach[from][middle] && reach[middle][to];
                }
            }
        }
        (0..count).any(|index| reach[index][index])
    }
}

pub fn is_below(id: &str, above: &str) -> bool {
    id.strip_prefix(above).is_some_and(|rest| rest.starts_with('.'))
}

/// Returns whether a scheduler keeps the dates of a leaf.
pub fn has_fixed_dates(plan: &Plan) -> bool {
    let dated = plan.start().is_some() || plan.due().is_some();
    let is_started = matches!(plan.status(), Status::InProgress | Status::Review | Status::Blocked);
    plan.status().is_terminal() || plan.schedule.pinned == Some(true) || dated && is_started
}
