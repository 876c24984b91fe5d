//! Reads the files of the timers as strictly as the tables of the format are.

use handoff_engine::tree::{Entry, join};

use crate::time::world::World;

/// Panics if a file of the timers is not as the format says.
pub fn check_files(world: &World) {
    let time = |value: &serde_json::Value| {
        chrono::DateTime::parse_from_rfc3339(value.as_str().expect("a text")).expect("RFC 3339");
    };
    if let Some(file) = world.json("timer/authority.json") {
        assert_eq!(file["version"], 1);
        assert!(file["owner"] == "vscode" || file["owner"] == "mcp", "{file}");
        assert!(file["owner_instance"].is_string() && file["ttl_secs"].is_u64());
        time(&file["heartbeat_at"]);
        time(&file["updated_at"]);
    }
    if let Some(file) = world.json("timer/state.json") {
        assert!(file["version"].is_u64() && file["owner"].is_string());
        time(&file["updated_at"]);
        for entry in file["timers"].as_object().expect("an object").values() {
            assert!(entry["state"].is_string() && entry["elapsed_ms"].is_u64(), "{entry}");
            assert!(entry["paused_by_idle"].is_boolean() && entry["base_hours"].is_f64(), "{entry}");
            if entry["state"] == "tracking" {
                time(&entry["started_at"]);
            }
        }
    }
    let requests = world.disk.tree.children("timer/requests").filter(|(_, entry)| matches!(entry, Entry::File(_)));
    let waiting: Vec<String> = requests.map(|(name, _)| join("timer/requests", name)).collect();
    assert!(waiting.is_empty() || world.disk.tree.get("PAUSE").is_some(), "{waiting:?}");
}
