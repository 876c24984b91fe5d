//! Arguments that a tool does not know are named, each with the nearest known one.

use serde_json::{Value, json};

use crate::support::Bench;

#[test]
fn unknown_arguments_are_named_with_the_nearest_known_one() {
    let mut bench = Bench::new("toml");
    bench.text("handoff_update_task", &json!({"task": {"id": "a", "title": "A"}}));
    let task = |members: Value| {
        let mut task = json!({"id": "a"});
        task.as_object_mut().expect("an object").extend(members.as_object().expect("an object").clone());
        json!({ "task": task })
    };
    for (tool, arguments, note) in [
        ("handoff_update_task", task(json!({"foo": 1})), "Not known, left out: task.foo."),
        (
            "handoff_update_task",
            task(json!({"estimate_hours": 9, "due": "2030-01-01", "parent_id": "t2", "hours": 1})),
            "Not known, left out: task.estimate_hours (task.schedule.estimate_hours is meant?); \
             task.due (task.schedule.due_date is meant?); task.parent_id (parent_id is meant?); \
             task.hours (task.log_hours is meant?).",
        ),
        (
            "handoff_update_task",
            task(json!({"children": [{"title": "x"}], "schedule": {"milestones": "M"}})),
            "Not known, left out: task.children (tasks[].children is meant?); \
             task.schedule.milestones (milestones is meant?).",
        ),
        (
            "handoff_update_task",
            json!({"tasks": [{"title": "B", "children": [{"title": "C", "depends_on": ["a"]}]}]}),
            "Not known, left out: tasks[0].children[0].depends_on (tasks[0].children[0].dependencies is meant?).",
        ),
        ("handoff_list_tasks", json!({"status": "done"}), "Not known, left out: status (status_filter is meant?)."),
        ("handoff_list_milestones", json!({"verbose": true}), "Not known, left out: verbose."),
        (
            "handoff_save_context",
            json!({"summary": "s", "next_steps": ["a"], "decisions": [{"decision": "d", "reasons": "r"}], "session_status": "active"}),
            "Not known, left out: next_steps (handoff_notes is meant?).\n\
             Not known, stored as given: decisions[0].reasons (decisions[0].reason is meant?).",
        ),
        (
            "handoff_update_session",
            json!({"add_decision": {"decision": "e", "why": "r"}}),
            "Not known, stored as given: add_decision.why (add_decision.reason is meant?).",
        ),
        (
            "handoff_save_context",
            json!({"summary": "s", "cautions": ["a"], "open_items": ["b"], "todo": ["c"], "look_at": ["d"], "text": "e"}),
            "Not known, left out: cautions (handoff_notes is meant?); open_items (checklist is meant?); \
             todo (checklist is meant?); look_at (context_pointers is meant?); text.",
        ),
    ] {
        let reply = bench.call(tool, &arguments);
        assert_eq!(reply.failed, None, "{}", reply.text);
        let noted = reply.structured.map_or(Value::Null, |value| value["note"].clone());
        let noted = noted.as_str().unwrap_or_default();
        assert!(noted.ends_with(note), "{tool} {arguments}: {noted}");
    }
}

#[test]
fn refusals_name_unknown_arguments_too() {
    let mut bench = Bench::new("toml");
    assert_eq!(
        bench.refusal("handoff_update_task", &json!({"task": {"titel": "A"}})),
        "The argument task.title is required: a new task needs one.\n\
         Not known: task.titel (task.title is meant?)."
    );
    assert_eq!(
        bench.refusal("handoff_update_task", &json!({"task_id": "t1", "status": "done"})),
        "The argument task must be an object, unless tasks is given.\n\
         Not known: task_id (task.id is meant?); status (task.status is meant?)."
    );
}

#[test]
fn null_and_free_members_are_not_unknown() {
    let mut bench = Bench::new("toml");
    let save = json!({"summary": "s", "environment": {"node": "20"}, "foo": null});
    let value = bench.value("handoff_save_context", &save);
    let noted = value["note"].as_str().unwrap_or_default();
    assert!(!noted.contains("Not known"), "{noted}");
}

#[test]
fn many_unknown_arguments_are_counted() {
    let many: serde_json::Map<String, Value> = (0..14).map(|number| (format!("zz{number:02}"), json!(1))).collect();
    let text = Bench::new("toml").text("handoff_list_milestones", &Value::Object(many));
    assert!(text.contains("zz09; 4 more."), "{text}");
}

#[test]
fn values_outside_an_enum_are_refused() {
    for (tool, arguments, sentence) in [
        (
            "handoff_save_context",
            json!({"summary": "s", "decisions": ["d", {"decision": "e", "confidence": "high"}]}),
            "The argument decisions[1].confidence must be one of confirmed, estimated, unverified.",
        ),
        (
            "handoff_save_context",
            json!({"summary": "s", "handoff_notes": [{"note": "n", "category": "warning"}]}),
            "The argument handoff_notes[0].category must be one of caution, context, suggestion.",
        ),
        (
            "handoff_save_context",
            json!({"summary": "s", "checklist": [{"item": "n", "owner": "me"}]}),
            "The argument checklist[0].owner must be one of user, ai.",
        ),
        (
            "handoff_update_session",
            json!({"add_decision": {"decision": "e", "confidence": "high"}}),
            "The argument add_decision.confidence must be one of confirmed, estimated, unverified.",
        ),
        (
            "handoff_update_task",
            json!({"tasks": [{"title": "A", "children": [{"title": "B", "status": "open"}]}]}),
            "The argument tasks[0].children[0].status must be one of todo, in_progress, review, blocked, done, skipped.",
        ),
    ] {
        let mut bench = Bench::new("json");
        let before = bench.paths();
        assert_eq!(bench.refusal(tool, &arguments), sentence);
        assert_eq!(bench.paths(), before, "nothing is saved");
    }
}

#[test]
fn plain_strings_stand_for_small_objects() {
    let mut bench = Bench::new("json");
    bench.others = vec![("../other".to_owned(), Bench::new("json"))];
    bench.text(
        "handoff_refer",
        &json!({"target_project_dir": "../other", "summary": "s", "tasks": ["One", {"title": "Two", "done_criteria": ["c"]}]}),
    );
    bench.text(
        "handoff_import_context",
        &json!({"source": {"description": "list"}, "tasks": ["One", {"title": "Two", "children": ["Three"]}]}),
    );
    let steps = json!({"session_id": "x", "task_objective": "o", "task_status": "in_progress", "progress_summary": "p",
        "files": [], "next_steps": ["write", {"action": "test", "priority": "high"}]});
    bench.text("save_handoff", &steps);
    let saved = bench.text("load_handoff", &json!({"session_id": "x"}));
    assert!(saved.contains("write") && saved.contains("test"), "{saved}");
    let three = bench.value("handoff_get_task", &json!({"task_id": "t2.1"}));
    assert_eq!(three["title"], json!("Three"));
    let other = &bench.others[0].1;
    let path = other.paths().into_iter().find(|path| path.starts_with("referrals/")).expect("the referral");
    let text = other.file(&path).expect("its text");
    assert!(text.contains("\"One\"") && text.contains("\"c\""), "{text}");
}
