//! Tools that change the configuration.

use handoff_format::{Container, DataFile};
use serde_json::json;

use crate::support::Bench;

const CONFIG: &str = "config.toml";

#[test]
fn config_update_keeps_comments_and_unknown_keys() {
    // Defect 8: handoff-mcp rewrites the file from its model.
    let mut bench = Bench::new("json");
    let text = bench.file(CONFIG).expect("a configuration");
    let text = text.replace("history_limit = 20", "history_limit = 20 # enough") + "\n[mine]\nkey = 1 # kept\n";
    bench.put(CONFIG, &text);
    bench.text(
        "handoff_update_config",
        &json!({"updates": {
            "settings.history_limit": 30, "project.description": "About", "milestones.\"v1.0\".date": "2026-12-24",
            "settings.custom_fields.tool": {"a": [1, 2]}, "calendar": {"day_hours": {"fri": 4}}
        }}),
    );
    let after = bench.file(CONFIG).expect("a configuration");
    for line in ["history_limit = 30 # enough", "[mine]", "key = 1 # kept", "[milestones.\"v1.0\"]", "fri = 4"] {
        assert!(after.contains(line), "{line} in\n{after}");
    }
    let config = bench.value("handoff_get_config", &json!({}));
    assert_eq!(config["settings"]["custom_fields"]["tool"], json!({"a": [1, 2]}));
    assert_eq!(config["mine"]["key"], json!(1));
}

#[test]
fn invalid_config_values_are_refused() {
    // Defect 9: handoff-mcp writes invalid weekdays, and an empty text for null.
    let mut bench = Bench::new("toml");
    let before = bench.file(CONFIG);
    for (tool, arguments) in [
        ("handoff_update_config", json!({"updates": {"settings.history_limit": "many"}})),
        ("handoff_update_config", json!({"updates": {"project.name": null}})),
        ("handoff_update_config", json!({"updates": {"no_such_key": 1}})),
        ("handoff_update_config", json!({"updates": {"project.description": "x", "settings.history_limit": -1}})),
        ("handoff_update_config", json!({"updates": {"a..b": 1}})),
        ("handoff_update_config", json!({"updates": []})),
        ("handoff_update_config", json!({})),
        ("handoff_update_calendar", json!({"closed_weekdays": ["caturday"]})),
        ("handoff_update_calendar", json!({"closed_weekdays": [7]})),
        ("handoff_update_calendar", json!({"closed_dates": ["tomorrow"]})),
        ("handoff_update_calendar", json!({"day_hours": {"someday": 4}})),
        ("handoff_update_calendar", json!({"day_hours": 4})),
        ("handoff_update_calendar", json!({"schedule_mode": "perhaps"})),
        ("handoff_add_assignee", json!({"key": "lee", "closed_weekdays": ["caturday"]})),
        ("handoff_add_assignee", json!({"key": "", "color": "#112233"})),
        ("handoff_add_assignee", json!({"key": "a\nb"})),
        ("handoff_add_milestone", json!({"name": "m", "date": "soon"})),
        ("handoff_update_labels", json!({"labels": "one"})),
        ("handoff_update_labels", json!({"labels": [1]})),
        ("handoff_start_project", json!({"start_date": "soon"})),
    ] {
        bench.refusal(tool, &arguments);
        assert_eq!(bench.file(CONFIG), before, "{tool} {arguments}");
    }
    bench.text("handoff_update_config", &json!({"updates": {"settings.timer_authority_ttl_secs": null}}));
    let text = bench.file(CONFIG).expect("a configuration");
    assert!(!text.contains("timer_authority_ttl_secs"), "{text}");
}

#[test]
fn assignees_and_milestones_are_added_and_removed() {
    for layout in ["json", "toml"] {
        let mut bench = Bench::new(layout);
        let lee = json!({"key": "lee", "work_hours_per_day": 6.5, "closed_weekdays": ["sat", 0, "Friday"], "day_hours": {"mon": 4}});
        assert_eq!(bench.text("handoff_add_assignee", &lee), "Added lee.");
        assert_eq!(bench.refusal("handoff_add_assignee", &lee), "lee is already one of the people and agents.");
        assert_eq!(bench.text("handoff_add_assignee", &json!({"key": "a.b c"})), "Added a.b c.");
        assert_eq!(
            bench.refusal("handoff_update_assignee", &json!({"key": "kim", "color": "#112233"})),
            "kim is not one of the people and agents."
        );
        let estimate = |hours: u32| json!({"estimate_hours": hours, "actual_hours": 1});
        for (title, parent, status) in [("p", None, "todo"), ("q", Some("p"), "in_progress")] {
            let task =
                json!({"id": title, "title": title, "assignee": "lee", "status": status, "schedule": estimate(3)});
            bench.text("handoff_update_task", &json!({"task": task, "parent_id": parent}));
        }
        let list = bench.value("handoff_list_assignees", &json!({}));
        assert_eq!(
            list["assignees"]["lee"],
            json!({"display_name": "lee", "color": "", "work_hours_per_day": 6.5, "closed_weekdays": ["sat", 0, "Friday"],
                "task_count": 2, "active_task_count": 1, "total_estimate_hours": 3.0, "total_actual_hours": 2.0}),
            "a parent's estimate is that of its parts"
        );
        assert_eq!(list["assignees"]["a.b c"]["display_name"], "a.b c");

        let change = json!({"key": "lee", "day_hours": {"tue": 2, "2026-12-24": 0}, "work_hours_per_day": null});
        assert_eq!(bench.text("handoff_update_assignee", &change), "Updated lee.");
        let config = bench.value("handoff_get_config", &json!({}));
        assert_eq!(config["assignees"]["lee"]["day_hours"], json!({"tue": 2, "2026-12-24": 0}));
        assert_eq!(config["assignees"]["lee"].get("work_hours_per_day"), None);

        let events = bench.events();
        assert_eq!(
            bench.text("handoff_remove_assignee", &json!({"key": "lee"})),
            "Removed the assignee lee; 2 tasks are now unassigned."
        );
        assert_eq!(bench.value("handoff_get_task", &json!({"task_id": "q"}))["assignee"], json!(null));
        assert_eq!(bench.events() - events, 3, "the key and two tasks");
        assert_eq!(
            bench.refusal("handoff_remove_assignee", &json!({"key": "lee"})),
            "lee is not one of the people and agents."
        );

        bench.text("handoff_add_milestone", &json!({"name": "v1.0 公開", "date": "2026-12-24"}));
        bench.text("handoff_add_milestone", &json!({"name": "later"}));
        bench.text("handoff_update_milestone", &json!({"name": "v1.0 公開", "date": null, "color": "#112233"}));
        assert_eq!(
            bench.value("handoff_list_milestones", &json!({}))["milestones"]["v1.0 公開"],
            json!({"date": null, "color": "#112233", "description": null, "version": null, "status": "planning", "order": null, "depends_on": []})
        );
        bench.text("handoff_remove_milestone", &json!({"name": "later"}));
        bench.refusal("handoff_remove_milestone", &json!({"name": "later"}));
    }
}

#[test]
fn removing_an_assignee_updates_their_tasks() {
    let mut bench = Bench::atlas();
    let text = bench.file(CONFIG).expect("a configuration");
    let list = bench.value("handoff_list_assignees", &json!({}));
    let (key, _) = list["assignees"]
        .as_object()
        .and_then(|all| all.iter().find(|(_, answer)| answer["task_count"] != json!(0)))
        .expect("an assignee with tasks");
    let key = key.clone();
    bench.text("handoff_remove_assignee", &json!({"key": key}));
    bench.undo();
    assert_eq!(bench.file(CONFIG), Some(text), "one undo step reverts everything");
    assert_eq!(bench.value("handoff_list_assignees", &json!({})), list);
}

#[test]
fn calendar_update_changes_only_the_given_keys() {
    let mut bench = Bench::new("json");
    bench.text(
        "handoff_update_calendar",
        &json!({"work_hours_per_day": 7, "closed_weekdays": ["sun"], "day_hours": {"fri": 4, "mon": 6}, "schedule_mode": "auto"}),
    );
    bench.text("handoff_update_calendar", &json!({"day_hours": {"fri": 5}, "work_hours_per_day": null}));
    let config = bench.value("handoff_get_config", &json!({}));
    assert_eq!(
        config["calendar"],
        json!({"closed_weekdays": ["sun"], "schedule_mode": "auto", "day_hours": {"fri": 5}})
    );
    assert_eq!(config["schedule_mode"], "auto");
    bench.text("handoff_update_calendar", &json!({"day_hours": null}));
    let config = bench.value("handoff_get_config", &json!({}));
    assert_eq!(config["calendar"].get("day_hours"), None);
    bench.text("handoff_update_labels", &json!({"labels": ["a", "b"]}));
    assert_eq!(bench.value("handoff_get_config", &json!({}))["labels"], json!(["a", "b"]));
    let text = bench.file(CONFIG).expect("a configuration");
    DataFile::parse(Container::Toml, text.as_bytes()).expect("TOML");
}

#[test]
fn start_project_shifts_task_dates() {
    for layout in ["json", "toml"] {
        let mut bench = Bench::new(layout);
        for (id, start, due) in [("a", "2026-12-03", "2026-12-04"), ("b", "2026-12-10", "2026-12-31")] {
            let schedule = json!({"start_date": start, "due_date": due});
            bench.text("handoff_update_task", &json!({"task": {"id": id, "title": id, "schedule": schedule}}));
        }
        bench.text("handoff_update_task", &json!({"task": {"id": "c", "title": "c"}}));
        assert_eq!(bench.text("handoff_start_project", &json!({})), "Started the project on 2026-12-01.");
        assert_eq!(
            bench.text("handoff_start_project", &json!({"start_date": "2026-12-05", "shift_dates": true})),
            "Started the project on 2026-12-05, and moved 2 tasks by 2 days."
        );
        let b = bench.value("handoff_get_task", &json!({"task_id": "b"}));
        assert_eq!(b["schedule"], json!({"start_date": "2026-12-12", "due_date": "2027-01-02"}));
        assert_eq!(bench.value("handoff_get_config", &json!({}))["started_at"], "2026-12-05");
    }
}

#[test]
fn git_summary_and_utilization_settings_take_effect() {
    // Defect 29: handoff-mcp stores these settings and ignores them.
    for (arguments, branch) in [(true, json!("main")), (false, json!(null))] {
        let mut bench = Bench::new("json");
        bench.text("handoff_update_config", &json!({"updates": {"settings.auto_git_summary": arguments}}));
        bench.text("handoff_save_context", &json!({"summary": "s", "session_status": "active"}));
        let session = bench.paths().into_iter().find(|path| path.starts_with("sessions/")).expect("a session");
        let text = bench.file(&session).expect("its text");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).expect("JSON")["branch"], branch);
    }
    let mut bench = Bench::new("json");
    bench.text("handoff_update_task", &json!({"task": {"id": "a", "title": "a", "schedule": {"estimate_hours": 8}}}));
    let due = |bench: &mut Bench| bench.value("handoff_auto_schedule", &json!({}))["changes"][0]["new_due"].clone();
    assert_eq!(due(&mut bench), "2026-12-01");
    bench.text("handoff_update_config", &json!({"updates": {"calendar.max_utilization": 50}}));
    assert_eq!(due(&mut bench), "2026-12-02", "half of each day is used");
}

#[test]
fn milestones_have_a_life() {
    for layout in ["json", "toml"] {
        let mut bench = Bench::new(layout);
        bench.text(
            "handoff_add_milestone",
            &json!({"name": "v1.0", "order": 2, "status": "active", "version": "1.0.0"}),
        );
        bench.text("handoff_add_milestone", &json!({"name": "v0.9", "order": 1, "depends_on": []}));
        bench.text("handoff_update_milestone", &json!({"name": "v1.0", "depends_on": ["v0.9"], "status": "frozen"}));
        let all = bench.value("handoff_list_milestones", &json!({}));
        let names: Vec<&String> = all["milestones"].as_object().unwrap().keys().collect();
        assert_eq!(names, ["v0.9", "v1.0"]);
        assert_eq!(
            all["milestones"]["v1.0"],
            json!({"date": null, "color": null, "description": null, "version": "1.0.0", "status": "frozen", "order": 2, "depends_on": ["v0.9"]})
        );
        assert_eq!(all["milestones"]["v0.9"]["status"], "planning");
        let frozen = bench.value("handoff_list_milestones", &json!({"status_filter": "frozen"}));
        assert_eq!(frozen["milestones"].as_object().unwrap().len(), 1);
        let back = json!({"name": "v1.0", "status": "active"});
        assert!(bench.refusal("handoff_update_milestone", &back).contains("only with force"));
        bench.text("handoff_update_milestone", &json!({"name": "v1.0", "status": "active", "force": true}));
    }
}
