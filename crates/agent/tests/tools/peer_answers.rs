//! Tools beside those of memories, with the arguments and the result keys of `handoff-mcp`.

use serde_json::{Value, json};

use crate::support::Bench;

fn import(bench: &mut Bench, more: &Value) -> Value {
    let mut arguments = json!({"source": {"description": "a list", "format": "text"}});
    arguments.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    bench.value("handoff_import_context", &arguments)
}

#[test]
fn import_of_raw_notes_closes_the_active_session() {
    for (skips_close, open) in [(false, 1), (true, 2)] {
        let mut bench = Bench::new("json");
        bench.text("handoff_save_context", &json!({"summary": "Before", "session_status": "active"}));
        import(&mut bench, &json!({"raw_notes": "Rows may be empty", "skip_session_close": skips_close}));
        let sessions = bench.value("handoff_list_sessions", &json!({}));
        let sessions = sessions["sessions"].as_array().expect("a list");
        let closed = sessions.iter().filter(|session| session["status"] == "closed").count();
        assert_eq!(sessions.len() - closed, open, "{sessions:?}");
    }
}

#[test]
fn import_applies_orders() {
    for layout in ["json", "toml"] {
        let mut bench = Bench::new(layout);
        bench.text("handoff_update_task", &json!({"task": {"title": "Old", "order": 3}}));
        let parts = json!([{"title": "Late part", "order": 9}, {"title": "Early part", "order": 8}]);
        let tasks = json!([
            {"title": "Third", "order": 4, "children": parts}, {"title": "First", "order": 1},
            {"title": "Second", "order": 2},
        ]);
        import(&mut bench, &json!({"tasks": tasks}));
        let list = bench.value("handoff_list_tasks", &json!({})).to_string();
        let position = |title: &str| list.find(title).unwrap_or_else(|| panic!("{title} in {list}"));
        let titles = ["First", "Second", "Old", "Third", "Early part", "Late part"];
        assert!(titles.map(position).is_sorted(), "{layout}: {list}");
    }
}

#[test]
fn get_task_lists_legacy_links_as_files() {
    let mut bench = Bench::new("json");
    let links = json!(["src/rows.rs", "docs/feed.md", "src/rows.rs"]);
    let task_links = json!([
        {"target": "docs/feed.md", "link_type": "file", "label": "Feed"}, {"target": "src/rows.rs", "link_type": "url"},
    ]);
    bench.text("handoff_update_task", &json!({"task": {"id": "t1", "title": "Rows"}}));
    let path = bench.paths().into_iter().find(|path| path.starts_with("tasks/")).expect("its file");
    let mut file: Value = serde_json::from_str(&bench.file(&path).expect("its file")).expect("JSON");
    file["links"] = links;
    file["task_links"] = task_links;
    bench.put(&path, &file.to_string());
    let task = bench.value("handoff_get_task", &json!({"task_id": "t1"}));
    assert_eq!(
        task["task_links"],
        json!([
            {"target": "docs/feed.md", "link_type": "file", "label": "Feed"},
            {"target": "src/rows.rs", "link_type": "url"},
            {"target": "src/rows.rs", "link_type": "file"},
        ])
    );
}

#[test]
fn lines_of_pointers_may_be_numbers() {
    for (lines, stored) in [
        (json!(42), "42"),
        (json!([1, 5]), "1-5"),
        (json!([1, 5, 9]), "1, 5, 9"),
        (json!("1-5"), "1-5"),
        (json!("42, 50-51"), "42, 50-51"),
    ] {
        let pointer = json!({"path": "src/rows.rs", "lines": lines});
        let mut bench = Bench::new("json");
        let save = json!({"summary": "s", "session_status": "active", "context_pointers": [pointer]});
        bench.text("handoff_save_context", &save);
        let context = bench.value("handoff_load_context", &json!({"format": "json"}));
        assert_eq!(context["context_pointers"][0]["lines"], stored, "{context}");
        let pointer = json!({"path": "src/feed.rs", "lines": lines});
        bench.text("handoff_update_session", &json!({"add_context_pointer": pointer}));
        let context = bench.value("handoff_load_context", &json!({"format": "json"}));
        assert_eq!(context["context_pointers"][1]["lines"], stored, "{context}");
    }
    for lines in [json!({}), json!(["x"]), json!(-1), json!(true)] {
        let save = json!({"summary": "s", "context_pointers": [{"path": "src/rows.rs", "lines": lines}]});
        let refusal = Bench::new("json").refusal("handoff_save_context", &save);
        assert!(refusal.starts_with("The argument context_pointers"), "{lines}: {refusal}");
    }
    let save = json!({"context_pointers": [{"path": "src/rows.rs", "lines": 42}], "blockers": 1});
    let refusal = Bench::new("json").refusal("handoff_save_context", &save);
    assert!(refusal.contains("blockers"), "{refusal}");
}

#[test]
fn update_calendar_without_changes_succeeds() {
    let mut bench = Bench::new("json");
    let before = bench.file("config.toml");
    for arguments in [json!({}), json!({"day_hours": null})] {
        bench.text("handoff_update_calendar", &arguments);
    }
    assert_eq!(bench.file("config.toml"), before);
}

#[test]
fn context_as_json_has_the_name_of_the_project() {
    let mut bench = Bench::new("json");
    let context = bench.value("handoff_load_context", &json!({"format": "json"}));
    assert_eq!((&context["project"], context.get("project_description")), (&json!("Test"), None));
    bench.text("handoff_update_config", &json!({"updates": {"project.description": "Tides"}}));
    let context = bench.value("handoff_load_context", &json!({"format": "json"}));
    assert_eq!((&context["project"], &context["project_description"]), (&json!("Test"), &json!("Tides")));
}

#[test]
fn context_as_markdown_names_nested_projects_and_requests() {
    let mut bench = Bench::new("json");
    let referral = json!({
        "id": "ref-1", "source_project": "Harbour", "source_project_dir": "/projects/harbour",
        "created_at": "2026-11-21T00:00:00Z", "referral_type": "bug", "summary": "Fix the feed", "tasks": [],
    });
    bench.put("referrals/20261121-000000-000000000-harbour.open.json", &referral.to_string());
    let mut inner = Bench::new("toml");
    inner.text("handoff_update_task", &json!({"tasks": [{"title": "a"}, {"title": "b", "status": "skipped"}]}));
    bench.others = vec![("/projects/here/packages/inner".to_owned(), inner)];
    let context = bench.text("handoff_load_context", &json!({}));
    let requests = "\n## Requests (handoff_list_referrals)\n- bug from Harbour: Fix the feed (ref-1)\n";
    assert!(context.contains(requests), "{context}");
    let nested = "\n## Nested projects\n- Test in packages/inner: 2 tasks, 1 open\n";
    assert!(context.contains(nested), "{context}");
    bench.others.clear();
    assert!(!bench.text("handoff_load_context", &json!({})).contains("Nested"));
}

#[test]
fn refer_warns_of_documents_that_do_not_exist() {
    let mut bench = Bench::new("json");
    bench.around.insert("docs/feed.md".to_owned(), "# Feed\n".to_owned());
    bench.others = vec![("/projects/there".to_owned(), Bench::new("json"))];
    bench.text("handoff_doc_save", &json!({"slug": "tides", "title": "Tides", "body": "# Tides\n"}));
    let warning = |bench: &mut Bench, spec_docs: Value| {
        let context = json!({"spec_docs": spec_docs});
        let refer = json!({"target_project_dir": "/projects/there", "summary": "S", "context": context});
        let text = bench.text("handoff_refer", &refer);
        text.lines().find(|line| line.contains("spec_docs")).map(str::to_owned)
    };
    let known = json!(["docs/feed.md", "docs/feed.md#rows", "tides", "https://example.invalid/spec"]);
    assert_eq!(warning(&mut bench, known), None);
    let unknown = json!(["docs/feed.md", "docs/gone.md", "waves"]);
    let expected = "Warning: context.spec_docs names what does not exist in this project: docs/gone.md, waves.";
    assert_eq!(warning(&mut bench, unknown).as_deref(), Some(expected));
}

#[test]
fn timer_without_an_entry_has_a_message() {
    let mut bench = Bench::new("json");
    bench.text("handoff_update_task", &json!({"task": {"id": "t1", "title": "Rows"}}));
    let time = |bench: &mut Bench| bench.value("handoff_timer_get_time", &json!({"task_id": "t1"}));
    assert_eq!(time(&mut bench)["message"], "This task has no timer.");
    bench.text("handoff_timer_start", &json!({"task_id": "t1"}));
    assert_eq!(time(&mut bench).get("message"), None);
}

#[test]
fn lists_repeat_what_is_stored() {
    let mut bench = Bench::new("json");
    let config = bench.file("config.toml").expect("a configuration");
    let more = "[milestones.alpha]\ndate = \"2026-12-05\"\n\n[assignees.noor]\nclosed_weekdays = [\"Sun\", 6]\n\n\
        [assignees.lee]\ndisplay_name = \"Lee\"\n";
    bench.put("config.toml", &format!("{config}\n{more}"));
    let milestones = bench.value("handoff_list_milestones", &json!({}));
    assert_eq!(
        milestones["milestones"]["alpha"],
        json!({"date": "2026-12-05", "color": null, "description": null, "version": null, "status": "planning", "order": null, "depends_on": []})
    );
    let assignees = bench.value("handoff_list_assignees", &json!({}));
    assert_eq!(assignees["assignees"]["noor"]["closed_weekdays"], json!(["Sun", 6]));
    let project = bench.value("handoff_get_config", &json!({}))["calendar"]["closed_weekdays"].clone();
    let expected = if project.is_null() { json!([0, 6]) } else { project };
    assert_eq!(assignees["assignees"]["lee"]["closed_weekdays"], expected);
}

#[test]
fn texts_of_sessions_and_referrals_can_be_parsed() {
    let mut bench = Bench::new("json");
    bench.text("handoff_save_context", &json!({"summary": "Before", "session_status": "active"}));
    let source = bench.value("handoff_list_sessions", &json!({}))["sessions"][0]["id"].clone();
    let value_after_line = |text: &str| -> Value {
        let (_, value) = text.split_once("\n\n").unwrap_or_else(|| panic!("{text}"));
        serde_json::from_str(value).expect("JSON")
    };
    let fork = bench.text("handoff_fork_session", &json!({"source_session_id": source, "summary": "After"}));
    let fork = value_after_line(&fork)["session_id"].clone();
    let merge = json!({"source_session_ids": [source, fork], "target_session_id": fork});
    let merged = bench.text("handoff_merge_sessions", &merge);
    assert_eq!(value_after_line(&merged)["closed_sessions"], json!([source]));

    bench.others = vec![("/projects/there".to_owned(), Bench::new("json"))];
    let refer = json!({"target_project_dir": "/projects/there", "summary": "S"});
    let text = bench.text("handoff_refer", &refer);
    let id = text.lines().next().and_then(|line| line.strip_prefix("Referral sent: ")).map(str::to_owned);
    let (_, other) = bench.others.first_mut().expect("the other project");
    let known = other.value("handoff_get_referral", &json!({"referral_id": id}));
    assert_eq!(known["summary"], "S");
}

#[test]
fn warnings_of_the_context_are_a_text_and_a_list() {
    let mut bench = Bench::new("json");
    let context = bench.value("handoff_load_context", &json!({"format": "json", "session_id": "s-gone"}));
    assert_eq!(context["warnings"], json!([context["warning"]]));
    let context = bench.value("handoff_load_context", &json!({"format": "json"}));
    assert_eq!((context.get("warning"), context.get("warnings")), (None, None));
}

#[test]
fn lists_have_the_keys_of_the_other_server() {
    let mut bench = Bench::new("json");
    let config = bench.file("config.toml").expect("a configuration");
    bench.put("config.toml", &format!("{config}\n[assignees.noor]\nwork_start_hour = 9\nwork_end_hour = 17\n"));
    let noor = bench.value("handoff_list_assignees", &json!({}))["assignees"]["noor"].clone();
    assert_eq!((&noor["work_start_hour"], &noor["work_end_hour"]), (&json!(9), &json!(17)));
    let session = json!({
        "id": "s-1", "summary": "S", "ended_at": "2026-11-21T00:00:00Z", "agent_id": "a-1", "scope": "primary",
        "worktree": "/projects/here",
    });
    bench.put("sessions/20261121-000000-s.closed.json", &session.to_string());
    let row = &bench.value("handoff_list_sessions", &json!({}))["sessions"][0];
    assert_eq!(
        (&row["agent_id"], &row["scope"], &row["worktree"]),
        (&json!("a-1"), &json!("primary"), &json!("/projects/here"))
    );
}
