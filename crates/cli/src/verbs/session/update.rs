//! Changes of single entries of a session.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::Args;
use handoff_agent::{FailureKind, Reply};
use serde_json::{Map, Value};

use crate::commands::session::fields::{entry, split_reason};
use crate::commands::session::only_active;
use crate::commands::{find_item, object_with, possible_values, put, text_or_stdin};
use crate::drive;
use crate::output;
use crate::project::Project;

/// Options that change single entries of a session.
#[derive(Debug, Args)]
pub struct Entries {
    /// Tick a checklist item, by its number as session load and session show print it, or by its text.
    #[arg(long, value_name = "ITEM", conflicts_with = "untick")]
    tick: Option<String>,
    /// Untick an item.
    #[arg(long, value_name = "ITEM")]
    untick: Option<String>,
    /// Add an item to the checklist.
    #[arg(long, value_name = "TEXT")]
    item: Option<String>,
    /// Owner of the new item.
    #[arg(long, requires = "item", value_parser = possible_values("handoff_update_session", &["checklist_owner"]))]
    owner: Option<String>,
    /// Add a decision.
    #[arg(long, value_name = "TEXT")]
    decision: Option<String>,
    /// Reason of the decision.
    #[arg(long, value_name = "TEXT", requires = "decision")]
    reason: Option<String>,
    /// Confidence of the decision.
    #[arg(long, requires = "decision", value_parser = possible_values("handoff_update_session", &["add_decision", "confidence"]))]
    confidence: Option<String>,
    /// Add a note; - reads standard input.
    #[arg(long, value_name = "TEXT", value_parser = text_or_stdin)]
    note: Option<String>,
    /// Category of the note.
    #[arg(long, requires = "note", value_parser = possible_values("handoff_update_session", &["add_handoff_note", "category"]))]
    category: Option<String>,
    /// Add a context pointer; add :: and the reason after it.
    #[arg(long, value_name = "PATH")]
    pointer: Option<String>,
    /// Session ID; default: the active session.
    #[arg(long, value_name = "ID")]
    session: Option<String>,
}

impl Entries {
    pub fn into_arguments(self, project: &mut Project) -> Result<Map<String, Value>, Reply> {
        let mut arguments = Map::new();
        let checked = self.tick.is_some();
        if let Some(item) = self.tick.or(self.untick) {
            put(&mut arguments, "checklist_index", Some(find_checklist_item(project, self.session.as_deref(), &item)?));
            put(&mut arguments, "checklist_checked", Some(checked));
        }
        put(&mut arguments, "add_checklist_item", self.item);
        put(&mut arguments, "checklist_owner", self.owner);
        if let Some(decision) = &self.decision {
            let mut members = object_with("decision", decision.as_str());
            put(&mut members, "reason", self.reason);
            put(&mut members, "confidence", self.confidence);
            put(&mut arguments, "add_decision", Some(members));
        }
        if let Some(note) = &self.note {
            put(
                &mut arguments,
                "add_handoff_note",
                Some(entry(("note", note), ("category", self.category.as_deref()))),
            );
        }
        if let Some(pointer) = &self.pointer {
            let (path, reason) = split_reason(pointer);
            put(&mut arguments, "add_context_pointer", Some(entry(("path", path), ("reason", reason))));
        }
        if arguments.is_empty() {
            return Err(Reply::failure_of(
                FailureKind::Arguments,
                "Specify what to tick or add, such as --item \"Write the tests\".",
            ));
        }
        put(&mut arguments, "session_id", self.session);
        Ok(arguments)
    }
}

/// Returns the index of the checklist item that is given by number or text.
fn find_checklist_item(project: &mut Project, id: Option<&str>, text: &str) -> Result<u64, Reply> {
    let id = match id {
        Some(id) => id.to_owned(),
        None => only_active(project, "name one with --session")?,
    };
    let session = drive::read_value(project, "handoff_get_session", &object_with("session_id", id.as_str()))?;
    let reader = project.engine().reader();
    let sessions = reader.sessions();
    let session = sessions.iter().find(|other| other.id() == output::text_of(&session, "id"));
    // Also the open items of other sessions, which session load shows.
    let rows = reader.register().checklist(session);
    let items: Vec<&str> = rows.iter().map(|row| output::text_of(&row.value, "item")).collect();
    find_item(&items, text).map_err(|count| {
        Reply::failure(match count {
            _ if items.is_empty() => format!("The checklist of session {id} is empty."),
            0 => format!("The checklist of session {id} has no item {text}; it has {} items.", items.len()),
            several => format!("{several} items of session {id} start with “{text}”; use the number of one."),
        })
    })
}
