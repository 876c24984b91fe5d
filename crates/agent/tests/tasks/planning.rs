//! Tools that report on the plan, and the scheduler.

use serde_json::{Value, json};

use crate::support::Bench;

fn create(bench: &mut Bench, task: &Value, parent: Option<&str>) {
    bench.text("handoff_update_task", &json!({"task": task, "parent_id": parent}));
}

#[test]
fn metrics_count_parent_hours_once_and_use_the_budget() {
    // Defects 16 and 19: handoff-mcp adds parents to their subtasks and omits what is below
    // finished tasks.
    for layout in ["json", "toml"] {
        let mut bench = Bench::new(layout);
        let hours =
            |estimate: f64, actual: f64| json!({"estimate_hours": estimate, "actual_hours": actual, "milestone": "m"});
        create(&mut bench, &json!({"id": "p", "title": "p", "schedule": hours(10.0, 0.5)}), None);
        create(&mut bench, &json!({"id": "a", "title": "a", "assignee": "ai", "schedule": hours(5.0, 1.0)}), Some("p"));
        let late = json!({"estimate_hours": 4, "due_date": "2026-11-29"});
        create(&mut bench, &json!({"id": "b", "title": "b", "schedule": late}), Some("p"));
        create(&mut bench, &json!({"id": "c", "title": "c", "status": "skipped"}), None);
        bench.text("handoff_update_config", &json!({"updates": {"effort_budget.total_hours": 20}}));
        let text = bench.file("config.toml").expect("a configuration");
        bench.put("config.toml", &text.replace("total_hours = 20", "total_hours = 20 # agreed"));

        let metrics = bench.value("handoff_get_metrics", &json!({}));
        for (key, value) in [
            ("total", json!(4)),
            ("by_status", json!({"todo": 3, "skipped": 1})),
            ("completion_percent", json!(25.0)),
            ("total_estimate_hours", json!(9.0)),
            ("all_estimate_hours", json!(19.0)),
            ("total_adjusted_estimate_hours", json!(1.8)),
            ("total_actual_hours", json!(1.5)),
            ("ai_estimate_multiplier", json!(0.2)),
            ("overdue_count", json!(1)),
            ("overdue_tasks", json!([{"id": "b", "title": "b", "due_date": "2026-11-29", "days_overdue": 2}])),
            ("budget", json!({"total_hours": 20.0, "used_hours": 1.5, "remaining_hours": 18.5})),
        ] {
            assert_eq!(metrics[key], value, "{key}");
        }
        assert_eq!(
            metrics["milestones"],
            json!([{"name": "m", "date": null, "latest_due": null, "done": 0, "total": 2,
                "work": {"total": 1, "finished": 0, "completion_percent": 0.0}, "estimate_hours": 5.0,
                "all_estimate_hours": 15.0, "adjusted_estimate_hours": 1.0, "actual_hours": 1.5}])
        );
        let mine = bench.value("handoff_get_metrics", &json!({"assignee": "ai"}));
        assert_eq!((&mine["total"], &mine["total_estimate_hours"]), (&json!(1), &json!(5.0)));
        let remaining = metrics["total_remaining_hours"].clone();
        for (agents, adjusted) in [(json!([]), 9.0), (json!(["ai"]), 5.0), (Value::Null, 1.8)] {
            bench.text("handoff_update_config", &json!({"updates": {"settings.custom_fields.agents": agents}}));
            let metrics = bench.value("handoff_get_metrics", &json!({}));
            assert_eq!(metrics["total_adjusted_estimate_hours"], json!(adjusted), "agents {agents}");
        }
        assert_eq!(remaining, json!(4.0), "what is left follows the plan");
        bench.text("handoff_add_assignee", &json!({"key": "ai"}));
        let metrics = bench.value("handoff_get_metrics", &json!({}));
        assert_eq!(metrics["total_adjusted_estimate_hours"], json!(5.0), "the assignee ai is an agent");
        assert_eq!(bench.value("handoff_list_tasks", &json!({}))["task_summary"]["total_estimate_hours"], json!(9.0));
    }
}

#[test]
fn capacity_spreads_work_over_working_days() {
    // Defect 17: handoff-mcp uses closed days, allocates more hours than there are, and prefers the
    // project's hours.
    let mut bench = Bench::new("json");
    bench.text("handoff_update_calendar", &json!({"day_hours": {"mon": 2}}));
    let set_agents = |bench: &mut Bench, agents: Value| {
        bench.text("handoff_update_config", &json!({"updates": {"settings.custom_fields.agents": agents}}))
    };
    set_agents(&mut bench, json!([]));
    bench.text(
        "handoff_add_assignee",
        &json!({"key": "lee", "day_hours": {"mon": 6}, "closed_weekdays": ["sat", "sun"]}),
    );
    let dates = json!({"start_date": "2026-12-03", "due_date": "2026-12-07", "estimate_hours": 11});
    create(&mut bench, &json!({"id": "a", "title": "a", "assignee": "lee", "schedule": dates}), None);
    let arguments = json!({"assignee": "lee", "start_date": "2026-12-03", "end_date": "2026-12-07"});
    let answer = bench.value("handoff_get_capacity", &arguments);
    let day = |date: &str, capacity: f64, allocated: f64| json!({"date": date, "capacity_hours": capacity, "allocated_hours": allocated});
    assert_eq!(
        answer["days"],
        json!([
            day("2026-12-03", 8.0, 4.0),
            day("2026-12-04", 8.0, 4.0),
            day("2026-12-05", 0.0, 0.0),
            day("2026-12-06", 0.0, 0.0),
            day("2026-12-07", 6.0, 3.0)
        ])
    );
    let sums = ["work_days", "total_hours", "allocated_hours", "available_hours"].map(|key| answer[key].clone());
    assert_eq!(sums, [json!(3), json!(22.0), json!(11.0), json!(11.0)]);
    let all = bench.value("handoff_get_capacity", &json!({"start_date": "2026-12-07", "end_date": "2026-12-07"}));
    assert_eq!(all["days"], json!([day("2026-12-07", 6.0, 3.0)]), "lee is the only assignee");
    set_agents(&mut bench, Value::Null);
    let answer = bench.value("handoff_get_capacity", &arguments);
    assert_eq!(answer["allocated_hours"], json!(2.2), "the multiplier applies to everybody");
    let other = json!({"assignee": "kim", "start_date": "2026-12-07", "end_date": "2026-12-07"});
    assert_eq!(bench.value("handoff_get_capacity", &other)["days"], json!([day("2026-12-07", 2.0, 0.0)]));
    for (start, end) in [("2026-12-07", "2026-12-06"), ("2026-12-07", "2056-12-07"), ("soon", "2026-12-06")] {
        bench.refusal("handoff_get_capacity", &json!({"start_date": start, "end_date": end}));
    }
}

fn session(layout: &str, name: &str, status: &str, with_decision: bool) -> (String, String) {
    let path = format!("sessions/{name}.{status}.{layout}");
    let decision = match (layout, with_decision) {
        ("json", true) => ",\n  \"decisions\": [\n    {\n      \"decision\": \"first\",\n      \"mine\": 1\n    }\n  ]",
        ("toml", true) => "\n[[decisions]]\ndecision = \"first\"\nmine = 1 # kept\n",
        _ => "",
    };
    let text = match layout {
        "json" => format!("{{\n  \"version\": 2,\n  \"id\": \"s-{name}\",\n  \"summary\": \"S\"{decision}\n}}"),
        _ => format!("version = 2 # kept\nid = \"s-{name}\"\nsummary = \"S\"\n{decision}"),
    };
    (path, text)
}

#[test]
fn auto_schedule_previews_then_writes_dates_and_decision() {
    // Defect 18: handoff-mcp ignores the new dates of dependencies, drifts on a rerun, and
    // schedules parents like leaves.
    for layout in ["json", "toml"] {
        let mut bench = Bench::new(layout);
        create(&mut bench, &json!({"id": "t10", "title": "p"}), None);
        create(
            &mut bench,
            &json!({"id": "a", "title": "a", "dependencies": [], "schedule": {"estimate_hours": 12}}),
            Some("t10"),
        );
        create(
            &mut bench,
            &json!({"id": "b", "title": "b", "dependencies": ["a"], "schedule": {"estimate_hours": 4}}),
            None,
        );
        let pinned = json!({"start_date": "2026-12-21", "due_date": "2026-12-21", "estimate_hours": 8, "pinned": true});
        create(&mut bench, &json!({"id": "c", "title": "c", "schedule": pinned}), None);
        let files = [
            session(layout, "20261121-000001-one", "active", true),
            session(layout, "20261121-000002-two", "active", false),
            session(layout, "20261121-000003-three", "paused", true),
        ];
        for (path, text) in &files {
            bench.put(path, text);
        }
        let before = bench.paths();
        let preview = bench.value("handoff_auto_schedule", &json!({}));
        let change = |id: &str, start: &str, due: &str| json!({"task_id": id, "old_start": null, "new_start": start, "old_due": null, "new_due": due});
        assert_eq!(
            preview["changes"],
            json!([
                change("t10", "2026-12-01", "2026-12-02"),
                change("a", "2026-12-01", "2026-12-02"),
                change("b", "2026-12-02", "2026-12-02"),
            ])
        );
        assert_eq!(
            (&preview["dry_run"], &preview["scheduled_count"], &preview["changed_count"]),
            (&json!(true), &json!(2), &json!(3))
        );
        assert_eq!(preview["decision_recorded_in_sessions"], json!(0));
        assert_eq!(
            preview["calendar_config"],
            json!({"work_hours_per_day": 8.0, "closed_weekdays": [0, 6], "day_hours": {}})
        );
        assert_eq!(
            bench.value("handoff_get_task", &json!({"task_id": "a"}))["schedule"],
            json!({"estimate_hours": 12.0})
        );

        let result = bench.value("handoff_auto_schedule", &json!({"dry_run": false}));
        assert_eq!((&result["changes"], &result["decision_recorded_in_sessions"]), (&preview["changes"], &json!(2)));
        assert_eq!(bench.value("handoff_get_task", &json!({"task_id": "a"}))["schedule"]["due_date"], "2026-12-02");
        for ((path, text), noted) in files.iter().zip([true, true, false]) {
            let after = bench.file(path).expect("the session");
            assert_eq!(
                after.contains("Auto-scheduled 3 task(s) across 0 assignee(s) from 2026-12-01"),
                noted,
                "{after}"
            );
            assert!(noted || after == *text);
            let foreign_lines = text.lines().filter(|line| line.contains("mine") || line.contains("kept"));
            for line in foreign_lines {
                assert!(after.contains(line), "{line} in\n{after}");
            }
            // The decision is stored in the documented form, so that another program can read it.
            assert!(bench.problems().is_empty(), "{:?}", bench.problems());
        }
        assert_eq!(bench.paths(), before);

        let again = bench.value("handoff_auto_schedule", &json!({"dry_run": false}));
        assert_eq!((&again["changed_count"], &again["decision_recorded_in_sessions"]), (&json!(0), &json!(0)));
    }
}

#[test]
fn undo_reverts_schedule_dates_and_decision() {
    let mut bench = Bench::atlas();
    let files = |bench: &Bench| bench.paths().iter().map(|path| bench.file(path)).collect::<Vec<_>>();
    let before = files(&bench);
    let result = bench.value("handoff_auto_schedule", &json!({"dry_run": false, "start_date": "2026-12-01"}));
    assert_eq!(result["decision_recorded_in_sessions"], json!(1));
    assert_eq!(result["assignee_capacity"]["maya"]["work_hours_per_day"], json!(6.0));
    assert_ne!(files(&bench), before);
    bench.undo();
    assert_eq!(files(&bench), before);
}

#[test]
fn week_without_open_day_is_refused() {
    let mut bench = Bench::new("json");
    bench.text("handoff_update_calendar", &json!({"closed_weekdays": [0, 1, 2, 3, 4, 5, 6]}));
    create(&mut bench, &json!({"title": "a", "schedule": {"estimate_hours": 1}}), None);
    for dry in [true, false] {
        let text = bench.refusal("handoff_auto_schedule", &json!({"dry_run": dry}));
        assert!(text.contains("2026-12-01"), "{text}");
    }
}

#[test]
fn auto_schedule_is_limited_to_the_given_assignee() {
    let mut bench = Bench::new("toml");
    for (id, assignee) in [("a", "lee"), ("b", "kim")] {
        create(
            &mut bench,
            &json!({"id": id, "title": id, "assignee": assignee, "schedule": {"estimate_hours": 1}}),
            None,
        );
    }
    let result = bench.value("handoff_auto_schedule", &json!({"assignee_filter": "kim", "dry_run": false}));
    assert_eq!((&result["scheduled_count"], &result["changes"][0]["task_id"]), (&json!(1), &json!("b")));
    assert_eq!(bench.value("handoff_get_task", &json!({"task_id": "a"}))["schedule"].get("due_date"), None);
}

#[test]
fn overdue_tasks_are_truncated_with_a_count() {
    let mut bench = Bench::new("json");
    for day in 1..=25 {
        let due = json!({"due_date": format!("2026-10-{day:02}")});
        bench.value("handoff_update_task", &json!({"task": {"id": format!("a{day}"), "title": "a", "schedule": due}}));
    }
    let answer = bench.value("handoff_get_metrics", &json!({}));
    assert_eq!(answer["overdue_count"], json!(25));
    assert_eq!(answer["overdue_omitted"], json!(5));
    let ids = |answer: &Value| {
        let tasks = answer["overdue_tasks"].as_array().expect("a list").iter();
        tasks.map(|task| task["id"].as_str().expect("an id").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(ids(&answer).len(), 20);
    assert_eq!(ids(&answer)[..2], ["a1", "a2"]);
    let answer = bench.value("handoff_get_metrics", &json!({"overdue_limit": 100}));
    assert_eq!((ids(&answer).len(), answer.get("overdue_omitted")), (25, None));
}

#[test]
fn changed_dates_are_truncated_in_the_answer_but_all_written() {
    let mut bench = Bench::new("json");
    for number in 1..=3 {
        let task = json!({"id": format!("a{number}"), "title": "a", "schedule": {"estimate_hours": 4}});
        bench.value("handoff_update_task", &json!({"task": task}));
    }
    let answer = bench.value("handoff_auto_schedule", &json!({"dry_run": false, "change_limit": 1}));
    assert_eq!((&answer["changed_count"], &answer["changes_omitted"]), (&json!(3), &json!(2)));
    assert_eq!(answer["changes"].as_array().map(Vec::len), Some(1));
    let task = bench.value("handoff_get_task", &json!({"task_id": "a3"}));
    assert!(task["schedule"]["due_date"].is_string(), "{task}");
}

#[test]
fn reports_have_the_documented_shapes_and_a_limit() {
    let mut bench = Bench::new("toml");
    for number in 0..20 {
        let title = format!("Task {number}");
        let fields = json!({"title": title, "status": "done", "labels": ["ui"], "schedule": {"estimate_hours": 2, "actual_hours": 3}});
        create(&mut bench, &fields, None);
    }
    create(&mut bench, &json!({"title": "Open", "schedule": {"estimate_hours": 5}}), None);
    let report = |bench: &mut Bench, arguments: Value| bench.value("handoff_get_metrics", &arguments);
    let burndown = report(&mut bench, json!({"report": "burndown"}));
    let day = &burndown["days"][0];
    assert_eq!((&burndown["source"], &burndown["exact_from"]), (&json!("log"), &json!("2026-12-01")));
    for (key, value) in [
        ("date", json!("2026-12-01")),
        ("remaining_tasks", json!(1)),
        ("remaining_hours", json!(5.0)),
        ("scope_tasks", json!(21)),
        ("scope_hours", json!(45.0)),
        ("ideal_hours", json!(null)),
    ] {
        assert_eq!(day[key], value, "{key}");
    }
    let flow = report(&mut bench, json!({"report": "flow"}));
    let expected =
        json!({"date": "2026-12-01", "todo": 1, "in_progress": 0, "review": 0, "blocked": 0, "done": 20, "skipped": 0});
    assert_eq!(flow["days"], json!([expected]));
    let estimates = report(&mut bench, json!({"report": "estimates"}));
    assert_eq!(estimates["tasks"].as_array().map(Vec::len), Some(14));
    assert_eq!((&estimates["tasks_omitted"], &estimates["all"]["factor"]), (&json!(6), &json!(1.5)));
    let groups = report(&mut bench, json!({"report": "burndown", "group": "label"}));
    let keys: Vec<&Value> = groups["groups"].as_array().into_iter().flatten().map(|group| &group["key"]).collect();
    assert_eq!(keys, [&json!(""), &json!("ui")]);
    let filtered = report(&mut bench, json!({"report": "burndown", "filter": ["label=ui"]}));
    assert_eq!(filtered["days"][0]["scope_tasks"], json!(20));
    for name in
        ["burnup", "effort", "throughput", "cycle", "earned-value", "forecast", "sessions", "milestones", "summary"]
    {
        assert_eq!(report(&mut bench, json!({"report": name}))["report"], json!(name));
    }
}

#[test]
fn reports_refuse_what_they_do_not_understand() {
    let mut bench = Bench::new("toml");
    for (arguments, sentence) in [
        (json!({"report": "burnout"}), "The argument report must be"),
        (
            json!({"report": "flow", "from": "2026-12-02", "to": "2026-12-01"}),
            "The argument to must be a date on or after from.",
        ),
        (json!({"report": "flow", "filter": ["colour=red"]}), "The argument filter must be a list of conditions"),
    ] {
        let reply = bench.call("handoff_get_metrics", &arguments);
        assert!(reply.failed.is_some() && reply.text.to_string().contains(sentence), "{arguments}: {}", reply.text);
    }
}
