//! Imports, and the handoff protocol as a second interface to the same sessions.

use handoff_protocol::{Command, TaskUpdate};
use serde_json::{Value, json};

use crate::support::Bench;

#[test]
fn import_creates_task_tree_and_session() {
    let ids = ["t1", "t1.1", "t1.2", "t2"];
    for layout in ["json", "toml"] {
        let mut bench = Bench::new(layout);
        bench.text("handoff_save_context", &json!({"summary": "before", "session_status": "active"}));
        let import = json!({
            "source": {"description": "A chat", "format": "markdown"},
            "tasks": [
                {"title": "Parent", "children": [
                    {"title": "First", "status": "done", "completed_at": "2026-11-01T00:00:00Z", "schedule": {"estimate_hours": 2}, "done_criteria": [{"item": "open"}]},
                    {"title": "Second", "dependencies": [ids[1], ids[3]], "labels": ["x"], "order": 1},
                ]},
                {"title": "Other", "priority": "high"},
            ],
            "session": {"summary": "Came in", "environment": {"a": 1}, "handoff_notes": [{"note": "n", "category": "caution"}]},
            "raw_notes": "all of it",
        });
        let imported = bench.value("handoff_import_context", &import);
        assert_eq!(imported["task_ids"], json!(ids));
        let task = bench.value("handoff_get_task", &json!({"task_id": ids[2]}));
        assert_eq!(task["dependencies"], json!([ids[1], ids[3]]));
        assert!(bench.value("handoff_get_task", &json!({"task_id": ids[1]}))["completed_at"].is_string());
        let session = bench.value("handoff_get_session", &json!({"session_id": imported["session_id"]}));
        assert_eq!(
            session["environment"],
            json!({"a": 1, "import_source": {"description": "A chat", "format": "markdown"}})
        );
        assert_eq!(
            session["handoff_notes"],
            json!([{"note": "n", "category": "caution"}, {"note": "all of it", "category": "context"}])
        );
        let list = bench.value("handoff_list_sessions", &json!({}))["sessions"].clone();
        let states: Vec<(&str, &str)> = list
            .as_array()
            .expect("a list")
            .iter()
            .map(|row| (row["summary"].as_str().expect("a string"), row["status"].as_str().expect("a string")))
            .collect();
        assert_eq!(states, [("Came in", "open"), ("before", "closed")]);
    }
}

#[test]
fn import_appends_after_the_last_rank() {
    for layout in ["json", "toml"] {
        let mut bench = Bench::new(layout);
        let ids = ["t1", "t2", "t3", "t4"];
        for title in ["A", "B"] {
            bench.text("handoff_update_task", &json!({"task": {"title": title}}));
        }
        bench.command(&Command::UpdateTasks(TaskUpdate::to_parent(vec![ids[0].to_owned()], None)));
        let import = json!({"source": {"description": "d"}, "tasks": [{"title": "C"}, {"title": "D", "order": 0}]});
        bench.text("handoff_import_context", &import);
        let tree = bench.value("handoff_list_tasks", &json!({}))["task_tree"].clone();
        let order: Vec<&str> = tree.as_array().expect("a list").iter().filter_map(|task| task["id"].as_str()).collect();
        assert_eq!(order, [ids[1], ids[0], ids[3], ids[2]], "the order 0 is before none");
    }
}

#[test]
fn import_keeps_the_order_of_its_lists() {
    let mut bench = Bench::new("json");
    let tasks = json!([{"id": "z", "title": "Z", "children": [{"id": "y", "title": "Y"}, {"id": "x", "title": "X"}]}, {"id": "a", "title": "A"}]);
    bench.text("handoff_import_context", &json!({"source": {"description": "d"}, "tasks": tasks}));
    let tree = bench.value("handoff_list_tasks", &json!({}))["task_tree"].clone();
    let ids = |nodes: &Value| -> Vec<Value> {
        nodes.as_array().expect("a list").iter().map(|task| task["id"].clone()).collect()
    };
    assert_eq!((ids(&tree), ids(&tree[0]["children"])), (vec![json!("z"), json!("a")], vec![json!("y"), json!("x")]));
}

#[test]
fn import_finds_parents_at_any_depth_of_its_lists() {
    let mut bench = Bench::new("json");
    let tasks = json!([
        {"id": "leaf", "title": "Leaf", "parent_id": "inner"},
        {"id": "outer", "title": "Outer", "children": [{"id": "inner", "title": "Inner"}]},
    ]);
    bench.text("handoff_import_context", &json!({"source": {"description": "d"}, "tasks": tasks}));
    let tree = bench.value("handoff_list_tasks", &json!({}))["task_tree"].clone();
    assert_eq!(tree[0]["children"][0]["children"][0]["id"], "leaf", "{tree}");
    for circle in [
        json!([{"id": "a", "title": "A", "parent_id": "b"}, {"id": "b", "title": "B", "parent_id": "a"}]),
        json!([{"id": "a", "title": "A", "parent_id": "b", "children": [{"id": "b", "title": "B"}]}]),
    ] {
        let mut bench = Bench::new("json");
        let reply = bench.call("handoff_import_context", &json!({"source": {"description": "d"}, "tasks": circle}));
        assert!(reply.failed.is_some(), "{}", reply.text);
    }
}

#[test]
fn import_keeps_dangling_dependencies_with_a_warning() {
    let child = "t1.1";
    for layout in ["json", "toml"] {
        let mut bench = Bench::new(layout);
        let waiting = json!({"title": "Child", "dependencies": ["later"]});
        let import = json!({"source": {"description": "d"}, "tasks": [{"title": "Parent", "children": [waiting]}]});
        let text = bench.text("handoff_import_context", &import);
        let sentence =
            format!("{child} waits for later, which does not exist. Remove the dependency or create the task.");
        assert!(text.ends_with(&sentence), "{text}");
        let task = bench.value("handoff_get_task", &json!({"task_id": child}));
        assert_eq!(task["dependencies"], json!(["later"]));
        assert!(bench.problems().iter().any(|problem| problem.contains("DanglingDependency")));
    }
}

#[test]
fn import_keeps_the_times_of_the_other_program() {
    for layout in ["json", "toml"] {
        let mut bench = Bench::new(layout);
        let tasks = json!([
            {"title": "Old", "status": "done", "created_at": "2026-01-05T09:00:00+09:00", "completed_at": "2026-01-09"},
            {"title": "Done at some time", "status": "done"},
            {"title": "Open", "created_at": "2026-01-06T12:00:00.123456789Z", "completed_at": "2026-01-07"},
            {"title": "New"},
        ]);
        let imported = bench.value("handoff_import_context", &json!({"source": {"description": "d"}, "tasks": tasks}));
        let mut stamps = |index: usize| {
            let task = bench.value("handoff_get_task", &json!({"task_id": imported["task_ids"][index]}));
            let day = |key: &str| task[key].as_str().map(|stamp| stamp.split('T').next().unwrap().to_owned());
            (day("created_at"), day("completed_at"))
        };
        let day = |text: &str| Some(text.to_owned());
        assert_eq!(stamps(0), (day("2026-01-05"), day("2026-01-09")));
        assert_eq!(stamps(1), (None, None), "it is not finished today");
        assert_eq!(stamps(2), (day("2026-01-06"), None), "an open task was not finished");
        assert!(stamps(3).0 > day("2026-01-06"));
        // Figures have the times of the tasks, the log has that of the import.
        let range = json!({"report": "throughput", "from": "2026-01-01"});
        let report = bench.value("handoff_get_metrics", &range);
        let weeks = report["weeks"].as_array().expect("weeks");
        assert!(weeks.iter().all(|week| week["done_tasks"] == 0), "the last weeks: {report}");
        let cycle = bench.value("handoff_get_metrics", &json!({"report": "cycle", "from": "2026-01-01"}));
        assert_eq!(
            (&cycle["tasks"][0]["finished"], &cycle["tasks"][0]["lead_days"]),
            (&json!("2026-01-09"), &json!(5))
        );
        assert_eq!(cycle["tasks"].as_array().map(Vec::len), Some(1), "{cycle}");
    }
    let mut bench = Bench::new("json");
    let tasks = json!([
        {"title": "x", "created_at": "last week"},
        {"title": "y", "created_at": "2026-01-05T10:00:00+0200", "parent_id": "t1"},
        {"id": "epic", "title": "Epic", "created_at": "2026-01-05 10:00:00"},
        {"title": "Step", "created_at": "2026-01-05T10:00Z", "parent_id": "epic"},
    ]);
    bench.text("handoff_update_task", &json!({"task": {"id": "t1", "title": "Before"}}));
    let imported = bench.value("handoff_import_context", &json!({"source": {"description": "d"}, "tasks": tasks}));
    assert_eq!(imported["task_ids"], json!(["t2", "t1.1", "epic", "epic.1"]), "below their parents");
    let note = imported["note"].as_str().expect("a note");
    assert!(note.contains("created_at of t2 is “last week”, which is not a time"), "{note}");
    for (id, hour) in [("t1.1", "T08:00:00"), ("epic", "T10:00:00"), ("epic.1", "T10:00:00")] {
        let task = bench.value("handoff_get_task", &json!({"task_id": id}));
        let created = task["created_at"].as_str().expect("a time");
        assert!(created.starts_with(&format!("2026-01-05{hour}")), "{id}: {created}");
    }
}

#[test]
fn import_follows_the_rules_of_other_creations() {
    let import = |tasks: Value| json!({"source": {"description": "d"}, "tasks": tasks});
    let mut bench = Bench::new("toml");
    let tasks = json!([
        {"title": "Parse", "ref": "p"},
        {"title": "Write", "dependencies": ["Parse"]},
        {"title": "Test", "dependencies": ["p"], "children": [{"title": "Part", "dependencies": ["Write"]}]},
    ]);
    bench.text("handoff_import_context", &import(tasks));
    for (task, dependencies) in [("t2", ["t1"]), ("t3", ["t1"]), ("t3.1", ["t2"])] {
        assert_eq!(bench.value("handoff_get_task", &json!({"task_id": task}))["dependencies"], json!(dependencies));
    }
    let finished = json!([{"title": "Done elsewhere", "status": "done", "done_criteria": [{"item": "open"}]}]);
    let imported = bench.value("handoff_import_context", &import(finished));
    let note = imported["note"].as_str().expect("a note");
    assert!(note.contains("Done elsewhere") && note.contains("not all of its criteria are met"), "{note}");
    for (tasks, sentence) in [
        (json!([{"title": "x", "schedule": {"start_date": "2026-12-05", "due_date": "2026-12-01"}}]), "before"),
        (json!([{"title": "x", "status": "done", "children": [{"title": "y"}]}]), "cannot be closed"),
        (json!([{"id": "t1", "title": "x"}]), "t1"),
    ] {
        let before = bench.paths();
        let text = bench.refusal("handoff_import_context", &import(tasks.clone()));
        assert!(text.contains(sentence), "{tasks}: {text}");
        assert_eq!(bench.paths(), before, "{tasks}");
    }
}

#[test]
fn import_with_an_invalid_task_writes_nothing() {
    let good = json!({"title": "Good"});
    let import = |bad: Value| {
        json!({
            "source": {"description": "d"},
            "tasks": [good.clone(), {"title": "Parent", "children": [bad]}], "session": {"summary": "s"},
        })
    };
    for (bad, sentence) in [
        (json!({}), "The argument tasks[1].children[0].title is required: a non-empty string."),
        (
            json!({"title": "x", "status": "soon"}),
            "The argument tasks[1].children[0].status must be one of todo, in_progress, review, blocked, done, skipped.",
        ),
        (json!({"title": "x", "status": "in_progress"}), "“x” needs an estimate before it can move to in_progress."),
        (
            json!({"title": "x", "dependencies": ["t2.1"]}),
            "t2.1 is the ID that this task would get, and a task cannot wait for itself. Use the title, the ref or the ID of another task.",
        ),
        (json!({"title": "x", "id": "../../x"}), "An ID cannot contain /."),
    ] {
        let mut bench = Bench::with_estimates("json");
        let before = bench.paths();
        let text = bench.refusal("handoff_import_context", &import(bad.clone()));
        assert_eq!(text, *sentence, "{bad}");
        assert_eq!(bench.paths(), before, "{bad}");
    }
    let mut bench = Bench::new("json");
    let no_summary = json!({"source": {"description": "d"}, "tasks": [good], "session": {"label": "l"}});
    assert_eq!(
        bench.refusal("handoff_import_context", &no_summary),
        "The argument session.summary is required: a non-empty string."
    );
    assert_eq!(
        bench.value("handoff_list_tasks", &json!({}))["task_summary"]["total"],
        0,
        "handoff-mcp has made it by then"
    );
}

fn handoff(name: &str) -> Value {
    json!({
        "session_id": name, "task_objective": "Validate tokens", "task_status": "in_progress",
        "progress_summary": "Parser is done.",
        "files": [{"path": "src/token.rs", "relevance": "the parser", "focus_ranges": [{"start": 1, "end": 40, "note": "expiry"}]}],
        "decisions": [{"decision": "No cache", "rationale": "simple"}],
        "next_steps": [{"action": "Write docs", "priority": "low"}, {"action": "Fix expiry", "priority": "high"}],
    })
}

#[test]
fn handoff_protocol_and_tools_share_sessions() {
    for layout in ["json", "toml"] {
        let mut bench = Bench::new(layout);
        let saved = bench.value("save_handoff", &handoff("auth-token-validation"));
        assert!(saved["estimated_tokens"].as_u64().expect("a number") > 40);
        let text = bench.text("load_handoff", &json!({"session_id": "auth-token-validation"}));
        insta::assert_snapshot!(format!("handoff_{layout}"), text);

        // The tools load the session, check an item and add a note. The name still refers to it.
        let loaded = bench.value("handoff_load_context", &json!({"format": "json"}));
        assert_eq!(loaded["decisions"][0]["reason"], "simple");
        let created =
            bench.value("handoff_get_session", &json!({"session_id": loaded["session_id"]}))["started_at"].clone();
        bench.text(
            "handoff_update_session",
            &json!({"checklist_index": 1, "add_handoff_note": {"note": "mind the clock"}}),
        );
        let mut again = handoff("auth-token-validation");
        again["task_status"] = json!("blocked");
        again["progress_summary"] = json!("Expiry is fixed.");
        again["next_steps"] = json!([{"action": "Write docs", "priority": "low"}]);
        bench.text("save_handoff", &again);
        let list = bench.value("list_handoffs", &json!({}));
        assert_eq!(list["handoffs"].as_array().map(Vec::len), Some(1), "the same name is the same session");
        assert_eq!(list["handoffs"][0]["task_status"], "blocked");
        let session = bench.value("handoff_get_session", &json!({"session_id": loaded["session_id"]}));
        assert_eq!(session["started_at"], created);
        let notes: Vec<&Value> =
            session["handoff_notes"].as_array().expect("a list").iter().map(|note| &note["note"]).collect();
        assert_eq!(notes, ["Expiry is fixed.", "mind the clock"]);
        let text = bench.text("load_handoff", &json!({"session_id": "auth-token-validation"}));
        assert!(text.contains("Write docs") && !text.contains("Fix expiry"), "{text}");
    }
}

#[test]
fn unknown_handoff_lists_similar_ids_and_broken_files() {
    let mut bench = Bench::new("json");
    bench.text("save_handoff", &handoff("auth-token-validation"));
    assert_eq!(
        bench.refusal("load_handoff", &json!({"session_id": "auth-token"})),
        "There is no session auth-token. Did you mean auth-token-validation?"
    );
    let bytes = b"{".to_vec();
    let path = "sessions/20261101-000000-x.open.json".to_owned();
    bench.feed(vec![handoff_protocol::FileState::File { path, bytes }]);
    let list = bench.value("list_handoffs", &json!({}));
    assert_eq!(list["broken"], json!(["sessions/20261101-000000-x.open.json"]));
    assert_eq!(
        bench.refusal("save_handoff", &json!({"session_id": "x", "task_status": "done"})),
        "The argument task_status must be one of in_progress, blocked, needs_review."
    );
}
