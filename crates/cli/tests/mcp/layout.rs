//! The layout of new records, written by a server and by the command.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::support::program;
use crate::support::server::{Server, empty_folder};

/// The configuration that `handoff-mcp` writes for a new project.
const PEER: &str = r#"[project]
name = "Peer"

[settings]
history_limit = 20
done_task_limit = 10
auto_git_summary = true
require_estimate_hours = true
ai_estimate_multiplier = 0.2
context_files = []
memory_enabled = true
memory_dup_threshold = 0.72
memory_query_min_score = 2.0
memory_query_relative_threshold = 0.3
memory_query_limit = 5
memory_stale_days = 60
memory_injected_gc_days = 14
timer_provider = "auto"
timer_authority_ttl_secs = 30
timer_idle_timeout_minutes = 10
multi_session = true

[settings.custom_fields]

[dashboard]
scan_dirs = ["~/pro/"]
exclude_patterns = []
max_depth = 5
"#;

/// Collects the names of the task and session files.
fn records(folder: &Path, into: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            records(&path, into);
        } else {
            into.push(path.file_name().expect("a name").to_string_lossy().into_owned());
        }
    }
}

fn all_records(project: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for part in ["tasks", "sessions"] {
        records(&project.join(".handoff").join(part), &mut names);
    }
    names
}

fn are_all(names: &[String], extension: &str) -> bool {
    names.iter().all(|name| Path::new(name).extension().is_some_and(|entries| entries == extension))
}

/// Runs the command with TOML as the preferred layout.
fn handoff(project: &Path, arguments: &[&str]) {
    let mut command = Command::new(program());
    command.args(arguments).current_dir(project).env_remove("CLAUDE_PROJECT_DIR").env("HANDOFF_LAYOUT", "toml");
    let output = command.env("XDG_STATE_HOME", project.join("state")).output().expect("the command");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn project_created_by_the_peer_uses_json() {
    for (name, options) in [("peer", vec![]), ("peer-toml", vec!["--layout", "toml"])] {
        let project = empty_folder(&format!("layout-{name}"));
        for folder in ["tasks", "sessions", "memory"] {
            fs::create_dir_all(project.join(".handoff").join(folder)).expect("a folder");
        }
        fs::write(project.join(".handoff/config.toml"), PEER).expect("a file");
        let options: Vec<&str> = options.into_iter().chain(["--tools", "all"]).collect();
        let mut server = Server::start(&project, &options);
        let created = server.call("handoff_update_task", &json!({"task": {"title": "First"}}));
        assert_eq!(created["id"], "t1");
        server.call("handoff_save_context", &json!({"summary": "First", "session_status": "active"}));
        let names = all_records(&project);
        assert_eq!(names.len(), 2, "{names:?}");
        assert!(are_all(&names, "json"), "{names:?}");
        server.close();

        handoff(&project, &["task", "delete", "t1"]);
        fs::remove_dir_all(project.join(".handoff/sessions")).expect("the sessions");
        fs::create_dir_all(project.join(".handoff/sessions")).expect("a folder");
        assert_eq!(all_records(&project), [""; 0]);
        handoff(&project, &["task", "create", "Second"]);
        let mut server = Server::start(&project, &options);
        server.call("handoff_update_task", &json!({"task": {"title": "Third"}}));
        server.call("handoff_save_context", &json!({"summary": "Third"}));
        let import = json!({"source": {"description": "d"}, "tasks": [{"title": "In"}], "raw_notes": "n"});
        server.call("handoff_import_context", &import);
        let names = all_records(&project);
        assert_eq!(names.len(), 5, "{names:?}");
        assert!(are_all(&names, "json"), "{names:?}");
        assert_eq!(fs::read_to_string(project.join(".handoff/config.toml")).expect("a file"), PEER);
    }
}

#[test]
fn layout_option_applies_only_at_init() {
    for (chosen, other) in [("toml", "json"), ("json", "toml")] {
        let project = empty_folder(&format!("layout-chosen-{chosen}"));
        let mut server = Server::start(&project, &["--layout", chosen, "--tools", "all"]);
        let created: Value = server.call("handoff_init", &json!({"project_name": "New"}));
        assert_eq!(created["layout"], chosen);
        server.close();
        let config = fs::read_to_string(project.join(".handoff/config.toml")).expect("a file");
        assert!(config.contains(&format!("handoff_layout = \"{chosen}\"")), "{config}");
        let mut server = Server::start(&project, &["--layout", other, "--tools", "all"]);
        server.call("handoff_update_task", &json!({"task": {"title": "First"}}));
        server.call("handoff_save_context", &json!({"summary": "First"}));
        let names = all_records(&project);
        assert!(names.len() == 2 && are_all(&names, chosen), "{names:?}");
    }
}

#[test]
fn json_option_chooses_the_format_of_the_context() {
    for (options, format, is_json) in
        [(&[][..], None, false), (&["--json"][..], None, true), (&["--json"][..], Some("markdown"), false)]
    {
        let project = empty_folder(&format!("context-{}-{}", options.len(), format.unwrap_or("none")));
        let mut server = Server::start(&project, options);
        server.call("handoff_init", &json!({"project_name": "Tides"}));
        let arguments = format.map_or_else(|| json!({}), |format| json!({"format": format}));
        let context = server.call("handoff_load_context", &arguments);
        assert_eq!(context["project"] == "Tides", is_json, "{options:?} {format:?}: {context}");
        assert_eq!(context.as_str().is_some_and(|text| text.starts_with("# Tides")), !is_json, "{context}");
    }
}
