//! Pointers in a real repository: a load compares the files with their saved state.

use std::fs;

use serde_json::{Value, json};

use crate::support::server::{Server, empty_folder, git};

/// Calls a tool and returns its text.
fn call_text(server: &mut Server, name: &str, arguments: &Value) -> String {
    let result = server.ask("tools/call", &json!({"name": name, "arguments": arguments}));
    result["content"][0]["text"].as_str().expect("a text").to_owned()
}

fn source(name: &str) -> String {
    (1..=40).fold(String::new(), |text, line| text + &format!("let {name}_{line} = {line};\n"))
}

#[test]
fn load_marks_only_changed_pointers() {
    for layout in ["json", "toml"] {
        let top = empty_folder(&format!("pointers-{layout}"));
        fs::create_dir_all(top.join("src")).expect("a folder");
        for name in ["same", "edited", "moved", "renamed", "deleted"] {
            fs::write(top.join(format!("src/{name}.rs")), source(name)).expect("a file");
        }
        git(&top, &["init", "-q"]);
        git(&top, &["add", "."]);
        git(&top, &["commit", "-qm", "Begin"]);
        let mut first = Server::start(&top, &["--tools", "all"]);
        first.call("handoff_init", &json!({"project_name": "Here", "layout": layout}));
        let point = |name: &str| json!({"path": format!("src/{name}.rs"), "lines": "10-20", "reason": name});
        let files: Vec<Value> = ["same", "edited", "moved", "renamed", "deleted"].map(point).to_vec();
        first.call("handoff_save_context", &json!({"summary": "Parser", "context_pointers": files}));
        let range = json!([{"start": 10, "end": 20, "note": "here"}]);
        let files: Vec<Value> = ["moved", "deleted"]
            .map(|name| json!({"path": format!("src/{name}.rs"), "relevance": "r", "focus_ranges": range}))
            .to_vec();
        first.call(
            "save_handoff",
            &json!({
                "session_id": "parser", "task_objective": "o", "task_status": "in_progress", "progress_summary": "p",
                "next_steps": [], "files": files,
            }),
        );
        drop(first);

        fs::write(top.join("src/edited.rs"), source("edited").replace("_15 = 15", "_15 = 16")).expect("an edit");
        fs::write(top.join("src/moved.rs"), format!("// a\n// b\n{}", source("moved"))).expect("an edit");
        git(&top, &["mv", "src/renamed.rs", "src/named.rs"]);
        git(&top, &["rm", "-q", "src/deleted.rs"]);
        git(&top, &["commit", "-qam", "Go on"]);

        let mut second = Server::start(&top, &["--tools", "all"]);
        let message = call_text(&mut second, "handoff_load_context", &json!({"session_id": "none"}));
        for line in [
            "- src/same.rs 10-20 — same [unchanged]\n",
            "- src/edited.rs 10-20 [changed, now about 10-20] — edited\n",
            "- src/moved.rs 10-20 [moved to 12-22] — r\n",
            "- src/renamed.rs 10-20 [now src/named.rs, unchanged] — renamed\n",
            "- src/deleted.rs 10-20 [gone] — r\n",
        ] {
            assert!(message.contains(line), "{line} is missing: {message}");
        }
        let text = second.call("handoff_load_context", &json!({"format": "json"}));
        let before = &text["previous_session"]["context_pointers"];
        assert_eq!(before[3]["handoff_now"], json!({"state": "moved", "path": "src/named.rs"}), "{text}");
        let message = self::call_text(&mut second, "load_handoff", &json!({"session_id": "parser"}));
        assert!(message.contains("- src/moved.rs: r\n  - 10-20: here [moved to 12-22]\n"), "{message}");
        assert!(message.contains("- src/deleted.rs: r [gone]\n  - 10-20: here\n"), "{message}");
    }
}
