//! Sessions.

use handoff_engine::ProjectPart;
use handoff_engine::sessions::SessionEntry;
use handoff_protocol::SessionStatus;
use serde_json::Value;

use crate::invocation::Page;
use crate::output::styled::Styled;
use crate::output::table::{Align, Cell, Table};
use crate::output::task::checklist;
use crate::output::{
    Details, empty_list, lines, list as entries, local_time, number, pluralize, status_style, text_of, texts,
};

/// Renders the list of sessions.
pub fn list(value: &Value, page: Page<'_>) -> Styled {
    let sessions = entries(value, "sessions");
    if sessions.is_empty() {
        return empty_list(
            page,
            ProjectPart::Sessions,
            "No sessions. handoff session save SUMMARY --active begins one.",
        )
        .into();
    }
    let mut table = Table::new(&[
        ("ID", Align::Left),
        ("STATUS", Align::Left),
        ("SUMMARY", Align::Flexible),
        ("LABEL", Align::Left),
        ("BRANCH", Align::Left),
        ("SAVED", Align::Left),
        ("CHECKS", Align::Right),
        ("SCORE", Align::Right),
    ])
    .with_optional(&["BRANCH", "CHECKS", "LABEL", "SAVED", "SCORE"]);
    for session in sessions {
        let status = text_of(session, "status");
        let progress = text_of(session, "checklist_progress");
        table.row(vec![
            text_of(session, "id").into(),
            Cell::styled(status, status_style(status)),
            text_of(session, "summary").into(),
            text_of(session, "label").into(),
            text_of(session, "branch").into(),
            local_time(text_of(session, "ended_at")).into(),
            if progress == "0/0" { "" } else { progress }.into(),
            session.get("handover_score").map(Value::to_string).unwrap_or_default().into(),
        ]);
    }
    table.text(page.width)
}

/// Renders one session.
pub fn detail(value: &Value, page: Page<'_>) -> Styled {
    let id = text_of(value, "id");
    let mut details = Details::new(&format!("{id} {}", text_of(value, "summary")));
    let sessions = page.engine.reader().sessions();
    let status = sessions.iter().find(|session| session.id() == id).and_then(SessionEntry::status);
    let status = status.map_or("", SessionStatus::name);
    details.styled_field("status", status, status_style(status));
    for (name, key) in [("label", "label"), ("timeline", "timeline"), ("forked from", "parent_session_id")] {
        details.field(name, text_of(value, key));
    }
    details.field("started", &local_time(text_of(value, "started_at")));
    details.field("saved", &local_time(text_of(value, "ended_at")));
    let present = |key: &str| Some(text_of(value, key)).filter(|word| !word.is_empty() && *word != "unknown");
    let commit = present("commit").map_or_else(String::new, |commit| format!(" at {commit}"));
    details.field("branch", &present("branch").map_or_else(String::new, |branch| format!("{branch}{commit}")));
    let changed = entries(value, "dirty_files").len();
    details.field("changed", &if changed > 0 { pluralize(changed, "file") } else { String::new() });
    details.field("tasks", &texts(value, "related_task_ids").join(", "));
    let score = value.get("handover_score").unwrap_or(&Value::Null);
    let total = score.get("total").map(|total| format!("{total} of 100"));
    details.field("score", &total.unwrap_or_default());
    let each = |key: &str, main: &str, more: &[&str]| -> Vec<String> {
        entries(value, key).iter().map(|entry| format!("- {}", describe_entry(entry, main, more))).collect()
    };
    details.section("Decisions", each("decisions", "decision", &["reason", "confidence"]));
    details.section("Blockers", each("blockers", "blocker", &[]));
    details.section("Checklist", checklist(entries(value, "checklist")));
    let notes = |category: &str| -> Vec<String> {
        let has_category = |note: &&Value| {
            let own = text_of(note, "category");
            category == if own.is_empty() { "context" } else { own }
        };
        entries(value, "handoff_notes")
            .iter()
            .filter(has_category)
            .map(|note| format!("- {}", describe_entry(note, "note", &[])))
            .collect()
    };
    details.section("Suggestions", notes("suggestion"));
    details.section("Cautions", notes("caution"));
    details.section("Notes", notes("context"));
    details.section("Look at", each("context_pointers", "path", &["lines", "reason"]));
    details.section("References", each("references", "label", &["uri", "notes"]));
    details.section("Score as a handover", entries(score, "parts").iter().map(describe_part));
    details.into_text()
}

/// Returns a part of a score with its remarks.
fn describe_part(part: &Value) -> String {
    let percent = part.get("percent").filter(|percent| !percent.is_null());
    let percent = percent.map_or_else(|| "not known".to_owned(), |percent| format!("{percent}%"));
    let line = format!("- {}: {percent}", text_of(part, "part"));
    std::iter::once(line).chain(texts(part, "remarks")).collect::<Vec<_>>().join(" — ")
}

/// Returns an entry's text, followed by its other members; an entry may be a plain text.
fn describe_entry(entry: &Value, main: &str, more: &[&str]) -> String {
    let text = entry.as_str().unwrap_or_else(|| text_of(entry, main));
    let more = more.iter().map(|key| text_of(entry, key)).filter(|word| !word.is_empty() && *word != text);
    std::iter::once(text).chain(more).collect::<Vec<_>>().join(" — ")
}

/// Renders the result of a fork.
pub fn fork_result(value: &Value, _: Page<'_>) -> String {
    let inherited = texts(value, "inherited").join(", ").replace('_', " ");
    let (source, id) = (text_of(value, "parent_session_id"), text_of(value, "session_id"));
    format!("Forked {source} into {id}, with its {inherited}.\n")
}

/// Renders the result of a merge.
pub fn merge_result(value: &Value, _: Page<'_>) -> String {
    let parts = [
        ("merged_decisions", "decision"),
        ("merged_notes", "note"),
        ("merged_references", "reference"),
        ("merged_context_pointers", "context pointer"),
    ];
    let merged: Vec<String> = parts
        .iter()
        .map(|(key, word)| (number(value, key), word))
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| pluralize(count, word))
        .collect();
    let merged = if merged.is_empty() { "nothing new".to_owned() } else { merged.join(", ") };
    let mut sentences = vec![format!("Merged {merged} into {}.", text_of(value, "merged_session_id"))];
    let closed = texts(value, "closed_sessions");
    if !closed.is_empty() {
        sentences.push(format!("Closed {}.", closed.join(", ")));
    }
    sentences.extend(
        entries(value, "conflicts").iter().map(|conflict| format!("Conflict: {}", text_of(conflict, "description"))),
    );
    lines(sentences)
}
