//! The text of a dated note: what one session did.

use handoff_protocol::GitState;
use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use handoff_engine::ProjectReader;
use handoff_engine::TaskEntry;
use handoff_engine::register::EntryKind;
use handoff_engine::sessions::SessionEntry;
use handoff_format::Value;

use crate::handover::text::{Sections, decision, entry_text};

/// Returns the text of the note about a session: its summary, decisions, blockers, checklist, tasks,
/// changed files and next steps. Empty for a private session, because Git stores the notes.
///
/// The same project, session and state of Git give the same text.
pub fn note_text(reader: ProjectReader<'_>, session: &SessionEntry, git: &GitState) -> String {
    if session.is_private() {
        return String::new();
    }
    let own = session.own();
    let own_text = |key: &str| own.get(key).and_then(Value::as_str).unwrap_or_default();
    let texts = |list: &str, key: &str| -> Vec<String> {
        session.own_list(list).iter().map(|entry| entry_text(entry, key).to_owned()).collect()
    };
    let notes = |kind: EntryKind| -> Vec<String> {
        let list = session.own_list(kind.list()).iter().filter(|note| EntryKind::of(kind.list(), note) == Some(kind));
        list.map(|note| entry_text(note, "note").to_owned()).collect()
    };
    let mut sections = Sections::default();
    sections.add("Summary", vec![own_text("summary").to_owned()]);
    sections.add("Decisions", session.own_list("decisions").iter().map(decision).collect());
    sections.add("Blockers", texts("blockers", "blocker"));
    sections.add("Cautions", notes(EntryKind::Caution));
    sections.add("Checklist", checklist(reader, session));
    sections.add("Tasks", tasks(reader, session).into_iter().map(task).collect());
    sections.add("Changed files", changed_files(session, git));
    sections.add("Next steps", notes(EntryKind::Suggestion));
    sections.render("", "###")
}

/// Returns the items of the session, and those of others that it ticked.
fn checklist(reader: ProjectReader<'_>, session: &SessionEntry) -> Vec<String> {
    let mark = |is_checked: bool| if is_checked { "[x]" } else { "[ ]" };
    let own = session.own_list("checklist").iter();
    let own = own.map(|item| (item.get("checked") == Some(&Value::Bool(true)), entry_text(item, "item").to_owned()));
    // Items that only a private session states are not shown.
    let public: Vec<SessionEntry> = reader.sessions().iter().filter(|other| !other.is_private()).cloned().collect();
    let rows = handoff_engine::register::Register::of(&public).checklist(Some(session));
    let others = rows.into_iter().filter(|row| row.other.is_some() && row.is_checked);
    let others = others.map(|row| (true, entry_text(&row.value, "item").to_owned()));
    let rows = own.chain(others).filter(|(_, item)| !item.is_empty());
    rows.map(|(is_checked, item)| format!("{} {item}", mark(is_checked))).collect()
}

/// Returns the tasks of the session, and those that were changed since it began.
fn tasks<'a>(reader: ProjectReader<'a>, session: &SessionEntry) -> Vec<TaskEntry<'a>> {
    let ids: BTreeSet<&str> = session.own_list("related_task_ids").iter().filter_map(Value::as_str).collect();
    let time = |text: &str| DateTime::parse_from_rfc3339(text).ok().map(|time| time.with_timezone(&Utc));
    let own_time = |key: &str| session.own().get(key).and_then(Value::as_str).and_then(time);
    let began = own_time("started_at");
    let is_changed = |task: TaskEntry<'_>| {
        let updated = task.fields().updated_at.as_deref().and_then(time);
        began.zip(updated).is_some_and(|(began, updated)| updated >= began)
    };
    let mut tasks = reader.tasks();
    tasks.retain(|task| ids.contains(task.fields().id.as_str()) || is_changed(*task));
    tasks
}

fn task(task: TaskEntry<'_>) -> String {
    format!("{} {}: {}", task.key(), task.fields().title, task.status().name())
}

/// Returns the branch and the commit, and the files that differ from it.
fn changed_files(session: &SessionEntry, git: &GitState) -> Vec<String> {
    let own = |key: &str| session.own().get(key).and_then(Value::as_str).map(str::to_owned);
    let branch = git.branch.clone().or_else(|| own("branch")).filter(|branch| branch != "unknown");
    let commit = git.commit.clone().or_else(|| own("commit")).filter(|commit| commit != "unknown");
    let mut lines: Vec<String> = match (branch, commit) {
        (Some(branch), Some(commit)) => vec![format!("branch {branch} at {commit}")],
        (Some(branch), None) => vec![format!("branch {branch}")],
        (None, Some(commit)) => vec![format!("commit {commit}")],
        (None, None) => Vec::new(),
    };
    let stored = || session.own_list("dirty_files").iter().filter_map(Value::as_str).map(str::to_owned).collect();
    let dirty: Vec<String> = if git.dirty.is_empty() && git.absence.is_some() { stored() } else { git.dirty.clone() };
    // The handover's own files change with each run.
    lines.extend(dirty.into_iter().filter(|line| !line.contains(".handoff/")));
    if git.dirty_cut {
        lines.push("… and more files".to_owned());
    }
    lines
}
