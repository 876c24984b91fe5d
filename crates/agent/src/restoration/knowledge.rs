//! Lines for what the project knows over all its sessions.
//!
//! The values say what the next step needs most; `tests/stories` measures them.

use handoff_engine::register::{EntryKind, Register, RegisterEntry};
use handoff_engine::sessions::SessionEntry;
use serde_json::Value;

use crate::restoration::RestorationInput;
use crate::restoration::join_fields;
use crate::restoration::next_tasks::Tasks;
use crate::restoration::token_budget::{Line, Lines};

/// Returns the standing decisions, newest first, with what they replaced; then the withdrawn ones.
pub(super) fn decisions<'t>(register: &Register) -> Lines<'t> {
    let mut lines: Vec<Line> = Vec::new();
    for (index, entry) in (0..).zip(register.newest(EntryKind::Decision)) {
        // A decision that is not certain, or that changed an earlier one, is most easily got wrong.
        let bonus = u32::from(confidence(entry).is_some()) + u32::from(!entry.supersedes.is_empty());
        lines.push(Line::new(88_u32.saturating_sub(index) + bonus, decision(entry)));
    }
    for (name, reason) in register.withdrawn_decisions().rev() {
        lines.push(Line::new(70, format!("Withdrawn: {name} — {reason}")));
    }
    lines.into()
}

/// Describes a decision: "Names are UTF-8 (unverified) — the office says so; replaced: Names are
/// Latin-1".
fn decision(entry: &RegisterEntry) -> String {
    let confidence = confidence(entry).map(|confidence| format!(" ({confidence})")).unwrap_or_default();
    let reason = entry.text("reason").map(|reason| format!(" — {reason}")).unwrap_or_default();
    let replaced = match entry.supersedes.as_slice() {
        [] => String::new(),
        names => format!("; replaced: {}", names.join("; ")),
    };
    format!("{}{confidence}{reason}{replaced}", entry.name)
}

/// Returns the confidence of a decision, unless it is confirmed.
fn confidence(entry: &RegisterEntry) -> Option<&str> {
    entry.text("confidence").filter(|confidence| *confidence != "confirmed")
}

/// Returns the blockers, newest first.
pub(super) fn blockers<'t>(register: &Register, tasks: &Tasks<'_>) -> Lines<'t> {
    let texts = register.newest(EntryKind::Blocker).into_iter().map(|entry| tasks.mark_done(&entry.name));
    Lines::ranked(94, 2, texts.collect())
}

/// Returns the cautions, newest first.
pub(super) fn cautions<'t>(register: &Register) -> Lines<'t> {
    Lines::ranked(92, 2, register.newest(EntryKind::Caution).into_iter().map(|entry| entry.name.clone()).collect())
}

/// Returns the open items of the checklist with their numbers, those of the user first.
pub(super) fn open_items<'t>(input: &RestorationInput<'_>, tasks: &Tasks<'_>) -> Lines<'t> {
    let mut lines: Vec<Line> = Vec::new();
    for row in input.register.checklist(input.current).into_iter().filter(|row| !row.is_checked) {
        let Some(item) = join_fields(&row.value, &["item"]) else { continue };
        let owner = row.value.get("owner").and_then(Value::as_str);
        let value = if owner == Some("user") { 90 } else { 85 };
        // An entry without an owner is the agent's.
        let owner = owner.filter(|owner| *owner != "ai").map(|owner| format!(" ({owner})")).unwrap_or_default();
        let text = format!("{}{owner}", tasks.mark_done(&item));
        lines.push(Line { position: Some(row.index), ..Line::new(value, text) });
    }
    lines.into()
}

/// Returns the context pointers, newest first: "src/feed.rs 10-40 [moved to 12-42] — the parser".
pub(super) fn pointers<'t>(input: &RestorationInput<'_>) -> Lines<'t> {
    let mut texts: Vec<String> = Vec::new();
    for entry in input.register.newest(EntryKind::Pointer) {
        if join_fields(&entry.value, &["path"]).is_none() {
            continue;
        }
        let state = input.places.describe(&entry.value).map(|state| format!(" [{state}]")).unwrap_or_default();
        let reason = entry.text("reason").map(|reason| format!(" — {reason}")).unwrap_or_default();
        texts.push(format!("{}{state}{reason}", entry.name));
    }
    Lines::ranked(86, 3, texts)
}

/// Returns the references, newest first.
pub(super) fn references<'t>(register: &Register) -> Lines<'t> {
    let text = |entry: &RegisterEntry| join_fields(&entry.value, &["label", "uri", "notes"]);
    Lines::ranked(73, 1, register.newest(EntryKind::Reference).into_iter().filter_map(text).collect())
}

/// The key in the environment of the handoff protocol's own status.
const TASK_STATUS: &str = "task_status";

/// Returns what sessions said about the environment, each key as it was said last.
pub(super) fn environment<'t>(input: &RestorationInput<'_>) -> Lines<'t> {
    Lines::ranked(89, 5, environment_texts(handoff_engine::sessions::environment(input.sessions)))
}

/// Describes what one session said about the environment.
pub(super) fn own_environment(session: &SessionEntry) -> Vec<String> {
    environment_texts(handoff_engine::sessions::environment(std::slice::from_ref(session)))
}

fn environment_texts(members: Vec<(String, Value)>) -> Vec<String> {
    let text = |(key, value): (String, Value)| match value {
        Value::String(text) => Some(format!("{key}: {text}")),
        Value::Number(_) | Value::Bool(_) => Some(format!("{key}: {value}")),
        // Structured values are data of other programs.
        _ => None,
    };
    members.into_iter().filter(|(key, _)| key != TASK_STATUS).filter_map(text).collect()
}

/// Returns the last timeline that a session named.
pub(super) fn timeline<'t>(input: &RestorationInput<'_>) -> Lines<'t> {
    Lines::ranked(87, 0, handoff_engine::sessions::timeline(input.sessions).into_iter().collect())
}

/// Returns the suggestions or the notes that stand: those of the current session, else the last ones.
pub(crate) fn notes(register: &Register, current: Option<&SessionEntry>, kind: EntryKind) -> Vec<String> {
    let own = current.map(|session| session.list(kind.list())).unwrap_or_default().iter();
    let own = own.filter(|note| EntryKind::of(kind.list(), note) == Some(kind));
    let own: Vec<String> = own.filter_map(|note| join_fields(note, &["note"])).collect();
    if own.is_empty() {
        return register.standing(kind).map(|entry| entry.name.clone()).collect();
    }
    own
}
