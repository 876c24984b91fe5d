//! Shows one session.

use handoff_agent::operations::sessions::get::{Answer, ChecklistItem, Session};
use handoff_protocol::SessionStatus;

use crate::ground::styled::Styled;
use crate::verbs::output::{Details, Page, local_time, pluralize, status_style};

/// Renders one session.
pub fn details(answer: &Answer, _: Page<'_>) -> Styled {
    let session = &answer.session;
    let mut details = Details::new(&format!("{} {}", session.id, session.summary));
    let status = session.status.map_or("", SessionStatus::name);
    details.styled_field("status", status, status_style(status));
    details.field("label", &session.label);
    details.field("timeline", &session.timeline);
    details.field("forked from", &session.parent_session_id);
    details.field("started", &local_time(&session.started_at));
    details.field("saved", &local_time(&session.ended_at));
    details.field("branch", &branch(session));
    let changed = session.dirty_files;
    details.field("changed", &if changed > 0 { pluralize(changed, "file") } else { String::new() });
    details.field("tasks", &session.related_task_ids.join(", "));
    let score = answer.handover_score.as_ref();
    details.field("score", &score.map(|score| format!("{} of 100", score.total)).unwrap_or_default());
    let decisions = session.decisions.iter();
    details.section("Decisions", decisions.map(|entry| line(&entry.decision, &[&entry.reason, &entry.confidence])));
    details.section("Blockers", session.blockers.iter().map(|blocker| line(blocker, &[])));
    details.section("Checklist", session.checklist.iter().enumerate().map(item));
    details.section("Suggestions", notes(session, "suggestion"));
    details.section("Cautions", notes(session, "caution"));
    details.section("Notes", notes(session, "context"));
    let pointers = session.pointers.iter();
    details.section("Look at", pointers.map(|entry| line(&entry.path, &[&entry.lines, &entry.reason])));
    let references = session.references.iter();
    details.section("References", references.map(|entry| line(&entry.label, &[&entry.uri, &entry.notes])));
    let parts = score.map(|score| score.parts.as_slice()).unwrap_or_default().iter();
    details.section(
        "Score as a handover",
        parts.map(|part| {
            let percent = part.percent.map_or_else(|| "not known".to_owned(), |percent| format!("{percent}%"));
            let first = format!("- {}: {percent}", part.part);
            std::iter::once(first).chain(part.remarks.iter().cloned()).collect::<Vec<_>>().join(" — ")
        }),
    );
    details.into_text()
}

/// Returns the branch with its commit, such as "main at 1a2b3c4".
fn branch(session: &Session) -> String {
    // Without Git both are recorded as unknown.
    let is_known = |word: &&str| !word.is_empty() && *word != "unknown";
    let commit = Some(session.commit.as_str()).filter(is_known).map(|commit| format!(" at {commit}"));
    let branch = Some(session.branch.as_str()).filter(is_known);
    branch.map(|branch| format!("{branch}{}", commit.unwrap_or_default())).unwrap_or_default()
}

/// Returns the lines of the notes of a category.
fn notes<'s>(session: &'s Session, category: &'s str) -> impl Iterator<Item = String> {
    let of_category = session.notes.iter().filter(move |note| {
        let own = if note.category.is_empty() { "context" } else { note.category.as_str() };
        own == category
    });
    of_category.map(|note| line(&note.note, &[]))
}

/// Returns the line of a checklist item: `1 [x] works offline`.
fn item((index, item): (usize, &ChecklistItem)) -> String {
    let tick = if item.is_checked { 'x' } else { ' ' };
    let owner = if item.owner == "user" { " (yours)" } else { "" };
    format!("{} [{tick}] {}{owner}", index + 1, item.item)
}

/// Returns the line of an entry: its text, then what else it has.
fn line(text: &str, more: &[&str]) -> String {
    let more = more.iter().copied().filter(|word| !word.is_empty() && *word != text);
    format!("- {}", std::iter::once(text).chain(more).collect::<Vec<_>>().join(" — "))
}
