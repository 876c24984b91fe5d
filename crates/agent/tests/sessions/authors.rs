//! Who said what: sessions name the actor who began them, and entries another one.

use handoff_engine::register::EntryKind;
use handoff_protocol::Actor;
use serde_json::json;

use super::save::LAYOUTS;
use crate::support::Bench;

/// Returns the names and authors of the standing entries of a kind.
fn authors(bench: &Bench, kind: EntryKind) -> Vec<(String, Option<String>)> {
    let register = bench.engine.reader().register();
    register.standing(kind).map(|entry| (entry.name.clone(), entry.author.clone())).collect()
}

fn by(name: &str, author: &str) -> (String, Option<String>) {
    (name.to_owned(), Some(author.to_owned()))
}

fn of_codex(layout: &str) -> Bench {
    let mut bench = Bench::new(layout);
    bench.actor = Actor::agent("codex");
    let content = json!({
        "summary": "Feed", "session_status": "active", "decisions": ["Use SQLite"], "checklist": ["docs"],
        "handoff_notes": [{"note": "Rows repeat", "category": "caution"}],
    });
    bench.text("handoff_save_context", &content);
    bench.actor = Actor::agent("claude");
    bench
}

#[test]
fn entries_name_an_author_who_did_not_begin_the_session() {
    for layout in LAYOUTS {
        let mut bench = of_codex(layout);
        let decision = json!({"decision": "Keep feet", "reason": "the office compares"});
        bench.text("handoff_update_session", &json!({"add_decision": decision}));
        let again = json!({"summary": "Feed", "session_status": "active", "decisions": ["Use SQLite", {"decision": "Ask Noor"}]});
        bench.text("handoff_save_context", &again);
        let expected = [by("Use SQLite", "codex"), by("Keep feet", "claude"), by("Ask Noor", "claude")];
        assert_eq!(authors(&bench, EntryKind::Decision), expected, "{layout}");
        assert_eq!(authors(&bench, EntryKind::OpenItem), [by("docs", "codex")]);

        let path = bench.paths().into_iter().find(|path| path.starts_with("sessions/")).expect("a session");
        let file = bench.file(&path).expect("its text");
        assert_eq!(file.matches("codex").count(), 1, "{file}");
        assert_eq!(file.matches("claude").count(), 2, "{file}");
    }
}

#[test]
fn forks_merges_and_history_keep_the_author() {
    for layout in LAYOUTS {
        let mut bench = of_codex(layout);
        let fork = json!({"source_session_id": id(&mut bench, "Feed"), "summary": "Fork", "inherit": ["decisions", "handoff_notes"]});
        bench.text("handoff_fork_session", &fork);
        assert_eq!(authors(&bench, EntryKind::Caution), [by("Rows repeat", "codex")], "{layout}: forked");

        let own = json!({"summary": "Own", "session_status": "active", "pause_active": true, "decisions": [{"decision": "Ask Noor"}]});
        bench.text("handoff_save_context", &own);
        bench.actor = Actor::agent("gemini");
        let (source, target) = (id(&mut bench, "Feed"), id(&mut bench, "Own"));
        let merge = json!({"source_session_ids": [source, target], "target_session_id": target});
        bench.text("handoff_merge_sessions", &merge);
        assert_eq!(
            authors(&bench, EntryKind::Decision),
            [by("Use SQLite", "codex"), by("Ask Noor", "claude")],
            "{layout}: merged"
        );

        bench.text("handoff_update_config", &json!({"updates": {"settings.history_limit": 1}}));
        for summary in ["Later", "Last"] {
            bench.text("handoff_save_context", &json!({"summary": summary}));
        }
        let listed = bench.value("handoff_list_sessions", &json!({"status_filter": "closed"}));
        assert_eq!(listed["sessions"].as_array().map(Vec::len), Some(1), "{listed}");
        assert_eq!(authors(&bench, EntryKind::Caution), [by("Rows repeat", "codex")], "{layout}: out of the history");
    }
}

/// Returns the ID of the session with a summary.
fn id(bench: &mut Bench, summary: &str) -> String {
    let listed = bench.value("handoff_list_sessions", &json!({}));
    let row = listed["sessions"].as_array().expect("a list").iter().find(|row| row["summary"] == summary);
    row.expect("the session")["id"].as_str().expect("an ID").to_owned()
}
