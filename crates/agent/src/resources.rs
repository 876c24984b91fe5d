//! What an agent can read by an address: the sessions, the configuration, each session and each task.
//!
//! Invariant: a private session has no address, since clients keep and publish what they read here.

use handoff_engine::TaskEntry;
use handoff_engine::sessions::SessionEntry;
use handoff_protocol::SessionStatus;
use serde_json::{Value, json};

use crate::ToolContext;
use crate::tool_result::plain;
use crate::tools::{TaskAnswer, own_part};

/// Something with an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resource {
    /// Its address; with an id in braces where it stands for many.
    pub uri: &'static str,
    /// As programs call it.
    pub name: &'static str,
    /// What it holds.
    pub description: &'static str,
    /// How it is written.
    pub mime: &'static str,
}

const JSON: &str = "application/json";

/// Those that are always there.
pub const RESOURCES: [Resource; 3] = [
    Resource {
        uri: "handoff://sessions",
        name: "sessions",
        description: "All sessions that are open, active or paused.",
        mime: JSON,
    },
    Resource {
        uri: "handoff://config",
        name: "config",
        description: "The project's configuration.",
        mime: "application/toml",
    },
    Resource {
        uri: DASHBOARD,
        name: "dashboard",
        description: "The projects below the configured folders.",
        mime: JSON,
    },
];

const DASHBOARD: &str = "handoff://dashboard";

/// The tool that answers for an address that needs more than the project's own files.
pub fn tool_at(uri: &str) -> Option<&'static str> {
    (uri == DASHBOARD).then_some("handoff_dashboard")
}

/// What tells whether something has changed at an address; the error says why nothing is there. Of the dashboard it is this project's part.
pub fn trace(ctx: ToolContext<'_>, uri: &str) -> Result<String, String> {
    match uri {
        DASHBOARD => Ok(own_part(ctx.engine).to_string()),
        _ => read(ctx, uri).map(|(text, _)| text),
    }
}

/// Those of which there is one for each id.
pub const TEMPLATES: [Resource; 2] = [
    Resource { uri: "handoff://session/{id}", name: "session", description: "One session.", mime: JSON },
    Resource { uri: "handoff://task/{id}", name: "task", description: "One task.", mime: JSON },
];

/// The text at an address and how it is written; the error says why there is none.
pub fn read(ctx: ToolContext<'_>, uri: &str) -> Result<(String, &'static str), String> {
    let reading = ctx.engine.reading();
    if let Some(text) = reading.why_unreadable() {
        return Err(plain(&text));
    }
    if !reading.is_initialized() {
        return Err("There is no .handoff folder in this project.".to_owned());
    }
    let unknown = || format!("{uri} does not exist.");
    let path = uri.strip_prefix("handoff://").ok_or_else(unknown)?;
    match path.split_once('/') {
        None if path == "sessions" => {
            let contents: Vec<Value> = reading
                .sessions()
                .iter()
                .filter(|session| waits(session))
                .map(|session| session.content().clone())
                .collect();
            Ok((format!("{:#}", Value::Array(contents)), JSON))
        }
        None if path == "config" => {
            let bytes = reading.file("config.toml").unwrap_or_default();
            Ok((String::from_utf8_lossy(bytes).into_owned(), "application/toml"))
        }
        Some(("session", id)) => {
            let sessions = reading.sessions();
            let session = sessions.iter().find(|session| session.id() == id && !session.is_private());
            let session = session.ok_or_else(unknown)?;
            let mut content = session.content().clone();
            if let (Some(members), Some(status)) = (content.as_object_mut(), session.status()) {
                members.insert("status".to_owned(), json!(status.name()));
            }
            Ok((format!("{content:#}"), JSON))
        }
        Some(("task", id)) => {
            let task = reading.task(id).map_err(|_| unknown())?;
            Ok((format!("{:#}", json!(TaskAnswer::from(task))), JSON))
        }
        _ => Err(unknown()),
    }
}

fn waits(session: &SessionEntry) -> bool {
    !session.is_private()
        && matches!(session.status(), Some(SessionStatus::Open | SessionStatus::Active | SessionStatus::Paused))
}

/// What has ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A session.
    Session,
    /// A task.
    Task,
}

/// Of what the argument of a template is the id.
pub fn kind_of(template: &str, argument: &str) -> Option<Kind> {
    match (template, argument) {
        ("handoff://session/{id}", "id") => Some(Kind::Session),
        ("handoff://task/{id}", "id") => Some(Kind::Task),
        _ => None,
    }
}

/// The ids that begin with what was typed; at most a hundred, as the protocol has it.
pub fn ids(ctx: ToolContext<'_>, of: Kind, typed: &str) -> Vec<String> {
    let reading = ctx.engine.reading();
    let mut found: Vec<String> = match of {
        Kind::Session => {
            let sessions = reading.sessions();
            sessions.iter().rev().filter(|session| !session.is_private()).map(SessionEntry::id).collect()
        }
        Kind::Task => reading.tasks().into_iter().map(TaskEntry::key).collect(),
    };
    found.retain(|id| id.starts_with(typed));
    found.truncate(100);
    found
}
