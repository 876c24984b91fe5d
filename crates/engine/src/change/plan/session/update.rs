//! Changes of single entries of an active session. The first one of an agent's conversation begins its
//! session.
//!
//! Invariant: the index of a checklist item is the one that the caller saw, even if the item has moved.

use handoff_protocol::agent::{Check, ItemEdit, Removal, SessionUpdate};
use handoff_protocol::{ActorKind, Change, ChangeSet, Context, Refusal, RefusalCode, SessionStatus, Text};
use serde_json::{Map, Value, json};

use crate::Project;
use crate::change::plan::refusal::refuse;
use crate::change::plan::session::content::{ContentChange, log_superseded};
use crate::change::plan::session::edit_item;
use crate::change::plan::session::edit_item::EditedItem;
use crate::change::plan::session::restate::restate;
use crate::change::plan::session::save;
use crate::change::plan::session::{all_sessions, find_session, new_builder, rewrite, warn_of_others, warn_of_owner};
use crate::ground::texts;
use crate::knowledge::register::{ChecklistRow, EntryKind, Register, entry_name};
use crate::knowledge::sessions;
use crate::knowledge::sessions::authors;
use crate::knowledge::sessions::inheritance;
use crate::knowledge::sessions::is_private;
use crate::knowledge::sessions::removed::Removed;

/// The confidence of a decision that a person stands by.
const CONFIRMED: &str = "confirmed";

/// Ticks or edits an item of the checklist, removes entries, and adds entries to lists.
pub(in crate::change::plan) fn update(
    project: &Project,
    context: &Context,
    id: Option<&str>,
    update: &SessionUpdate,
) -> Result<ChangeSet, Refusal> {
    let sessions = all_sessions(project)?;
    let mut builder = new_builder(project, context);
    let begun;
    let session = match (id, sessions::current(&sessions, &context.actor)) {
        (Some(id), _) => find_session(&sessions, id, &[Some(SessionStatus::Active)])?,
        (None, Some(session)) => session,
        (None, None) if context.actor.kind == ActorKind::Agent => {
            warn_of_others(&mut builder, &sessions, true);
            begun = save::begin(&builder, project, context, &sessions, update)?;
            &begun
        }
        // The next conversation loads it, and with it what the person has decided.
        (None, None) => sessions::last_for_person(&sessions)
            .ok_or_else(|| refuse(RefusalCode::NoActiveSession, Text::plain(texts::NO_ACTIVE_SESSION)))?,
    };
    let is_new = project.tree.get(session.path()).is_none();
    warn_of_owner(&mut builder, session);
    let register = Register::of(&sessions::resolve(&sessions));
    let id = session.id();
    let is_private = is_private(session.content());
    let change = ContentChange { id: &id, register: &register, context, is_private };
    let rows = register.checklist(Some(session));
    let edited = match &update.edit {
        Some(edit) => {
            let ItemEdit { index, seen, .. } = edit;
            let row = row(&rows, *index, seen.as_ref())?;
            Some(edit_item::plan(&change, session, &rows, row, edit)?)
        }
        None => None,
    };
    let stated: Vec<(String, Value)> =
        edited.iter().filter_map(EditedItem::statement).chain(update.add.iter().cloned()).collect();
    restate(&mut builder, project, &sessions, &id, &stated)?;
    let mut answered = None;
    let mut new = session.content().clone();
    if let Some(members) = new.as_object_mut() {
        let mut record = session.record();
        if let Some(check) = &update.check {
            let row = match &check.entry {
                Some(entry) => row_of_entry(&rows, &register, entry)?,
                None => row(&rows, check.index, check.seen.as_ref())?,
            };
            tick(members, &mut record, &change, row, check.checked);
            if let Some(answer) = check.answer.as_deref().map(str::trim).filter(|answer| !answer.is_empty()) {
                let question = row.other.clone().unwrap_or_else(|| entry_name(EntryKind::OpenItem, &row.value));
                answered = Some((question, answer.to_owned()));
            }
        }
        if let Some(edited) = edited {
            edited.apply(&change, members, &mut record)?;
        }
        change.remove(members, &mut record, &update.remove)?;
        inheritance::set_record(members, record);
        change.add(members, &update.add)?;
        if let Some((question, answer)) = &answered {
            let note = json!({"note": format!("{question}: {answer}"), "category": "context"});
            change.add(members, &[("handoff_notes".to_owned(), note)])?;
        }
        authors::take_session(members, &context.actor);
    }
    log_superseded(&mut builder, &id, session.content(), &new);
    if let Some((question, answer)) = answered.filter(|_| !is_private) {
        builder.log_session(&id, Change::Answered { question, answer });
    }
    if is_new {
        save::write_new(&mut builder, session.path(), &new)?;
    } else {
        rewrite(&mut builder, project, session, &new)?;
    }
    builder.add_created(&id);
    Ok(builder.finish(summary(id, update, &register)))
}

/// Says what was done with one entry of the register, else which session has changed.
fn summary(id: String, update: &SessionUpdate, register: &Register) -> Text {
    let entry = |template, list: &str, id: &str| {
        let kinds = EntryKind::ALL.into_iter().filter(|kind| kind.list() == list);
        let name = kinds.flat_map(|kind| register.named(kind, id)).next().map(|entry| entry.name.clone());
        Some(Text::with(template, [("entry", name?)]))
    };
    let text = match (&update.check, update.add.as_slice(), update.remove.as_slice()) {
        (Some(Check { entry: Some(id), checked: true, .. }), _, []) => {
            entry(texts::ITEM_TICKED, EntryKind::OpenItem.list(), id)
        }
        (None, [], [Removal { list, entry: id, .. }]) => entry(texts::ENTRY_WITHDRAWN, list, id),
        (None, [(list, value)], []) if value.get("confidence").is_some_and(|confidence| confidence == CONFIRMED) => {
            let decision = value.get("decision").and_then(Value::as_str);
            decision.and_then(|decision| entry(texts::DECISION_CONFIRMED, list, decision))
        }
        _ => None,
    };
    text.filter(|_| update.edit.is_none()).unwrap_or_else(|| Text::with(texts::SESSION_CHANGED, [("id", id)]))
}

/// Returns the row that the caller saw at an index, even if it has moved.
fn row<'r>(rows: &'r [ChecklistRow], index: usize, seen: Option<&Value>) -> Result<&'r ChecklistRow, Refusal> {
    let is_seen = |row: &&ChecklistRow| seen.is_none_or(|seen| *seen == row.value);
    let row = match rows.get(index).filter(is_seen) {
        None if seen.is_some() => rows.iter().find(is_seen),
        row => row,
    };
    row.ok_or_else(|| {
        let args = [("count", rows.len().to_string()), ("index", index.to_string())];
        let text = if seen.is_some() {
            Text::plain(texts::CHECKLIST_CHANGED)
        } else {
            Text::with(texts::CHECKLIST_INDEX_UNKNOWN, args)
        };
        refuse(RefusalCode::BadValue, text)
    })
}

/// Returns the row of an item of the register.
fn row_of_entry<'r>(rows: &'r [ChecklistRow], register: &Register, id: &str) -> Result<&'r ChecklistRow, Refusal> {
    let entry = register.named(EntryKind::OpenItem, id).find(|entry| entry.id == id);
    let is_of_entry = |row: &&ChecklistRow| {
        let name = row.other.clone().unwrap_or_else(|| entry_name(EntryKind::OpenItem, &row.value));
        entry.is_some_and(|entry| entry.name == name)
    };
    rows.iter().find(is_of_entry).ok_or_else(|| refuse(RefusalCode::BadValue, Text::plain(texts::CHECKLIST_CHANGED)))
}

/// Ticks or unticks an item: one of the session itself in its list, one of another session in the
/// record.
fn tick(
    members: &mut Map<String, Value>,
    record: &mut Map<String, Value>,
    change: &ContentChange<'_>,
    row: &ChecklistRow,
    is_checked: bool,
) {
    let list = EntryKind::OpenItem.list();
    let Some(name) = &row.other else {
        let item = members.get_mut(list).and_then(Value::as_array_mut).and_then(|items| items.get_mut(row.index));
        if let Some(item) = item {
            inheritance::set_checked(item, is_checked);
        }
        return;
    };
    let mut removed = Removed::all(record);
    removed.retain(|removed| !(removed.is_done && removed.is_of(list, name)));
    if is_checked {
        for entry in change.register.named(EntryKind::OpenItem, name) {
            let sessions = entry.sessions.iter().filter(|id| *id != change.id).cloned().collect();
            let entry = change.public_name(entry);
            removed.push(Removed { list: list.to_owned(), entry, sessions, reason: None, is_done: true });
        }
    }
    Removed::write(&removed, record);
}
