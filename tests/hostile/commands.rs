//! The commands that are attacked, and the project in which they run.

use crate::support::Folder;

/// The layouts of projects.
pub const LAYOUTS: [&str; 2] = ["toml", "json"];

/// Creates a project with tasks, a session, a memory, a milestone and a package.
pub fn project(layout: &str) -> Folder {
    let folder = Folder::new();
    folder.stdout(&["init", "Harbour", "--layout", layout]);
    for title in ["Parse", "Draw", "Ship"] {
        folder.stdout(&["task", "create", title, "--estimate", "2"]);
    }
    let parent = id(1);
    folder.stdout(&["task", "create", "Read", "--parent", &parent]);
    folder.stdout(&["milestone", "add", "Beta", "--date", "2026-12-24"]);
    folder.stdout(&["memory", "save", "Dates are UTC"]);
    folder.stdout(&["session", "save", "Begun", "--active", "--decision", "Stream the feed"]);
    folder.run_with_input(&["store", "--name", "brief"], "What to do\n");
    folder
}

/// Returns the ID of a task at the top level.
fn id(number: usize) -> String {
    format!("t{number}")
}

/// Returns commands that write, each with what it needs: one file, several, folders, a rename, a log.
pub fn commands(project: &Folder) -> Vec<Vec<String>> {
    let (first, second) = (id(1), id(2));
    let package = project.value(&["list"])["packages"][0]["id"].as_str().unwrap().to_owned();
    [
        &["task", "create", "New", "--parent", &first][..],
        &["task", "update", &first, "--status", "in_progress", "--append-notes", "begun"],
        &["task", "move", &second, "--under", &first],
        &["task", "delete", &first],
        &["undo"],
        &["schedule", "--from", "2027-01-04"],
        &["config", "set", "settings.history_limit", "7"],
        &["milestone", "update", "Beta", "--date", "2026-12-31"],
        &["memory", "save", "Tides are in metres"],
        &["session", "save", "Half done", "--active", "--decision", "Use chrono"],
        &["timer", "start", &second],
        &["package", "extend", &package, "--ttl", "9d"],
    ]
    .into_iter()
    .map(|words| words.iter().map(|word| (*word).to_owned()).collect())
    .collect()
}
