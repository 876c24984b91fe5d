//! Sessions.

use handoff_engine::sessions::SessionEntry;
use handoff_protocol::SessionStatus;
use serde_json::Value;

use crate::invocation::Page;
use crate::output::table::{Align, Cell, Table};
use crate::output::task::ticks;
use crate::output::{Sheet, counted, lines, list as entries, moment, number, printable, status_style, texts, word};

/// All sessions.
pub fn list(value: &Value, page: Page<'_>) -> String {
    let sessions = entries(value, "sessions");
    if sessions.is_empty() {
        return "No sessions. handoff session save SUMMARY --active begins one.\n".to_owned();
    }
    let mut table = Table::new(&[
        ("ID", Align::Left),
        ("STATUS", Align::Left),
        ("SUMMARY", Align::Flexible),
        ("LABEL", Align::Left),
        ("BRANCH", Align::Left),
        ("SAVED", Align::Left),
        ("CHECKS", Align::Right),
    ])
    .shedding(&["BRANCH", "CHECKS", "LABEL", "SAVED"]);
    for session in sessions {
        let status = word(session, "status");
        let progress = word(session, "checklist_progress");
        table.row(vec![
            word(session, "id").into(),
            Cell::styled(status, status_style(status)),
            word(session, "summary").into(),
            word(session, "label").into(),
            word(session, "branch").into(),
            moment(word(session, "ended_at")).into(),
            if progress == "0/0" { "" } else { progress }.into(),
        ]);
    }
    table.text(page.width)
}

/// One session.
pub fn detail(value: &Value, page: Page<'_>) -> String {
    let id = word(value, "id");
    let mut sheet = Sheet::new(&format!("{id} {}", word(value, "summary")));
    let sessions = page.engine.reading().sessions();
    let status = sessions.iter().find(|session| session.id() == id).and_then(SessionEntry::status);
    let status = status.map(SessionStatus::name).unwrap_or_default();
    sheet.styled("status", status, status_style(status));
    for (name, key) in [("label", "label"), ("timeline", "timeline"), ("forked from", "parent_session_id")] {
        sheet.fact(name, word(value, key));
    }
    sheet.fact("started", &moment(word(value, "started_at")));
    sheet.fact("saved", &moment(word(value, "ended_at")));
    let known = |key: &str| Some(word(value, key)).filter(|word| !word.is_empty() && *word != "unknown");
    let commit = known("commit").map(|commit| format!(" at {commit}")).unwrap_or_default();
    sheet.fact("branch", &known("branch").map(|branch| format!("{branch}{commit}")).unwrap_or_default());
    let changed = entries(value, "dirty_files").len();
    sheet.fact("changed", &if changed > 0 { counted(changed, "file") } else { String::new() });
    sheet.fact("tasks", &texts(value, "related_task_ids").join(", "));
    let each = |key: &str, main: &str, more: &[&str]| -> Vec<String> {
        entries(value, key).iter().map(|entry| format!("- {}", told(entry, main, more))).collect()
    };
    sheet.section("Decisions", each("decisions", "decision", &["reason", "confidence"]));
    sheet.section("Blockers", each("blockers", "blocker", &[]));
    sheet.section("Checklist", ticks(entries(value, "checklist")));
    let notes = |wanted: &str| -> Vec<String> {
        let of =
            |note: &&Value| Some(word(note, "category")).filter(|word| !word.is_empty()).unwrap_or("context") == wanted;
        entries(value, "handoff_notes").iter().filter(of).map(|note| format!("- {}", told(note, "note", &[]))).collect()
    };
    sheet.section("Suggestions", notes("suggestion"));
    sheet.section("Cautions", notes("caution"));
    sheet.section("Notes", notes("context"));
    sheet.section("Look at", each("context_pointers", "path", &["lines", "reason"]));
    sheet.section("References", each("references", "label", &["uri", "notes"]));
    sheet.text()
}

/// An entry's text, with what else it says behind it; a bare text is itself.
fn told(entry: &Value, main: &str, more: &[&str]) -> String {
    let text = entry.as_str().unwrap_or_else(|| word(entry, main));
    let more = more.iter().map(|key| word(entry, key)).filter(|word| !word.is_empty() && *word != text);
    std::iter::once(text).chain(more).collect::<Vec<_>>().join(" — ")
}

/// A session that was begun from another one.
pub fn forked(value: &Value, _: Page<'_>) -> String {
    let inherited = texts(value, "inherited").join(", ").replace('_', " ");
    let (source, id) = (word(value, "parent_session_id"), word(value, "session_id"));
    format!("Forked {source} into {id}, with its {inherited}.\n")
}

/// Sessions that were merged.
pub fn merged(value: &Value, _: Page<'_>) -> String {
    let parts = [
        ("merged_decisions", "decision"),
        ("merged_notes", "note"),
        ("merged_references", "reference"),
        ("merged_context_pointers", "context pointer"),
    ];
    let taken: Vec<String> = parts
        .iter()
        .map(|(key, word)| (number(value, key), word))
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| counted(count, word))
        .collect();
    let taken = if taken.is_empty() { "nothing new".to_owned() } else { taken.join(", ") };
    let mut told = vec![format!("Merged {taken} into {}.", word(value, "merged_session_id"))];
    let closed = texts(value, "closed_sessions");
    if !closed.is_empty() {
        told.push(format!("Closed {}.", closed.join(", ")));
    }
    told.extend(
        entries(value, "conflicts").iter().map(|one| format!("Conflict: {}", printable(word(one, "description")))),
    );
    lines(told)
}
