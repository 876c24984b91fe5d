//! Circles of tasks that wait for each other, also through parents and subtasks.

use std::collections::BTreeSet;
use std::fmt::Write;

use handoff_protocol::{Command, ProblemCode, Query, RefusalCode, View};
use proptest::prelude::*;

use crate::support::{self, Bench, command, context, dedent};

const PROJECT: &str = r#"
    === config.toml
    [project]
    name = "P"
    === tasks/a-x/_task.todo.json
    {"id": "a", "title": "A"}
    === tasks/a-x/a1-x/_task.todo.json
    {"id": "a1", "title": "A1"}
    === tasks/b-x/_task.todo.json
    {"id": "b", "title": "B", "dependencies": ["a"]}
    === tasks/c-x/_task.todo.json
    {"id": "c", "title": "C", "dependencies": ["b"]}
"#;

const PARENTS: &str = " A task ends after its subtasks, and they wait for everything that it waits for.";

fn update(id: &str, patch: &str) -> String {
    format!(r#"{{"kind":"updateTasks","ids":["{id}"],"patch":{{"dependencies":{patch}}}}}"#)
}

#[test]
fn change_that_closes_a_circle_through_a_parent_is_refused() {
    for (request, circle) in [
        (update("a1", r#"{"add":["b"]}"#).as_str(), "a1 → b → a → a1"),
        (update("a1", r#"{"add":["c"]}"#).as_str(), "a1 → c → b → a → a1"),
        (
            r#"{"kind":"updateTasks","ids":["c"],"patch":{},"position":{"parent":"a","place":{"kind":"last"}}}"#,
            "c → b → a → c",
        ),
        (r#"{"kind":"updateTasks","ids":["c"],"patch":{},"position":{"parent":"a1"}}"#, "c → b → a → c"),
        (
            r#"{"kind":"changeTasks","tasks":[{"parent":"a1","id":"n","fields":{"title":"N","dependencies":{"set":["c"]}}}]}"#,
            "n → c → b → a → n",
        ),
        (
            r#"{"kind":"import","tasks":[{"id":"p","fields":{"title":"P","dependencies":{"set":["q"]}},"parts":[{"id":"p1","fields":{"title":"P1"}}]},{"id":"q","fields":{"title":"Q","dependencies":{"set":["p1"]}}}],"closeActive":false}"#,
            "p → q → p1 → p",
        ),
    ] {
        let refusal = Bench::from_text(&dedent(PROJECT)).plan(&command(request)).unwrap_err();
        assert_eq!(refusal.code, RefusalCode::DependencyCycle, "{request}");
        assert_eq!(refusal.text.to_string(), format!("This would create a circular dependency: {circle}.{PARENTS}"));
    }
}

#[test]
fn circle_that_was_deleted_as_a_whole_comes_back_with_a_warning() {
    let project = r#"
        === config.toml
        [project]
        name = "P"
        === tasks/p-x/_task.todo.json
        {"id": "p", "title": "P"}
        === tasks/p-x/a-x/_task.todo.json
        {"id": "a", "title": "A"}
        === tasks/p-x/a-x/a1-x/_task.todo.json
        {"id": "a1", "title": "A1", "dependencies": ["b"]}
        === tasks/p-x/b-x/_task.todo.json
        {"id": "b", "title": "B", "dependencies": ["a"]}
    "#;
    let mut bench = Bench::from_text(&dedent(project));
    bench.commit(&command(r#"{"kind":"deleteTasks","ids":["p"]}"#));
    let changes = bench.plan(&Command::Undo {}).unwrap();
    let warnings: Vec<String> = changes.warnings.iter().map(ToString::to_string).collect();
    assert!(
        warnings.iter().any(|warning| warning.starts_with("Now these tasks wait for each other: ")),
        "{warnings:?}"
    );
}

#[test]
fn undo_and_restore_that_close_a_circle_through_a_parent_are_refused() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    bench.commit(&command(&update("b", r#"{"remove":["a"]}"#)));
    bench.feed(support::files(
        "=== tasks/a-x/a1-x/_task.todo.json\n{\"id\":\"a1\",\"title\":\"A1\",\"dependencies\":[\"b\"]}",
    ));
    assert_eq!(bench.plan(&Command::Undo {}).unwrap_err().code, RefusalCode::DependencyCycle);

    let mut bench = Bench::from_text(&dedent(PROJECT));
    bench.commit(&command(&update("b", r#"{"remove":["a"]}"#)));
    bench.commit(&command(&update("a1", r#"{"add":["b"]}"#)));
    bench.commit(&command(r#"{"kind":"deleteTasks","ids":["a1"]}"#));
    bench.commit(&command(&update("b", r#"{"add":["a"]}"#)));
    let restore = command(r#"{"kind":"restoreTrash","entries":["a1"]}"#);
    assert_eq!(bench.plan(&restore).unwrap_err().code, RefusalCode::DependencyCycle);
}

#[test]
fn dependency_on_a_task_above_or_below_has_no_effect() {
    for (id, other) in [("a1", "a"), ("a", "a1")] {
        let mut bench = Bench::from_text(&dedent(PROJECT));
        let changes = bench.run(&command(&update(id, &format!(r#"{{"add":["{other}"]}}"#)))).unwrap();
        let warnings: Vec<String> = changes.warnings.iter().map(ToString::to_string).collect();
        let expected = format!("The dependency of {id} on {other} has no effect: one of them contains the other.");
        assert_eq!(warnings, [expected]);
        let ready: Vec<_> = bench
            .engine
            .reader()
            .planned_tasks()
            .iter()
            .filter(|task| task.is_leaf && task.is_free)
            .map(|task| task.task.key())
            .collect();
        assert_eq!(ready, ["a1"]);
        assert_eq!(problem_count(&mut bench), 0);
    }
}

fn problem_count(bench: &mut Bench) -> usize {
    let View::Problems(problems) = bench.engine.view(&Query::Problems {}, &context()) else { panic!() };
    problems.iter().filter(|problem| problem.code == ProblemCode::DependencyCycle).count()
}

#[test]
fn repair_removes_a_dependency_of_a_circle_through_a_parent() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    bench.feed(support::files(
        "=== tasks/a-x/a1-x/_task.todo.json\n{\"id\":\"a1\",\"title\":\"A1\",\"dependencies\":[\"b\"]}",
    ));
    assert_eq!(problem_count(&mut bench), 2);
    let View::Problems(problems) = bench.engine.view(&Query::Problems {}, &context()) else { panic!() };
    let repairs = problems.into_iter().flat_map(|problem| problem.repairs).filter(|repair| repair.proposed);
    let repairs: Vec<Command> = repairs.map(|repair| repair.command).collect();
    assert_eq!(repairs.len(), 1);
    bench.run(&Command::Repair { repairs }).unwrap();
    assert_eq!(problem_count(&mut bench), 0);
}

#[test]
fn refusal_names_ten_tasks_of_a_long_circle() {
    let mut project = String::from("=== config.toml\n[project]\nname = \"P\"\n");
    for index in 1..=30 {
        let next = if index == 30 { String::new() } else { format!("\"t{}\"", index + 1) };
        writeln!(
            project,
            "=== tasks/t{index}-x/_task.todo.json\n{{\"id\":\"t{index}\",\"title\":\"T\",\"dependencies\":[{next}]}}"
        )
        .unwrap();
    }
    let refusal = Bench::from_text(&project).plan(&command(&update("t30", r#"{"add":["t1"]}"#))).unwrap_err();
    let expected =
        "This would create a circular dependency: t30 → t1 → t2 → t3 → t4 → t5 → t6 → t7 → t8 → t9 → … (+20) → t30.";
    assert_eq!(refusal.text.to_string(), expected);
}

/// A random tree of open tasks: the parent of each, and pairs of a task and one that it waits for.
#[derive(Clone, Debug)]
struct Plan {
    parents: Vec<Option<usize>>,
    links: Vec<(usize, usize)>,
}

impl Plan {
    fn ancestors(&self, task: usize) -> Vec<usize> {
        std::iter::successors(self.parents[task], |task| self.parents[*task]).collect()
    }

    /// Returns the leaves that can be done once others are done.
    fn ready(&self, links: &[(usize, usize)], done: &BTreeSet<usize>) -> Vec<usize> {
        let waits = |task: &usize| {
            let branch: Vec<usize> = [*task].into_iter().chain(self.ancestors(*task)).collect();
            links.iter().any(|(from, to)| {
                let has_effect = !self.ancestors(*from).contains(to) && !self.ancestors(*to).contains(from);
                branch.contains(from) && has_effect && !done.contains(to)
            })
        };
        let is_leaf = |task: &usize| !self.parents.contains(&Some(*task));
        (0..self.parents.len()).filter(is_leaf).filter(|task| !waits(task)).collect()
    }

    /// Returns whether some task can never be done.
    fn is_stuck(&self, links: &[(usize, usize)]) -> bool {
        let mut done = BTreeSet::new();
        loop {
            let before = done.len();
            done.extend(self.ready(links, &done));
            for task in (0..self.parents.len()).rev() {
                let mut children =
                    (0..self.parents.len()).filter(|child| self.parents[*child] == Some(task)).peekable();
                if children.peek().is_some() && children.all(|child| done.contains(&child)) {
                    done.insert(task);
                }
            }
            if done.len() == before {
                return done.len() < self.parents.len();
            }
        }
    }

    fn bench(&self, links: &[(usize, usize)]) -> Bench {
        let mut text = String::from("=== config.toml\n[project]\nname = \"P\"\n");
        for task in 0..self.parents.len() {
            let mut path: Vec<usize> = self.ancestors(task);
            path.reverse();
            path.push(task);
            let folder = path.iter().map(|task| format!("t{task}-x")).collect::<Vec<_>>().join("/");
            let ids: BTreeSet<String> =
                links.iter().filter(|(from, _)| *from == task).map(|(_, to)| format!("\"t{to}\"")).collect();
            let ids = ids.into_iter().collect::<Vec<_>>().join(",");
            writeln!(
                text,
                "=== tasks/{folder}/_task.todo.json\n{{\"id\":\"t{task}\",\"title\":\"T\",\"dependencies\":[{ids}]}}"
            )
            .unwrap();
        }
        Bench::from_text(&text)
    }
}

fn plan() -> impl Strategy<Value = Plan> {
    let parents = prop::collection::vec(prop::option::weighted(0.6, any::<prop::sample::Index>()), 2..9);
    parents.prop_flat_map(|parents| {
        let count = parents.len();
        let parent = |(task, parent): (usize, &Option<prop::sample::Index>)| {
            parent.as_ref().filter(|_| task > 0).map(|index| index.index(task))
        };
        let parents: Vec<Option<usize>> = parents.iter().enumerate().map(parent).collect();
        prop::collection::vec((0..count, 0..count), 1..9)
            .prop_map(move |links| Plan { parents: parents.clone(), links })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// The engine accepts a dependency or a move exactly if no task waits for itself afterwards.
    #[test]
    fn engine_scheduler_and_doctor_agree_on_circles(plan in plan()) {
        let mut accepted: Vec<(usize, usize)> = Vec::new();
        let mut bench = plan.bench(&[]);
        for link in &plan.links {
            let with: Vec<_> = accepted.iter().copied().chain([*link]).collect();
            let outcome = bench.run(&command(&update(&format!("t{}", link.0), &format!(r#"{{"add":["t{}"]}}"#, link.1))));
            prop_assert_eq!(outcome.is_err(), plan.is_stuck(&with), "{:?} after {:?}", link, accepted);
            if outcome.is_ok() {
                accepted = with;
            }
        }
        let mut bench = plan.bench(&plan.links);
        let is_stuck = plan.is_stuck(&plan.links);
        prop_assert_eq!(problem_count(&mut bench) > 0, is_stuck);
        let scheduled = bench.plan(&command(r#"{"kind":"autoSchedule","assignees":[]}"#));
        prop_assert_eq!(scheduled.is_err_and(|refusal| refusal.code == RefusalCode::DependencyCycle), is_stuck);
        let free = bench.engine.reader().planned_tasks();
        let mut free: Vec<String> = free.iter().filter(|task| task.is_leaf && task.is_free).map(|task| task.task.key()).collect();
        free.sort();
        let mut ready: Vec<String> = plan.ready(&plan.links, &BTreeSet::new()).iter().map(|task| format!("t{task}")).collect();
        ready.sort();
        prop_assert_eq!(free, ready);
        // A move accepted by the engine leaves no circle.
        let mut bench = plan.bench(&accepted);
        let last = plan.parents.len() - 1;
        for parent in 0..last {
            let mut moved = plan.clone();
            moved.parents[last] = Some(parent);
            let request = format!(r#"{{"kind":"updateTasks","ids":["t{last}"],"patch":{{}},"position":{{"parent":"t{parent}","place":{{"kind":"last"}}}}}}"#);
            prop_assert_eq!(bench.plan(&command(&request)).is_err(), moved.is_stuck(&accepted), "{:?} below {}", accepted, parent);
        }
    }
}
