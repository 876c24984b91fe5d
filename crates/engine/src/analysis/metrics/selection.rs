//! The tasks that a report counts.
//!
//! Assignee, labels and milestone are compared as they were on each day. Status, priority, text and
//! whether a task is overdue are compared as they are today; of a deleted task only the text is known.
#![allow(clippy::indexing_slicing, reason = "tables have one entry per task of the past")]

use std::collections::BTreeSet;

use handoff_protocol::{Filter, ReportGroup};

use crate::Project;
use crate::analysis::metrics::past::{Past, PastTask, TaskState};
use crate::ground::case_fold::fold;
use crate::ground::timestamp::Day;
use crate::model::NameId;
use crate::model::filter::TaskFilter;

/// A filter of a past, perhaps of one group only.
#[derive(Clone, Debug)]
pub(crate) struct Selection {
    assignees: Names,
    labels: Names,
    milestones: Names,
    /// By task, whether it passes the rest of the filter.
    passes: Vec<bool>,
    group: Option<(ReportGroup, NameId)>,
}

/// The accepted names; `None` accepts all.
type Names = Option<BTreeSet<NameId>>;

impl Selection {
    pub(crate) fn new(project: &Project, past: &Past, filter: &Filter, today: Day) -> Selection {
        let names = |list: &[String]| {
            (!list.is_empty()).then(|| list.iter().filter_map(|text| past.names.find(text)).collect())
        };
        let rest = Filter {
            statuses: filter.statuses.clone(),
            priorities: filter.priorities.clone(),
            overdue: filter.overdue,
            text: filter.text.clone(),
            ..Filter::default()
        };
        let today = TaskFilter::new(&rest, &project.model.tasks, today);
        let words: Vec<String> = fold(&filter.text).split_whitespace().map(str::to_owned).collect();
        let has_list = !(rest.statuses.is_empty() && rest.priorities.is_empty()) || rest.overdue;
        let passes = |past: &PastTask| {
            if let Some(task) = past.slot.and_then(|slot| project.model.tasks.get(slot)) {
                return today.passes(task);
            }
            let text = fold(&format!("{} {}", past.id, past.title));
            !has_list && words.iter().all(|word| text.contains(word))
        };
        Selection {
            assignees: names(&filter.assignees),
            labels: names(&filter.labels),
            milestones: names(&filter.milestones),
            passes: past.tasks.iter().map(passes).collect(),
            group: None,
        }
    }

    /// Returns whether it contains all tasks.
    pub(crate) fn is_everything(&self) -> bool {
        self.group.is_none()
            && [&self.assignees, &self.labels, &self.milestones].into_iter().all(Option::is_none)
            && self.passes.iter().all(|passes| *passes)
    }

    /// Returns the selection without the tasks outside of a group.
    pub(crate) fn within(&self, group: ReportGroup, name: NameId) -> Selection {
        Selection { group: Some((group, name)), ..self.clone() }
    }

    /// Returns whether a task with these values is counted.
    pub(crate) fn contains(&self, task: usize, state: &TaskState) -> bool {
        let has_label = |label: &NameId| {
            if *label == NameId::default() { state.labels.is_empty() } else { state.labels.contains(label) }
        };
        let accepts = |names: &Names, name: &NameId| names.as_ref().is_none_or(|names| names.contains(name));
        self.passes[task]
            && accepts(&self.assignees, &state.assignee)
            && accepts(&self.milestones, &state.milestone)
            && self.labels.as_ref().is_none_or(|labels| labels.iter().any(has_label))
            && self.group.as_ref().is_none_or(|(group, name)| match group {
                ReportGroup::Assignee => state.assignee == *name,
                ReportGroup::Milestone => state.milestone == *name,
                ReportGroup::Label => has_label(name),
            })
    }
}
