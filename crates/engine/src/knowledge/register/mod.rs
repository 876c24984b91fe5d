//! The register: what a project knows, over all its sessions. Every surface that shows standing
//! knowledge reads it.
//!
//! Invariant: it is a function of the session files, also of those that other programs wrote. The
//! status of a session does not matter: a decision of a closed session is valid like any other.

mod about_file;
pub(crate) mod acts;
mod entry;
mod knowledge;

use std::collections::{BTreeMap, BTreeSet};

use handoff_format::Value;

use crate::ground::words::subject_similarity;
use crate::knowledge::register::acts::{DecisionAct, DecisionActs, Removals, WITHDRAWS};
pub use crate::knowledge::register::entry::{EntryKind, EntryState, RegisterEntry};
pub(crate) use crate::knowledge::register::knowledge::{Knowledge, KnowledgeCache};
use crate::knowledge::sessions;
use crate::knowledge::sessions::authors;
use crate::knowledge::sessions::inheritance;
use crate::knowledge::sessions::removed::{Removed, is_entry_id};
use crate::knowledge::sessions::{SessionEntry, by_time};

/// The entries of all sessions, in the order in which they were first stated.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Register {
    entries: Vec<RegisterEntry>,
    /// The position of each entry, by kind and name.
    positions: BTreeMap<(EntryKind, String), usize>,
    /// Withdrawn decisions that no session states any more.
    former: Vec<FormerDecision>,
}

/// A decision of which only the withdrawal is known.
#[derive(Clone, Debug, PartialEq)]
struct FormerDecision {
    name: String,
    reason: Option<String>,
}

/// An item of the checklist as agents see it.
#[derive(Clone, Debug, PartialEq)]
pub struct ChecklistRow {
    /// Its position: first the items of the session itself, then the open ones of other sessions.
    pub index: usize,
    /// The item.
    pub value: Value,
    /// Whether it is ticked.
    pub is_checked: bool,
    /// Its name in the register if it is an item of another session.
    pub other: Option<String>,
}

/// A statement of an entry by a session.
struct Statement<'s> {
    session: &'s SessionEntry,
    /// The position of the session in the order in which sessions began.
    age: usize,
    value: &'s Value,
    removed: Option<Removed>,
    /// Whether the session only has it from the session of which it is a fork.
    is_copy: bool,
}

impl Register {
    /// Builds the register of sessions with the content of their bases.
    pub fn of(sessions: &[SessionEntry]) -> Register {
        let ordered = by_time(sessions);
        let removals = Removals::of(&ordered);
        let mut positions: BTreeMap<(EntryKind, String), usize> = BTreeMap::new();
        let mut statements: Vec<(EntryKind, String, Vec<Statement<'_>>)> = Vec::new();
        let mut acts = DecisionActs::default();
        let by_id = sessions::by_id(&ordered);
        for (age, session) in ordered.into_iter().enumerate() {
            let parent = sessions::parent(session, &by_id);
            for (kind, name, value) in entries_of(session) {
                if kind == EntryKind::Decision && value.get(WITHDRAWS).is_some() {
                    acts.add(session, value, None);
                    continue;
                }
                let index = *positions.entry((kind, name.clone())).or_insert_with(|| {
                    statements.push((kind, name.clone(), Vec::new()));
                    statements.len() - 1
                });
                let removed = removals.find(kind, &name, value, &session.id());
                if kind == EntryKind::Decision && removed.is_none() {
                    acts.add(session, value, Some(index));
                }
                let is_copy = parent.is_some_and(|parent| authors::says(parent, kind.list(), value));
                if let Some((.., list)) = statements.get_mut(index) {
                    list.push(Statement { session, age, value, removed, is_copy });
                }
            }
        }
        // Each entry has a statement, so the positions stay.
        let entries = statements.into_iter().filter_map(|(kind, name, list)| entry(kind, name, &list)).collect();
        let mut register = Register { entries, positions, former: Vec::new() };
        register.apply(acts);
        register.replace_older();
        register
    }

    /// Lets only the last suggestions of each author stand: those of the session in which the author
    /// gave some last.
    fn replace_older(&mut self) {
        let mut last: BTreeMap<(EntryKind, Option<String>), usize> = BTreeMap::new();
        for entry in self.entries.iter().filter(|entry| entry.kind.is_replaced()) {
            let age = last.entry((entry.kind, entry.author.clone())).or_default();
            *age = entry.age.max(*age);
        }
        for entry in self.entries.iter_mut().filter(|entry| entry.is_standing()) {
            if last.get(&(entry.kind, entry.author.clone())).is_some_and(|age| *age != entry.age) {
                entry.state = EntryState::Replaced;
            }
        }
    }

    /// Returns whether more than one author stated the entries that stand.
    pub fn has_several_authors(&self) -> bool {
        let mut authors = self.entries.iter().filter(|entry| entry.is_standing()).map(|entry| &entry.author);
        authors.next().is_some_and(|first| authors.any(|author| author != first))
    }

    /// Applies changes to decisions. A decision that supersedes another one is valid again, even if it
    /// was superseded before.
    fn apply(&mut self, acts: DecisionActs) {
        let decisions = self.entries.iter().enumerate().filter(|(_, entry)| entry.kind == EntryKind::Decision);
        let by_id: BTreeMap<String, usize> = decisions.map(|(index, entry)| (entry.id.clone(), index)).collect();
        for (act, references) in acts.sorted() {
            let by = match act {
                DecisionAct::Supersede(index) => Some(index),
                DecisionAct::Withdraw(_) => None,
            };
            let position = |reference: &String| {
                let named = self.positions.get(&(EntryKind::Decision, reference.clone()));
                named.or_else(|| by_id.get(reference)).copied()
            };
            let is_other = |index: &usize| Some(*index) != by;
            let targets: BTreeSet<usize> = references.iter().filter_map(position).filter(is_other).collect();
            let is_gone = |reference: &&String| position(reference).is_none() && !is_entry_id(reference);
            let gone: Vec<String> = references.iter().filter(is_gone).cloned().collect();
            let state = match (&act, by.and_then(|index| self.entries.get(index))) {
                (DecisionAct::Withdraw(reason), _) => EntryState::Withdrawn(reason.clone()),
                (DecisionAct::Supersede(_), Some(entry)) => EntryState::Superseded(entry.name.clone()),
                (DecisionAct::Supersede(_), None) => continue,
            };
            let mut names: Vec<String> = Vec::new();
            for index in targets {
                if let Some(entry) = self.entries.get_mut(index) {
                    names.push(entry.name.clone());
                    entry.state = state.clone();
                }
            }
            if let DecisionAct::Withdraw(reason) = &act {
                self.former
                    .extend(gone.iter().map(|name| FormerDecision { name: name.clone(), reason: reason.clone() }));
            }
            names.extend(gone);
            if let Some(entry) = by.and_then(|index| self.entries.get_mut(index)) {
                entry.state = EntryState::Standing;
                entry.supersedes.extend(names);
            }
        }
    }

    /// Returns all entries, also those that do not stand any more.
    pub fn entries(&self) -> &[RegisterEntry] {
        &self.entries
    }

    /// Returns the standing entries of a kind, oldest first.
    pub fn standing(&self, kind: EntryKind) -> impl DoubleEndedIterator<Item = &RegisterEntry> {
        self.entries.iter().filter(move |entry| entry.kind == kind && entry.is_standing())
    }

    /// Returns the standing entries of a kind, those of the newest session first, and those of one
    /// session in its order.
    pub fn newest(&self, kind: EntryKind) -> Vec<&RegisterEntry> {
        let mut entries: Vec<&RegisterEntry> = self.standing(kind).collect();
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.age));
        entries
    }

    /// Returns the entry of a list that a value states.
    pub fn find(&self, list: &str, value: &Value) -> Option<&RegisterEntry> {
        let kind = EntryKind::of(list, value)?;
        self.entries.get(*self.positions.get(&(kind, entry_name(kind, value)))?)
    }

    /// Returns an entry of a list for a session of `session_author`, with its author if that is
    /// another one.
    pub(crate) fn signed(&self, list: &str, value: &Value, session_author: &str) -> Value {
        let mut value = value.clone();
        if let Some(author) = self.find(list, &value).and_then(|entry| entry.author.clone()) {
            authors::sign_entry(&mut value, &author, Some(session_author));
        }
        value
    }

    /// Returns the entries of a list that a text names: by name, by ID, or by the first part of a
    /// name, such as the path of a pointer.
    pub fn named<'r>(&'r self, kind: EntryKind, text: &'r str) -> impl Iterator<Item = &'r RegisterEntry> {
        let is_named =
            move |entry: &&RegisterEntry| entry.id == text || inheritance::is_named_by(kind.list(), &entry.value, text);
        self.entries.iter().filter(move |entry| entry.kind == kind).filter(is_named)
    }

    /// Returns the decision that a text names, by its text or its ID.
    pub fn decision(&self, text: &str) -> Option<&RegisterEntry> {
        let position = self.positions.get(&(EntryKind::Decision, text.to_owned()));
        position.map_or_else(
            || self.entries.iter().find(|entry| entry.kind == EntryKind::Decision && entry.id == text),
            |index| self.entries.get(*index),
        )
    }

    /// Returns the standing decisions that may be about the same subject as a text, most similar
    /// first.
    pub fn similar_decisions<'r>(&'r self, text: &str) -> Vec<&'r RegisterEntry> {
        let others = self.standing(EntryKind::Decision).filter(|entry| entry.name != text);
        let similarity = |entry: &'r RegisterEntry| Some((subject_similarity(text, &entry.name)?, entry));
        let mut similar: Vec<(f64, &RegisterEntry)> = others.filter_map(similarity).collect();
        similar.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        similar.into_iter().map(|(_, entry)| entry).collect()
    }

    /// Returns the decisions that were withdrawn with a reason, oldest first: name and reason.
    pub fn withdrawn_decisions(&self) -> impl DoubleEndedIterator<Item = (&str, &str)> {
        let decisions = self.entries.iter().filter(|entry| entry.kind == EntryKind::Decision);
        let stated = decisions.filter_map(|entry| match &entry.state {
            EntryState::Withdrawn(Some(reason)) => Some((entry.name.as_str(), reason.as_str())),
            _ => None,
        });
        let former = self.former.iter();
        former.filter_map(|former| Some((former.name.as_str(), former.reason.as_deref()?))).chain(stated)
    }

    /// Returns the checklist for a session: its own items, then the items of other sessions that
    /// are open or that it ticked.
    pub fn checklist(&self, session: Option<&SessionEntry>) -> Vec<ChecklistRow> {
        let own = session.map(|session| session.own_list(EntryKind::OpenItem.list())).unwrap_or_default();
        let ticked: Vec<Removed> = session.map(|session| Removed::all(&session.record())).unwrap_or_default();
        let is_ticked = |entry: &RegisterEntry| {
            ticked.iter().any(|removed| removed.is_done && removed.is_of(EntryKind::OpenItem.list(), &entry.name))
        };
        let mut rows: Vec<ChecklistRow> = Vec::new();
        for value in own {
            let is_checked = value.get("checked") == Some(&Value::Bool(true));
            rows.push(ChecklistRow { index: rows.len(), value: value.clone(), is_checked, other: None });
        }
        let id = session.map(SessionEntry::id);
        for entry in self.entries.iter().filter(|entry| entry.kind == EntryKind::OpenItem) {
            let is_own = id.as_ref().is_some_and(|id| entry.sessions.contains(id));
            let is_checked = is_ticked(entry);
            if !is_own && (entry.is_standing() || is_checked) {
                let other = Some(entry.name.clone());
                rows.push(ChecklistRow { index: rows.len(), value: entry.value.clone(), is_checked, other });
            }
        }
        rows
    }
}

/// Returns the entries of a session's own file, with kinds and names.
fn entries_of(session: &SessionEntry) -> impl Iterator<Item = (EntryKind, String, &Value)> {
    let of_kind = move |kind: EntryKind| {
        let list = session.own_list(kind.list()).iter();
        list.filter(move |value| EntryKind::of(kind.list(), value) == Some(kind))
            .map(move |value| (kind, entry_name(kind, value), value))
    };
    EntryKind::ALL.into_iter().flat_map(of_kind)
}

/// Returns the name of an entry. An entry without one is named by its whole content.
pub(crate) fn entry_name(kind: EntryKind, value: &Value) -> String {
    inheritance::name(kind.list(), value).unwrap_or_else(|| value.to_string())
}

/// Combines the statements of an entry. The last one that is not removed is its content; a copy in
/// a fork is no statement of its own, unless there is no other one.
fn entry(kind: EntryKind, name: String, statements: &[Statement<'_>]) -> Option<RegisterEntry> {
    let standing: Vec<&Statement<'_>> = statements.iter().filter(|statement| statement.removed.is_none()).collect();
    let all: Vec<&Statement<'_>> = if standing.is_empty() { statements.iter().collect() } else { standing.clone() };
    let first = all.first()?;
    let last = all.iter().rfind(|statement| !statement.is_copy).or(all.last())?;
    let state = match &last.removed {
        Some(removed) if removed.is_done => EntryState::Done,
        Some(removed) => EntryState::Withdrawn(removed.reason.clone()),
        None if kind == EntryKind::OpenItem && last.value.get("checked") == Some(&Value::Bool(true)) => {
            EntryState::Done
        }
        None => EntryState::Standing,
    };
    let text = |value: &Value, key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
    let session_time = || first.session.text("ended_at").or_else(|| first.session.text("started_at"));
    Some(RegisterEntry {
        id: kind.id(&name),
        kind,
        name,
        value: last.value.clone(),
        sessions: all.iter().map(|statement| statement.session.id()).collect(),
        since: text(first.value, acts::AT).or_else(|| session_time().map(str::to_owned)),
        author: authors::of_entry(last.value)
            .or_else(|| authors::of_session(last.session.own()))
            .or_else(|| last.session.text("owner").map(str::to_owned)),
        state,
        age: last.age,
        is_private: all.iter().all(|statement| statement.session.is_private()),
        supersedes: Vec::new(),
    })
}
