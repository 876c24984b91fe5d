//! The repairs that are proposed together, and their result as one change set.

use std::collections::BTreeSet;

use handoff_engine::tree::Tree;
use handoff_protocol::{Command, Outcome, Problem, Query, RefusalCode, TaskUpdate, View};
use serde_json::Value;

use crate::support::{Bench, command, context, dedent};

pub(super) fn problems(bench: &mut Bench) -> Vec<Problem> {
    match bench.engine.view(&Query::Problems {}, &context()) {
        View::Problems(problems) => problems,
        other => panic!("{other:?}"),
    }
}

/// Returns the titles of the proposed repairs, in the order of the list.
fn proposed_titles(project: &str) -> Vec<String> {
    let actual = problems(&mut Bench::from_text(&dedent(project)));
    let repairs = actual.into_iter().flat_map(|problem| problem.repairs).filter(|repair| repair.proposed);
    repairs.map(|repair| repair.title.to_string()).collect()
}

pub(super) fn proposed_repairs(bench: &mut Bench) -> Command {
    let repairs = problems(bench).into_iter().flat_map(|problem| problem.repairs).filter(|repair| repair.proposed);
    Command::Repair { repairs: repairs.map(|repair| repair.command).collect() }
}

pub(super) fn text(bench: &Bench, path: &str) -> String {
    String::from_utf8_lossy(bench.tree.file(path).unwrap_or_else(|| panic!("{path} is missing"))).into_owned()
}

/// Returns the files that other programs see: without logs, trash and `.gitignore`, which undo
/// keeps.
pub(super) fn visible_files(tree: &Tree) -> Vec<(String, Vec<u8>)> {
    let is_kept = |path: &str| path.starts_with("activity") || path == ".gitignore";
    let files = tree.walk("").filter(|(path, _)| handoff_engine::Engine::is_content(path) && !is_kept(path));
    files.map(|(path, _)| (path.clone(), tree.file(&path).unwrap_or_default().to_vec())).collect()
}

#[test]
fn one_of_several_duplicates_keeps_the_id() {
    let new_id = |folder: &str| vec![format!("Give the task in {folder} a new ID")];
    // No difference between them: the first path keeps the ID.
    let same = "
        === tasks/t7-a/_task.todo.json
        {\"id\": \"t7\", \"title\": \"A\"}
        === tasks/t7-b/_task.todo.json
        {\"id\": \"t7\", \"title\": \"B\"}";
    assert_eq!(proposed_titles(same), new_id("t7-b"));
    // The oldest keeps it, compared across UTC offsets. A task without a date does not count as
    // old.
    let aged = "
        === tasks/t7-a/_task.todo.json
        {\"id\": \"t7\", \"title\": \"A\", \"created_at\": \"2026-11-21T10:00:00+09:00\"}
        === tasks/t7-b/_task.todo.json
        {\"id\": \"t7\", \"title\": \"B\", \"created_at\": \"2026-11-21T02:00:00Z\"}
        === tasks/t7-0/_task.todo.json
        {\"id\": \"t7\", \"title\": \"C\"}";
    assert_eq!(proposed_titles(aged), [new_id("t7-0"), new_id("t7-b")].concat());
    // Subtasks take precedence over age.
    let parent = "
        === tasks/t7-a/_task.todo.json
        {\"id\": \"t7\", \"title\": \"A\", \"created_at\": \"2026-11-21T10:00:00Z\"}
        === tasks/t7-b/_task.todo.json
        {\"id\": \"t7\", \"title\": \"B\", \"created_at\": \"2026-11-22T10:00:00Z\"}
        === tasks/t7-b/t7.1-c/_task.todo.json
        {\"id\": \"t7.1\", \"title\": \"C\"}";
    assert_eq!(proposed_titles(parent), new_id("t7-a"));
    // The folder name takes precedence over subtasks. The other task gets the ID of its own folder
    // if that is free.
    let named = "
        === tasks/t7-b/_task.todo.json
        {\"id\": \"t7\", \"title\": \"B\"}
        === tasks/t3-a/_task.todo.json
        {\"id\": \"t7\", \"title\": \"A\", \"created_at\": \"2026-11-21T10:00:00Z\"}
        === tasks/t3-a/t7.1-c/_task.todo.json
        {\"id\": \"t7.1\", \"title\": \"C\"}";
    assert_eq!(proposed_titles(named), ["Change the ID to t3"]);
    // A task whose file cannot be read keeps the ID of its folder.
    let broken = "
        === tasks/t7-a/_task.todo.json
        {\"id\": \"t7\", \"title\": \"A\"}
        === tasks/t7-b/_task.todo.json
        {\"id\": \"t7\"";
    assert_eq!(proposed_titles(broken), new_id("t7-a"));
}

#[test]
fn other_repairs_of_duplicates_stay_available() {
    let mut bench = Bench::from_text(
        "=== tasks/t7-a/_task.todo.json\n{\"id\": \"t7\", \"title\": \"A\"}\n=== tasks/t7-b/_task.todo.json\n{\"id\": \"t7\", \"title\": \"B\"}",
    );
    let titles: Vec<(String, bool)> = problems(&mut bench)
        .iter()
        .flat_map(|problem| &problem.repairs)
        .map(|repair| (repair.title.to_string(), repair.proposed))
        .collect();
    let expected = [
        ("Give the task in t7-a a new ID", false),
        ("Move tasks/t7-a to the trash", false),
        ("Give the task in t7-b a new ID", true),
        ("Move tasks/t7-b to the trash", false),
    ];
    assert_eq!(titles, expected.map(|(title, proposed)| (title.to_owned(), proposed)));
}

fn tasks_with_dependencies(tasks: &[(&str, &str, &str)]) -> String {
    let file = |(id, waits, more): &(&str, &str, &str)| {
        let waits: Vec<String> = waits.split_whitespace().map(|id| format!("\"{id}\"")).collect();
        format!(
            "=== tasks/{id}-x/_task.todo.json\n{{\"id\": \"{id}\", \"title\": \"X\", \"dependencies\": [{}]{more}}}\n",
            waits.join(", ")
        )
    };
    tasks.iter().map(file).collect()
}

/// Returns the dependencies whose removal is proposed, as "dependent → dependency".
fn proposed_removals(tasks: &[(&str, &str, &str)]) -> Vec<String> {
    let actual = problems(&mut Bench::from_text(&tasks_with_dependencies(tasks)));
    let cut = |problem: &Problem| {
        let Command::UpdateTasks(TaskUpdate { ids, patch, .. }) =
            &problem.repairs.iter().find(|repair| repair.proposed)?.command
        else {
            return None;
        };
        Some(format!("{} → {}", ids[0], patch.dependencies.clone()?.remove?.join(" ")))
    };
    actual.iter().filter_map(cut).collect()
}

#[test]
fn one_dependency_of_a_cycle_is_proposed_for_removal() {
    let due = |day: &str| format!(", \"schedule\": {{\"due_date\": \"2026-12-{day}\"}}");
    let made = |day: &str| format!(", \"created_at\": \"2026-11-{day}T08:00:00Z\"");
    // The task that is planned last depends on the others.
    assert_eq!(proposed_removals(&[("t90", "t91", &due("04")), ("t91", "t90", &due("02"))]), ["t91 → t90"]);
    assert_eq!(proposed_removals(&[("t90", "t91", &due("02")), ("t91", "t90", &due("04"))]), ["t90 → t91"]);
    // Without dates: a task cannot have depended on one that was created later.
    assert_eq!(
        proposed_removals(&[("t1", "t2", &made("01")), ("t2", "t3", &made("03")), ("t3", "t1", &made("02"))]),
        ["t1 → t2"]
    );
    // Otherwise the last ID, in natural order.
    assert_eq!(proposed_removals(&[("t9", "t10", ""), ("t10", "t9", "")]), ["t9 → t10"]);
    assert_eq!(proposed_removals(&[("t1", "t1", "")]), ["t1 → t1"]);
    // Removing a dependency that two cycles share opens both, if the rule selects it for the second
    // cycle.
    assert_eq!(
        proposed_removals(&[("t1", "t9", ""), ("t9", "t3 t4", ""), ("t3", "t1", ""), ("t4", "t1", "")]),
        ["t1 → t9"]
    );
    assert_eq!(
        proposed_removals(&[("t1", "t5", ""), ("t5", "t9 t4", ""), ("t9", "t1", ""), ("t4", "t1", "")]),
        ["t1 → t5"]
    );
    // Two cycles that share only a task need two removals.
    assert_eq!(proposed_removals(&[("t1", "t2 t3", ""), ("t2", "t1", ""), ("t3", "t1", "")]), ["t1 → t2", "t1 → t3"]);
}

#[test]
fn cycle_closed_by_a_duplicate_id_removes_no_dependency() {
    let mut project = tasks_with_dependencies(&[("t7", "", ""), ("t8", "t7", "")]);
    project += "=== tasks/t7-y/_task.todo.json\n{\"id\": \"t7\", \"title\": \"Y\", \"dependencies\": [\"t8\"]}\n";
    assert_eq!(
        proposed_titles(&project),
        ["Give the task in t7-y a new ID. What may mean any task t7 then names both: t8 “X”"]
    );
}

#[test]
fn cycle_repair_picks_a_task_with_a_writable_file() {
    let mut project = tasks_with_dependencies(&[("t7", "t8", ""), ("t8", "t7", "")]);
    project += "=== tasks/t7-x/_task.done.json\n{\"id\": \"t7\", \"title\": \"Y\", \"dependencies\": [\"t8\"]}\n";
    assert_eq!(proposed_titles(&project), ["Keep _task.done.json", "Remove the dependency on t7"]);
}

#[test]
fn new_id_is_proposed_for_one_task_only() {
    let nameless = "
        === tasks/t2-b/_task.todo.json
        {\"title\": \"B\"}
        === tasks/t2-c/_task.todo.json
        {\"title\": \"C\"}
        === tasks/t3-d/_task.todo.json
        {\"id\": \"t3\", \"title\": \"D\", \"dependencies\": [\"t2\", \"t777\"]}";
    // The dependency on t2 is not removed either: the other repair makes it valid.
    assert_eq!(proposed_titles(nameless), ["Change the ID to t2", "Remove the dependency on t777"]);
}

#[test]
fn folder_gets_only_one_new_name() {
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
fn proposed_repairs_are_one_undo_step() {
    let mut bench = Bench::from_text(&dedent(DAMAGED));
    let before = visible_files(&bench.tree);
    let repair = proposed_repairs(&mut bench);
    let Command::Repair { repairs } = &repair else { panic!("{repair:?}") };
    assert_eq!(repairs.len(), 11, "{repairs:?}");
    let Outcome::Done { changed: true, summary, .. } = bench.commit(&repair) else { panic!("not carried out") };
    assert_eq!(summary.to_string(), "Repaired 11 problems");
    assert_eq!(problems(&mut bench), []);
    assert!(text(&bench, "tasks/t10-copy/_task.todo.json").contains("\"labels\": [\"a\", \"b\"]"));
    assert!(text(&bench, "tasks/t7-old/_task.todo.json").contains("\"id\": \"t7\""));
    let repaired = text(&bench, "tasks/t8-c/_task.todo.json");
    assert!(
        repaired.contains("\"title\": \"CC\"") && repaired.contains("\"dependencies\": [\"t7\", \"t10\"]"),
        "{repaired}"
    );
    assert!(bench.tree.get("tasks/t6-e/t5.1-f/_task.todo.json").is_some());
    let after = visible_files(&bench.tree);
    assert!(matches!(bench.commit(&Command::Undo {}), Outcome::Done { changed: true, .. }));
    assert_eq!(visible_files(&bench.tree), before);
    assert!(matches!(bench.commit(&Command::Redo {}), Outcome::Done { changed: true, .. }));
    assert_eq!(visible_files(&bench.tree), after);
}

#[test]
fn repairs_write_each_file_once() {
    let mut bench = Bench::from_text(&dedent(DAMAGED));
    let repair = proposed_repairs(&mut bench);
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
fn single_repair_has_its_own_summary() {
    let mut bench = Bench::from_text(&dedent(DAMAGED));
    let repair = r#"{"kind":"repair","repairs":[{"kind":"renameFolder","folder":"tasks/t5-e"}]}"#;
    let changes = bench.plan(&command(repair)).unwrap();
    assert_eq!(changes.summary.to_string(), "Renamed tasks/t5-e after the ID t6");
}

#[test]
fn both_duplicates_can_get_new_ids() {
    let mut bench = Bench::from_text(&dedent(DAMAGED));
    let both = r#"{"kind":"repair","repairs":[{"kind":"changeId","folder":"tasks/t7-copy"},{"kind":"changeId","folder":"tasks/t7-old"}]}"#;
    bench.run(&command(both)).unwrap();
    // The dependents of the ID follow the last task that had it.
    assert!(text(&bench, "tasks/t11-old/_task.todo.json").contains("\"id\": \"t11\""));
    assert!(text(&bench, "tasks/t8-c/_task.todo.json").contains("\"t11\""));
}

#[test]
fn files_that_go_to_the_trash_need_no_other_repair() {
    let mut bench = Bench::from_text(&dedent(DAMAGED));
    let repair = r#"{"kind":"repair","repairs":[{"kind":"removeKey","path":"tasks/t7-copy/_task.todo.json","key":["labels","1"]},{"kind":"discard","path":"tasks/t7-copy"}]}"#;
    let changes = bench.plan(&command(repair)).unwrap();
    assert!(!changes.edits.iter().any(|edit| matches!(edit, handoff_protocol::Edit::Write { .. })));
}

#[test]
fn id_of_a_task_that_goes_to_the_trash_is_not_reused() {
    let mut bench = Bench::from_text(&dedent(DAMAGED));
    let repair = r#"{"kind":"repair","repairs":[{"kind":"changeId","folder":"tasks/t7-copy"},{"kind":"discard","path":"tasks/t9-d"}]}"#;
    bench.run(&command(repair)).unwrap();
    assert!(text(&bench, "tasks/t10-copy/_task.todo.json").contains("\"id\": \"t10\""));
}

#[test]
fn several_repairs_are_atomic() {
    let mut bench = Bench::from_text(&dedent(DAMAGED));
    for (request, code) in [
        (r#"{"kind":"changeId","folder":"tasks/t7-copy","id":"t8"}"#, RefusalCode::IdTaken),
        (r#"{"kind":"undo"}"#, RefusalCode::BadCommand),
        (r#"{"kind":"deleteTasks","ids":["t8"]}"#, RefusalCode::BadCommand),
        (r#"{"kind":"repair","repairs":[]}"#, RefusalCode::BadCommand),
    ] {
        let repair =
            format!(r#"{{"kind":"repair","repairs":[{{"kind":"renameFolder","folder":"tasks/t5-e"}},{request}]}}"#);
        assert_eq!(bench.plan(&command(&repair)).unwrap_err().code, code, "{request}");
    }
}

#[test]
fn cut_characters_are_replaced() {
    let file = |cut: &str| format!("{{\"id\": \"t1\", \"title\": \"A {cut}\", \"own\": \"\\\\ud83d \\ud83d\\ude00\"}}");
    let path = "tasks/t1-a/_task.todo.json";
    let mut bench = Bench::from_text(&format!("=== {path}\n{}", file("\\ud83d\\u2026")));
    let repairs = proposed_repairs(&mut bench);
    assert!(matches!(bench.commit(&repairs), Outcome::Done { changed: true, .. }));
    assert_eq!(text(&bench, path), file("\\ufffd\\u2026"));
    assert!(problems(&mut bench).iter().all(|problem| problem.path != path));
}

const SHARED_ID: &str = r#"
    === config.toml
    [project]
    name = "P"
    === tasks/02-x/_task.todo.json
    {"id": "02", "title": "From x", "created_at": "2026-11-01T08:00:00Z"}
    === tasks/02-y/_task.todo.json
    {"id": "02", "title": "From main", "created_at": "2026-11-03T08:00:00Z"}
    === tasks/03-a/_task.todo.json
    {"id": "03", "title": "Older", "updated_at": "2026-11-02T08:00:00Z", "dependencies": ["02"]}
    === tasks/04-b/_task.todo.json
    {"id": "04", "title": "Newer", "updated_at": "2026-11-04T08:00:00Z", "dependencies": ["02"]}
    === sessions/20261103-080000-000001.json
    {"version": 3, "id": "s-1", "summary": "S", "session_status": "closed", "related_task_ids": ["03", "02"]}
"#;

#[test]
fn repair_of_a_shared_id_says_what_each_reference_means() {
    let text = dedent(SHARED_ID);
    let actual = problems(&mut Bench::from_text(&text));
    let renamed = actual.iter().find(|problem| problem.path.contains("02-y")).unwrap();
    let titles: Vec<String> = renamed.repairs.iter().map(|repair| repair.title.to_string()).collect();
    assert!(titles.iter().take(3).all(|title| title.contains("03 “Older”, 04 “Newer”")), "{titles:?}");
    let older = "03 “Older” referred to 02, the ID of several tasks. It now refers to 02 “From x”, and no longer to “From main”, which is now t1.";
    for (repair, dependencies, newer) in [
        (
            0,
            "02 t1",
            "04 “Newer” referred to 02, the ID of several tasks. It now refers to 02 “From x” and to t1 “From main”. Remove the one that it does not mean.",
        ),
        (
            1,
            "t1",
            "04 “Newer” referred to 02, the ID of several tasks. It now refers to t1 “From main”, and no longer to 02 “From x”.",
        ),
        (
            2,
            "02",
            "04 “Newer” referred to 02, the ID of several tasks. It now refers to 02 “From x”, and no longer to “From main”, which is now t1.",
        ),
    ] {
        let mut bench = Bench::from_text(&text);
        let repairs = vec![renamed.repairs[repair].command.clone()];
        let changes = bench.run(&Command::Repair { repairs }).unwrap();
        let warnings: Vec<String> = changes.warnings.iter().map(ToString::to_string).collect();
        assert_eq!(warnings[..2], [older, newer]);
        assert!(warnings[2].starts_with("sessions/20261103-080000-000001.json referred to 02"), "{warnings:?}");
        assert_eq!(warnings[2].contains("remove the one"), warnings[1].contains("remove the one"), "{warnings:?}");
        let reader = bench.engine.reader();
        let of = |id: &str| reader.task(id).unwrap().fields().dependencies.join(" ");
        assert_eq!((of("03").as_str(), of("04").as_str()), ("02", dependencies));
        let ids: Vec<Value> = reader.sessions()[0].list("related_task_ids").to_vec();
        let ids: Vec<&str> = ids.iter().filter_map(Value::as_str).collect();
        assert_eq!(ids[1..].join(" "), dependencies, "of the session");
    }
}
