//! Entries that are stated again after they were removed, and entries of sessions that leave the
//! history.
//!
//! Invariant: what stands before a change and is not removed by it stands after it.

use handoff_protocol::Refusal;
use serde_json::{Value, json};

use crate::Project;
use crate::plan::change_set_builder::ChangeSetBuilder;
use crate::plan::session::rewrite;
use crate::register::acts::{AT, Removals, SUPERSEDES, WITHDRAWS, texts};
use crate::register::{EntryKind, EntryState, Register, RegisterEntry};
use crate::sessions::SessionEntry;
use crate::sessions::inheritance;
use crate::sessions::removed::Removed;

/// Takes back the removals, by other sessions, of entries that a session states again.
pub(in crate::plan) fn restate(
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

/// What the saved session takes over from sessions that leave the history.
#[derive(Default)]
pub(in crate::plan) struct TakenOver {
    entries: Vec<TakenEntry>,
    removed: Vec<Removed>,
}

struct TakenEntry {
    list: String,
    value: Value,
    /// The sessions that state it.
    sessions: Vec<String>,
}

impl TakenOver {
    /// Collects what only the sessions with the IDs `leaving` say. Private sessions leave nothing.
    ///
    /// `author` is the author of the session that takes them over.
    pub(in crate::plan) fn of(
        register: &Register,
        sessions: &[SessionEntry],
        leaving: &[String],
        author: &str,
    ) -> TakenOver {
        let mut taken = TakenOver::default();
        for entry in register.entries().iter().filter(|entry| !entry.is_private) {
            if entry.is_standing() && entry.sessions.iter().all(|id| leaving.contains(id)) {
                let list = entry.kind.list().to_owned();
                let value = with_origin(register, entry, author);
                taken.entries.push(TakenEntry { list, value, sessions: entry.sessions.clone() });
            }
        }
        let is_leaving = |session: &&SessionEntry| leaving.contains(&session.id());
        let from: Vec<&SessionEntry> =
            sessions.iter().filter(is_leaving).filter(|session| !session.is_private()).collect();
        let removals = Removals::of(&sessions.iter().collect::<Vec<_>>());
        while taken.add_acts(register, &removals, &from, leaving) {}
        taken.add_ticks(register, sessions, leaving);
        for mut removal in from.iter().flat_map(|session| Removed::all(&session.record())) {
            removal.sessions.retain(|id| !leaving.contains(id));
            if !removal.sessions.is_empty() {
                taken.removed.push(removal);
            }
        }
        taken
    }

    /// Adds the decisions of the leaving sessions that supersede or withdraw one that stays or is
    /// taken over. Returns whether there were any: one of them may be superseded itself.
    fn add_acts(
        &mut self,
        register: &Register,
        removals: &Removals,
        from: &[&SessionEntry],
        leaving: &[String],
    ) -> bool {
        let list = EntryKind::Decision.list();
        let is_taken = |taken: &[TakenEntry], value: &Value| {
            taken.iter().any(|other| inheritance::name(list, &other.value) == inheritance::name(list, value))
        };
        let mut acts: Vec<TakenEntry> = Vec::new();
        for session in from {
            for entry in session.own_list(list).iter().filter(|entry| !is_taken(&self.entries, entry)) {
                let stays = |name: &String| {
                    register.decision(name).is_some_and(|target| {
                        target.sessions.iter().any(|id| !leaving.contains(id)) || is_taken(&self.entries, &target.value)
                    })
                };
                let targets = [texts(entry.get(SUPERSEDES)), texts(entry.get(WITHDRAWS))].concat();
                let is_removed = || {
                    let name = inheritance::name(list, entry).unwrap_or_default();
                    removals.find(EntryKind::Decision, &name, entry, &session.id()).is_some()
                };
                if targets.iter().any(stays) && !is_taken(&acts, entry) && !is_removed() {
                    let sessions = vec![session.id()];
                    acts.push(TakenEntry { list: list.to_owned(), value: entry.clone(), sessions });
                }
            }
        }
        let has_acts = !acts.is_empty();
        self.entries.extend(acts);
        has_acts
    }

    /// Adds the ticks of items that are open in a session that stays.
    fn add_ticks(&mut self, register: &Register, sessions: &[SessionEntry], leaving: &[String]) {
        let list = EntryKind::OpenItem.list();
        for item in register.entries().iter().filter(|entry| entry.state == EntryState::Done && !entry.is_private) {
            let is_open_in = |session: &&SessionEntry| {
                let is_open = |value: &Value| {
                    value.get("checked") != Some(&Value::Bool(true))
                        && inheritance::name(list, value).as_ref() == Some(&item.name)
                };
                !leaving.contains(&session.id()) && session.own_list(list).iter().any(is_open)
            };
            let sessions: Vec<String> = sessions.iter().filter(is_open_in).map(SessionEntry::id).collect();
            if item.sessions.iter().any(|id| leaving.contains(id)) && !sessions.is_empty() {
                let (list, entry) = (list.to_owned(), item.name.clone());
                self.removed.push(Removed { list, entry, sessions, reason: None, is_done: true });
            }
        }
    }

    /// Adds it to the content of a session, except what the session removes.
    pub(in crate::plan) fn add_to(&self, content: &mut Value) {
        let Some(members) = content.as_object_mut() else { return };
        let removals = Removed::all(&inheritance::record(&Value::Object(members.clone())));
        for TakenEntry { list, value: entry, sessions } in &self.entries {
            let is_removed_in = |id: &String| {
                let name = inheritance::name(list, entry);
                let removes = |removed: &Removed| {
                    !removed.is_done
                        && removed.sessions.contains(id)
                        && name.as_ref().is_some_and(|name| removed.is_of(list, name))
                };
                removals.iter().any(removes)
            };
            if sessions.iter().all(is_removed_in) {
                continue;
            }
            let current = members.get(list).and_then(Value::as_array).cloned().unwrap_or_default();
            let is_known = current.iter().any(|other| inheritance::name(list, other) == inheritance::name(list, entry));
            if !is_known {
                let new = inheritance::merge_lists(list, current, std::slice::from_ref(entry));
                members.insert(list.clone(), Value::Array(new));
            }
        }
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
