//! Private sessions in a real repository.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::json;

use crate::support::program;
use crate::support::server::{Server, empty_folder, git};

fn run(folder: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new(program());
    let output = command.args(arguments).current_dir(folder).env("HOME", folder).output().expect("the command");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn doctor(folder: &Path) -> String {
    run(folder, &["doctor"])
}

#[test]
fn private_sessions_are_never_committed() {
    for layout in ["json", "toml"] {
        let top = empty_folder(&format!("private-{layout}"));
        git(&top, &["init", "-q"]);
        let mut server = Server::start(&top, &["--tools", "all"]);
        server.call("handoff_init", &json!({"project_name": "Here", "layout": layout}));
        let save = |summary: &str, visibility: &str, status: &str| json!({"summary": summary, "visibility": visibility, "session_status": status});
        server.call("handoff_save_context", &save("Open", "team", "closed"));
        server.call("handoff_save_context", &save("Secret", "private", "active"));
        let length = || {
            git(&top, &["add", "-A"]);
            git(&top, &["ls-files"])
        };
        assert!(length().contains("-open.closed") && !length().contains("private_session"), "{}", length());
        server.call("handoff_save_context", &json!({"pause_active": true}));
        assert!(!length().contains("private_session"));
        let listed = server.call("handoff_list_sessions", &json!({"visibility": "private"}));
        let id = listed["sessions"][0]["id"].clone();
        server.call("handoff_save_context", &json!({"summary": "Secret", "close_session_id": id}));
        server.call("handoff_update_config", &json!({"updates": {"settings.history_limit": 0}}));
        assert!(!length().contains("private_session"));
        assert!(doctor(&top).contains("note: Git merges the files in .handoff as plain text"));
        run(&top, &["setup", "git"]);
        assert_eq!(doctor(&top), "No problems.\n");

        // Sessions that Git tracks already, or would add under another program's name, are
        // reported.
        let name = fs::read_dir(top.join(".handoff/sessions")).expect("the sessions").flatten();
        let name = name.map(|entry| entry.file_name().into_string().expect("a name"));
        let name = name.into_iter().find(|name| name.contains("private_session")).expect("the private one");
        git(&top, &["add", "-f", &format!(".handoff/sessions/{name}")]);
        let text = doctor(&top);
        let sentence = format!(
            ".handoff/sessions/{name}:1:1: warning: This session is private, but Git already tracks it. Stop tracking it with: git rm --cached .handoff/sessions/{name}"
        );
        assert!(text.trim_end() == sentence.trim_start_matches(".handoff/"), "{text}");
        git(&top, &["rm", "-q", "--cached", &format!(".handoff/sessions/{name}")]);
        let other = format!("20261201-080000-secret.closed.{layout}");
        fs::rename(top.join(".handoff/sessions").join(&name), top.join(".handoff/sessions").join(&other))
            .expect("a name");
        let text = doctor(&top);
        assert!(
            text.starts_with(&format!(
                "sessions/{other}:1:1: warning: This session is private, but Git would track it."
            )),
            "{text}"
        );
    }
}
