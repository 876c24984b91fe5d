//! The repairs that are proposed as a set: which ones they are, and what carrying them out as one step does.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test ends where something is not as it should be"
)]

mod support;

use std::collections::BTreeSet;

use handoff_engine::tree::Tree;
use handoff_protocol::{Command, Outcome, Problem, ProblemCode, Query, RefusalCode, View};
use proptest::prelude::*;
use support::{Bench, command, context, undented};

fn problems(bench: &mut Bench) -> Vec<Problem> {
    match bench.engine.view(&Query::Problems {}, &context()) {
        View::Problems(problems) => problems,
        other => panic!("{other:?}"),
    }
}

/// The titles of the proposed repairs, in the order of the list.
fn proposed_titles(project: &str) -> Vec<String> {
    let found = problems(&mut Bench::from_text(&undented(project)));
    let repairs = found.into_iter().flat_map(|problem| problem.repairs).filter(|repair| repair.proposed);
    repairs.map(|repair| repair.title.to_string()).collect()
}

fn proposed(bench: &mut Bench) -> Command {
    let repairs = problems(bench).into_iter().flat_map(|problem| problem.repairs).filter(|repair| repair.proposed);
    Command::Repair { repairs: repairs.map(|repair| repair.command).collect() }
}

fn text(bench: &Bench, path: &str) -> String {
    String::from_utf8_lossy(bench.tree.file(path).unwrap_or_else(|| panic!("{path} is missing"))).into_owned()
}

/// What other programs see: without logs, the trash and what Git is told to ignore, which an undo leaves.
fn seen(tree: &Tree) -> Vec<(String, Vec<u8>)> {
    let is_kept = |path: &str| path.starts_with("activity") || path == ".gitignore";
    let files = tree.walk("").filter(|(path, _)| handoff_engine::Engine::is_content(path) && !is_kept(path));
    files.map(|(path, _)| (path.clone(), tree.file(&path).unwrap_or_default().to_vec())).collect()
}

#[test]
fn one_of_several_tasks_keeps_their_id() {
    let new_id = |folder: &str| vec![format!("Give the task in {folder} a new ID")];
    // Nothing tells them apart: the first path.
    let same = "
        === tasks/t7-a/_task.todo.json
        {\"id\": \"t7\", \"title\": \"A\"}
        === tasks/t7-b/_task.todo.json
        {\"id\": \"t7\", \"title\": \"B\"}";
    assert_eq!(proposed_titles(same), new_id("t7-b"));
    // The oldest, in whatever offset its date is written; without a date none is old.
    let aged = "
        === tasks/t7-a/_task.todo.json
        {\"id\": \"t7\", \"title\": \"A\", \"created_at\": \"2026-11-21T10:00:00+09:00\"}
        === tasks/t7-b/_task.todo.json
        {\"id\": \"t7\", \"title\": \"B\", \"created_at\": \"2026-11-21T02:00:00Z\"}
        === tasks/t7-0/_task.todo.json
        {\"id\": \"t7\", \"title\": \"C\"}";
    assert_eq!(proposed_titles(aged), [new_id("t7-0"), new_id("t7-b")].concat());
    // Subtasks say more than age.
    let parent = "
        === tasks/t7-a/_task.todo.json
        {\"id\": \"t7\", \"title\": \"A\", \"created_at\": \"2026-11-21T10:00:00Z\"}
        === tasks/t7-b/_task.todo.json
        {\"id\": \"t7\", \"title\": \"B\", \"created_at\": \"2026-11-22T10:00:00Z\"}
        === tasks/t7-b/t7.1-c/_task.todo.json
        {\"id\": \"t7.1\", \"title\": \"C\"}";
    assert_eq!(proposed_titles(parent), new_id("t7-a"));
    // The name of the folder says more than subtasks; the other task gets the id that its folder says, if no task has it.
    let named = "
        === tasks/t7-b/_task.todo.json
        {\"id\": \"t7\", \"title\": \"B\"}
        === tasks/t3-a/_task.todo.json
        {\"id\": \"t7\", \"title\": \"A\", \"created_at\": \"2026-11-21T10:00:00Z\"}
        === tasks/t3-a/t7.1-c/_task.todo.json
        {\"id\": \"t7.1\", \"title\": \"C\"}";
    assert_eq!(proposed_titles(named), ["Change the ID to t3"]);
    // One whose file cannot be read keeps what its folder says.
    let broken = "
        === tasks/t7-a/_task.todo.json
        {\"id\": \"t7\", \"title\": \"A\"}
        === tasks/t7-b/_task.todo.json
        {\"id\": \"t7\"";
    assert_eq!(proposed_titles(broken), new_id("t7-a"));
}

#[test]
fn the_other_repairs_of_duplicates_can_still_be_chosen() {
    let mut bench = Bench::from_text(
        "=== tasks/t7-a/_task.todo.json\n{\"id\": \"t7\", \"title\": \"A\"}\n=== tasks/t7-b/_task.todo.json\n{\"id\": \"t7\", \"title\": \"B\"}",
    );
    let titles: Vec<(String, bool)> = problems(&mut bench)
        .iter()
        .flat_map(|problem| &problem.repairs)
        .map(|repair| (repair.title.to_string(), repair.proposed))
        .collect();
    let wanted = [
        ("Give the task in t7-a a new ID", false),
        ("Move tasks/t7-a to the trash", false),
        ("Give the task in t7-b a new ID", true),
        ("Move tasks/t7-b to the trash", false),
    ];
    assert_eq!(titles, wanted.map(|(title, proposed)| (title.to_owned(), proposed)));
}

fn waiting(tasks: &[(&str, &str, &str)]) -> String {
    let file = |(id, waits, more): &(&str, &str, &str)| {
        let waits: Vec<String> = waits.split_whitespace().map(|id| format!("\"{id}\"")).collect();
        format!(
            "=== tasks/{id}-x/_task.todo.json\n{{\"id\": \"{id}\", \"title\": \"X\", \"dependencies\": [{}]{more}}}\n",
            waits.join(", ")
        )
    };
    tasks.iter().map(file).collect()
}

/// The dependencies whose removal is proposed, as "waiting → awaited".
fn cuts(tasks: &[(&str, &str, &str)]) -> Vec<String> {
    let found = problems(&mut Bench::from_text(&waiting(tasks)));
    let cut = |problem: &Problem| {
        let Command::UpdateTasks { ids, patch, .. } = &problem.repairs.iter().find(|repair| repair.proposed)?.command
        else {
            return None;
        };
        Some(format!("{} → {}", ids[0], patch.dependencies.clone()?.remove?.join(" ")))
    };
    found.iter().filter_map(cut).collect()
}

#[test]
fn one_dependency_of_a_circle_is_proposed_for_removal() {
    let due = |day: &str| format!(", \"schedule\": {{\"due_date\": \"2026-12-{day}\"}}");
    let made = |day: &str| format!(", \"created_at\": \"2026-11-{day}T08:00:00Z\"");
    // The task that is planned last waits for the others, not the others for it.
    assert_eq!(cuts(&[("t90", "t91", &due("04")), ("t91", "t90", &due("02"))]), ["t91 → t90"]);
    assert_eq!(cuts(&[("t90", "t91", &due("02")), ("t91", "t90", &due("04"))]), ["t90 → t91"]);
    // Without dates, nobody can have waited for a task before it was created.
    assert_eq!(cuts(&[("t1", "t2", &made("01")), ("t2", "t3", &made("03")), ("t3", "t1", &made("02"))]), ["t1 → t2"]);
    // Else the last id, as people count.
    assert_eq!(cuts(&[("t9", "t10", ""), ("t10", "t9", "")]), ["t9 → t10"]);
    assert_eq!(cuts(&[("t1", "t1", "")]), ["t1 → t1"]);
    // Two circles with a dependency in common are both opened by it, when the rule chooses it for the second one at the latest.
    assert_eq!(cuts(&[("t1", "t9", ""), ("t9", "t3 t4", ""), ("t3", "t1", ""), ("t4", "t1", "")]), ["t1 → t9"]);
    assert_eq!(cuts(&[("t1", "t5", ""), ("t5", "t9 t4", ""), ("t9", "t1", ""), ("t4", "t1", "")]), ["t1 → t5"]);
    // Two circles with no more than a task in common need two removals.
    assert_eq!(cuts(&[("t1", "t2 t3", ""), ("t2", "t1", ""), ("t3", "t1", "")]), ["t1 → t2", "t1 → t3"]);
}

#[test]
fn a_circle_that_only_a_duplicate_closes_costs_no_dependency() {
    let mut project = waiting(&[("t7", "", ""), ("t8", "t7", "")]);
    project += "=== tasks/t7-y/_task.todo.json\n{\"id\": \"t7\", \"title\": \"Y\", \"dependencies\": [\"t8\"]}\n";
    assert_eq!(proposed_titles(&project), ["Give the task in t7-y a new ID"]);
}

#[test]
fn of_tasks_in_a_circle_only_one_whose_file_can_be_written_loses_a_dependency() {
    let mut project = waiting(&[("t7", "t8", ""), ("t8", "t7", "")]);
    project += "=== tasks/t7-x/_task.done.json\n{\"id\": \"t7\", \"title\": \"Y\", \"dependencies\": [\"t8\"]}\n";
    assert_eq!(proposed_titles(&project), ["Keep _task.done.json", "Remove the dependency on t7"]);
}

#[test]
fn an_id_goes_to_one_task_only() {
    let nameless = "
        === tasks/t2-b/_task.todo.json
        {\"title\": \"B\"}
        === tasks/t2-c/_task.todo.json
        {\"title\": \"C\"}
        === tasks/t3-d/_task.todo.json
        {\"id\": \"t3\", \"title\": \"D\", \"dependencies\": [\"t2\", \"t777\"]}";
    // The dependency on t2 is not removed either: it is about to be good.
    assert_eq!(proposed_titles(nameless), ["Change the ID to t2", "Remove the dependency on t777"]);
}

#[test]
fn a_folder_gets_one_new_name_only() {
    let misnamed = "
        === tasks/t1-a/_task.todo.json
        {\"id\": \"t1\", \"title\": \"A\"}
        === tasks/t1-a/t2-b/_task.todo.json
        {\"id\": \"t1\", \"title\": \"B\"}
        === tasks/t1-a/t2-c/_task.todo.json
        {\"id\": \"t4\", \"title\": \"C\"}";
    assert_eq!(proposed_titles(misnamed), ["Change the ID to t2", "Rename the folder after t4"]);
}

const DAMAGED: &str = "
    === config.toml
    [project]
    name = \"P\"

    [assignees.noor]
    === tasks/t7-copy/_task.todo.json
    {\"id\": \"t7\", \"title\": \"A\", \"created_at\": \"2026-11-22T10:00:00Z\", \"labels\": [\"a\", 1, \"b\", 2]}
    === tasks/t7-old/_task.todo.json
    {\"id\": \"t7\", \"title\": \"B\", \"created_at\": \"2026-11-21T10:00:00Z\"}
    === tasks/t8-c/_task.doing.json
    {\"id\": \"t8\", \"title\": \"C\", \"title\": \"CC\", \"assignee\": \"kai\", \"dependencies\": [\"t7\", \"t9\", \"t777\"]}
    === tasks/t9-d/_task.todo.json
    {\"id\": \"t9\", \"title\": \"D\", \"dependencies\": [\"t8\"]}
    === tasks/t5-e/_task.todo.json
    {\"id\": \"t6\", \"title\": \"E\"}
    === tasks/t5-e/t5.1-f/_task.todo.json
    {\"id\": \"t5.1\", \"title\": \"F\", \"assignee\": \"kai\", \"labels\": null}";

#[test]
fn proposed_repairs_are_one_step_that_undo_takes_back() {
    let mut bench = Bench::from_text(&undented(DAMAGED));
    let before = seen(&bench.tree);
    let repair = proposed(&mut bench);
    let Command::Repair { repairs } = &repair else { panic!("{repair:?}") };
    assert_eq!(repairs.len(), 11, "{repairs:?}");
    let Outcome::Done { changed: true, summary, .. } = bench.commit(&repair) else { panic!("not carried out") };
    assert_eq!(summary.to_string(), "Repair 11 problems");
    assert_eq!(problems(&mut bench), []);
    assert!(text(&bench, "tasks/t10-copy/_task.todo.json").contains("\"labels\": [\"a\", \"b\"]"));
    assert!(text(&bench, "tasks/t7-old/_task.todo.json").contains("\"id\": \"t7\""));
    let repaired = text(&bench, "tasks/t8-c/_task.todo.json");
    assert!(repaired.contains("\"title\": \"CC\"") && repaired.contains("\"dependencies\": [\"t7\"]"), "{repaired}");
    assert!(bench.tree.get("tasks/t6-e/t5.1-f/_task.todo.json").is_some());
    let after = seen(&bench.tree);
    assert!(matches!(bench.commit(&Command::Undo {}), Outcome::Done { changed: true, .. }));
    assert_eq!(seen(&bench.tree), before);
    assert!(matches!(bench.commit(&Command::Redo {}), Outcome::Done { changed: true, .. }));
    assert_eq!(seen(&bench.tree), after);
}

#[test]
fn each_file_is_written_once_however_many_repairs_it_needs() {
    let mut bench = Bench::from_text(&undented(DAMAGED));
    let repair = proposed(&mut bench);
    let changes = bench.plan(&repair).unwrap();
    let mut written = Vec::new();
    for edit in &changes.edits {
        if let handoff_protocol::Edit::Write { path, .. } = edit {
            written.push(path.rsplit_once('/').map_or(path.as_str(), |(_, name)| name).to_owned() + path);
        }
    }
    let distinct: BTreeSet<&String> = written.iter().collect();
    assert_eq!(distinct.len(), written.len(), "{written:?}");
    assert_eq!(written.len(), 4, "{written:?}");
}

#[test]
fn one_repair_is_called_what_it_does() {
    let mut bench = Bench::from_text(&undented(DAMAGED));
    let repair = r#"{"kind":"repair","repairs":[{"kind":"renameFolder","folder":"tasks/t5-e"}]}"#;
    let changes = bench.plan(&command(repair)).unwrap();
    assert_eq!(changes.summary.to_string(), "Rename tasks/t5-e after the ID t6");
}

#[test]
fn both_duplicates_may_get_a_new_id_by_choice() {
    let mut bench = Bench::from_text(&undented(DAMAGED));
    let both = r#"{"kind":"repair","repairs":[{"kind":"changeId","folder":"tasks/t7-copy"},{"kind":"changeId","folder":"tasks/t7-old"}]}"#;
    bench.run(&command(both)).unwrap();
    // What waits for the id follows the last task that had it.
    assert!(text(&bench, "tasks/t11-old/_task.todo.json").contains("\"id\": \"t11\""));
    assert!(text(&bench, "tasks/t8-c/_task.todo.json").contains("\"t11\""));
}

#[test]
fn what_another_repair_sends_to_the_trash_needs_no_repair() {
    let mut bench = Bench::from_text(&undented(DAMAGED));
    let repair = r#"{"kind":"repair","repairs":[{"kind":"removeKey","path":"tasks/t7-copy/_task.todo.json","key":["labels","1"]},{"kind":"discard","path":"tasks/t7-copy"}]}"#;
    let changes = bench.plan(&command(repair)).unwrap();
    assert!(!changes.edits.iter().any(|edit| matches!(edit, handoff_protocol::Edit::Write { .. })));
}

#[test]
fn the_id_of_a_task_that_another_repair_sends_to_the_trash_is_not_given_again() {
    let mut bench = Bench::from_text(&undented(DAMAGED));
    let repair = r#"{"kind":"repair","repairs":[{"kind":"changeId","folder":"tasks/t7-copy"},{"kind":"discard","path":"tasks/t9-d"}]}"#;
    bench.run(&command(repair)).unwrap();
    assert!(text(&bench, "tasks/t10-copy/_task.todo.json").contains("\"id\": \"t10\""));
}

#[test]
fn several_repairs_are_carried_out_whole_or_not_at_all() {
    let mut bench = Bench::from_text(&undented(DAMAGED));
    for (asked, code) in [
        (r#"{"kind":"changeId","folder":"tasks/t7-copy","id":"t8"}"#, RefusalCode::IdTaken),
        (r#"{"kind":"undo"}"#, RefusalCode::BadCommand),
        (r#"{"kind":"deleteTasks","ids":["t8"]}"#, RefusalCode::BadCommand),
        (r#"{"kind":"repair","repairs":[]}"#, RefusalCode::BadCommand),
    ] {
        let repair =
            format!(r#"{{"kind":"repair","repairs":[{{"kind":"renameFolder","folder":"tasks/t5-e"}},{asked}]}}"#);
        assert_eq!(bench.plan(&command(&repair)).unwrap_err().code, code, "{asked}");
    }
}

/// A task folder with some damage.
#[derive(Clone, Debug)]
struct Part {
    folder: String,
    parent: Option<usize>,
    id: String,
    waits: Vec<String>,
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
    let waits = prop::collection::vec(id(), 0..3);
    let parent = prop::option::weighted(0.3, 0usize..6);
    (id(), name, waits, status, more, prop::bool::weighted(0.1), parent).prop_map(
        |(id, name, waits, status, more, second, parent)| Part {
            folder: name.unwrap_or_else(|| id.clone()),
            parent,
            id,
            waits,
            status,
            more,
            second,
        },
    )
}

fn written(parts: &[Part]) -> String {
    let mut text = vec!["=== config.toml\n[project]\nname = \"P\"\n\n[assignees.noor]\n".to_owned()];
    let mut folders: Vec<String> = Vec::new();
    for (place, part) in parts.iter().enumerate() {
        let above = part.parent.and_then(|parent| folders.get(parent)).map_or("tasks", String::as_str);
        let folder = format!("{above}/{}-x{place}", part.folder);
        let mut waits = part.waits.clone();
        waits.dedup();
        let waits: Vec<String> = waits.iter().map(|id| format!("\"{id}\"")).collect();
        let file = format!(
            "{{\"id\": \"{}\", \"title\": \"T{place}\", \"dependencies\": [{}]{}}}\n",
            part.id,
            waits.join(", "),
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

/// The files of all tasks.
fn records(bench: &Bench) -> Vec<serde_json::Value> {
    let files = bench.tree.walk("tasks").filter_map(|(path, _)| bench.tree.file(&path));
    files.map(|bytes| serde_json::from_slice(bytes).unwrap()).collect()
}

fn ids(bench: &Bench) -> BTreeSet<String> {
    records(bench).iter().map(|task| task["id"].as_str().unwrap().to_owned()).collect()
}

fn awaited(bench: &Bench) -> BTreeSet<String> {
    let lists = records(bench).into_iter().filter_map(|task| task["dependencies"].as_array().cloned());
    lists.flatten().map(|id| id.as_str().unwrap().to_owned()).collect()
}

fn is_done(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Done { .. })
}

fn with_code(found: &[Problem], code: ProblemCode) -> Vec<&Problem> {
    found.iter().filter(|problem| problem.code == code).collect()
}

fn of_relations(found: &[Problem]) -> Vec<&Problem> {
    let codes = [ProblemCode::DanglingDependency, ProblemCode::DependencyCycle, ProblemCode::DuplicateId];
    codes.into_iter().flat_map(|code| with_code(found, code)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]
    #[test]
    fn proposed_repairs_never_contradict_each_other(parts in prop::collection::vec(part(), 1..9)) {
        let mut bench = Bench::from_text(&written(&parts));
        let before = (seen(&bench.tree), ids(&bench));
        let first = problems(&mut bench);
        let shared: BTreeSet<_> =
            with_code(&first, ProblemCode::DuplicateId).iter().filter_map(|problem| problem.task.clone()).collect();
        let repair = proposed(&mut bench);
        let outcome = bench.commit(&repair);
        prop_assert!(is_done(&outcome), "{outcome:?}");
        prop_assert!(before.1.is_subset(&ids(&bench)), "an id is lost: {:?}", ids(&bench));
        let second = problems(&mut bench);
        // What is left concerns tasks whose files could not be written before, or ids that were missing. Repairing on ends.
        for problem in of_relations(&second) {
            let new: BTreeSet<String> = ids(&bench).difference(&before.1).cloned().collect();
            let has_two_files = |id: &str| parts.iter().any(|part| part.second && part.id == id);
            let was_damaged = |id: &str| has_two_files(id) || shared.contains(id) || new.contains(id);
            let text = problem.text.to_string();
            let mut told = text.split(' ').map(|word| word.trim_end_matches('.'));
            prop_assert!(
                if problem.code == ProblemCode::DuplicateId { told.any(has_two_files) } else { told.any(was_damaged) },
                "{problem:?}"
            );
        }
        let mut steps = usize::from(seen(&bench.tree) != before.0);
        for _ in 0..3 {
            if of_relations(&problems(&mut bench)).is_empty() {
                break;
            }
            let again = proposed(&mut bench);
            let outcome = bench.commit(&again);
            prop_assert!(is_done(&outcome), "{outcome:?}");
            steps += 1;
        }
        let last = problems(&mut bench);
        prop_assert!(of_relations(&last).is_empty(), "{last:?}");
        prop_assert!(awaited(&bench).is_subset(&ids(&bench)));
        for _ in 0..steps {
            let outcome = bench.commit(&Command::Undo {});
            prop_assert!(is_done(&outcome), "{outcome:?}");
        }
        prop_assert_eq!(seen(&bench.tree), before.0);
    }
}
