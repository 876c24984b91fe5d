//! The scheduler compared with the one of the `handoff-mcp` server: the table in `docs/planning.md`
//! shows these figures.

use std::fmt::Write;
use std::path::Path;

use handoff_engine::Engine;
use handoff_engine::tree::Entry;
use handoff_format::{Value, format_date, parse_date};
use handoff_protocol::{Priority, Reschedule, Status};

use crate::support::naive::{Hours, Model, has_fixed_dates, is_below};
use crate::support::plans::{Plan, apply_proposal, project, propose};
use crate::support::{Bench, NOW, reference};

/// Tuesday 2026-12-01, the day of the test context.
const TODAY: i32 = 20_788;
const AUTO: Reschedule = Reschedule::Auto { from: None, assignees: Vec::new(), level: false };

/// Returns the tasks of the test project with the calendars of its configuration.
fn atlas() -> (Bench, Model) {
    let bench = Bench::atlas();
    let mut plans = Vec::new();
    for (path, entry) in bench.tree.walk("tasks") {
        let name = path.rsplit('/').next().unwrap();
        let status =
            name.strip_prefix("_task.").and_then(|rest| rest.strip_suffix(".json")).and_then(Status::from_name);
        let (Some(status), Entry::File(bytes)) = (status, entry) else { continue };
        let task: Value = serde_json::from_slice(bytes).unwrap();
        let text = |table: &Value, key: &str| table.get(key).and_then(Value::as_str).map(str::to_owned);
        let schedule = task.get("schedule").cloned().unwrap_or_default();
        let number = |key: &str| schedule.get(key).and_then(Value::as_f64);
        let dependencies = task.get("dependencies").and_then(Value::as_array).cloned().unwrap_or_default();
        plans.push(Plan {
            id: text(&task, "id").unwrap(),
            status: Some(status),
            priority: text(&task, "priority").as_deref().and_then(Priority::from_name),
            assignee: text(&task, "assignee"),
            schedule: handoff_protocol::Schedule {
                start_date: text(&schedule, "start_date"),
                due_date: text(&schedule, "due_date"),
                estimate_hours: number("estimate_hours"),
                actual_hours: number("actual_hours"),
                remaining_hours: number("remaining_hours"),
                milestone: text(&schedule, "milestone"),
                pinned: schedule.get("pinned").and_then(Value::as_bool),
            },
            links: dependencies.iter().map(|id| (id.as_str().unwrap().to_owned(), "FS".to_owned(), 0)).collect(),
            order: task.get("order").and_then(Value::as_u64).map(|order| usize::try_from(order).unwrap()),
        });
    }
    let hours = |per_day, closed: &[i32], friday| Hours {
        per_day,
        closed_weekdays: closed.to_vec(),
        closed_days: vec![parse_date("2026-12-11").unwrap()],
        of_weekdays: vec![(5, friday)],
        utilization: 0.9,
    };
    let assignees =
        vec![("maya".to_owned(), hours(6.0, &[0, 3, 6], 6.0)), ("kenji".to_owned(), hours(7.0, &[0, 6], 4.0))];
    (bench, Model { plans, project: hours(8.0, &[0, 6], 6.0), assignees, multiplier: 0.2 })
}

/// Generates a project with `size` tasks, ten per branch in three levels, and half as many
/// dependencies.
fn generate(size: usize) -> Model {
    let mut state = u32::try_from(size).unwrap();
    let mut next = move |below: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        usize::try_from((u64::from(state) * u64::try_from(below).unwrap()) >> 32).unwrap()
    };
    let statuses =
        [Status::Todo, Status::Todo, Status::Todo, Status::Todo, Status::InProgress, Status::Review, Status::Done];
    let mut plans: Vec<Plan> = Vec::new();
    for index in 0..size {
        let within = index % 10;
        let parent = match within {
            0 => None,
            1..4 => Some(index - within),
            _ => Some(index - within + 1 + (within - 4) % 3),
        };
        let children = plans.iter().filter(|plan| match parent {
            Some(parent) => plan.id.rsplit_once('.').is_some_and(|(above, _)| above == plans[parent].id),
            None => !plan.id.contains('.'),
        });
        let number = children.count() + 1;
        let start = TODAY - 10 + i32::try_from(next(60)).unwrap();
        let mut plan = Plan {
            id: parent.map_or(format!("t{number}"), |parent| format!("{}.{number}", plans[parent].id)),
            status: Some(if within < 4 { Status::InProgress } else { statuses[next(7)] }),
            priority: [None, Some(Priority::Low), Some(Priority::Medium), Some(Priority::High)][next(4)],
            assignee: Some(["maya", "kenji", "ai", "noor", "sam"][next(5)].to_owned()),
            order: Some(number - 1),
            ..Plan::default()
        };
        plan.schedule.start_date = Some(format_date(start));
        plan.schedule.due_date = Some(format_date(start + i32::try_from(next(7)).unwrap()));
        #[allow(clippy::cast_precision_loss, reason = "hours of a task")]
        let hours = next(16) as f64 + 0.5;
        plan.schedule.estimate_hours = Some(hours);
        plan.schedule.milestone = Some(["alpha", "beta"][next(2)].to_owned());
        if index > 0 && next(2) == 0 {
            plan.links.push((plans[next(index)].id.clone(), "FS".to_owned(), 0));
        }
        plans.push(plan);
    }
    let hours = Hours { per_day: 8.0, closed_weekdays: vec![0, 6], utilization: 1.0, ..Hours::default() };
    Model { plans, project: hours, assignees: Vec::new(), multiplier: 0.2 }
}

const GENERATED: &str = "[settings]\nai_estimate_multiplier = 0.2\n[milestones.alpha]\ndate = \"2026-12-15\"\n[milestones.beta]\ndate = \"2027-01-15\"\n";

/// Returns the working days from today to the last day, the number of tasks that end after their
/// milestone, and the number of violated dependencies.
fn figures(model: &Model, milestones: &[(&str, &str)]) -> [usize; 3] {
    let leaves: Vec<&Plan> =
        model.plans.iter().filter(|plan| model.is_leaf(plan) && !plan.status().is_terminal()).collect();
    let last = leaves.iter().filter_map(|plan| plan.due()).max().unwrap();
    let goal = |plan: &Plan| {
        let named =
            |name: &str| milestones.iter().find(|(name_of, _)| *name_of == name).and_then(|(_, date)| parse_date(date));
        let line = model.plans.iter().filter(|other| other.id == plan.id || is_below(&plan.id, &other.id));
        line.filter_map(|other| named(other.schedule.milestone.as_deref()?)).min()
    };
    let late = leaves.iter().filter(|plan| goal(plan).is_some_and(|goal| plan.due() > Some(goal))).count();
    let dependencies = model.dependencies();
    let mut broken: Vec<(&str, &str)> = Vec::new();
    for dependency in dependencies.iter().filter(|dependency| !model.satisfies(dependency, i32::MIN)) {
        if !broken.contains(&(&dependency.0, &dependency.1.id)) {
            broken.push((&dependency.0, &dependency.1.id));
        }
    }
    [usize::try_from(model.project.open_days(TODAY, last)).unwrap(), late, broken.len()]
}

#[test]
fn planning_document_table_is_up_to_date() {
    let mut table = String::from(
        "| project | | working days | late tasks | dependencies not kept |\n| --- | --- | --- | --- | --- |\n",
    );
    let (bench, tide) = atlas();
    let generated_engine = |model: &Model| {
        let mut engine = Engine::new();
        engine.feed(project(GENERATED, &model.plans), NOW);
        engine
    };
    let (small, large) = (generate(100), generate(1_000));
    let (small_engine, large_engine) = (generated_engine(&small), generated_engine(&large));
    let goals = [("alpha", "2026-12-15"), ("beta", "2027-01-15")];
    let atlas_goals = [("alpha", "2026-12-05"), ("v1.0 公開", "2027-01-05")];
    for (name, model, mut engine, goals) in [
        ("tide-atlas", tide, bench.engine, &atlas_goals),
        ("100 tasks", small, small_engine, &goals),
        ("1,000 tasks", large, large_engine, &goals),
    ] {
        let proposal = propose(&mut engine, &AUTO);
        assert_eq!(proposal.refusal, None);
        let ours = model.with(apply_proposal(&model.plans, &proposal));
        let server = model.with(reference::schedule(&model, TODAY));
        let twice = model.with(reference::schedule(&server, TODAY));
        let stuck = ours
            .dependencies()
            .iter()
            .filter(|dependency| !ours.satisfies(dependency, TODAY) && !has_fixed_dates(dependency.1))
            .count();
        assert_eq!(stuck, 0, "every movable task satisfies its dependencies");
        for (who, model) in
            [("as stored", &model), ("ours", &ours), ("handoff-mcp", &server), ("handoff-mcp, again", &twice)]
        {
            let [days, late, broken] = figures(model, goals);
            writeln!(table, "| {name} | {who} | {days} | {late} | {broken} |").unwrap();
        }
    }
    println!("{table}");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/planning.md");
    let text = std::fs::read_to_string(path).unwrap();
    assert!(text.contains(&table), "docs/planning.md lacks this table:\n\n{table}");
}
