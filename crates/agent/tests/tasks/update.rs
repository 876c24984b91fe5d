//! Tools that change tasks: position, IDs, rules, and bulk updates.

use serde_json::{Value, json};

use crate::support::Bench;

/// Returns the IDs of `handoff_list_tasks`, in its order.
fn task_ids(bench: &mut Bench) -> Vec<String> {
    let tree = bench.value("handoff_list_tasks", &json!({}))["task_tree"].clone();
    let id = |node: &Value| node["id"].as_str().expect("an id").to_owned();
    tree.as_array().expect("a list").iter().map(id).collect()
}

#[test]
fn scope_paths_are_set_and_cleared_as_other_lists() {
    let mut bench = Bench::new("json");
    bench.text(
        "handoff_update_task",
        &json!({"task": {"id": "a", "title": "a", "scope_paths": ["src/tide.rs", "docs"]}}),
    );
    let paths = |bench: &mut Bench| bench.value("handoff_get_task", &json!({"task_id": "a"}))["scope_paths"].clone();
    assert_eq!(paths(&mut bench), json!(["src/tide.rs", "docs"]));
    bench.text("handoff_update_task", &json!({"task": {"id": "a", "scope_paths": ["src"]}}));
    assert_eq!(paths(&mut bench), json!(["src"]));
    bench.text("handoff_update_task", &json!({"task": {"id": "a", "scope_paths": null}}));
    assert_eq!(paths(&mut bench), json!([]));
}

#[test]
fn order_argument_sets_rank_and_order() {
    for layout in ["json", "toml"] {
        let mut bench = Bench::new(layout);
        for title in ["a", "b", "c"] {
            bench.text("handoff_update_task", &json!({"task": {"id": title, "title": title}}));
        }
        let order = |bench: &mut Bench, id: &str, order: u32| {
            bench.text("handoff_update_task", &json!({"task": {"id": id, "order": order}}));
        };
        order(&mut bench, "c", 0);
        assert_eq!(task_ids(&mut bench), ["c", "a", "b"]);
        order(&mut bench, "b", 1);
        assert_eq!(task_ids(&mut bench), ["c", "b", "a"]);
        bench.text("handoff_update_task", &json!({"task": {"id": "d", "title": "d", "order": 1}}));
        assert_eq!(task_ids(&mut bench), ["c", "b", "d", "a"]);
        for (id, order) in [("a", json!(null)), ("b", json!(1)), ("c", json!(0)), ("d", json!(1))] {
            assert_eq!(bench.value("handoff_get_task", &json!({"task_id": id}))["order"], order, "{id}");
        }
        // A user has dragged b to the top. The next `order` is a position in the current order.
        bench.rank("b", "1");
        assert_eq!(task_ids(&mut bench), ["b", "c", "d", "a"]);
        order(&mut bench, "a", 0);
        assert_eq!(task_ids(&mut bench), ["a", "b", "c", "d"], "an order of 0 is the first place");
    }
}

#[test]
fn custom_ids_stay_inside_the_project() {
    // Defect 5: handoff-mcp creates folders from any text.
    for id in ["../../x", "a/b", "", "..", "a\\b", ".hidden", "a\u{7}b"] {
        let mut bench = Bench::new("json");
        let before = bench.paths();
        bench.refusal("handoff_update_task", &json!({"task": {"id": id, "title": "T"}}));
        assert_eq!(bench.paths(), before, "{id:?}");
    }
    let mut bench = Bench::new("json");
    bench.text("handoff_update_task", &json!({"task": {"id": "feat-login", "title": "T"}}));
    assert!(bench.paths().contains(&"tasks/feat-login-t/_task.todo.json".to_owned()));
}

#[test]
fn id_of_a_moved_task_is_not_reused() {
    // Defect 4: handoff-mcp counts only the remaining folders.
    let mut bench = Bench::new("json");
    for (title, parent) in [("a", None), ("b", None), ("x", Some("t1")), ("y", Some("t1"))] {
        bench.text("handoff_update_task", &json!({"task": {"title": title}, "parent_id": parent}));
    }
    bench.text("handoff_update_task", &json!({"task": {"id": "t1.2"}, "move_to": "t2"}));
    let text = bench.text("handoff_update_task", &json!({"task": {"title": "z"}, "parent_id": "t1"}));
    assert_eq!(text, "Created task t1.3: z [todo]");
}

#[test]
fn dependency_on_a_missing_task_is_allowed_with_a_warning() {
    let id = "t1";
    for layout in ["json", "toml"] {
        let mut bench = Bench::new(layout);
        let sentence = |missing: &str| {
            format!("{id} waits for {missing}, which does not exist. Remove the dependency or create the task.")
        };
        let text = bench.text("handoff_update_task", &json!({"task": {"title": "A", "dependencies": ["build"]}}));
        assert_eq!(text, format!("Created task {id}: A [todo]\nWarning: {}", sentence("build")));
        let reply = bench.call("handoff_update_task", &json!({"task": {"id": id, "dependencies": ["build", "test"]}}));
        let noted = reply.structured.expect("a value")["note"].clone();
        assert_eq!(noted, json!(format!("Warning: {}", sentence("test"))), "injected memories are not injected again");
        assert_eq!(bench.problems().len(), 2);

        let build = |more: Value| {
            let mut task = json!({"id": "build", "title": "Build"});
            task.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
            json!({ "task": task })
        };
        let refused = bench.refusal("handoff_update_task", &build(json!({"dependencies": [id]})));
        assert_eq!(refused, format!("This would create a circular dependency: build → {id} → build."));
        assert_eq!(bench.text("handoff_update_task", &build(json!({}))), "Created task build: Build [todo]");
        assert_eq!(bench.problems().len(), 1, "one of them is there now");
        let refused = bench.refusal("handoff_update_task", &json!({"task": {"id": id, "dependencies": [id, "no"]}}));
        assert_eq!(refused, format!("This would create a circular dependency: {id} → {id}."));
    }
}

#[test]
fn parent_and_position_arguments_place_a_task() {
    let mut bench = Bench::new("toml");
    bench.text("handoff_update_task", &json!({"task": {"title": "a"}}));
    assert_eq!(
        bench.refusal("handoff_update_task", &json!({"task": {"title": "b"}, "parent_id": "7"})),
        "There is no task 7."
    );
    bench.text("handoff_update_task", &json!({"task": {"title": "b"}, "parent_id": "t1"}));
    assert_eq!(
        bench.refusal("handoff_update_task", &json!({"task": {"id": "t1"}, "move_to": "t1.1"})),
        "t1 cannot be moved under itself or its subtasks."
    );
    let gone = bench.refusal("handoff_update_task", &json!({"task": {"id": "t1"}, "move_to": "t1.7"}));
    assert!(gone.starts_with("There is no task t1.7. Did you mean"), "{gone}");
    // `parent_id` does not move an existing task.
    bench.text("handoff_update_task", &json!({"task": {"title": "c"}}));
    bench.text("handoff_update_task", &json!({"task": {"id": "t2", "notes": "n"}, "parent_id": "t1"}));
    assert_eq!(task_ids(&mut bench), ["t1", "t2"]);
}

#[test]
fn task_created_as_done_follows_the_rules() {
    // Defect 26: handoff-mcp checks neither.
    for layout in ["json", "toml"] {
        let mut bench = Bench::new(layout);
        let done_task = |checked: bool| {
            json!({"task": {"id": "x", "title": "T", "status": "done", "schedule": {"estimate_hours": 1},
                "done_criteria": [{"item": "works", "checked": checked}]}})
        };
        assert_eq!(
            bench.refusal("handoff_update_task", &done_task(false)),
            "x cannot be set to done: the criterion “works” is not met."
        );
        bench.text("handoff_update_task", &done_task(true));
        let task = bench.value("handoff_get_task", &json!({"task_id": "x"}));
        assert!(task["completed_at"].is_string(), "{task}");
        assert_eq!(task["completed_at"], task["created_at"]);
    }
}

#[test]
fn new_project_requires_no_estimate() {
    for layout in ["json", "toml"] {
        let mut bench = Bench::new(layout);
        let text = bench.text("handoff_update_task", &json!({"task": {"title": "T", "status": "in_progress"}}));
        assert!(text.ends_with(": T [in_progress]"), "{text}");
    }
}

#[test]
fn missing_estimate_refusal_shows_a_working_call() {
    let mut bench = Bench::with_estimates("json");
    let text = bench.refusal("handoff_update_task", &json!({"task": {"title": "T", "status": "in_progress"}}));
    let call = text.lines().last().and_then(|line| line.split_once(": ")).expect("a call").1;
    let call: Value = serde_json::from_str(call).expect("JSON");
    assert_eq!(call, json!({"task": {"title": "T", "schedule": {"estimate_hours": 2}}}));
    assert_eq!(bench.text("handoff_update_task", &call), "Created task t1: T [todo]");

    bench.text("handoff_update_task", &json!({"task": {"title": "U"}}));
    let text = bench.refusal("handoff_update_task", &json!({"task": {"id": "t2", "status": "review"}}));
    let call = text.lines().last().and_then(|line| line.split_once(": ")).expect("a call").1;
    let call: Value = serde_json::from_str(call).expect("JSON");
    assert_eq!(call, json!({"task": {"id": "t2", "schedule": {"estimate_hours": 2}}}));
}

#[test]
fn bulk_update_changes_each_task_separately() {
    for layout in ["json", "toml"] {
        let mut bench = Bench::with_estimates(layout);
        for id in ["a", "b"] {
            bench.text("handoff_update_task", &json!({"task": {"id": id, "title": id}}));
        }
        let answer = bench.value(
            "handoff_bulk_update_tasks",
            &json!({"updates": [
                {"task_id": "a", "assignee": "lee", "schedule": {"estimate_hours": 2}, "status": "in_progress"},
                {"task_id": "nowhere", "status": "done"},
                {"task_id": "b", "status": "review"},
                {"task_id": "b", "notes": "n", "title": "ignored"},
            ]}),
        );
        assert_eq!(answer["applied"], json!(2));
        assert_eq!(answer["errors"][0], json!({"task_id": "nowhere", "error": "There is no task nowhere."}));
        assert_eq!(answer["errors"][1]["task_id"], "b");
        let a = bench.value("handoff_get_task", &json!({"task_id": "a"}));
        assert_eq!((&a["status"], &a["assignee"]), (&json!("in_progress"), &json!("lee")));
        let b = bench.value("handoff_get_task", &json!({"task_id": "b"}));
        assert_eq!((&b["title"], &b["notes"], &b["status"]), (&json!("b"), &json!("n"), &json!("todo")));
        assert_eq!(
            bench.refusal(
                "handoff_bulk_update_tasks",
                &json!({"updates": [{"task_id": "a", "notes": "x"}, {"task_id": "b", "schedule": {"pinned": 1}}]})
            ),
            "The argument updates[1].schedule.pinned must be true or false."
        );
        assert_eq!(
            bench.value("handoff_get_task", &json!({"task_id": "a"}))["notes"],
            json!(null),
            "nothing is started"
        );
    }
}

#[test]
fn criteria_are_checked_by_index() {
    for layout in ["json", "toml"] {
        let mut bench = Bench::new(layout);
        let task = json!({"id": "a", "title": "a", "done_criteria": [{"item": "one"}, {"item": "two"}]});
        bench.text("handoff_update_task", &json!({"task": task}));
        let tick = |index: u32| json!({"task_id": "a", "criterion_index": index, "checked": true});
        assert_eq!(
            bench.value("handoff_check_criterion", &tick(1)),
            json!({"task_id": "a", "criterion_index": 1, "item": "two", "checked": true,
                "done_criteria_summary": {"total": 2, "checked": 1}})
        );
        assert_eq!(
            bench.refusal("handoff_check_criterion", &tick(2)),
            "a has 2 criteria, but none at 2 (the first one is 0)."
        );
        assert_eq!(
            bench.refusal(
                "handoff_check_criterion",
                &json!({"task_id": "a", "criterion_index": "one", "checked": true})
            ),
            "The argument criterion_index must be a whole number, 0 or greater."
        );
    }
}

#[test]
fn status_change_keeps_one_file_and_foreign_keys() {
    // Defects 1 to 3 and 6: handoff-mcp deletes the file before it writes the new one, and drops
    // unknown keys.
    let mut bench = Bench::new("json");
    bench.text("handoff_update_task", &json!({"task": {"title": "T", "schedule": {"estimate_hours": 1}}}));
    let path = "tasks/t1-t/_task.todo.json";
    let text = bench.file(path).expect("the task's file");
    let text = text.replace("\"estimate_hours\": 1.0", "\"estimate_hours\": 1.0,\n    \"x_other\": true");
    bench.put(path, &text);
    bench.text("handoff_update_task", &json!({"task": {"id": "t1", "status": "in_progress"}}));
    let files: Vec<String> = bench.paths().into_iter().filter(|path| path.starts_with("tasks/")).collect();
    assert_eq!(files, ["tasks/t1-t/_task.in_progress.json"]);
    assert!(bench.file(&files[0]).expect("the file").contains("\"x_other\": true"));
}

#[test]
fn new_list_of_criteria_keeps_ticks_and_names_what_it_removes() {
    for layout in ["toml", "json"] {
        let mut bench = Bench::new(layout);
        let criteria = json!(["c one", {"item": "c two", "checked": true}, {"item": "c three", "checked": true}]);
        bench.text("handoff_update_task", &json!({"task": {"id": "a", "title": "A", "done_criteria": criteria}}));
        let new = json!(["c one", " c two ", "c four"]);
        let reply = bench.text("handoff_update_task", &json!({"task": {"id": "a", "done_criteria": new}}));
        assert!(reply.contains("Removed criteria: c three."), "{reply}");
        let stored =
            |bench: &mut Bench| bench.value("handoff_get_task", &json!({"task_id": "a"}))["done_criteria"].clone();
        let expected = json!([
            {"item": "c one", "checked": false}, {"item": "c two", "checked": true}, {"item": "c four", "checked": false},
        ]);
        assert_eq!(stored(&mut bench), expected);
        let new = json!([{"item": "c two", "checked": false}, {"item": "c four"}, "c one"]);
        let value = bench.value("handoff_update_task", &json!({"task": {"id": "a", "done_criteria": new}}));
        assert_eq!(value.get("removed_criteria"), None, "{value}");
        assert_eq!(stored(&mut bench)[0], json!({"item": "c two", "checked": false}), "an explicit value counts");
        let value = bench.value("handoff_update_task", &json!({"task": {"id": "a", "done_criteria": null}}));
        assert_eq!(value["removed_criteria"], json!(["c two", "c four", "c one"]));
    }
}
