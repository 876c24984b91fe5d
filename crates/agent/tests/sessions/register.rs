//! What the project knows over all its sessions.

use std::collections::BTreeSet;

use handoff_engine::register::{EntryKind, EntryState};
use serde_json::{Value, json};

use super::save::LAYOUTS;
use crate::support::Bench;

pub(super) fn standing(bench: &Bench, kind: EntryKind) -> Vec<String> {
    bench.engine.reader().register().standing(kind).map(|entry| entry.name.clone()).collect()
}

fn state(bench: &Bench, decision: &str) -> EntryState {
    bench.engine.reader().register().decision(decision).expect("the decision").state.clone()
}

fn close(bench: &mut Bench, mut content: Value) -> String {
    content["summary"] = json!("closing");
    bench.text("handoff_save_context", &content)
}

#[test]
fn closed_sessions_still_count() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        close(&mut bench, json!({"decisions": ["Use SQLite"], "blockers": ["licence"], "checklist": ["docs"]}));
        close(&mut bench, json!({"decisions": ["Keep feet"]}));
        let text = close(&mut bench, json!({"remove": {"blockers": ["licence"]}}));
        assert!(text.contains("\nRemoved 1 blocker: licence."), "{text}");
        assert_eq!(standing(&bench, EntryKind::Decision), ["Use SQLite", "Keep feet"]);
        assert_eq!(standing(&bench, EntryKind::Blocker), [""; 0]);
        assert_eq!(standing(&bench, EntryKind::OpenItem), ["docs"]);
        close(&mut bench, json!({"blockers": ["licence"]}));
        assert_eq!(standing(&bench, EntryKind::Blocker), ["licence"], "it was said again");
    }
}

#[test]
fn decisions_are_superseded_by_text_or_id_and_can_come_back() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        close(&mut bench, json!({"decisions": [{"decision": "Read files as Latin-1", "reason": "the bank says so"}]}));
        let id = bench.engine.reader().register().entries()[0].id.clone();
        let new = json!({"decision": "Guess the encoding", "reason": "the bank changed", "supersedes": id});
        let text = close(&mut bench, json!({"decisions": [new]}));
        assert!(text.contains("Superseded: Read files as Latin-1 → Guess the encoding.\n"), "{text}");
        assert_eq!(standing(&bench, EntryKind::Decision), ["Guess the encoding"]);
        let loaded = bench.text("handoff_load_context", &json!({}));
        let line = "- Guess the encoding — the bank changed; replaced: Read files as Latin-1\n";
        assert!(loaded.contains(line), "{loaded}");

        // Saying it again, without its reason and without what it supersedes, changes nothing.
        close(&mut bench, json!({"decisions": ["Guess the encoding", "Read files as Latin-1"]}));
        assert_eq!(standing(&bench, EntryKind::Decision), ["Guess the encoding"]);

        let back = json!({"decision": "Read files as Latin-1", "supersedes": ["Guess the encoding"]});
        close(&mut bench, json!({"decisions": [back]}));
        assert_eq!(standing(&bench, EntryKind::Decision), ["Read files as Latin-1"]);

        let text = close(
            &mut bench,
            json!({"withdraw": [{"decision": "Read files as Latin-1", "reason": "there are no files any more."}]}),
        );
        assert!(text.contains("Withdrawn: Read files as Latin-1, because there are no files any more.\n"), "{text}");
        let reason = Some("there are no files any more.".to_owned());
        assert_eq!(state(&bench, "Read files as Latin-1"), EntryState::Withdrawn(reason));
        for (decision, sentence) in [
            (json!({"decision": "x", "supersedes": "never said"}), "There is no decision “never said” to supersede"),
            (json!({"decision": "x", "supersedes": "x"}), "There is no decision “x” to supersede"),
            (
                json!({"decision": "Guess the encoding", "supersedes": "Guess the encoding"}),
                "The decision “Guess the encoding” cannot supersede itself.",
            ),
        ] {
            let refused = bench.refusal("handoff_save_context", &json!({"summary": "s", "decisions": [decision]}));
            assert!(refused.contains(sentence), "{refused}");
        }
    }
}

#[test]
fn save_names_a_standing_decision_on_the_same_subject() {
    let mut bench = Bench::new("json");
    close(&mut bench, json!({"decisions": ["Statements are read as Latin-1", "Amounts are integer cents"]}));
    let text = close(&mut bench, json!({"decisions": ["Statements are read as UTF-8"]}));
    let id = bench.engine.reader().register().entries()[0].id.clone();
    let hint = format!("Also standing: “Statements are read as Latin-1” ({id}).");
    assert!(text.contains(&hint) && !text.contains("cents"), "{text}");
    let new = json!({"decision": "Statements are read as UTF-16", "supersedes": "Statements are read as Latin-1"});
    let text = close(&mut bench, json!({"decisions": [new]}));
    assert!(!text.contains("“Statements are read as Latin-1”"), "what it supersedes needs no hint: {text}");
}

#[test]
fn checklist_counts_own_items_first_and_keeps_its_order() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        close(&mut bench, json!({"checklist": [{"item": "a", "owner": "user"}, "b", {"item": "c", "checked": true}]}));
        bench.text("handoff_save_context", &json!({"summary": "s", "session_status": "active", "checklist": ["d"]}));
        let shown = |bench: &mut Bench| -> Vec<String> {
            let text = bench.text("handoff_load_context", &json!({}));
            text.lines()
                .filter_map(|line| line.strip_prefix("- "))
                .filter(|line| line.starts_with(|first: char| first.is_ascii_digit()))
                .map(str::to_owned)
                .collect()
        };
        assert_eq!(shown(&mut bench), ["1: a (user)", "0: d", "2: b"]);
        let text = bench.text("handoff_update_session", &json!({"checklist_index": 1}));
        assert!(text.ends_with("(checklist 1/3).\nTicked 1 open item: a."), "{text}");
        assert_eq!(shown(&mut bench), ["0: d", "2: b"]);
        bench.text("handoff_update_session", &json!({"checklist_index": 1, "checklist_checked": false}));
        assert_eq!(shown(&mut bench).len(), 3);
        let text = close(&mut bench, json!({"checklist": [{"item": "b", "checked": true}]}));
        assert!(text.contains("Ticked 1 open item: b."), "{text}");
        assert_eq!(standing(&bench, EntryKind::OpenItem), ["a", "d"]);
    }
}

#[test]
fn knowledge_survives_the_history_limit() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        bench.text("handoff_update_config", &json!({"updates": {"settings.history_limit": 2}}));
        close(&mut bench, json!({"decisions": ["Use SQLite", "No ORM"], "blockers": ["licence", "sample"]}));
        let new = json!({"decision": "Use Postgres", "supersedes": "Use SQLite"});
        close(&mut bench, json!({"decisions": [new], "remove": {"blockers": ["licence"]}}));
        for _ in 0..4 {
            close(&mut bench, json!({}));
        }
        assert_eq!(bench.paths().iter().filter(|path| path.starts_with("sessions/")).count(), 2);
        let decisions: BTreeSet<String> = standing(&bench, EntryKind::Decision).into_iter().collect();
        assert_eq!(decisions, ["No ORM", "Use Postgres"].map(str::to_owned).into());
        assert_eq!(standing(&bench, EntryKind::Blocker), ["sample"]);
    }
}

#[test]
fn entry_that_is_said_again_in_its_old_session_stands() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        let first = json!({"summary": "first", "session_status": "active", "blockers": ["licence", "sample"]});
        let id = bench.value("handoff_save_context", &first)["session_id"].clone();
        let second = json!({"summary": "second", "session_status": "active", "pause_active": true, "remove": {"blockers": ["licence", "sample"]}});
        bench.text("handoff_save_context", &second);
        close(&mut bench, json!({}));
        assert_eq!(standing(&bench, EntryKind::Blocker), [""; 0]);
        bench.text("handoff_load_context", &json!({"session_id": id}));
        bench.text("handoff_update_session", &json!({"add_blocker": "licence"}));
        assert_eq!(standing(&bench, EntryKind::Blocker), ["licence"]);
        let saved = json!({"summary": "first", "session_status": "active", "blockers": ["sample"]});
        bench.text("handoff_save_context", &saved);
        assert_eq!(standing(&bench, EntryKind::Blocker), ["licence", "sample"]);
    }
}

#[test]
fn private_texts_do_not_get_into_other_sessions() {
    let mut bench = Bench::new("json");
    let own = json!({"summary": "mine", "visibility": "private", "decisions": ["Salary is secret"], "blockers": ["boss"], "checklist": ["pension"]});
    bench.text("handoff_save_context", &own);
    let new = json!({"decision": "Ask openly", "supersedes": "Salary is secret"});
    close(&mut bench, json!({"decisions": [new], "remove": {"blockers": ["boss"]}}));
    assert_eq!(standing(&bench, EntryKind::Decision), ["Ask openly"]);
    assert_eq!(standing(&bench, EntryKind::Blocker), [""; 0]);
    bench.text("handoff_save_context", &json!({"summary": "open", "session_status": "active"}));
    bench.text("handoff_update_session", &json!({"checklist_index": 0}));
    assert_eq!(standing(&bench, EntryKind::OpenItem), [""; 0]);
    let open = bench.paths().into_iter().find(|path| path.contains("open.active")).expect("the active session");
    assert!(!bench.file(&open).expect("its text").contains("pension"));
    bench.text("handoff_update_session", &json!({"checklist_index": 0, "checklist_checked": false}));
    assert_eq!(standing(&bench, EntryKind::OpenItem), ["pension"]);
    let public = bench.paths().into_iter().find(|path| path.contains("closing")).expect("the public session");
    let text = bench.file(&public).expect("its text");
    assert!(!text.contains("Salary") && !text.contains("boss"), "{text}");
}

#[test]
fn log_names_superseded_decisions_except_private_ones() {
    let mut bench = Bench::new("json");
    close(&mut bench, json!({"decisions": ["a"]}));
    close(&mut bench, json!({"decisions": [{"decision": "b", "reason": "because", "supersedes": "a"}]}));
    close(&mut bench, json!({"withdraw": [{"decision": "b", "reason": "no need"}]}));
    let expected = [
        json!({"kind": "superseded", "decision": "a", "by": "b", "reason": "because"}),
        json!({"kind": "superseded", "decision": "b", "by": null, "reason": "no need"}),
    ];
    assert_eq!(bench.logged("superseded"), expected);
    close(&mut bench, json!({"visibility": "private", "decisions": [{"decision": "c", "supersedes": "a"}]}));
    assert_eq!(bench.logged("superseded"), expected);
}

#[test]
fn uncertain_decisions_that_changed_another_one_come_earlier() {
    let mut bench = Bench::new("toml");
    close(&mut bench, json!({"decisions": ["Names are Latin-1"]}));
    let changed = json!({"decision": "Names are UTF-8", "confidence": "unverified", "supersedes": "Names are Latin-1"});
    close(&mut bench, json!({"decisions": ["Use SQLite", "Keep feet", changed]}));
    let loaded = bench.text("handoff_load_context", &json!({}));
    let decisions =
        "## Decisions\n- Names are UTF-8 (unverified); replaced: Names are Latin-1\n- Use SQLite\n- Keep feet\n";
    assert!(loaded.contains(decisions), "{loaded}");
}

#[test]
fn environment_has_the_last_value_of_each_key_and_no_structures() {
    let mut bench = Bench::new("toml");
    close(&mut bench, json!({"environment": {"test": "make", "port": 80, "host": {"os": "linux"}}}));
    close(&mut bench, json!({"environment": {"test": "cargo nextest run", "strict": true}}));
    let loaded = bench.text("handoff_load_context", &json!({}));
    let lines = "## Environment\n- port: 80\n- test: cargo nextest run\n- strict: true\n\n";
    assert!(loaded.contains(lines), "{loaded}");
}
