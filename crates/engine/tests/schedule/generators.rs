//! Random calendars, plans and projects.

use handoff_format::format_date;
use handoff_protocol::{Priority, Schedule, Status};
use proptest::prelude::*;

use super::laws::TODAY;
use crate::support::naive::{Hours, Model};
use crate::support::plans::Plan;

prop_compose! {
    fn hours()(
        per_day in prop::sample::select(vec![8.0, 6.0, 2.5]),
        closed_weekdays in prop::sample::select(vec![vec![0, 6], vec![], vec![0, 3, 6], vec![1, 2, 3, 4, 5]]),
        closed_days in prop::collection::vec(TODAY - 5..TODAY + 30, 0..6),
        utilization in prop::sample::select(vec![1.0, 0.9, 0.5]),
    ) -> Hours {
        Hours { per_day, closed_weekdays, closed_days, of_weekdays: Vec::new(), utilization }
    }
}

prop_compose! {
    fn schedule()(
        start in prop::option::of(TODAY - 15..TODAY + 25),
        length in prop::option::of(0..12),
        estimate in prop::option::weighted(0.8, 0..60u8),
        spent in prop::option::weighted(0.2, 0..20u8),
        left in prop::option::weighted(0.2, 0..30u8),
        pinned in prop::option::weighted(0.2, any::<bool>()),
    ) -> Schedule {
        let halves = |hours: Option<u8>| hours.map(|hours| f64::from(hours) / 2.0);
        Schedule {
            start_date: start.map(format_date),
            due_date: length.map(|length| format_date(start.unwrap_or(TODAY) + length)),
            estimate_hours: halves(estimate),
            actual_hours: halves(spent),
            remaining_hours: halves(left),
            milestone: None,
            pinned,
        }
    }
}

prop_compose! {
    fn plan()(
        parent in prop::option::weighted(0.5, any::<prop::sample::Index>()),
        status in prop::sample::select(vec![
            Status::Todo, Status::Todo, Status::Todo, Status::Todo,
            Status::InProgress, Status::Review, Status::Blocked, Status::Done, Status::Skipped,
        ]),
        priority in prop::option::of(prop::sample::select(vec![Priority::Low, Priority::Medium, Priority::High])),
        assignee in prop::sample::select(vec![None, Some("a"), Some("a"), Some("ai"), Some("zed")]),
        schedule in schedule(),
        links in prop::collection::vec(
            (any::<prop::sample::Index>(), prop::sample::select(vec!["FS", "FS", "SS", "FF", "SF"]), -3..4),
            0..2,
        ),
    ) -> (Option<prop::sample::Index>, Plan, Vec<(prop::sample::Index, &'static str, i32)>) {
        let assignee = assignee.map(str::to_owned);
        (parent, Plan { status: Some(status), priority, assignee, schedule, ..Plan::default() }, links)
    }
}

prop_compose! {
    /// A tree of some tasks with most dependencies on earlier ones.
    pub(super) fn model()(
        drawn in prop::collection::vec(plan(), 1..14),
        everybody in hours(),
        own in hours(),
    ) -> Model {
        let mut plans: Vec<Plan> = Vec::new();
        let count = drawn.len();
        for (number, (parent, mut plan, links)) in drawn.into_iter().enumerate() {
            let parent = parent.filter(|_| number > 0).map(|index| plans[index.index(number)].id.clone());
            plan.id = parent.map_or(format!("t{number}"), |parent| format!("{parent}.{number}"));
            for (index, kind, lag) in links {
                let other = if number > 0 && lag < 3 { index.index(number) } else { index.index(count) };
                plan.links.push((other.to_string(), kind.to_owned(), lag));
            }
            plans.push(plan);
        }
        let ids: Vec<String> = plans.iter().map(|plan| plan.id.clone()).collect();
        for plan in &mut plans {
            for link in &mut plan.links {
                link.0.clone_from(&ids[link.0.parse::<usize>().unwrap()]);
            }
            let own = plan.id.clone();
            plan.links.retain(|link| link.0 != own);
            plan.links.dedup_by(|a, b| a.0 == b.0);
        }
        Model { plans, project: everybody, assignees: vec![("a".to_owned(), own)], multiplier: 0.2 }
    }
}
