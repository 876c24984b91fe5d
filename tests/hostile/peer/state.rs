//! The content of a project, as the double reads it from the files and as our server answers.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::calls::{Kind, ask};
use super::double::tasks;
use crate::support::server::Server;

/// A task, with the words of its notes and a number of quarters of an hour.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Task {
    pub title: String,
    pub status: String,
    pub assignee: Option<String>,
    pub labels: Vec<String>,
    pub notes: Vec<String>,
    pub hours: u64,
}

/// A session: its status, summary and decisions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Session {
    pub status: String,
    pub summary: String,
    pub decisions: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    pub tasks: BTreeMap<String, Task>,
    /// By the first decision or, without one, by the summary: IDs differ between the programs.
    pub sessions: BTreeMap<String, Session>,
    pub milestones: Vec<String>,
    pub keys: Vec<String>,
    pub memories: BTreeMap<String, String>,
}

/// Returns the texts of a list.
fn texts(list: &Value, key: Option<&str>) -> Vec<String> {
    let text = |entry: &Value| key.map_or(entry, |key| &entry[key]).as_str().unwrap_or_default().to_owned();
    list.as_array().into_iter().flatten().map(text).collect()
}

/// Returns the words of the calls in notes: the lines that are not the times of appends.
fn words(notes: &Value) -> Vec<String> {
    let lines = notes.as_str().unwrap_or_default().lines();
    lines.filter(|line| !line.is_empty() && !line.starts_with("---")).map(str::to_owned).collect()
}

impl Task {
    pub fn new(value: &Value, status: &str) -> Task {
        let hours = value["schedule"]["actual_hours"].as_f64().unwrap_or_default();
        Task {
            title: value["title"].as_str().unwrap_or_default().to_owned(),
            status: status.to_owned(),
            assignee: value["assignee"].as_str().map(str::to_owned),
            labels: texts(&value["labels"], None),
            notes: words(&value["notes"]),
            hours: quarters(hours),
        }
    }
}

/// Returns a number of quarters of an hour.
pub fn quarters(hours: f64) -> u64 {
    format!("{:.0}", hours * 4.0).parse().unwrap()
}

impl Session {
    fn new(value: &Value, status: &str) -> Session {
        Session {
            status: status.to_owned(),
            summary: value["summary"].as_str().unwrap_or_default().to_owned(),
            decisions: texts(&value["decisions"], Some("decision")),
        }
    }
}

impl State {
    /// Reads the files as the double does. `Err` says which record has two files.
    pub fn of_files(root: &Path) -> Result<State, String> {
        let mut state = State::default();
        for found in tasks(&root.join("tasks")).unwrap() {
            let value: Value = serde_json::from_str(&found.text).map_err(|error| format!("{}: {error}", found.id))?;
            let name = found.file.file_name().unwrap().to_string_lossy().into_owned();
            let status = name.split('.').nth(1).unwrap_or_default();
            if state.tasks.insert(found.id.clone(), Task::new(&value, status)).is_some() {
                return Err(format!("{} has several files", found.id));
            }
        }
        for (name, text) in files(&root.join("sessions")) {
            let value: Value = serde_json::from_str(&text).unwrap();
            let status = name.rsplit('.').nth(1).unwrap_or_default();
            let id = value["id"].as_str().unwrap().to_owned();
            if state.sessions.insert(id.clone(), Session::new(&value, status)).is_some() {
                return Err(format!("{id} has several files"));
            }
        }
        for (_, text) in files(&root.join("memory")) {
            let value: Value = serde_json::from_str(&text).unwrap();
            let text = |key: &str| value[key].as_str().unwrap().to_owned();
            state.memories.insert(text("id"), text("text"));
        }
        let config = fs::read_to_string(root.join("config.toml")).unwrap();
        let milestones = config.lines().filter_map(|line| line.strip_prefix("[milestones.")?.strip_suffix(']'));
        state.milestones = milestones.map(str::to_owned).collect();
        state.keys = config.lines().filter_map(|line| line.strip_suffix(" = \"set\"")).map(str::to_owned).collect();
        state.milestones.sort();
        state.keys.sort();
        Ok(state)
    }

    /// Asks a server about everything but memories, which it has no list of.
    pub fn of_server(server: &mut Server) -> Result<State, String> {
        let mut state = State::default();
        let mut rest = vec![ask(server, "handoff_list_tasks", &json!({"limit": 0}))?["task_tree"].clone()];
        while let Some(nodes) = rest.pop() {
            for node in nodes.as_array().into_iter().flatten() {
                let id = node["id"].as_str().unwrap().to_owned();
                let value = ask(server, "handoff_get_task", &json!({"task_id": id}))?;
                let task = Task::new(&value, value["status"].as_str().unwrap_or_default());
                if state.tasks.insert(id.clone(), task).is_some() {
                    return Err(format!("{id} is listed twice"));
                }
                rest.push(node["children"].clone());
            }
        }
        for session in ask(server, "handoff_list_sessions", &json!({"limit": 1_000_000}))?["sessions"]
            .as_array()
            .into_iter()
            .flatten()
        {
            let id = session["id"].as_str().unwrap().to_owned();
            let value = ask(server, "handoff_get_session", &json!({"session_id": id}))?;
            let status = session["status"].as_str().unwrap_or_default();
            if state.sessions.insert(id.clone(), Session::new(&value, status)).is_some() {
                return Err(format!("{id} is listed twice"));
            }
        }
        let milestones = ask(server, "handoff_list_milestones", &json!({}))?;
        state.milestones =
            milestones["milestones"].as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect();
        let config = ask(server, "handoff_get_config", &json!({}))?;
        let keys = config["settings"]["custom_fields"].as_object().into_iter().flatten();
        state.keys = keys.filter(|(_, value)| **value == json!("set")).map(|(key, _)| key.clone()).collect();
        state.milestones.sort();
        state.keys.sort();
        Ok(state)
    }

    /// Returns the active session.
    pub fn active(&mut self) -> Option<&mut Session> {
        self.sessions.values_mut().find(|session| session.status == "active")
    }

    /// Makes the change that a confirmed call promises. Sessions get their word as an ID.
    pub fn apply(&mut self, kind: &Kind, word: &str, new: Option<String>) {
        let word = word.to_owned();
        match kind {
            Kind::Create(_) => {
                let task = Task { title: word, status: "todo".to_owned(), ..Task::default() };
                self.tasks.insert(new.expect("the ID of a new task"), task);
            }
            Kind::Assign(id) => self.task(id).assignee = Some(word),
            Kind::Label(id) => self.task(id).labels = vec![word],
            Kind::AppendNotes(id) => self.task(id).notes.push(word),
            Kind::SetStatus(id, status) => self.task(id).status = String::from(*status),
            Kind::LogTime(id) => self.task(id).hours += 1,
            Kind::Delete(id) => self.tasks.retain(|other, _| other != id && !other.starts_with(&format!("{id}."))),
            Kind::Decide => self.active().expect("an active session").decisions.push(word),
            Kind::Save | Kind::Close => {
                let status = if matches!(kind, Kind::Save) { "active" } else { "closed" };
                if self.active().is_none() {
                    let session = Session { status: "active".to_owned(), ..Session::default() };
                    self.sessions.insert(format!("new {word}"), session);
                }
                let session = self.active().expect("an active session");
                (session.summary, session.status) = (word, status.to_owned());
            }
            Kind::AddMilestone => self.milestones.push(word),
            Kind::Configure => self.keys.push(word),
            Kind::Remember => drop(self.memories.insert(new.expect("the ID of a new memory"), word)),
            Kind::Forget(id) => drop(self.memories.remove(id)),
        }
        self.milestones.sort();
        self.keys.sort();
    }

    fn task(&mut self, id: &str) -> &mut Task {
        self.tasks.get_mut(id).expect("a task")
    }

    /// Returns the state with sessions in an order that does not depend on their IDs.
    pub fn without_ids(mut self) -> State {
        let sessions = std::mem::take(&mut self.sessions).into_values();
        self.sessions = sessions.map(|session| (session.summary.clone(), session)).collect();
        self
    }
}

fn files(folder: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = entries.filter(|path| path.extension().is_some_and(|extension| extension == "json"));
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    files
        .filter(|path| !name(path).starts_with('.'))
        .map(|path| (name(&path), fs::read_to_string(&path).unwrap()))
        .collect()
}
