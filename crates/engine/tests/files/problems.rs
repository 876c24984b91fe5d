//! Problems of files: what is reported, and that each repair fixes it while everything else stays
//! usable.

use handoff_engine::tree::Entry;
use handoff_protocol::{FileState, Problem, Query, View};

use crate::support::{self, Bench, NOW, context, dedent, files};

const SOUND: &str = "=== config.toml\n[project]\nname = \"P\"\n\n[assignees.noor]\n\n[milestones.m]\n=== tasks/t1-a/_task.todo.json\n{\"id\": \"t1\", \"title\": \"A\"}\n";

fn problems(bench: &mut Bench) -> Vec<Problem> {
    match bench.engine.view(&Query::Problems {}, &context()) {
        View::Problems(problems) => problems,
        other => panic!("{other:?}"),
    }
}

fn code(problem: &Problem) -> String {
    support::value(&problem.code).as_str().unwrap().to_owned()
}

/// Adds files to a valid project and compares the codes and paths of the problems. Then runs the
/// first repair of each problem and expects only the codes `remaining`.
fn check(added: Vec<FileState>, expected: &[(&str, &str)], remaining: &[&str]) {
    let mut bench = Bench::from_text(SOUND);
    bench.feed(added);
    let actual = problems(&mut bench);
    let codes: Vec<(String, &str)> = actual.iter().map(|problem| (code(problem), problem.path.as_str())).collect();
    let codes: Vec<(&str, &str)> = codes.iter().map(|(code, path)| (code.as_str(), *path)).collect();
    assert_eq!(codes, expected);
    for problem in &actual {
        let is_there = bench.tree.get(&problem.path).is_some_and(|entry| !matches!(entry, Entry::Folder(_)));
        assert!(is_there, "an editor can show its place: {problem:?}");
        let text = problem.text.to_string();
        assert!(
            !problem.repairs.is_empty()
                || text.contains(". ")
                || text.contains("must contain")
                || code(problem) == "syntax",
            "what to do: {text}"
        );
    }
    assert!(
        actual.iter().all(|problem| !problem.text.to_string().contains('{')),
        "every placeholder is filled: {actual:?}"
    );
    let create = support::command(r#"{"kind":"changeTasks","tasks":[{"fields":{"title":"Still possible"}}]}"#);
    bench.plan(&create).unwrap();
    for _ in 0..expected.len() {
        let repair = problems(&mut bench).into_iter().find_map(|problem| problem.repairs.into_iter().next());
        let Some(repair) = repair else { break };
        bench.run(&repair.command).unwrap_or_else(|refusal| panic!("{:?}: {}", repair.command, refusal.text));
    }
    let rest = problems(&mut bench);
    assert_eq!(rest.iter().map(code).collect::<Vec<_>>(), remaining, "{rest:?}");
}

fn text(files_text: &str) -> Vec<FileState> {
    files(&dedent(files_text))
}

#[test]
fn broken_file_names_the_task_it_hides() {
    for (broken, cost) in [
        (
            "=== tasks/t2-b/_task.todo.json\n{\"id\": \"t2\"",
            "Until this is fixed, t2 shows only its name and cannot be changed.",
        ),
        ("=== tasks/02-todo--b/task.toml\nid = ", "Until this is fixed, 02 shows only its name and cannot be changed."),
        ("=== tasks/t2-b/_task.todo.json\n{\"id\": \"t2\", \"title\": \"B\", \"labels\": null}", ""),
        ("=== config.toml\n[project", ""),
    ] {
        let mut bench = Bench::from_text(SOUND);
        bench.feed(files(broken));
        let actual = problems(&mut bench);
        let lines: Vec<String> =
            actual.iter().filter_map(|problem| problem.cost.as_ref()).map(ToString::to_string).collect();
        assert_eq!((actual.len(), lines.concat().as_str()), (1, cost), "{broken}");
    }
}

#[test]
fn valid_project_has_no_problems() {
    check(Vec::new(), &[], &[]);
}

#[test]
fn invalid_content_is_reported_and_repaired() {
    check(
        text("=== tasks/t2-b/_task.todo.json\n{\"id\": \"t2\""),
        &[("syntax", "tasks/t2-b/_task.todo.json")],
        &["syntax"],
    );
    check(text("=== tasks/02-todo--b/task.toml\nid = "), &[("syntax", "tasks/02-todo--b/task.toml")], &["syntax"]);
    check(text("=== config.toml\n[project"), &[("syntax", "config.toml")], &["syntax"]);
    check(
        text("=== sessions/20261121-025724-x.active.json\n[]"),
        &[("wrong-type", "sessions/20261121-025724-x.active.json")],
        &["wrong-type"],
    );
    check(
        vec![FileState::File {
            path: "tasks/t2-b/_task.todo.json".to_owned(),
            bytes: b"{\"id\": \"t2\", \"title\": \"\xFF\"}".to_vec(),
        }],
        &[("not-text", "tasks/t2-b/_task.todo.json")],
        &["not-text"],
    );
    check(
        vec![FileState::File {
            path: "tasks/t2-b/_task.todo.json".to_owned(),
            bytes: b"\xEF\xBB\xBF{\"id\": \"t2\", \"title\": \"B\"}".to_vec(),
        }],
        &[("byte-order-mark", "tasks/t2-b/_task.todo.json")],
        &[],
    );
    check(
        text("=== tasks/t2-b/_task.todo.json\n{\"id\": \"t2\", \"title\": \"B\", \"title\": \"C\"}"),
        &[("duplicate-key", "tasks/t2-b/_task.todo.json")],
        &[],
    );
    check(
        text(
            "=== tasks/t2-b/_task.todo.json\n{\"id\": \"t2\", \"title\": \"B\", \"schedule\": {\"due_date\": \"soon\", \"due_date\": \"2027-13-01\"}}",
        ),
        &[("duplicate-key", "tasks/t2-b/_task.todo.json"), ("bad-date", "tasks/t2-b/_task.todo.json")],
        &[],
    );
    check(
        text("=== tasks/t2-b/_task.todo.json\n{\"title\": \"B\"}"),
        &[("missing-key", "tasks/t2-b/_task.todo.json")],
        &[],
    );
    check(
        text("=== docs/_doc.a.md\n---\nid: d\ntitle: A\ndoc_type: note\ncreated_at: x\nupdated_at: x\ntags: 3\n---\n"),
        &[("wrong-type", "docs/_doc.a.md")],
        &["wrong-type"],
    );
    check(
        text("=== tasks/t2-b/_task.todo.json\n{\"id\": \"t2\", \"title\": \"B\", \"labels\": null}"),
        &[("wrong-type", "tasks/t2-b/_task.todo.json")],
        &[],
    );
    check(
        text(
            "=== tasks/t2-b/_task.todo.json\n{\"id\": \"t2\", \"title\": \"B\", \"schedule\": {\"estimate_hours\": \"two\"}}",
        ),
        &[("wrong-type", "tasks/t2-b/_task.todo.json")],
        &[],
    );
    check(
        text("=== tasks/02-todo--b/task.toml\nid = \"02\"\ntitle = \"B\"\nlabels = \"x\"\n"),
        &[("wrong-type", "tasks/02-todo--b/task.toml")],
        &[],
    );
}

#[test]
fn invalid_folders_are_reported_and_repaired() {
    check(text("=== tasks/t2-b/"), &[], &[]);
    check(
        text("=== tasks/t2-b/a.bin\nx"),
        &[("no-task-file", "config.toml"), ("unknown-file", "tasks/t2-b/a.bin")],
        &[],
    );
    check(
        text(
            "=== tasks/t2-b/_task.todo.json\n{\"id\": \"t2\", \"title\": \"B\"}\n=== tasks/t2-b/_task.done.json\n{\"id\": \"t2\", \"title\": \"B\"}",
        ),
        &[("two-status-files", "tasks/t2-b/_task.done.json")],
        &[],
    );
    check(
        text(
            "=== tasks/t2-b/_task.todo.json\n{\"id\": \"t2\", \"title\": \"B\"}\n=== tasks/t2-b/task.toml\nid = \"t2\"\ntitle = \"B\"",
        ),
        &[("two-status-files", "tasks/t2-b/_task.todo.json")],
        &[],
    );
    check(
        text("=== tasks/t1-again/_task.todo.json\n{\"id\": \"t1\", \"title\": \"B\"}"),
        &[("duplicate-id", "tasks/t1-a/_task.todo.json"), ("duplicate-id", "tasks/t1-again/_task.todo.json")],
        &[],
    );
    check(
        text("=== tasks/t2-b/_task.todo.json\n{\"id\": \"t9\", \"title\": \"B\"}"),
        &[("id-mismatch", "tasks/t2-b/_task.todo.json")],
        &[],
    );
    check(
        text("=== tasks/02-todo--b/task.toml\nid = \"03\"\ntitle = \"B\""),
        &[("id-mismatch", "tasks/02-todo--b/task.toml")],
        &[],
    );
    check(
        text("=== tasks/t2-b/_task.doing.json\n{\"id\": \"t2\", \"title\": \"B\"}"),
        &[("unknown-status", "tasks/t2-b/_task.doing.json")],
        &[],
    );
    check(text("=== notes.txt\nx"), &[("unknown-file", "notes.txt")], &["unknown-file"]);
}

#[test]
fn ids_that_are_taken_for_others_are_reported() {
    let task = |folder: &str, id: &str| {
        text(&format!("=== tasks/{folder}/_task.todo.json\n{{\"id\": \"{id}\", \"title\": \"B\"}}"))
    };
    check(task("T1-b", "T1"), &[("odd-id", "tasks/T1-b/_task.todo.json")], &[]);
    check([task("Ta-b", "Ta"), task("tA-b", "tA")].concat(), &[("odd-id", "tasks/tA-b/_task.todo.json")], &[]);
    check(task("aux.1-b", "aux.1"), &[("odd-id", "tasks/aux.1-b/_task.todo.json")], &[]);
    check(task("a\u{202e}-b", "a\u{202e}"), &[("odd-id", "tasks/a\u{202e}-b/_task.todo.json")], &[]);
    // One of them is enough to be different.
    check(task("T2-b", "T2"), &[], &[]);
    let mut bench = Bench::from_text(SOUND);
    bench.feed([task("T1-b", "T1"), task("-x-b", "-x")].concat());
    let texts: Vec<String> = problems(&mut bench).iter().map(|problem| problem.text.to_string()).collect();
    assert_eq!(
        texts,
        [
            "Another ID would be better for -x. An ID cannot start with a hyphen, which marks options of commands.",
            "Some file systems take the ID T1 for the same name as t1. Give one of the two tasks another ID.",
        ]
    );
}

#[test]
fn links_and_unreadable_files_are_reported() {
    check(vec![FileState::Link { path: "tasks/t2-b".to_owned() }], &[("link", "tasks/t2-b")], &["link"]);
    check(
        vec![FileState::Unreadable { path: "config.toml".to_owned(), reason: "denied".to_owned(), is_folder: false }],
        &[("unreadable", "config.toml")],
        &["unreadable"],
    );
}

#[test]
fn invalid_dependencies_and_unknown_names_are_reported() {
    check(
        text(
            "=== tasks/t2-b/_task.todo.json\n{\"id\": \"t2\", \"title\": \"B\", \"dependencies\": [\"t1\", \"t777\"]}",
        ),
        &[("dangling-dependency", "tasks/t2-b/_task.todo.json")],
        &[],
    );
    check(
        text(
            "=== tasks/t1-a/_task.todo.json\n{\"id\": \"t1\", \"title\": \"A\", \"dependencies\": [\"t2\"]}\n=== tasks/t2-b/_task.todo.json\n{\"id\": \"t2\", \"title\": \"B\", \"dependencies\": [\"t1\"]}",
        ),
        &[("dependency-cycle", "tasks/t1-a/_task.todo.json"), ("dependency-cycle", "tasks/t2-b/_task.todo.json")],
        &[],
    );
    check(
        text(
            "=== tasks/t2-b/_task.todo.json\n{\"id\": \"t2\", \"title\": \"B\", \"assignee\": \"who\", \"schedule\": {\"milestone\": \"when\"}}",
        ),
        &[("unknown-name", "tasks/t2-b/_task.todo.json"), ("unknown-name", "tasks/t2-b/_task.todo.json")],
        &[],
    );
}

#[test]
fn invalid_log_line_is_skipped_and_reported() {
    let line = r#"{"id":"e1","at":"2026-12-01T08:00:00+00:00","actor":{"kind":"human","name":"N"},"task":"t1","change":{"kind":"created","title":"A"}}"#;
    let mut bench = Bench::from_text(SOUND);
    bench.feed(text(&format!("=== activity/2026-12/a.jsonl\n{line}\nrubbish\n")));
    let actual = problems(&mut bench);
    assert_eq!(actual.len(), 1);
    assert_eq!(actual[0].position.line, 1);
    assert_eq!(actual[0].severity, handoff_protocol::Severity::Information);
    match bench.engine.view(&Query::Task { id: "t1".to_owned() }, &context()) {
        View::Task(Some(task)) => assert_eq!(task.history.len(), 1),
        other => panic!("{other:?}"),
    }
}

#[test]
fn leftovers_of_a_git_merge_have_repairs() {
    let mut bench = Bench::from_text(SOUND);
    bench.feed(text(
        "=== tasks/01-done--a/task.toml\nid = \"01\"\ntitle = \"A\"\n=== tasks/01-todo--a/01.1-todo--b/task.toml\nid = \"01.1\"\ntitle = \"B\"\n",
    ));
    let repairs = |bench: &mut Bench| -> Vec<(String, handoff_protocol::Command)> {
        let repairs = problems(bench).into_iter().flat_map(|problem| problem.repairs);
        repairs.map(|repair| (repair.title.to_string(), repair.command)).collect()
    };
    let actual = repairs(&mut bench);
    assert_eq!(actual.iter().map(|(title, _)| title.as_str()).collect::<Vec<_>>(), ["Move 01.1 under 01"]);
    bench.run(&actual[0].1).unwrap();
    assert!(bench.tree.get("tasks/01-done--a/01.1-todo--b/task.toml").is_some());

    let mut bench = Bench::from_text(SOUND);
    let copy = |status: &str, more: &str| {
        let folder = format!("tasks/02-{status}--c");
        text(&format!(
            "=== {folder}/task.toml\nid = \"02\"\ntitle = \"C\"\n=== {folder}/02.1-todo--d/task.toml\nid = \"02.1\"\ntitle = \"D\"\n{more}"
        ))
    };
    bench.feed(copy("done", ""));
    bench.feed(copy("review", "=== tasks/02-review--c/02.2-todo--e/task.toml\nid = \"02.2\"\ntitle = \"E\"\n"));
    let discards: Vec<_> = repairs(&mut bench).into_iter().filter(|(title, _)| title.starts_with("Move")).collect();
    let titles: Vec<&str> = discards.iter().map(|(title, _)| title.as_str()).collect();
    assert_eq!(
        titles,
        [
            "Move tasks/02-done--c/02.1-todo--d to the trash",
            "Move tasks/02-done--c to the trash",
            "Move tasks/02-review--c/02.1-todo--d to the trash",
        ],
        "the other copy holds a task that is nowhere else"
    );
    bench.run(&discards[1].1).unwrap();
    assert_eq!(problems(&mut bench), []);
}

#[test]
fn id_problems_point_at_the_id() {
    let mut bench = Bench::from_text(SOUND);
    bench.feed(text("=== tasks/t2-b/_task.todo.json\n{\n  \"title\": \"B\",\n  \"id\": \"t1\"\n}"));
    let actual = problems(&mut bench);
    let lines: Vec<_> = actual.iter().map(|problem| (code(problem), problem.position.line)).collect();
    assert_eq!(
        lines,
        [("duplicate-id", 0), ("duplicate-id", 2), ("id-mismatch", 2)].map(|(code, line)| (code.to_owned(), line))
    );
}

#[test]
fn repair_of_a_repeated_key_keeps_the_last_value() {
    let mut bench = Bench::from_text(SOUND);
    let path = "tasks/t2-b/_task.todo.json";
    bench.feed(text("=== tasks/t2-b/_task.todo.json\n{\n  \"title\": \"A\",\n  \"id\": \"t2\",\n  \"title\": \"B\",\n  \"title\": \"C\"\n}"));
    let repair = problems(&mut bench)[0].repairs[0].clone();
    assert_eq!(repair.title.to_string(), "Keep only the last title");
    bench.run(&repair.command).unwrap();
    assert_eq!(
        String::from_utf8_lossy(bench.tree.file(path).unwrap()),
        "{\n  \"id\": \"t2\",\n  \"title\": \"C\",\n  \"updated_at\": \"2026-12-01T08:00:00+00:00\"\n}"
    );
    assert_eq!(bench.plan(&repair.command).unwrap().edits, []);
}

#[test]
fn positions_point_at_the_value() {
    let mut bench = Bench::from_text(SOUND);
    bench.feed(text("=== tasks/t2-b/_task.todo.json\n{\n  \"id\": \"t2\",\n  \"title\": \"B\",\n  \"dependencies\": [\n    \"t1\",\n    \"t777\"\n  ]\n}"));
    let position = problems(&mut bench)[0].position;
    assert_eq!((position.line, position.column, position.end_line, position.end_column), (5, 4, 5, 10));
}

#[test]
fn task_stays_for_a_second_while_its_file_is_replaced() {
    let mut bench = Bench::from_text(SOUND);
    let gone = vec![FileState::Gone { path: "tasks/t1-a/_task.todo.json".to_owned() }];
    let titles = |bench: &mut Bench| match bench.engine.view(&Query::Project {}, &context()) {
        View::Project(project) => project.total,
        other => panic!("{other:?}"),
    };
    let fed = bench.engine.feed(gone, NOW);
    let recheck = fed.recheck.expect("a recheck");
    assert_eq!((recheck.folders, titles(&mut bench)), (vec!["tasks/t1-a".to_owned()], 1));
    let edit = support::command(r#"{"kind":"updateTasks","ids":["t1"],"patch":{"title":"x"}}"#);
    assert_eq!(bench.engine.plan(&edit, &context()).unwrap_err().code, handoff_protocol::RefusalCode::FileMissing);
    assert!(bench.engine.feed(Vec::new(), NOW + 999).recheck.is_some());
    let back = files("=== tasks/t1-a/_task.done.json\n{\"id\": \"t1\", \"title\": \"A\"}");
    assert!(bench.engine.feed(back, NOW + 999).recheck.is_none());
    bench.engine.feed(vec![FileState::Gone { path: "tasks/t1-a/_task.done.json".to_owned() }], NOW + 2_000);
    assert_eq!(titles(&mut bench), 1);
    let fed = bench.engine.feed(Vec::new(), NOW + 3_000);
    assert!(fed.changed && fed.recheck.is_none());
    assert_eq!(titles(&mut bench), 0);
}
