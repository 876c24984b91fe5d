//! Loading the context and resuming sessions.

use serde_json::json;

use super::save::{LAYOUTS, files, id_of};
use crate::support::Bench;

#[test]
fn load_accepts_an_id_prefix() {
    // handoff-mcp resumes the session and reports that it was not found (defect 12).
    let mut bench = Bench::atlas();
    let context = json!({"session_id": "s-20261121-025726", "format": "json"});
    let loaded = bench.value("handoff_load_context", &context);
    let id = loaded["session_id"].as_str().expect("an id").to_owned();
    assert!(id.starts_with("s-20261121-025726"), "{id}");
    assert_eq!(loaded.get("warning"), None);
    assert!(files(&bench).contains(&"20261121-025726-fork-try-vector-tiles.active.json".to_owned()));
    let loaded = bench.value("handoff_load_context", &json!({"session_id": "s-2099", "format": "json"}));
    assert_eq!(loaded["warning"], "Session s-2099 was not found.");
}

#[test]
fn load_resumes_the_paused_session() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        let loaded = bench.value("handoff_load_context", &json!({"format": "json"}));
        assert_eq!(loaded["session_guidance"]["action"], "create_session");
        let import = json!({"source": {"description": "chat", "format": "text"}, "raw_notes": "look at this"});
        bench.text("handoff_import_context", &import);
        let text = bench.text("handoff_load_context", &json!({}));
        assert!(text.contains("look at this") && text.contains("Git: main at abc1234"), "{text}");
        let id = id_of(&mut bench, "active");
        bench.text("handoff_save_context", &json!({"summary": "done"}));
        let text = bench.text("handoff_load_context", &json!({"session_id": id}));
        assert!(text.starts_with(&format!("Session [closed] {id}: done (saved")), "{text}");
        assert!(text.contains("## Notes\n- look at this — context\n"), "{text}");
        assert!(files(&bench).iter().all(|file| !file.contains(".active.")), "reading it does not continue it");
        for _ in 0..2 {
            bench.text("handoff_import_context", &import);
        }
        let text = bench.text("handoff_load_context", &json!({}));
        assert!(text.contains("\nWarning: Several sessions wait. Call again with the session_id of one: s-"), "{text}");
        assert!(files(&bench).iter().all(|file| !file.contains(".active.")), "no session is chosen for the agent");
    }
    let uninitialised = Bench::empty().value("handoff_load_context", &json!({}));
    assert_eq!(uninitialised["status"], "not_initialized");
}

#[test]
fn json_context_has_the_reference_keys_in_order() {
    let mut bench = Bench::atlas();
    let loaded = bench.value("handoff_load_context", &json!({"format": "json", "budget_tokens": 20_000}));
    let keys: Vec<&str> = loaded.as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(
        keys,
        [
            "project",
            "project_description",
            "task_tree",
            "task_summary",
            "last_session",
            "session_id",
            "decisions",
            "blockers",
            "checklist",
            "handoff_notes",
            "references",
            "context_pointers",
            "environment",
            "previous_session",
            "next_actions",
            "suggested_reads",
            "referrals",
            "open_sessions",
            "paused_sessions",
            "child_projects"
        ]
    );
    assert_eq!(loaded["task_summary"]["total"], 41);
    insta::assert_snapshot!("restoration", bench.text("handoff_load_context", &json!({})));
}
