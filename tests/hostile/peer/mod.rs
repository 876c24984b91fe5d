//! Our server beside a double of the peer, `handoff-mcp`.

mod at_once;
mod calls;
mod double;
mod leases;
mod links;
mod state;
mod turns;
mod verdict;

use std::fmt;

use crate::support::Folder;

/// Creates a project in the layout of the peer, with an active session.
fn project() -> Folder {
    let folder = Folder::new();
    folder.stdout(&["init", "Harbour", "--layout", "json"]);
    folder.stdout(&["config", "set", "settings.history_limit", "100000"]);
    folder.stdout(&["config", "set", "settings.memory_query_min_score", "0"]);
    folder.stdout(&["config", "set", "settings.memory_query_relative_threshold", "0"]);
    folder.stdout(&["session", "save", "begun", "--active"]);
    std::fs::create_dir_all(folder.at(".handoff/tasks")).unwrap();
    std::fs::create_dir_all(folder.at(".handoff/memory")).unwrap();
    folder
}

/// The seed and the calls so far, for the message of a failure.
struct History {
    seed: u64,
    calls: Vec<String>,
}

impl History {
    fn new(seed: u64) -> History {
        History { seed, calls: Vec::new() }
    }

    fn add(&mut self, call: String) {
        self.calls.push(call);
    }
}

impl fmt::Display for History {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "HANDOFF_SEED={}, the calls:", self.seed)?;
        self.calls.iter().enumerate().try_for_each(|(number, call)| writeln!(formatter, "{number}: {call}"))
    }
}
