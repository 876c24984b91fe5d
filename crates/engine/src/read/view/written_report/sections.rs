//! The parts of reports in words.

use std::collections::BTreeMap;

use handoff_format::format_date;
use handoff_protocol::report::{AgedTask, Budget, CycleTask, Estimates, MilestoneForecast, Summary};
use handoff_protocol::view::{MilestoneOutlook, Outlook, RegisterKind, RegisterState};
use handoff_protocol::{Actor, ActorKind, Change, Context, Status, Text, TextArg};
use serde_json::Value;

use crate::Project;
use crate::analysis::metrics::{ChangedTask, SpanChanges, SpanFigures};
use crate::analysis::schedule::{milestone_days, open_dependencies};
use crate::ground::texts;
use crate::ground::timestamp::{Day, day_in, parse_timestamp};
use crate::knowledge::register::Knowledge;
use crate::model::TaskRef;
use crate::read::view::card::assignee_name;
use crate::read::view::sessions;
use crate::read::view::written_report::markdown::{Item, Section};

/// Maximum number of tasks that an entry says a task waits for.
const MAX_WAITED_FOR: usize = 5;

/// The tasks that were finished, with their assignees.
pub(super) fn finished(project: &Project, figures: &SpanFigures) -> Section {
    let item = |task: &CycleTask| {
        let text = |template| {
            Text::with(template, [("task", task_name(&task.id, &task.title))]).with_date(format_date(task.finished))
        };
        match project.model.tasks.with_id(&task.id).next().and_then(|task| assignee(project, task)) {
            Some(name) => text(texts::FINISHED_BY_ITEM).with_arg("name", TextArg::Plain(name)),
            None => text(texts::FINISHED_ITEM),
        }
    };
    let items = figures.done.iter().map(|task| Item::from(item(task)));
    section(texts::SECTION_FINISHED, items, texts::NOTHING_FINISHED)
}

/// What was added to the scope, left it, or has another estimate.
pub(super) fn scope(changes: &SpanChanges) -> Section {
    let SpanChanges { added, removed, skipped, estimates, .. } = changes;
    let named = |template| move |task: &ChangedTask| Text::with(template, [("task", task_name(&task.id, &task.title))]);
    let estimate = |task: &ChangedTask| {
        let (before, after) = (hours_text(task.before), hours_text(task.after));
        Text::with(
            texts::SCOPE_ESTIMATE,
            [("task", task_name(&task.id, &task.title)), ("before", before), ("after", after)],
        )
    };
    let items = added.iter().map(named(texts::SCOPE_ADDED));
    let items = items.chain(removed.iter().map(named(texts::SCOPE_REMOVED)));
    let items = items.chain(skipped.iter().map(named(texts::SCOPE_SKIPPED)));
    let items = items.chain(estimates.iter().map(estimate));
    section(texts::SECTION_SCOPE, items.map(Item::from), texts::SCOPE_UNCHANGED)
}

/// The tasks that are overdue today, the latest first, then the other blocked ones, with the reasons.
pub(super) fn late(project: &Project, summary: &Summary) -> Section {
    let is_only_blocked = |task: &&AgedTask| summary.overdue.iter().all(|overdue| overdue.id != task.id);
    let text = |template, task: &AgedTask| Text::with(template, [("task", task_name(&task.id, &task.title))]);
    let overdue = summary.overdue.iter().map(|task| {
        let due = task.since.map(format_date).unwrap_or_default();
        let days = TextArg::Text(days_text(task.days.unwrap_or_default()));
        Item {
            text: text(texts::LATE_ITEM, task).with_date(due).with_arg("days", days),
            details: reasons(project, task, true),
        }
    });
    let blocked = summary.blocked.iter().filter(is_only_blocked).map(|task| {
        let text = match task.since {
            Some(since) => text(texts::BLOCKED_ITEM, task).with_date(format_date(since)),
            None => text(texts::BLOCKED_UNKNOWN_ITEM, task),
        };
        Item { text, details: reasons(project, task, false) }
    });
    section(texts::SECTION_LATE, overdue.chain(blocked), texts::NOTHING_LATE)
}

/// Returns why a task is late, and whose it is.
fn reasons(project: &Project, task: &AgedTask, says_blocked: bool) -> Vec<Text> {
    let tasks = &project.model.tasks;
    let Some(task) = tasks.with_id(&task.id).next() else { return Vec::new() };
    let is_blocked = says_blocked && task.status() == Status::Blocked;
    let mut reasons: Vec<Text> = is_blocked.then(|| Text::plain(texts::LATE_IS_BLOCKED)).into_iter().collect();
    let waits_for = open_dependencies(tasks, task);
    if !waits_for.is_empty() {
        let more = waits_for.len().saturating_sub(MAX_WAITED_FOR);
        let names = waits_for.iter().take(MAX_WAITED_FOR).map(|other| task_name(other.id(), other.title()));
        let names: Vec<String> = names.chain((more > 0).then(|| format!("+{more}"))).collect();
        reasons.push(Text::with(texts::LATE_WAITS_FOR, [("tasks", names.join("; "))]));
    }
    reasons.extend(assignee(project, task).map(|name| Text::with(texts::LATE_ASSIGNEE, [("name", name)])));
    reasons
}

/// The hours of each person and agent, and how many of the finished tasks they finished.
pub(super) fn people(project: &Project, context: &Context, figures: &SpanFigures) -> Section {
    let mut finished = finished_by(project, context, figures);
    let item = |name: &str, kind: Option<ActorKind>, hours: f64, count: u32| {
        let unnamed = || TextArg::Text(Text::plain(texts::PEOPLE_UNNAMED));
        let text = |template| {
            let name = if name.is_empty() { unnamed() } else { TextArg::Plain(name.to_owned()) };
            Text::with(template, [("hours", hours_text(hours)), ("count", count.to_string())]).with_arg("name", name)
        };
        Item::from(match kind {
            Some(kind) => text(texts::PEOPLE_ITEM).with_arg("kind", TextArg::Text(kind_text(kind))),
            None => text(texts::PEOPLE_UNKNOWN_ITEM),
        })
    };
    let mut items: Vec<Item> = Vec::new();
    for actor in &figures.time.actors {
        let is_agent = actor.kind.map(|kind| kind == ActorKind::Agent);
        let count = is_agent.and_then(|is_agent| finished.remove(&(is_agent, actor.name.clone()))).unwrap_or_default();
        items.push(item(&actor.name, actor.kind, actor.hours, count));
    }
    for ((is_agent, name), count) in finished {
        let kind = if is_agent { ActorKind::Agent } else { ActorKind::Human };
        items.push(item(&name, Some(kind), 0.0, count));
    }
    section(texts::SECTION_PEOPLE, items, texts::NOBODY_WORKED)
}

/// Returns the number of the finished tasks that each actor set to done, by whether it is an agent and
/// by name. An observed change has no actor.
fn finished_by(project: &Project, context: &Context, figures: &SpanFigures) -> BTreeMap<(bool, String), u32> {
    let mut last: BTreeMap<&str, (i64, &Actor)> = BTreeMap::new();
    for event in project.model.activity.figure_events().filter(|event| !event.observed) {
        let is_done = matches!(&event.change, Change::Field { field, to: Value::String(to), .. }
            if field == "status" && to == Status::Done.name());
        let at = parse_timestamp(&event.at).map(|at| at.timestamp_millis());
        let (Some(task), Some(at), true) = (event.task.as_deref(), at, is_done) else { continue };
        let entry = last.entry(task).or_insert((at, &event.actor));
        if entry.0 <= at {
            *entry = (at, &event.actor);
        }
    }
    let mut counts: BTreeMap<(bool, String), u32> = BTreeMap::new();
    for task in &figures.done {
        let Some((at, actor)) = last.get(task.id.as_str()) else { continue };
        if context.time_zone.day_of(*at) == task.finished {
            *counts.entry((actor.kind == ActorKind::Agent, actor.name.clone())).or_default() += 1;
        }
    }
    counts
}

/// The decisions that were first stated on the days and are valid, newest first. Those of private
/// sessions are left out.
pub(super) fn decisions(knowledge: &Knowledge, context: &Context, (from, to): (Day, Day)) -> Section {
    let is_within = |since: &str| day_in(since, &context.time_zone).is_some_and(|day| (from..=to).contains(&day));
    let rows = sessions::register(knowledge).into_iter().filter(|row| {
        row.kind == RegisterKind::Decision
            && row.state == RegisterState::Standing
            && !row.private
            && is_within(&row.since)
    });
    let items = rows.map(|row| {
        let reason = (!row.reason.is_empty()).then(|| Text::with(texts::DECISION_REASON, [("reason", row.reason)]));
        let author = (!row.author.is_empty()).then(|| Text::with(texts::DECISION_AUTHOR, [("name", row.author)]));
        Item {
            text: Text::with(texts::DECISION_ITEM, [("decision", row.text)]),
            details: reason.into_iter().chain(author).collect(),
        }
    });
    section(texts::SECTION_DECISIONS, items, texts::NOTHING_DECIDED)
}

/// The milestones and the open tasks without subtasks that are planned on days, by their dates. Overdue
/// tasks are in another section.
pub(super) fn next(project: &Project, (from, to): (Day, Day), today: Day) -> Section {
    let tasks = &project.model.tasks;
    let is_planned = |(days, task): &(Option<(Day, Day)>, TaskRef<'_>)| {
        days.is_some_and(|(start, end)| start <= to && end >= from) && !tasks.is_overdue(*task, today)
    };
    let planned = open_tasks(project, |_| true).into_iter().filter(is_planned);
    let milestones = milestone_days(&project.model).into_iter().filter(|(_, day)| (from..=to).contains(day));
    let milestones = milestones.map(|(name, day)| {
        Text::with(texts::NEXT_MILESTONE_ITEM, [("name", name.to_owned())]).with_date(format_date(day))
    });
    let items = milestones.chain(planned.map(|(days, task)| open_text(days, task))).map(Item::from).collect();
    let empty = Text::plain(texts::NOTHING_NEXT).with_arg("days", days_arg((from, to)));
    Section { heading: texts::SECTION_NEXT, items, empty }
}

/// The open tasks of a milestone without subtasks, by their dates; those without dates come last.
pub(super) fn remaining(project: &Project, milestone: &str) -> Section {
    let tasks = open_tasks(project, |task| task.shown.milestone() == Some(milestone));
    let items = tasks.into_iter().map(|(days, task)| Item::from(open_text(days, task)));
    section(texts::SECTION_REMAINING, items, texts::NOTHING_REMAINS)
}

/// Returns the open tasks without subtasks with their first and last days, in the order of these.
fn open_tasks<'a>(
    project: &'a Project,
    is_wanted: impl Fn(TaskRef<'a>) -> bool,
) -> Vec<(Option<(Day, Day)>, TaskRef<'a>)> {
    let tasks = &project.model.tasks;
    let is_open = |task: &TaskRef<'a>| !task.status().is_terminal() && tasks.is_leaf(task.slot) && is_wanted(*task);
    let days = |task: TaskRef<'a>| {
        let dates = task.shown.summary.dates;
        Some((dates.start.or(dates.due)?, dates.due.or(dates.start)?))
    };
    let mut open: Vec<_> = tasks.in_order().filter(is_open).map(|task| (days(task), task)).collect();
    // Stable: equal dates stay in the order of the tree.
    open.sort_by_key(|(days, _)| days.unwrap_or((Day::MAX, Day::MAX)));
    open
}

fn open_text(days: Option<(Day, Day)>, task: TaskRef<'_>) -> Text {
    let name = [("task", task_name(task.id(), task.title()))];
    match days {
        Some(days) => Text::with(texts::NEXT_ITEM, name).with_arg("days", days_arg(days)),
        None => Text::with(texts::NEXT_UNDATED_ITEM, name),
    }
}

/// Milestones with their outlooks and forecasts.
pub(super) fn milestones(outlooks: Vec<MilestoneOutlook>) -> Section {
    let items = outlooks.into_iter().map(|MilestoneOutlook { milestone, outlook, .. }| {
        let MilestoneForecast { name, date, tasks, p50, p85, .. } = milestone;
        let outlook = TextArg::Text(Text::plain(outlook_text(outlook)));
        let counts = [("name", name), ("done", tasks.done.to_string()), ("total", tasks.total.to_string())];
        let date = date.map(|date| Text::plain(texts::REPORT_MILESTONE_DATE).with_date(format_date(date)));
        let day = |day| TextArg::Date { date: format_date(day) };
        let forecast = p50.map(|p50| {
            match p85 {
                Some(p85) => Text::plain(texts::REPORT_MILESTONE_FORECAST).with_arg("likely", day(p85)),
                None => Text::plain(texts::REPORT_MILESTONE_POSSIBLE),
            }
            .with_arg("possible", day(p50))
        });
        Item {
            text: Text::with(texts::MILESTONE_ITEM, counts).with_arg("outlook", outlook),
            details: date.into_iter().chain(forecast).collect(),
        }
    });
    section(texts::SECTION_MILESTONES, items, texts::NO_MILESTONES)
}

fn outlook_text(outlook: Outlook) -> &'static str {
    match outlook {
        Outlook::Reached => texts::OUTLOOK_REACHED,
        Outlook::OnTrack => texts::OUTLOOK_ON_TRACK,
        Outlook::OnPlan => texts::OUTLOOK_ON_PLAN,
        Outlook::AtRisk => texts::OUTLOOK_AT_RISK,
        Outlook::Late => texts::OUTLOOK_LATE,
        Outlook::Unknown => texts::OUTLOOK_UNKNOWN,
    }
}

/// The hours of today.
pub(super) fn hours(budget: &Budget) -> Section {
    let Budget { budget_hours, used_hours, left_hours, remaining_hours, projected_hours } = *budget;
    let budget = budget_hours.zip(left_hours).map(|(hours, left)| {
        Text::with(texts::HOURS_BUDGET, [("hours", hours_text(hours)), ("left", hours_text(left))])
    });
    let one = |template, hours| Text::with(template, [("hours", hours_text(hours))]);
    let all = [
        one(texts::HOURS_USED, used_hours),
        one(texts::HOURS_REMAINING, remaining_hours),
        one(texts::HOURS_PROJECTED, projected_hours),
    ];
    section(texts::SECTION_HOURS, all.into_iter().chain(budget).map(Item::from), texts::NO_TASK_HOURS)
}

/// The tasks whose actual hours changed, the largest change first.
pub(super) fn task_hours(changes: &SpanChanges) -> Section {
    let mut used: Vec<(f64, &ChangedTask)> = changes.used.iter().map(|task| (task.after - task.before, task)).collect();
    used.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let items = used.into_iter().map(|(hours, task)| {
        let args = [("task", task_name(&task.id, &task.title)), ("hours", hours_text(hours))];
        Item::from(Text::with(texts::TASK_HOURS_ITEM, args))
    });
    section(texts::SECTION_TASK_HOURS, items, texts::NO_TASK_HOURS)
}

/// Estimated against actual hours of finished tasks, first of all together.
pub(super) fn estimates(estimates: &Estimates) -> Section {
    let hours = |estimate, actual| [("estimate", hours_text(estimate)), ("actual", hours_text(actual))];
    let total = &estimates.total;
    let total =
        (total.tasks > 0).then(|| Text::with(texts::ESTIMATES_TOTAL, hours(total.estimate_hours, total.actual_hours)));
    let tasks = estimates.tasks.iter().map(|task| {
        let name = TextArg::Plain(task_name(&task.id, &task.title));
        Text::with(texts::ESTIMATE_ITEM, hours(task.estimate_hours, task.actual_hours)).with_arg("task", name)
    });
    section(texts::SECTION_ESTIMATES, total.into_iter().chain(tasks).map(Item::from), texts::NO_ESTIMATES)
}

fn section(heading: &'static str, items: impl IntoIterator<Item = Item>, empty: &str) -> Section {
    Section { heading, items: items.into_iter().collect(), empty: Text::plain(empty) }
}

fn task_name(id: &str, title: &str) -> String {
    if title.is_empty() { id.to_owned() } else { format!("{title} ({id})") }
}

/// Returns the name of a task's assignee, if it has one.
fn assignee(project: &Project, task: TaskRef<'_>) -> Option<String> {
    let key = task.shown.task.assignee.as_deref().filter(|key| !key.is_empty())?;
    Some(assignee_name(project.model.config.values(), key).to_owned())
}

fn kind_text(kind: ActorKind) -> Text {
    Text::plain(match kind {
        ActorKind::Human => texts::A_PERSON,
        ActorKind::Agent => texts::AN_AGENT,
    })
}

fn days_text(days: i32) -> Text {
    if days == 1 { Text::plain(texts::ONE_DAY) } else { Text::with(texts::SEVERAL_DAYS, [("count", days.to_string())]) }
}

fn days_arg((from, to): (Day, Day)) -> TextArg {
    TextArg::Days { from: format_date(from), to: format_date(to) }
}

/// Formats hours as `8` or `2.25`.
fn hours_text(hours: f64) -> String {
    ((hours * 100.0).round() / 100.0).to_string()
}
