//! Properties of every schedule, checked day by day and leaf by leaf.

use std::fmt::Write;

use handoff_engine::Engine;
use handoff_format::{Value, format_date, parse_date};
use handoff_protocol::planning::Proposal;
use handoff_protocol::{ChangeSet, Command, Edit, RefusalCode, Reschedule, Status, TaskDates, View};
use proptest::prelude::*;

use super::generators::model;
use crate::support::naive::{Hours, Model, has_fixed_dates, is_below};
use crate::support::plans::{Plan, apply_proposal, project, propose};
use crate::support::{Bench, NOW, context};

/// Tuesday 2026-12-01, the day of the test context.
pub(super) const TODAY: i32 = 20_788;

fn auto(level: bool) -> Reschedule {
    Reschedule::Auto { from: None, assignees: Vec::new(), level }
}

fn config(model: &Model) -> String {
    let mut text = String::from("[settings]\nrequire_estimate_hours = false\nai_estimate_multiplier = 0.2\n");
    let mut table = |name: &str, hours: &Hours| {
        let dates: Vec<String> = hours.closed_days.iter().map(|day| format_date(*day)).collect();
        writeln!(
            text,
            "[{name}]\nwork_hours_per_day = {:?}\nclosed_weekdays = {:?}\nclosed_dates = {dates:?}\nmax_utilization = {:?}",
            hours.per_day, hours.closed_weekdays, hours.utilization * 100.0
        ).unwrap();
    };
    table("calendar", &model.project);
    for (key, hours) in &model.assignees {
        table(&format!("assignees.{key}"), hours);
    }
    text
}

/// Adds the closed dates of the project to those of each assignee, as the engine does.
fn with_shared_closed_days(mut model: Model) -> Model {
    let shared = model.project.closed_days.clone();
    for (_, hours) in &mut model.assignees {
        hours.closed_days.extend(shared.clone());
    }
    model
}

fn engine(model: &Model) -> Engine {
    let mut engine = Engine::new();
    engine.feed(project(&config(model), &model.plans), NOW);
    engine
}

/// Returns the proposal, or `None` if it was refused because of a cycle.
fn proposal(model: &Model, reschedule: &Reschedule) -> Result<Option<Proposal>, TestCaseError> {
    let proposal = propose(&mut engine(model), reschedule);
    let Some(refusal) = &proposal.refusal else {
        return Ok(Some(proposal));
    };
    prop_assert_eq!(refusal.code, RefusalCode::DependencyCycle, "{}", refusal.text);
    prop_assert!(model.has_cycle());
    Ok(None)
}

/// A task's ID, first day and last day.
type Dates = (String, Option<i32>, Option<i32>);

/// Returns the rows of the chart.
fn rows(bench: &mut Bench) -> Vec<Dates> {
    let query = serde_json::from_str(r#"{"kind":"gantt"}"#).unwrap();
    let View::Gantt(view) = bench.engine.view(&query, &context()) else { panic!("no chart") };
    view.rows.into_iter().map(|row| (row.id, row.start, row.due)).collect()
}

/// Returns the dates of the moved tasks in a proposal, before and after.
fn moved_dates(proposal: &Proposal) -> [Vec<Dates>; 2] {
    let before = proposal.moves.iter().map(|moved| (moved.id.clone(), moved.start_before, moved.due_before));
    let after = proposal.moves.iter().map(|moved| (moved.id.clone(), moved.start, moved.due));
    [before.collect(), after.collect()]
}

/// Returns the chart rows of the moved tasks.
pub(super) fn moved_rows(proposal: &Proposal, rows: &[Dates]) -> Vec<Dates> {
    proposal.moves.iter().map(|moved| rows.iter().find(|row| row.0 == moved.id).unwrap().clone()).collect()
}

/// Returns the dates in the written task files.
fn written_dates(changes: &ChangeSet) -> Vec<Dates> {
    let task = |edit: &Edit| match edit {
        Edit::Write { after, .. } => serde_json::from_slice::<Value>(after).ok(),
        _ => None,
    };
    let date = |task: &Value, key: &str| task["schedule"][key].as_str().and_then(parse_date);
    let proposed =
        |task: Value| (task["id"].as_str().unwrap().to_owned(), date(&task, "start_date"), date(&task, "due_date"));
    changes.edits.iter().filter_map(task).map(proposed).collect()
}

/// Returns the leaves that get their dates from the scheduler.
fn scheduled_leaves(model: &Model) -> Vec<&Plan> {
    model.plans.iter().filter(|plan| model.is_leaf(plan) && !has_fixed_dates(plan)).collect()
}

/// Returns the free minutes of each day after the work with fixed dates, which fills its days in
/// tree order.
fn free_after_fixed(model: &Model, key: &str, first: i32, last: i32) -> Vec<i64> {
    let hours = model.assignees.iter().find(|(other, _)| other == key).map_or(&model.project, |(_, hours)| hours);
    let mut free: Vec<i64> = (first..=last).map(|day| hours.capacity(day)).collect();
    let mut in_tree: Vec<&Plan> = model.plans.iter().collect();
    let path = |plan: &&Plan| -> Vec<u32> {
        plan.id.split('.').map(|part| part.trim_start_matches('t').parse().unwrap()).collect()
    };
    in_tree.sort_by_key(path);
    for plan in in_tree {
        let own = plan.assignee.as_deref().unwrap_or_default() == key;
        if !own
            || !model.is_leaf(plan)
            || !has_fixed_dates(plan)
            || plan.status().is_terminal()
            || plan.start().or(plan.due()).is_none()
        {
            continue;
        }
        let start = plan.start().or(plan.due()).unwrap().max(first);
        let due = plan.due().unwrap_or(start).max(start);
        let mut effort = model.effort(plan).unwrap_or(i64::MAX);
        for day in start..=due.min(last) {
            let free = &mut free[usize::try_from(day - first).unwrap()];
            let used = effort.min(*free);
            *free -= used;
            effort -= used;
        }
    }
    free
}

/// Checks that the work between any two days fits into them.
fn check_capacity(model: &Model) -> Result<(), TestCaseError> {
    for key in ["", "a", "ai", "zed"] {
        let tasks: Vec<&Plan> = scheduled_leaves(model)
            .into_iter()
            .filter(|plan| plan.assignee.as_deref().unwrap_or_default() == key)
            .collect();
        let Some(last) = tasks.iter().filter_map(|plan| plan.due()).max() else { continue };
        let free = free_after_fixed(model, key, TODAY, last);
        for first in &tasks {
            for end in &tasks {
                let (first, end) = (first.start().unwrap(), end.due().unwrap());
                let within = tasks.iter().filter(|plan| plan.start().unwrap() >= first && plan.due().unwrap() <= end);
                let needed: i64 = within
                    .map(|plan| {
                        let days = plan.start().unwrap()..=plan.due().unwrap();
                        let hours = model.hours(plan);
                        model.effort(plan).unwrap_or_else(|| days.map(|day| hours.capacity(day)).sum())
                    })
                    .sum();
                let room: i64 = (first..=end).map(|day| free[usize::try_from(day - TODAY).unwrap()]).sum();
                prop_assert!(needed <= room, "{key}: {needed} minutes in {room} from {first} to {end}");
            }
        }
    }
    Ok(())
}

/// Checks that parents span their subtasks.
fn check_parents(model: &Model, before: &Model) -> Result<(), TestCaseError> {
    for (plan, old) in model.plans.iter().zip(&before.plans).filter(|(plan, _)| !model.is_leaf(plan)) {
        let leaves: Vec<&Plan> =
            model.plans.iter().filter(|leaf| is_below(&leaf.id, &plan.id) && model.is_leaf(leaf)).collect();
        let is_scheduled = leaves.iter().any(|leaf| !has_fixed_dates(leaf));
        let span = span_of(model, &plan.id);
        if plan.schedule.pinned == Some(true) || plan.status().is_terminal() || span == span_of(before, &plan.id) {
            prop_assert_eq!(&plan.schedule, &old.schedule, "{}", plan.id);
        } else if old.start().is_some() || old.due().is_some() || is_scheduled {
            prop_assert_eq!((plan.start(), plan.due()), span, "{}", plan.id);
        }
    }
    Ok(())
}

fn span_of(model: &Model, id: &str) -> (Option<i32>, Option<i32>) {
    let children = model.plans.iter().filter(|child| child.id.rsplit_once('.').is_some_and(|(above, _)| above == id));
    let spans: Vec<_> = children.map(|child| span_of(model, &child.id)).collect();
    let start = spans.iter().filter_map(|span| span.0.or(span.1)).min();
    let due = spans.iter().filter_map(|span| span.1.max(span.0)).max();
    if start.is_none() && due.is_none() {
        let own = model.plans.iter().find(|plan| plan.id == id).unwrap();
        return (own.start(), own.due());
    }
    (start, due)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn schedule_satisfies_every_rule(model in model(), level in any::<bool>()) {
        let model = with_shared_closed_days(model);
        let reschedule = auto(level);
        prop_assert!(!model.has_cycle() || propose(&mut engine(&model), &reschedule).refusal.is_some());
        let Some(proposed) = proposal(&model, &reschedule)? else { return Ok(()) };
        let after = model.with(apply_proposal(&model.plans, &proposed));
        for dependency in after.dependencies() {
            let is_started = !matches!(dependency.1.status(), Status::Todo);
            if !has_fixed_dates(dependency.1) && !is_started {
                prop_assert!(after.satisfies(&dependency, TODAY), "{} waits for {} {}{}", dependency.1.id, dependency.0, dependency.2, dependency.3);
            }
        }
        for plan in scheduled_leaves(&after) {
            let (start, due) = (plan.start(), plan.due());
            prop_assert!(start.is_some() && start <= due && start >= Some(TODAY), "{:?}", plan);
            prop_assert!(after.hours(plan).is_open(start.unwrap()) && after.hours(plan).is_open(due.unwrap()));
            let old = model.plans.iter().find(|old| old.id == plan.id).unwrap();
            prop_assert!(!level || start >= old.start(), "{:?}", plan);
        }
        for moved in &proposed.moves {
            let plan = model.plans.iter().find(|plan| plan.id == moved.id).unwrap();
            prop_assert!(!model.is_leaf(plan) || !has_fixed_dates(plan), "{:?}", moved);
        }
        check_capacity(&after)?;
        check_parents(&after, &model)?;
        let again = propose(&mut engine(&after), &reschedule);
        prop_assert_eq!(&again.moves, &vec![], "a second run changes nothing");
        prop_assert_eq!(again.end, proposed.end);
    }

    #[test]
    fn schedule_writes_the_proposed_dates_for_any_file_order(model in model(), level in any::<bool>()) {
        let reschedule = auto(level);
        let mut files = project(&config(&model), &model.plans);
        let proposed = propose(&mut engine(&model), &reschedule);
        files.reverse();
        let mut bench = Bench::new(files);
        prop_assert_eq!(&Proposal { revision: proposed.revision, ..propose(&mut bench.engine, &reschedule) }, &proposed);
        let before = rows(&mut bench);
        let result = bench.run(&Command::Reschedule { reschedule: reschedule.clone() });
        prop_assert_eq!(result.as_ref().err(), proposed.refusal.as_ref());
        let Ok(changes) = result else { return Ok(()) };
        let after = rows(&mut bench);
        prop_assert_eq!(moved_dates(&proposed), [moved_rows(&proposed, &before), moved_rows(&proposed, &after)]);
        for row in written_dates(&changes) {
            prop_assert!(after.contains(&row), "{:?} is written", row);
        }
        prop_assert_eq!(propose(&mut bench.engine, &reschedule).moves, vec![]);
    }

    #[test]
    fn proposal_of_a_manual_move_matches_the_chart(
        model in model(),
        index in any::<prop::sample::Index>(),
        days in -10..20,
        exact in any::<bool>(),
        push in any::<bool>(),
    ) {
        let id = model.plans[index.index(model.plans.len())].id.clone();
        let reschedule = if exact {
            let dates = TaskDates { id, start_date: Some(format_date(TODAY + days)), due_date: None };
            Reschedule::Set { dates: vec![dates], seen: None, push }
        } else {
            Reschedule::Shift { ids: vec![id], days, working_days: true, push }
        };
        let mut bench = Bench::new(project(&config(&model), &model.plans));
        let proposed = propose(&mut bench.engine, &reschedule);
        let before = rows(&mut bench);
        let result = bench.run(&Command::Reschedule { reschedule });
        prop_assert_eq!(result.as_ref().err(), proposed.refusal.as_ref());
        let after = rows(&mut bench);
        prop_assert_eq!(moved_dates(&proposed), [moved_rows(&proposed, &before), moved_rows(&proposed, &after)]);
    }

    #[test]
    fn push_restores_broken_links_and_moves_nothing_earlier(
        model in model(),
        index in any::<prop::sample::Index>(),
        days in -10..20,
        working_days in any::<bool>(),
        exact in any::<bool>(),
    ) {
        let model = with_shared_closed_days(model);
        let moved_plan = model.plans[index.index(model.plans.len())].clone();
        let reschedule = if exact {
            let dates = TaskDates { id: moved_plan.id.clone(), start_date: Some(format_date(TODAY + days)), due_date: Some(format_date(TODAY + days + 3)) };
            Reschedule::Set { dates: vec![dates], seen: None, push: true }
        } else {
            Reschedule::Shift { ids: vec![moved_plan.id.clone()], days, working_days, push: true }
        };
        let Some(proposed) = proposal(&model, &reschedule)? else { return Ok(()) };
        let after = model.with(apply_proposal(&model.plans, &proposed));
        let is_requested = |plan: &Plan| plan.id == moved_plan.id || !exact && is_below(&plan.id, &moved_plan.id);
        for (plan, old) in after.plans.iter().zip(&model.plans).filter(|(plan, _)| after.is_leaf(plan) && !is_requested(plan)) {
            let same = (plan.start(), plan.due()) == (old.start(), old.due());
            prop_assert!(same || plan.start() >= old.start() && plan.due() >= old.due(), "{} to {:?}", old.id, plan);
            let is_started = !matches!(old.status(), Status::Todo);
            prop_assert!(same || !is_started && old.schedule.pinned != Some(true), "{} is kept", old.id);
            if !same {
                check_minimal_move(&after, plan, old)?;
            }
        }
        for (new, old) in after.dependencies().iter().zip(&model.dependencies()) {
            let movable = new.1.status() == Status::Todo && new.1.schedule.pinned != Some(true) && !is_requested(new.1);
            prop_assert!(
                !movable || !model.satisfies(old, i32::MIN) || after.satisfies(new, i32::MIN),
                "{} waits for {} {}{}", new.1.id, new.0, new.2, new.3
            );
        }
    }
}

/// Checks that the task could not be one day earlier and keeps its number of working days.
fn check_minimal_move(after: &Model, plan: &Plan, old: &Plan) -> Result<(), TestCaseError> {
    let hours = after.hours(plan);
    let (start, due) = (plan.start().or(plan.due()).unwrap(), plan.due().or(plan.start()).unwrap());
    let (old_start, old_due) = (old.start().or(old.due()).unwrap(), old.due().or(old.start()).unwrap());
    prop_assert_eq!(hours.open_days(start, due), hours.open_days(old_start, old_due).max(1), "{}", plan.id);
    let mut earlier = plan.clone();
    if plan.start().is_some() {
        earlier.schedule.start_date = Some(format_date(hours.walk(start, -1)));
    }
    if plan.due().is_some() {
        earlier.schedule.due_date = Some(format_date(hours.walk(due, -1)));
    }
    let plans = after.plans.iter().map(|other| if other.id == plan.id { earlier.clone() } else { other.clone() });
    let tried = after.with(plans.collect());
    let breaks = tried
        .dependencies()
        .iter()
        .any(|dependency| dependency.1.id == plan.id && !tried.satisfies(dependency, i32::MIN));
    prop_assert!(
        breaks || hours.walk(start, -1) < old_start,
        "{} moves more than it must: {:?} from {:?}",
        plan.id,
        plan.schedule,
        old.schedule
    );
    Ok(())
}
