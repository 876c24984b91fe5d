//! Private sessions beside a real repository.

#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test ends where something is not as it should be")]

mod server;

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::json;
use server::{Server, fresh, git};

fn doctor(folder: &Path) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_handoff"));
    let done = command.arg("doctor").current_dir(folder).env("HOME", folder).output().expect("the doctor");
    String::from_utf8_lossy(&done.stdout).into_owned()
}

#[test]
fn git_never_takes_a_private_session() {
    for layout in ["json", "toml"] {
        let top = fresh(&format!("private-{layout}"));
        git(&top, &["init", "-q"]);
        let mut server = Server::start(&top, &["--tools", "all"]);
        server.call("handoff_init", &json!({"project_name": "Here", "layout": layout}));
        let save = |summary: &str, visibility: &str, status: &str| json!({"summary": summary, "visibility": visibility, "session_status": status});
        server.call("handoff_save_context", &save("Open", "team", "closed"));
        server.call("handoff_save_context", &save("Secret", "private", "active"));
        let taken = || {
            git(&top, &["add", "-A"]);
            git(&top, &["ls-files"])
        };
        assert!(taken().contains("-open.closed") && !taken().contains("private_session"), "{}", taken());
        server.call("handoff_save_context", &json!({"pause_active": true}));
        assert!(!taken().contains("private_session"));
        let listed = server.call("handoff_list_sessions", &json!({"visibility": "private"}));
        let id = listed["sessions"][0]["id"].clone();
        server.call("handoff_save_context", &json!({"summary": "Secret", "close_session_id": id}));
        server.call("handoff_update_config", &json!({"updates": {"settings.history_limit": 0}}));
        assert!(!taken().contains("private_session"));
        assert_eq!(doctor(&top), "No problems.\n");

        // What Git has already, or would take under a name of another program, is named.
        let name = fs::read_dir(top.join(".handoff/sessions")).expect("the sessions").flatten();
        let name = name.map(|entry| entry.file_name().into_string().expect("a name"));
        let name = name.into_iter().find(|name| name.contains("private_session")).expect("the private one");
        git(&top, &["add", "-f", &format!(".handoff/sessions/{name}")]);
        let told = doctor(&top);
        let sentence = format!(
            ".handoff/sessions/{name}:1:1: warning: This session is private, but Git already tracks it. Stop tracking it with: git rm --cached .handoff/sessions/{name}"
        );
        assert!(told.trim_end() == sentence.trim_start_matches(".handoff/"), "{told}");
        git(&top, &["rm", "-q", "--cached", &format!(".handoff/sessions/{name}")]);
        let other = format!("20261201-080000-secret.closed.{layout}");
        fs::rename(top.join(".handoff/sessions").join(&name), top.join(".handoff/sessions").join(&other))
            .expect("a name");
        let told = doctor(&top);
        assert!(
            told.starts_with(&format!(
                "sessions/{other}:1:1: warning: This session is private, but Git would track it."
            )),
            "{told}"
        );
    }
}
