//! Scheduling: working calendars, the dependency graph, the forward pass with resource limits,
//! pushes, load and slack.
//!
//! Invariant: pure functions of a [`Network`], which is built from the model once, and of dates.
//! Tables have one entry per task, in the order of the tree.

mod availability;
pub(crate) mod calendar;
mod constraints;
mod dates;
mod dependency_graph;
mod forward;
mod load;
mod milestone_order;
mod order_of_work;
mod push;
mod resources;
mod slack;
mod wait_graph;

#[cfg(test)]
mod tests;

pub(crate) use dates::{milestone_days, roll_up, shift_dates, subtask_span, update_parents};
pub(crate) use dependency_graph::{Network, NetworkTask};
pub(crate) use forward::{ScheduleRequest, schedule_forward};
pub(crate) use load::{load, minutes_to_hours};
pub(crate) use milestone_order::MilestoneOrder;
pub(crate) use order_of_work::{early_due_dates, needed_by, open_dependencies, own_dependencies};
pub(crate) use push::push_dependents;
pub(crate) use resources::{
    DEFAULT_AGENTS, MIN_UTILIZATION, Resources, agent_keys, agents_multiplier, names_agents, project_utilization,
};
pub(crate) use slack::{Slack, slack, slack_days};
pub(crate) use wait_graph::{Circle, Endpoint, Reached, WaitGraph, shortest_path};

use crate::ground::timestamp::Day;

/// The reason that tasks cannot be scheduled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScheduleError {
    /// The track has no working day within ten years of a day.
    NeverOpen { track: usize, day: Day },
    /// The task would lie more than two hundred years after the first day.
    TooFar { task: usize },
}
