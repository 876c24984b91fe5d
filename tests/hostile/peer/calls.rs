//! The calls that both programs make, each with a word that occurs once.

use std::fmt;
use std::io;

use serde_json::{Value, json};

use super::double::Double;
use crate::support::Folder;
use crate::support::random::Random;
use crate::support::server::Server;

/// The statuses that need nothing of subtasks and criteria.
pub const STATUSES: [&str; 4] = ["todo", "in_progress", "review", "blocked"];

/// The hours of each call that logs time.
pub const HOURS: f64 = 0.25;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Author {
    Ours,
    Double,
}

/// What a call does. The word of the call is its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    Create(Option<String>),
    Assign(String),
    Label(String),
    AppendNotes(String),
    SetStatus(String, &'static str),
    LogTime(String),
    Delete(String),
    Decide,
    Save,
    Close,
    AddMilestone,
    Configure,
    Remember,
    Forget(String),
}

#[derive(Clone, Debug)]
pub struct Call {
    pub author: Author,
    pub kind: Kind,
    pub word: String,
}

impl fmt::Display for Call {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?} {:?} {}", self.author, self.kind, self.word)
    }
}

/// What there is to choose from.
#[derive(Default)]
pub struct Choice {
    pub tasks: Vec<String>,
    pub memories: Vec<String>,
    /// The maximum number of tasks: few, so that the programs meet.
    pub max_tasks: usize,
}

/// The maximum number of memories, so that all calls cost about the same.
const MAX_MEMORIES: usize = 24;

impl Choice {
    /// Chooses what a call does.
    pub fn kind(&self, random: &mut Random, can_close: bool) -> Kind {
        let Some(task) = self.tasks.get(usize::try_from(random.below(1 << 20)).unwrap() % self.tasks.len().max(1))
        else {
            return Kind::Create(None);
        };
        let task = task.clone();
        match random.below(32) {
            0..=2 if self.tasks.len() < self.max_tasks => Kind::Create(None),
            3 if self.tasks.len() < self.max_tasks && !task.contains('.') => Kind::Create(Some(task)),
            // A task with subtasks takes them with it.
            4 => Kind::Delete(task),
            0..=3 | 5..=7 => Kind::Assign(task),
            8..=10 => Kind::Label(task),
            11..=14 => Kind::AppendNotes(task),
            15..=18 => Kind::SetStatus(task, random.pick(&STATUSES).copied().unwrap_or("todo")),
            19..=21 => Kind::LogTime(task),
            22 => Kind::Save,
            23 if can_close => Kind::Close,
            24 | 25 => Kind::Configure,
            26 | 27 => Kind::AddMilestone,
            28 if self.memories.len() < MAX_MEMORIES => Kind::Remember,
            28 | 29 => random.pick(&self.memories).map_or(Kind::Remember, |id| Kind::Forget(id.clone())),
            _ => Kind::Decide,
        }
    }
}

/// Makes a call of the double; returns the new ID, if there is one.
pub fn run_double(double: &mut Double, call: &Call) -> io::Result<Option<String>> {
    let word = call.word.as_str();
    match &call.kind {
        Kind::Create(parent) => return double.create(parent.as_deref(), word).map(Some),
        Kind::Assign(id) => double.update(id, None, |task| task["assignee"] = word.into()),
        Kind::Label(id) => double.update(id, None, |task| task["labels"] = json!([word])),
        Kind::AppendNotes(id) => double.update(id, None, |task| {
            let notes = task["notes"].as_str().map(|notes| format!("{notes}\n\n")).unwrap_or_default();
            task["notes"] = format!("{notes}--- 2026-11-21T02:57:17\n{word}").into();
        }),
        Kind::SetStatus(id, status) => double.update(id, Some(status), |_| ()),
        Kind::LogTime(id) => double.log(id, HOURS),
        Kind::Delete(id) => double.remove(id),
        Kind::Decide => double.decide(word),
        Kind::Save => double.save(word, false),
        Kind::Close => double.save(word, true),
        Kind::AddMilestone => double.add_milestone(word),
        Kind::Configure => double.configure(word, "set"),
        Kind::Remember => return double.remember(word).map(Some),
        Kind::Forget(id) => double.forget(id),
    }?;
    Ok(None)
}

/// Makes a call of ours; returns the new ID, if there is one, or why it was refused.
pub fn run_ours(server: &mut Server, folder: &Folder, call: &Call) -> Result<Option<String>, String> {
    let word = call.word.as_str();
    let update = "handoff_update_task";
    let (tool, arguments) = match &call.kind {
        Kind::Create(None) => (update, json!({"task": {"title": word}})),
        Kind::Create(parent) => (update, json!({"task": {"title": word}, "parent_id": parent})),
        Kind::Assign(id) => (update, json!({"task": {"id": id, "assignee": word}})),
        Kind::Label(id) => (update, json!({"task": {"id": id, "labels": [word]}})),
        Kind::AppendNotes(id) => (update, json!({"task": {"id": id, "notes_append": word}})),
        Kind::SetStatus(id, status) => (update, json!({"task": {"id": id, "status": status}})),
        Kind::LogTime(id) => ("handoff_log_time", json!({"task_id": id, "hours": HOURS})),
        Kind::Delete(id) => {
            let output = folder.run(&["task", "delete", id]);
            let message = || String::from_utf8_lossy(&output.stderr).into_owned();
            return if output.status.success() { Ok(None) } else { Err(message()) };
        }
        Kind::Decide => ("handoff_update_session", json!({"add_decision": {"decision": word}})),
        Kind::Save => ("handoff_save_context", json!({"summary": word, "session_status": "active"})),
        Kind::Close => ("handoff_save_context", json!({"summary": word})),
        Kind::AddMilestone => ("handoff_add_milestone", json!({"name": word, "date": "2026-12-24"})),
        Kind::Configure => {
            let key = format!("settings.custom_fields.{word}");
            ("handoff_update_config", json!({"updates": {key: "set"}}))
        }
        Kind::Remember => ("handoff_memory_save", json!({"text": word, "force": true})),
        Kind::Forget(id) => ("handoff_memory_delete", json!({"memory_id": id})),
    };
    let answer = ask(server, tool, &arguments)?;
    Ok(answer["id"].as_str().filter(|_| matches!(call.kind, Kind::Create(_) | Kind::Remember)).map(str::to_owned))
}

/// Calls a tool; returns its structured answer, or the message of its refusal.
pub fn ask(server: &mut Server, tool: &str, arguments: &Value) -> Result<Value, String> {
    let result = server.ask("tools/call", &json!({"name": tool, "arguments": arguments}));
    if result["isError"] == json!(true) {
        return Err(result["content"][0]["text"].as_str().unwrap_or_default().to_owned());
    }
    Ok(result["structuredContent"].clone())
}
