//! Requirements of documents that `handoff-mcp` has written, and the tasks that link to them.

use handoff_protocol::view::{LibraryRequirement, LibraryView, TaskRequirement, View};
use handoff_protocol::{Command, FileState, Outcome};
use serde_json::{Value, json};

use super::{JSON, TOML, done, text, update};
use crate::support::{Bench, command, context, files};

/// A document as release 0.47.2 writes it. Reports of the server depend on each byte.
const DOCUMENT: &str = include_str!("sign_in.md");
const PATH: &str = "docs/_doc.sign-in.md";
const ID: &str = "doc-20261130-123437-950156";

fn bench(project: &str, document: &str) -> Bench {
    let mut all = files(project);
    all.push(FileState::File { path: PATH.to_owned(), bytes: document.as_bytes().to_vec() });
    Bench::new(all)
}

fn set_fields(id: &str, patch: &Value) -> Command {
    command(&json!({"kind": "updateTasks", "ids": [id], "patch": patch}).to_string())
}

fn links(bench: &Bench, id: &str) -> Value {
    json!(bench.engine.reader().task(id).unwrap().fields().task_links)
}

fn link(id: &str, role: &str, hash: Option<&str>) -> Value {
    let mut link = json!({"target": ID, "linkType": "requirement", "label": id, "role": role});
    if let Some(hash) = hash {
        link["baselineHash"] = json!(hash);
    }
    link
}

const FIRST: &str = "b76fc7ea827ee1a5";
const SECOND: &str = "b47eafb98ff578c5";

#[test]
fn requirements_of_a_task_are_replaced() {
    for project in [JSON, TOML] {
        let mut bench = bench(project, DOCUMENT);
        done(&mut bench, &set_fields("t1", &json!({"taskLinks": [{"target": "docs", "linkType": "file"}]})));
        let file = json!({"target": "docs", "linkType": "file"});
        let (one, two) = (link("REQ-001", "implements", Some(FIRST)), link("REQ-002", "implements", Some(SECOND)));
        for (patch, expected) in [
            (json!({"ids": ["REQ-002", " REQ-001 "]}), vec![two.clone(), one.clone()]),
            (json!({"ids": ["REQ-001", "REQ-002"]}), vec![two.clone(), one]),
            (
                json!({"ids": ["REQ-001", "REQ-002"], "roles": {"REQ-001": "executes"}}),
                vec![two, link("REQ-001", "executes", Some(FIRST))],
            ),
            (json!({"ids": ["REQ-001", "REQ-001"]}), vec![link("REQ-001", "executes", Some(FIRST))]),
            (
                json!({"roles": {"REQ-001": "implements", "REQ-002": "executes"}}),
                vec![link("REQ-001", "implements", Some(FIRST))],
            ),
            (json!({"ids": []}), vec![]),
        ] {
            let (_, warnings) = done(&mut bench, &set_fields("t1", &json!({"requirements": patch})));
            let all: Vec<Value> = [file.clone()].into_iter().chain(expected).collect();
            assert_eq!((links(&bench, "t1"), warnings), (json!(all), vec![]), "{patch}");
        }
        assert_eq!(text(&bench, PATH), DOCUMENT);
    }
}

#[test]
fn unknown_requirements_are_named_and_not_linked() {
    let twice = DOCUMENT.replace("stable_id: REQ-002", "stable_id: REQ-001");
    let edited = DOCUMENT.replace("At least 12", "At least 14");
    let unknown = "No document has the requirement REQ-009, so nothing was linked to it.";
    let several = "Several documents have the requirement REQ-001, so nothing was linked to it.";
    for (document, id, expected, warning) in [
        (DOCUMENT, "REQ-009", json!([]), vec![unknown]),
        (twice.as_str(), "REQ-001", json!([]), vec![several]),
        // The hash in the file is that of the text before the edit.
        (edited.as_str(), "REQ-002", json!([link("REQ-002", "implements", None)]), vec![]),
    ] {
        let mut bench = bench(JSON, document);
        let (_, warnings) = done(&mut bench, &set_fields("t1", &json!({"requirements": {"ids": [id]}})));
        assert_eq!(links(&bench, "t1"), expected, "{id}");
        assert_eq!(warnings, warning, "{id}");
    }
    let mut bench = bench(JSON, DOCUMENT);
    let patch = json!({"requirements": {"ids": ["REQ-001"], "roles": {"REQ-001": "breaks"}}});
    let Outcome::Refused { refusal } = bench.commit(&set_fields("t1", &patch)) else { panic!("not refused") };
    assert_eq!(refusal.text.to_string(), "breaks is not a role. Use implements or executes.");
}

/// The keys and their order are those of `handoff-mcp`.
#[test]
fn link_is_written_as_the_server_writes_it() {
    let mut bench = bench(JSON, DOCUMENT);
    done(&mut bench, &set_fields("t1", &json!({"requirements": {"ids": ["REQ-001"]}})));
    let written = text(&bench, "tasks/t1-a/_task.todo.json").split_whitespace().collect::<String>();
    let expected = format!(
        "\"task_links\":[{{\"target\":\"{ID}\",\"link_type\":\"requirement\",\"label\":\"REQ-001\",\"role\":\"implements\",\"baseline_hash\":\"{FIRST}\"}}]"
    );
    assert!(written.contains(&expected), "{written}");
}

fn without_stamp(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').filter(|line| !line.starts_with("updated_at:")).collect()
}

#[test]
fn edit_of_a_document_keeps_its_requirements() {
    let mut bench = bench(JSON, DOCUMENT);
    done(&mut bench, &update(ID, &json!({"title": "Entry"})));
    let expected = DOCUMENT.replacen("title: Sign-in\n", "title: Entry\n", 1);
    assert_eq!(without_stamp(&text(&bench, PATH)), without_stamp(&expected));
}

fn library(bench: &mut Bench, text: &str) -> LibraryView {
    let query = json!({"kind": "library", "text": text});
    let View::Library(view) = bench.ask(&context(), &query.to_string()) else { panic!("no library") };
    *view
}

#[test]
fn library_lists_all_requirements_and_begins_with_those_without_a_task() {
    let other = "---\nid: d\ntitle: Other\ndoc_type: note\nverification: {items: [{sub_items: [\
        {stable_id: A-2, status: skipped}, {stable_id: A-10, description: Rules, test_refs: [a]}, {stable_id: A-1}]}]}\n---\n";
    let mut bench = bench(TOML, DOCUMENT);
    bench.feed(vec![FileState::File { path: "docs/_doc.other.md".to_owned(), bytes: other.as_bytes().to_vec() }]);
    done(&mut bench, &set_fields("t1", &json!({"requirements": {"ids": ["REQ-001", "A-2", "A-10"]}})));
    let rows = |view: &LibraryView| -> Vec<String> {
        let row = |row: &LibraryRequirement| format!("{} {} {} {}", row.id, row.tasks.len(), row.proven, row.document);
        view.requirements.iter().map(row).collect()
    };
    let view = library(&mut bench, "");
    assert_eq!(
        rows(&view),
        [
            "A-1 0 false Other",
            "REQ-002 0 false Sign-in",
            "REQ-001 1 false Sign-in",
            "A-2 1 true Other",
            "A-10 1 true Other"
        ]
    );
    assert_eq!((view.totals.requirements, view.requirements[1].path.as_str()), (5, PATH));
    let found = library(&mut bench, "rules");
    assert_eq!(rows(&found), ["REQ-002 0 false Sign-in", "A-10 1 true Other"]);
    assert_eq!(found.totals.requirements, 5);
}

#[test]
fn end_of_a_task_warns_of_requirements_without_proof_or_approval() {
    let with = |id: &str, more: &str| DOCUMENT.replace(&format!("{id}\n"), &format!("{id}\n      {more}\n"));
    let first = "stable_id: REQ-001";
    let unproven = |status: &str, ids: &str| {
        format!("t1 “A” is {status}, but has requirements without a test or a verification: {ids}.")
    };
    let draft = "t1 “A” is done, but has requirements that are not approved: REQ-001.".to_owned();
    for (document, ids, status, expected) in [
        (DOCUMENT.to_owned(), json!(["REQ-001", "REQ-002"]), "done", vec![unproven("done", "REQ-001, REQ-002")]),
        (DOCUMENT.to_owned(), json!(["REQ-002"]), "review", vec![unproven("review", "REQ-002")]),
        (DOCUMENT.to_owned(), json!(["REQ-001"]), "blocked", vec![]),
        (DOCUMENT.to_owned(), json!(["REQ-001"]), "skipped", vec![]),
        (DOCUMENT.to_owned(), json!([]), "done", vec![]),
        (with(first, "test_refs: [{path: a.rs}]"), json!(["REQ-001"]), "done", vec![]),
        (with(first, "approval: approved"), json!(["REQ-001"]), "done", vec![unproven("done", "REQ-001")]),
        (with(first, "approval: draft"), json!(["REQ-001"]), "done", vec![unproven("done", "REQ-001"), draft]),
    ] {
        let mut bench = bench(JSON, &document);
        done(&mut bench, &set_fields("t1", &json!({"requirements": {"ids": ids}})));
        let (_, warnings) = done(&mut bench, &set_fields("t1", &json!({"status": status, "estimateHours": 1})));
        assert_eq!(warnings, expected, "{ids} {status}");
        let (_, again) = done(&mut bench, &set_fields("t1", &json!({"priority": "low"})));
        assert_eq!(again, Vec::<String>::new(), "{ids} {status}");
    }
}

#[test]
fn views_show_requirements_with_their_tasks() {
    let proven = DOCUMENT.replace(
        "dev_stage: not_started\n      origin: body\n      body_hash: f",
        "dev_stage: 7\n      test_refs: [a]\n      origin: body\n      body_hash: f",
    );
    let mut bench = bench(TOML, &proven);
    let patch = json!({"requirements": {"ids": ["REQ-002"], "roles": {"REQ-002": "executes"}}});
    done(&mut bench, &set_fields("t2", &patch));
    let rows: Vec<LibraryRequirement> =
        library(&mut bench, "").documents.into_iter().flat_map(|document| document.requirements).collect();
    let shown: Vec<_> = rows
        .iter()
        .map(|row| {
            (
                row.id.as_str(),
                row.title.as_str(),
                row.stage.as_str(),
                row.proven,
                row.tasks.iter().map(|task| task.id.as_str()).collect::<Vec<_>>(),
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            ("REQ-001", "Login form", "not_started", false, vec![]),
            ("REQ-002", "Password rules", "not_started", true, vec!["t2"])
        ]
    );
    let View::Task(Some(page)) = bench.ask(&context(), r#"{"kind": "task", "id": "t2"}"#) else { panic!("no task") };
    let expected = TaskRequirement {
        id: "REQ-002".to_owned(),
        title: "Password rules".to_owned(),
        status: "pending".to_owned(),
        stage: "not_started".to_owned(),
        role: "executes".to_owned(),
        path: PATH.to_owned(),
    };
    assert_eq!(page.requirements, [expected]);
}

#[test]
fn requirements_are_read_from_any_form() {
    let front = |review: &str| format!("---\nid: d\ntitle: D\ndoc_type: note\nverification: {review}\n---\n# D\n");
    for (review, expected) in [
        ("7", vec![]),
        ("{items: 7}", vec![]),
        ("{items: [7, {sub_items: x}, {sub_items: [{stable_id: 5}, {stable_id: ' '}]}]}", vec![]),
        (
            "{items: [{status: maybe, sub_items: [{stable_id: FR-101}, 3, {stable_id: FR-11, status: [1]}]}]}",
            vec!["FR-11", "FR-101"],
        ),
        (
            "{items: [{sub_items: [{stable_id: B-1}, {stable_id: A-02}, {stable_id: A-1a}]}]}",
            vec!["A-1a", "A-02", "B-1"],
        ),
    ] {
        let bench = bench(JSON, &front(review));
        let documents = bench.engine.reader().documents();
        let ids: Vec<String> = documents.requirements().into_iter().map(|found| found.id).collect();
        assert_eq!(ids, expected, "{review}");
    }
}
