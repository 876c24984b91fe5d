//! The content of a package that is made from a session and the register: the recommended sections,
//! one fact per line.

use std::fmt::Write as _;

use handoff_engine::register::{EntryKind, Register, RegisterEntry};
use handoff_engine::sessions::{ANY_STATE, SessionEntry, find, session_to_load};
use handoff_engine::{ProjectPart, ProjectReader};
use handoff_format::Value;
use handoff_protocol::{NewPackage, SessionStatus, Status};

use crate::HandoffError;
use crate::operations::common::not_found;
use crate::restoration::one_line;

/// The ID that means the active session, or else the one that was saved last.
const LATEST: &str = "latest";
const PRIVATE: &str = "private";

/// Returns a package that is made from a session, or from the latest one if the ID is empty. `None` if
/// there is no such session.
pub fn session_package(reader: ProjectReader<'_>, id: &str) -> Option<NewPackage> {
    let mut new = NewPackage::default();
    fill(reader, id, &mut new).is_ok().then_some(new)
}

/// Fills a package from a session. Values that are given stay.
pub(super) fn fill(reader: ProjectReader<'_>, id: &str, new: &mut NewPackage) -> Result<(), HandoffError> {
    let sessions = reader.sessions();
    let session = if id.is_empty() || id == LATEST {
        let current = sessions.iter().rfind(|session| session.status() == Some(SessionStatus::Active));
        session_to_load(&sessions, current)
            .ok_or_else(|| not_found(reader, ProjectPart::Sessions, "There is no session."))?
    } else {
        let unknown =
            |_| not_found(reader, ProjectPart::Sessions, format!("There is no session {id}, or there are several."));
        find(&sessions, id, &ANY_STATE).map_err(unknown)?
    };
    if session.is_private() {
        match new.visibility.as_deref() {
            None | Some(PRIVATE) => new.visibility = Some(PRIVATE.to_owned()),
            Some(_) => {
                let text = format!("The session {} is private, so its package is too.", session.id());
                return Err(HandoffError::refused(text));
            }
        }
    }
    if new.content.trim().is_empty() {
        new.content = content(reader, session, &reader.register());
    }
    let text = |key: &str| session.text(key).map(one_line).filter(|text| !text.is_empty());
    if new.name.trim().is_empty() {
        new.name = text("label").or_else(|| text("summary")).unwrap_or_else(|| session.id());
    }
    new.summary = new.summary.take().or_else(|| text("summary"));
    new.session_id = Some(session.id());
    if new.task_ids.is_empty() {
        new.task_ids = related_tasks(session);
    }
    Ok(())
}

fn related_tasks(session: &SessionEntry) -> Vec<String> {
    let ids = session.list("related_task_ids").iter();
    ids.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Returns the content of the package.
fn content(reader: ProjectReader<'_>, session: &SessionEntry, register: &Register) -> String {
    let is_shown = |entry: &&RegisterEntry| session.is_private() || !entry.is_private;
    let entries = |kind: EntryKind| register.newest(kind).into_iter().filter(is_shown).collect::<Vec<_>>();
    let lines = |kind: EntryKind| entries(kind).into_iter().map(|entry| one_line(&entry.name)).collect::<Vec<_>>();
    let title = ["label", "summary"].into_iter().find_map(|key| session.text(key)).map(one_line);
    let mut page = format!("# {}\n", title.filter(|title| !title.is_empty()).unwrap_or_else(|| session.id()));
    section(&mut page, "## Context", context(session, lines(EntryKind::ContextNote)));
    let decisions = entries(EntryKind::Decision).into_iter().map(decision).collect::<Vec<_>>();
    let rejected = register.entries().iter().filter(|entry| entry.kind == EntryKind::Decision && !entry.is_standing());
    let rejected = rejected.filter(is_shown).map(|entry| format!("Alternative, no longer valid: {}", decision(entry)));
    section(&mut page, "## Key Decisions", decisions.into_iter().chain(rejected).collect());
    page.push_str("\n## Current State\n");
    let state = State::of(reader, session, register, lines(EntryKind::Blocker));
    section(&mut page, "### Complete", state.complete);
    section(&mut page, "### In progress", state.in_progress);
    section(&mut page, "### Not started", state.not_started);
    section(&mut page, "### Blocked", state.blocked);
    let steps: Vec<String> = lines(EntryKind::OpenItem).into_iter().chain(lines(EntryKind::Suggestion)).collect();
    page.push_str("\n## Next Steps\n\n");
    for (index, step) in steps.iter().enumerate() {
        // Writing to a string does not fail.
        let _ = writeln!(page, "{}. {step}", index + 1);
    }
    if steps.is_empty() {
        page.push_str("None recorded.\n");
    }
    section(&mut page, "## Gotchas", lines(EntryKind::Caution));
    let files = entries(EntryKind::Pointer).into_iter().map(pointer).collect();
    section(&mut page, "## Files of Note", files);
    page
}

/// Adds a section with one line for each fact.
fn section(page: &mut String, heading: &str, facts: Vec<String>) {
    page.push('\n');
    page.push_str(heading);
    page.push_str("\n\n");
    if facts.is_empty() {
        page.push_str("None recorded.\n");
    }
    for fact in facts {
        page.push_str("- ");
        page.push_str(&fact);
        page.push('\n');
    }
}

fn context(session: &SessionEntry, notes: Vec<String>) -> Vec<String> {
    let mut facts: Vec<String> = Vec::new();
    facts.extend(session.text("summary").map(one_line).filter(|text| !text.is_empty()));
    facts.push(format!("Session: {}", session.id()));
    for (key, name) in [("branch", "Branch"), ("commit", "Commit")] {
        facts.extend(session.text(key).filter(|text| !text.is_empty()).map(|text| format!("{name}: {text}")));
    }
    facts.extend(notes);
    facts
}

fn decision(entry: &RegisterEntry) -> String {
    let reason = entry.text("reason").map(|reason| format!(" — {}", one_line(reason))).unwrap_or_default();
    let confidence = entry.text("confidence").map(|confidence| format!(" ({confidence})")).unwrap_or_default();
    format!("{}{reason}{confidence}", one_line(&entry.name))
}

fn pointer(entry: &RegisterEntry) -> String {
    let reason = entry.text("reason").map(|reason| format!(" — {}", one_line(reason))).unwrap_or_default();
    format!("`{}`{reason}", one_line(&entry.name))
}

/// Tasks by state: complete, in progress, not started, blocked.
#[derive(Default)]
struct State {
    complete: Vec<String>,
    in_progress: Vec<String>,
    not_started: Vec<String>,
    blocked: Vec<String>,
}

impl State {
    /// Sorts the session's tasks by their status: the related ones, or without such all that are being
    /// worked on. Checked items of the session are complete.
    fn of(reader: ProjectReader<'_>, session: &SessionEntry, register: &Register, blockers: Vec<String>) -> State {
        let mut state = State { blocked: blockers, ..State::default() };
        let related = related_tasks(session);
        for task in reader.tasks() {
            let is_chosen = if related.is_empty() {
                matches!(task.status(), Status::InProgress | Status::Review | Status::Blocked)
            } else {
                related.contains(&task.fields().id)
            };
            if !is_chosen {
                continue;
            }
            let fact = format!("{}: {}", task.fields().id, one_line(&task.fields().title));
            match task.status() {
                Status::Done | Status::Skipped => state.complete.push(fact),
                Status::InProgress | Status::Review => state.in_progress.push(fact),
                Status::Blocked => state.blocked.push(fact),
                Status::Todo => state.not_started.push(fact),
            }
        }
        let own = register.checklist(Some(session)).into_iter().filter(|row| row.is_checked);
        let items = own.filter_map(|row| row.value.get("item").and_then(Value::as_str).map(one_line));
        state.complete.extend(items);
        state
    }
}
