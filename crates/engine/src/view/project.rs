//! The project as a whole: its name, counts, and the words to choose from.

use std::collections::{BTreeMap, BTreeSet};

use handoff_protocol::view::{Assignee, Milestone, Progress, ProjectView, StatusCount};
use handoff_protocol::{Severity, Status, Text};

use crate::Project;
use crate::plan::is_color;
use crate::problems::Troubles;
use crate::project::unread;
use crate::timestamp::Day;
use crate::view::card::count;

pub(crate) fn project(
    project: &Project,
    troubles: &Troubles,
    today: Day,
    (undo, redo): (Option<Text>, Option<Text>),
) -> ProjectView {
    let model = &project.model;
    let config = model.config.values();
    let mut counts = [0u32; Status::ALL.len()];
    let (mut total, mut overdue) = (0, 0);
    let mut open_by_assignee: BTreeMap<&str, u32> = BTreeMap::default();
    let mut by_milestone: BTreeMap<&str, Progress> = BTreeMap::default();
    let mut labels: Vec<String> = config.labels.clone();
    let mut used_labels = BTreeSet::default();
    for task in model.tasks.all() {
        let status = task.status();
        total += 1;
        overdue += u32::from(task.shown.is_overdue(today));
        if let Some(place) = Status::ALL.iter().position(|known| *known == status) {
            counts.iter_mut().skip(place).take(1).for_each(|count| *count += 1);
        }
        if let Some(assignee) = task.shown.task.assignee.as_deref() {
            *open_by_assignee.entry(assignee).or_default() += u32::from(!status.is_terminal());
        }
        if let Some(milestone) = task.shown.milestone() {
            let progress = by_milestone.entry(milestone).or_default();
            progress.total += 1;
            progress.done += u32::from(status.is_terminal());
        }
        used_labels.extend(task.shown.task.labels.iter().map(String::as_str));
    }
    let found = used_labels.into_iter().filter(|label| !config.labels.iter().any(|known| known == label));
    labels.extend(found.map(str::to_owned));
    ProjectView {
        revision: model.revision,
        initialized: project.is_initialized(),
        name: config.name.clone(),
        description: config.description.clone().unwrap_or_default(),
        layout: model.layout(),
        total,
        counts: Status::ALL.into_iter().zip(counts).map(|(status, count)| StatusCount { status, count }).collect(),
        overdue,
        unread: match unread::of_project(project) {
            Some(text) => vec![text],
            None => unread::of_tasks(project).0,
        },
        errors: count(troubles.count(Severity::Error)),
        warnings: count(troubles.count(Severity::Warning)),
        assignees: assignees(project, &open_by_assignee),
        milestones: milestones(project, &by_milestone),
        labels,
        wip_limits: Status::ALL
            .into_iter()
            .filter_map(|status| model.config.wip_limit(status).map(|count| StatusCount { status, count }))
            .collect(),
        require_estimate: model.config.require_estimate(),
        undo,
        redo,
    }
}

/// The colour, if it is one that can be passed on.
fn color(text: Option<&String>) -> String {
    text.filter(|text| is_color(text)).cloned().unwrap_or_default()
}

fn assignees(project: &Project, open: &BTreeMap<&str, u32>) -> Vec<Assignee> {
    let configured = &project.model.config.values().assignees;
    let known = configured.iter().map(|(key, assignee)| Assignee {
        key: key.clone(),
        name: assignee.display_name.clone().filter(|name| !name.is_empty()).unwrap_or_else(|| key.clone()),
        color: color(assignee.color.as_ref()),
        configured: true,
        open_tasks: open.get(key.as_str()).copied().unwrap_or(0),
    });
    let only_named = open.iter().filter(|(key, _)| !configured.iter().any(|(known, _)| known == *key));
    let named = only_named.map(|(key, open)| Assignee {
        key: (*key).to_owned(),
        name: (*key).to_owned(),
        color: String::new(),
        configured: false,
        open_tasks: *open,
    });
    known.chain(named).collect()
}

/// By date, then those without a date.
fn milestones(project: &Project, progress: &BTreeMap<&str, Progress>) -> Vec<Milestone> {
    let configured = &project.model.config.values().milestones;
    let known = configured.iter().map(|(name, milestone)| Milestone {
        name: name.clone(),
        date: milestone.date.clone().unwrap_or_default(),
        color: color(milestone.color.as_ref()),
        description: milestone.description.clone().unwrap_or_default(),
        configured: true,
        progress: progress.get(name.as_str()).copied().unwrap_or_default(),
    });
    let only_named = progress.iter().filter(|(name, _)| !configured.iter().any(|(known, _)| known == *name));
    let named = only_named.map(|(name, progress)| Milestone {
        name: (*name).to_owned(),
        date: String::new(),
        color: String::new(),
        description: String::new(),
        configured: false,
        progress: *progress,
    });
    let mut all: Vec<Milestone> = known.chain(named).collect();
    all.sort_by(|a, b| (a.date.is_empty(), &a.date).cmp(&(b.date.is_empty(), &b.date)));
    all
}
