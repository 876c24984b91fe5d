//! The dashboard of a project, and its card in the overview of several projects.
//!
//! Invariant: a list contains at most what the page shows, so that the size of the view does not
//! depend on the size of the project.

mod outlook;
mod timeline;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use handoff_format::format_date;
use handoff_protocol::view::{
    BoardColumn, DashboardHistory, DashboardView, ListedTask, MilestoneOutlook, NeedsYou, OpenCriterion, Outlook,
    Progress, ProjectGlance, RecentChanges, StatusCount, TaskList,
};
use handoff_protocol::{ActorKind, Context, Filter, Sort, Status};

use crate::Project;
use crate::analysis::next_task::upcoming_tasks;
use crate::ground::timestamp::{parse_timestamp, sort_key};
use crate::knowledge::register::Knowledge;
use crate::knowledge::time::{Tracker, running_timers};
use crate::model::TaskRef;
use crate::read::view::board::board;
use crate::read::view::card::{Cards, count, name};
use crate::read::view::{needs_you, sessions};
pub(crate) use outlook::{Prospects, prospects};

/// Maximum number of entries of a list.
const MAX_LISTED: usize = 5;
/// Maximum number of tasks at which somebody is at work.
const MAX_WORKING: usize = 8;
/// Maximum number of cards of a column.
const MAX_CARDS: usize = 3;
/// Maximum number of done criteria of a task.
const MAX_CRITERIA: usize = 5;

/// The tasks of the lists, in order and not cut.
struct Groups<'a> {
    counts: [u32; Status::ALL.len()],
    overdue: Vec<TaskRef<'a>>,
    review: Vec<TaskRef<'a>>,
    blocked: Vec<TaskRef<'a>>,
    /// Those that somebody holds come first.
    working: Vec<TaskRef<'a>>,
    /// The times at which unfinished tasks that were begun got their statuses.
    since: BTreeMap<&'a str, &'a str>,
}

impl<'a> Groups<'a> {
    fn of(cards: &Cards<'a>) -> Groups<'a> {
        let tasks = &cards.model.tasks;
        let mut counts = [0; Status::ALL.len()];
        let (mut overdue, mut review, mut blocked) = (Vec::new(), Vec::new(), Vec::new());
        let (mut held, mut in_progress) = (Vec::new(), Vec::new());
        let is_shown = |task: &TaskRef<'_>| !matches!(task.status(), Status::Todo | Status::Done | Status::Skipped);
        let statuses = tasks.all().filter(is_shown).map(|task| (task.id(), task.status()));
        let since = cards.model.activity.status_times(&statuses.collect());
        let began = |task: TaskRef<'a>| since.get(task.id()).copied().map(sort_key);
        for task in tasks.in_order() {
            let holder = cards.holders.get(task.id());
            if let Some(holder) = holder {
                held.push((Some(sort_key(&holder.since)), task));
            }
            if let Some(since) = tasks.overdue_since(task, cards.today) {
                overdue.push((Some(format_date(since)), task));
            }
            if !tasks.is_leaf(task.slot) {
                continue;
            }
            for (status, number) in Status::ALL.iter().zip(&mut counts) {
                *number += u32::from(*status == task.status());
            }
            match task.status() {
                Status::Review => review.push((began(task), task)),
                Status::Blocked => blocked.push((began(task), task)),
                Status::InProgress if holder.is_none() => in_progress.push((began(task), task)),
                _ => {}
            }
        }
        let mut working = by_time(held);
        working.append(&mut by_time(in_progress));
        Groups { counts, overdue: by_time(overdue), review: by_time(review), blocked: by_time(blocked), working, since }
    }

    fn list(&self, cards: &Cards<'_>, tasks: &[TaskRef<'_>], limit: usize) -> TaskList {
        let listed = |task: &TaskRef<'_>| {
            let card = cards.card(*task);
            let waits_for = card.blocked_by.iter().filter_map(|id| cards.model.tasks.with_id(id).next());
            ListedTask {
                since: self.since.get(task.id()).map(|at| (*at).to_owned()),
                overdue_since: cards.model.tasks.overdue_since(*task, cards.today).map(format_date),
                waits_for: waits_for.map(name).collect(),
                open_criteria: open_criteria(*task),
                card,
            }
        };
        TaskList { total: count(tasks.len()), tasks: tasks.iter().take(limit).map(listed).collect() }
    }

    fn completion(&self) -> Progress {
        let counts = || Status::ALL.iter().zip(self.counts);
        Progress {
            done: counts().filter(|(status, _)| status.is_terminal()).map(|(_, number)| number).sum(),
            total: counts().map(|(_, number)| number).sum(),
        }
    }
}

/// Returns the first done criteria of a task that are not met.
fn open_criteria(task: TaskRef<'_>) -> Vec<OpenCriterion> {
    let criteria = (0..).zip(&task.shown.task.criteria).filter(|(_, criterion)| !criterion.checked);
    criteria
        .take(MAX_CRITERIA)
        .map(|(index, criterion)| OpenCriterion { index, item: criterion.item.clone() })
        .collect()
}

/// Sorts tasks by a time that sorts as a text. What is not known comes last. The sort is stable: equal
/// times stay in the order of the tree.
fn by_time(mut tasks: Vec<(Option<String>, TaskRef<'_>)>) -> Vec<TaskRef<'_>> {
    tasks.sort_by(|(a, _), (b, _)| (a.is_none(), a).cmp(&(b.is_none(), b)));
    tasks.into_iter().map(|(_, task)| task).collect()
}

/// Builds the dashboard.
pub(crate) fn dashboard(
    project: &Project,
    cards: &Cards<'_>,
    tracker: Option<&Tracker>,
    context: &Context,
) -> DashboardView {
    let groups = Groups::of(cards);
    let next = upcoming_tasks(project, context, MAX_LISTED);
    let mut columns = board(cards, &Filter::default(), Sort::Manual, true, &|_| MAX_CARDS).columns;
    columns.iter_mut().filter(|column| column.status == Status::Done).for_each(|column| show_last(column, cards));
    DashboardView {
        revision: project.model.revision,
        completion: groups.completion(),
        counts: Status::ALL
            .into_iter()
            .zip(groups.counts)
            .map(|(status, count)| StatusCount { status, count })
            .collect(),
        overdue: groups.list(cards, &groups.overdue, MAX_LISTED),
        review: groups.list(cards, &groups.review, MAX_LISTED),
        blocked: groups.list(cards, &groups.blocked, MAX_LISTED),
        next: TaskList { total: count(next.total), ..groups.list(cards, &next.tasks, MAX_LISTED) },
        working: groups.list(cards, &groups.working, MAX_WORKING),
        timers: running_timers(project, tracker, &cards.holders, context.now),
        columns,
        timeline: timeline::timeline(project, cards),
    }
}

/// Shows the cards of a column that were finished last, newest first.
fn show_last(column: &mut BoardColumn, cards: &Cards<'_>) {
    let tasks = &cards.model.tasks;
    let mut done: Vec<TaskRef<'_>> =
        tasks.in_order().filter(|task| task.status() == column.status && tasks.is_leaf(task.slot)).collect();
    done.sort_by_cached_key(|task| Reverse(task.finished_at()));
    column.cards = done.into_iter().take(MAX_CARDS).map(|task| cards.card(task)).collect();
}

/// Returns sessions and forecasts, with the recent changes.
pub(crate) fn history(
    project: &Project,
    knowledge: &Knowledge,
    Prospects { milestones, forecast, notice }: Prospects,
    changes: Option<RecentChanges>,
) -> DashboardHistory {
    DashboardHistory {
        revision: project.model.revision,
        items: needs_you::items(knowledge, MAX_LISTED),
        decisions: needs_you::decisions(knowledge, MAX_LISTED),
        sessions: sessions::active(knowledge),
        milestones,
        forecast,
        notice,
        has_agents: has_agents(project, knowledge),
        changes,
    }
}

/// Returns whether an agent has saved a session, which people do not begin, or changed something.
fn has_agents(project: &Project, knowledge: &Knowledge) -> bool {
    !knowledge.sessions.is_empty() || project.model.activity.events().any(|event| event.actor.kind == ActorKind::Agent)
}

/// Builds the card of a project in the overview.
pub(crate) fn glance(
    project: &Project,
    cards: &Cards<'_>,
    needs: NeedsYou,
    Prospects { milestones, notice, .. }: Prospects,
) -> ProjectGlance {
    let groups = Groups::of(cards);
    ProjectGlance {
        revision: project.model.revision,
        completion: groups.completion(),
        overdue: count(groups.overdue.len()),
        blocked: count(groups.blocked.len()),
        waiting: needs.total(),
        milestone: next_milestone(milestones),
        notice,
        working: groups.list(cards, &groups.working, MAX_LISTED),
        last_activity: last_activity(project),
    }
}

/// Returns the first milestone with open tasks. Milestones with a date come before the others.
fn next_milestone(milestones: Vec<MilestoneOutlook>) -> Option<MilestoneOutlook> {
    let is_open = |entry: &MilestoneOutlook| entry.outlook != Outlook::Reached && entry.milestone.tasks.total > 0;
    milestones.into_iter().find(is_open)
}

/// Returns the time of the last change to a task or session, or an empty text.
fn last_activity(project: &Project) -> String {
    let model = &project.model;
    let tasks = model.tasks.all().filter_map(|task| task.shown.task.updated_at.as_deref());
    let events = model.activity.events().map(|event| event.at.as_str());
    let sessions = model.records.session_times();
    let times = tasks.chain(events).chain(sessions).filter_map(|at| Some((parse_timestamp(at)?, at)));
    times.max_by_key(|(time, _)| *time).map(|(_, at)| at.to_owned()).unwrap_or_default()
}
