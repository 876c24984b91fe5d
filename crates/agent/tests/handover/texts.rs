//! The texts of the layers of Markdown.

use handoff_agent::handover::{current_state_text, note_text};
use handoff_protocol::GitState;
use serde_json::{Value, json};

use crate::support::Bench;

fn save(bench: &mut Bench, fields: &Value) -> String {
    bench.text("handoff_save_context", fields)
}

/// A project with a closed session, an active one, a private one, and tasks.
fn project(layout: &str) -> Bench {
    let mut bench = Bench::new(layout);
    bench.text(
        "handoff_update_task",
        &json!({"task": {"title": "Quay", "priority": "high", "schedule": {"due_date": "2026-12-24"}}}),
    );
    bench.text(
        "handoff_update_task",
        &json!({"task": {"title": "Crane", "status": "in_progress", "schedule": {"estimate_hours": 2}}}),
    );
    bench.text("handoff_update_config", &json!({"updates": {"milestones.beta.date": "2026-12-31"}}));
    save(
        &mut bench,
        &json!({
            "summary": "Early work", "decisions": [{"decision": "Names are UTF-8", "confidence": "unverified", "reason": "the office says so"}],
            "blockers": ["No test data"], "checklist": [{"item": "Ask the office", "owner": "user"}],
            "handoff_notes": [{"note": "Never run it twice", "category": "caution"}],
        }),
    );
    save(
        &mut bench,
        &json!({"summary": "Salary talk", "visibility": "private", "decisions": [{"decision": "Secret raise"}], "session_status": "closed"}),
    );
    save(
        &mut bench,
        &json!({
            "summary": "Parse\nrows", "session_status": "active", "decisions": [{"decision": "Keep feet"}],
            "context_pointers": [{"path": "src/a.rs", "reason": "the parser"}],
            "handoff_notes": [{"note": "Test the parser", "category": "suggestion"}],
        }),
    );
    bench
}

#[test]
fn the_state_has_one_fact_per_line_and_nothing_private() {
    for layout in ["json", "toml"] {
        let bench = project(layout);
        let text = current_state_text(bench.engine.reader(), bench.now);
        assert_eq!(text, current_state_text(bench.engine.reader(), bench.now));
        for line in [
            "# Test: current state",
            "- Names are UTF-8 (unverified): the office says so",
            "- Keep feet",
            "- Never run it twice",
            "- No test data",
            "- Ask the office (user)",
            "- Names are UTF-8: is that so?",
            "- 2026-12-31 beta",
            "- src/a.rs: the parser",
            "- Test the parser",
        ] {
            assert!(text.lines().any(|other| other == line), "{line}\n{text}");
        }
        assert!(text.contains("- active: Parse rows (") && text.contains("- last: Early work ("), "{text}");
        assert!(text.contains("## In progress\n\n- ") && text.contains(" Quay (high, due 2026-12-24)\n"), "{text}");
        assert!(!text.contains("Secret") && !text.contains("Salary"), "{text}");
    }
}

#[test]
fn a_note_says_what_one_session_did() {
    let mut bench = project("json");
    bench.text("handoff_update_task", &json!({"task": {"id": "t2", "status": "review"}}));
    let sessions = bench.engine.reader().sessions();
    let session = |summary: &str| sessions.iter().find(|session| session.text("summary") == Some(summary)).unwrap();
    let git = GitState {
        branch: Some("main".to_owned()),
        commit: Some("abc1234".to_owned()),
        dirty: vec![" M src/a.rs".to_owned(), "?? .handoff/x".to_owned()],
        ..GitState::default()
    };
    let text = note_text(bench.engine.reader(), session("Parse\nrows"), &git);
    assert_eq!(
        text,
        "### Summary\n\n- Parse rows\n\n### Decisions\n\n- Keep feet\n\n### Tasks\n\n- t2 Crane: review\n\n### Changed files\n\n- branch main at abc1234\n- M src/a.rs\n\n### Next steps\n\n- Test the parser\n"
    );
    assert_eq!(note_text(bench.engine.reader(), session("Salary talk"), &git), "");
}
