//! What a call changed in what the project knows, as sentences.

use handoff_engine::register::{EntryKind, EntryState, Register, RegisterEntry};

/// Maximum length of an entry's text in a sentence, in characters.
const MAX_TEXT: usize = 80;
/// Maximum number of entries that a sentence names.
const MAX_NAMED: usize = 6;
/// Maximum number of similar decisions that are named.
const MAX_SIMILAR: usize = 2;

/// Returns sentences on the entries that a session added, superseded, ticked and removed, and on
/// decisions that may be about the same subject as an added one.
pub(crate) fn register_changes(before: &Register, after: &Register, session: &str) -> Vec<String> {
    let stood = |entry: &RegisterEntry| find(before, entry).is_some_and(RegisterEntry::is_standing);
    let stands = |entry: &RegisterEntry| find(after, entry).is_some_and(RegisterEntry::is_standing);
    let is_new =
        |entry: &&RegisterEntry| entry.is_standing() && entry.sessions.iter().any(|id| id == session) && !stood(entry);
    let added: Vec<&RegisterEntry> = after.entries().iter().filter(is_new).collect();
    let mut lines: Vec<String> = Vec::new();
    for kind in EntryKind::ALL {
        lines.extend(sentence("Added", kind, added.iter().copied().filter(|entry| entry.kind == kind)));
    }
    let is_changed = |entry: &&RegisterEntry| {
        let says_other = find(before, entry).is_some_and(|old| !old.has_content_of(entry));
        entry.is_standing() && stood(entry) && says_other && entry.sessions.iter().any(|id| id == session)
    };
    for kind in EntryKind::ALL {
        let changed = after.entries().iter().filter(is_changed).filter(|entry| entry.kind == kind);
        lines.extend(sentence("Changed", kind, changed));
    }
    lines.extend(after.entries().iter().filter_map(|entry| not_standing(before, entry, session)));
    for entry in after.entries().iter().filter(|entry| stood(entry)) {
        match &entry.state {
            EntryState::Superseded(by) => lines.push(format!("Superseded: {} → {}.", short(&entry.name), short(by))),
            EntryState::Withdrawn(Some(reason)) => {
                lines.push(format!("Withdrawn: {}, because {}.", short(&entry.name), reason.trim_end_matches('.')));
            }
            _ => {}
        }
    }
    let ticked = after.entries().iter().filter(|entry| stood(entry) && entry.state == EntryState::Done);
    lines.extend(sentence("Ticked", EntryKind::OpenItem, ticked));
    // What was superseded, withdrawn with a reason or ticked is named above.
    let is_named = |entry: &RegisterEntry| {
        find(after, entry).is_some_and(|new| {
            let has_reason = matches!(new.state, EntryState::Withdrawn(Some(_)));
            matches!(new.state, EntryState::Superseded(_) | EntryState::Done) || has_reason
        })
    };
    for kind in EntryKind::ALL {
        let (replaced, removed): (Vec<&RegisterEntry>, Vec<&RegisterEntry>) = before
            .standing(kind)
            .filter(|entry| !stands(entry) && !is_named(entry))
            .partition(|entry| find(after, entry).is_some_and(|new| new.state == EntryState::Replaced));
        lines.extend(sentence("Replaced", kind, replaced.into_iter()));
        lines.extend(sentence("Removed", kind, removed.into_iter()));
    }
    lines.extend(similar(before, after, &added));
    lines
}

/// Returns the entry of the same kind and name in another register.
fn find<'r>(register: &'r Register, entry: &RegisterEntry) -> Option<&'r RegisterEntry> {
    register.entries().iter().find(|other| other.kind == entry.kind && other.name == entry.name)
}

/// Says of a decision which was given again that it does not stand, and how it would.
fn not_standing(before: &Register, entry: &RegisterEntry, session: &str) -> Option<String> {
    let old = find(before, entry)?;
    let is_given_again = |sessions: &[String]| sessions.iter().any(|id| id == session);
    if old.is_standing() || is_given_again(&old.sessions) || !is_given_again(&entry.sessions) {
        return None;
    }
    let name = short(&entry.name);
    match &entry.state {
        EntryState::Superseded(by) => Some(format!(
            "Does not stand: “{name}” was superseded by “{}”. To let it stand again, save it with supersedes.",
            short(by)
        )),
        EntryState::Withdrawn(Some(reason)) => Some(format!(
            "Does not stand: “{name}” was withdrawn, because {}. To decide it again, save it in other words.",
            reason.trim_end_matches('.')
        )),
        _ => None,
    }
}

/// Names standing decisions that may be about the same subject as an added one.
fn similar(before: &Register, after: &Register, added: &[&RegisterEntry]) -> Option<String> {
    let mut names: Vec<String> = Vec::new();
    for decision in added.iter().filter(|entry| entry.kind == EntryKind::Decision) {
        let still_stands = |other: &&RegisterEntry| after.decision(&other.name).is_some_and(RegisterEntry::is_standing);
        for other in before.similar_decisions(&decision.name).into_iter().filter(still_stands).take(MAX_SIMILAR) {
            let name = format!("“{}” ({})", short(&other.name), other.id);
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    (!names.is_empty()).then(|| {
        format!("Also standing: {}. If the new decision replaces it, save it again with supersedes.", names.join("; "))
    })
}

fn sentence<'r>(verb: &str, kind: EntryKind, entries: impl Iterator<Item = &'r RegisterEntry>) -> Option<String> {
    let entries: Vec<&RegisterEntry> = entries.collect();
    let (one, many) = kind.nouns();
    let noun = if entries.len() == 1 { one } else { many };
    let mut names: Vec<String> = entries.iter().take(MAX_NAMED).map(|entry| short(&entry.name)).collect();
    if entries.len() > MAX_NAMED {
        names.push(format!("{} more", entries.len() - MAX_NAMED));
    }
    (!entries.is_empty()).then(|| format!("{verb} {} {noun}: {}.", entries.len(), names.join("; ")))
}

/// Returns the beginning of a text, without a full stop at its end.
fn short(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() <= MAX_TEXT {
        return text.trim_end_matches('.').to_owned();
    }
    format!("{}…", text.chars().take(MAX_TEXT).collect::<String>().trim_end())
}
