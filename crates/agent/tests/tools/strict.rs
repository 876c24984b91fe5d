//! The files that our tools write, checked against the documented tables by a strict reader that
//! shares no code with ours: another program fails on one value of the wrong type.

use std::collections::BTreeSet;

use handoff_agent::{Effect, ToolSet};
use handoff_protocol::Command;
use serde_json::{Value, json};

use super::tables::check;
use crate::support::Bench;

/// Creates a project and calls every tool that writes.
#[allow(clippy::too_many_lines, reason = "a table of calls")]
fn call_every_tool(layout: &str) -> Bench {
    let mut bench = Bench::new(layout);
    let first = "t1";
    let second = "t2";
    bench.around.insert("src/a.rs".to_owned(), "fn main() {\n    run();\n}\n".to_owned());
    let task = json!({
        "title": "Parser 解析 🌊", "notes": "One\n\"two\"\t\u{1}", "priority": "high", "labels": ["a", "b"],
        "links": ["https://example.invalid"], "done_criteria": [{"item": "works"}, {"item": "is fast", "checked": true}],
        "schedule": {"start_date": "2026-12-01", "due_date": "2026-12-03", "estimate_hours": 6, "remaining_hours": 6, "milestone": "beta"},
        "order": 3, "assignee": "lee",
    });
    let calls: Vec<(&str, Value)> = vec![
        (
            "handoff_add_assignee",
            json!({"key": "lee", "display_name": "Lee", "work_hours_per_day": 6, "closed_weekdays": ["sat", 0]}),
        ),
        ("handoff_add_milestone", json!({"name": "beta", "date": "2026-12-24"})),
        (
            "handoff_update_calendar",
            json!({"work_hours_per_day": 7, "closed_dates": ["2026-12-25"], "day_hours": {"fri": 4}, "max_utilization": 80}),
        ),
        ("handoff_update_labels", json!({"labels": ["a", "b"]})),
        (
            "handoff_update_config",
            json!({"updates": {"settings.history_limit": 2, "settings.custom_fields.x": {"y": [1, 2.5]}}}),
        ),
        ("handoff_update_task", json!({"task": task})),
        (
            "handoff_update_task",
            json!({"task": {"title": "Feed", "dependencies": [first], "schedule": {"estimate_hours": 2.5}}}),
        ),
        ("handoff_update_task", json!({"task": {"title": "Part"}, "parent_id": first})),
        ("handoff_update_task", json!({"task": {"id": second, "status": "in_progress", "notes_append": "begun"}})),
        ("handoff_check_criterion", json!({"task_id": first, "criterion_index": 0, "checked": true})),
        ("handoff_log_time", json!({"task_id": first, "hours": 1})),
        (
            "handoff_bulk_update_tasks",
            json!({"updates": [{"task_id": second, "priority": "low", "schedule": {"actual_hours": 0.1}}]}),
        ),
        ("handoff_start_project", json!({"start_date": "2026-12-02", "shift_dates": true})),
        ("handoff_auto_schedule", json!({"dry_run": false})),
        ("handoff_timer_start", json!({"task_id": first})),
        ("handoff_timer_start", json!({"task_id": second, "several": true})),
        ("handoff_timer_stop", json!({"task_id": first})),
        (
            "handoff_memory_save",
            json!({"text": "Feeds repeat rows", "tags": ["feed"], "keywords": ["row"], "scope_paths": ["src/"]}),
        ),
        ("handoff_memory_save", json!({"text": "Never call twice a minute", "kind": "rule"})),
        ("handoff_memory_query", json!({"text": "feed rows", "session_id": "chat/1", "file_paths": ["src/a.rs"]})),
        (
            "handoff_doc_save",
            json!({
                "slug": "feed", "title": "Feed: 解析", "body": "# Feed\n\n## Rows\n\nRows repeat.\n", "doc_type": "spec",
                "tags": ["a: b"], "scope_paths": ["src/"], "task_ids": [first, "t404"], "related": [{"id": "doc-1", "rel": "extends"}],
            }),
        ),
        ("handoff_doc_update_section", json!({"doc_id": "feed", "seq": 2, "new_content": "## Rows\n\nNo rows."})),
        ("handoff_doc_verify", json!({"doc_id": "feed", "action": "generate"})),
        (
            "handoff_doc_verify",
            json!({"doc_id": "feed", "action": "add_item", "fragment_seq": 2, "description": "is fast"}),
        ),
        ("handoff_doc_verify", json!({"doc_id": "feed", "action": "check_all", "reviewer": "ai", "notes": "it's"})),
        ("handoff_doc_query", json!({"text": "rows", "session_id": "chat/1"})),
        ("handoff_doc_import", json!({"analyzed": {"auto_resolved": [{"file": "src/a.rs", "slug": "a"}]}})),
        ("handoff_doc_delete", json!({"doc_id": "a"})),
        ("handoff_task_checklist", json!({"task_id": first, "action": "generate", "mode": "append"})),
        (
            "handoff_save_context",
            json!({
                "summary": "Parser, 解析", "session_status": "active", "label": "p", "timeline": "main", "owner": "lee",
                "decisions": [{"decision": "d", "reason": "r", "confidence": "confirmed"}], "blockers": ["b"],
                "checklist": [{"item": "i", "owner": "user"}], "handoff_notes": [{"note": "n", "category": "caution"}],
                "references": [{"label": "l", "uri": "u", "type": "url"}], "environment": {"os": {"name": "x"}},
                "context_pointers": [{"path": "src/a.rs", "lines": "1-2", "reason": "r"}], "related_task_ids": [first],
            }),
        ),
        ("handoff_claim_task", json!({})),
        ("handoff_update_session", json!({"checklist_index": 0, "add_decision": {"decision": "e"}})),
        ("handoff_save_context", json!({"summary": "Set aside", "pause_active": true})),
        ("handoff_save_context", json!({"summary": "Closed"})),
        ("handoff_save_context", json!({"summary": "Mine", "visibility": "private"})),
        (
            "handoff_import_context",
            json!({"source": {"description": "chat", "format": "text"}, "raw_notes": "n", "tasks": [{"title": "In", "children": [{"title": "Inner", "status": "done", "schedule": {"estimate_hours": 1}}]}]}),
        ),
        (
            "save_handoff",
            json!({
                "session_id": "auth", "task_objective": "Auth", "task_status": "in_progress", "progress_summary": "begun",
                "files": [{"path": "src/a.rs", "relevance": "r", "focus_ranges": [{"start": 1, "end": 2, "note": "n"}]}],
                "next_steps": [{"action": "write", "priority": "high"}], "decisions": [{"decision": "JWT", "rationale": "r"}],
            }),
        ),
        (
            "save_handoff",
            json!({"session_id": "auth-2", "task_objective": "More", "task_status": "blocked", "base": "auth", "remove": {"decisions": ["JWT"]}}),
        ),
    ];
    let mut called: Vec<&str> = vec!["handoff_init"];
    for (name, arguments) in calls {
        called.push(name);
        bench.text(name, &arguments);
    }
    bench.command(&Command::SaveBaseline { name: "Kick-off".to_owned() });
    let sessions = bench.value("handoff_list_sessions", &json!({}))["sessions"].clone();
    let id = |label: &str| {
        let rows = sessions.as_array().expect("a list");
        rows.iter().find(|row| row["label"] == label).expect("the session")["id"].clone()
    };
    let memory = bench.value("handoff_memory_query", &json!({"text": "never call"}))["memories"][0]["id"].clone();
    let more = [
        ("handoff_load_context", json!({"session_id": id("p")})),
        ("handoff_fork_session", json!({"source_session_id": id("auth-2"), "summary": "Fork"})),
        ("handoff_merge_sessions", json!({"source_session_ids": [id("p"), id("auth")], "target_session_id": id("p")})),
        ("handoff_memory_delete", json!({"memory_id": memory})),
        ("handoff_store_package", json!({"name": "n", "content": "text"})),
        ("handoff_change_package", json!({"id": "0a1b2c3d", "action": "accept"})),
        ("handoff_update_assignee", json!({"key": "lee", "color": "#aabbcc", "day_hours": {"mon": 2}})),
        ("handoff_add_assignee", json!({"key": "a.b c"})),
        ("handoff_remove_assignee", json!({"key": "a.b c"})),
        ("handoff_update_milestone", json!({"name": "beta", "description": "first"})),
        ("handoff_add_milestone", json!({"name": "v1.0 公開"})),
        ("handoff_remove_milestone", json!({"name": "v1.0 公開"})),
    ];
    bench.add_package("0a1b2c3d", "n");
    for (name, arguments) in more {
        called.push(name);
        bench.text(name, &arguments);
    }
    // Requests of other programs, and timers that an editor runs.
    let mut forward = Bench::new(layout);
    std::mem::swap(&mut bench, &mut forward);
    bench.others.push(("/projects/there".to_owned(), forward));
    let refer = json!({
        "target_project_dir": "/projects/there", "summary": "Please", "details": "…", "priority": "low",
        "tasks": [{"title": "T", "done_criteria": [{"item": "i"}]}], "context": {"branch": "main"},
    });
    bench.text("handoff_refer", &refer);
    let (_, mut bench) = bench.others.remove(0);
    let referral = bench.value("handoff_list_referrals", &json!({}))["referrals"][0]["id"].clone();
    bench.text("handoff_update_referral", &json!({"referral_id": referral, "status": "acknowledged"}));
    bench.text("handoff_update_config", &json!({"updates": {"settings.timer_provider": "vscode"}}));
    bench.text("handoff_timer_stop", &json!({"task_id": second}));
    bench.text("handoff_memory_cleanup", &json!({}));
    bench.text("handoff_log_time", &json!({"task_id": second, "hours": 1}));
    bench.text("handoff_undo", &json!({}));
    bench.text("handoff_release_task", &json!({"task_id": second, "revert_status": "todo"}));
    bench.text("handoff_claim_task", &json!({"task_id": second}));
    bench.text("handoff_reclaim_task", &json!({"task_id": second, "reason": "gone"}));
    bench.command(&Command::DeleteTasks { ids: vec![second.to_owned()] });
    bench.text("handoff_trash", &json!({"restore": [second]}));
    called.extend([
        "handoff_refer",
        "handoff_update_referral",
        "handoff_memory_cleanup",
        "handoff_release_task",
        "handoff_reclaim_task",
        "handoff_trash",
        "handoff_undo",
    ]);
    let writing = handoff_agent::tools(&ToolSet::ALL).filter(|tool| tool.effect != Effect::Reads);
    let missing: Vec<&str> = writing.map(|tool| tool.name).filter(|name| !called.contains(name)).collect();
    assert_eq!(missing, [""; 0], "every writing tool is called");
    bench
}

#[test]
fn files_of_every_tool_match_the_documented_tables() {
    for layout in ["json", "toml"] {
        let bench = call_every_tool(layout);
        let mut kinds: BTreeSet<&str> = BTreeSet::new();
        let files = bench.tree.walk("").filter_map(|(path, _)| Some((bench.file(&path)?, path)));
        for (text, path) in files.filter(|(_, path)| !path.starts_with("trash/")) {
            kinds.insert(check(layout, &path, &text));
        }
        let all = [
            "activity",
            "authority",
            "baseline",
            "claim",
            "config",
            "document",
            "ignore",
            "injected",
            "memory",
            "package",
            "referral",
            "request",
            "session",
            "state",
            "task",
        ];
        assert_eq!(kinds, BTreeSet::from(all), "{layout}: every kind of file was written");
    }
}

#[test]
fn example_project_matches_the_documented_tables() {
    let mut bench = Bench::atlas();
    let problems = bench.problems();
    assert!(
        matches!(problems.as_slice(), [one] if one.starts_with("DanglingDependency in ") && one.contains("t777")),
        "{problems:?}"
    );
    let files: Vec<(String, String)> =
        bench.tree.walk("").filter_map(|(path, _)| Some((bench.file(&path)?, path))).collect();
    let mut count = 0;
    for (text, path) in files {
        check("json", &path, &text);
        count += 1;
    }
    assert!(count > 50, "{count}");
}

#[test]
#[should_panic(expected = "expected u32 at line 4")]
fn tables_reject_a_fractional_order() {
    check("json", "tasks/t1-a/_task.todo.json", "{\n  \"id\": \"t1\",\n  \"title\": \"A\",\n  \"order\": 1.0\n}");
}

#[test]
#[should_panic(expected = "null")]
fn tables_reject_null_for_a_list() {
    check(
        "json",
        "sessions/20261201-080000-a.open.json",
        "{\n  \"version\": 2,\n  \"id\": \"s-1\",\n  \"summary\": \"A\",\n  \"decisions\": null\n}",
    );
}

#[test]
#[should_panic(expected = "ended_at")]
fn tables_reject_times_that_sort_wrongly() {
    check(
        "toml",
        "sessions/20261201-080000-a.open.toml",
        "version = 2\nid = \"s-1\"\nsummary = \"A\"\nended_at = \"2026-12-01T09:00:00+01:00\"\n",
    );
}
