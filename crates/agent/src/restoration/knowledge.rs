//! Lines for what the project knows over all its sessions.
//!
//! The values say what the next step needs most; `tests/stories` measures them.

use handoff_engine::register::{EntryKind, Register, RegisterEntry};
use handoff_engine::sessions::SessionEntry;
use handoff_protocol::view::PointerChange;
use serde_json::Value;

use crate::restoration::RestorationInput;
use crate::restoration::join_fields;
use crate::restoration::next_tasks::Tasks;
use crate::restoration::token_budget::{Line, Lines};

/// How much it is worth to know who said something, or that a file is unchanged.
pub(super) const VALUE_OF_ORIGIN: u32 = 45;

/// Returns the standing decisions with what they replaced, and the withdrawn ones, by their values. The
/// oldest ones, on which the others were built, and the newest ones have the highest.
pub(super) fn decisions<'t>(input: &RestorationInput<'_>) -> Lines<'t> {
    let by_age: Vec<&str> = input.register.standing(EntryKind::Decision).map(|entry| entry.id.as_str()).collect();
    let mut lines: Vec<Line> = Vec::new();
    for entry in input.register.newest(EntryKind::Decision) {
        let older = by_age.iter().take_while(|id| **id != entry.id).count();
        let rank = u32::try_from(older.min(by_age.len() - older)).unwrap_or(u32::MAX);
        // A decision that is not certain, or that changed an earlier one, is most easily got wrong.
        let bonus = u32::from(confidence(entry).is_some()) + 2 * u32::from(!entry.supersedes.is_empty());
        lines.push(decision(input, entry, rank, bonus));
    }
    for (index, (name, reason)) in (0..).zip(input.register.withdrawn_decisions().rev()) {
        let less = |value: u32| value.saturating_sub(index);
        lines.push(Line::new(less(93), format!("Withdrawn: {name}")).with(less(91), format!(" — {reason}")));
    }
    lines.into()
}

/// Describes a decision: "Names are UTF-8 (unverified) — the office says so; replaced: Names are Latin-1".
fn decision(input: &RestorationInput<'_>, entry: &RegisterEntry, rank: u32, bonus: u32) -> Line {
    let confidence = confidence(entry).map(|confidence| format!(" ({confidence})")).unwrap_or_default();
    let value = |first: u32| (first + bonus).saturating_sub(rank);
    let mut line = Line::new(value(106), format!("{}{confidence}", entry.name));
    if let Some(reason) = entry.text("reason") {
        line = line.with(value(97), format!(" — {reason}"));
    }
    if !entry.supersedes.is_empty() {
        line = line.with(value(96), format!("; replaced: {}", entry.supersedes.join("; ")));
    }
    signed(line, input, entry)
}

/// Adds the author of an entry to its line, see [`RestorationInput::by`].
fn signed(line: Line, input: &RestorationInput<'_>, entry: &RegisterEntry) -> Line {
    match input.by(entry) {
        Some(by) => line.with(VALUE_OF_ORIGIN, format!(" ({by})")),
        None => line,
    }
}

/// Returns a line for each standing entry of a kind, newest first.
fn newest<'t>(
    input: &RestorationInput<'_>,
    kind: EntryKind,
    (first, step): (u32, u32),
    text: impl Fn(&RegisterEntry) -> String,
) -> Lines<'t> {
    let entries = input.register.newest(kind);
    let lines = (0..).zip(entries).map(|(index, entry): (u32, _)| {
        signed(Line::new(first.saturating_sub(index.saturating_mul(step)), text(entry)), input, entry)
    });
    lines.collect::<Vec<Line>>().into()
}

/// Returns the confidence of a decision, unless it is confirmed.
fn confidence(entry: &RegisterEntry) -> Option<&str> {
    entry.text("confidence").filter(|confidence| *confidence != "confirmed")
}

/// Returns the blockers, newest first.
pub(super) fn blockers<'t>(input: &RestorationInput<'_>, tasks: &Tasks<'_>) -> Lines<'t> {
    newest(input, EntryKind::Blocker, (110, 2), |entry| tasks.mark_done(&entry.name))
}

/// Returns the cautions, newest first.
pub(super) fn cautions<'t>(input: &RestorationInput<'_>) -> Lines<'t> {
    newest(input, EntryKind::Caution, (109, 1), |entry| entry.name.clone())
}

/// Returns the notes of the category `context`, newest first.
pub(super) fn facts<'t>(input: &RestorationInput<'_>) -> Lines<'t> {
    newest(input, EntryKind::ContextNote, (97, 1), |entry| entry.name.clone())
}

/// Returns the open items of the checklist with their numbers, those of the user first.
pub(super) fn open_items<'t>(input: &RestorationInput<'_>, tasks: &Tasks<'_>) -> Lines<'t> {
    let mut lines: Vec<Line> = Vec::new();
    for row in input.register.checklist(input.current).into_iter().filter(|row| !row.is_checked) {
        let Some(item) = join_fields(&row.value, &["item"]) else { continue };
        let owner = row.value.get("owner").and_then(Value::as_str);
        let value = if owner == Some("user") { 107 } else { 102 };
        let owner = owner.filter(|owner| !owner.is_empty()).map(|owner| format!(" ({owner})")).unwrap_or_default();
        let text = format!("{}{owner}", tasks.mark_done(&item));
        lines.push(Line::new(value, text).at(row.index));
    }
    lines.into()
}

/// Returns the context pointers, newest first: "src/feed.rs 10-40 [moved to 12-42] — the parser". That one
/// is unchanged is worth less than the other lines.
pub(super) fn pointers<'t>(input: &RestorationInput<'_>) -> Lines<'t> {
    let mut lines: Vec<Line> = Vec::new();
    for entry in input.register.newest(EntryKind::Pointer) {
        if join_fields(&entry.value, &["path"]).is_none() {
            continue;
        }
        let state = input.places.describe(&entry.value);
        let is_unchanged = state.as_deref() == Some(PointerChange::Unchanged.name());
        let state = state.map(|state| format!(" [{state}]")).unwrap_or_default();
        let reason = entry.text("reason").map(|reason| format!(" — {reason}")).unwrap_or_default();
        let rank = u32::try_from(lines.len()).unwrap_or(u32::MAX);
        let value = if rank == 0 { 104 } else { 98_u32.saturating_sub(rank.saturating_mul(3)) };
        lines.push(if is_unchanged {
            Line::new(value, format!("{}{reason}", entry.name)).with(VALUE_OF_ORIGIN, state)
        } else {
            Line::new(value, format!("{}{state}{reason}", entry.name))
        });
    }
    lines.into()
}

/// Returns the references, newest first.
pub(super) fn references<'t>(register: &Register) -> Lines<'t> {
    let text = |entry: &RegisterEntry| join_fields(&entry.value, &["label", "uri", "notes"]);
    Lines::ranked(90, 2, register.newest(EntryKind::Reference).into_iter().filter_map(text).collect())
}

/// The key in the environment of the handoff protocol's own status.
const TASK_STATUS: &str = "task_status";

/// Returns what sessions said about the environment, each key as it was said last.
pub(super) fn environment<'t>(input: &RestorationInput<'_>) -> Lines<'t> {
    Lines::ranked(107, 0, environment_texts(handoff_engine::sessions::environment(input.sessions)))
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
pub(super) fn timeline(input: &RestorationInput<'_>) -> Option<Line> {
    let timeline = handoff_engine::sessions::timeline(input.sessions)?;
    Some(Line::new(106, format!("Timeline: {timeline}")))
}

/// Returns the suggestions that stand: those of the current session, then those of other sessions. If it
/// has some, those of other authors only.
pub(crate) fn suggestions<'r>(register: &'r Register, current: Option<&'r SessionEntry>) -> Vec<&'r RegisterEntry> {
    let kind = EntryKind::Suggestion;
    let own = current.into_iter().flat_map(own_suggestions);
    let mut all: Vec<&RegisterEntry> = own.filter_map(|note| register.find(kind.list(), note)).collect();
    let authors: Vec<Option<&str>> = all.iter().map(|entry| entry.author.as_deref()).collect();
    for entry in register.standing(kind) {
        let is_named = all.iter().any(|other| other.id == entry.id);
        if !is_named && !authors.contains(&entry.author.as_deref()) {
            all.push(entry);
        }
    }
    all
}

/// Returns the suggestions of a session, with those of its bases.
pub(crate) fn own_suggestions(session: &SessionEntry) -> impl Iterator<Item = &Value> {
    let list = EntryKind::Suggestion.list();
    session.list(list).iter().filter(move |note| EntryKind::of(list, note) == Some(EntryKind::Suggestion))
}
