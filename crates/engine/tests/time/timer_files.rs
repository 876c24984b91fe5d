//! Reads the files of the timers as strictly as the tables of the format are, after each write.

use std::collections::BTreeMap;

use handoff_engine::tree::{Entry, Tree, join};
use serde_json::Value;

/// Reads what programs write.
#[derive(Default)]
pub struct StrictReader {
    /// The last content of each file with its `updated_at`.
    last: BTreeMap<String, (Vec<u8>, String)>,
}

impl StrictReader {
    /// Panics if a file of the timers is not as the format says.
    pub fn check(&mut self, tree: &Tree, path: &str) {
        let Some(bytes) = tree.file(path).filter(|_| is_shared(path)) else { return };
        let file: Value = serde_json::from_slice(bytes).expect("JSON");
        check(path, &file);
        if let Some(updated_at) = file["updated_at"].as_str() {
            let last = self.last.insert(path.to_owned(), (bytes.to_vec(), updated_at.to_owned()));
            let is_new = last.is_none_or(|(content, stamp)| content == bytes || stamp != updated_at);
            assert!(is_new, "other programs detect a change of {path} by updated_at");
        }
    }
}

/// Returns whether other programs read a file; they ignore temporary ones.
fn is_shared(path: &str) -> bool {
    let is_json = std::path::Path::new(path).extension().is_some_and(|extension| extension == "json");
    is_json && path.rsplit('/').next().is_some_and(|name| !name.starts_with('.'))
}

fn check(path: &str, file: &Value) {
    let time = |value: &Value| {
        chrono::DateTime::parse_from_rfc3339(value.as_str().expect("a text")).expect("RFC 3339");
    };
    assert_eq!(file["version"], 1, "{path}");
    match path {
        "timer/authority.json" => {
            assert!(file["owner"] == "vscode" || file["owner"] == "mcp", "{file}");
            assert!(file["owner_instance"].is_string() && file["ttl_secs"].is_u64());
            time(&file["heartbeat_at"]);
            time(&file["updated_at"]);
        }
        "timer/state.json" => {
            assert!(file["owner"].is_string());
            time(&file["updated_at"]);
            for entry in file["timers"].as_object().expect("an object").values() {
                assert!(entry["state"] == "tracking" || entry["state"] == "paused", "{entry}");
                assert!(entry["elapsed_ms"].is_u64(), "{entry}");
                assert!(entry["paused_by_idle"].is_boolean() && entry["base_hours"].is_f64(), "{entry}");
                if entry["state"] == "tracking" {
                    time(&entry["started_at"]);
                } else {
                    assert!(entry["started_at"].is_null(), "{entry}");
                }
            }
        }
        _ => {
            assert!(file["cmd"] == "start" || file["cmd"] == "stop", "{file}");
            assert_eq!(path, format!("timer/requests/{}.json", file["id"].as_str().expect("a text")));
            assert!(file["task_id"].is_string() && file["issued_by"] == "mcp", "{file}");
            time(&file["issued_at"]);
        }
    }
}

/// Panics if a request waits.
pub fn check_answered(tree: &Tree) {
    let requests = tree.children("timer/requests").filter(|(_, entry)| matches!(entry, Entry::File(_)));
    let waiting: Vec<String> = requests.map(|(name, _)| join("timer/requests", name)).collect();
    assert!(waiting.is_empty() || tree.get("PAUSE").is_some(), "{waiting:?}");
}
