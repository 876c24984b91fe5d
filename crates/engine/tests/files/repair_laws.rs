//! Properties of the proposed repairs for randomly damaged projects.

use std::collections::BTreeSet;

use handoff_protocol::{Command, Outcome, Problem, ProblemCode};
use proptest::prelude::*;

use super::repairs::{problems, proposed_repairs, visible_files};
use crate::support::Bench;

/// A task folder with random damage.
#[derive(Clone, Debug)]
struct Part {
    folder: String,
    parent: Option<usize>,
    id: String,
    dependencies: Vec<String>,
    status: &'static str,
    more: &'static str,
    second: bool,
}

fn id() -> impl Strategy<Value = String> {
    (1u32..7).prop_map(|number| format!("t{number}"))
}

fn part() -> impl Strategy<Value = Part> {
    let more = prop::sample::select(vec![
        "",
        "",
        ", \"labels\": null",
        ", \"labels\": [1, \"a\", 2]",
        ", \"own\": 1, \"own\": 2",
        ", \"assignee\": \"kai\"",
        ", \"created_at\": \"2026-11-20T08:00:00Z\"",
        ", \"schedule\": {\"due_date\": \"2026-12-04\"}",
        ", \"schedule\": {\"start_date\": \"soon\"}",
    ]);
    let name = prop_oneof![4 => id().prop_map(Some), 1 => Just(None)];
    let status = prop::sample::select(vec!["todo", "todo", "review", "done", "doing"]);
    let dependencies = prop::collection::vec(id(), 0..3);
    let parent = prop::option::weighted(0.3, 0usize..6);
    (id(), name, dependencies, status, more, prop::bool::weighted(0.1), parent).prop_map(
        |(id, name, dependencies, status, more, second, parent)| Part {
            folder: name.unwrap_or_else(|| id.clone()),
            parent,
            id,
            dependencies,
            status,
            more,
            second,
        },
    )
}

fn project_text(parts: &[Part]) -> String {
    let mut text = vec!["=== config.toml\n[project]\nname = \"P\"\n\n[assignees.noor]\n".to_owned()];
    let mut folders: Vec<String> = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let above = part.parent.and_then(|parent| folders.get(parent)).map_or("tasks", String::as_str);
        let folder = format!("{above}/{}-x{index}", part.folder);
        let mut dependencies = part.dependencies.clone();
        dependencies.dedup();
        let dependencies: Vec<String> = dependencies.iter().map(|id| format!("\"{id}\"")).collect();
        let file = format!(
            "{{\"id\": \"{}\", \"title\": \"T{index}\", \"dependencies\": [{}]{}}}\n",
            part.id,
            dependencies.join(", "),
            part.more
        );
        text.push(format!("=== {folder}/_task.{}.json\n{file}", part.status));
        if part.second {
            text.push(format!("=== {folder}/_task.blocked.json\n{file}"));
        }
        folders.push(folder);
    }
    text.concat()
}

/// Returns the content of all task files.
fn records(bench: &Bench) -> Vec<serde_json::Value> {
    let files = bench.tree.walk("tasks").filter_map(|(path, _)| bench.tree.file(&path));
    files.map(|bytes| serde_json::from_slice(bytes).unwrap()).collect()
}

fn ids(bench: &Bench) -> BTreeSet<String> {
    records(bench).iter().map(|task| task["id"].as_str().unwrap().to_owned()).collect()
}

fn all_dependencies(bench: &Bench) -> BTreeSet<String> {
    let lists = records(bench).into_iter().filter_map(|task| task["dependencies"].as_array().cloned());
    lists.flatten().map(|id| id.as_str().unwrap().to_owned()).collect()
}

fn is_done(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Done { .. })
}

fn with_code(proposal: &[Problem], code: ProblemCode) -> Vec<&Problem> {
    proposal.iter().filter(|problem| problem.code == code).collect()
}

fn of_relations(proposal: &[Problem]) -> Vec<&Problem> {
    let codes = [ProblemCode::DanglingDependency, ProblemCode::DependencyCycle, ProblemCode::DuplicateId];
    codes.into_iter().flat_map(|code| with_code(proposal, code)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]
    #[test]
    fn proposed_repairs_never_contradict_each_other(parts in prop::collection::vec(part(), 1..9)) {
        let mut bench = Bench::from_text(&project_text(&parts));
        let before = (visible_files(&bench.tree), ids(&bench));
        let first = problems(&mut bench);
        let shared: BTreeSet<_> =
            with_code(&first, ProblemCode::DuplicateId).iter().filter_map(|problem| problem.task.clone()).collect();
        let repair = proposed_repairs(&mut bench);
        let outcome = bench.commit(&repair);
        prop_assert!(is_done(&outcome), "{outcome:?}");
        prop_assert!(before.1.is_subset(&ids(&bench)), "an id is lost: {:?}", ids(&bench));
        let second = problems(&mut bench);
        // The remaining problems concern tasks whose files could not be written before, or missing
        // IDs. Further repairs fix them.
        for problem in of_relations(&second) {
            let new: BTreeSet<String> = ids(&bench).difference(&before.1).cloned().collect();
            let has_two_files = |id: &str| parts.iter().any(|part| part.second && part.id == id);
            let was_damaged = |id: &str| has_two_files(id) || shared.contains(id) || new.contains(id);
            let text = problem.text.to_string();
            let mut lines = text.split(' ').map(|word| word.trim_end_matches('.'));
            prop_assert!(
                if problem.code == ProblemCode::DuplicateId { lines.any(has_two_files) } else { lines.any(was_damaged) },
                "{problem:?}"
            );
        }
        let mut steps = usize::from(visible_files(&bench.tree) != before.0);
        for _ in 0..3 {
            if of_relations(&problems(&mut bench)).is_empty() {
                break;
            }
            let again = proposed_repairs(&mut bench);
            let outcome = bench.commit(&again);
            prop_assert!(is_done(&outcome), "{outcome:?}");
            steps += 1;
        }
        let last = problems(&mut bench);
        prop_assert!(of_relations(&last).is_empty(), "{last:?}");
        prop_assert!(all_dependencies(&bench).is_subset(&ids(&bench)));
        for _ in 0..steps {
            let outcome = bench.commit(&Command::Undo {});
            prop_assert!(is_done(&outcome), "{outcome:?}");
        }
        prop_assert_eq!(visible_files(&bench.tree), before.0);
    }
}
