//! Numbers of items, and sums of hours.

use crate::commands::verbs::LAYOUTS;
use crate::support::Folder;
use crate::support::server::Server;
use serde_json::json;

#[test]
fn numbers_that_a_command_shows_are_those_that_it_takes() {
    for layout in LAYOUTS {
        let folder = Folder::new();
        folder.stdout(&["init", "Harbour", "--layout", layout]);
        folder.stdout(&["session", "save", "Old", "--item", "earlier"]);
        folder.stdout(&["session", "save", "New", "--active", "--item", "zero", "--item", "one"]);
        let shown = folder.stdout(&["session", "load"]);
        for item in ["earlier", "one", "zero"] {
            let line = shown
                .lines()
                .find(|line| line.ends_with(&format!(": {item} (user)")))
                .unwrap_or_else(|| panic!("{shown}"));
            let number = line.trim_start_matches("- ").split(':').next().unwrap();
            folder.stdout(&["session", "update", "--tick", number]);
            let left = folder.stdout(&["session", "load"]);
            assert!(
                !left.contains(&format!(": {item} (user)\n")),
                "{item} was {number} in {shown}, and is left in {left}"
            );
            folder.stdout(&["undo"]);
        }

        // A tool shows the numbers that tools take.
        let mut agent = Server::start(folder.path(), &[]);
        let call = json!({"name": "handoff_load_context", "arguments": {}});
        let loaded = agent.ask("tools/call", &call);
        let loaded = loaded["content"][0]["text"].as_str().unwrap();
        assert!(loaded.contains("## Open items\n- 0: zero (user)\n- 1: one (user)\n"), "{loaded}");
    }
}

#[test]
fn sums_of_hours_are_exact() {
    for layout in LAYOUTS {
        let folder = Folder::new();
        folder.stdout(&["init", "Harbour", "--layout", layout]);
        folder.stdout(&["task", "create", "Quay", "--id", "q", "--remaining", "3"]);
        for time in ["0.1", "0,1", "6m", "0:06", "0h6m", "360s"] {
            folder.stdout(&["task", "log", "q", time]);
            folder.stdout(&["timer", "add", "q", time]);
        }
        let schedule = &folder.value(&["task", "get", "q"])["schedule"];
        assert_eq!(
            (schedule["actual_hours"].to_string(), schedule["remaining_hours"].to_string()),
            ("1.2".to_owned(), "1.8".to_owned())
        );
    }
}
