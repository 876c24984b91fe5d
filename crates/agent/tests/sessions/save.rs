//! Sessions: saved, paused, resumed and closed, in both layouts.

use handoff_protocol::{FileState, GitState};
use serde_json::{Value, json};

use crate::support::Bench;

pub(super) const LAYOUTS: [&str; 2] = ["json", "toml"];

/// Returns the names of the session files.
pub(super) fn files(bench: &Bench) -> Vec<String> {
    bench.paths().into_iter().filter_map(|path| path.strip_prefix("sessions/").map(str::to_owned)).collect()
}

pub(super) fn sessions(bench: &mut Bench, filter: &Value) -> Vec<Value> {
    let list = bench.value("handoff_list_sessions", filter);
    list["sessions"].as_array().expect("a list").clone()
}

pub(super) fn id_of(bench: &mut Bench, filter: &str) -> String {
    let sessions = sessions(bench, &json!({"status_filter": filter}));
    sessions[0]["id"].as_str().expect("an id").to_owned()
}

pub(super) fn get(bench: &mut Bench, id: &str) -> Value {
    bench.value("handoff_get_session", &json!({"session_id": id}))
}

fn add_file(bench: &mut Bench, path: &str, text: &str) {
    bench.feed(vec![FileState::File { path: path.to_owned(), bytes: text.as_bytes().to_vec() }]);
}

#[test]
fn entries_without_a_summary_are_noted_in_the_open_session() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        for (arguments, status) in [
            (json!({"decisions": ["Use SQLite"]}), "active"),
            (json!({"blockers": ["no reviewer"]}), "active"),
            (json!({"summary": "Parser"}), "closed"),
            (json!({"blockers": ["no key"]}), "active"),
        ] {
            let answer = bench.value("handoff_save_context", &arguments);
            assert_eq!(answer["status"], status, "{layout} {arguments}");
        }
        assert_eq!(files(&bench).len(), 2, "{layout}");
        for arguments in [json!({}), json!({"blockers": ["x"], "session_status": "closed"})] {
            let text = bench.refusal("handoff_save_context", &arguments);
            assert_eq!(text, "The argument summary is required: a non-empty string.", "{layout} {arguments}");
        }
    }
}

#[test]
fn active_session_continues_until_closed() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        let first = json!({
            "summary": "Parser, 解析", "session_status": "active", "decisions": [{"decision": "Use SQLite", "reason": "simple"}],
            "blockers": ["no reviewer"], "environment": {"node": "20", "none": null}, "label": "parser",
            "checklist": [{"item": "fixtures", "owner": "ai", "weight": 3}, "docs"], "related_task_ids": ["t1"],
        });
        bench.git.dirty = vec![" M a.txt".to_owned()];
        let text = bench.text("handoff_save_context", &first);
        let name = format!("20261201-080002-parser-解析.active.{layout}");
        assert_eq!(files(&bench), [name.as_str()]);
        assert!(text.starts_with("Session saved: Parser, 解析\nSession ID: s-20261201-080002-"), "{text}");
        let id = id_of(&mut bench, "active");

        // Omitted keys are kept, null clears, and the file keeps its name.
        bench.git.dirty = Vec::new();
        let second = json!({"summary": "Parser done", "session_status": "active", "blockers": null, "label": null});
        bench.text("handoff_save_context", &second);
        assert_eq!(files(&bench), [name.as_str()]);
        let session = get(&mut bench, &id);
        assert_eq!(session["summary"], "Parser done");
        assert_eq!(session["decisions"], json!([{"decision": "Use SQLite", "reason": "simple"}]));
        assert_eq!(session["checklist"], json!([{"item": "fixtures", "owner": "ai", "weight": 3}, {"item": "docs"}]));
        for gone in ["blockers", "label", "dirty_files"] {
            assert_eq!(session.get(gone), None, "{layout} {gone}");
        }
        assert_eq!((&session["branch"], &session["commit"]), (&json!("main"), &json!("abc1234")));

        bench.text("handoff_save_context", &json!({"summary": "All done!"}));
        assert_eq!(files(&bench), [format!("20261201-080006-all-done.closed.{layout}")]);
        assert_eq!(get(&mut bench, &id)["ended_at"], "2026-12-01T08:00:06+00:00");
        insta::assert_snapshot!(
            format!("closed_{layout}"),
            bench.file(&format!("sessions/{}", files(&bench)[0])).unwrap()
        );
    }
}

#[test]
fn saves_within_one_second_create_two_sessions() {
    // In handoff-mcp the second replaces the first (defect 10).
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        for _ in 0..3 {
            bench.text("handoff_save_context", &json!({"summary": "same"}));
            bench.now -= 1000;
        }
        assert_eq!(files(&bench).len(), 3);
        let ids: std::collections::BTreeSet<String> =
            sessions(&mut bench, &json!({})).iter().map(|row| row["id"].to_string()).collect();
        assert_eq!(ids.len(), 3);
    }
}

#[test]
fn content_saved_with_a_pause_creates_a_new_session() {
    for layout in LAYOUTS {
        for (pauses_all, status) in [(true, "active"), (true, "closed"), (false, "active"), (false, "closed")] {
            let mut bench = Bench::new(layout);
            let first = json!({"summary": "work A", "session_status": "active", "decisions": [{"decision": "A"}]});
            bench.text("handoff_save_context", &first);
            let a = id_of(&mut bench, "active");
            let before = get(&mut bench, &a);
            let mut content = json!({"summary": "work B", "session_status": status, "decisions": [{"decision": "B"}]});
            if pauses_all {
                content["pause_active"] = json!(true);
            } else {
                content["pause_session_id"] = json!(a);
            }
            let text = bench.text("handoff_save_context", &content);
            assert!(text.starts_with("Session saved: work B\n") && text.contains(&format!("Paused {a}.")), "{text}");
            assert_eq!((id_of(&mut bench, "paused"), get(&mut bench, &a)), (a, before), "{layout} {content}");
            let b = id_of(&mut bench, status);
            let session = get(&mut bench, &b);
            assert_eq!((&session["summary"], &session["decisions"][0]["decision"]), (&json!("work B"), &json!("B")));
        }
    }
}

#[test]
fn content_saved_with_close_or_id_updates_that_session() {
    // In handoff-mcp it is lost (defect 11).
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        bench.text("handoff_save_context", &json!({"summary": "one", "session_status": "active"}));
        let id = id_of(&mut bench, "active");
        let content = json!({
            "summary": "one, late", "session_id": id, "pause_session_id": id, "decisions": [{"decision": "wait"}],
        });
        let text = bench.text("handoff_save_context", &content);
        assert!(text.contains(&format!("Paused {id}.")), "{text}");
        assert_eq!(get(&mut bench, &id)["decisions"], json!([{"decision": "wait"}]));
        assert_eq!(id_of(&mut bench, "paused"), id);

        let content = json!({"summary": "one, closed", "close_session_id": id, "blockers": ["b"]});
        bench.text("handoff_save_context", &content);
        let session = get(&mut bench, &id);
        assert_eq!((&session["summary"], &session["blockers"]), (&json!("one, closed"), &json!(["b"])));
        assert_eq!(id_of(&mut bench, "closed"), id);

        bench.text("handoff_save_context", &json!({"summary": "two", "session_status": "active"}));
        let two = id_of(&mut bench, "active");
        bench.text(
            "handoff_save_context",
            &json!({"summary": "three", "session_status": "active", "pause_active": true}),
        );
        assert_eq!(id_of(&mut bench, "paused"), two);
        assert_eq!(get(&mut bench, &two)["summary"], "two");
        let three = id_of(&mut bench, "active");
        assert_eq!(get(&mut bench, &three)["summary"], "three");

        let text = bench.text("handoff_save_context", &json!({"pause_only": true, "pause_active": true}));
        assert_eq!(text, format!("Paused {three}."));
        assert_eq!(
            bench.text("handoff_save_context", &json!({"pause_only": true, "pause_active": true})),
            "Nothing was paused: no session is active."
        );
        assert_eq!(
            bench.refusal("handoff_save_context", &json!({"summary": "x", "session_id": three})),
            format!("The session {three} is paused. Load it first (handoff_load_context with session_id).")
        );
        assert_eq!(
            bench.refusal("handoff_save_context", &json!({"summary": "x", "pause_session_id": "s-nope"})),
            "There is no active or open session s-nope to pause."
        );
    }
}

#[test]
fn unknown_keys_and_comments_survive_a_save() {
    let mut bench = Bench::new("toml");
    let text = "# mine\nversion = 2\nid = \"s-20261101-000000-000000\"\nsummary = \"x\" # why\ncolor = \"red\"\n\n[[decisions]]\ndecision = \"d\"\nby = \"maya\"\n\n[deep]\nkey = 2026-11-01\n";
    add_file(&mut bench, "sessions/20261101-000000-x.active.toml", text);
    bench.text("handoff_update_session", &json!({"add_decision": {"decision": "e"}, "add_checklist_item": "look"}));
    bench.text("handoff_update_session", &json!({"checklist_index": 0}));
    let text = bench.file("sessions/20261101-000000-x.active.toml").expect("a file");
    insta::assert_snapshot!("unknown_keys", text);
}

#[test]
fn sessions_with_missing_ids_and_odd_entries_can_be_read() {
    // handoff-mcp never answers on these (defect 14).
    let mut bench = Bench::new("json");
    let text = r#"{"version": 2, "summary": "潮", "checklist": ["write", {"item": "read"}], "decisions": ["plain"]}"#;
    add_file(&mut bench, "sessions/潮汐マップ潮汐マップ潮汐マップ潮.active.json", text);
    let id = id_of(&mut bench, "active");
    assert_eq!(id, "s-潮汐マップ潮汐マップ潮汐マップ-000000");
    bench.text("handoff_update_session", &json!({"session_id": id, "checklist_index": 0}));
    let session = get(&mut bench, &id);
    assert_eq!(session["checklist"], json!([{"item": "write", "checked": true}, {"item": "read"}]));
    assert!(bench.text("handoff_load_context", &json!({})).contains("plain"));
    assert_eq!(
        bench.refusal("handoff_update_session", &json!({"checklist_index": 2})),
        "The checklist has 2 entries, but none at 2."
    );
    assert_eq!(
        bench.refusal("handoff_update_session", &json!({})),
        "The argument checklist_index must be given, unless another argument adds something."
    );
    // An unreadable file does not block the others.
    add_file(&mut bench, "sessions/20261101-000000-broken.active.json", "{\"version\": 2,");
    bench.text("handoff_save_context", &json!({"summary": "goes on"}));
    assert_eq!(bench.file("sessions/20261101-000000-broken.active.json").as_deref(), Some("{\"version\": 2,"));
}

#[test]
fn single_session_mode_allows_one_active_session() {
    let mut bench = Bench::new("json");
    add_file(
        &mut bench,
        "config.toml",
        "[project]\nname = \"Test\"\n[settings]\nmulti_session = false\nauto_git_summary = false\n",
    );
    bench.text("handoff_save_context", &json!({"summary": "one", "session_status": "active", "timeline": "a"}));
    let one = id_of(&mut bench, "active");
    assert_eq!(get(&mut bench, &one).get("branch"), None, "Git's state is not wanted there");
    bench.text("handoff_save_context", &json!({"pause_active": true}));
    bench.text("handoff_save_context", &json!({"summary": "two", "session_status": "active", "timeline": "b"}));
    let two = id_of(&mut bench, "active");
    let text = bench.text("handoff_load_context", &json!({"session_id": one}));
    let warning = format!("Warning: A session is already active: {two}. Save or pause it first, or set");
    assert!(text.starts_with(&warning) && text.contains(&format!("Session [paused] {one}: one")), "{text}");
    bench.text("handoff_load_context", &json!({"session_id": two}));
    for (filter, summaries) in [
        (json!({}), vec!["two", "one"]),
        (json!({"timeline": "a"}), vec!["one"]),
        (json!({"status_filter": "paused"}), vec!["one"]),
        (json!({"limit": 1}), vec!["two"]),
        (json!({"status_filter": "closed"}), vec![]),
    ] {
        let actual: Vec<Value> = sessions(&mut bench, &filter).iter().map(|row| row["summary"].clone()).collect();
        assert_eq!(actual, summaries, "{filter}");
    }
}

#[test]
fn closed_sessions_are_pruned_to_the_limit() {
    let mut bench = Bench::atlas();
    assert_eq!(sessions(&mut bench, &json!({"status_filter": "closed"})).len(), 4, "the limit is 4 there");
    let text = bench.text("handoff_save_context", &json!({"summary": "end"}));
    assert!(text.contains("Closed sessions beyond the history limit of 4 went to the trash: 1."), "{text}");
    let closed = sessions(&mut bench, &json!({"status_filter": "closed"}));
    assert_eq!(closed.len(), 4);
    assert_eq!(closed[0]["summary"], "end");
    assert!(!files(&bench).iter().any(|file| file.starts_with("20261121-025721")), "the oldest was pruned");
    assert!(bench.paths().iter().any(|path| path.starts_with("trash/") && path.contains("early-session-4")));
}

#[test]
fn secrets_are_removed_before_saving() {
    let token = format!("ghp_{}", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0");
    let mut bench = Bench::new("json");
    let text = bench.text(
        "handoff_save_context",
        &json!({"summary": "x", "decisions": [{"decision": "d"}, {"decision": format!("use {token}")}]}),
    );
    assert!(text.ends_with("Secrets were removed before saving: GitHub token in decisions[1].decision."), "{text}");
    let notes = json!({"task": {"title": "T", "notes": format!("curl -H {token}")}});
    let text = bench.text("handoff_update_task", &notes);
    assert!(text.ends_with("Secrets were removed before saving: GitHub token in task.notes."), "{text}");
    bench.text("handoff_update_task", &json!({"task": {"id": "t1", "notes_append": token}}));
    let import = json!({"source": {"description": "d"}, "tasks": [{"title": "A", "children": [{"title": token}]}]});
    bench.text("handoff_import_context", &import);
    for path in bench.paths() {
        assert!(!bench.file(&path).expect("a file").contains(&token), "{path}");
    }
}

#[test]
fn session_without_git_says_so() {
    let mut bench = Bench::new("json");
    bench.git = GitState { absence: Some("not a Git repository".to_owned()), ..GitState::default() };
    bench.text("handoff_save_context", &json!({"summary": "x"}));
    let id = id_of(&mut bench, "closed");
    assert_eq!(get(&mut bench, &id)["branch"], "unknown");
    assert!(bench.text("handoff_load_context", &json!({})).contains("Git: not a Git repository"));
}

#[test]
fn save_names_six_entries_and_counts_the_rest() {
    for (count, end) in [(6, "blocker 4; blocker 5."), (7, "blocker 4; blocker 5; 1 more.")] {
        let mut bench = Bench::new("json");
        let blockers: Vec<String> = (0..count).map(|number| format!("blocker {number}")).collect();
        let text = bench.text("handoff_save_context", &json!({"summary": "s", "blockers": blockers}));
        let line = text.lines().find(|line| line.contains("blocker 0")).unwrap_or_default();
        assert!(line.contains(&format!("{count} blockers")) && line.ends_with(end), "{text}");
    }
}
