//! Entries that are stated again after they were removed, and entries of sessions that leave the
//! history.
//!
//! Invariant: an entry that is valid before a change and not removed by it is valid after it.

use std::collections::{BTreeMap, BTreeSet};

use handoff_protocol::Refusal;
use serde_json::{Value, json};

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::session::rewrite;
use crate::knowledge::register::acts::{AT, Removals, SUPERSEDES, WITHDRAWS, decision_names};
use crate::knowledge::register::{EntryKind, EntryState, Register, RegisterEntry, entry_name};
use crate::knowledge::sessions;
use crate::knowledge::sessions::SessionEntry;
use crate::knowledge::sessions::inheritance;
use crate::knowledge::sessions::removed::Removed;

/// Takes back the removals, by other sessions, of entries that a session states again.
pub(in crate::change::plan) fn restate(
    builder: &mut ChangeSetBuilder<'_>,
    project: &Project,
    sessions: &[SessionEntry],
    id: &str,
    entries: &[(String, Value)],
) -> Result<(), Refusal> {
    let is_stated = |removed: &Removed| {
        entries
            .iter()
            .any(|(list, entry)| inheritance::name(list, entry).is_some_and(|name| removed.is_of(list, &name)))
    };
    for session in sessions {
        let mut record = session.record();
        let before = Removed::all(&record);
        let mut removed = before.clone();
        for removal in removed.iter_mut().filter(|removal| is_stated(removal)) {
            removal.sessions.retain(|session| session != id);
        }
        removed.retain(|removal| !removal.sessions.is_empty());
        if removed == before {
            continue;
        }
        Removed::write(&removed, &mut record);
        let Some(mut members) = session.content().as_object().cloned() else { continue };
        inheritance::set_record(&mut members, record);
        rewrite(builder, project, session, &Value::Object(members))?;
    }
    Ok(())
}

/// The entries that the saved session takes over from sessions that leave the history.
#[derive(Default)]
pub(in crate::change::plan) struct TakenOver {
    entries: Vec<TakenEntry>,
    /// The kinds and names of the entries.
    names: BTreeSet<(EntryKind, String)>,
    removed: Vec<Removed>,
    timeline: Option<String>,
    /// Members of the environment.
    environment: Vec<(String, Value)>,
}

struct TakenEntry {
    kind: EntryKind,
    value: Value,
    /// The sessions that state it.
    sessions: Vec<String>,
}

impl TakenOver {
    /// Collects what only the sessions with the IDs `leaving` say. Private sessions leave nothing.
    ///
    /// `author` is the author of the session that takes them over.
    pub(in crate::change::plan) fn of(
        register: &Register,
        sessions: &[SessionEntry],
        leaving: &[String],
        author: &str,
    ) -> TakenOver {
        let mut taken = TakenOver::default();
        if leaving.is_empty() {
            return taken;
        }
        let leaving: BTreeSet<&str> = leaving.iter().map(String::as_str).collect();
        for entry in register.entries().iter().filter(|entry| !entry.is_private) {
            if entry.is_standing() && entry.sessions.iter().all(|id| leaving.contains(id.as_str())) {
                let value = with_origin(register, entry, author);
                taken.add(TakenEntry { kind: entry.kind, value, sessions: entry.sessions.clone() });
            }
        }
        let is_leaving = |session: &&SessionEntry| leaving.contains(session.id().as_str());
        let from: Vec<&SessionEntry> =
            sessions.iter().filter(is_leaving).filter(|session| !session.is_private()).collect();
        let removals = Removals::of(&sessions.iter().collect::<Vec<_>>());
        while taken.add_acts(register, &removals, &from, &leaving) {}
        taken.add_values(sessions, &leaving);
        taken.add_ticks(register, sessions, &leaving);
        for mut removal in from.iter().flat_map(|session| Removed::all(&session.record())) {
            removal.sessions.retain(|id| !leaving.contains(id.as_str()));
            if !removal.sessions.is_empty() {
                taken.removed.push(removal);
            }
        }
        taken
    }

    /// Adds an entry unless one of its name is there. Returns whether it was added.
    fn add(&mut self, entry: TakenEntry) -> bool {
        let is_new = self.names.insert((entry.kind, entry_name(entry.kind, &entry.value)));
        if is_new {
            self.entries.push(entry);
        }
        is_new
    }

    /// Adds the decisions of the leaving sessions that supersede or withdraw one that stays or is
    /// taken over. Returns whether there were any: one of them may be superseded itself.
    fn add_acts(
        &mut self,
        register: &Register,
        removals: &Removals,
        from: &[&SessionEntry],
        leaving: &BTreeSet<&str>,
    ) -> bool {
        let kind = EntryKind::Decision;
        let mut has_acts = false;
        for session in from {
            let id = session.id();
            for value in session.own_list(kind.list()) {
                let stays = |name: &String| {
                    register.decision(name).is_some_and(|target| {
                        target.sessions.iter().any(|id| !leaving.contains(id.as_str()))
                            || self.names.contains(&(kind, target.name.clone()))
                    })
                };
                let withdraws = decision_names(value.get(WITHDRAWS));
                // A withdrawn entry is worth knowing, even after no session states it any more.
                let matters = !withdraws.is_empty() || decision_names(value.get(SUPERSEDES)).iter().any(stays);
                let name = entry_name(kind, value);
                if matters && removals.find(kind, &name, value, &id).is_none() {
                    has_acts |= self.add(TakenEntry { kind, value: value.clone(), sessions: vec![id.clone()] });
                }
            }
        }
        has_acts
    }

    /// Adds the timeline and the members of the environment that only leaving sessions give.
    fn add_values(&mut self, sessions: &[SessionEntry], leaving: &BTreeSet<&str>) {
        let public = |session: &&SessionEntry| !session.is_private();
        let stays = |session: &&SessionEntry| !leaving.contains(session.id().as_str());
        let all: Vec<SessionEntry> = sessions.iter().filter(public).cloned().collect();
        let staying: Vec<SessionEntry> = all.iter().filter(stays).cloned().collect();
        let gives_none = |session: &SessionEntry| session.own().get("timeline").is_none();
        self.timeline = sessions::timeline(&all).filter(|_| staying.iter().all(gives_none));
        let kept = sessions::environment(&staying);
        let is_lost = |(key, _): &(String, Value)| kept.iter().all(|(other, _)| other != key);
        self.environment = sessions::environment(&all).into_iter().filter(is_lost).collect();
    }

    /// Adds the ticks of items that are open in a session that stays.
    fn add_ticks(&mut self, register: &Register, sessions: &[SessionEntry], leaving: &BTreeSet<&str>) {
        let list = EntryKind::OpenItem.list();
        let stays = |session: &&SessionEntry| !leaving.contains(session.id().as_str());
        let is_open = |value: &&Value| value.get("checked") != Some(&Value::Bool(true));
        let mut open_in: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for session in sessions.iter().filter(stays) {
            for item in session.own_list(list).iter().filter(is_open) {
                open_in.entry(entry_name(EntryKind::OpenItem, item)).or_default().push(session.id());
            }
        }
        for item in register.entries().iter().filter(|entry| entry.state == EntryState::Done && !entry.is_private) {
            if item.sessions.iter().any(|id| leaving.contains(id.as_str()))
                && let Some(sessions) = open_in.remove(&item.name)
            {
                let (list, entry) = (list.to_owned(), item.name.clone());
                self.removed.push(Removed { list, entry, sessions, reason: None, is_done: true });
            }
        }
    }

    /// Adds it to the content of a session, except what the session removes.
    pub(in crate::change::plan) fn add_to(&self, content: &mut Value) {
        let Some(members) = content.as_object_mut() else { return };
        let removals = Removed::all(&inheritance::record(&Value::Object(members.clone())));
        let is_removed = |entry: &TakenEntry| {
            let (list, name) = (entry.kind.list(), entry_name(entry.kind, &entry.value));
            let of_name: Vec<&Removed> =
                removals.iter().filter(|removed| !removed.is_done && removed.is_of(list, &name)).collect();
            entry.sessions.iter().all(|id| of_name.iter().any(|removed| removed.sessions.contains(id)))
        };
        for kind in EntryKind::ALL {
            let mut list = members.get(kind.list()).and_then(Value::as_array).cloned().unwrap_or_default();
            let known: BTreeSet<String> = list.iter().map(|value| entry_name(kind, value)).collect();
            let before = list.len();
            // The session's own suggestions and notes take the place of the earlier ones.
            if kind.is_replaced() && list.iter().any(|value| EntryKind::of(kind.list(), value) == Some(kind)) {
                continue;
            }
            for entry in self.entries.iter().filter(|entry| entry.kind == kind && !is_removed(entry)) {
                if !known.contains(&entry_name(kind, &entry.value)) {
                    list.push(entry.value.clone());
                }
            }
            if list.len() > before {
                members.insert(kind.list().to_owned(), Value::Array(list));
            }
        }
        if let Some(timeline) = &self.timeline {
            members.entry("timeline").or_insert_with(|| json!(timeline));
        }
        inheritance::add_to_environment(members, &self.environment);
        if !self.removed.is_empty() {
            let mut record = inheritance::record(&Value::Object(members.clone()));
            let removed = [Removed::all(&record), self.removed.clone()].concat();
            Removed::write(&removed, &mut record);
            inheritance::set_record(members, record);
        }
    }
}

/// Returns an entry with the time when it was first stated, and with its author if that is not
/// `author`.
fn with_origin(register: &Register, entry: &RegisterEntry, author: &str) -> Value {
    let mut value = register.signed(entry.kind.list(), &entry.value, author);
    if let (Some(members), Some(since)) = (value.as_object_mut(), &entry.since) {
        members.entry(AT).or_insert_with(|| json!(since));
    }
    value
}
