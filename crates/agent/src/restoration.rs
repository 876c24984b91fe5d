//! What the last conversation left, as Markdown for the next one. Most useful first.

use std::cmp::Reverse;
use std::fmt::Write as _;

use handoff_engine::sessions::SessionEntry;
use handoff_engine::{Reading, TaskEntry};
use handoff_format::sort_by_key;
use handoff_protocol::{Priority, Status};
use serde_json::Value;

use crate::GitState;

/// All that a restoration is made of.
#[derive(Clone, Copy)]
pub(crate) struct Material<'a> {
    pub(crate) reading: Reading<'a>,
    /// All of them, by the names of their files.
    pub(crate) sessions: &'a [SessionEntry],
    /// The one that goes on.
    pub(crate) current: Option<&'a SessionEntry>,
    /// The closed one that was saved last.
    pub(crate) previous: Option<&'a SessionEntry>,
    /// What the agent should know first.
    pub(crate) warning: Option<&'a str>,
    pub(crate) git: Option<&'a GitState>,
    /// The day here, `YYYY-MM-DD`.
    pub(crate) today: &'a str,
    /// Whether the call named a session.
    pub(crate) named: bool,
}

/// How many ready tasks are listed.
const READY: usize = 10;

/// The restoration, in about so many tokens at most.
pub(crate) fn markdown(material: &Material<'_>, _budget: usize) -> String {
    let Material { reading, current, previous, .. } = *material;
    let mut out = format!("# {}\n", reading.config().name);
    if let Some(warning) = material.warning {
        line(&mut out, &format!("Warning: {warning}"));
    }
    match current.or(previous) {
        Some(session) => line(&mut out, &heading(session, current.is_some())),
        None => line(&mut out, "No session yet. handoff_save_context with session_status active begins one."),
    }
    if let Some(git) = material.git {
        line(&mut out, &working_tree(git));
    }
    let mut next: Vec<String> = Vec::new();
    for action in next_actions(current, previous) {
        if !next.contains(&action) {
            next.push(action);
        }
    }
    section(&mut out, "Next", &next);
    let Some(session) = current.or(previous) else {
        tasks(&mut out, reading, material.today);
        return out;
    };
    section(&mut out, "Open items", &open_items(session));
    section(&mut out, "Blockers", &texts(session.list("blockers"), &[]));
    section(&mut out, "Decisions", &texts(session.list("decisions"), &["decision", "reason"]));
    section(&mut out, "Cautions", &notes(session, "caution"));
    section(&mut out, "Context", &notes(session, "context"));
    section(&mut out, "Look at", &texts(session.list("context_pointers"), &["path", "lines", "reason"]));
    section(&mut out, "References", &texts(session.list("references"), &["label", "uri", "notes"]));
    tasks(&mut out, reading, material.today);
    others(&mut out, material);
    out
}

fn line(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}

fn section(out: &mut String, title: &str, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    line(out, &format!("\n## {title}"));
    for text in lines {
        line(out, &format!("- {text}"));
    }
}

fn heading(session: &SessionEntry, goes_on: bool) -> String {
    let kind = if goes_on { "Session" } else { "No active session. The last one:" };
    let saved = session.text("ended_at").map_or_else(String::new, |at| {
        format!(
            " (saved {} at {})",
            at.chars().take(16).collect::<String>(),
            session.text("commit").unwrap_or("unknown")
        )
    });
    format!("{kind} {}: {}{saved}", session.id(), session.text("summary").unwrap_or_default())
}

fn working_tree(git: &GitState) -> String {
    let mut text = match (&git.absence, &git.branch) {
        (Some(reason), _) => format!("Git: {reason}"),
        (None, branch) => {
            let branch = branch.as_deref().unwrap_or("unknown");
            format!("Git: {branch} at {}", git.commit.as_deref().unwrap_or("no commit"))
        }
    };
    if let Some((ahead, behind)) = git.distance.filter(|distance| *distance != (0, 0)) {
        // Writing to a text cannot fail.
        let _ = write!(text, ", {ahead} ahead, {behind} behind");
    }
    if !git.dirty.is_empty() {
        let more = if git.dirty_cut { " or more" } else { "" };
        let count = git.dirty.len();
        let files = if count == 1 { "file" } else { "files" };
        let _ = write!(text, ", {count}{more} {files} changed");
    }
    if let Some(main) = &git.borrowed_from {
        let _ = write!(text, "; a worktree that uses the .handoff/ of {main}");
    }
    text
}

/// What the session that goes on suggests, then what the one before did.
pub(crate) fn next_actions(current: Option<&SessionEntry>, previous: Option<&SessionEntry>) -> Vec<String> {
    current.into_iter().chain(previous).flat_map(|session| notes(session, "suggestion")).collect()
}

fn notes(session: &SessionEntry, category: &str) -> Vec<String> {
    let of = |note: &&Value| note.get("category").and_then(Value::as_str).unwrap_or("context") == category;
    session.list("handoff_notes").iter().filter(of).filter_map(|note| said(note, &["note"])).collect()
}

fn open_items(session: &SessionEntry) -> Vec<String> {
    let is_open = |item: &&Value| item.get("checked") != Some(&Value::Bool(true));
    session.list("checklist").iter().filter(is_open).filter_map(|item| said(item, &["item", "owner"])).collect()
}

fn texts(list: &[Value], keys: &[&str]) -> Vec<String> {
    list.iter().filter_map(|value| said(value, keys)).collect()
}

/// The texts under some keys of an entry; a bare text is itself.
fn said(value: &Value, keys: &[&str]) -> Option<String> {
    if let Some(text) = value.as_str() {
        return Some(text.to_owned());
    }
    let parts: Vec<&str> = keys.iter().filter_map(|key| value.get(*key).and_then(Value::as_str)).collect();
    (!parts.is_empty()).then(|| parts.join(" — "))
}

fn tasks(out: &mut String, reading: Reading<'_>, today: &str) {
    let all = reading.tasks();
    let of = |status: Status| all.iter().filter(move |task| task.status() == status);
    let titled = |task: &TaskEntry<'_>| format!("{} {}", task.fields().id, task.fields().title);
    let mut working = Vec::new();
    for task in of(Status::InProgress).chain(of(Status::Review)) {
        let open: Vec<&str> =
            task.fields().criteria.iter().filter(|one| !one.checked).map(|one| one.item.as_str()).collect();
        let rest = if open.is_empty() { String::new() } else { format!(" (open: {})", open.join("; ")) };
        working.push(format!("{} [{}]{rest}", titled(task), task.status().name()));
    }
    section(out, "In progress", &working);
    section(out, "Blocked", &of(Status::Blocked).map(titled).collect::<Vec<_>>());
    let is_over = |id: &String| reading.task(id).is_ok_and(|task| task.status().is_terminal());
    let mut ready: Vec<&TaskEntry<'_>> = of(Status::Todo)
        .filter(|task| task.children().is_empty() && task.fields().dependencies.iter().all(is_over))
        .collect();
    sort_by_key(&mut ready, |task| Reverse(task.fields().priority.map_or(0, weight)));
    let shown: Vec<String> = ready.iter().take(READY).map(|task| titled(task)).collect();
    section(out, "Ready", &shown);
    let overdue = all.iter().filter(|task| task.is_overdue(today)).count();
    let counts: Vec<String> = Status::ALL
        .into_iter()
        .map(|status| (status, of(status).count()))
        .filter(|(_, number)| *number > 0)
        .map(|(status, number)| format!("{number} {}", status.name()))
        .collect();
    if !all.is_empty() {
        line(out, &format!("\n{} tasks: {}; {} ready, {overdue} overdue.", all.len(), counts.join(", "), ready.len()));
        line(out, "More: handoff_list_tasks, handoff_get_task.");
    }
}

fn weight(priority: Priority) -> u8 {
    match priority {
        Priority::Low => 1,
        Priority::Medium => 2,
        Priority::High => 3,
    }
}

/// The other sessions that could be picked up.
fn others(out: &mut String, material: &Material<'_>) {
    let waits = |session: &&SessionEntry| {
        let status = session.status().map_or("", handoff_protocol::SessionStatus::name);
        matches!(status, "open" | "active" | "paused")
            && material.current.map(SessionEntry::path) != Some(session.path())
    };
    let row = |session: &SessionEntry| {
        let status = session.status().map_or("", handoff_protocol::SessionStatus::name);
        format!("{} [{status}] {}", session.id(), session.text("summary").unwrap_or_default())
    };
    let rows: Vec<String> = material.sessions.iter().filter(waits).map(row).collect();
    section(out, "Other sessions (handoff_load_context with session_id)", &rows);
}
