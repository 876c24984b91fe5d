//! Two servers, the command and a foreign program change one project in turns. After each change
//! every program must see what a new process sees.
//!
//! `HANDOFF_PEER` can name the program `handoff-mcp`: in the JSON layout its server then takes
//! turns as well.

use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::{Value, json};

use crate::support::Folder;
use crate::support::form::{is_long, seed};
use crate::support::random::Random;
use crate::support::server::Server;

/// The maximum number of tasks, so that all turns cost about the same.
const MAX_TASKS: usize = 12;

const STATUSES: [&str; 4] = ["todo", "in_progress", "review", "blocked"];

/// The program that makes a change.
#[derive(Clone, Copy, Debug)]
enum Program {
    /// One of our servers, or the peer after them.
    Server(usize),
    Command,
    /// Renames and removes files and folders, as Git or another task server does.
    Foreign,
}

#[derive(Debug)]
enum Change {
    Create { parent: Option<String> },
    SetStatus { id: String, status: &'static str },
    Rename { id: String },
    Move { id: String, under: Option<String> },
    Delete { id: String },
    AppendNotes { id: String },
    OpenSession,
    CloseSession,
}

/// A listed task with its folder.
struct Known {
    id: String,
    status: String,
    folder: PathBuf,
}

struct Turns {
    folder: Folder,
    servers: Vec<Server>,
    random: Random,
}

impl Turns {
    fn new(layout: &str) -> Turns {
        let folder = Folder::new();
        folder.stdout(&["init", "Turns", "--layout", layout]);
        folder.stdout(&["config", "set", "settings.require_estimate_hours", "false"]);
        let server = || Server::start(folder.path(), &["--tools", "all"]);
        let mut servers = vec![server(), server()];
        if let Some(peer) = env::var_os("HANDOFF_PEER").filter(|_| layout == "json") {
            servers.push(Server::start_other(folder.path(), Path::new(&peer)));
        }
        Turns { folder, servers, random: Random(seed(7)) }
    }

    /// Returns the tasks that a new process lists.
    fn tasks(&self) -> Vec<Known> {
        let mut current = Vec::new();
        flatten(&self.folder.value(&["task", "list"])["task_tree"], &mut current);
        current.into_iter().map(|(id, status)| Known { folder: self.folder_of(&id), id, status }).collect()
    }

    /// Returns the folder whose name starts with the ID, followed by `-` in both layouts.
    fn folder_of(&self, id: &str) -> PathBuf {
        let prefix = format!("{id}-");
        let is_it = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&prefix));
        folders(&self.folder.at(".handoff/tasks")).into_iter().find(is_it).expect("the folder of a listed task")
    }

    fn choose(&mut self, tasks: &[Known]) -> Change {
        let Some(task) = self.random.pick(tasks) else { return Change::Create { parent: None } };
        let id = task.id.clone();
        match self.random.below(10) {
            0 if tasks.len() < MAX_TASKS => Change::Create { parent: None },
            1 if tasks.len() < MAX_TASKS => Change::Create { parent: Some(id) },
            2 => Change::Rename { id },
            3 => {
                let under = self.random.pick(tasks).map(|other| other.id.clone());
                // A task cannot be moved below itself.
                let under = under.filter(|other| *other != id && !self.folder_of(other).starts_with(&task.folder));
                Change::Move { id, under }
            }
            4 => Change::Delete { id },
            5 => Change::AppendNotes { id },
            6 => Change::OpenSession,
            7 => Change::CloseSession,
            _ => {
                let others: Vec<_> = STATUSES.into_iter().filter(|status| *status != task.status).collect();
                Change::SetStatus { id, status: self.random.pick(&others).copied().unwrap_or("todo") }
            }
        }
    }

    fn run(&mut self, turn: usize, program: Program, change: &Change, tasks: &[Known]) {
        match program {
            Program::Server(number) => self.run_on_server(turn, number, change),
            Program::Command => self.run_as_command(turn, change),
            Program::Foreign => self.run_as_foreign(change, tasks),
        }
    }

    fn run_on_server(&mut self, turn: usize, number: usize, change: &Change) {
        let update = "handoff_update_task";
        let (tool, arguments) = match change {
            Change::Create { parent: None } => (update, json!({"task": {"title": format!("Task {turn}")}})),
            Change::Create { parent } => {
                (update, json!({"task": {"title": format!("Task {turn}")}, "parent_id": parent}))
            }
            Change::SetStatus { id, status } => (update, json!({"task": {"id": id, "status": status}})),
            Change::Rename { id } => (update, json!({"task": {"id": id, "title": format!("Renamed {turn}")}})),
            Change::Move { id, under: Some(under) } => (update, json!({"task": {"id": id}, "move_to": under})),
            // No tool does these.
            Change::Move { under: None, .. } | Change::Delete { .. } => return self.run_as_command(turn, change),
            Change::AppendNotes { id } => (update, json!({"task": {"id": id, "notes_append": format!("Note {turn}")}})),
            Change::OpenSession => {
                ("handoff_save_context", json!({"summary": format!("Session {turn}"), "session_status": "active"}))
            }
            Change::CloseSession => ("handoff_save_context", json!({"summary": format!("Closed {turn}")})),
        };
        self.servers[number].call(tool, &arguments);
    }

    fn run_as_command(&self, turn: usize, change: &Change) {
        let [title, renamed, note] = ["Task", "Renamed", "Note"].map(|word| format!("{word} {turn}"));
        let (session, closed) = (format!("Session {turn}"), format!("Closed {turn}"));
        let arguments = match change {
            Change::Create { parent: None } => vec!["task", "create", &title],
            Change::Create { parent: Some(parent) } => vec!["task", "create", &title, "--parent", parent],
            Change::SetStatus { id, status } => vec!["task", "update", id, "--status", status],
            Change::Rename { id } => vec!["task", "update", id, "--title", &renamed],
            Change::Move { id, under: None } => vec!["task", "move", id, "--top"],
            Change::Move { id, under: Some(under) } => vec!["task", "move", id, "--under", under],
            Change::Delete { id } => vec!["task", "delete", id],
            Change::AppendNotes { id } => vec!["task", "update", id, "--append-notes", &note],
            Change::OpenSession => vec!["session", "save", &session, "--active"],
            Change::CloseSession => vec!["session", "save", &closed],
        };
        self.folder.stdout(&arguments);
    }

    fn run_as_foreign(&self, change: &Change, tasks: &[Known]) {
        let task = |id: &String| tasks.iter().find(|task| task.id == *id).expect("a listed task");
        let output = match change {
            Change::SetStatus { id, status } => set_status(task(id), status),
            Change::Delete { id } => fs::remove_dir_all(&task(id).folder),
            Change::Move { id, under } => {
                let folder = &task(id).folder;
                let goal =
                    under.as_ref().map_or_else(|| self.folder.at(".handoff/tasks"), |under| task(under).folder.clone());
                fs::rename(folder, goal.join(folder.file_name().expect("its name")))
            }
            Change::CloseSession => close_sessions(&self.folder.at(".handoff/sessions")),
            Change::Create { .. } | Change::Rename { .. } | Change::AppendNotes { .. } | Change::OpenSession => Ok(()),
        };
        output.expect("a change of files");
    }

    /// Compares the answers of a running server with those of a new process.
    fn compare(&mut self, number: usize, turn: usize) {
        let mut fresh = Server::start(self.folder.path(), &["--tools", "all"]);
        for (tool, arguments) in [
            ("handoff_list_tasks", json!({"limit": 0})),
            ("handoff_list_sessions", json!({})),
            ("handoff_load_context", json!({"format": "json"})),
        ] {
            let expected = without_holders(fresh.call(tool, &arguments));
            let actual = without_holders(self.servers[number].call(tool, &arguments));
            assert_eq!(actual, expected, "turn {turn}: {tool} of server {number}");
        }
    }
}

/// Removes what depends on the time and on who asks: the holders of tasks, the session that a
/// conversation goes on with, and the note about what others have given back to it.
fn without_holders(mut answer: Value) -> Value {
    match &mut answer {
        Value::Object(members) => {
            for key in ["held_by", "note", "last_session", "session_id", "author", "previous_session"] {
                // A list of sessions has IDs as well.
                if key != "session_id" || members.contains_key("task_tree") {
                    members.remove(key);
                }
            }
            members.values_mut().for_each(|value| *value = without_holders(value.take()));
        }
        Value::Array(values) => values.iter_mut().for_each(|value| *value = without_holders(value.take())),
        _ => {}
    }
    answer
}

fn flatten(nodes: &Value, current: &mut Vec<(String, String)>) {
    for node in nodes.as_array().into_iter().flatten() {
        let text = |key: &str| node[key].as_str().expect("a text").to_owned();
        current.push((text("id"), text("status")));
        flatten(&node["children"], current);
    }
}

fn folders(below: &Path) -> Vec<PathBuf> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(below).expect("a folder").map(|entry| entry.expect("an entry")) {
        if entry.file_type().expect("its type").is_dir() {
            entries.append(&mut folders(&entry.path()));
            entries.push(entry.path());
        }
    }
    entries
}

/// Sets a status as the layout stores it: in the name of the task's folder (TOML) or file (JSON).
fn set_status(task: &Known, status: &str) -> std::io::Result<()> {
    let file = task.folder.join(format!("_task.{}.json", task.status));
    if file.exists() {
        return fs::rename(&file, task.folder.join(format!("_task.{status}.json")));
    }
    let name = task.folder.file_name().expect("its name").to_string_lossy().into_owned();
    let renamed = name.replacen(&format!("-{}--", task.status), &format!("-{status}--"), 1);
    assert_ne!(name, renamed, "the status is in the name");
    fs::rename(&task.folder, task.folder.with_file_name(renamed))
}

fn close_sessions(folder: &Path) -> std::io::Result<()> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    for entry in entries {
        let path = entry?.path();
        let name = path.file_name().expect("its name").to_string_lossy().into_owned();
        if name.contains(".active.") {
            fs::rename(&path, path.with_file_name(name.replacen(".active.", ".closed.", 1)))?;
        }
    }
    Ok(())
}

/// Compares servers only in one of four turns: a server that has just read cannot show a stale
/// answer.
fn run_turns(layout: &str) {
    let mut turns = Turns::new(layout);
    let count = if is_long() { 500 } else { 80 };
    for turn in 0..count {
        let tasks = turns.tasks();
        let change = turns.choose(&tasks);
        let program = match turns.random.below(6) {
            0 | 1 => Program::Server(0),
            2 => Program::Server(turns.servers.len() - 1),
            3 => Program::Command,
            _ => Program::Foreign,
        };
        turns.run(turn, program, &change, &tasks);
        if turns.random.below(4) == 0 {
            let number = usize::from(turns.random.below(2) == 0);
            turns.compare(number, turn);
        }
    }
    turns.compare(0, count);
    turns.compare(1, count);
    turns.folder.stdout(&["doctor"]);
}

#[test]
fn programs_see_each_others_changes_in_toml() {
    run_turns("toml");
}

#[test]
fn programs_see_each_others_changes_in_json() {
    run_turns("json");
}
