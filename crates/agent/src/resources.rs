//! The MCP resources: sessions, configuration, dashboard, and each session and task by ID.
//!
//! Invariant: private sessions are not resources, because clients may store and publish what they
//! read.

use handoff_engine::TaskEntry;
use handoff_engine::sessions::SessionEntry;
use handoff_protocol::{PackageRow, PackageState, SessionStatus};
use serde_json::{Value, json};

use crate::HandoffError;
use crate::ToolContext;
use crate::context_pointers::Places;
use crate::operations::{TaskAnswer, own_part};
use crate::unread::unread_note;

/// A resource or a resource template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resource {
    /// URI; a template has `{id}` in it.
    pub uri: &'static str,
    /// Name for programs.
    pub name: &'static str,
    /// Description of its content.
    pub description: &'static str,
    /// MIME type.
    pub mime: &'static str,
}

const JSON: &str = "application/json";
const MARKDOWN: &str = "text/markdown";

/// The resources that every project has.
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

/// Returns the name of the tool that reads a URI, if that needs more than the project's own files.
pub fn tool_at(uri: &str) -> Option<&'static str> {
    (uri == DASHBOARD).then_some("handoff_dashboard")
}

/// Returns a text that changes whenever the resource changes, or the reason why there is none. For
/// the dashboard it covers only this project.
pub fn state_text(ctx: ToolContext<'_>, uri: &str) -> Result<String, HandoffError> {
    match uri {
        DASHBOARD => Ok(own_part(ctx.engine).to_string()),
        _ => read(ctx, uri).map(|(text, _)| text),
    }
}

/// The resource templates.
pub const TEMPLATES: [Resource; 3] = [
    Resource { uri: "handoff://session/{id}", name: "session", description: "One session.", mime: JSON },
    Resource { uri: "handoff://task/{id}", name: "task", description: "One task.", mime: JSON },
    Resource {
        uri: "handoff://packages/{id}",
        name: "package",
        description: "The content of a package that has not expired.",
        mime: MARKDOWN,
    },
];

/// Returns the text and the MIME type of a resource, or the reason why there is none.
pub fn read(ctx: ToolContext<'_>, uri: &str) -> Result<(String, &'static str), HandoffError> {
    let reader = ctx.engine.reader();
    if let Some(text) = reader.unreadable_reason() {
        return Err(HandoffError::Broken(text.to_string().into()));
    }
    if !reader.is_initialized() {
        return Err(HandoffError::refused("There is no .handoff folder in this project."));
    }
    let unknown = || HandoffError::refused(format!("{uri} does not exist."));
    let path = uri.strip_prefix("handoff://").ok_or_else(unknown)?;
    match path.split_once('/') {
        None if path == "sessions" => {
            let contents: Vec<Value> = reader
                .sessions()
                .iter()
                .filter(|session| is_open(session))
                .map(|session| session.content().clone())
                .collect();
            Ok((format!("{:#}", Value::Array(contents)), JSON))
        }
        None if path == "config" => {
            // A project without the file has an empty configuration.
            let bytes = reader.file("config.toml").unwrap_or_default();
            Ok((String::from_utf8_lossy(bytes).into_owned(), "application/toml"))
        }
        Some(("session", id)) => {
            let sessions = reader.sessions();
            let session = sessions.iter().find(|session| session.id() == id && !session.is_private());
            let session = session.ok_or_else(unknown)?;
            let mut content = session.content().clone();
            if let (Some(members), Some(status)) = (content.as_object_mut(), session.status()) {
                members.insert("status".to_owned(), json!(status.name()));
            }
            Ok((format!("{content:#}"), JSON))
        }
        Some(("packages", id)) => {
            let package = ctx.engine.package(id, ctx.context.now).filter(|package| is_public(&package.package));
            Ok((package.ok_or_else(unknown)?.content, MARKDOWN))
        }
        Some(("task", id)) => {
            let task = reader.task(id).map_err(|_| unknown())?;
            Ok((format!("{:#}", json!(TaskAnswer::new(task, &Places::default()))), JSON))
        }
        _ => Err(unknown()),
    }
}

/// Returns the note about files of the project that could not be read, for a resource that has no place
/// for it.
pub fn note(ctx: ToolContext<'_>, uri: &str) -> Option<String> {
    if tool_at(uri).is_some() { None } else { unread_note(ctx.engine.reader()) }
}

/// Returns whether a package is a resource: it has not expired, and is not private.
fn is_public(package: &PackageRow) -> bool {
    package.state != PackageState::Expired && package.visibility.as_deref() != Some("private")
}

/// Returns whether a resource needs the packages, which the shell loads before it is read.
pub fn needs_packages(uri: &str) -> bool {
    uri.starts_with("handoff://packages/")
}

fn is_open(session: &SessionEntry) -> bool {
    !session.is_private()
        && matches!(session.status(), Some(SessionStatus::Open | SessionStatus::Active | SessionStatus::Paused))
}

/// A kind of record with IDs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A session.
    Session,
    /// A task.
    Task,
    /// A package, of those that were loaded.
    Package,
}

/// Returns the kind of record whose ID is an argument of a template.
pub fn kind_of(template: &str, argument: &str) -> Option<Kind> {
    match (template, argument) {
        ("handoff://session/{id}", "id") => Some(Kind::Session),
        ("handoff://task/{id}", "id") => Some(Kind::Task),
        ("handoff://packages/{id}", "id") => Some(Kind::Package),
        _ => None,
    }
}

/// Returns the IDs with a prefix. At most 100, which is the limit of MCP.
pub fn ids(ctx: ToolContext<'_>, kind: Kind, prefix: &str) -> Vec<String> {
    let reader = ctx.engine.reader();
    let mut ids: Vec<String> = match kind {
        Kind::Session => {
            let sessions = reader.sessions();
            sessions.iter().rev().filter(|session| !session.is_private()).map(SessionEntry::id).collect()
        }
        Kind::Package => {
            let packages = ctx.engine.packages("", false, ctx.context.now).packages;
            packages.into_iter().filter(is_public).map(|package| package.id).collect()
        }
        Kind::Task => reader.tasks().into_iter().map(TaskEntry::key).collect(),
    };
    ids.retain(|id| id.starts_with(prefix));
    ids.truncate(100);
    ids
}
