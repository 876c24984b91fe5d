//! Owner and visibility of sessions. Private content stays on this machine.

use handoff_agent::resources::Kind;
use serde_json::{Value, json};

use crate::support::Bench;

const LAYOUTS: [&str; 2] = ["json", "toml"];
const IGNORED: &str =
    "/sessions/*-private_*\n/trash/*-private_*\n/trash/\n/local/\n/timer/\n/.journal-*\n.lock*\n*.tmp.*\n";

fn files(bench: &Bench) -> Vec<String> {
    bench.paths().into_iter().filter_map(|path| path.strip_prefix("sessions/").map(str::to_owned)).collect()
}

fn rows(bench: &mut Bench, filter: &Value) -> Vec<Value> {
    bench.value("handoff_list_sessions", filter)["sessions"].as_array().expect("a list").clone()
}

fn id_of(bench: &mut Bench, summary: &str) -> String {
    let rows = rows(bench, &json!({}));
    let row = rows.iter().find(|row| row["summary"] == summary).expect("the session");
    row["id"].as_str().expect("an id").to_owned()
}

#[test]
fn private_sessions_have_private_file_names_in_every_state() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        let save =
            json!({"summary": "Salary talk", "session_status": "active", "visibility": "private", "owner": "maya"});
        bench.text("handoff_save_context", &save);
        let name = |bench: &Bench, status: &str, at: &str| {
            assert_eq!(files(bench), [format!("20261201-{at}-private_session.{status}.{layout}")]);
            assert_eq!(bench.file(".gitignore").as_deref(), Some(IGNORED), "once");
        };
        name(&bench, "active", "080002");
        bench.text("handoff_save_context", &json!({"pause_active": true}));
        name(&bench, "paused", "080002");
        let id = id_of(&mut bench, "Salary talk");
        bench.text("handoff_load_context", &json!({"session_id": id}));
        name(&bench, "active", "080002");
        bench.text("handoff_save_context", &json!({"summary": "Salary talk, ended"}));
        name(&bench, "closed", "080006");

        // The visibility can change in both directions.
        let open = json!({"source_session_id": id, "summary": "fork"});
        bench.text("handoff_fork_session", &open);
        assert!(files(&bench).iter().all(|file| file.contains("-private_session")), "a fork is private too");
        bench.text(
            "handoff_save_context",
            &json!({"summary": "Fork", "session_status": "active", "visibility": "team"}),
        );
        assert!(
            files(&bench).iter().any(|file| file.ends_with(&format!("-fork.active.{layout}"))),
            "{:?}",
            files(&bench)
        );
        bench.text(
            "handoff_save_context",
            &json!({"summary": "Fork", "session_status": "active", "visibility": "private"}),
        );
        assert!(!files(&bench).iter().any(|file| file.contains("fork")));
        bench.text("handoff_save_context", &json!({"summary": "Fork", "environment": null, "visibility": null}));
        assert!(
            files(&bench).iter().any(|file| file.ends_with(&format!("-fork.closed.{layout}"))),
            "{:?}",
            files(&bench)
        );
    }
}

#[test]
fn private_session_renamed_by_another_program_is_renamed_back() {
    let mut bench = Bench::new("json");
    let save = json!({"summary": "Talk", "session_status": "active", "visibility": "private", "environment": {"a": 1}});
    bench.text("handoff_save_context", &save);
    let old = format!("sessions/{}", files(&bench)[0]);
    let text = bench.file(&old).expect("its text");
    bench.feed(vec![handoff_protocol::FileState::Gone { path: old }]);
    bench.put("sessions/20261202-090000-talk.active.json", &text);
    bench.text("handoff_save_context", &json!({"pause_active": true}));
    assert_eq!(files(&bench), ["20261202-090000-private_session.paused.json"]);
    let id = id_of(&mut bench, "Talk");
    bench.text("handoff_load_context", &json!({"session_id": id}));
    bench
        .text("handoff_save_context", &json!({"summary": "Talk", "session_status": "active", "environment": {"b": 2}}));
    let session = bench.value("handoff_get_session", &json!({"session_id": id}));
    assert_eq!((&session["environment"], &session["visibility"]), (&json!({"a": 1, "b": 2}), &json!("private")));
}

#[test]
fn existing_gitignore_lines_are_kept() {
    for (before, after) in [
        ("cache/", format!("cache/\n{IGNORED}")),
        ("# mine\r\ncache/\r\n", format!("# mine\r\ncache/\r\n{}", IGNORED.replace('\n', "\r\n"))),
        (
            "*.tmp.*\n/trash/*-private_*\n",
            "*.tmp.*\n/trash/*-private_*\n/sessions/*-private_*\n/trash/\n/local/\n/timer/\n/.journal-*\n.lock*\n"
                .to_owned(),
        ),
        (IGNORED, IGNORED.to_owned()),
    ] {
        let mut bench = Bench::new("toml");
        bench.put(".gitignore", before);
        bench.text("handoff_save_context", &json!({"summary": "x", "visibility": "private"}));
        assert_eq!(bench.file(".gitignore"), Some(after));
        assert_eq!(bench.problems(), [""; 0]);
    }
    let mut bench = Bench::new("toml");
    bench.feed(vec![handoff_protocol::FileState::Link { path: ".gitignore".to_owned() }]);
    let text = bench.refusal("handoff_save_context", &json!({"summary": "x", "visibility": "private"}));
    assert!(text.contains("would not ignore a private session"), "{text}");
    assert_eq!(files(&bench), [""; 0]);
    bench.text("handoff_save_context", &json!({"summary": "x"}));
}

#[test]
fn private_content_does_not_leak() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        let save = json!({
            "summary": "Secret plan", "visibility": "private", "session_status": "active", "blockers": ["secret"],
            "decisions": [{"decision": "secret"}],
        });
        bench.text("handoff_save_context", &save);
        let id = id_of(&mut bench, "Secret plan");
        assert_eq!(bench.read("handoff://sessions").map(|(text, _)| text), Ok("[]".to_owned()));
        bench.read(&format!("handoff://session/{id}")).expect_err("it has no address");
        assert_eq!(bench.ids(Kind::Session, ""), [""; 0]);
        let mut here = Bench::new(layout);
        here.others.push(("/projects/there".to_owned(), bench));
        let answer = here.value("handoff_dashboard", &json!({}));
        assert!(
            !answer.to_string().contains("secret") && answer["projects"][0]["last_session_ended"].is_null(),
            "{answer}"
        );
        assert_eq!(answer["projects"][0]["paused_sessions"], 0);
        let (_, mut bench) = here.others.remove(0);

        let sentence = bench.refusal("handoff_save_context", &json!({"summary": "x", "base": id, "visibility": "team", "pause_active": true, "session_status": "active"}));
        assert!(sentence.contains("is private, so what builds on it is private too"), "{sentence}");
        bench.text("handoff_save_context", &json!({"pause_active": true}));
        bench.text("handoff_save_context", &json!({"summary": "On top", "base": id}));
        let top = id_of(&mut bench, "On top");
        assert_eq!(bench.value("handoff_get_session", &json!({"session_id": top}))["visibility"], "private");

        bench.text("handoff_save_context", &json!({"summary": "Open"}));
        let open = id_of(&mut bench, "Open");
        let merge = json!({"source_session_ids": [id, open], "target_session_id": open});
        let sentence = bench.refusal("handoff_merge_sessions", &merge);
        assert!(sentence.contains("can only be merged into one that is private too"), "{sentence}");
        bench.text("handoff_save_context", &json!({"summary": "Open on top", "base": open}));
        let hide = json!({
            "session_id": "Open", "task_objective": "Open", "task_status": "blocked", "visibility": "private",
            "progress_summary": "p", "files": [], "next_steps": [],
        });
        bench.text("save_handoff", &hide);
        bench.text("handoff_update_config", &json!({"updates": {"settings.history_limit": 1}}));
        bench.text("handoff_save_context", &json!({"summary": "End"}));
        for path in bench.paths() {
            let text = bench.file(&path).expect("its text");
            assert!(!text.contains("secret") || path.contains("-private_"), "{path}");
            assert!(!path.contains("secret"), "{path}");
        }
        let logs: Vec<String> = bench.tree.walk("activity").filter_map(|(path, _)| bench.file(&path)).collect();
        assert!(!logs.concat().to_lowercase().contains("secret"));
    }
}

#[test]
fn base_of_a_shared_session_cannot_be_private() {
    let mut bench = Bench::new("json");
    let save = |id: &str, more: Value| {
        let mut call = json!({
            "session_id": id, "task_objective": id, "task_status": "blocked", "progress_summary": "p", "files": [],
            "next_steps": [],
        });
        call.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        call
    };
    bench.text("save_handoff", &save("low", json!({})));
    bench.text("save_handoff", &save("high", json!({"base": "low"})));
    let sentence = bench.refusal("save_handoff", &save("low", json!({"visibility": "private"})));
    assert!(sentence.contains("cannot be private while"), "{sentence}");
    bench.text("save_handoff", &save("high", json!({"base": "low", "visibility": "private"})));
    bench.text("save_handoff", &save("low", json!({"visibility": "private"})));
    assert!(files(&bench).iter().all(|file| file.contains("-private_session")));
}

#[test]
fn sessions_are_filtered_by_owner_and_visibility() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        for (summary, more) in [
            ("a", json!({"owner": "maya", "collaborators": ["ken", "lee"], "visibility": "team"})),
            ("b", json!({"owner": "ken", "visibility": "private"})),
            ("c", json!({})),
            ("d", json!({"visibility": "public"})),
        ] {
            let mut call = json!({"summary": summary});
            call.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
            bench.text("handoff_save_context", &call);
        }
        for (filter, expected) in [
            (json!({"owner": "ken"}), vec!["b", "a"]),
            (json!({"owner": "nobody"}), vec![]),
            (json!({"visibility": "team"}), vec!["c", "a"]),
            (json!({"visibility": "private"}), vec!["b"]),
            (json!({"owner": "ken", "visibility": "team"}), vec!["a"]),
            (json!({}), vec!["d", "c", "b", "a"]),
        ] {
            let actual: Vec<Value> = rows(&mut bench, &filter).iter().map(|row| row["summary"].clone()).collect();
            assert_eq!(actual, expected, "{filter}");
            let answer = bench.value("list_handoffs", &filter);
            let actual: Vec<&Value> =
                answer["handoffs"].as_array().expect("a list").iter().map(|row| &row["task_objective"]).collect();
            assert_eq!(actual, expected, "{filter}");
        }
        let a = rows(&mut bench, &json!({"owner": "lee"}))[0].clone();
        assert_eq!((&a["owner"], &a["collaborators"]), (&json!("maya"), &json!(["ken", "lee"])));
        let text = bench.text("load_handoff", &json!({"session_id": a["id"]}));
        assert!(text.contains("This handoff: owner maya, with ken, lee, team\n"), "{text}");
        let text = bench.refusal("handoff_save_context", &json!({"summary": "x", "visibility": "secret"}));
        assert!(text.ends_with("The argument visibility must be one of private, team, public."), "{text}");
    }
}
