//! Estimated against actual hours of tasks that are done.

use std::collections::BTreeMap;

use handoff_protocol::report::{EstimateGroup, EstimatedTask, Estimates};
use handoff_protocol::{ActorKind, Status};

use crate::analysis::metrics::figures::cycle::task_days;
use crate::analysis::metrics::past::{MicroHours, to_hours};
use crate::analysis::metrics::span::ReportSpan;
use crate::analysis::schedule::agent_keys;
use crate::ground::timestamp::parse_timestamp;
use crate::knowledge::time::entries::entries;

/// Hours of several tasks.
#[derive(Clone, Copy, Default)]
struct Sums {
    tasks: u32,
    estimate: MicroHours,
    actual: MicroHours,
}

impl Sums {
    fn add(&mut self, estimate: MicroHours, actual: MicroHours) {
        self.tasks += 1;
        self.estimate += estimate;
        self.actual += actual;
    }

    fn into_group(self, key: &str) -> EstimateGroup {
        let (estimate, actual) = (to_hours(self.estimate), to_hours(self.actual));
        EstimateGroup {
            key: key.to_owned(),
            tasks: self.tasks,
            estimate_hours: estimate,
            actual_hours: actual,
            factor: (self.estimate > 0).then(|| actual / estimate),
        }
    }
}

/// Returns the hours of the tasks without subtasks that were done within the range, are still done
/// at its end, and have both an estimate and actual hours.
pub(crate) fn estimates(span: &ReportSpan<'_>) -> Estimates {
    let agents = agent_keys(span.project.model.config.values());
    let kind = |assignee: &str| match assignee {
        "" => "",
        key if agents.iter().any(|agent| agent == key) => kind_name(ActorKind::Agent),
        _ => kind_name(ActorKind::Human),
    };
    let worked = worked(span);
    let mut tasks = Vec::new();
    let mut total = Sums::default();
    let mut groups: [BTreeMap<&str, Sums>; 3] = Default::default();
    let [labels, assignees, kinds] = &mut groups;
    let days = task_days(span.past, span.to);
    for (index, (past, days)) in span.past.tasks.iter().zip(&days).enumerate() {
        let Some(state) = span.end.states.get(index).filter(|_| span.end.is_selected_leaf(index)) else { continue };
        // The day is not known if no stamp and no event has it.
        let is_done = state.status == Status::Done && days.done.is_none_or(|done| done >= span.from);
        let (estimate, actual) = (state.estimate, state.actual);
        if !is_done || estimate <= 0 || actual <= 0 {
            continue;
        }
        total.add(estimate, actual);
        let assignee = span.past.names.text(state.assignee);
        assignees.entry(assignee).or_default().add(estimate, actual);
        for (kind, estimate, actual) in split(worked.get(past.id.as_str()), kind(assignee), estimate, actual) {
            kinds.entry(kind).or_default().add(estimate, actual);
        }
        if state.labels.is_empty() {
            labels.entry("").or_default().add(estimate, actual);
        }
        for label in &state.labels {
            labels.entry(span.past.names.text(*label)).or_default().add(estimate, actual);
        }
        tasks.push(EstimatedTask {
            id: past.id.clone(),
            title: past.title.clone(),
            estimate_hours: to_hours(estimate),
            actual_hours: to_hours(actual),
            factor: to_hours(actual) / to_hours(estimate),
        });
    }
    tasks.sort_by(|a, b| b.factor.total_cmp(&a.factor).then_with(|| a.id.cmp(&b.id)));
    let [labels, assignees, kinds] =
        groups.map(|sums| sums.into_iter().map(|(key, sums)| sums.into_group(key)).collect());
    Estimates { tasks, total: total.into_group(""), labels, assignees, kinds }
}

/// The hours of the entries of a task.
#[derive(Clone, Copy, Default)]
struct Worked {
    people: MicroHours,
    agents: MicroHours,
}

/// Returns the hours of the entries until the last day, by task.
fn worked<'a>(span: &ReportSpan<'a>) -> BTreeMap<&'a str, Worked> {
    let mut tasks: BTreeMap<&str, Worked> = BTreeMap::new();
    for entry in entries(&span.project.model.activity).into_values() {
        let start = parse_timestamp(&entry.start).map(|start| span.past.day(start.timestamp_millis()));
        if start.is_none_or(|day| day > span.to) {
            continue;
        }
        let worked = tasks.entry(entry.task.as_str()).or_default();
        let sum = if entry.actor.kind == ActorKind::Agent { &mut worked.agents } else { &mut worked.people };
        *sum = sum.saturating_add(micro_hours(entry.seconds));
    }
    tasks
}

/// Divides the hours of a task between the kinds of those who worked on it: what entries cover by
/// the entries, the rest by the kind of the assignee. The estimate is divided like the actual hours.
fn split<'k>(
    worked: Option<&Worked>,
    assignee: &'k str,
    estimate: MicroHours,
    actual: MicroHours,
) -> Vec<(&'k str, MicroHours, MicroHours)> {
    let Worked { people, agents } = worked.copied().unwrap_or_default();
    let entered = people.saturating_add(agents);
    // Entries may have more hours than the task, whose field can be changed alone.
    let covered = entered.min(actual);
    let agents = part(covered, agents, entered);
    let (human, agent) = (kind_name(ActorKind::Human), kind_name(ActorKind::Agent));
    let parts = [(human, covered - agents), (agent, agents), (assignee, actual - covered)];
    let mut by_kind: BTreeMap<&str, MicroHours> = BTreeMap::new();
    for (kind, hours) in parts.into_iter().filter(|(_, hours)| *hours > 0) {
        *by_kind.entry(kind).or_default() += hours;
    }
    let (mut before, mut divided) = (0, 0);
    let with_estimate = |(kind, hours)| {
        before += hours;
        let until = part(estimate, before, actual);
        let own = until - std::mem::replace(&mut divided, until);
        (kind, own, hours)
    };
    by_kind.into_iter().map(with_estimate).collect()
}

/// Returns `total × share ÷ whole`; 0 without a whole.
fn part(total: MicroHours, share: MicroHours, whole: MicroHours) -> MicroHours {
    let part = (i128::from(total) * i128::from(share)).checked_div(i128::from(whole)).unwrap_or_default();
    MicroHours::try_from(part).unwrap_or(total)
}

/// Converts seconds to millionths of an hour. More than a century counts as that.
fn micro_hours(seconds: u64) -> MicroHours {
    MicroHours::from(u32::try_from(seconds).unwrap_or(u32::MAX)) * 10_000 / 36
}

fn kind_name(kind: ActorKind) -> &'static str {
    match kind {
        ActorKind::Human => "human",
        ActorKind::Agent => "agent",
    }
}
