//! Several tasks in one call, and what the replies say about the order of work.

use serde_json::{Value, json};

use crate::support::Bench;

const LAYOUTS: [&str; 2] = ["json", "toml"];

fn tasks(bench: &mut Bench, tasks: &Value) -> Value {
    bench.value("handoff_update_task", &json!({ "tasks": tasks }))
}

fn task(bench: &mut Bench, id: &str) -> Value {
    bench.value("handoff_get_task", &json!({"task_id": id}))
}

/// A plan whose tasks name each other by ref, title, and ID.
fn plan() -> Value {
    json!({
        "tasks": [
            {"title": "Core", "children": [
                {"title": "Words", "ref": "w", "schedule": {"estimate_hours": 2, "milestone": "M1"}, "done_criteria": ["splits", {"item": "is fast"}]},
                {"title": "Syllables", "dependencies": ["w"]},
                "Ease",
            ]},
            {"title": "Command line", "dependencies": ["core"], "children": [{"title": "Arguments", "dependencies": ["Ease"]}]},
        ],
        "milestones": [{"name": "M1", "date": "2026-12-10"}, "M2"],
    })
}

#[test]
fn plan_is_created_in_one_call() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        let ids = ["t1", "t2"];
        let answer = bench.value("handoff_update_task", &plan());
        let [core, line] = ids;
        assert_eq!(
            answer,
            json!({"created": [
                {"id": core, "title": "Core"},
                {"id": format!("{core}.1"), "title": "Words"},
                {"id": format!("{core}.2"), "title": "Syllables", "waits_for": [format!("{core}.1")]},
                {"id": format!("{core}.3"), "title": "Ease"},
                {"id": line, "title": "Command line", "waits_for": [core]},
                {"id": format!("{line}.1"), "title": "Arguments", "waits_for": [format!("{core}.3"), core]},
            ]})
        );
        let words = task(&mut bench, &format!("{core}.1"));
        let criteria = json!([{"item": "splits", "checked": false}, {"item": "is fast", "checked": false}]);
        assert_eq!((&words["done_criteria"], &words["schedule"]["milestone"]), (&criteria, &json!("M1")));
        let milestones = bench.value("handoff_list_milestones", &json!({}))["milestones"].clone();
        assert_eq!((&milestones["M1"]["date"], &milestones["M2"]["date"]), (&json!("2026-12-10"), &Value::Null));
        bench.text("handoff_update_task", &json!({"milestones": [{"name": "M1", "date": "2026-12-12"}]}));
        let milestones = bench.value("handoff_list_milestones", &json!({}))["milestones"].clone();
        assert_eq!(milestones["M1"]["date"], json!("2026-12-12"), "an existing milestone gets a new date");
        assert_eq!(bench.problems(), [""; 0]);
        bench.undo();
        let list = bench.value("handoff_list_tasks", &json!({}));
        let top: Vec<&Value> = list["task_tree"].as_array().expect("a list").iter().map(|node| &node["id"]).collect();
        assert_eq!(top, [core, line], "in the order of the call");
    }
}

#[test]
fn task_is_finished_in_one_call() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        bench.text("handoff_update_task", &plan());
        let core = "t1";
        let [words, syllables] = [1, 2].map(|number| format!("{core}.{number}"));
        let finish = json!({"task": {
            "id": words, "status": "done", "check": "all", "log_hours": 1.25, "notes_append": "Uses a table."
        }});
        let reply = bench.call("handoff_update_task", &finish);
        assert_eq!(
            reply.text.to_string(),
            format!("Updated task {words}: Words [done]\nHours in total: 1.25.\nNow ready: {syllables} Syllables.")
        );
        let done = task(&mut bench, &words);
        assert_eq!((&done["status"], &done["schedule"]["actual_hours"]), (&json!("done"), &json!(1.25)));
        assert!(done["notes"].as_str().is_some_and(|notes| notes.ends_with("\nUses a table.")), "{done}");
        bench.undo();
        let open = task(&mut bench, &words);
        assert_eq!((&open["status"], &open["notes"]), (&json!("todo"), &json!(null)), "it is one change");
        assert_eq!(open["done_criteria"][0]["checked"], json!(false));
    }
}

#[test]
fn criteria_are_ticked_by_text_and_index() {
    let mut bench = Bench::new("toml");
    let criteria = json!(["splits words", "is fast", "2 languages"]);
    tasks(&mut bench, &json!([{"id": "a", "title": "a", "done_criteria": criteria}]));
    let check = |check: Value| json!({"task": {"id": "a", "check": check}});
    let ticked = |bench: &mut Bench| -> Vec<bool> {
        let criteria = task(bench, "a")["done_criteria"].clone();
        criteria.as_array().expect("a list").iter().map(|criterion| criterion["checked"] == true).collect()
    };
    assert_eq!(
        bench.text("handoff_update_task", &check(json!([1]))),
        "Updated task a: a [todo]\nOpen: splits words; 2 languages."
    );
    assert_eq!(ticked(&mut bench), [false, true, false]);
    bench.text("handoff_update_task", &check(json!("2 lang")));
    assert_eq!(ticked(&mut bench), [false, true, true]);
    for (names, sentence) in [
        (json!(["no"]), "There is no criterion “no”. The criteria are: “splits words”, “is fast”, “2 languages”."),
        (json!(3), "The argument task.check must be texts or indexes of its 3 criteria, numbered from 0, not 3."),
        (json!({"all": true}), "The argument task.check must be a list of texts or indexes of criteria, or \"all\"."),
        (json!([{}]), "The argument task.check must be a list of texts or indexes of criteria, or \"all\"."),
    ] {
        assert_eq!(bench.refusal("handoff_update_task", &check(names)), sentence);
    }
    for hours in [0.0, -1.0, 1e308] {
        let task = json!({"task": {"id": "a", "log_hours": hours}});
        assert_eq!(bench.refusal("handoff_update_task", &task), "Hours must be above 0 and at most 100000.");
    }
}

#[test]
fn several_changes_are_all_or_nothing() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        tasks(&mut bench, &json!([{"id": "a", "title": "A"}, {"id": "b", "title": "B", "done_criteria": ["works"]}]));
        let before = bench.paths();
        let refused = bench.refusal(
            "handoff_update_task",
            &json!({"tasks": [{"id": "a", "status": "done"}, {"title": "C"}, {"id": "b", "status": "done"}]}),
        );
        assert_eq!(refused, "b cannot be set to done: the criterion “works” is not met.");
        assert_eq!(bench.paths(), before);
        let answer = tasks(
            &mut bench,
            &json!([{"id": "a", "status": "done"}, {"id": "b", "status": "in_progress", "children": [{"title": "C"}]}]),
        );
        assert_eq!(
            answer,
            json!({"created": [{"id": "b.1", "title": "C"}],
                "updated": [{"id": "a", "title": "A", "status": "done"}, {"id": "b", "title": "B", "status": "in_progress"}]})
        );
        for (wrong, sentence) in [
            (json!([{"id": "a"}, {"id": "a"}]), "The task a is given twice."),
            (json!([{"id": "zz"}]), "There is no task zz."),
            (json!([{}]), "The argument tasks[0].title is required: a new task needs one."),
            (
                json!([{"id": "b", "check": "all", "status": "done", "children": ["D"]}]),
                "b cannot be closed: its subtask b.2 (D) is todo.",
            ),
            (
                json!([{"title": "E", "children": [{"title": "F", "parent_id": "a"}]}]),
                "The argument tasks[0].children[0].parent_id must be absent in children.",
            ),
            (json!([{"title": "E", "parent_id": "zz"}]), "There is no task zz."),
            (
                json!([{"id": "e", "title": "E", "schedule": {"start_date": "2026-12-02", "due_date": "2026-12-01"}}]),
                "e would be due on 2026-12-01, before it starts on 2026-12-02.",
            ),
        ] {
            assert_eq!(bench.refusal("handoff_update_task", &json!({ "tasks": wrong })), sentence);
        }
    }
}

#[test]
fn new_tasks_keep_the_order_of_the_call() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        tasks(
            &mut bench,
            &json!([{"id": "z", "title": "Z", "children": [{"id": "y", "title": "Y"}, {"id": "x", "title": "X"}]}, {"id": "a", "title": "A"}]),
        );
        tasks(&mut bench, &json!([{"title": "V", "parent_id": "z"}, {"id": "b", "title": "B", "parent_id": "z"}]));
        let list = bench.value("handoff_list_tasks", &json!({}))["task_tree"].clone();
        let titles = |nodes: &Value| -> Vec<String> {
            let title = |node: &Value| node["title"].as_str().expect("a title").to_owned();
            nodes.as_array().expect("a list").iter().map(title).collect()
        };
        assert_eq!(titles(&list), ["Z", "A"]);
        assert_eq!(titles(&list[0]["children"]), ["Y", "X", "V", "B"]);
        // A given order counts more than the order of the list.
        tasks(
            &mut bench,
            &json!([{"id": "p", "title": "P", "order": 9, "parent_id": "a"}, {"id": "q", "title": "Q", "order": 8, "parent_id": "a"}]),
        );
        let list = bench.value("handoff_list_tasks", &json!({}))["task_tree"].clone();
        assert_eq!(titles(&list[1]["children"]), ["Q", "P"]);
    }
}

#[test]
fn dependencies_are_found_by_ref_id_and_title() {
    let mut bench = Bench::new("toml");
    tasks(&mut bench, &json!(["Old", "Same", "Same"]));
    let answer = tasks(&mut bench, &json!([{"title": "New", "dependencies": [" old "]}]));
    assert_eq!(answer["created"][0]["waits_for"], json!(["t1"]));
    for (wrong, sentence) in [
        (
            json!([{"title": "X", "dependencies": ["same"]}]),
            "Several tasks have the title “same”. Use an ID or a ref instead.",
        ),
        (
            json!([{"title": "X", "dependencies": ["t5"]}]),
            "t5 is the ID that this task would get, and a task cannot wait for itself. Use the title, the ref or the ID of another task.",
        ),
        (
            json!([{"title": "X", "ref": "x", "dependencies": ["y"]}, {"title": "Y", "ref": "y", "dependencies": ["x"]}]),
            "This would create a circular dependency: t5 → t6 → t5.",
        ),
        (
            json!([{"title": "X", "ref": "x"}, {"title": "Y", "ref": "x"}]),
            "Two tasks have the ref “x”. Give each task its own.",
        ),
    ] {
        assert_eq!(bench.refusal("handoff_update_task", &json!({ "tasks": wrong })), sentence);
    }
    // An ID that the call assigns is used, but the caller could only guess it.
    let reply = bench.call("handoff_update_task", &json!({"tasks": ["X", {"title": "Y", "dependencies": ["t5"]}]}));
    let note = "Warning: t6 waits for t5 (X), an ID that this call has assigned. To be sure, name tasks of the same call by title or ref.";
    assert_eq!(reply.structured.expect("a value")["note"], json!(note));
    let chosen = json!({"tasks": [{"id": "x", "title": "X"}, {"title": "Z", "dependencies": ["x"]}]});
    assert_eq!(bench.value("handoff_update_task", &chosen).get("note"), None, "a chosen ID is no guess");
}

#[test]
fn replies_warn_about_the_order_of_work() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        tasks(
            &mut bench,
            &json!([
                {"id": "a", "title": "A", "schedule": {"due_date": "2026-12-10"}},
                {"id": "b", "title": "B", "dependencies": ["a"]},
                {"id": "c", "title": "C", "children": [{"id": "d", "title": "D"}], "dependencies": ["a"]},
            ]),
        );
        let mut update = |task: Value| bench.text("handoff_update_task", &json!({ "task": task }));
        assert_eq!(
            update(json!({"id": "b", "status": "in_progress"})),
            "Updated task b: B [in_progress]\nWaits for a A.\nWarning: b is in_progress, but waits for a A, which is todo."
        );
        assert_eq!(
            update(json!({"id": "d", "status": "done"})),
            "Updated task d: D [done]\nAll subtasks of c C are finished: set its status.\n\
             Warning: d is done, but waits for a A, which is todo."
        );
        assert_eq!(update(json!({"id": "b", "notes": "n"})), "Updated task b: B [in_progress]", "nothing new");
        let early = "Warning: b is due 2026-12-09, a day before a A (2026-12-10), which it waits for.";
        assert_eq!(
            update(json!({"id": "b", "schedule": {"due_date": "2026-12-09"}})),
            format!("Updated task b: B [in_progress]\nWaits for a A.\n{early}")
        );
        let later = early.replace("a day", "3 days").replace("2026-12-10", "2026-12-12");
        assert_eq!(
            update(json!({"id": "a", "schedule": {"due_date": "2026-12-12"}})),
            format!("Updated task a: A [todo]\n{later}"),
            "from either side"
        );
        assert_eq!(
            update(json!({"id": "a", "status": "blocked"})),
            "Updated task a: A [blocked]\nWarning: a is blocked without a reason. Add it with notes_append."
        );
        assert_eq!(
            update(json!({"id": "a", "notes_append": "Waiting for the key."})),
            "Updated task a: A [blocked]\nBlocked by: Waiting for the key."
        );
        bench.text("handoff_update_task", &json!({"task": {"id": "d", "status": "blocked", "notes": "No server"}}));
        assert_eq!(task(&mut bench, "d")["blocked_by"], json!("No server"), "notes without a timestamp");
        let a = task(&mut bench, "a");
        assert_eq!((&a["blocked_by"], a.get("waits_for")), (&json!("Waiting for the key."), None));
        assert_eq!(task(&mut bench, "b")["waits_for"], json!(["a A [blocked]"]));
        assert_eq!(a.get("dependents"), None);
        let unknown = json!({"task": {"id": "a", "schedule": {"milestone": "N"}}});
        let text = bench.text("handoff_update_task", &unknown);
        assert!(
            text.ends_with(
                "\nWarning: The milestone N is not in the configuration. Add it with its date in milestones."
            ),
            "{text}"
        );
        let bulk = json!({"updates": [{"task_id": "b", "status": "review"}]});
        let answer = bench.value("handoff_bulk_update_tasks", &bulk);
        assert_eq!(answer["warnings"], json!(["b is review, but waits for a A, which is blocked."]));
        let milestone = json!({"task": {"id": "a", "schedule": {"milestone": "M"}}, "milestones": [{"name": "M", "date": "2026-12-11"}]});
        let text = bench.text("handoff_update_task", &milestone);
        assert!(text.ends_with("\nWarning: a is due 2026-12-12, after its milestone M (2026-12-11)."), "{text}");
        let closed = json!({"task": {"id": "a", "status": "skipped", "schedule": {"due_date": "2026-12-20"}}});
        assert_eq!(
            bench.text("handoff_update_task", &closed),
            "Updated task a: A [skipped]",
            "nothing is late any more"
        );
    }
}

#[test]
fn lists_answer_what_is_next() {
    let mut bench = Bench::new("toml");
    tasks(
        &mut bench,
        &json!([
            {"id": "g", "title": "G", "children": [
                {"id": "a", "title": "A", "priority": "high", "done_criteria": ["one", "two"], "schedule": {"milestone": "M", "estimate_hours": 1.25}},
                {"id": "b", "title": "B", "dependencies": ["a"], "assignee": "lee"},
            ]},
            {"id": "c", "title": "C", "status": "skipped", "schedule": {"estimate_hours": 4, "milestone": "M", "due_date": "2026-12-30"}},
        ]),
    );
    bench.text("handoff_update_task", &json!({"task": {"id": "a", "schedule": {"due_date": "2026-12-10"}}}));
    bench.text(
        "handoff_update_task",
        &json!({"task": {"id": "b", "schedule": {"milestone": "M", "due_date": "2026-12-09"}}}),
    );
    bench.text("handoff_update_task", &json!({"task": {"id": "a", "check": [0], "log_hours": 0.75}}));
    let list = bench.value("handoff_list_tasks", &json!({}));
    let [a, b] = [0, 1].map(|index| &list["task_tree"][0]["children"][index]);
    assert_eq!((&a["priority"], &a["open_criteria"], &a["ready"]), (&json!("high"), &json!(1), &json!(true)));
    assert_eq!((b.get("ready"), b.get("open_criteria"), &b["assignee"]), (None, None, &json!("lee")));
    assert_eq!(list["task_tree"][0].get("ready"), None, "a group is not started");
    assert_eq!(list["task_summary"]["work"], json!({"total": 3, "finished": 1, "completion_rate": 1.0 / 3.0}));
    assert_eq!(list["task_summary"]["completion_rate"], json!(0.25), "as handoff-mcp counts");
    let filtered = bench.value("handoff_list_tasks", &json!({"milestone_filter": "M"}));
    let summary = &filtered["task_summary"];
    assert_eq!((&summary["total"], &summary["total_estimate_hours"]), (&json!(3), &json!(5.25)));
    let next = bench.value("handoff_next_task", &json!({}));
    assert_eq!((&next["task"]["id"], &next["task"]["open_criteria"]), (&json!("a"), &json!(["two"])));
    let metrics = bench.value("handoff_get_metrics", &json!({}));
    assert_eq!(metrics["total_remaining_hours"], json!(0.5), "of the estimates of open tasks");
    assert_eq!(metrics["milestones"][0]["latest_due"], json!("2026-12-10"), "of open tasks");
    let work = json!({"total": 3, "finished": 1, "completion_percent": 33.3, "by_status": {"todo": 2, "skipped": 1}});
    assert_eq!((&metrics["work"], &metrics["total"]), (&work, &json!(4)));
}

#[test]
fn hours_have_two_decimals() {
    let mut bench = Bench::new("toml");
    tasks(&mut bench, &json!([{"id": "a", "title": "A", "schedule": {"remaining_hours": 3}}]));
    let log = |hours: f64| json!({"task_id": "a", "hours": hours});
    assert_eq!(bench.text("handoff_log_time", &log(1.25)), "Logged 1.25h on a: 1.25h in total, 1.75h remaining.");
    assert_eq!(bench.text("handoff_log_time", &log(0.75)), "Logged 0.75h on a: 2h in total, 1h remaining.");
}

#[test]
fn fields_that_a_call_does_not_apply_are_named() {
    let mut bench = Bench::new("toml");
    tasks(&mut bench, &json!([{"id": "a", "title": "A"}, {"id": "b", "title": "B"}]));
    assert_eq!(
        bench.text("handoff_update_task", &json!({"task": {"id": "a", "notes": "n"}, "parent_id": "b"})),
        "Updated task a: A [todo]\nparent_id is for new tasks: a was not moved under b; use move_to."
    );
    assert_eq!(
        bench.text("handoff_update_task", &json!({"task": {"id": "a", "status": "done"}, "move_to": "b"})),
        "Moved task a under b.\nmove_to only moves the task; the other fields were left out. Send them in another call."
    );
    assert_eq!(
        bench.text("handoff_update_task", &json!({"task": {"id": "a", "notes": "n"}, "parent_id": "b"})),
        "Updated task a: A [todo]",
        "it is there already"
    );
}
