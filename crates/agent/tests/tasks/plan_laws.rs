//! Laws of planning: one call does the same as one call for each task.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Value, json};

use crate::support::Bench;

/// A task of a plan in the order of the tree.
#[derive(Clone, Debug)]
struct Planned {
    depth: usize,
    /// The earlier tasks that it waits for.
    waits_for: Vec<usize>,
}

fn plan() -> impl Strategy<Value = Vec<Planned>> {
    let task = (0usize..4, proptest::collection::vec(any::<Index>(), 0..3));
    proptest::collection::vec(task, 1..9).prop_map(|tasks| {
        let mut plan: Vec<Planned> = Vec::new();
        for (depth, waits_for) in tasks {
            let deepest = plan.last().map_or(0, |task| task.depth + 1);
            let earlier = |index: &Index| (!plan.is_empty()).then(|| index.index(plan.len()));
            let waits_for = waits_for.iter().filter_map(earlier).collect();
            plan.push(Planned { depth: depth.min(deepest), waits_for });
        }
        plan
    })
}

fn title(index: usize) -> String {
    format!("Task {index}")
}

fn fields(plan: &[Planned], index: usize) -> Value {
    let dependencies: Vec<String> = plan[index].waits_for.iter().map(|other| title(*other)).collect();
    json!({"title": title(index), "dependencies": dependencies, "done_criteria": ["works"]})
}

/// Returns the tasks from an index on that lie at a depth, with their subtasks.
fn nested(plan: &[Planned], next: &mut usize, depth: usize) -> Vec<Value> {
    let mut tasks = Vec::new();
    while plan.get(*next).is_some_and(|task| task.depth >= depth) {
        let mut task = fields(plan, *next);
        *next += 1;
        task["children"] = nested(plan, next, depth + 1).into();
        tasks.push(task);
    }
    tasks
}

/// Returns everything that the lists say about the tasks.
fn listed(bench: &mut Bench) -> Value {
    let mut list = bench.value("handoff_list_tasks", &json!({"limit": 0}));
    list["metrics"] = bench.value("handoff_get_metrics", &json!({}));
    list
}

proptest! {
    #[test]
    fn plan_in_one_call_equals_one_call_for_each_task(plan in plan(), layout in select(vec!["json", "toml"])) {
        let mut together = Bench::new(layout);
        together.value("handoff_update_task", &json!({"tasks": nested(&plan, &mut 0, 0)}));
        let mut single = Bench::new(layout);
        let mut parents: Vec<String> = Vec::new();
        for (index, task) in plan.iter().enumerate() {
            parents.truncate(task.depth);
            let call = json!({"task": fields(&plan, index), "parent_id": parents.last()});
            let id = single.value("handoff_update_task", &call)["id"].as_str().expect("an id").to_owned();
            parents.push(id);
        }
        prop_assert_eq!(listed(&mut together), listed(&mut single));
        prop_assert_eq!(together.paths(), single.paths());
        prop_assert_eq!(together.problems(), single.problems());
        together.undo();
        let tasks: Vec<String> = together.paths().into_iter().filter(|path| path.starts_with("tasks/")).collect();
        prop_assert_eq!(tasks, [""; 0], "the plan is one change");
    }
}
