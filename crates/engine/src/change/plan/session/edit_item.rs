//! Edits of checklist items.
//!
//! Invariant: an edited item keeps its other members, its tick and, in its own session, its position.
//! An item of another session becomes one of the session that edits it, because the other file is not
//! the caller's.

use handoff_protocol::agent::{ItemEdit, Removal};
use handoff_protocol::{Refusal, RefusalCode, Text};
use serde_json::{Map, Value, json};

use crate::change::plan::refusal::refuse;
use crate::change::plan::session::content::{ContentChange, append};
use crate::ground::texts;
use crate::knowledge::register::{ChecklistRow, EntryKind, entry_name};
use crate::knowledge::sessions::SessionEntry;
use crate::knowledge::sessions::authors;
use crate::knowledge::sessions::inheritance;

/// A checklist item with its new content.
pub(in crate::change::plan) struct EditedItem {
    /// Its position in the session's own list; `None` if it is an item of another session.
    own_index: Option<usize>,
    /// Its name before.
    before: String,
    value: Value,
    is_renamed: bool,
}

/// Checks an edit of an item.
pub(in crate::change::plan) fn plan(
    change: &ContentChange<'_>,
    session: &SessionEntry,
    rows: &[ChecklistRow],
    row: &ChecklistRow,
    edit: &ItemEdit,
) -> Result<EditedItem, Refusal> {
    let kind = EntryKind::OpenItem;
    let mut value = row.value.clone();
    if row.other.is_some() {
        if change.register.find(kind.list(), &value).is_some_and(|entry| entry.is_private) && !change.is_private {
            return Err(refuse(RefusalCode::BadValue, Text::plain(texts::ITEM_PRIVATE)));
        }
        let author = authors::of_session(session.content()).unwrap_or_default();
        value = change.register.signed(kind.list(), &value, &author);
    }
    // Makes an object of an item that is a plain text.
    inheritance::set_checked(&mut value, row.is_checked);
    if let (Some(members), Some(text)) = (value.as_object_mut(), &edit.item) {
        let text = text.trim();
        if text.is_empty() {
            return Err(refuse(RefusalCode::BadValue, Text::plain(texts::ITEM_EMPTY)));
        }
        members.insert("item".to_owned(), json!(text));
    }
    if let (Some(members), Some(owner)) = (value.as_object_mut(), &edit.owner) {
        match owner.trim() {
            "" => members.shift_remove("owner"),
            owner => members.insert("owner".to_owned(), json!(owner)),
        };
    }
    let (before, after) = (entry_name(kind, &row.value), entry_name(kind, &value));
    let is_renamed = before != after;
    if is_renamed && rows.iter().any(|other| other.index != row.index && entry_name(kind, &other.value) == after) {
        return Err(refuse(RefusalCode::BadValue, Text::with(texts::ITEM_EXISTS, [("item", after)])));
    }
    Ok(EditedItem { own_index: row.other.is_none().then_some(row.index), before, value, is_renamed })
}

impl EditedItem {
    /// Returns what the session states with it, unless the name of the item stays.
    pub(in crate::change::plan) fn statement(&self) -> Option<(String, Value)> {
        self.is_renamed.then(|| (EntryKind::OpenItem.list().to_owned(), self.value.clone()))
    }

    /// Writes the item to the content of the session. Under its old name it is removed from all
    /// sessions.
    pub(in crate::change::plan) fn apply(
        self,
        change: &ContentChange<'_>,
        members: &mut Map<String, Value>,
        record: &mut Map<String, Value>,
    ) -> Result<(), Refusal> {
        let list = EntryKind::OpenItem.list();
        let EditedItem { own_index, before, value, is_renamed } = self;
        let item = own_index.and_then(|index| members.get_mut(list)?.as_array_mut()?.get_mut(index));
        match item {
            Some(item) => *item = value,
            None => append(members, list, value),
        }
        if is_renamed {
            change.remove(members, record, &[Removal { list: list.to_owned(), entry: before, reason: None }])?;
        }
        Ok(())
    }
}
