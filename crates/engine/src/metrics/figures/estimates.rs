//! Estimated against actual hours of tasks that are done.

use std::collections::BTreeMap;

use handoff_protocol::report::{EstimateGroup, EstimatedTask, Estimates};
use handoff_protocol::{ActorKind, Status};

use crate::metrics::figures::cycle::task_days;
use crate::metrics::past::{MicroHours, to_hours};
use crate::metrics::span::ReportSpan;
use crate::schedule::agent_keys;

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
        kinds.entry(kind(assignee)).or_default().add(estimate, actual);
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

fn kind_name(kind: ActorKind) -> &'static str {
    match kind {
        ActorKind::Human => "human",
        ActorKind::Agent => "agent",
    }
}
