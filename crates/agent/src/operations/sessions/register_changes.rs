//! The changes of a call to the register.

use handoff_engine::register::{EntryKind, EntryState, Register, RegisterEntry};
use schemars::JsonSchema;
use serde::Serialize;

use crate::lines::first_named;

/// Maximum length of an entry's text in a sentence, in characters.
const MAX_TEXT: usize = 80;
/// Maximum number of entries that a sentence names.
const MAX_NAMED: usize = 6;
/// Maximum number of similar decisions that are named.
const MAX_SIMILAR: usize = 2;

/// The changes of a call: the lines of its text, and members of its value.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct RegisterChanges {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub added: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub does_not_stand: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub superseded: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub withdrawn: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ticked: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub replaced: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<String>,
    /// Entries to remove that were not found.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_found: Vec<String>,
    /// The paths of pointers to files that do not exist.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing_files: Vec<String>,
    /// Decisions that may be about the same subject as an added one, and what to do then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub also_standing: Option<String>,
}

impl RegisterChanges {
    /// Finds the entries that a session added, superseded, ticked and removed, and decisions that may be
    /// about the same subject as an added one.
    pub(crate) fn between(before: &Register, after: &Register, session: &str) -> RegisterChanges {
        let stood = |entry: &RegisterEntry| find(before, entry).is_some_and(RegisterEntry::is_standing);
        let stands = |entry: &RegisterEntry| find(after, entry).is_some_and(RegisterEntry::is_standing);
        let is_of_session = |entry: &RegisterEntry| entry.sessions.iter().any(|id| id == session);
        let added: Vec<&RegisterEntry> = after
            .entries()
            .iter()
            .filter(|entry| entry.is_standing() && is_of_session(entry) && !stood(entry))
            .collect();
        let is_changed = |entry: &&RegisterEntry| {
            let says_other = find(before, entry).is_some_and(|old| !old.has_content_of(entry));
            entry.is_standing() && stood(entry) && says_other && is_of_session(entry)
        };
        let is_ticked = |entry: &&RegisterEntry| stood(entry) && entry.state == EntryState::Done;
        let mut changes = RegisterChanges {
            added: by_kind(added.iter().copied()),
            changed: by_kind(after.entries().iter().filter(is_changed)),
            does_not_stand: after.entries().iter().filter_map(|entry| not_standing(before, entry, session)).collect(),
            ticked: by_kind(after.entries().iter().filter(is_ticked)),
            also_standing: similar(before, after, &added),
            ..RegisterChanges::default()
        };
        for entry in after.entries().iter().filter(|entry| stood(entry)) {
            match &entry.state {
                EntryState::Superseded(by) => {
                    changes.superseded.push(format!("{} → {}", short(&entry.name), short(by)));
                }
                EntryState::Withdrawn(Some(reason)) => {
                    let reason = reason.trim_end_matches('.');
                    changes.withdrawn.push(format!("{}, because {reason}", short(&entry.name)));
                }
                _ => {}
            }
        }
        // Superseded, withdrawn and ticked entries are named above.
        let is_named = |entry: &RegisterEntry| {
            find(after, entry).is_some_and(|new| {
                let has_reason = matches!(new.state, EntryState::Withdrawn(Some(_)));
                matches!(new.state, EntryState::Superseded(_) | EntryState::Done) || has_reason
            })
        };
        let ended = before.entries().iter().filter(|entry| entry.is_standing() && !stands(entry) && !is_named(entry));
        let (replaced, removed): (Vec<&RegisterEntry>, Vec<&RegisterEntry>) =
            ended.partition(|entry| find(after, entry).is_some_and(|new| new.state == EntryState::Replaced));
        (changes.replaced, changes.removed) = (by_kind(replaced.into_iter()), by_kind(removed.into_iter()));
        changes
    }

    /// Adds entries to remove that were not found, and the paths of pointers to files that do not exist.
    pub(crate) fn with_absent(self, not_found: Vec<String>, missing_files: Vec<String>) -> RegisterChanges {
        RegisterChanges { not_found, missing_files, ..self }
    }

    /// Returns the changes as sentences.
    pub(crate) fn lines(&self) -> Vec<String> {
        let each = |verb: &str, list: &[String]| list.iter().map(|one| format!("{verb} {one}.")).collect::<Vec<_>>();
        let all = |heading: &str, list: &[String], separator: &str| {
            (!list.is_empty()).then(|| format!("{heading}: {}.", list.join(separator)))
        };
        let lines = [
            each("Added", &self.added),
            each("Changed", &self.changed),
            each("Does not stand:", &self.does_not_stand),
            each("Superseded:", &self.superseded),
            each("Withdrawn:", &self.withdrawn),
            each("Ticked", &self.ticked),
            each("Replaced", &self.replaced),
            each("Removed", &self.removed),
            each("Also standing:", self.also_standing.as_slice()),
            all("Entries to remove were not found", &self.not_found, "; ").into_iter().collect(),
            all("Not found", &self.missing_files, ", ").into_iter().collect(),
        ];
        lines.concat()
    }
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
        EntryState::Superseded(by) => {
            Some(format!("“{name}” was superseded by “{}”. To let it stand again, save it with supersedes", short(by)))
        }
        EntryState::Withdrawn(Some(reason)) => Some(format!(
            "“{name}” was withdrawn, because {}. To decide it again, save it in other words",
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
    let remark = "If the new decision replaces it, save it again with supersedes";
    (!names.is_empty()).then(|| format!("{}. {remark}", names.join("; ")))
}

/// Counts and names entries, kind by kind: "2 decisions: Use X; Use Y".
fn by_kind<'r>(entries: impl Iterator<Item = &'r RegisterEntry>) -> Vec<String> {
    let entries: Vec<&RegisterEntry> = entries.collect();
    let describe = |kind: EntryKind| {
        let entries: Vec<&RegisterEntry> = entries.iter().copied().filter(|entry| entry.kind == kind).collect();
        let (one, many) = kind.nouns();
        let noun = if entries.len() == 1 { one } else { many };
        let names = first_named(entries.iter().map(|entry| short(&entry.name)), MAX_NAMED);
        (!entries.is_empty()).then(|| format!("{} {noun}: {}", entries.len(), names.join("; ")))
    };
    EntryKind::ALL.into_iter().filter_map(describe).collect()
}

/// Returns the beginning of a text, without a full stop at its end.
fn short(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() <= MAX_TEXT {
        return text.trim_end_matches('.').to_owned();
    }
    format!("{}…", text.chars().take(MAX_TEXT).collect::<String>().trim_end())
}
