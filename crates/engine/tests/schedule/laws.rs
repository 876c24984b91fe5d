//! Properties of every schedule, checked day by day and leaf by leaf.

use std::fmt::Write;

use handoff_engine::Engine;
use handoff_format::{Value, format_date, parse_date};
use handoff_protocol::planning::Proposal;
use handoff_protocol::{ChangeSet, Command, Edit, RefusalCode, Reschedule, Status, TaskDates, View};
use proptest::prelude::*;

use super::generators::model;
use crate::support::naive::{Hours, Model, is_below, is_kept};
use crate::support::plans::{Plan, applied, project, propose};
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
        let _ = writeln!(
            text,
            "[{name}]\nwork_hours_per_day = {:?}\nclosed_weekdays = {:?}\nclosed_dates = {dates:?}\nmax_utilization = {:?}",
            hours.per_day, hours.closed_weekdays, hours.utilization
        );
    };
    table("calendar", &model.project);
    for (key, hours) in &model.assignees {
        table(&format!("assignees.{key}"), hours);
    }
    text
}

/// Adds the closed dates of the project to those of each assignee, as the engine does.
fn settled(mut model: Model) -> Model {
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
fn proposal(model: &Model, wish: &Reschedule) -> Result<Option<Proposal>, TestCaseError> {
    let proposal = propose(&mut engine(model), wish);
    let Some(refusal) = &proposal.refusal else {
        return Ok(Some(proposal));
    };
    prop_assert_eq!(refusal.code, RefusalCode::DependencyCycle, "{}", refusal.text);
    prop_assert!(model.has_circle());
    Ok(None)
}

/// A task's ID, first day and last day.
type Shown = (String, Option<i32>, Option<i32>);

/// Returns the rows of the chart.
fn rows(bench: &mut Bench) -> Vec<Shown> {
    let query = serde_json::from_str(r#"{"kind":"gantt"}"#).unwrap();
    let View::Gantt(view) = bench.engine.view(&query, &context()) else { panic!("no chart") };
    view.rows.into_iter().map(|row| (row.id, row.start, row.due)).collect()
}

/// Returns the dates of the moved tasks in a proposal, before and after.
fn told(proposal: &Proposal) -> [Vec<Shown>; 2] {
    let before = proposal.moves.iter().map(|moved| (moved.id.clone(), moved.start_before, moved.due_before));
    let after = proposal.moves.iter().map(|moved| (moved.id.clone(), moved.start, moved.due));
    [before.collect(), after.collect()]
}

/// Returns the chart rows of the moved tasks.
pub(super) fn of(proposal: &Proposal, rows: &[Shown]) -> Vec<Shown> {
    proposal.moves.iter().map(|moved| rows.iter().find(|row| row.0 == moved.id).unwrap().clone()).collect()
}

/// Returns the dates in the written task files.
fn written(changes: &ChangeSet) -> Vec<Shown> {
    let task = |edit: &Edit| match edit {
        Edit::Write { after, .. } => serde_json::from_slice::<Value>(after).ok(),
        _ => None,
    };
    let date = |task: &Value, key: &str| task["schedule"][key].as_str().and_then(parse_date);
    let shown =
        |task: Value| (task["id"].as_str().unwrap().to_owned(), date(&task, "start_date"), date(&task, "due_date"));
    changes.edits.iter().filter_map(task).map(shown).collect()
}

/// Returns the leaves that get their dates from the scheduler.
fn placed(model: &Model) -> Vec<&Plan> {
    model.plans.iter().filter(|plan| model.is_leaf(plan) && !is_kept(plan)).collect()
}

/// Returns the free minutes of each day after the work with fixed dates, which fills its days in
/// tree order.
fn left_by_kept(model: &Model, key: &str, first: i32, last: i32) -> Vec<i64> {
    let hours = model.assignees.iter().find(|(known, _)| known == key).map_or(&model.project, |(_, hours)| hours);
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
            || !is_kept(plan)
            || plan.status().is_terminal()
            || plan.start().or(plan.due()).is_none()
        {
            continue;
        }
        let start = plan.start().or(plan.due()).unwrap().max(first);
        let due = plan.due().unwrap_or(start).max(start);
        let mut left = model.effort(plan).unwrap_or(i64::MAX);
        for day in start..=due.min(last) {
            let free = &mut free[usize::try_from(day - first).unwrap()];
            let taken = left.min(*free);
            *free -= taken;
            left -= taken;
        }
    }
    free
}

/// Checks that the work between any two days fits into them.
fn check_capacity(model: &Model) -> Result<(), TestCaseError> {
    for key in ["", "a", "ai", "zed"] {
        let tasks: Vec<&Plan> =
            placed(model).into_iter().filter(|plan| plan.assignee.as_deref().unwrap_or_default() == key).collect();
        let Some(last) = tasks.iter().filter_map(|plan| plan.due()).max() else { continue };
        let free = left_by_kept(model, key, TODAY, last);
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
        let gets = leaves.iter().any(|leaf| !is_kept(leaf));
        let span = spanned(model, &plan.id);
        if plan.schedule.pinned == Some(true) || plan.status().is_terminal() || span == spanned(before, &plan.id) {
            prop_assert_eq!(&plan.schedule, &old.schedule, "{}", plan.id);
        } else if old.start().is_some() || old.due().is_some() || gets {
            prop_assert_eq!((plan.start(), plan.due()), span, "{}", plan.id);
        }
    }
    Ok(())
}

fn spanned(model: &Model, id: &str) -> (Option<i32>, Option<i32>) {
    let children = model.plans.iter().filter(|child| child.id.rsplit_once('.').is_some_and(|(above, _)| above == id));
    let spans: Vec<_> = children.map(|child| spanned(model, &child.id)).collect();
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
        let model = settled(model);
        let wish = auto(level);
        prop_assert!(!model.has_circle() || propose(&mut engine(&model), &wish).refusal.is_some());
        let Some(found) = proposal(&model, &wish)? else { return Ok(()) };
        let after = model.with(applied(&model.plans, &found));
        for tie in after.ties() {
            let begun = !matches!(tie.1.status(), Status::Todo);
            if !is_kept(tie.1) && !begun {
                prop_assert!(after.keeps(&tie, TODAY), "{} waits for {} {}{}", tie.1.id, tie.0, tie.2, tie.3);
            }
        }
        for plan in placed(&after) {
            let (start, due) = (plan.start(), plan.due());
            prop_assert!(start.is_some() && start <= due && start >= Some(TODAY), "{:?}", plan);
            prop_assert!(after.hours(plan).is_open(start.unwrap()) && after.hours(plan).is_open(due.unwrap()));
            let old = model.plans.iter().find(|old| old.id == plan.id).unwrap();
            prop_assert!(!level || start >= old.start(), "{:?}", plan);
        }
        for moved in &found.moves {
            let plan = model.plans.iter().find(|plan| plan.id == moved.id).unwrap();
            prop_assert!(!model.is_leaf(plan) || !is_kept(plan), "{:?}", moved);
        }
        check_capacity(&after)?;
        check_parents(&after, &model)?;
        let again = propose(&mut engine(&after), &wish);
        prop_assert_eq!(&again.moves, &vec![], "twice is once");
        prop_assert_eq!(again.end, found.end);
    }

    #[test]
    fn schedule_writes_the_proposed_dates_for_any_file_order(model in model(), level in any::<bool>()) {
        let wish = auto(level);
        let mut files = project(&config(&model), &model.plans);
        let shown = propose(&mut engine(&model), &wish);
        files.reverse();
        let mut bench = Bench::new(files);
        prop_assert_eq!(&Proposal { revision: shown.revision, ..propose(&mut bench.engine, &wish) }, &shown);
        let before = rows(&mut bench);
        let done = bench.run(&Command::Reschedule { reschedule: wish.clone() });
        prop_assert_eq!(done.as_ref().err(), shown.refusal.as_ref());
        let Ok(changes) = done else { return Ok(()) };
        let after = rows(&mut bench);
        prop_assert_eq!(told(&shown), [of(&shown, &before), of(&shown, &after)]);
        for row in written(&changes) {
            prop_assert!(after.contains(&row), "{:?} is written", row);
        }
        prop_assert_eq!(propose(&mut bench.engine, &wish).moves, vec![]);
    }

    #[test]
    fn proposal_of_a_manual_move_matches_the_chart(
        model in model(),
        hold in any::<prop::sample::Index>(),
        days in -10..20,
        exact in any::<bool>(),
        push in any::<bool>(),
    ) {
        let id = model.plans[hold.index(model.plans.len())].id.clone();
        let wish = if exact {
            let dates = TaskDates { id, start_date: Some(format_date(TODAY + days)), due_date: None };
            Reschedule::Set { dates: vec![dates], seen: None, push }
        } else {
            Reschedule::Shift { ids: vec![id], days, working_days: true, push }
        };
        let mut bench = Bench::new(project(&config(&model), &model.plans));
        let shown = propose(&mut bench.engine, &wish);
        let before = rows(&mut bench);
        let done = bench.run(&Command::Reschedule { reschedule: wish });
        prop_assert_eq!(done.as_ref().err(), shown.refusal.as_ref());
        let after = rows(&mut bench);
        prop_assert_eq!(told(&shown), [of(&shown, &before), of(&shown, &after)]);
    }

    #[test]
    fn push_restores_broken_links_and_moves_nothing_earlier(
        model in model(),
        hold in any::<prop::sample::Index>(),
        days in -10..20,
        working_days in any::<bool>(),
        exact in any::<bool>(),
    ) {
        let model = settled(model);
        let held = model.plans[hold.index(model.plans.len())].clone();
        let wish = if exact {
            let dates = TaskDates { id: held.id.clone(), start_date: Some(format_date(TODAY + days)), due_date: Some(format_date(TODAY + days + 3)) };
            Reschedule::Set { dates: vec![dates], seen: None, push: true }
        } else {
            Reschedule::Shift { ids: vec![held.id.clone()], days, working_days, push: true }
        };
        let Some(found) = proposal(&model, &wish)? else { return Ok(()) };
        let after = model.with(applied(&model.plans, &found));
        let asked = |plan: &Plan| plan.id == held.id || !exact && is_below(&plan.id, &held.id);
        for (plan, old) in after.plans.iter().zip(&model.plans).filter(|(plan, _)| after.is_leaf(plan) && !asked(plan)) {
            let same = (plan.start(), plan.due()) == (old.start(), old.due());
            prop_assert!(same || plan.start() >= old.start() && plan.due() >= old.due(), "{} to {:?}", old.id, plan);
            let begun = !matches!(old.status(), Status::Todo);
            prop_assert!(same || !begun && old.schedule.pinned != Some(true), "{} is kept", old.id);
            if !same {
                check_least(&after, plan, old)?;
            }
        }
        for (new, old) in after.ties().iter().zip(&model.ties()) {
            let movable = new.1.status() == Status::Todo && new.1.schedule.pinned != Some(true) && !asked(new.1);
            prop_assert!(
                !movable || !model.keeps(old, i32::MIN) || after.keeps(new, i32::MIN),
                "{} waits for {} {}{}", new.1.id, new.0, new.2, new.3
            );
        }
    }
}

/// Checks that the task could not be one day earlier and keeps its number of working days.
fn check_least(after: &Model, plan: &Plan, old: &Plan) -> Result<(), TestCaseError> {
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
    let plans = after.plans.iter().map(|known| if known.id == plan.id { earlier.clone() } else { known.clone() });
    let tried = after.with(plans.collect());
    let breaks = tried.ties().iter().any(|tie| tie.1.id == plan.id && !tried.keeps(tie, i32::MIN));
    prop_assert!(
        breaks || hours.walk(start, -1) < old_start,
        "{} moves more than it must: {:?} from {:?}",
        plan.id,
        plan.schedule,
        old.schedule
    );
    Ok(())
}
