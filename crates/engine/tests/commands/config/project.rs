//! Initialization, configuration, new IDs and estimates.

use handoff_protocol::{Outcome, Text, TextArg};

use crate::commands::tasks::TOML;
use crate::support::{Bench, check, command, dedent, describe};

#[test]
fn update_config_changes_only_the_given_keys() {
    check(
        TOML,
        r##"{"kind":"updateConfig","changes":[{"key":["assignees","a.b","color"],"value":"#102030"},{"key":["settings","custom_fields","wip_limits","review"],"value":3},{"key":["project","name"],"value":"Big"}]}"##,
        r##"
        Changed assignees.a.b.color, settings.custom_fields.wip_limits.review, project.name in the configuration
        write config.toml
          - name = "Small"
          + name = "Big"
          + 
          + [assignees."a.b"]
          + color = "#102030"
          + 
          + [settings.custom_fields.wip_limits]
          + review = 3
        log config: "config""assignees.a.b.color" null "#102030"
        log config: "config""settings.custom_fields.wip_limits.review" null 3
        log config: "config""project.name" "Small" "Big"
        "##,
    );
}

#[test]
fn weekdays_are_changed_one_by_one_in_the_spelling_of_the_file() {
    let days = |list: &str| {
        let text = format!(
            "=== config.toml\n[calendar]\nclosed_weekdays = {list}\n[calendar.day_hours]\nfri = 3\nFriday = 5\n"
        );
        Bench::from_text(&text)
    };
    let config = |bench: &Bench| String::from_utf8_lossy(bench.tree.file("config.toml").unwrap()).into_owned();
    for (before, seen, value, after) in [
        (r#"[0, "Saturday"]"#, r#"["sat","sun"]"#, r#"["fri","sat","sun"]"#, r#"[0, "Saturday", "fri"]"#),
        (r#"[0, "Saturday", 5]"#, r#"["sat","sun"]"#, r#"["sun"]"#, "[0, 5]"),
        (r#"["sun"]"#, r#"["sat","sun"]"#, r#"["fri","sat","sun"]"#, r#"["sun", "fri"]"#),
        (r#"["Sun"]"#, r#"["sun"]"#, "[]", "[]"),
    ] {
        let mut bench = days(before);
        let change = format!(r#"{{"key":["calendar","closed_weekdays"],"value":{value},"seen":{seen}}}"#);
        bench.run(&command(&format!(r#"{{"kind":"updateConfig","changes":[{change}]}}"#))).unwrap();
        assert!(config(&bench).contains(&format!("closed_weekdays = {after}\n")), "{before}: {}", config(&bench));
    }
    for (value, after) in [("4", "fri = 3\nFriday = 4"), ("null", "fri = 3")] {
        let mut bench = days("[]");
        let change = format!(r#"{{"key":["calendar","day_hours","fri"],"value":{value}}}"#);
        bench.run(&command(&format!(r#"{{"kind":"updateConfig","changes":[{change}]}}"#))).unwrap();
        assert!(
            config(&bench).trim_end().ends_with(&format!("[calendar.day_hours]\n{after}")),
            "{value}: {}",
            config(&bench)
        );
    }
}

#[test]
fn estimates_apply_to_the_named_tasks_and_undo_as_one_step() {
    const OPEN: &str = r#"
        === config.toml
        [project]
        name = "Small"
        === tasks/t1-a/_task.todo.json
        {"id": "t1", "title": "A", "schedule": {"estimate_hours": 5.0}}
        === tasks/t2-b/_task.todo.json
        {"id": "t2", "title": "B"}
    "#;
    let estimates = r#""estimates":[{"id":"t2","hours":1.5}]"#;
    let status = r#""patch":{"status":"in_progress"}"#;
    for request in [
        format!(r#"{{"kind":"updateTasks","ids":["t1","t2"],{status},{estimates}}}"#),
        format!(r#"{{"kind":"updateTasks","ids":["t1","t2"],{status},"card":{{"kind":"last"}},{estimates}}}"#),
    ] {
        let mut bench = Bench::from_text(&dedent(OPEN));
        assert!(matches!(bench.commit(&command(&request)), Outcome::Done { .. }), "{request}");
        let hours = |name: &str| {
            let text = String::from_utf8_lossy(bench.tree.file(name).unwrap()).into_owned();
            serde_json::from_str::<serde_json::Value>(&text).unwrap()["schedule"]["estimate_hours"].as_f64()
        };
        assert_eq!(hours("tasks/t1-a/_task.in_progress.json"), Some(5.0));
        assert_eq!(hours("tasks/t2-b/_task.in_progress.json"), Some(1.5));
        bench.commit(&command(r#"{"kind":"undo"}"#));
        assert!(bench.tree.file("tasks/t2-b/_task.todo.json").is_some(), "one undo step reverts both");
    }
}

#[test]
fn init_creates_configuration_and_folders() {
    for (layout, first, custom) in [
        ("json", "t1", "[settings.custom_fields]\nhandoff_layout = \"json\"\n"),
        ("toml", "t1", "[settings.custom_fields]\nhandoff_layout = \"toml\"\n"),
    ] {
        let mut bench = Bench::new(Vec::new());
        let init = command(&format!(r#"{{"kind":"initProject","name":"New","description":" ","layout":"{layout}"}}"#));
        bench.run(&init).unwrap();
        assert!(bench.tree.is_folder("tasks") && bench.tree.is_folder("sessions") && bench.tree.is_folder("memory"));
        let config = String::from_utf8_lossy(bench.tree.file("config.toml").unwrap()).into_owned();
        assert!(config.contains("name = \"New\"") && config.contains("multi_session = true"), "{config}");
        assert!(config.contains(custom) && !config.contains("description"), "{config}");
        assert!(config.contains("require_estimate_hours = false\n"), "{config}");
        let create = command(r#"{"kind":"changeTasks","tasks":[{"fields":{"title":"One"}}]}"#);
        assert_eq!(bench.run(&create).unwrap().created, [first]);
        let start =
            command(&format!(r#"{{"kind":"updateTasks","ids":["{first}"],"patch":{{"status":"in_progress"}}}}"#));
        bench.run(&start).unwrap();
        assert!(describe(&bench.run(&init)).starts_with("refused AlreadyInitialized"));
    }
}

#[test]
fn new_id_never_reuses_a_number_of_the_tree() {
    for (project, parent, expected) in [
        ("=== tasks/t1-a/_task.todo.json\n{\"id\":\"t1\",\"title\":\"\"}\n=== tasks/t7-orphan/\n", "null", "t8"),
        (
            "=== tasks/t1-a/_task.todo.json\n{\"id\":\"t1\",\"title\":\"\"}\n=== tasks/t1-a/t9-deep/_task.todo.json\n{\"id\":\"t9\",\"title\":\"\"}\n",
            "null",
            "t10",
        ),
        (
            "=== tasks/t1-a/_task.todo.json\n{\"id\":\"t1\",\"title\":\"\"}\n=== tasks/t2-b/_task.todo.json\n{\"id\":\"t2\",\"title\":\"\"}\n=== tasks/t2-b/t1.4-moved/_task.todo.json\n{\"id\":\"t1.4\",\"title\":\"\"}\n",
            "\"t1\"",
            "t1.5",
        ),
        (
            "=== tasks/feat-login-x/_task.todo.json\n{\"id\":\"feat-login\",\"title\":\"\"}\n=== tasks/feat-login-x/feat-login.sso-y/_task.todo.json\n{\"id\":\"feat-login.sso\",\"title\":\"\"}\n",
            "\"feat-login\"",
            "feat-login.1",
        ),
        ("=== tasks/09-todo--a/task.toml\nid = \"09\"\ntitle = \"\"\n", "null", "10"),
        ("=== tasks/99-todo--a/task.toml\nid = \"99\"\ntitle = \"\"\n", "null", "100"),
        ("=== tasks/01-todo--a/task.toml\nid = \"01\"\ntitle = \"\"\n", "\"01\"", "01.1"),
        ("=== tasks/\n", "null", "t1"),
    ] {
        let mut bench = Bench::from_text(project);
        let request = format!(r#"{{"kind":"changeTasks","tasks":[{{"parent":{parent},"fields":{{"title":"New"}}}}]}}"#);
        assert_eq!(bench.run(&command(&request)).unwrap().created, [expected], "{project}");
    }
}

#[test]
fn one_change_is_said_in_the_words_of_the_settings_page() {
    let project = "=== config.toml\nlabels = [\"api\", \"ui\"]\n[project]\nname = \"P\"\n[effort_budget]\ntotal_hours = 420.0\n\
                   [assignees.maya]\nwork_hours_per_day = 7.0\n[milestones.Beta]\ndate = \"2026-12-01\"\n";
    let title = |text: &Text| match text.args.get("setting") {
        Some(TextArg::Setting { title, .. }) => title.to_string(),
        _ => String::new(),
    };
    for (changes, sentence, name) in [
        (
            r#"{"key":["effort_budget","total_hours"],"value":450}"#,
            "effort_budget.total_hours: 420 → 450",
            "Budget in hours",
        ),
        (
            r#"{"key":["effort_budget","total_hours"],"value":null}"#,
            "effort_budget.total_hours: 420 → not set",
            "Budget in hours",
        ),
        (
            r#"{"key":["settings","memory_enabled"],"value":false}"#,
            "settings.memory_enabled: not set → off",
            "Use memories",
        ),
        (r#"{"key":["started_at"],"value":"2026-11-02"}"#, "started_at: not set → 2026-11-02", "First day"),
        (
            r#"{"key":["assignees","maya","work_hours_per_day"],"value":6}"#,
            "assignees.maya.work_hours_per_day: 7 → 6",
            "Hours per day (maya)",
        ),
        (
            r#"{"key":["calendar","day_hours","fri"],"value":4}"#,
            "Changed calendar.day_hours.fri",
            "Hours by weekday and date (fri)",
        ),
        (
            r#"{"key":["settings","custom_fields","wip_limits","review"],"value":3}"#,
            "settings.custom_fields.wip_limits.review: not set → 3",
            "WIP limit of review",
        ),
        (
            r#"{"key":["settings","timer_provider"],"value":"mcp"}"#,
            "Changed settings.timer_provider",
            "Who runs timers",
        ),
        (r#"{"key":["labels"],"value":["api"],"seen":["api","ui"]}"#, "Removed ui from the labels", ""),
        (r#"{"key":["milestones","Beta"],"value":null}"#, "Removed Beta from the milestones", ""),
        (r#"{"key":["trace","x"],"value":1}"#, "Changed trace.x in the configuration", ""),
    ] {
        let mut bench = Bench::from_text(project);
        let set = bench.run(&command(&format!(r#"{{"kind":"updateConfig","changes":[{changes}]}}"#))).unwrap();
        assert_eq!((set.summary.to_string().as_str(), title(&set.summary).as_str()), (sentence, name), "{changes}");
    }
}
