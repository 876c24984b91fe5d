//! The project as a whole: its name, counts, and the values to choose from.

use std::collections::{BTreeMap, BTreeSet};

use handoff_format::Dashboard;
use handoff_protocol::view::{
    Assignee, ClaimsSummary, FilterCounts, Milestone, Progress, ProjectSearch, ProjectView, StatusCount, TaskName,
};
use handoff_protocol::{Actor, ActorKind, Context, MilestoneStatus, PauseView, Priority, Severity, Status, Text};

use crate::Project;
use crate::analysis::problems::Problems;
use crate::analysis::schedule::agent_keys;
use crate::ground::color::to_hex;
use crate::knowledge::register::Knowledge;
use crate::model::TaskRef;
use crate::model::project::unread;
use crate::read::view::card::{count, name};
use crate::read::view::needs_you::{needs_you, waiting_agents};

/// Names of folders in which no project is searched: other tools keep copies there.
pub const UNSEARCHED_FOLDERS: [&str; 2] = [".git", "node_modules"];
/// Maximum depth of a search for projects.
pub const MAX_SEARCH_DEPTH: u64 = 20;

/// Returns the folders to search for other projects.
pub(crate) fn search(project: &Project) -> ProjectSearch {
    let Dashboard { scan_dirs, exclude_patterns, max_depth } = &project.model.config.values().dashboard;
    let mut without = exclude_patterns.clone();
    without.extend(UNSEARCHED_FOLDERS.map(str::to_owned));
    let depth = u32::try_from((*max_depth).min(MAX_SEARCH_DEPTH)).unwrap_or(u32::MAX);
    ProjectSearch { folders: scan_dirs.clone(), without, depth }
}

/// Builds the summary of the project.
pub(crate) fn project(
    project: &Project,
    problems: &Problems,
    knowledge: &Knowledge,
    context: &Context,
    (paused, claims): (Option<PauseView>, Option<ClaimsSummary>),
    (undo, redo): (Option<Text>, Option<Text>),
) -> ProjectView {
    let model = &project.model;
    let config = model.config.values();
    let today = context.today();
    let mut counts = [0u32; Status::ALL.len()];
    let (mut total, mut overdue) = (0, 0);
    let mut open_by_assignee: BTreeMap<&str, u32> = BTreeMap::default();
    let mut by_milestone: BTreeMap<&str, Progress> = BTreeMap::default();
    let mut labels: Vec<String> = config.labels.clone();
    let mut used_labels = BTreeSet::default();
    for task in model.tasks.all() {
        let status = task.status();
        total += 1;
        overdue += u32::from(model.tasks.is_overdue(task, today));
        for (counted, count) in Status::ALL.iter().zip(&mut counts) {
            *count += u32::from(*counted == status);
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
    let is_unlisted = |label: &&str| !config.labels.iter().any(|listed| listed == label);
    labels.extend(used_labels.into_iter().filter(is_unlisted).map(str::to_owned));
    let assignees = assignees(project, &open_by_assignee);
    let person = person_key(&assignees, &context.actor);
    ProjectView {
        revision: model.revision,
        initialized: project.is_initialized(),
        name: config.name.clone(),
        description: config.description.clone().unwrap_or_default(),
        layout: model.layout(),
        total,
        filter_counts: filter_counts(project),
        counts: Status::ALL.into_iter().zip(counts).map(|(status, count)| StatusCount { status, count }).collect(),
        overdue,
        needs_you: needs_you(model, problems, knowledge, context.now),
        waiting_agents: waiting_agents(model, context.now),
        current_task: current_task(project, person.as_deref(), claims.as_ref()),
        person,
        config_problem: problems.config_error().cloned(),
        unread: match unread::project_gap(project) {
            Some(text) => vec![text],
            None => unread::task_gaps(project).0,
        },
        broken_tasks: count(model.tasks.all().filter(|task| task.shown.is_broken).count()),
        errors: count(problems.count(Severity::Error)),
        warnings: count(problems.count(Severity::Warning)),
        assignees,
        milestones: milestones(project, &by_milestone),
        labels,
        label_colors: model.config.label_colors(),
        views: model.records.views().to_vec(),
        wip_limits: Status::ALL
            .into_iter()
            .filter_map(|status| model.config.wip_limit(status).map(|count| StatusCount { status, count }))
            .collect(),
        require_estimate: model.config.require_estimate(),
        paused,
        claims: claims.map(Box::new),
        undo,
        redo,
    }
}

/// Returns the key of the assignee that is this person: one whose key or name is the person's.
fn person_key(assignees: &[Assignee], person: &Actor) -> Option<String> {
    let is_person = |assignee: &&Assignee| {
        assignee.kind == ActorKind::Human && [&assignee.key, &assignee.name].contains(&&person.name)
    };
    assignees.iter().find(is_person).map(|assignee| assignee.key.clone())
}

/// Returns the task that a person holds, or else the first one in progress that is assigned to them.
fn current_task(project: &Project, person: Option<&str>, claims: Option<&ClaimsSummary>) -> Option<TaskName> {
    let tasks = &project.model.tasks;
    let held = claims.and_then(|claims| tasks.with_id(claims.own.first()?).next());
    let assigned = || {
        let key = person?;
        let is_begun = |task: &TaskRef<'_>| task.status() == Status::InProgress && tasks.is_leaf(task.slot);
        tasks.in_order().find(|task| is_begun(task) && task.shown.task.assignee.as_deref() == Some(key))
    };
    held.or_else(assigned).map(name)
}

/// Counts the tasks without subtasks by the values of a filter.
fn filter_counts(project: &Project) -> FilterCounts {
    let (mut assignees, mut labels) = (BTreeMap::default(), BTreeMap::default());
    let (mut milestones, mut priorities) = (BTreeMap::default(), BTreeMap::default());
    let tasks = &project.model.tasks;
    for task in tasks.all().filter(|task| tasks.is_leaf(task.slot)) {
        let fields = &task.shown.task;
        add_one(&mut assignees, fields.assignee.as_deref().unwrap_or_default());
        add_one(&mut milestones, task.shown.milestone().unwrap_or_default());
        add_one(&mut priorities, fields.priority.map(Priority::name).unwrap_or_default());
        let own: BTreeSet<&str> = fields.labels.iter().map(String::as_str).collect();
        for label in own.iter().copied().chain(own.is_empty().then_some("")) {
            add_one(&mut labels, label);
        }
    }
    FilterCounts {
        assignees: owned(assignees),
        labels: owned(labels),
        milestones: owned(milestones),
        priorities: owned(priorities),
    }
}

fn add_one<'a>(counts: &mut BTreeMap<&'a str, u32>, value: &'a str) {
    *counts.entry(value).or_default() += 1;
}

fn owned(counts: BTreeMap<&str, u32>) -> BTreeMap<String, u32> {
    counts.into_iter().map(|(value, count)| (value.to_owned(), count)).collect()
}

/// Returns the configured assignees, then others that tasks name.
fn assignees(project: &Project, open: &BTreeMap<&str, u32>) -> Vec<Assignee> {
    let config = project.model.config.values();
    let configured = &config.assignees;
    let agents = agent_keys(config);
    let kind = |key: &String| if agents.contains(key) { ActorKind::Agent } else { ActorKind::Human };
    let listed = configured.iter().map(|(key, assignee)| Assignee {
        key: key.clone(),
        name: assignee.display_name.clone().filter(|name| !name.is_empty()).unwrap_or_else(|| key.clone()),
        color: assignee.color.as_deref().map(to_hex).unwrap_or_default(),
        kind: kind(key),
        configured: true,
        open_tasks: open.get(key.as_str()).copied().unwrap_or(0),
    });
    let unlisted = open.iter().filter(|(key, _)| !configured.iter().any(|(listed, _)| listed == *key));
    let unlisted = unlisted.map(|(key, open)| Assignee {
        key: (*key).to_owned(),
        name: (*key).to_owned(),
        color: String::new(),
        kind: kind(&(*key).to_owned()),
        configured: false,
        open_tasks: *open,
    });
    listed.chain(unlisted).collect()
}

/// Returns all milestones by their order, then by date, then those without a date.
fn milestones(project: &Project, progress: &BTreeMap<&str, Progress>) -> Vec<Milestone> {
    let configured = &project.model.config.values().milestones;
    let listed = configured.iter().map(|(name, milestone)| Milestone {
        name: name.clone(),
        date: milestone.date.clone().unwrap_or_default(),
        color: milestone.color.as_deref().map(to_hex).unwrap_or_default(),
        description: milestone.description.clone().unwrap_or_default(),
        version: milestone.version.clone(),
        status: Some(milestone.status()).filter(|status| *status != MilestoneStatus::default()),
        configured: true,
        progress: progress.get(name.as_str()).copied().unwrap_or_default(),
    });
    let unlisted = progress.iter().filter(|(name, _)| !configured.iter().any(|(listed, _)| listed == *name));
    let unlisted = unlisted.map(|(name, progress)| Milestone {
        name: (*name).to_owned(),
        date: String::new(),
        color: String::new(),
        description: String::new(),
        version: None,
        status: None,
        configured: false,
        progress: *progress,
    });
    let mut all: Vec<Milestone> = listed.chain(unlisted).collect();
    let order = |name: &str| {
        let listed = configured.iter().find(|(listed, _)| listed == name);
        listed.map_or(i64::MAX, |(_, milestone)| milestone.sort_key())
    };
    all.sort_by_cached_key(|milestone| (order(&milestone.name), milestone.date.is_empty(), milestone.date.clone()));
    all
}
