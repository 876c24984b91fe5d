//! Statements of sessions about entries of other sessions: that a decision is superseded or withdrawn,
//! that an entry is removed or a checklist item ticked.

use std::collections::{BTreeMap, BTreeSet};

use handoff_format::Value;

use crate::ground::timestamp::sort_key;
use crate::knowledge::register::entry::EntryKind;
use crate::knowledge::sessions::SessionEntry;
pub(crate) use crate::knowledge::sessions::authors::AT;
use crate::knowledge::sessions::inheritance;
use crate::knowledge::sessions::removed::Removed;

/// The key of a decision with the names of those that it supersedes.
pub(crate) const SUPERSEDES: &str = "supersedes";
/// The key of the entry that withdraws a decision, with the decision's name.
pub(crate) const WITHDRAWS: &str = "withdraws";

/// The removals of all sessions.
#[derive(Default)]
pub(crate) struct Removals {
    /// By list and name or ID of the entry: the sessions whose statements are removed.
    by_name: BTreeMap<(String, String), Vec<Removed>>,
    /// By session: the names that a session removes from its bases, with their lists.
    from_bases: BTreeMap<String, Vec<(String, String)>>,
}

impl Removals {
    /// Collects them.
    pub(crate) fn of(sessions: &[&SessionEntry]) -> Removals {
        let mut removals = Removals::default();
        for session in sessions {
            let record = session.record();
            for removed in Removed::all(&record) {
                let key = (removed.list.clone(), removed.entry.clone());
                removals.by_name.entry(key).or_default().push(removed);
            }
            let from_bases = inheritance::all_removals(&record);
            for base in session.chain() {
                removals.from_bases.entry(base.clone()).or_default().extend(from_bases.clone());
            }
        }
        removals
    }

    /// Returns the removal of a session's statement of an entry.
    pub(crate) fn find(&self, kind: EntryKind, name: &str, value: &Value, session: &str) -> Option<Removed> {
        let list = kind.list();
        let named = |name: &str| self.by_name.get(&(list.to_owned(), name.to_owned())).into_iter().flatten();
        let is_of_session = |removed: &&Removed| removed.sessions.iter().any(|id| id == session);
        let removed = named(name).chain(named(&kind.id(name))).rfind(is_of_session);
        if let Some(removed) = removed {
            return Some(removed.clone());
        }
        let from_base = self.from_bases.get(session).into_iter().flatten();
        let is_removed =
            |(other, text): &&(String, String)| other == list && inheritance::is_named_by(list, value, text);
        from_base.into_iter().find(is_removed).map(|(_, text)| Removed {
            list: list.to_owned(),
            entry: text.clone(),
            sessions: Vec::new(),
            reason: None,
            is_done: false,
        })
    }
}

/// A change to decisions.
pub(super) enum DecisionAct {
    /// The decision with the index supersedes others.
    Supersede(usize),
    /// Decisions are withdrawn, with a reason.
    Withdraw(Option<String>),
}

/// Changes to decisions in the order in which they happened.
#[derive(Default)]
pub(super) struct DecisionActs(Vec<(String, DecisionAct, Vec<String>)>);

impl DecisionActs {
    /// Adds the change that an entry of a session makes, if it makes one. `index` is that of the
    /// decision; an entry that withdraws others is none.
    pub(super) fn add(&mut self, session: &SessionEntry, value: &Value, index: Option<usize>) {
        let (key, act) = match index {
            Some(index) => (SUPERSEDES, DecisionAct::Supersede(index)),
            None => (WITHDRAWS, DecisionAct::Withdraw(value.get("reason").and_then(Value::as_str).map(str::to_owned))),
        };
        let references = decision_names(value.get(key));
        if !references.is_empty() {
            let at = value.get(AT).and_then(Value::as_str).map_or_else(|| session.saved_at().to_owned(), sort_key);
            self.0.push((at, act, references));
        }
    }

    /// Returns the changes, oldest first.
    pub(super) fn sorted(mut self) -> impl Iterator<Item = (DecisionAct, Vec<String>)> {
        self.0.sort_by(|(a, ..), (b, ..)| a.cmp(b));
        self.0.into_iter().map(|(_, act, references)| (act, references))
    }
}

/// Returns the decisions that an entry names by a text or a list of texts, without duplicates.
pub(crate) fn decision_names(value: Option<&Value>) -> Vec<String> {
    let texts: BTreeSet<&str> = match value {
        Some(Value::String(text)) => BTreeSet::from([text.as_str()]),
        Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).collect(),
        _ => BTreeSet::new(),
    };
    texts.into_iter().filter(|text| !text.is_empty()).map(str::to_owned).collect()
}
