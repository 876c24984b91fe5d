//! Whose a session is and who may see it; what is private stays on this machine.
#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test ends where something is not as it should be")]

mod support;

use handoff_agent::resources::Kind;
use serde_json::{Value, json};
use support::Bench;

const LAYOUTS: [&str; 2] = ["json", "toml"];
const IGNORED: &str = "/sessions/*-private_*\n/trash/*-private_*\n/trash/\n/.journal-*\n/.lock*\n*.tmp.*\n";

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
fn a_private_session_is_named_so_wherever_it_stands() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        let save =
            json!({"summary": "Salary talk", "session_status": "active", "visibility": "private", "owner": "maya"});
        bench.said("handoff_save_context", &save);
        let name = |bench: &Bench, status: &str, at: &str| {
            assert_eq!(files(bench), [format!("20261201-{at}-private_session.{status}.{layout}")]);
            assert_eq!(bench.file(".gitignore").as_deref(), Some(IGNORED), "once");
        };
        name(&bench, "active", "080002");
        bench.said("handoff_save_context", &json!({"pause_active": true}));
        name(&bench, "paused", "080002");
        let id = id_of(&mut bench, "Salary talk");
        bench.said("handoff_load_context", &json!({"session_id": id}));
        name(&bench, "active", "080002");
        bench.said("handoff_save_context", &json!({"summary": "Salary talk, ended"}));
        name(&bench, "closed", "080006");

        // What was private can become visible, and the other way round.
        let open = json!({"source_session_id": id, "summary": "fork"});
        bench.said("handoff_fork_session", &open);
        assert!(files(&bench).iter().all(|file| file.contains("-private_session")), "a fork is private too");
        bench.said(
            "handoff_save_context",
            &json!({"summary": "Fork", "session_status": "active", "visibility": "team"}),
        );
        assert!(
            files(&bench).iter().any(|file| file.ends_with(&format!("-fork.active.{layout}"))),
            "{:?}",
            files(&bench)
        );
        bench.said(
            "handoff_save_context",
            &json!({"summary": "Fork", "session_status": "active", "visibility": "private"}),
        );
        assert!(!files(&bench).iter().any(|file| file.contains("fork")));
        bench.said("handoff_save_context", &json!({"summary": "Fork", "environment": null, "visibility": null}));
        assert!(
            files(&bench).iter().any(|file| file.ends_with(&format!("-fork.closed.{layout}"))),
            "{:?}",
            files(&bench)
        );
    }
}

#[test]
fn another_programs_name_is_mended_and_the_environment_is_ours_too() {
    let mut bench = Bench::new("json");
    let save = json!({"summary": "Talk", "session_status": "active", "visibility": "private", "environment": {"a": 1}});
    bench.said("handoff_save_context", &save);
    let old = format!("sessions/{}", files(&bench)[0]);
    let text = bench.file(&old).expect("its text");
    bench.feed(vec![handoff_protocol::FileState::Gone { path: old }]);
    bench.put("sessions/20261202-090000-talk.active.json", &text);
    bench.said("handoff_save_context", &json!({"pause_active": true}));
    assert_eq!(files(&bench), ["20261202-090000-private_session.paused.json"]);
    let id = id_of(&mut bench, "Talk");
    bench.said("handoff_load_context", &json!({"session_id": id}));
    bench
        .said("handoff_save_context", &json!({"summary": "Talk", "session_status": "active", "environment": {"b": 2}}));
    let session = bench.value("handoff_get_session", &json!({"session_id": id}));
    assert_eq!((&session["environment"], &session["visibility"]), (&json!({"b": 2}), &json!("private")));
}

#[test]
fn what_git_is_told_already_stays() {
    for (before, after) in [
        ("cache/", format!("cache/\n{IGNORED}")),
        ("# mine\r\ncache/\r\n", format!("# mine\r\ncache/\r\n{}", IGNORED.replace('\n', "\r\n"))),
        (
            "*.tmp.*\n/trash/*-private_*\n",
            "*.tmp.*\n/trash/*-private_*\n/sessions/*-private_*\n/trash/\n/.journal-*\n/.lock*\n".to_owned(),
        ),
        (IGNORED, IGNORED.to_owned()),
    ] {
        let mut bench = Bench::new("toml");
        bench.put(".gitignore", before);
        bench.said("handoff_save_context", &json!({"summary": "x", "visibility": "private"}));
        assert_eq!(bench.file(".gitignore"), Some(after));
        assert_eq!(bench.problems(), [""; 0]);
    }
    let mut bench = Bench::new("toml");
    bench.feed(vec![handoff_protocol::FileState::Link { path: ".gitignore".to_owned() }]);
    let said = bench.refused("handoff_save_context", &json!({"summary": "x", "visibility": "private"}));
    assert!(said.contains("would not ignore a private session"), "{said}");
    assert_eq!(files(&bench), [""; 0]);
    bench.said("handoff_save_context", &json!({"summary": "x"}));
}

#[test]
fn nothing_private_gets_where_others_see_it() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        let save = json!({
            "summary": "Secret plan", "visibility": "private", "session_status": "active", "blockers": ["secret"],
            "decisions": [{"decision": "secret"}],
        });
        bench.said("handoff_save_context", &save);
        let id = id_of(&mut bench, "Secret plan");
        assert_eq!(bench.read("handoff://sessions").map(|(text, _)| text), Ok("[]".to_owned()));
        bench.read(&format!("handoff://session/{id}")).expect_err("it has no address");
        assert_eq!(bench.ids(Kind::Session, ""), [""; 0]);
        let mut here = Bench::new(layout);
        here.others.push(("/projects/there".to_owned(), bench));
        let told = here.value("handoff_dashboard", &json!({}));
        assert!(!told.to_string().contains("secret") && told["projects"][0]["last_session_ended"].is_null(), "{told}");
        assert_eq!(told["projects"][0]["paused_sessions"], 0);
        let (_, mut bench) = here.others.remove(0);

        let sentence = bench.refused("handoff_save_context", &json!({"summary": "x", "base": id, "visibility": "team", "pause_active": true, "session_status": "active"}));
        assert!(sentence.contains("is private, so what builds on it is private too"), "{sentence}");
        bench.said("handoff_save_context", &json!({"pause_active": true}));
        bench.said("handoff_save_context", &json!({"summary": "On top", "base": id}));
        let top = id_of(&mut bench, "On top");
        assert_eq!(bench.value("handoff_get_session", &json!({"session_id": top}))["visibility"], "private");

        bench.said("handoff_save_context", &json!({"summary": "Open"}));
        let open = id_of(&mut bench, "Open");
        let merge = json!({"source_session_ids": [id, open], "target_session_id": open});
        let sentence = bench.refused("handoff_merge_sessions", &merge);
        assert!(sentence.contains("can only be merged into one that is private too"), "{sentence}");
        bench.said("handoff_save_context", &json!({"summary": "Open on top", "base": open}));
        let hide = json!({
            "session_id": "Open", "task_objective": "Open", "task_status": "blocked", "visibility": "private",
            "progress_summary": "p", "files": [], "next_steps": [],
        });
        bench.said("save_handoff", &hide);
        bench.said("handoff_update_config", &json!({"updates": {"settings.history_limit": 1}}));
        bench.said("handoff_save_context", &json!({"summary": "End"}));
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
fn what_others_see_builds_on_what_they_see() {
    let mut bench = Bench::new("json");
    let save = |id: &str, more: Value| {
        let mut call = json!({
            "session_id": id, "task_objective": id, "task_status": "blocked", "progress_summary": "p", "files": [],
            "next_steps": [],
        });
        call.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        call
    };
    bench.said("save_handoff", &save("low", json!({})));
    bench.said("save_handoff", &save("high", json!({"base": "low"})));
    let sentence = bench.refused("save_handoff", &save("low", json!({"visibility": "private"})));
    assert!(sentence.contains("cannot be private while"), "{sentence}");
    bench.said("save_handoff", &save("high", json!({"base": "low", "visibility": "private"})));
    bench.said("save_handoff", &save("low", json!({"visibility": "private"})));
    assert!(files(&bench).iter().all(|file| file.contains("-private_session")));
}

#[test]
fn sessions_are_listed_by_who_and_what() {
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
            bench.said("handoff_save_context", &call);
        }
        for (filter, expected) in [
            (json!({"owner": "ken"}), vec!["b", "a"]),
            (json!({"owner": "nobody"}), vec![]),
            (json!({"visibility": "team"}), vec!["c", "a"]),
            (json!({"visibility": "private"}), vec!["b"]),
            (json!({"owner": "ken", "visibility": "team"}), vec!["a"]),
            (json!({}), vec!["d", "c", "b", "a"]),
        ] {
            let found: Vec<Value> = rows(&mut bench, &filter).iter().map(|row| row["summary"].clone()).collect();
            assert_eq!(found, expected, "{filter}");
            let told = bench.value("list_handoffs", &filter);
            let found: Vec<&Value> =
                told["handoffs"].as_array().expect("a list").iter().map(|row| &row["task_objective"]).collect();
            assert_eq!(found, expected, "{filter}");
        }
        let a = rows(&mut bench, &json!({"owner": "lee"}))[0].clone();
        assert_eq!((&a["owner"], &a["collaborators"]), (&json!("maya"), &json!(["ken", "lee"])));
        let said = bench.said("load_handoff", &json!({"session_id": a["id"]}));
        assert!(said.contains("This handoff: owner maya, with ken, lee, team\n"), "{said}");
        let said = bench.refused("handoff_save_context", &json!({"summary": "x", "visibility": "secret"}));
        assert!(said.ends_with("The argument visibility must be one of private, team, public."), "{said}");
    }
}
