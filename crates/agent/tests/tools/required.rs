//! Arguments without a required member are refused by name, whatever else the call has.

use serde_json::{Value, json};

use crate::support::Bench;

/// Returns a save with the given lists.
fn save(lists: &Value) -> Value {
    let mut arguments = json!({"summary": "s", "session_status": "active"});
    arguments.as_object_mut().expect("an object").extend(lists.as_object().expect("an object").clone());
    arguments
}

#[test]
fn entries_without_what_would_be_shown_are_refused_by_name() {
    for layout in ["toml", "json"] {
        for (lists, refusal) in [
            (
                json!({"decisions": [{"text": "zz", "why": "w"}]}),
                "The argument decisions[0].decision is required: a non-empty string.\n\
                 Not known: decisions[0].text (decisions[0].decision is meant?); \
                 decisions[0].why (decisions[0].reason is meant?).",
            ),
            (
                json!({"checklist": ["a", {"text": "i"}]}),
                "The argument checklist[1].item is required: a non-empty string.\n\
                 Not known: checklist[1].text (checklist[1].item is meant?).",
            ),
            (
                json!({"handoff_notes": [{"text": "hello", "category": "caution"}]}),
                "The argument handoff_notes[0].note is required: a non-empty string.\n\
                 Not known: handoff_notes[0].text (handoff_notes[0].note is meant?).",
            ),
            (
                json!({"context_pointers": [{"file": "a.py"}]}),
                "The argument context_pointers[0].path is required: a non-empty string.\n\
                 Not known: context_pointers[0].file (context_pointers[0].path is meant?).",
            ),
            (
                json!({"references": [{"url": "https://example.invalid"}]}),
                "The argument references[0].uri is required: a non-empty string.\n\
                 Not known: references[0].url (references[0].uri is meant?).",
            ),
            (
                json!({"decisions": [{"decision": null}]}),
                "The argument decisions[0].decision is required: a non-empty string.",
            ),
            (
                json!({"decisions": [{"decision": " "}]}),
                "The argument decisions[0].decision must be a non-empty string.",
            ),
            (
                json!({"decisions": ["d", ""]}),
                "The argument decisions must be a list of non-empty strings, or of objects with decision.",
            ),
        ] {
            let mut bench = Bench::new(layout);
            let before = bench.paths();
            assert_eq!(bench.refusal("handoff_save_context", &save(&lists)), refusal, "{lists}");
            assert_eq!(bench.paths(), before, "nothing is saved: {lists}");
        }
    }
}

#[test]
fn update_refuses_such_entries_too() {
    let mut bench = Bench::new("json");
    bench.text("handoff_save_context", &save(&json!({})));
    for (argument, entry, member) in [
        ("add_decision", json!({"text": "d"}), "decision"),
        ("add_handoff_note", json!({"message": "n"}), "note"),
        ("add_context_pointer", json!({"file": "a.py"}), "path"),
    ] {
        let refusal = bench.refusal("handoff_update_session", &json!({ (argument): entry }));
        let expected = format!("The argument {argument}.{member} is required: a non-empty string.\n");
        assert!(refusal.starts_with(&expected), "{refusal}");
        assert!(refusal.ends_with(&format!("({argument}.{member} is meant?).")), "{refusal}");
    }
}

#[test]
fn reference_needs_no_label() {
    let mut bench = Bench::new("toml");
    let reply = bench.text("handoff_save_context", &save(&json!({"references": [{"uri": "docs/a.md"}]})));
    assert!(reply.contains("Added 1 reference: docs/a.md"), "{reply}");
}

#[test]
fn stored_entries_of_other_programs_stay_as_they_are() {
    let mut bench = Bench::new("json");
    let path = "sessions/20261201-080000-a.active.json";
    let session = json!({
        "version": 2, "id": "s-20261201-080000-000001", "summary": "A", "started_at": "2026-12-01T08:00:00+00:00",
        "ended_at": "2026-12-01T08:00:00+00:00", "decisions": [{"text": "zz", "why": "w"}],
        "checklist": [{"text": "i"}], "handoff_notes": [{"text": "hello"}], "references": [{"url": "u"}],
        "context_pointers": [{"file": "a.py"}],
    });
    bench.put(path, &serde_json::to_string_pretty(&session).unwrap());
    bench.text("handoff_update_session", &json!({"add_blocker": "b", "add_decision": "d"}));
    let stored: Value = serde_json::from_str(&bench.file(path).expect("the session")).unwrap();
    for list in ["decisions", "checklist", "handoff_notes", "references", "context_pointers"] {
        assert_eq!(stored[list][0], session[list][0]);
    }
}

#[test]
fn refusals_say_one_thing() {
    for (tool, arguments, refusal) in [
        ("handoff_save_context", json!({}), "The argument summary is required: a non-empty string."),
        ("handoff_save_context", json!({"summary": 3}), "The argument summary must be a string."),
        ("handoff_log_time", json!({"task_id": "t1"}), "The argument hours is required: a number above 0."),
        ("handoff_log_time", json!({"task_id": "t1", "hours": -1}), "The argument hours must be a number above 0."),
        (
            "handoff_update_task",
            json!({"tasks": ["A", {"title": "B", "done_criteria": [3]}]}),
            "The argument tasks[1].done_criteria must be a list of non-empty strings, or of objects with item.",
        ),
        (
            "handoff_save_context",
            json!({"summary": "s", "withdraw": ["d"]}),
            "The argument withdraw must be a list of objects with decision and reason.",
        ),
        (
            "handoff_save_context",
            json!({"summary": "s", "remove": {"cautions": ["c"]}}),
            "The argument remove.cautions is not known (remove.handoff_notes is meant?); known are decisions, blockers, \
             checklist, handoff_notes, references, context_pointers, related_task_ids.",
        ),
        (
            "handoff_save_context",
            json!({"summary": "s", "remove": {"open_items": ["c"]}}),
            "The argument remove.open_items is not known (remove.checklist is meant?); known are decisions, blockers, \
             checklist, handoff_notes, references, context_pointers, related_task_ids.",
        ),
        (
            "handoff_save_context",
            json!({"summary": "s", "remove": {"decision": ["c"]}}),
            "The argument remove.decision is not known (remove.decisions is meant?); known are decisions, blockers, \
             checklist, handoff_notes, references, context_pointers, related_task_ids.",
        ),
    ] {
        let mut bench = Bench::new("toml");
        bench.text("handoff_update_task", &json!({"task": {"title": "A"}}));
        assert_eq!(bench.refusal(tool, &arguments), refusal);
    }
}
